// SPDX-License-Identifier: Apache-2.0
// A deck whose every change of the disk is recorded and can be stopped, with settings and trust beside the store as the
// program has them, and its state as a value: before and after are compared byte by byte.
#pragma once

#include "market/transaction.hpp"
#include "market_fixture.hpp"
#include "os/digest.hpp"
#include "power_loss.hpp"
#include "recorded_changes.hpp"
#include "trust/trust_store.hpp"

#include <memory>

namespace skilldeck::test {

/// What people have: every file below the configuration and the project but what is swept sooner or later (the staging
/// place, temporary files, empty folders). The scratch directory's name is `@`.
using State = std::map<std::string, std::string>;

class RecordedDeck : public Deck {
public:
    RecordedDeck() {
        files = FileSystem(changes);
        companions.flag_files = [this](std::string_view, Scope scope, const Path&) {
            std::vector<Result<Path>> found{settings_of(scope)};
            if (scope == Scope::project) found.emplace_back(project() / ".claude/settings.json");
            return found;
        };
        companions.carry_options = [this](std::string_view from, std::string_view to, OptionCarry how) {
            return secrets().carry_plugin(from, to, how);
        };
        companions.remember_versions = [this](const std::vector<PluginVersion>& versions) {
            return TrustStore(files, files, clock, config() / "trust.json", {}).remember_versions(versions);
        };
    }

    [[nodiscard]] Path settings_of(Scope scope) const {
        if (scope == Scope::user) return config() / "settings.json";
        return project() / ".skilldeck" / (scope == Scope::local ? "settings.local.json" : "settings.json");
    }

    [[nodiscard]] Credentials secrets() { return {files, files, config() / "credentials.json"}; }
    [[nodiscard]] StoreTools tools() { return {files, files, plugins_, companions}; }
    /// The next process: takes the lock, ends what was left, and says so.
    Diagnostics next_run() {
        Diagnostics found;
        const auto begun = Transaction::begin(tools(), found);
        BOOST_REQUIRE_MESSAGE(begun.has_value(), (begun ? std::string() : to_line(begun.error())));
        return found;
    }

    [[nodiscard]] State state() const {
        State state;
        for (const auto& root : {config(), project()}) {
            if (std::filesystem::exists(root)) collect(root, state);
        }
        return state;
    }

    std::unique_ptr<SourceFetcher> own_fetcher;  ///< for a test that makes one
    std::shared_ptr<RecordedChanges> changes = std::make_shared<RecordedChanges>(scratch.path());

private:
    void collect(const Path& directory, State& state) const {
        for (const auto& entry : std::filesystem::directory_iterator(directory)) {
            const auto name = entry.path().filename().string();
            const bool swept = name == ".staging" || (name.starts_with('.') && name.ends_with(".tmp"));
            if (swept) continue;
            const auto shown = entry.path().lexically_relative(scratch.path()).string();
            if (entry.is_symlink()) {
                state[shown] = "link to " + std::filesystem::read_symlink(entry.path()).string();
            } else if (entry.is_directory()) {
                collect(entry.path(), state);
            } else {
                const auto info = files.info(entry.path());
                state[shown] = (info->executable() ? "x " : "- ") + without_scratch(text(entry.path()));
            }
        }
    }

    [[nodiscard]] std::string without_scratch(std::string text) const {
        const auto own = scratch.path().string();
        for (auto at = text.find(own); at != std::string::npos; at = text.find(own)) text.replace(at, own.size(), "@");
        return text;
    }

    Path plugins_ = plugins();
};

/// The first file that differs, for messages.
inline std::string difference(const State& a, const State& b) {
    for (const auto& [name, text] : a) {
        const auto other = b.find(name);
        if (other == b.end()) return name + " is only in the first";
        if (other->second != text) return name + ": " + text + " / " + other->second;
    }
    for (const auto& [name, text] : b) {
        if (!a.contains(name)) return name + " is only in the second";
    }
    return "none";
}

}  // namespace skilldeck::test
