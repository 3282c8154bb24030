// SPDX-License-Identifier: Apache-2.0
// What a person recognises a source by. Pure function, safe from any thread.
#pragma once

#include "market/source.hpp"

#include <string>

namespace skilldeck {

/// Its path, its address, its repository, its package; else the word of its kind.
[[nodiscard]] std::string source_text(const Source& source);

}  // namespace skilldeck
