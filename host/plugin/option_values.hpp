// SPDX-License-Identifier: Apache-2.0
// What the options of a plugin say: managed settings, `--settings`, the credentials of the user (secrets), the user's
// settings, else the default that the manifest declares. The first of these that speaks decides; a value there that
// does not fit is none. Project and local files never speak. What the credentials hold was given as a secret and is
// one, whatever a later manifest says. Values of one snapshot; safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "package/user_config.hpp"
#include "plugin/contributions.hpp"
#include "settings/settings.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class OptionSource : std::uint8_t { nobody, managed, flag, credentials, user, manifest };
/// As JSON has it: `manifest` is "default".
[[nodiscard]] std::string_view option_source_word(OptionSource source);

struct OptionValue {
    UserOption option;         ///< sensitive also when only the credentials say so
    boost::json::value value;  ///< null: it has none
    OptionSource source = OptionSource::nobody;
    Path file;                 ///< of the source; empty for credentials, an inline --settings value and nobody
    bool kept_secret = false;  ///< its manifest declares no secret (any more), but it was given as one

    [[nodiscard]] bool set() const { return !is_empty_value(value); }
    [[nodiscard]] bool missing() const { return option.required && !set(); }
};

/// The declared options, and the secrets of the plugin as the credentials have them, or null.
struct OptionQuery {
    std::string_view plugin_id;
    const std::vector<UserOption>& declared;
    const Settings& settings;
    const boost::json::object* secrets;
};

/// One a declared option, in their order. A value that does not fit and one of no option are reported.
[[nodiscard]] std::vector<OptionValue> resolve_options(const OptionQuery& query, Diagnostics& diagnostics);

/// As parts get them; null for none.
[[nodiscard]] std::shared_ptr<const OptionTexts> option_texts(const std::vector<OptionValue>& values);

/// As the native module gets them: those that have a value.
[[nodiscard]] boost::json::object option_object(const std::vector<OptionValue>& values);

}  // namespace skilldeck
