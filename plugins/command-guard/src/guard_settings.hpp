// SPDX-License-Identifier: Apache-2.0
// The options of the plugin, as declared under userConfig in its manifest. Parsed once per instance, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json_value.hpp"

namespace command_guard {

enum class SudoMode { ask, allow, deny };
enum class GuardMode {
    enforce,  ///< deny and ask as the rules say
    ask       ///< nothing is denied: what would be, asks
};

struct GuardSettings {
    GuardMode mode = GuardMode::enforce;
    SudoMode sudo = SudoMode::ask;
    std::vector<std::string> allow_commands;   ///< prefixes of simple commands that do not ask
    std::vector<std::string> deny_commands;    ///< prefixes of simple commands that are denied
    std::vector<std::string> protected_paths;  ///< asked about before something writes there, beside the built-in ones
    std::vector<std::string> problems;         ///< options that could not be used, for the log
};

/// Reads the `options` object. A bad option is reported in `problems` and keeps its default; the others count.
[[nodiscard]] GuardSettings read_settings(const plugin_support::JsonValue* options);

/// Whether one of the prefixes is the beginning of `command`, up to the end of a word.
[[nodiscard]] bool matches_prefix(const std::vector<std::string>& prefixes, std::string_view command);

}  // namespace command_guard
