// SPDX-License-Identifier: Apache-2.0
// The declaration of native code, dev.skilldeck/module.json, and the static part of native skills, skills.json.
// Nothing here opens a library. Used inside package/ and by validation; not for sharing between threads.
#pragma once

#include "package/package_reading.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace skilldeck {

/// The folder of this host's own files in a plugin of any format.
inline constexpr std::string_view kOurDirectory = "dev.skilldeck";
/// All files below it are read whenever its approval is looked up.
inline constexpr std::uint64_t kOurDirectoryBytes = 256ULL * 1024 * 1024;

/// Reads module.json and skills.json of the plugin into `reading`. A declaration with any wrong field is an error
/// diagnostic and gives a RefusedModule instead: what code may do is never guessed. A library that is missing is a
/// diagnostic only.
void read_native_module(PackageReading& reading, std::string_view platform);

/// The first symbolic link on the way from `root` down to `path`, `path` itself included.
[[nodiscard]] std::optional<Path> link_on_the_way(const FileReader& files, const Path& root, const Path& path);

/// `<linux|darwin|windows>-<x86_64|aarch64>`, optionally with `-musl`.
[[nodiscard]] bool is_platform_word(std::string_view word);

}  // namespace skilldeck
