// SPDX-License-Identifier: Apache-2.0
// What this program is: filled in by the build. Pure values.
#pragma once

#include <span>
#include <string_view>

namespace skilldeck {

/// Semantic version of the host, as in CMakeLists.txt.
inline constexpr std::string_view kHostVersion = SKILLDECK_VERSION;

struct VersionFacts {
    std::string_view version;
    std::string_view abi;     ///< of plugins, `1.0`
    std::string_view commit;  ///< empty when the sources were no git checkout
    std::span<const std::string_view> features;
};

[[nodiscard]] const VersionFacts& version_facts();

}  // namespace skilldeck
