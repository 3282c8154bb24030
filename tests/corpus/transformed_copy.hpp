// SPDX-License-Identifier: Apache-2.0
// A copy of a repository whose every text file went through an editor of another system: CRLF line ends, a byte order
// mark, or both. Blocking; one thread.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

namespace skilldeck::corpus {

enum class Transformation { none, crlf, bom, both };

/// Copies the files below `from` to `to`, which is new. Links are not copied.
[[nodiscard]] Result<> copy_transformed(FileSystem& files, const Path& from, const Path& to,
                                        Transformation transformation);

}  // namespace skilldeck::corpus
