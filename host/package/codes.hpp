// SPDX-License-Identifier: Apache-2.0
// What this folder can report about plugins as they lie on disk: code, severity, sentence, hint
// (base/diagnostic_code.hpp). Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records
// them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(package_not_found, "package-not-found", error, "no plugin here: there is no plugin.json of Agent Plugins, no .claude-plugin/plugin.json and no folder of a plugin", "give the plugin's root directory, or make one with `skilldeck plugin new`")
SKILLDECK_CODE(package_name_missing, "package-name-missing", error, "the manifest has no \"name\"", "add \"name\"")
SKILLDECK_CODE(package_name_invalid, "package-name-invalid", error, "\"{}\" cannot be the name of a plugin", "use letters, digits, `.`, `_` and `-`, beginning with a letter or digit, at most 128; Agent Plugins manifests: lower case, at most 64")
SKILLDECK_CODE(package_schema_unsupported, "package-schema-unsupported", error, "made for a version of Agent Plugins that this host does not know: {}", "update Skilldeck, or use version 1.0.0")
SKILLDECK_CODE(package_manifest_ignored, "package-manifest-ignored", note, "ignored: its \"$schema\" is not one of Agent Plugins", "nothing to do if it is another program's file")
SKILLDECK_CODE(package_field_unknown, "package-field-unknown", warning, "unknown field \"{}\"; it is ignored", "check the spelling or remove it")
SKILLDECK_CODE(package_field_refused, "package-field-refused", error, "field \"{}\" is not allowed", "remove it")
SKILLDECK_CODE(package_field_dropped, "package-field-dropped", warning, "\"{}\" is {}, wanted {}; it is ignored", "change the value's type")
SKILLDECK_CODE(package_path_form, "package-path-form", error, "{} path \"{}\" is not a relative path with forward slashes", "write it as ./folder/file")
SKILLDECK_CODE(package_path_outside, "package-path-outside", error, "{} path \"{}\" leads out of the plugin", "keep the files below the plugin's root")
SKILLDECK_CODE(package_path_missing, "package-path-missing", error, "{} path \"{}\" does not exist", "correct the path; it counts from the plugin's root")
SKILLDECK_CODE(package_path_without_dot, "package-path-without-dot", note, "{} path \"{}\" has no ./ in front", "write ./{1}; other hosts refuse it")
SKILLDECK_CODE(package_link_outside, "package-link-outside", error, "leads out of the plugin, to {}", "put the file itself into the plugin")
SKILLDECK_CODE(package_link_dangling, "package-link-dangling", warning, "the link leads nowhere: {}", "remove the link or restore what it points to")
SKILLDECK_CODE(package_skill_nested, "package-skill-nested", warning, "a skill this deep is not found: skills are the direct children of their folder", "move the folder up, or name its parent under \"skills\" in the manifest")
SKILLDECK_CODE(package_root_skill_unread, "package-root-skill-unread", note, "the SKILL.md at the root is not read beside a folder skills/ or the key \"skills\"", "add \"./\" to \"skills\" if it is meant to count")
SKILLDECK_CODE(package_entry_unused, "package-entry-unused", note, "the marketplace entry \"{}\" also says {}, which does not count beside the plugin's manifest", "put it into the plugin's manifest")
SKILLDECK_CODE(package_wrong_kind, "package-wrong-kind", error, "{} must be {}", "correct the path or the file")
SKILLDECK_CODE(package_folder_replaced, "package-folder-replaced", note, "the folder {}/ is not read because the manifest sets \"{}\"", "name the folder in the manifest too if it is meant to count")
SKILLDECK_CODE(package_command_invalid, "package-command-invalid", error, "command \"{}\" needs either \"source\" or \"content\", a string", "give exactly one of them")
SKILLDECK_CODE(package_conflict, "package-conflict", error, "both {} and the marketplace entry \"{}\" with `strict: false` name components: {}", "remove those keys from the entry, or `strict: false`")
SKILLDECK_CODE(package_entry_hooks, "package-entry-hooks", error, "\"hooks\" of the marketplace entry \"{}\" must be an object", "write the hooks into the entry, or into the plugin's hooks/hooks.json")
SKILLDECK_CODE(package_too_many_directories, "package-too-many-directories", error, "more than {} directories; the rest is not read", "remove what does not belong to the plugin")
SKILLDECK_CODE(hooks_not_wrapped, "hooks-not-wrapped", error, "a hooks file needs the member \"hooks\", an object", "put the events into {\"hooks\": …}")
SKILLDECK_CODE(mcp_schema_unsupported, "mcp-schema-unsupported", error, "\"$schema\" is \"{}\", wanted {}; no MCP server of this plugin is used", "correct \"$schema\"")
SKILLDECK_CODE(mcp_field_refused, "mcp-field-refused", error, "field \"{}\" is not allowed in mcp.json; no MCP server of this plugin is used", "remove it")
SKILLDECK_CODE(mcp_server_invalid, "mcp-server-invalid", error, "server \"{}\" is skipped: {}", "correct it; the other servers are not concerned")
SKILLDECK_CODE(agent_plugins_nonconforming, "agent-plugins-nonconforming", warning, "skill \"{}\" does not conform to Agent Skills: {}", "correct the file; the setting strictPackages skips such skills")
SKILLDECK_CODE(agent_plugins_skill_skipped, "agent-plugins-skill-skipped", error, "skill \"{}\" is skipped, as strictPackages is on and it does not conform to Agent Skills: {}", "correct the file")
SKILLDECK_CODE(mcp_servers_missing, "mcp-servers-missing", error, "\"mcpServers\" is missing; no MCP server of this plugin is used", "add \"mcpServers\"; it may be empty")
SKILLDECK_CODE(module_refused, "module-refused", error, "the native module is not used", "correct module.json")
SKILLDECK_CODE(module_abi_missing, "module-abi-missing", error, "\"abi\" must be a positive whole number", "add \"abi\": 1")
SKILLDECK_CODE(module_without_library, "module-without-library", error, "\"modules\" names no library for a known platform", "add one, such as \"linux-x86_64\": {\"path\": …, \"sha256\": …}")
SKILLDECK_CODE(module_path_outside, "module-path-outside", error, "{} \"{}\" is not a relative path below the plugin", "write it from the plugin's root, without ..")
SKILLDECK_CODE(module_digest_invalid, "module-digest-invalid", error, "{} is not 64 hexadecimal digits", "write the library's SHA-256 there; skilldeck_add_plugin() does it")
SKILLDECK_CODE(module_library_missing, "module-library-missing", error, "the library {} is not there", "build it, or correct the path in module.json")
SKILLDECK_CODE(module_range_invalid, "module-range-invalid", error, "{} \"{}\" is not a version range", "write it like >=1.0 or ^1.2")
SKILLDECK_CODE(native_skill_invalid, "native-skill-invalid", error, "item {} of skills.json is not an object with a \"name\"; it is skipped", "add \"name\"")
SKILLDECK_CODE(native_skill_twice, "native-skill-twice", error, "skill \"{}\" is there twice; the first one counts", "rename one of them")
SKILLDECK_CODE(new_plugin_name, "new-plugin-name", error, "\"{}\" cannot be the name of a new plugin", "use lower-case letters, digits, `-` and `.`, at most 64, a letter or digit at both ends")
SKILLDECK_CODE(template_missing, "template-missing", error, "this host was built without the template for that language", "use --lang none, or the template of the SDK")
SKILLDECK_CODE(package_name_case, "package-name-case", warning, "the name \"{}\" is not in kebab-case", "use lower-case letters, digits and `-`")
SKILLDECK_CODE(package_field_missing, "package-field-missing", warning, "the manifest has no \"{}\"", "add it")
SKILLDECK_CODE(package_field_moved, "package-field-moved", warning, "\"{}\" belongs under \"experimental\"", "move it")
SKILLDECK_CODE(package_homepage, "package-homepage", error, "\"homepage\" is \"{}\", not an address", "write it with https://")
SKILLDECK_CODE(package_misplaced, "package-misplaced", warning, "{}/ inside .claude-plugin/ is never read", "move it to the plugin's root")
SKILLDECK_CODE(package_memory_file, "package-memory-file", warning, "CLAUDE.md of a plugin is not loaded", "put its text into a skill")
SKILLDECK_CODE(package_twice, "package-twice", warning, "{} \"{}\" is there twice; only one of them is reached by its short name", "rename one of them")
SKILLDECK_CODE(user_option_invalid, "user-option-invalid", error, "option \"{}\" of \"userConfig\" {}", "complete the option")
SKILLDECK_CODE(front_matter_missing, "front-matter-missing", warning, "no front matter at the start of the file", "begin it with a block between two lines ---")
SKILLDECK_CODE(front_matter_without, "front-matter-without", warning, "the front matter has no \"{}\"", "add it")
SKILLDECK_CODE(hook_group_without_hooks, "hook-group-without-hooks", error, "{} has no list \"hooks\"", "write {\"matcher\": …, \"hooks\": [{\"type\": \"command\", …}]}")
SKILLDECK_CODE(hook_without_type, "hook-without-type", error, "{} is not an object with a \"type\"", "add \"type\": \"command\" or another type")
SKILLDECK_CODE(mcp_server_without_endpoint, "mcp-server-without-endpoint", error, "server \"{}\" has neither \"command\" nor \"url\"", "add one of them")
SKILLDECK_CODE(module_platform_unknown, "module-platform-unknown", warning, "\"modules\" names \"{}\", which is no known platform; it is ignored", "use <linux|darwin|windows>-<x86_64|aarch64>, optionally with -musl")
SKILLDECK_CODE(module_digest_differs, "module-digest-differs", error, "the file's SHA-256 is {}, module.json says {}", "build the package again, so that module.json is written anew")
SKILLDECK_CODE(module_wrong_system, "module-wrong-system", error, "not a library for {}", "put the right file there")
SKILLDECK_CODE(script_carriage_return, "script-carriage-return", error, "the first line ends in a carriage return, so the system looks for an interpreter that does not exist", "save the script with LF line ends")
// clang-format on

}  // namespace skilldeck::code
