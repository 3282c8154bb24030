// SPDX-License-Identifier: Apache-2.0
// SHA-256 of bytes, files and trees, as lower-case hexadecimal. Safe from any thread.
#pragma once

#include "os/file_system.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace skilldeck {

[[nodiscard]] std::string sha256(std::string_view bytes);

/// Of a regular file, read in pieces. Errors as FileReader::read.
[[nodiscard]] Result<std::string> sha256_of_file(const FileReader& files, const Path& file);

/// The list of a tree, one line an entry, sorted by path in byte order, LF ends:
/// `<mode> <sha256> <path>` for a file (mode `755` if the owner may execute it, else `644`),
/// `link <target> -> <path>` for a link. Directories have no line of their own. A device, fifo or set-id file is an
/// error.
[[nodiscard]] Result<std::string> tree_manifest(const FileReader& files, const Path& root);
/// The same of files of at most `most_bytes` in all; file_too_large before any more is read.
[[nodiscard]] Result<std::string> tree_manifest(const FileReader& files, const Path& root, std::uint64_t most_bytes);

/// The path in one line of such a list, as it is written there.
[[nodiscard]] std::string_view manifest_path(std::string_view line);
/// What such a list says of `folder`, a path with slashes: the list of that folder.
[[nodiscard]] std::string manifest_below(std::string_view manifest, std::string_view folder);

/// The digest of tree_manifest: the same on every machine.
[[nodiscard]] Result<std::string> tree_digest(const FileReader& files, const Path& root);

}  // namespace skilldeck
