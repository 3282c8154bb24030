// SPDX-License-Identifier: Apache-2.0
// The state of a git repository, read from its files: no git is run, so neither hooks nor configuration of the project
// take effect. Files that are missing or odd leave their field empty. Any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace workspace_context {

struct GitRemote {
    std::string name;
    std::string url;  ///< without user name and password
};

struct GitState {
    std::filesystem::path directory;       ///< the git directory
    bool is_linked = false;                ///< a work tree or submodule whose `.git` is a file
    bool is_readable = true;               ///< false when the git directory lies where this plugin may not read
    std::string branch;                    ///< empty when detached
    std::string commit;                    ///< empty before the first commit
    std::string upstream;                  ///< "origin/main"
    std::vector<std::string> in_progress;  ///< "merge", "rebase of feature, step 3 of 7", …
    std::vector<GitRemote> remotes;
    std::size_t stashes = 0;
    std::size_t worktrees = 0;
    bool is_shallow = false;
};

/// Nothing if `root` is not the top of a work tree.
[[nodiscard]] std::optional<GitState> read_git_state(const std::filesystem::path& root);

/// "https://user:secret@host/x" is "https://host/x"; other addresses stay.
[[nodiscard]] std::string without_credentials(std::string url);

}  // namespace workspace_context
