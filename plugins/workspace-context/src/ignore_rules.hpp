// SPDX-License-Identifier: Apache-2.0
// The lines of .gitignore files, as far as a summary needs them: patterns, directories, anchors, `**` and negation.
// Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workspace_context {

enum class EntryKind { file, directory };

class IgnoreRules {
public:
    static constexpr std::size_t kMaximumRules = 2'000;

    /// Adds the lines of the .gitignore in `directory` ("" for the root, else with slashes, none at the end). Rules
    /// beyond the limit are left out.
    void add(std::string_view directory, std::string_view text);

    /// The last rule that matches decides. What is in an ignored directory is not asked about: the walk stays out.
    [[nodiscard]] bool ignores(std::string_view path, EntryKind kind) const;

private:
    struct Rule {
        std::string directory;           ///< where its .gitignore is
        std::vector<std::string> parts;  ///< the pattern, split at slashes; "**" stands for any number of parts
        bool negated = false;
        bool directories_only = false;
    };
    std::vector<Rule> rules_;
};

/// One component of a path against one of a pattern: `*`, `?`, `[a-z]`, `[!x]`, `\x`. Linear but for one star at a
/// time.
[[nodiscard]] bool matches_component(std::string_view pattern, std::string_view text);

}  // namespace workspace_context
