// SPDX-License-Identifier: Apache-2.0
// Fetches by the user's git: one commit, without history, into a directory without `.git`. git gets an argument vector,
// an environment that says nothing of the user's and the system's configuration, and may speak to nothing but
// repositories of this machine; hooks, filters, submodules and prompts are off, on this side and on the other. What a
// tree would unpack to is known before it is unpacked. [loop thread]
#pragma once

#include "base/cancel.hpp"
#include "market/source_fetcher.hpp"
#include "market/tree_rules.hpp"
#include "os/process.hpp"
#include "os/reactor.hpp"

#include <chrono>
#include <functional>

namespace skilldeck {

struct GitTools {
    Reactor& reactor;
    ProcessRunner& processes;
    const FileReader& reader;
    FileWriter& writer;
    Environment environment;                     ///< PATH of it finds git
    std::function<CancelToken()> cancel;         ///< of the work at hand; empty: never
    std::chrono::milliseconds timeout{120'000};  ///< of each step
    TreeLimits limits{};
};

/// The environment that git runs in: `base` without what steers git, with what takes the rest away from it.
[[nodiscard]] Environment git_environment(Environment base, const Path& home);

class GitFetcher final : public SourceFetcher {
public:
    explicit GitFetcher(GitTools tools) : tools_(std::move(tools)) {}

    /// Errors: git_missing, git_fetch_failed, git_owner_differs, git_commit_differs, fetch_interrupted, tree_too_many,
    /// tree_too_large, file_too_large.
    [[nodiscard]] Result<FetchedTree> fetch(const GitAddress& address, const Path& into) override;

private:
    GitTools tools_;
};

}  // namespace skilldeck
