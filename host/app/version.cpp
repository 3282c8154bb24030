// SPDX-License-Identifier: Apache-2.0
#include "app/version.hpp"

#include "generated/commit.hpp"

#include <skilldeck/plugin_abi.h>

#include <array>

namespace skilldeck {

namespace {

constexpr std::string_view kAbiDigits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
static_assert(SKD_ABI_MAJOR < 10 && SKD_ABI_MINOR < 10);
constexpr char kAbi[] = {kAbiDigits[SKD_ABI_MAJOR][0], '.', kAbiDigits[SKD_ABI_MINOR][0], '\0'};

constexpr std::array<std::string_view, 4> kFeatures{"skills", "hooks", "native-in-process", "directory-marketplaces"};

}  // namespace

const VersionFacts& version_facts() {
    static constexpr VersionFacts kFacts{kHostVersion, kAbi, kCommit, kFeatures};
    return kFacts;
}

}  // namespace skilldeck
