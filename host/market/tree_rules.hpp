// SPDX-License-Identifier: Apache-2.0
// What may be in a plugin's directory: one walk that refuses links that leave it, devices and fifos, set-id files,
// names that some file systems take for one, and anything beyond the limits. Copying stops at the first refusal,
// validation hears them all. It only reads; nothing is followed.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"
#include "package/installed_plugin.hpp"

#include <cstddef>
#include <cstdint>

namespace skilldeck {

struct TreeLimits {
    std::size_t entries = 100'000;
    std::uint64_t file_bytes = 512ULL * 1024 * 1024;
    std::uint64_t total_bytes = 1024ULL * 1024 * 1024;
};

/// What is done with the entries of a tree, each given relative to its root. An error ends the walk and is its result.
class TreeVisitor {
public:
    virtual ~TreeVisitor() = default;
    virtual Result<> directory(const Path& relative) = 0;
    virtual Result<> file(const Path& relative, const FileInfo& info) = 0;
    virtual Result<> link(const Path& relative, const Path& target) = 0;
    /// An entry that breaks a rule; after success the walk goes on without it. Beyond a limit it ends all the same.
    virtual Result<> refused(Error why) = 0;
    virtual void left_out(Diagnostic what) = 0;
};

/// `root` is a real path. `.git` is left out. Refusals are the tree_* codes and file_too_large, each naming the entry.
/// Errors: of FileReader and of the visitor.
[[nodiscard]] Result<> walk_plugin_tree(const FileReader& files, const Path& root, const TreeLimits& limits,
                                        TreeVisitor& visitor);

/// Every refusal and warning of the walk.
[[nodiscard]] Diagnostics judge_plugin_tree(const FileReader& files, const Path& root, const TreeLimits& limits = {});

}  // namespace skilldeck
