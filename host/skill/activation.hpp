// SPDX-License-Identifier: Apache-2.0
// What the files that a session touched have brought: folders below the start directory with skills of their own, and
// skills whose paths match. It owns what lasts for the session, over every reload; how folders are judged is
// nested_folders.hpp, how paths are matched conditional.hpp. A value; one thread at a time.
#pragma once

#include "skill/discovery.hpp"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::size_t kNestedDepth = 256;  ///< folders below the start directory

class Activation {
public:
    /// Notes the folders from that of a touched file up to the start directory, which is not among them; each is
    /// judged once. `file` is absolute, without `.` and `..`, and need not exist. Notes in `found` say where that ended
    /// early. Blocking reads.
    void note_folders(const FileReader& files, const DiscoveryPlaces& places, const Path& file, Diagnostics& found);

    /// For DiscoveryPlaces::nested_folders: what was touched first comes first, of one file the nearest to it, so that
    /// no later file takes a name from what has it.
    [[nodiscard]] const std::vector<Path>& nested_folders() const { return nested_folders_; }

    /// Skills, by their qualified names, for CatalogueOptions::activated.
    void activate(std::span<const std::string_view> qualified_names) {
        activated_.insert(qualified_names.begin(), qualified_names.end());
    }
    [[nodiscard]] const std::set<std::string, std::less<>>& activated() const { return activated_; }

private:
    std::vector<Path> nested_folders_;
    std::set<Path> open_, closed_;  ///< folders that were judged
    std::set<std::string, std::less<>> activated_;
};

}  // namespace skilldeck
