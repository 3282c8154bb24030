// SPDX-License-Identifier: Apache-2.0
// What this folder can report about skills: code, severity, sentence, hint (base/diagnostic_code.hpp).
// Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(skill_unknown, "skill-unknown", error, "there is no skill {}", "skilldeck skill list --all shows every skill")
SKILLDECK_CODE(skill_name_refused, "skill-name-refused", error, "{} cannot be the name of a skill: it holds control, invisible or direction-changing characters, or ill-formed UTF-8", "rename the folder")
SKILLDECK_CODE(skill_name_ignored, "skill-name-ignored", warning, "the name in the front matter cannot be used ({}); the skill is called {}", "write a name without control or invisible characters, at most 256 characters long")
SKILLDECK_CODE(skill_name_reserved, "skill-name-reserved", warning, "{} is a reserved name; the skill is skipped", "choose another name")
SKILLDECK_CODE(skill_name_mismatch, "skill-name-mismatch", warning, "the name {} differs from the folder {}; both call the skill", "give the folder the name of the skill")
SKILLDECK_CODE(skill_file_name_case, "skill-file-name-case", warning, "{} is not spelled SKILL.md; other programs will not find it", "rename the file to SKILL.md")
SKILLDECK_CODE(skill_not_a_file, "skill-not-a-file", warning, "{} is not a regular file; the skill is skipped", "put a plain file SKILL.md there")
SKILLDECK_CODE(skill_nested, "skill-nested", warning, "a skill this deep is not found: skills are the direct children of {}", "move the folder up")
SKILLDECK_CODE(skill_link_dangling, "skill-link-dangling", warning, "the link leads nowhere: {}", "remove the link or restore what it points to")
SKILLDECK_CODE(skill_link_refused, "skill-link-refused", warning, "the link leads out of {}, to {}", "trust the workspace with --trust-project or skilldeck trust add, or put the skill itself there")
SKILLDECK_CODE(skill_plugin_link_refused, "skill-plugin-link-refused", warning, "the link leads out of the plugin, to {}", "put the skill itself into the plugin")
SKILLDECK_CODE(skill_owner_refused, "skill-owner-refused", warning, "the link leads to a file of another user: {}", "trust the workspace with --trust-project or skilldeck trust add")
SKILLDECK_CODE(skill_walk_ended, "skill-walk-ended", note, "skills above this folder are not read: it belongs to another user or others may write to it", "correct the owner and permissions of the folder if it is yours")
SKILLDECK_CODE(skill_duplicate_file, "skill-duplicate-file", note, "the same file as {}; it counts once", "")
SKILLDECK_CODE(skill_too_many_directories, "skill-too-many-directories", warning, "more than {} folders; the rest is not read", "move what is not a skill elsewhere")
SKILLDECK_CODE(skill_commands_too_deep, "skill-commands-too-deep", warning, "command folders more than {} deep are not read", "move the files up")
SKILLDECK_CODE(skill_shadowed, "skill-shadowed", note, "{} is hidden behind {}", "call it by its whole name, or rename one of the two")
SKILLDECK_CODE(skill_description_missing, "skill-description-missing", warning, "no description; the first line of the text stands in", "add a description: what it does and when to use it")
SKILLDECK_CODE(skill_restriction_unreadable, "skill-restriction-unreadable", error, "{} is neither yes nor no: {}; it counts as {}", "write true or false")
SKILLDECK_CODE(skill_restriction_spelling, "skill-restriction-spelling", warning, "{} is read as {}", "spell the key as the second")
SKILLDECK_CODE(skill_effort_ignored, "skill-effort-ignored", note, "effort {} is not known", "use low, medium, high, xhigh, max or a positive number")
SKILLDECK_CODE(skill_field_ignored, "skill-field-ignored", warning, "{} is ignored: it is {}, wanted {}", "correct the value")
SKILLDECK_CODE(skill_item_invalid, "skill-item-invalid", error, "an entry of skills.json has no usable name", "give every entry a name")
SKILLDECK_CODE(skill_has_no_text, "skill-has-no-text", error, "{} is computed by its plugin and has no text of its own", "use skill expand")
SKILLDECK_CODE(skill_render_failed, "skill-render-failed", error, "{} could not make its text: {}", "skilldeck plugin list --load shows the state of the plugin's module")
SKILLDECK_CODE(skill_render_denied, "skill-render-denied", error, "{} refused the call: {}", "")
SKILLDECK_CODE(skill_unavailable, "skill-unavailable", error, "{} is not available: {}", "skilldeck plugin list --load shows the state of the plugin's module")
SKILLDECK_CODE(skill_source_unknown, "skill-source-unknown", error, "{} is not a kind of skill source", "use managed, user, project, addDir, commands, plugin, bundled, mcp or remote, each with a minus in front to leave it out")
SKILLDECK_CODE(skill_override_ignored, "skill-override-ignored", warning, "skillOverrides: the value of {} is ignored: {}", "use on, name-only, user-invocable-only or off")
SKILLDECK_CODE(skill_listing_cut, "skill-listing-cut", warning, "the listing has {} characters: {} of {} skills are shown with less than their text", "skilldeck skill listing --explain names them; shorten descriptions, or raise skillListingBudgetChars")
SKILLDECK_CODE(skill_listing_capped, "skill-listing-capped", note, "{} skills have more text than the {} characters of an entry", "skilldeck skill listing --explain names them; shorten descriptions, or raise skillListingMaxDescChars")
SKILLDECK_CODE(skill_listing_over_budget, "skill-listing-over-budget", warning, "names and bundled skills alone take {} characters, more than the budget of {}", "disable skills that are not needed, or raise skillListingBudgetChars")
SKILLDECK_CODE(skill_listing_value_ignored, "skill-listing-value-ignored", warning, "{} is ignored: it is {}, wanted {}", "correct the value")
SKILLDECK_CODE(skill_placeholder_undeclared, "skill-placeholder-undeclared", warning, "${} took an argument although the skill declares none", "declare arguments, or write a backslash before the dollar sign")
SKILLDECK_CODE(shell_block_not_run, "shell-block-not-run", warning, "this build does not run shell blocks in skills: {}", "")
SKILLDECK_CODE(shell_block_forbidden, "shell-block-forbidden", warning, "a shell block was not run, policy or trust forbids it: {}", "skilldeck plugin explain and skilldeck trust list show why")
SKILLDECK_CODE(bundled_path_refused, "bundled-path-refused", error, "a file of the bundled skill {} would leave its folder", "report this as a bug of this program")
// clang-format on

}  // namespace skilldeck::code
