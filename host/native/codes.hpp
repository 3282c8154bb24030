// SPDX-License-Identifier: Apache-2.0
// What this folder can report about native modules: code, severity, sentence, hint (base/diagnostic_code.hpp).
// Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(native_file_missing, "native-file-missing", error, "the library {} is not there", "`skilldeck plugin update` stores damaged files again; if the package itself lacks it, tell the plugin's author")
SKILLDECK_CODE(native_not_a_library, "native-not-a-library", error, "{} is not a shared library: {}", "build it as a shared library of this platform")
SKILLDECK_CODE(native_truncated, "native-truncated", error, "{} is truncated or damaged: {}", "`skilldeck plugin update` stores damaged files again; if the package itself has it so, tell the plugin's author")
SKILLDECK_CODE(native_wrong_machine, "native-wrong-machine", error, "{} is built for {}; this host needs a library for {}", "install a version of the plugin for this platform")
SKILLDECK_CODE(native_not_shared, "native-not-shared", error, "{} is {}, not a shared library", "link it as a shared library (skilldeck_add_plugin does)")
SKILLDECK_CODE(native_symbol_missing, "native-symbol-missing", error, "{} does not export {}", "declare the plugin's entry with SKD_PLUGIN, or export that symbol")
SKILLDECK_CODE(native_wrong_magic, "native-wrong-magic", error, "the entry of {} begins with {}, wanted {}", "make the entry a constant that begins with SKD_ABI_MAGIC")
SKILLDECK_CODE(native_entry_too_small, "native-entry-too-small", error, "the entry of {} says it has {} bytes, ABI 1.0 has {}", "set `size` to sizeof(skd_plugin_entry)")
SKILLDECK_CODE(native_abi_major, "native-abi-major", error, "{} needs ABI {}, this host has {}", "install a version of the plugin built for ABI {2}, or a host that has ABI {1}")
SKILLDECK_CODE(native_abi_minor, "native-abi-minor", error, "{} needs ABI {}, this host has {}: update the host", "update the host, or install an older version of the plugin")
SKILLDECK_CODE(native_abi_disagrees, "native-abi-disagrees", error, "module.json says ABI {}, {} says {}", "make `abi` in module.json the major that the library was built for")
SKILLDECK_CODE(native_entry_unreadable, "native-entry-unreadable", error, "the {} in the entry of {} cannot be read from the file", "make the entry a constant with constant texts")
SKILLDECK_CODE(native_slot_null, "native-slot-null", error, "{} of {} is null", "fill every slot of the table")
SKILLDECK_CODE(native_name_differs, "native-name-differs", error, "{} calls itself \"{}\", the plugin is \"{}\"", "give the entry the manifest's name")
SKILLDECK_CODE(native_digest_differs, "native-digest-differs", error, "{} has the digest {}, module.json declares {}", "`skilldeck plugin update` stores damaged files again; as its author, write the new digest to module.json")
SKILLDECK_CODE(native_load_failed, "native-load-failed", error, "the loader refuses {}: {}", "install what the library needs, or a version of the plugin for this system")
SKILLDECK_CODE(native_side_library, "native-side-library", error, "{} needs {}, which lies beside it, where the loader does not look: a module is opened from a private copy of its own", "link {1} into the module, as a static library")
SKILLDECK_CODE(native_entry_changed, "native-entry-changed", error, "the entry of {} is not what its file says", "make the entry a constant; nothing may change it while the library is opened")
SKILLDECK_CODE(native_start_failed, "native-start-failed", error, "{} failed: {}", "report it to the plugin's author")
SKILLDECK_CODE(native_start_slow, "native-start-slow", error, "{} did not return within {} ms", "report it to the plugin's author")
SKILLDECK_CODE(native_bad_table, "native-bad-table", error, "{}", "set `size` to the size of the table and fill every slot")
SKILLDECK_CODE(native_exception, "native-exception", error, "{} threw {}", "report it to the plugin's author")
SKILLDECK_CODE(native_call_failed, "native-call-failed", error, "{} failed: {}", "report it to the plugin's author")
SKILLDECK_CODE(native_call_slow, "native-call-slow", error, "{} did not return within {} ms", "report it to the plugin's author")
SKILLDECK_CODE(native_stuck, "native-stuck", error, "it is not asked: {} has not come back from an earlier call", "report it to the plugin's author; it is asked again once that call comes back, or in a new session")
SKILLDECK_CODE(native_unknown_status, "native-unknown-status", error, "{} returned the status {}, which this ABI does not have", "return one of the SKD_ statuses")
SKILLDECK_CODE(native_no_message, "native-no-message", warning, "{} returned {} but no message", "call `fail` of the sink before returning an error")
SKILLDECK_CODE(native_output_not_utf8, "native-output-not-utf8", error, "{} wrote text that is not valid UTF-8", "write UTF-8")
SKILLDECK_CODE(native_output_too_large, "native-output-too-large", error, "{} wrote more than {} bytes", "write less, or stop when `write` answers SKD_ERR_LIMIT")
SKILLDECK_CODE(native_misuse, "native-misuse", warning, "misuse of the plugin ABI: {}", "report it to the plugin's author")
SKILLDECK_CODE(native_late_answer, "native-late-answer", warning, "{} returned after its deadline; the answer was dropped", "report it to the plugin's author")
SKILLDECK_CODE(native_unsupported, "native-unsupported", error, "the module does not have {}", "report it to the plugin's author")
SKILLDECK_CODE(native_stopped, "native-stopped", error, "the native module was shut down", "enable the plugin again")
SKILLDECK_CODE(native_kept_mapped, "native-kept-mapped", note, "{} stays mapped until the host ends: {}", "")
SKILLDECK_CODE(native_said, "native-said", warning, "{}", "")
SKILLDECK_CODE(native_not_allowed, "native-not-allowed", error, "plugins from {} may not run native code", "install the plugin from a marketplace")
SKILLDECK_CODE(native_not_trusted, "native-not-trusted", warning, "the native code of {} has the rights of the workspace, which is not trusted", "trust the workspace with `skilldeck trust add`, then approve the code with `skilldeck plugin trust {}`")
SKILLDECK_CODE(native_interface_missing, "native-interface-missing", error, "{} does not have the interface {}, which {} asks for", "return its table from get_interface, or take it out of the declaration")
SKILLDECK_CODE(native_data_unwritable, "native-data-unwritable", warning, "the plugin's data folder {} {}: what it wants to keep is lost", "check the permissions of the folder and the free space, or choose another place with --config-dir")
SKILLDECK_CODE(native_copy_failed, "native-copy-failed", error, "the private copy that {} is opened from cannot be made: {} {}", "check the permissions of the folder and the free space, or set TMPDIR to another one")
SKILLDECK_CODE(native_outside, "native-outside", error, "the library {} is not below dev.skilldeck/, so that no approval covers it", "move the library below dev.skilldeck/ and correct module.json")
SKILLDECK_CODE(native_no_platform, "native-no-platform", error, "module.json has no library for this platform", "install a version of the plugin for this platform")
SKILLDECK_CODE(native_not_available, "native-not-available", note, "the native module says it is unavailable: {}", "")
SKILLDECK_CODE(native_undeclared, "native-undeclared", warning, "the module offers {}, which module.json does not declare: dropped", "declare it in module.json")
SKILLDECK_CODE(native_bad_answer, "native-bad-answer", error, "{} answered with something else than {}", "report it to the plugin's author")
SKILLDECK_CODE(native_shell_text, "native-shell-text", note, "the text of {} held a shell block: it is shown, not run", "")
// clang-format on

}  // namespace skilldeck::code
