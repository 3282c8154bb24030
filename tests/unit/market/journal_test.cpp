// SPDX-License-Identifier: Apache-2.0
// The journal as a file, and what the next run does with one that it did not write itself.
#include "market/journal.hpp"
#include "market/codes.hpp"
#include "os/file_lock.hpp"
#include "recorded_deck.hpp"

#include <boost/json/serialize.hpp>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

StoreChange whole_change() {
    StoreChange change;
    change.operation = "install of p@shop";
    change.placed = {"/c/shop/p/1.0.0"};
    change.leaving = {"/c/shop/p/0.9.0", "/c/shop/p/0.8.0"};
    change.data = {"p@shop"};
    change.marketplace = "shop";
    change.flags = {{"p@shop", "project", "/w", "/w/.skilldeck/settings.json", true},
                    {"q@shop", "user", {}, "/h/settings.json", false},
                    {"r@shop", "user", {}, "/h/settings.json", std::nullopt}};
    change.versions = {{"p@shop", "1.0.0"}};
    return change;
}

/// A deck with p@shop installed, and a journal that says it was committed and `what` is left to do.
class PlantedJournal : public RecordedDeck {
public:
    explicit PlantedJournal(json::object what) {
        ready();
        install("p@shop");
        outside = scratch.write("outside/kept", "kept");
        what["version"] = 1;
        what["operation"] = "install of x@y";
        what["recordsDigest"] = sha256(text(plugins() / "installed_plugins.json"));
        scratch.write("config/plugins/journal.json", json::serialize(what));
        before = state();
        before.erase("config/plugins/journal.json");
    }
    Path outside;
    State before;
};

json::array one(const Path& path) {
    return {json::value(path.string())};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(journal)

BOOST_AUTO_TEST_CASE(a_change_is_read_as_it_was_written) {
    TemporaryDirectory scratch;
    FileSystem files;
    const Journal journal(scratch.path());
    BOOST_TEST(!journal.read(files)->entry.has_value());
    BOOST_TEST(journal.write(files, {"abc", whole_change()}).has_value());
    const auto found = journal.read(files).value();
    BOOST_REQUIRE(found.entry.has_value());
    BOOST_TEST(found.entry->records_digest == "abc");
    const auto& change = found.entry->change;
    const auto wanted = whole_change();
    BOOST_TEST(change.operation == wanted.operation);
    BOOST_TEST((change.placed == wanted.placed));
    BOOST_TEST((change.leaving == wanted.leaving));
    BOOST_TEST((change.data == wanted.data));
    BOOST_TEST(change.marketplace == "shop");
    BOOST_REQUIRE(change.flags.size() == 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        BOOST_TEST(change.flags[i].id == wanted.flags[i].id);
        BOOST_TEST(change.flags[i].scope == wanted.flags[i].scope);
        BOOST_TEST(change.flags[i].project == wanted.flags[i].project);
        BOOST_TEST(change.flags[i].file == wanted.flags[i].file);
        BOOST_TEST((change.flags[i].value == wanted.flags[i].value));
    }
    BOOST_REQUIRE(change.versions.size() == 1U);
    BOOST_TEST(change.versions[0].version == "1.0.0");
    BOOST_TEST(journal.clear(files).has_value());
    BOOST_TEST(!journal.read(files)->entry.has_value());
    BOOST_TEST(!fs::exists(journal.file()));
}

BOOST_AUTO_TEST_CASE(what_is_no_journal_is_damage_and_a_newer_one_is_not_touched) {
    TemporaryDirectory scratch;
    FileSystem files;
    const Journal journal(scratch.path());
    for (const auto* text : {"", "{", "[]", "{}", R"({"version": "1", "recordsDigest": "a"})", R"({"version": 1})",
                             R"({"version": 1, "recordsDigest": "a", "placed": "x"})",
                             R"({"version": 1, "recordsDigest": "a", "leaving": [1]})",
                             R"({"version": 1, "recordsDigest": "a", "leaving": ["/a/b\u0000/c"]})",
                             R"({"version": 1, "recordsDigest": "a", "flags": [{"id": 1}]})",
                             R"({"version": 1, "recordsDigest": "a", "flags": ["x"]})",
                             R"({"version": 1, "recordsDigest": "a", "versions": {"p@shop": "1"}})"}) {
        scratch.write("journal.json", text);
        const auto found = journal.read(files);
        BOOST_REQUIRE_MESSAGE(found.has_value(), text);
        BOOST_TEST(!found->entry.has_value(), text);
        BOOST_TEST(!found->damage.empty(), text);
    }
    scratch.write("journal.json", R"({"version": 2})");
    BOOST_TEST((journal.read(files).error().code == code::state_file_newer));
}

BOOST_AUTO_TEST_CASE(a_damaged_journal_is_set_aside_and_said) {
    RecordedDeck deck;
    deck.ready();
    deck.scratch.write("config/plugins/journal.json", "{half");
    const auto found = deck.next_run();
    BOOST_TEST(has_code(found, code::journal_damaged));
    BOOST_TEST(deck.text(deck.plugins() / "journal.damaged.json") == "{half");
    BOOST_TEST(!fs::exists(deck.plugins() / "journal.json"));
    BOOST_TEST(deck.next_run().empty());
}

BOOST_AUTO_TEST_CASE(nothing_changes_under_a_journal_of_a_newer_version) {
    RecordedDeck deck;
    deck.ready();
    deck.scratch.write("config/plugins/journal.json", R"({"version": 2})");
    const auto before = deck.state();
    BOOST_TEST((deck.install_refusal("p@shop").code == code::state_file_newer));
    BOOST_TEST((deck.state() == before));
}

BOOST_AUTO_TEST_CASE(what_a_journal_names_outside_the_store_is_left_alone) {
    const PlantedJournal sample({});
    const auto root = sample.scratch.path();
    const auto flag = [](const Path& file, const std::string& scope, const Path& project = {}) {
        json::object object{{"id", "p@shop"}, {"scope", scope}, {"file", file.string()}, {"value", false}};
        if (!project.empty()) object["project"] = project.string();
        return json::array{object};
    };
    // Written relative to the scratch directory, which each deck has of its own.
    using Make = std::function<json::object(const Path&)>;
    const std::vector<Make> planted{
        [](const Path& at) {
            return json::object{{"leaving", one(at / "outside")}};
        },
        [](const Path& at) {
            return json::object{{"leaving", one(at / "config/plugins/cache")}};
        },
        [](const Path& at) {
            return json::object{{"leaving", one(at / "config/plugins/cache/shop")}};
        },
        [](const Path& at) {
            return json::object{{"leaving", one(at / "config/plugins/cache/shop/p")}};
        },
        [](const Path& at) {
            return json::object{{"leaving", one(at / "config/plugins/cache/a/b/../../../../../outside")}};
        },
        [](const Path& at) {
            return json::object{{"leaving", one(at / "config/plugins/data")}};
        },
        [](const Path&) {
            return json::object{{"leaving", one("relative")}};
        },
        [](const Path&) {
            return json::object{{"data", one("../../../outside")}};
        },
        [](const Path&) {
            return json::object{{"data", one("")}};
        },
        [&](const Path& at) {
            return json::object{{"flags", flag(at / "outside/kept", "user")}};
        },
        [&](const Path& at) {
            return json::object{{"flags", flag(at / "outside/settings.json", "user")}};
        },
        [&](const Path& at) {
            return json::object{{"flags", flag(at / "outside/kept", "project", at / "outside")}};
        },
        [&](const Path& at) {
            return json::object{{"flags", flag(at / "config/settings.json", "managed")}};
        },
    };
    for (std::size_t i = 0; i < planted.size(); ++i) {
        // The deck's directory is known only once it is there.
        PlantedJournal deck({});
        auto what = planted[i](deck.scratch.path());
        what["version"] = 1;
        what["operation"] = "x";
        what["recordsDigest"] = sha256(deck.text(deck.plugins() / "installed_plugins.json"));
        deck.scratch.write("config/plugins/journal.json", json::serialize(what));
        const auto found = deck.next_run();
        BOOST_TEST(has_code(found, code::journal_item_refused), "journal " << i);
        BOOST_TEST((deck.state() == deck.before), "journal " << i << ": " << difference(deck.state(), deck.before));
        BOOST_TEST(deck.text(deck.outside) == "kept", "journal " << i);
    }
}

BOOST_AUTO_TEST_CASE(what_a_record_names_stays_whatever_a_journal_says) {
    for (const auto* member : {"leaving", "placed"}) {
        PlantedJournal deck({});
        json::object what{{member, one(deck.plugins() / "cache/shop/p/1.0.0")}, {"data", one("p@shop")}};
        what["version"] = 1;
        what["operation"] = "x";
        what["recordsDigest"] = std::string(member) == "leaving"
                                    ? sha256(deck.text(deck.plugins() / "installed_plugins.json"))
                                    : std::string("other");
        deck.scratch.write("config/plugins/data/p-shop/kept", "data");
        deck.scratch.write("config/plugins/journal.json", json::serialize(what));
        deck.next_run();
        BOOST_TEST(deck.text(deck.plugins() / "data/p-shop/kept") == "data");
        BOOST_TEST(fs::exists(deck.plugins() / "cache/shop/p/1.0.0/files.sha256"), member);
    }
}

BOOST_AUTO_TEST_CASE(settings_of_a_project_that_is_gone_are_not_made_again) {
    PlantedJournal deck({{"flags", json::array{json::object{{"id", "p@shop"},
                                                            {"scope", "project"},
                                                            {"project", "/nowhere/at/all"},
                                                            {"file", "/nowhere/at/all/.skilldeck/settings.json"},
                                                            {"value", true}}}}});
    const auto found = deck.next_run();
    BOOST_TEST(has_code(found, code::store_change_finished));
    BOOST_TEST(found.size() == 1U);
    BOOST_TEST(!fs::exists("/nowhere"));
}

BOOST_AUTO_TEST_CASE(a_reader_is_told_only_when_nobody_is_at_it) {
    PlantedJournal deck({});
    BOOST_TEST(deck.market().interrupted().has_value());
    BOOST_TEST(deck.market().interrupted()->message == "the install of x@y was interrupted and is half done");
    {
        const auto busy = FileLock::take(deck.plugins(), std::chrono::seconds(0));
        BOOST_REQUIRE(busy.has_value());
        BOOST_TEST(!deck.market().interrupted().has_value());
    }
    Diagnostics found;
    BOOST_TEST(deck.market().installed(found).size() == 1U);
    BOOST_TEST(has_code(found, code::store_change_interrupted));
    deck.next_run();
    BOOST_TEST(!deck.market().interrupted().has_value());
}

BOOST_AUTO_TEST_CASE(a_switch_ends_what_was_interrupted_before_it) {
    RecordedDeck deck;
    deck.ready();
    const auto install = [&] {
        return deck.market().install({"p@shop", Scope::user, std::nullopt, InstallRequest::Placement::copy});
    };
    // Killed right after the commit point: the records are there, the flag is not.
    for (std::size_t step = 0;; ++step) {
        RecordedDeck other;
        other.ready();
        other.changes->stop_before(step);
        (void)other.market().install({"p@shop", Scope::user, std::nullopt, InstallRequest::Placement::copy});
        if (!fs::exists(other.plugins() / "installed_plugins.json")) continue;
        deck.changes->stop_before(step);
        break;
    }
    (void)install();
    deck.changes->go_on();
    BOOST_TEST(!fs::exists(deck.settings_of(Scope::user)));
    Diagnostics found;
    BOOST_TEST(deck.market().settle(found).has_value());
    BOOST_TEST(has_code(found, code::store_change_finished));
    BOOST_TEST(json::parse(deck.text(deck.settings_of(Scope::user))).at("enabledPlugins").at("p@shop").as_bool());
    found.clear();
    BOOST_TEST(deck.market().settle(found).has_value());
    BOOST_TEST(found.empty());
}

BOOST_AUTO_TEST_CASE(what_is_said_of_an_interrupted_change_is_heard_when_the_next_one_is_an_error) {
    RecordedDeck deck;
    deck.ready();
    deck.scratch.write("config/plugins/journal.json",
                       R"({"version": 1, "operation": "install of x@shop", "recordsDigest": "none"})");
    Diagnostics heard;
    deck.companions.ended = [&](const Diagnostic& found) { heard.push_back(found); };
    BOOST_TEST((deck.market().uninstall({"q@shop", std::nullopt, {}}).error().code == code::plugin_not_installed));
    BOOST_TEST(has_code(heard, code::store_change_undone));
    heard.clear();
    BOOST_TEST(!deck.market().uninstall({"q@shop", std::nullopt, {}}).has_value());
    BOOST_TEST(heard.empty());
}

BOOST_AUTO_TEST_CASE(a_committed_change_is_finished_from_the_copy_when_the_records_were_damaged_after_it) {
    RecordedDeck deck;
    deck.ready();
    deck.install("p@shop");
    const auto records = deck.text(deck.plugins() / "installed_plugins.json");
    std::filesystem::remove(deck.settings_of(Scope::user));
    json::object flag{{"id", "p@shop"}, {"scope", "user"}, {"file", deck.settings_of(Scope::user).string()}};
    flag["value"] = true;
    const json::object journal{{"version", 1},
                               {"operation", "install of p@shop"},
                               {"recordsDigest", sha256(records)},
                               {"flags", json::array{flag}}};
    deck.scratch.write("config/plugins/journal.json", json::serialize(journal));
    deck.scratch.write("config/plugins/installed_plugins.json", "{");
    BOOST_TEST(has_code(deck.next_run(), code::store_change_finished));
    BOOST_TEST(deck.text(deck.settings_of(Scope::user)).find("\"p@shop\": true") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
