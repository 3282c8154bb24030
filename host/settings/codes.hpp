// SPDX-License-Identifier: Apache-2.0
// What this folder can report about settings and policy: code, severity, sentence, hint (base/diagnostic_code.hpp).
// Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(settings_managed_insecure, "settings-managed-insecure", error, "managed settings do not count: {} is {}", "make it owned by root and not writable by others, or remove it")
SKILLDECK_CODE(settings_key_left_out, "settings-key-left-out", warning, "\"{}\" has no effect in {} settings", "set it in {2} settings")
SKILLDECK_CODE(settings_untrusted, "settings-untrusted", note, "the settings of this project wait for workspace trust: {}", "run `skilldeck trust add`, or --trust-project for one run")
SKILLDECK_CODE(settings_value_wrong, "settings-value-wrong", error, "\"{}\" is {}, wanted {}; it is not used", "correct this value; every other one counts")
SKILLDECK_CODE(settings_restriction_unreadable, "settings-restriction-unreadable", error, "\"{}\" is {}, wanted {}; it counts as true", "correct this value; every other one counts")
SKILLDECK_CODE(settings_key_unknown, "settings-key-unknown", note, "\"{}\" is no setting of this host; it is kept and does nothing", "check the spelling, or remove it")
SKILLDECK_CODE(settings_word_unknown, "settings-word-unknown", warning, "\"{}\": the word \"{}\" is not known and does nothing", "use {2}")
SKILLDECK_CODE(settings_key_repeated, "settings-key-repeated", error, "\"{}\" is there twice, at line {}, column {} and at line {}, column {}, so what is meant cannot be known", "keep one of them")
SKILLDECK_CODE(settings_plugin_id_wrong, "settings-plugin-id-wrong", warning, "\"{}\" in enabledPlugins is no plugin id; {}", "write {2}")
SKILLDECK_CODE(settings_plugin_absent, "settings-plugin-absent", note, "\"{}\" in enabledPlugins is no installed plugin", "install it, correct the id, or remove the entry")
SKILLDECK_CODE(plugin_only_enabled, "plugin-only-enabled", warning, "\"{}\" is enabled by {} settings but not installed", "install it: skilldeck plugin install {0}; or take that back: skilldeck plugin disable {0} --scope {1}")
SKILLDECK_CODE(command_source_disabled, "command-source-disabled", error, "{} allows no plugins that come from the output of a command", "ask whoever manages this machine")
SKILLDECK_CODE(settings_scope_read_only, "settings-scope-read-only", error, "{} settings cannot be changed from here", "use --scope user, project or local")
SKILLDECK_CODE(settings_link_outside, "settings-link-outside", error, "settings of this project cannot be written: a link leads out of the project, to {}", "put a file or folder of the project in the place of the link, or use --scope user")
SKILLDECK_CODE(policy_value_strict, "policy-value-strict", warning, "\"{}\" is {}, wanted {}; it counts as {}", "correct the managed settings")
SKILLDECK_CODE(marketplace_blocked, "marketplace-blocked", error, "marketplace \"{}\" is blocked by {}", "ask whoever manages this machine")
SKILLDECK_CODE(marketplace_not_known, "marketplace-not-known", error, "marketplace \"{}\" is not among the marketplaces that {} allows", "ask whoever manages this machine")
SKILLDECK_CODE(marketplace_source_unknown, "marketplace-source-unknown", error, "it cannot be told whether the marketplace \"{}\" may be used: it is not registered, and {} limits marketplaces", "add the marketplace again with `skilldeck marketplace add`")
// clang-format on

}  // namespace skilldeck::code
