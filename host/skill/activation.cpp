// SPDX-License-Identifier: Apache-2.0
#include "skill/activation.hpp"

#include "skill/codes.hpp"
#include "skill/nested_folders.hpp"
#include "skill/touched_path.hpp"

namespace skilldeck {

void Activation::note_folders(const FileReader& files, const DiscoveryPlaces& places, const Path& file,
                              Diagnostics& found) {
    const auto& start = places.start_directory;
    const auto real = real_place(files, file);
    if (!real || *real == start || !lies_below(*real, start)) {
        if (lies_below(file, start)) {
            found.push_back(make_diagnostic(code::skill_touch_leaves, file.string(), {start.string()}));
        }
        return;
    }
    NestedFolders nested(files, places);
    std::vector<Path> fresh;
    const auto way = real->parent_path().lexically_relative(start);
    std::size_t depth = 0;
    for (auto folder = start; const auto& part : way) {
        if (part == "." || ++depth > kNestedDepth) break;
        folder /= part;
        if (closed_.contains(folder)) break;
        if (open_.contains(folder)) continue;
        const auto obstacle = nested.obstacle(folder);
        if (obstacle != NestedObstacle::none) {
            closed_.insert(folder);
            found.push_back(
                make_diagnostic(code::skill_nested_closed, folder.string(), {nested_obstacle_words(obstacle)}));
            break;
        }
        open_.insert(folder);
        fresh.push_back(folder);
    }
    nested_folders_.insert(nested_folders_.end(), fresh.rbegin(), fresh.rend());
}

}  // namespace skilldeck
