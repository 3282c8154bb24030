// SPDX-License-Identifier: Apache-2.0
#include "skill/touched_path.hpp"

namespace skilldeck {

std::optional<Path> real_place(const FileReader& files, const Path& path) {
    Path missing;
    for (Path at = path;; at = at.parent_path()) {
        if (const auto real = files.real_path(at)) return missing.empty() ? *real : *real / missing;
        const bool dangling = files.info(at, Links::keep).has_value();
        if (dangling || at == at.parent_path()) return std::nullopt;
        missing = missing.empty() ? at.filename() : at.filename() / missing;
    }
}

std::optional<std::string> path_in_project(const FileReader& files, const Path& path, const Path& project_dir) {
    const auto below = [&](const Path& place) -> std::optional<std::string> {
        if (place == project_dir || !lies_below(place, project_dir)) return std::nullopt;
        return place.lexically_relative(project_dir).generic_string();
    };
    if (auto inside = below(path)) return inside;
    const auto real = real_place(files, path);
    return real ? below(*real) : std::nullopt;
}

}  // namespace skilldeck
