// SPDX-License-Identifier: Apache-2.0
// What an address of a repository or file means whatever its spelling: for comparing, never for fetching. Pure
// functions, safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr std::string_view kGithubHost = "github.com";

struct RepositoryAddress {
    std::string host;  ///< lower case, without user, default port and final dot
    std::string path;  ///< lower case, decoded, without slashes at the ends and `.git`
    std::string ref;   ///< what stands behind `#`

    [[nodiscard]] bool same_place(const RepositoryAddress& other) const {
        return host == other.host && path == other.path;
    }
};

/// The path of an address of this machine, decoded: `/…`, `file:///…`, `file://localhost/…`. Nothing for another.
[[nodiscard]] std::optional<std::string> local_address_path(std::string_view text);

/// `https://…`, `ssh://…`, `user@host:path`. Nothing for what is no address, or one of this machine.
[[nodiscard]] std::optional<RepositoryAddress> parse_repository_address(std::string_view text);

/// `owner/name`, `owner/name@ref`, `owner/name#ref` of GitHub.
[[nodiscard]] RepositoryAddress github_address(std::string_view repository);

}  // namespace skilldeck
