// SPDX-License-Identifier: Apache-2.0
// Findings as a SARIF 2.1.0 log, for code scanning and editors: one run, a rule for each code that occurs, addresses
// relative to one root, columns in UTF-16 code units. It reads the files that findings name, for the columns. Any
// thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/json_writer.hpp"
#include "os/file_system.hpp"

namespace skilldeck {

/// `root` is the absolute directory that addresses count from; a file elsewhere has an absolute one.
void write_sarif(JsonWriter& json, const Diagnostics& findings, const FileReader& files, const Path& root);

}  // namespace skilldeck
