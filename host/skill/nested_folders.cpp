// SPDX-License-Identifier: Apache-2.0
#include "skill/nested_folders.hpp"

#include "skill/source_reader.hpp"

namespace skilldeck {

std::string_view nested_obstacle_words(NestedObstacle obstacle) {
    switch (obstacle) {
        case NestedObstacle::none: return {};
        case NestedObstacle::never_entered: return "folders of this name are never entered";
        case NestedObstacle::other_repository: return "it is another repository";
        case NestedObstacle::ignored: return "git ignores it";
        case NestedObstacle::not_ours: return "it belongs to another user, or everybody may write to it";
    }
    return {};
}

NestedObstacle NestedFolders::obstacle(const Path& folder) {
    const auto name = folder.filename().string();
    // What lies below a skill is part of it, and so no folder of skills has others below it.
    if (is_never_entered(name) || is_skills_parent(name)) return NestedObstacle::never_entered;
    if (files_.info(folder / ".git", Links::keep)) return NestedObstacle::other_repository;
    if (!is_ours(folder)) return NestedObstacle::not_ours;
    const auto& start = places_.start_directory;
    // Without a repository an ignore file still tells what is none of the project's own.
    if (!ignored_) ignored_.emplace(files_, repository_root(files_, start).value_or(start));
    return ignored_->ignores(folder) ? NestedObstacle::ignored : NestedObstacle::none;
}

/// Of the user, or of whoever has the start directory, which is read in any case.
bool NestedFolders::is_ours(const Path& folder) const {
    const auto info = files_.info(folder);
    if (!info) return true;  // nothing is there yet
    if (info->writable_by_all()) return false;
    const auto has_owner_of = [&](const Path& place) {
        const auto known = files_.info(place);
        return known && known->owner == info->owner;
    };
    return has_owner_of(places_.start_directory) || (!places_.home.empty() && has_owner_of(places_.home));
}

}  // namespace skilldeck
