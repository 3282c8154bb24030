// SPDX-License-Identifier: Apache-2.0
// Semantic versions (semver.org 2.0.0) and node-semver ranges. Pure values, safe from any thread.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct Version {
    std::uint64_t major = 0, minor = 0, patch = 0;
    std::vector<std::string> pre_release;  ///< dot-separated identifiers
    std::string build;                     ///< ignored in comparisons

    /// Precedence of semver.org §11.
    friend std::strong_ordering operator<=>(const Version& a, const Version& b);
    friend bool operator==(const Version& a, const Version& b);
};

/// Strict `1.2.3-pre+build`; a missing minor or patch, or a leading `v`, is not a version.
[[nodiscard]] std::optional<Version> parse_version(std::string_view text);

/// A range: `>=1.0`, `^1.2`, `~1.2.3`, `1.x`, `>=1 <2`, `a - b`, `a || b`. Pre-releases match only as node-semver says.
class VersionRange {
public:
    [[nodiscard]] static std::optional<VersionRange> parse(std::string_view text);
    [[nodiscard]] bool contains(const Version& version) const;

private:
    friend class VersionRangeReader;
    struct Comparator {
        enum class Operator : std::uint8_t { less, less_equal, equal, greater_equal, greater } op;
        Version version;
    };
    std::vector<std::vector<Comparator>> alternatives_;
};

/// Whether a version suits a need as it is written. An empty range or `*` takes whatever there is, also what is no
/// version; text that is no range takes nothing.
[[nodiscard]] bool range_accepts(std::string_view range, std::string_view version);

}  // namespace skilldeck
