// SPDX-License-Identifier: Apache-2.0
// The options of a plugin as the interface shows them: a secret is set or not, and nothing more. Pure but for what it
// writes to the JSON writer.
#pragma once

#include "base/json_writer.hpp"
#include "plugin/option_values.hpp"

#include <string>
#include <vector>

namespace skilldeck {

/// `(set)` of a secret, with a word why where its manifest declares none; `(not set)`, else the value.
[[nodiscard]] std::string shown_value(const OptionValue& found);

/// An array of `{name, type, title, description, required, sensitive, keptSecret?, multiple, choices?, default?, min?,
/// max?, set, value?, source?, file?}`; no value of a secret, and not its default either.
void write_options(JsonWriter& out, const std::vector<OptionValue>& options);

}  // namespace skilldeck
