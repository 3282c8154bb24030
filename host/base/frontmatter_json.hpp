// SPDX-License-Identifier: Apache-2.0
// Front matter as typed JSON: unquoted numbers, booleans and nulls are such. Pure functions, safe from any thread.
#pragma once

#include "base/frontmatter.hpp"
#include "base/json_writer.hpp"

#include <boost/json/value.hpp>

namespace skilldeck {

[[nodiscard]] boost::json::value front_matter_json(const FrontMatterValue& value);

/// The same, written without being built.
void write_front_matter(const FrontMatterValue& value, JsonWriter& json);

}  // namespace skilldeck
