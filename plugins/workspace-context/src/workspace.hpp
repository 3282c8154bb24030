// SPDX-License-Identifier: Apache-2.0
// The files of a project: a bounded walk that stays inside, follows no links and leaves out what is generated. Owns the
// list it found; reading is by error code, so a file that vanishes meanwhile is just not there. Any thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "budget.hpp"

namespace workspace_context {

struct WalkLimits {
    std::size_t files = 20'000;
    std::size_t directories = 5'000;
    std::size_t depth = 24;
};

struct File {
    std::string path;  ///< relative to the root, with slashes
    std::uintmax_t size = 0;
};

struct Workspace {
    std::filesystem::path root;
    std::vector<File> files;  ///< by path
    std::string cut;          ///< why the walk ended early, for the reader; empty if it did not
};

/// The files at and below `folder` of `root` ("" for all). Ignore files count from the root down.
[[nodiscard]] Workspace walk(const std::filesystem::path& root, std::string_view folder, const Budget& budget,
                             const WalkLimits& limits = {});

/// Up to `most` bytes of a regular file; nothing if there is none, if it is a link (it could lead out of the project),
/// or if it cannot be read.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& path, std::size_t most);

/// Text of the project on its way into the summary: one line, no control characters or backquotes, at most `most`
/// bytes.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t most = 160);

}  // namespace workspace_context
