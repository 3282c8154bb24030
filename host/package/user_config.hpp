// SPDX-License-Identifier: Apache-2.0
// The options that a manifest asks its user for (`userConfig`): what each is, what fits it, and how a typed text
// becomes its value. Where values are kept is not known here. Pure functions, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class OptionType : std::uint8_t { text, number, flag, directory, file };
/// As manifests write it: `string`, `boolean`, ….
[[nodiscard]] std::string_view option_type_word(OptionType type);

struct UserOption {
    std::string name;
    OptionType type = OptionType::text;
    std::string title, description;
    bool required = false;
    bool multiple = false;             ///< of a text: a list of them
    bool sensitive = false;            ///< a secret
    boost::json::value default_value;  ///< null: there is none
    std::vector<std::string> choices;  ///< `options`; empty: everything
    std::optional<double> minimum, maximum;
    Place place;  ///< in the manifest
};

inline constexpr std::size_t kOptionValueBytes = 32 * 1024;  ///< of a text, or all of a list

/// One that is not as the manifest's rules say is a user_option_invalid, and no option: half a declaration may have
/// meant a secret. `place` is that of `written`.
[[nodiscard]] std::vector<UserOption> read_user_options(const boost::json::object& written, const Place& place,
                                                        Diagnostics& diagnostics);

[[nodiscard]] const UserOption* find_option(const std::vector<UserOption>& options, std::string_view name);

/// What is wrong with a value: `is a number, wanted a string`. Empty: it fits. Of a secret it never holds the value.
[[nodiscard]] std::string option_value_problem(const UserOption& option, const boost::json::value& value);

/// Whether a value says nothing: null, an empty text, an empty list.
[[nodiscard]] bool is_empty_value(const boost::json::value& value);

/// The value that a typed text means: of `multiple` a list in JSON, or its one item. What it says is not judged.
[[nodiscard]] boost::json::value parse_option_text(const UserOption& option, std::string_view text);

/// A value as children and texts get it: a text itself, a list as JSON.
[[nodiscard]] std::string option_text(const boost::json::value& value);

}  // namespace skilldeck
