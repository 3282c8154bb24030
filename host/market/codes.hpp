// SPDX-License-Identifier: Apache-2.0
// What this folder can report about marketplaces and the store: code, severity, sentence, hint
// (base/diagnostic_code.hpp). Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records
// them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(source_invalid, "source-invalid", error, "source \"{}\" {}", "give a directory, a marketplace.json, an address or owner/repository; in an entry a path that starts with ./")
SKILLDECK_CODE(source_outside, "source-outside", error, "its source \"{}\" leads out of the marketplace", "keep the plugin below the marketplace's root")
SKILLDECK_CODE(source_missing, "source-missing", error, "its source \"{}\" is no directory of the marketplace", "correct the path; it counts from the marketplace's root")
SKILLDECK_CODE(unsupported_source, "unsupported-source", error, "sources of the kind \"{}\" cannot be used by this host", "get the files yourself and use their directory")
SKILLDECK_CODE(marketplace_file_missing, "marketplace-file-missing", error, "no .claude-plugin/marketplace.json here", "give the directory that holds .claude-plugin/, or the JSON file itself")
SKILLDECK_CODE(marketplace_name_invalid, "marketplace-name-invalid", error, "\"{}\" cannot be the name of a marketplace", "use letters, digits, `.`, `_` and `-`, beginning with a letter or digit")
SKILLDECK_CODE(marketplace_name_reserved, "marketplace-name-reserved", error, "\"{}\" is kept for the host itself or the system", "add it under another name with --name")
SKILLDECK_CODE(marketplace_name_taken, "marketplace-name-taken", error, "a marketplace \"{}\" is already there, from {}", "add this one under another name with --name, or remove the other first")
SKILLDECK_CODE(marketplace_without_plugins, "marketplace-without-plugins", error, "\"plugins\" is missing or not a list", "add the list; it may be empty")
SKILLDECK_CODE(marketplace_unknown, "marketplace-unknown", error, "no marketplace \"{}\"", "see `skilldeck marketplace list`, or add it with `skilldeck marketplace add`")
SKILLDECK_CODE(marketplace_registration_invalid, "marketplace-registration-invalid", warning, "the registration of \"{}\" cannot be read; it is left as it is", "remove the marketplace and add it again")
SKILLDECK_CODE(entry_without_name, "entry-without-name", error, "plugins[{}] is not an object with a \"name\"", "add \"name\"")
SKILLDECK_CODE(entry_name_invalid, "entry-name-invalid", error, "entry \"{}\" has a name that cannot be installed", "use letters, digits, `.`, `_` and `-`, beginning with a letter or digit")
SKILLDECK_CODE(entry_without_source, "entry-without-source", error, "entry \"{}\" has no \"source\"", "add \"source\", such as \"./plugins/{0}\"")
SKILLDECK_CODE(entry_source_invalid, "entry-source-invalid", error, "entry \"{}\": {}", "correct \"source\"")
SKILLDECK_CODE(entry_twice, "entry-twice", error, "the marketplace has more than one plugin called \"{}\"", "rename or remove all but one")
SKILLDECK_CODE(plugin_unknown, "plugin-unknown", error, "no plugin \"{}\" in {}", "{2}")
SKILLDECK_CODE(plugin_ambiguous, "plugin-ambiguous", error, "several plugins are called \"{}\": {}", "write the whole id")
SKILLDECK_CODE(plugin_renamed, "plugin-renamed", warning, "\"{}\" is called \"{}\" now", "use the new name")
SKILLDECK_CODE(plugin_not_installed, "plugin-not-installed", error, "\"{}\" is not installed {}", "see `skilldeck plugin list`")
SKILLDECK_CODE(plugin_scope_ambiguous, "plugin-scope-ambiguous", error, "\"{}\" is installed at several scopes: {}", "say which one with --scope")
SKILLDECK_CODE(scope_not_writable, "scope-not-writable", error, "nothing can be installed at the scope \"{}\"", "use --scope user, project or local")
SKILLDECK_CODE(plugin_folder_taken, "plugin-folder-taken", error, "\"{}\" would share its data folder with \"{}\"", "uninstall the other one first")
SKILLDECK_CODE(version_unavailable, "version-unavailable", error, "\"{}\" has version {}, not {}", "install it without --version")
SKILLDECK_CODE(version_older, "version-older", error, "version {2} of \"{0}\" is older than {1}, which was installed here", "go back on purpose with `skilldeck plugin rollback`, or install it with --version {2}")
SKILLDECK_CODE(update_adds_rights, "update-adds-rights", error, "version {1} of \"{0}\" adds {2}", "look at what is added, then repeat with --yes; native code is asked for on a terminal only")
SKILLDECK_CODE(same_version_other_content, "same-version-other-content", warning, "the content of \"{}\" changed although its version is still {}", "")
SKILLDECK_CODE(tree_link_outside, "tree-link-outside", error, "a link that leaves the plugin, to {}", "put the file itself into the plugin")
SKILLDECK_CODE(tree_special_file, "tree-special-file", error, "neither a file, a directory nor a link", "remove it")
SKILLDECK_CODE(tree_set_id, "tree-set-id", error, "a set-user-id or set-group-id file", "take the bit away with `chmod ug-s`")
SKILLDECK_CODE(tree_names_collide, "tree-names-collide", error, "some file systems take its name for \"{}\" beside it", "rename one of them")
SKILLDECK_CODE(tree_unsafe_name, "tree-unsafe-name", error, "a name that is not UTF-8 or holds control or invisible characters", "rename it")
SKILLDECK_CODE(tree_reserved_name, "tree-reserved-name", warning, "left out: the store keeps its own list of files under this name", "rename it")
SKILLDECK_CODE(tree_too_many, "tree-too-many", error, "more than {} files and directories", "remove what does not belong to the plugin")
SKILLDECK_CODE(tree_too_large, "tree-too-large", error, "more than {} bytes in all", "remove what does not belong to the plugin")
SKILLDECK_CODE(store_copy_damaged, "store-copy-damaged", error, "the stored copies of version {} are in use and damaged", "uninstall the plugin in every scope, then install it again")
SKILLDECK_CODE(store_path_outside, "store-path-outside", error, "the recorded directory of \"{}\" is not in the store; it is not used", "uninstall the plugin and install it again")
SKILLDECK_CODE(store_path_unreadable, "store-path-unreadable", error, "the recorded directory of \"{}\" cannot be read: {}", "correct the permissions of the directory and of those above it")
SKILLDECK_CODE(store_copy_changed, "store-copy-changed", error, "the stored copy of \"{}\" {} was changed after it was installed: {}", "look at what was changed, then store it again: skilldeck plugin update {0}")
SKILLDECK_CODE(store_path_missing, "store-path-missing", error, "the recorded directory of \"{}\" is gone", "install it again: skilldeck plugin install {0}")
SKILLDECK_CODE(store_leftovers_removed, "store-leftovers-removed", warning, "removed what an interrupted command had left in the staging folder", "")
SKILLDECK_CODE(store_change_finished, "store-change-finished", warning, "the interrupted {} was finished", "")
SKILLDECK_CODE(store_change_undone, "store-change-undone", warning, "the interrupted {} was undone", "repeat it if it is still wanted")
SKILLDECK_CODE(store_change_interrupted, "store-change-interrupted", warning, "the {} was interrupted and is half done", "nothing to do: the next command that changes plugins finishes or undoes it first")
SKILLDECK_CODE(journal_damaged, "journal-damaged", warning, "damaged, so an interrupted change is neither finished nor undone: {}; kept as {}", "see `skilldeck plugin list`, then repeat what is missing")
SKILLDECK_CODE(journal_item_refused, "journal-item-refused", error, "names \"{}\", which no change of the store concerns; it is left alone", "look at who wrote into the plugins folder")
SKILLDECK_CODE(rollback_unavailable, "rollback-unavailable", error, "no earlier version of \"{}\" is kept", "install one that the marketplace has with --version")
SKILLDECK_CODE(rollback_damaged, "rollback-damaged", error, "the kept version {1} of \"{0}\" is damaged", "install it again from the marketplace with --version {1}")
SKILLDECK_CODE(state_file_damaged, "state-file-damaged", warning, "damaged, so {}: {}; a change keeps the damaged file as {}", "{3}")
SKILLDECK_CODE(marketplaces_damaged, "marketplaces-damaged", error, "{} cannot be looked up, as the record of marketplaces is damaged: {}; a change keeps the damaged file as {}", "{3}")
SKILLDECK_CODE(state_file_newer, "state-file-newer", error, "its version is {}, which this host does not know; it is not changed", "use the newer Skilldeck that wrote it")
SKILLDECK_CODE(install_record_invalid, "install-record-invalid", warning, "the record of \"{}\" cannot be read; it is left as it is", "install the plugin again")
SKILLDECK_CODE(renames_unresolved, "renames-unresolved", error, "renames.{}: the chain does not end at a plugin of the marketplace", "let it end at one, or at null")
SKILLDECK_CODE(marketplace_field_missing, "marketplace-field-missing", warning, "the marketplace has no \"{}\"", "add it")
SKILLDECK_CODE(marketplace_empty, "marketplace-empty", warning, "the marketplace has no plugins", "add one")
SKILLDECK_CODE(entry_field_unknown, "entry-field-unknown", warning, "entry \"{}\": unknown field \"{}\"", "check the spelling or remove it")
SKILLDECK_CODE(entry_version_differs, "entry-version-differs", warning, "entry \"{}\" says version {}, the plugin's manifest {}; the manifest's counts", "say it in the manifest only")
SKILLDECK_CODE(credentials_readable_by_others, "credentials-readable-by-others", warning, "it holds secrets and others may read it", "take the right away with `chmod 600`; the next secret that is set does it too")
SKILLDECK_CODE(credentials_writable_by_others, "credentials-writable-by-others", error, "it holds secrets and others may write it, so it is not used", "look at what it says, then `chmod 600` it")
// clang-format on

}  // namespace skilldeck::code
