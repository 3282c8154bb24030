// SPDX-License-Identifier: Apache-2.0
// Diagnostics as the JSON of the interface: `{severity, code, plugin?, message, file?, line?, column?, hint?}`.
// Pure functions of their arguments, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/json_writer.hpp"

#include <string_view>

namespace skilldeck {

/// One object of a `diagnostics` or `findings` list.
void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic);
/// The member `name` with the whole list, also when it is empty.
void write_diagnostics(JsonWriter& json, std::string_view name, const Diagnostics& diagnostics);

}  // namespace skilldeck
