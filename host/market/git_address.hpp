// SPDX-License-Identifier: Apache-2.0
// What of a source goes to git: the address of a repository on this machine and what is wanted of it, each checked so
// that git takes it for nothing else. A repository elsewhere is refused here, in one place.
// Pure functions, safe from any thread.
#pragma once

#include "base/result.hpp"
#include "market/source.hpp"

#include <string>
#include <string_view>

namespace skilldeck {

struct GitAddress {
    Path repository;        ///< absolute
    std::string url;        ///< `file:///…`, as git gets it
    std::string shown;      ///< as it was written
    std::string ref;        ///< a branch, a tag or a whole ref; empty: what the repository has as HEAD
    std::string sha;        ///< the commit that it must be, and that is fetched in place of `ref`; empty: any
    std::string directory;  ///< of the repository, the one that is wanted; empty: all of it
};

/// Whether files of such a source are fetched by git: `git`, `github`, `url` and `git-subdir`.
[[nodiscard]] bool is_git_source(SourceKind kind);

/// Of a marketplace entry's source of a git kind. Errors: unsupported_source when it is not on this machine,
/// source_invalid.
[[nodiscard]] Result<GitAddress> plugin_git_address(const Source& source, std::string_view where);

/// Of a marketplace's source of the kind `git`; the others are elsewhere. Its `path` is no part of the address
/// (locate_in_clone). Errors as above.
[[nodiscard]] Result<GitAddress> marketplace_git_address(const Source& source, std::string_view where);

/// The marketplace in a clone: `path` of the source is its JSON file or its root. Errors: marketplace_file_missing,
/// source_outside when a link leads out of the clone.
[[nodiscard]] Result<MarketplaceLocation> locate_in_clone(const FileReader& files, const Source& source,
                                                          const Path& clone);

}  // namespace skilldeck
