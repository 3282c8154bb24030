// SPDX-License-Identifier: Apache-2.0
// Which of many lists of patterns match a path, without trying each: they are sorted by plain text that must stand in
// every path that they match. It owns that order; what a match is, is glob.hpp. Built by one thread, then safe from
// any.
#pragma once

#include "base/glob.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace skilldeck {

class GlobIndex {
public:
    /// Its number: the first is 0, the next 1.
    std::size_t add(GlobSet set);

    /// The numbers of those that match, in their order. The path is as GlobSet takes it.
    [[nodiscard]] std::vector<std::size_t> matching(std::string_view path, PathKind kind) const;

private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Numbers = std::vector<std::size_t>;
    using Table = std::unordered_map<std::string, Numbers, TextHash, std::equal_to<>>;

    void sort_in(const GlobAlternative& alternative, std::size_t number);

    std::vector<GlobSet> sets_;
    Table by_folder_;  ///< the path is this one or lies below it: `src/app`
    Table by_name_;    ///< a segment of the path: `package.json`
    Table by_ending_;  ///< of a segment of the path, from its last dot on: `.ts`
    Numbers others_;   ///< no such text
};

}  // namespace skilldeck
