// SPDX-License-Identifier: Apache-2.0
// A deck that fetches by the real git.
#pragma once

#include "git_is_there.hpp"
#include "git_repository.hpp"
#include "market/git_fetcher.hpp"
#include "market_fixture.hpp"

#include <filesystem>
#include <fstream>
#include <memory>

namespace skilldeck::test {

/// git, with a home of its own that holds nothing, and limits that a test may set.
class Fetching {
public:
    explicit Fetching(Environment environment = child_environment())
        : tools{*reactor, *processes, files, files, std::move(environment), {}} {}

    Result<FetchedTree> fetch(const GitAddress& address, const Path& into) {
        std::filesystem::create_directories(into);
        return GitFetcher(tools).fetch(address, into);
    }

    FileSystem files;
    std::unique_ptr<Reactor> reactor = make_reactor(1);
    std::unique_ptr<ProcessRunner> processes = make_process_runner(*reactor);
    GitTools tools;
};

class GitDeck : public Deck {
public:
    GitDeck() { fetcher = &git; }

    Fetching fetching;
    GitFetcher git{fetching.tools};
    GitRepository repository{scratch.path() / "origin"};

    /// A catalogue with these entries in the repository's working tree.
    void catalogue(const std::string& entries, const std::string& more = {}) const {
        Deck::catalogue(entries, "shop", "origin/work", more);
    }
    void plugin(const std::string& name, const std::string& version, const std::string& body = "Body.") const {
        Deck::plugin(name, version, body, "origin/work");
    }
    /// Added by its address.
    MarketAction add() {
        auto added = market().add_marketplace(repository.url());
        BOOST_REQUIRE_MESSAGE(added.has_value(), (added ? std::string() : to_line(added.error())));
        return *std::move(added);
    }
    MarketAction update_marketplace() {
        auto updated = market().update_marketplace("shop");
        BOOST_REQUIRE_MESSAGE(updated.has_value(), (updated ? std::string() : to_line(updated.error())));
        return *std::move(updated);
    }
    /// What stands below `plugins/marketplaces` and in the staging place.
    [[nodiscard]] Names clones() const {
        Names names;
        const auto folder = plugins() / "marketplaces";
        if (std::filesystem::exists(plugins() / ".staging")) {
            for (const auto& entry : std::filesystem::directory_iterator(plugins() / ".staging"))
                names.push_back(entry.path().string());
        }
        if (!std::filesystem::exists(folder)) return names;
        for (const auto& name : std::filesystem::directory_iterator(folder)) {
            for (const auto& clone : std::filesystem::directory_iterator(name.path()))
                names.push_back(clone.path().lexically_relative(folder).string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }
};

}  // namespace skilldeck::test
