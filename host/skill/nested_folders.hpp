// SPDX-License-Identifier: Apache-2.0
// Whether skills are looked for in a folder below the start directory. It owns what is not entered and why; which
// folders are asked about is activation.hpp, what is read in them discovery.hpp. Inside skill/ only; blocking reads,
// one thread at a time.
#pragma once

#include "skill/discovery.hpp"
#include "skill/ignored_folders.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace skilldeck {

/// What closes a folder and all below it.
enum class NestedObstacle : std::uint8_t { none, never_entered, other_repository, ignored, not_ours };
/// Why, without a full stop; empty for none.
[[nodiscard]] std::string_view nested_obstacle_words(NestedObstacle obstacle);

class NestedFolders {
public:
    /// Both outlive this.
    NestedFolders(const FileReader& files, const DiscoveryPlaces& places) : files_(files), places_(places) {}

    /// Of a folder below the start directory, a real path, when none above it is closed. It need not exist.
    [[nodiscard]] NestedObstacle obstacle(const Path& folder);

private:
    [[nodiscard]] bool is_ours(const Path& folder) const;

    const FileReader& files_;
    const DiscoveryPlaces& places_;
    std::optional<IgnoredFolders> ignored_;  ///< read when it is needed
};

}  // namespace skilldeck
