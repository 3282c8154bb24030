// SPDX-License-Identifier: Apache-2.0
// Every operation, killed before each of its steps, met by a full disk at each, and by a power cut after each: the next
// run finds the store, the settings and the trust before or after, and nothing between.
#include "market/codes.hpp"
#include "market/tree_copy.hpp"
#include "recorded_deck.hpp"

#include <functional>
#include <memory>
#include <set>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

struct Scenario {
    std::string name;
    std::function<void(RecordedDeck&)> prepare;
    std::function<Result<>(RecordedDeck&)> act;
};

template <class T>
Result<> done(const Result<T>& result) {
    return result ? Result<>() : Result<>(result.error());
}

/// A skill, an executable and a link.
void write_plugin(RecordedDeck& deck, const std::string& version) {
    deck.plugin("p", version, "Body of " + version);
    const auto tool = deck.scratch.write("market/p/tools/run.sh", "#!/bin/sh\n");
    fs::permissions(tool, fs::perms(0755));
    const auto link = deck.market_root() / "p/link";
    if (!fs::is_symlink(link)) fs::create_symlink("tools/run.sh", link);
}

void prepare_market(RecordedDeck& deck) {
    deck.catalogue(R"({"name": "p", "source": "./p"}, {"name": "q", "source": "./q"})");
    write_plugin(deck, "1.0.0");
    deck.plugin("q", "2.0.0");
    deck.scratch.write("config/settings.json",
                       "{\n  \"model\": \"m\",\n  \"enabledPlugins\": {\n    \"z@z\": true\n  }\n}\n");
}

void prepare_added(RecordedDeck& deck) {
    prepare_market(deck);
    deck.add();
}

void prepare_installed(RecordedDeck& deck) {
    prepare_added(deck);
    deck.install("p@shop");
    deck.scratch.write("config/plugins/data/p-shop/kept", "data");
    deck.scratch.write("config/plugins/data/p-shop/deep/kept", "data");
}

void prepare_twice_updated(RecordedDeck& deck) {
    prepare_installed(deck);
    write_plugin(deck, "1.1.0");
    deck.update("p@shop", Consent::everything);
}

/// `app` needs `q`, which needs `r`.
void prepare_needy(RecordedDeck& deck) {
    deck.catalogue(
        R"({"name": "app", "source": "./app"}, {"name": "q", "source": "./q"}, {"name": "r", "source": "./r"})");
    for (const auto& [name, needs] : {std::pair("app", R"("q")"), std::pair("q", R"("r")"), std::pair("r", "")}) {
        deck.plugin(name, "1.0.0");
        deck.scratch.write(
            std::string("market/") + name + "/.claude-plugin/plugin.json",
            std::string(R"({"name": ")") + name + R"(", "version": "1.0.0", "dependencies": [)" + needs + "]}");
    }
    deck.scratch.write("config/settings.json", "{\n  \"enabledPlugins\": {\n    \"z@z\": true\n  }\n}\n");
    deck.add();
}

/// Two versions and a whole plugin that no record knows.
void prepare_unneeded(RecordedDeck& deck) {
    prepare_twice_updated(deck);
    for (const auto* place : {"shop/p/0.8.0", "shop/p/0.9.0", "gone/q/1.0.0"}) {
        deck.scratch.write(std::string("config/plugins/cache/") + place + "/skills/do/SKILL.md", "old");
        deck.scratch.write(std::string("config/plugins/cache/") + place + "/files.sha256", "old");
    }
}

Result<> install_version(RecordedDeck& deck, const std::string& version) {
    InstallRequest request;
    request.plugin = "p@shop";
    request.version = version;
    return done(deck.market().install(request));
}

Result<> switch_on(RecordedDeck& deck) {
    Diagnostics found;
    const std::vector<SwitchRequest> requests{{"q@shop", Scope::user}, {"p@shop", Scope::user}};
    return deck.market().switch_on(requests, "enabling of p@shop", found);
}

Result<> install(RecordedDeck& deck, Scope scope,
                 InstallRequest::Placement placement = InstallRequest::Placement::copy) {
    return done(deck.market().install({"p@shop", scope, std::nullopt, placement}));
}

Result<> update(RecordedDeck& deck) {
    return done(deck.market().update({"p@shop", std::nullopt, Consent::everything}));
}

/// Fetches by copying the market's folder, through the disk that is recorded; the commit is called after its version.
class CopyingFetcher final : public SourceFetcher {
public:
    explicit CopyingFetcher(RecordedDeck& deck) : deck_(deck) {}

    Result<FetchedTree> fetch(const GitAddress&, const Path& into) override {
        FetchedTree tree;
        tree.directory = into / "tree";
        tree.commit = deck_.text(deck_.market_root() / "commit") + std::string(39, 'c');
        Diagnostics ignored;
        auto copied = copy_plugin_tree(deck_.files, deck_.files, deck_.market_root(), tree.directory, ignored);
        return copied ? Result<FetchedTree>(std::move(tree)) : Result<FetchedTree>(copied.error());
    }

private:
    RecordedDeck& deck_;
};

/// A deck whose `shop` is a repository.
void prepare_repository(RecordedDeck& deck) {
    deck.own_fetcher = std::make_unique<CopyingFetcher>(deck);
    deck.fetcher = deck.own_fetcher.get();
    prepare_market(deck);
    deck.scratch.write("market/commit", "1");
}

Result<> add_repository(RecordedDeck& deck) {
    return done(deck.market().add_marketplace("file://" + deck.market_root().string()));
}

void prepare_cloned(RecordedDeck& deck) {
    prepare_repository(deck);
    BOOST_REQUIRE(add_repository(deck).has_value());
    deck.install("p@shop");
    deck.scratch.write("market/commit", "2");
}

void prepare_renamed(RecordedDeck& deck) {
    prepare_installed(deck);
    deck.catalogue(R"({"name": "r", "source": "./p"})", "shop", "market", R"("renames": {"p": "r"}, )");
    deck.plugin("p", "1.1.0");
    Diagnostics found;
    BOOST_REQUIRE(deck.secrets().change_plugin_options("p@shop", {{"TOKEN", "s3cret"}}, found).has_value());
}

/// As the host switches a plugin.
Result<> switch_off(RecordedDeck& deck) {
    Diagnostics found;
    if (auto settled = deck.market().settle(found); !settled) return settled;
    return change_settings(deck.files, deck.files, deck.settings_of(Scope::user), "enabledPlugins", "p@shop", "false");
}

std::vector<Scenario> scenarios() {
    return {
        {"install", prepare_added, [](RecordedDeck& deck) { return install(deck, Scope::user); }},
        {"install in a project", prepare_added, [](RecordedDeck& deck) { return install(deck, Scope::project); }},
        {"link", prepare_added,
         [](RecordedDeck& deck) { return install(deck, Scope::local, InstallRequest::Placement::link); }},
        {"update",
         [](RecordedDeck& deck) {
             prepare_installed(deck);
             write_plugin(deck, "1.1.0");
         },
         update},
        {"update that drops the oldest version",
         [](RecordedDeck& deck) {
             prepare_twice_updated(deck);
             write_plugin(deck, "1.2.0");
         },
         update},
        {"update with the same version",
         [](RecordedDeck& deck) {
             prepare_installed(deck);
             deck.scratch.write("market/p/more", "more");
         },
         update},
        {"rollback", prepare_twice_updated,
         [](RecordedDeck& deck) {
             return done(deck.market().rollback({"p@shop", std::nullopt}));
         }},
        {"uninstall", prepare_twice_updated,
         [](RecordedDeck& deck) {
             return done(deck.market().uninstall({"p", std::nullopt, UninstallRequest::Data::remove}));
         }},
        {"disable", prepare_installed, switch_off},
        {"enabling with what it needs",
         [](RecordedDeck& deck) {
             prepare_installed(deck);
             deck.install("q@shop");
             deck.scratch.write("config/settings.json", R"({"enabledPlugins": {"q@shop": false, "p@shop": false}})");
         },
         switch_on},
        {"install with what it needs", prepare_needy,
         [](RecordedDeck& deck) {
             return done(
                 deck.market().install({"app@shop", Scope::project, std::nullopt, InstallRequest::Placement::copy}));
         }},
        {"install of a kept version", prepare_twice_updated,
         [](RecordedDeck& deck) { return install_version(deck, "1.0.0"); }},
        {"install of another version",
         [](RecordedDeck& deck) {
             prepare_twice_updated(deck);
             write_plugin(deck, "1.2.0");
         },
         [](RecordedDeck& deck) { return install_version(deck, "1.2.0"); }},
        {"lock", prepare_installed, [](RecordedDeck& deck) { return done(deck.market().write_lock()); }},
        {"lock anew",
         [](RecordedDeck& deck) {
             prepare_installed(deck);
             BOOST_REQUIRE(deck.market().write_lock().has_value());
             write_plugin(deck, "1.1.0");
             deck.update("p@shop", Consent::everything);
         },
         [](RecordedDeck& deck) { return done(deck.market().write_lock()); }},
        {"prune", prepare_unneeded, [](RecordedDeck& deck) { return done(deck.market().prune()); }},
        {"first marketplace", prepare_market,
         [](RecordedDeck& deck) { return done(deck.market().add_marketplace(deck.market_root().string())); }},
        {"marketplace update",
         [](RecordedDeck& deck) {
             prepare_added(deck);
             deck.clock.time += std::chrono::hours(1);
         },
         [](RecordedDeck& deck) { return done(deck.market().update_marketplace("shop")); }},
        {"marketplace remove",
         [](RecordedDeck& deck) {
             prepare_twice_updated(deck);
             deck.install("q@shop", Scope::project);
             deck.install("p@shop", Scope::local);
         },
         [](RecordedDeck& deck) { return done(deck.market().remove_marketplace("shop")); }},
        {"repository", prepare_repository, add_repository},
        {"update of a repository", prepare_cloned,
         [](RecordedDeck& deck) { return done(deck.market().update_marketplace("shop")); }},
        {"removal of a repository", prepare_cloned,
         [](RecordedDeck& deck) { return done(deck.market().remove_marketplace("shop")); }},
        {"update that carries a renamed plugin over", prepare_renamed, update},
        {"removal of a marketplace without plugins", prepare_added,
         [](RecordedDeck& deck) { return done(deck.market().remove_marketplace("shop")); }},
    };
}

/// Before and after, and the number of steps between.
struct Ends {
    State before, after;
    std::size_t steps = 0;
};

/// One deck that is put back to where its scenario begins, again and again.
struct Stage {
    explicit Stage(const Scenario& chosen) : scenario(chosen) {
        scenario.prepare(deck);
        begin = PowerLoss(deck.scratch.path()).left_after(0).front();
        ends.before = deck.state();
        deck.changes->go_on();
        const auto acted = scenario.act(deck);
        BOOST_REQUIRE_MESSAGE(acted.has_value(), scenario.name << (acted ? std::string() : to_line(acted.error())));
        ends.steps = deck.changes->changes().size();
        record = deck.changes->changes();
        ends.after = deck.state();
        BOOST_TEST((ends.before != ends.after), scenario.name << " changes nothing");
        reset();
    }
    void reset() {
        deck.changes->go_on();
        put(begin, deck.scratch.path());
    }
    /// Where it stands, for messages.
    [[nodiscard]] std::string at(std::size_t step) const {
        return scenario.name + ", " + std::to_string(step) + " steps" +
               (step == 0 ? std::string() : " to " + to_text(record[step - 1]));
    }

    const Scenario& scenario;
    RecordedDeck deck;
    PowerLoss::Tree begin;
    std::vector<Change> record;
    Ends ends;
};

/// What a command that only reads finds meanwhile: every file is as before or as after, versions are whole.
void check_readable(RecordedDeck& deck, const Ends& ends, const std::string& where) {
    for (const auto& [name, text] : deck.state()) {
        if (name == "config/plugins/journal.json") continue;
        const auto before = ends.before.find(name), after = ends.after.find(name);
        const bool known = (before != ends.before.end() && before->second == text) ||
                           (after != ends.after.end() && after->second == text);
        BOOST_TEST(known, where << ": " << name << " is neither as before nor as after: " << text);
    }
    Diagnostics found;
    const Store store(deck.files, deck.files, deck.plugins());
    for (const auto& plugin : deck.market().installed(found)) {
        BOOST_TEST(deck.files.is_directory(plugin.path), where << ": " << plugin.path);
        if (!plugin.linked) BOOST_TEST(store.digest_of(plugin.path).value() == plugin.content_digest, where);
    }
    const bool says_so =
        !fs::exists(deck.plugins() / "journal.json") || has_code(found, code::store_change_interrupted);
    BOOST_TEST(says_so, where << ": a reader is not told of the interruption");
}

/// Whether it is after; fails when it is neither.
bool is_after(RecordedDeck& deck, const Ends& ends, const std::string& where) {
    const auto state = deck.state();
    BOOST_TEST((state == ends.before || state == ends.after),
               where << ": before: " << difference(state, ends.before) << "; after: " << difference(state, ends.after));
    return state == ends.after;
}

/// After the next run nothing is left to do, and the operation can be repeated.
void check_settled(RecordedDeck& deck, const Scenario& scenario, const Ends& ends, const std::string& where) {
    BOOST_TEST(deck.next_run().empty(), where << ": the run after the next still has something to say");
    BOOST_TEST(!fs::exists(deck.plugins() / "cache/.staging/1"), where);
    if (deck.state() != ends.before) return;
    const auto again = scenario.act(deck);
    BOOST_TEST(again.has_value(), where << ": again: " << (again ? std::string() : to_line(again.error())));
    BOOST_TEST((deck.state() == ends.after), where << ": again: " << difference(deck.state(), ends.after));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(interruption)

BOOST_AUTO_TEST_CASE(a_kill_at_any_step_leaves_before_or_after) {
    for (const auto& scenario : scenarios()) {
        Stage stage(scenario);
        auto& deck = stage.deck;
        bool committed = false;
        for (std::size_t step = 0; step <= stage.ends.steps; ++step) {
            const auto where = stage.at(step);
            stage.reset();
            deck.changes->stop_before(step);
            (void)scenario.act(deck);
            BOOST_TEST(deck.changes->reached() == (step < stage.ends.steps), where);
            deck.changes->go_on();
            check_readable(deck, stage.ends, where);
            const bool journalled = fs::exists(deck.plugins() / "journal.json");
            const auto found = deck.next_run();
            const bool after = is_after(deck, stage.ends, where);
            BOOST_TEST((after || !committed), where << ": what was committed is gone");
            committed = after;
            const auto said = after ? code::store_change_finished : code::store_change_undone;
            BOOST_TEST(has_code(found, said) == journalled, where << ": the next run does not say what it did");
            check_settled(deck, scenario, stage.ends, where);
        }
        BOOST_TEST(committed, scenario.name << " is not committed at its end");
    }
}

BOOST_AUTO_TEST_CASE(a_kill_of_the_run_that_ends_it_changes_nothing) {
    for (const auto& scenario : scenarios()) {
        if (scenario.name != "install" && scenario.name != "uninstall") continue;
        Stage stage(scenario);
        auto& deck = stage.deck;
        // All pairs would take minutes: of the second step every fourth, each time other ones.
        for (std::size_t step = 0; step < stage.ends.steps; ++step) {
            bool killed = true, journalled = true, first = true, after = false;
            for (std::size_t second = step % 4; killed && journalled; second += 4) {
                const auto where = stage.at(step) + ", then " + std::to_string(second);
                stage.reset();
                deck.changes->stop_before(step);
                (void)scenario.act(deck);
                journalled = fs::exists(deck.plugins() / "journal.json");  // without one the next run only sweeps
                deck.changes->stop_before(second);
                Diagnostics found;
                (void)Transaction::begin(deck.tools(), found);
                killed = deck.changes->reached();
                deck.changes->go_on();
                check_readable(deck, stage.ends, where);
                deck.next_run();
                const bool is = is_after(deck, stage.ends, where);
                BOOST_TEST((first || is == after), where << ": the second kill decides");
                after = is;
                first = false;
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_full_disk_at_any_step_leaves_before_or_after) {
    for (const auto& scenario : scenarios()) {
        Stage stage(scenario);
        auto& deck = stage.deck;
        for (std::size_t step = 0; step < stage.ends.steps; ++step) {
            const auto where = stage.at(step) + ", full disk";
            stage.reset();
            deck.changes->fail_at(step);
            const auto acted = scenario.act(deck);
            deck.changes->go_on();
            check_readable(deck, stage.ends, where);
            deck.next_run();
            const bool after = is_after(deck, stage.ends, where);
            BOOST_TEST((after || !acted.has_value()), where << ": it said it was done");
            check_settled(deck, scenario, stage.ends, where);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_power_cut_after_any_step_leaves_before_or_after) {
    for (const auto& scenario : scenarios()) {
        Stage stage(scenario);
        auto& deck = stage.deck;
        PowerLoss power(deck.scratch.path());
        power.follow(stage.record);
        std::set<PowerLoss::Tree> seen;
        for (std::size_t done = 0; done <= stage.ends.steps; ++done) {
            const auto trees = power.left_after(done);
            for (std::size_t i = 0; i < trees.size(); ++i) {
                if (done < stage.ends.steps && !seen.insert(trees[i]).second) continue;
                const auto where = stage.at(done) + ", power cut, tree " + std::to_string(i);
                put(trees[i], deck.scratch.path());
                deck.next_run();
                const bool after = is_after(deck, stage.ends, where);
                BOOST_TEST((after || done < stage.ends.steps), where << ": what was done is gone");
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
