// SPDX-License-Identifier: Apache-2.0
// What this folder can report about plugins and their contributions: code, severity, sentence, hint
// (base/diagnostic_code.hpp). Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records
// them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(hook_event_unknown, "hook-event-unknown", warning, "no event is called \"{}\"", "check the spelling; names are case-sensitive")
SKILLDECK_CODE(hook_entry_invalid, "hook-entry-invalid", error, "{} is not used: {}", "correct this entry; the others are used")
SKILLDECK_CODE(hook_field_invalid, "hook-field-invalid", warning, "{}: {}", "correct this field")
SKILLDECK_CODE(hook_kind_not_run, "hook-kind-not-run", warning, "{} does not run: this host runs no hooks of type {}", "use a command hook")
SKILLDECK_CODE(hook_timeout_large, "hook-timeout-large", warning, "{}: a timeout of {} s looks like milliseconds", "timeouts are in seconds: write {2}")
SKILLDECK_CODE(plugin_unavailable, "plugin-unavailable", note, "not available here: {}", "it stays installed and off until that changes; a version for this machine comes from its author")
SKILLDECK_CODE(plugin_replaced, "plugin-replaced", note, "replaced by {} from --plugin-dir", "start without that --plugin-dir to use this one")
SKILLDECK_CODE(plugin_namespace_taken, "plugin-namespace-taken", warning, "{} has the name \"{}\" already, so this plugin's skills are called by their whole names only: {1}:SKILL@{2}", "uninstall the one you do not want")
SKILLDECK_CODE(plugin_held, "plugin-held", note, "held {} by {}", "ask whoever manages this machine")
SKILLDECK_CODE(plugin_source_undeclared, "plugin-source-undeclared", warning, "{} does not force it on: {} declares the marketplace \"{}\" from another source than it was added from", "to have the one that is meant: skilldeck marketplace remove {2}, then skilldeck plugin install {3}")
SKILLDECK_CODE(plugin_settings_unreadable, "plugin-settings-unreadable", error, "off, as the settings that might have disabled it cannot be known: {}", "correct that file, or decide in higher settings")
SKILLDECK_CODE(plugin_locked, "plugin-locked", warning, "the --plugin-dir copy of \"{}\" is not used: {} names that plugin", "ask whoever manages this machine")
SKILLDECK_CODE(plugin_sideload_disabled, "plugin-sideload-disabled", error, "--plugin-dir is disabled by {}", "ask whoever manages this machine")
SKILLDECK_CODE(plugin_option_missing, "plugin-option-missing", warning, "the option \"{}\" needs a value: {}{}", "set it: skilldeck plugin configure {3}")
SKILLDECK_CODE(plugin_option_wrong, "plugin-option-wrong", error, "the value of the option \"{}\" {}; it is not used", "set it again: skilldeck plugin configure {2}")
SKILLDECK_CODE(plugin_option_exposed, "plugin-option-exposed", warning, "the secret option \"{}\" stands in a settings file", "let `skilldeck plugin configure {1}` keep it among the credentials, and take it out of this file")
SKILLDECK_CODE(plugin_option_undeclared, "plugin-option-undeclared", note, "the plugin has no option \"{}\"", "take it out, or check the spelling")
SKILLDECK_CODE(plugin_dependency_missing, "plugin-dependency-missing", warning, "needs the plugin {}, which is {}", "install or enable it: skilldeck plugin install {0}")
SKILLDECK_CODE(native_skill_undeclared, "native-skill-undeclared", warning, "the skill \"{}\" is in skills.json but not in the \"contributes\" of module.json; it is not used", "declare it in module.json")
SKILLDECK_CODE(native_skill_undescribed, "native-skill-undescribed", warning, "the skill \"{}\" is declared in module.json but not described in skills.json; it is not used", "describe it in skills.json")
SKILLDECK_CODE(plugin_hooks_unknown, "plugin-hooks-unknown", error, "a guard of {} may be missing, as its hooks cannot be known: {}", "`skilldeck plugin update {0}` stores an installed plugin again; one that is linked or given with --plugin-dir is for you to restore")
SKILLDECK_CODE(native_gone, "native-gone", error, "the approved native code of {} is gone: no native hook, skill or server of it runs", "restore {1}; `skilldeck plugin trust --clear {0}` forgets the approval, if there is to be none")
SKILLDECK_CODE(native_changed, "native-changed", error, "the native code of {} is not what was approved: no native hook, skill or server of it runs", "`skilldeck plugin trust {0}` approves it as it is; `skilldeck plugin update {0}` stores damaged files of an installed plugin again")
SKILLDECK_CODE(native_not_approved, "native-not-approved", warning, "the native module of {} is not approved", "run `skilldeck plugin trust {}`")
// clang-format on

}  // namespace skilldeck::code
