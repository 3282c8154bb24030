// SPDX-License-Identifier: Apache-2.0
// Which folders of a repository git ignores: `.gitignore` at every level and `.git/info/exclude`, as
// `git check-ignore --no-index` has it. It owns which files speak and in which order; patterns are base/glob.hpp. The
// index and a person's own `core.excludesFile` are not asked. Inside skill/ only; one thread at a time.
#pragma once

#include "base/glob.hpp"
#include "os/file_system.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr std::size_t kIgnoreFileLimit = 1024 * 1024;  ///< bytes

class IgnoredFolders {
public:
    /// `root`: the repository's, a real path. `files` outlives this.
    IgnoredFolders(const FileReader& files, Path root);

    /// Whether git ignores a folder, or one above it; a real path below the root, which need not exist. An ignore file
    /// that cannot be read ignores all below it: what was not to be looked at stays unseen.
    [[nodiscard]] bool ignores(const Path& folder);

private:
    [[nodiscard]] bool ignores_itself(std::string_view relative);
    [[nodiscard]] const GlobSet& patterns_in(std::string_view relative);
    [[nodiscard]] GlobSet read(const Path& file) const;

    const FileReader& files_;
    Path root_;
    GlobSet excluded_;  ///< of `.git/info/exclude`
    // By folder, relative to the root; the empty text is the root.
    std::map<std::string, GlobSet, std::less<>> gitignore_;
    std::map<std::string, bool, std::less<>> judged_;
};

}  // namespace skilldeck
