// SPDX-License-Identifier: Apache-2.0
// A text file that was built into the program (cmake/EmbedFiles.cmake). Constants, safe from any thread.
#pragma once

#include <string_view>

namespace skilldeck {

struct EmbeddedFile {
    std::string_view path;  ///< below the embedded folder, with `/`
    std::string_view text;
};

}  // namespace skilldeck
