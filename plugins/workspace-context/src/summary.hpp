// SPDX-License-Identifier: Apache-2.0
// What `/workspace-context:summary` was asked for, and its answer: one Markdown block a section. Any thread.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "budget.hpp"
#include "workspace.hpp"

namespace workspace_context {

enum class Section { readme, git, build, languages, todos };

struct Request {
    std::set<Section> sections;  ///< never empty
    std::string folder;          ///< relative to the project; "" for all of it
};

/// A word that names a section narrows to it, any other is a folder. A text is why the words make no request.
[[nodiscard]] std::variant<Request, std::string> read_request(const std::vector<std::string>& words,
                                                              const std::filesystem::path& project);

[[nodiscard]] std::vector<std::string> summarise(const std::filesystem::path& project, const Request& request,
                                                 const Budget& budget);

}  // namespace workspace_context
