// SPDX-License-Identifier: Apache-2.0
// What a disk may hold after a power cut, from a record of changes. An entry of a directory (made, renamed, removed) is
// sure once the directory was synced, of a rename one of the two; the bytes and mode of a file once it was; everything
// once the file system was. What is not sure may have happened or not: entries in their order, up to some step and no
// further, and bytes altogether or not at all. One thread.
#pragma once

#include "os/file_system.hpp"
#include "recorded_changes.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck::test {

class PowerLoss {
public:
    /// `root` as it is now: before the changes that are to be recorded.
    explicit PowerLoss(const Path& root);
    /// The changes that followed.
    void follow(const std::vector<Change>& changes);

    /// One directory tree, by path relative to the root.
    struct Entry {
        FileKind kind = FileKind::regular;
        std::uint32_t mode = 0;
        std::string text;  ///< of a file; the target of a link
        friend bool operator==(const Entry&, const Entry&) = default;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    using Tree = std::map<std::string, Entry>;

    /// Every tree, without repetition, that the power may leave when it goes after the first `done` changes.
    [[nodiscard]] std::vector<Tree> left_after(std::size_t done) const;

private:
    struct Node {
        Entry what;
        std::map<std::string, std::size_t> entries;
    };
    /// What one change does: to entries, or to what a node holds.
    struct Step {
        struct Place {
            std::size_t folder = 0;
            std::string name;
        };
        std::vector<Place> gone;
        std::vector<std::pair<Place, std::size_t>> made;
        std::size_t node = 0;
        bool of_node = false;
        Change change;
        std::size_t sure_from = static_cast<std::size_t>(-1);  ///< the number of changes after which it is sure
    };
    enum class Bytes { kept, dropped };

    std::size_t read(const Path& path);
    [[nodiscard]] std::size_t find(const Path& relative) const;
    void take(Change change);
    void sync(std::size_t node, std::size_t now);
    [[nodiscard]] Tree tree(std::size_t done, std::size_t entries_until, Bytes bytes) const;
    void collect(const std::vector<Node>& nodes, std::size_t node, const std::string& path, Tree& tree) const;
    static void apply(std::vector<Node>& nodes, const Step& step);

    std::vector<Node> before_;  ///< the first is the root; those that come later are there, without a place
    std::vector<Node> now_;
    std::vector<Step> steps_;
};

/// Makes `root` hold the tree and nothing else.
void put(const PowerLoss::Tree& tree, const Path& root);

}  // namespace skilldeck::test
