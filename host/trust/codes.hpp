// SPDX-License-Identifier: Apache-2.0
// What this folder can report about trust records: code, severity, sentence, hint (base/diagnostic_code.hpp).
// Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(trust_refused, "trust-refused", error, "cannot be trusted: {}", "{1}")
SKILLDECK_CODE(trust_file_exposed, "trust-file-exposed", error, "does not count because others may write to it", "look through it, then chmod 600 it")
SKILLDECK_CODE(trust_file_damaged, "trust-file-damaged", error, "cannot be read as trust records: {}; no trusted workspace, approval or version in it counts, and a change keeps the damaged file as {}", "correct the file, or give trust again: skilldeck trust add, skilldeck plugin trust ID")
SKILLDECK_CODE(trust_file_replaced, "trust-file-replaced", warning, "was damaged and is begun anew: {}; the damaged file is kept as {}", "give trust again where it is wanted: skilldeck trust add, skilldeck plugin trust ID")
SKILLDECK_CODE(state_version_newer, "state-version-newer", error, "was written by a newer version (format {}, known {}); no trusted workspace, approval or version in it counts", "use that version, or move the file away")
// clang-format on

}  // namespace skilldeck::code
