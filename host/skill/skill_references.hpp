// SPDX-License-Identifier: Apache-2.0
// The files that a Markdown text points to with links. Code, addresses and anchors are no files. It touches no disk.
// Pure function, safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct FileReference {
    std::string target;      ///< as a path: without title, anchor and query, `%20` decoded
    std::size_t offset = 0;  ///< of the target in the text
};

/// `[text](target)` and `[label]: target`, in order. What is computed (`$NAME/x`, `{placeholder}`) is left out, but a
/// leading `${CLAUDE_SKILL_DIR}/` or `${SKILL_DIR}/` is the skill's own folder.
[[nodiscard]] std::vector<FileReference> find_file_references(std::string_view markdown);

}  // namespace skilldeck
