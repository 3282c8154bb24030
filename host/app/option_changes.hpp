// SPDX-License-Identifier: Apache-2.0
// What somebody gives for the options of a plugin: judged against what the plugin declares, then written, secrets to
// the user's credentials and the rest to the user's settings. It asks nobody (option_questions). [loop thread]
#pragma once

#include "app/host.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// How a value came: what stands among the words of a command is seen by every user of the machine.
enum class OptionGiven : std::uint8_t { in_words, by_file, typed };

/// The changes to one plugin's options: a null takes a value away.
class OptionChanges {
public:
    OptionChanges(Host& host, const Plugin& plugin) : host_(host), plugin_(plugin) {}

    /// `KEY=VALUE`. Errors: those of give_text(), plugin_option_form.
    [[nodiscard]] Result<> give_assignment(std::string_view words);
    /// Errors: plugin_option_unknown, option_secret_in_words, plugin_option_held, plugin_option_refused.
    [[nodiscard]] Result<> give_text(std::string_view name, std::string_view text, OptionGiven how);
    /// A JSON object `{KEY: value}`. Errors: of the text, and those of give_text().
    [[nodiscard]] Result<> give_document(std::string_view text, std::string_view where);
    [[nodiscard]] Result<> take_away(std::string_view name);

    [[nodiscard]] bool empty() const { return changes_.empty(); }
    /// `set a, b; unset c`.
    [[nodiscard]] std::string summary() const;
    /// Writes them; the host reads the plugins again. Errors: of the files.
    [[nodiscard]] Result<> apply(Diagnostics& found);

private:
    [[nodiscard]] Result<const UserOption*> option(std::string_view name) const;
    [[nodiscard]] Result<> give(const UserOption& option, boost::json::value value);
    [[nodiscard]] Result<boost::json::value> resolved_path(const UserOption& option,
                                                           const boost::json::value& value) const;

    Host& host_;
    const Plugin& plugin_;
    boost::json::object changes_;
};

/// Takes the values of a plugin that goes out of settings and credentials.
[[nodiscard]] Result<> forget_options(Host& host, std::string_view plugin_id);

/// Takes these values of a plugin, which need not be installed, out of settings and credentials; the host reads the
/// plugins again. Errors: of the files.
[[nodiscard]] Result<> unset_options(Host& host, std::string_view plugin_id, const std::vector<std::string>& names,
                                     Diagnostics& found);

/// Gives the values of a plugin to the id that it has now, in settings and credentials; its own stay. Errors: of the
/// files.
[[nodiscard]] Result<> carry_options(Host& host, std::string_view from, std::string_view to, OptionCarry how);

}  // namespace skilldeck
