// SPDX-License-Identifier: Apache-2.0
// The fields of front matter that skills, commands and agents are documented to have. What a line may be taken for
// where YAML does not say it, and what a slip of the pen is compared with. Pure functions, safe from any thread.
#pragma once

#include <span>
#include <string_view>

namespace skilldeck {

[[nodiscard]] std::span<const std::string_view> documented_fields();

[[nodiscard]] bool is_documented_field(std::string_view key);

/// A documented field whose value is a text or a list: a map there is no value but a slip.
[[nodiscard]] bool holds_no_map(std::string_view key);

}  // namespace skilldeck
