// SPDX-License-Identifier: Apache-2.0
// Everything below a directory, to compare it with what it was: bytes, modes and targets, not times. A plain value.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace skilldeck::test {

/// By path from the root: kind and mode, then the bytes of a file or the target of a link.
using FileTree = std::map<std::string, std::string>;

[[nodiscard]] FileTree tree_of(const std::filesystem::path& root);
/// One line a path that stands in only one of two, or differently: `- gone`, `+ new`, `! other`. Empty: none.
[[nodiscard]] std::string differences(const FileTree& before, const FileTree& after);
/// The whole file; fails the test when it cannot be read.
[[nodiscard]] std::string text_of(const std::filesystem::path& file);

/// What `~/.skilldeck` holds, without what is safe to delete and without the highest versions that trust.json keeps.
[[nodiscard]] FileTree lasting_state(const std::filesystem::path& config);

}  // namespace skilldeck::test
