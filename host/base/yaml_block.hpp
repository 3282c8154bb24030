// SPDX-License-Identifier: Apache-2.0
// Strict YAML: one block whose root is a map, with limits. Knows nothing of fences, repair or fields.
// The only user of yaml-cpp; a part of frontmatter. Pure functions, safe from any thread.
#pragma once

#include "base/frontmatter.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::size_t kFrontMatterMaxDepth = 16;
inline constexpr std::size_t kFrontMatterMaxAliasNodes = 1000;
inline constexpr std::size_t kFrontMatterMaxValues = 4096;

enum class YamlProblem : std::uint8_t { none, syntax, not_a_map, too_deep, too_many_nodes, too_many_values };

struct YamlBlock {
    YamlProblem problem = YamlProblem::none;
    std::string what;  ///< the parser's words, with the problem
    int line = 0;      ///< where the problem is

    FrontMatterValue::Map fields;            ///< in order; a repeated key: the last
    std::vector<std::string> repeated_keys;  ///< of the root map
    std::vector<int> key_lines;              ///< of the root map, ascending, repeated keys included
    std::vector<std::string> plain_scalars;  ///< fields whose value is written without quotes

    [[nodiscard]] bool ok() const { return problem == YamlProblem::none; }
};

/// `text` is well-formed UTF-8 with LF line ends; its first line counts as `first_line`. A field's `line` is that of
/// its key; the `source` of a field is left empty, as only the file's own lines can tell it (frontmatter.cpp).
[[nodiscard]] YamlBlock read_yaml_block(std::string_view text, int first_line);

}  // namespace skilldeck
