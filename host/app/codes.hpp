// SPDX-License-Identifier: Apache-2.0
// What this folder can report about the command line: code, severity, sentence, hint (base/diagnostic_code.hpp).
// Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(usage_wrong, "usage-wrong", error, "{}", "see `skilldeck --help`")
SKILLDECK_CODE(home_unknown, "home-unknown", error, "HOME is not set, so there is no place for ~/.skilldeck", "set HOME, or give --config-dir DIR")
SKILLDECK_CODE(home_relative, "home-relative", error, "HOME is \"{}\", a relative path, so there is no one place for ~/.skilldeck", "set HOME to an absolute path, or give --config-dir DIR")
SKILLDECK_CODE(not_a_directory, "not-a-directory", error, "not a directory", "give the path of a directory")
SKILLDECK_CODE(option_directory_missing, "option-directory-missing", warning, "{} names a directory that is not there", "check the path; the command goes on without it")
SKILLDECK_CODE(touched_directory, "touched-directory", error, "--touch wants a file, and this is a directory", "name a file in it; the file need not exist")
SKILLDECK_CODE(path_exists, "path-exists", error, "it exists already", "choose another name, or remove it first")
SKILLDECK_CODE(sideload_disabled, "sideload-disabled", error, "this option is forbidden by {}", "install the plugin from an allowed marketplace")
SKILLDECK_CODE(plugin_blocked, "plugin-blocked", error, "switched off by {}", "ask whoever manages this machine")
SKILLDECK_CODE(plugin_state_held, "plugin-state-held", error, "the state of {} is fixed by {}", "change it there, or ask whoever manages that file")
SKILLDECK_CODE(plugin_waits_for_trust, "plugin-waits-for-trust", warning, "the workspace is not trusted, so nothing of \"{}\" runs by itself here", "`skilldeck trust add` trusts it")
SKILLDECK_CODE(plugin_switch_overridden, "plugin-switch-overridden", warning, "the change is written, but the plugin is still {}: {} decides", "`skilldeck plugin explain` shows the whole chain")
SKILLDECK_CODE(marketplace_only_declared, "marketplace-only-declared", note, "marketplace \"{}\" is declared by {} settings and not added yet", "`skilldeck marketplace update {0}` adds it, and so does installing something from it")
SKILLDECK_CODE(marketplace_declared_elsewhere, "marketplace-declared-elsewhere", warning, "marketplace \"{}\" was added from another source than {} settings declare", "to use that one: skilldeck marketplace remove {0}, then skilldeck marketplace update {0}")
SKILLDECK_CODE(marketplace_source_undeclared, "marketplace-source-undeclared", error, "cannot add marketplace \"{}\": its source does not match its extraKnownMarketplaces entry, {} in {}", "add this one under another name with --name, or that one with `skilldeck marketplace update {0}`")
SKILLDECK_CODE(marketplace_still_declared, "marketplace-still-declared", warning, "marketplace \"{}\" is still declared by {} settings: installing something from it adds it again", "remove it from extraKnownMarketplaces there too")
SKILLDECK_CODE(declared_marketplace_wrong, "declared-marketplace-wrong", warning, "an entry of extraKnownMarketplaces is no marketplace", "give it a \"source\" with kind and place, as `marketplace add` writes it with --scope")
SKILLDECK_CODE(plugin_option_form, "plugin-option-form", error, "an option is written KEY=VALUE", "see `skilldeck plugin configure --help`")
SKILLDECK_CODE(plugin_option_unknown, "plugin-option-unknown", error, "{} has no option \"{}\"", "`skilldeck plugin explain {0}` shows the options it has")
SKILLDECK_CODE(plugin_option_held, "plugin-option-held", error, "the option \"{}\" is fixed by pluginConfigs in {}", "ask whoever manages this machine")
SKILLDECK_CODE(plugin_option_refused, "plugin-option-refused", error, "the value of the option \"{}\" {}", "give another one")
SKILLDECK_CODE(plugin_option_overridden, "plugin-option-overridden", warning, "the change is written, but the value of \"{}\" still comes from {}", "`skilldeck plugin explain` shows where every value comes from")
SKILLDECK_CODE(plugin_option_not_applied, "plugin-option-not-applied", warning, "installed, but an option was not set: {}", "{1}")
SKILLDECK_CODE(plugin_options_left, "plugin-options-left", note, "option values of \"{}\" are kept, and it is not installed: {}", "an install uses them again; or take them away: skilldeck plugin configure {0} --unset {2}")
SKILLDECK_CODE(temporary_file_left, "temporary-file-left", warning, "a writer that was killed left it, with what was to be written, secrets too", "the next change of the file removes it; or remove it yourself")
SKILLDECK_CODE(option_secret_in_words, "option-secret-in-words", error, "the option \"{}\" is a secret, and what stands on a command line others can read", "`skilldeck plugin configure {1}` asks for it; a script pipes it into `skilldeck plugin configure {1} --stdin {0}`")
SKILLDECK_CODE(plugin_held_by_need, "plugin-held-by-need", error, "{} stays enabled, as others need it: {}", "disable first what needs it: skilldeck plugin disable {2}")
SKILLDECK_CODE(plugin_need_unmet, "plugin-need-unmet", error, "{} needs {}{}, which is {}", "{4}")
SKILLDECK_CODE(plugin_needed, "plugin-needed", warning, "{} is needed by {}, and is {}", "`skilldeck plugin explain` of each says what it needs; disable them too, or bring {0} back")
SKILLDECK_CODE(plugin_test_failed, "plugin-test-failed", error, "{}", "")
SKILLDECK_CODE(native_nothing_to_approve, "native-nothing-to-approve", error, "there is no native code to approve", "only plugins with dev.skilldeck/module.json need an approval")
SKILLDECK_CODE(native_approval_built_in, "native-approval-built-in", error, "its native code is approved by the list built into this program, which is not taken back", "`skilldeck plugin disable {}` keeps it from running")
SKILLDECK_CODE(native_approval_declined, "native-approval-declined", error, "not approved", "")
SKILLDECK_CODE(fix_left_alone, "fix-left-alone", note, "--fix left it alone: {}", "{1}")
SKILLDECK_CODE(policy_effect, "policy-effect", warning, "with this policy {} would be {}: {}", "")
SKILLDECK_CODE(customization_reserved, "customization-reserved", note, "{} of users and projects are not used: {}", "ask whoever manages this machine")
SKILLDECK_CODE(contribution_refused, "contribution-refused", warning, "{}: {}", "`skilldeck plugin explain` shows the origin of every contribution")
SKILLDECK_CODE(skill_name_empty, "1", error, "the skill's name is empty", "name a skill; `skilldeck skill list` lists them")
SKILLDECK_CODE(skill_not_found, "2", error, "there is no skill {} that the model can call", "{1}")
SKILLDECK_CODE(skill_not_a_prompt, "5", error, "/{} is a command of the program, not a skill", "ask the user to type it")
SKILLDECK_CODE(skill_not_discovered, "6", error, "the remote skill {} was not found by a search of this session", "search for it first")
SKILLDECK_CODE(skill_perhaps_disabled, "skill-perhaps-disabled", error, "this skill is off, as it might be switched off: {}", "correct that file")
SKILLDECK_CODE(skill_disabled, "skill-disabled", error, "this skill is disabled", "the setting skillOverrides or its plugin switched it off")
SKILLDECK_CODE(skill_not_for_model, "4", error, "this skill is for people: the model may not call it", "ask the user to call it")
SKILLDECK_CODE(skill_not_for_users, "skill-not-for-users", error, "this skill is for the model: it cannot be called by name", "")
SKILLDECK_CODE(quote_unbalanced, "quote-unbalanced", error, "a quote is not closed", "close it, or write \\\" for a quote of its own")
SKILLDECK_CODE(no_model, "no-model", error, "no model is configured, so a prompt cannot be answered", "call a skill with /<skill>; /skills lists them")
SKILLDECK_CODE(blocked_by_hook, "blocked-by-hook", error, "a hook blocked it: {}", "/hooks lists every hook and where it comes from")
SKILLDECK_CODE(interrupted, "interrupted", error, "interrupted", "")
// clang-format on

}  // namespace skilldeck::code
