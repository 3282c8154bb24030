// SPDX-License-Identifier: Apache-2.0
// A header of any shape: strict YAML first, then repair of single values, then raw lines; where each value stands in
// the file, and what of it YAML took for a comment. The common shapes are read without it (frontmatter_scanner).
// A part of frontmatter. Pure functions, safe from any thread.
#pragma once

#include "base/frontmatter.hpp"
#include "base/frontmatter_header.hpp"

namespace skilldeck {

/// Sets the reading and the fields. `header` is closed and not too large.
void read_header_as_yaml(const FrontMatterHeader& header, FrontMatter& front_matter, HeaderReporter& reporter);

}  // namespace skilldeck
