// SPDX-License-Identifier: Apache-2.0
// Columns for findings about front matter: its reader and what reads its fields know lines only. Pure functions, safe
// from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/source_lines.hpp"

namespace skilldeck {

/// Of the value, or of the key or comment where the finding is about that. One that has a column, or no line, stays.
void add_front_matter_column(Diagnostic& finding, const SourceLines& lines);

}  // namespace skilldeck
