// SPDX-License-Identifier: Apache-2.0
// The SDK's template projects, embedded, so that `plugin new` works on a machine that has only the program.
// Constants, safe from any thread.
#pragma once

#include "base/embedded_file.hpp"

#include <span>

namespace skilldeck {

/// Everything below sdk/template/, sorted by path: `c/CMakeLists.txt`.
[[nodiscard]] std::span<const EmbeddedFile> template_files();

}  // namespace skilldeck
