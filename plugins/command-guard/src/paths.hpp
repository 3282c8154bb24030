// SPDX-License-Identifier: Apache-2.0
// What a path argument names, judged by its text alone: no file is looked at, because the guard must answer the same
// for a command that will create what it names. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scope.hpp"

namespace command_guard {

enum class PathClass {
    unknown,     ///< only the running shell knows
    root,        ///< /
    system,      ///< a directory the machine needs, such as /usr or /home
    home,        ///< the user's home, whole
    ancestor,    ///< a directory above the project
    project,     ///< the project or the working directory, whole
    repository,  ///< a .git directory or something in it
    inside,      ///< below the project
    temporary,   ///< below a directory for temporary files
    device,      ///< a disk, a partition, memory
    outside      ///< anywhere else
};

enum class Reach {
    exact,   ///< the path itself, or (with a pattern) everything in it
    below,   ///< something below the path, which one is not known
    nowhere  ///< not known at all
};

enum class Walk {
    none,        ///< a path as it was written
    something,   ///< some of what is below the path, which something went through
    everything,  ///< all of what is below it
};

struct ResolvedPath {
    Reach reach = Reach::nowhere;
    std::string path;  ///< absolute and normalised; relative to a directory that is not known it begins with kUnknown
    Walk walk = Walk::none;
};

/// The word that stands for everything, or for something, that a walk from `start` comes across.
[[nodiscard]] Text everything_below(const Text& start);
[[nodiscard]] Text something_below(const Text& start);

/// Where the walk that such a word comes from started; any other word as it is.
[[nodiscard]] Text walk_start(const Text& word);

[[nodiscard]] ResolvedPath resolve_path(const Text& text, const Scope& scope);
[[nodiscard]] PathClass classify(const ResolvedPath& path, const Scope& scope, const Place& place);

/// "/a/./b/../c" is "/a/c"; a relative path is taken from `directory`. `..` at the root stays there.
[[nodiscard]] std::string normalise(std::string_view path, std::string_view directory);

/// Whether `path` is `directory` or below it.
[[nodiscard]] bool is_within(std::string_view path, std::string_view directory);

/// "host:path", as scp and rsync have it.
[[nodiscard]] bool is_remote(std::string_view path);

/// /dev/sda, /dev/nvme0n1p1, /dev/mapper/…, not /dev/null.
[[nodiscard]] bool is_disk(std::string_view path);

/// The entry of the protected paths (built in, then `more`) that this path is, or is in.
[[nodiscard]] std::optional<std::string> protected_by(const ResolvedPath& path, const Place& place,
                                                      const std::vector<std::string>& more);

/// The first such entry that is below this path. What the project itself holds does not count: it is worked on.
[[nodiscard]] std::optional<std::string> protected_below(const ResolvedPath& path, const Place& place,
                                                         const std::vector<std::string>& more);

enum class SecretClass {
    none,
    credential,  ///< a private key or a stored login
    environment  ///< .env and its like: read every day, secret when they leave the machine
};
[[nodiscard]] SecretClass classify_secret(const Text& text, const Scope& scope, const Place& place);

/// The part behind the last slash.
[[nodiscard]] std::string_view base_name(std::string_view path);

}  // namespace command_guard
