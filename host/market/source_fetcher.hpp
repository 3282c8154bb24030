// SPDX-License-Identifier: Apache-2.0
// Getting files that are not in a directory of this machine yet: what Market asks for them, whoever it is that fetches.
// It knows no store and no marketplace.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "market/git_address.hpp"
#include "os/file_system.hpp"

#include <string>

namespace skilldeck {

struct FetchedTree {
    Path directory;      ///< the files, without anything of git's own
    std::string commit;  ///< that they are of, whole
    Diagnostics warnings;
};

class SourceFetcher {
public:
    virtual ~SourceFetcher() = default;
    /// `into` is a private directory, empty, a real path; what is fetched ends there, and whatever was needed on the
    /// way. On an error everything there is rubbish. It waits, and may be cancelled: fetch_interrupted.
    [[nodiscard]] virtual Result<FetchedTree> fetch(const GitAddress& address, const Path& into) = 0;
};

}  // namespace skilldeck
