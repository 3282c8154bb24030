// SPDX-License-Identifier: Apache-2.0
// A broken library never takes the host along: each defect of tests/bad_plugins, met by the built program.
#include "file_tree.hpp"
#include "native_library.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <ostream>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

struct Defect {
    const char* library;  ///< of tests/bad_plugins
    Harm harm;
    const char* code;                ///< of the diagnostic that must be there
    std::vector<std::string> words;  ///< that its message must hold
    bool refused;                    ///< before it is mapped: the file tells
};

std::ostream& operator<<(std::ostream& out, const Defect& defect) {
    return out << defect.library << " " << static_cast<int>(defect.harm);
}

const std::string kEntry = "skilldeck_plugin_entry_v1";

const std::vector<Defect> kDefects{
    {"wrong_magic", Harm::none, "native-wrong-magic", {}, true},
    {"newer_major", Harm::none, "native-abi-major", {"2", "1"}, true},
    {"older_major", Harm::none, "native-abi-major", {"0", "1"}, true},
    {"newer_minor", Harm::none, "native-abi-minor", {"1.0", "update"}, true},
    {"no_symbol", Harm::none, "native-symbol-missing", {kEntry, "no_symbol.so"}, true},
    {"short_size", Harm::none, "native-entry-too-small", {}, true},
    {"other_name", Harm::none, "native-name-differs", {"somebody-else", "bad"}, true},
    {"good", Harm::cut, "native-truncated", {}, true},
    {"good", Harm::empty, "native-not-a-library", {"good.so", "empty"}, true},
    {"good", Harm::class_32, "native-wrong-machine", {"32 bits", "this host needs a library for Linux on"}, true},
    {"good", Harm::big_endian, "native-wrong-machine", {"big-endian"}, true},
    {"good", Harm::mach_o, "native-wrong-machine", {"macOS on ARM64", "Mach-O"}, true},
    {"good", Harm::universal, "native-wrong-machine", {"macOS on x86-64 and ARM64", "universal"}, true},
    {"good", Harm::windows, "native-wrong-machine", {"Windows (PE)"}, true},
    {"good", Harm::link, "module-library-link", {"good.so", "symbolic link"}, true},
    {"good", Harm::linked_folder, "module-library-link", {"good.so", "symbolic link"}, true},
    {"missing_library", Harm::side_library, "native-side-library", {"libskilldeck-absent.so.7", "beside"}, true},
    {"good", Harm::bad_path, "module-path-outside", {"../good.so"}, true},
    {"good", Harm::no_json, "json-", {}, true},
    {"good", Harm::text_file, "native-not-a-library", {}, true},
    {"good", Harm::folder, "native-", {"good.so"}, true},
    {"good", Harm::other_machine, "native-wrong-machine", {}, true},
    {"good", Harm::other_digest, "native-digest-differs", {}, true},
    {"good", Harm::removed, "native-file-missing", {"good.so"}, true},
    {"missing_library", Harm::none, "native-load-failed", {"libskilldeck-absent.so.7"}, true},
    {"no_interface", Harm::none, "native-interface-missing", {"skilldeck.hooks/1", "hooks.json"}, false},
    {"short_interface", Harm::none, "native-interface-missing", {"skilldeck.hooks/1"}, false},
    {"unresolved_symbol", Harm::none, "native-load-failed", {}, false},
    {"init_throws", Harm::none, "native-exception", {}, false},
    {"init_throws_int", Harm::none, "native-exception", {}, false},
    {"init_fails", Harm::none, "native-start-failed", {}, false},
    {"init_returns_zero", Harm::none, "native-unknown-status", {"0"}, false},
    {"create_fails", Harm::none, "native-start-failed", {}, false},
    {"create_throws", Harm::none, "native-exception", {}, false},
    {"create_no_instance", Harm::none, "native-bad-table", {}, false},
    {"activate_fails", Harm::none, "native-start-failed", {}, false},
};

bool begins_with(const boost::json::value& text, std::string_view start) {
    return std::string_view(text.as_string()).starts_with(start);
}

/// What the file tells is said by everything that shows states, and by whoever would approve it, before a first call.
void check_refused(const Deck& deck, const Defect& defect, const Run& trust) {
    BOOST_TEST_CONTEXT(trust.all()) {
        BOOST_TEST(trust.status == (defect.harm == Harm::other_digest ? 3 : 1));
        BOOST_TEST(begins_with(trust.json().at("error").at("code"), defect.code));
        BOOST_TEST(contains(trust.err, "not approved"));
        const auto approvals = deck.config() / "trust.json";
        if (fs::exists(approvals)) BOOST_TEST(!contains(text_of(approvals), "bad@inline"));
    }
    const auto plugin = deck.plugin("bad@inline");
    BOOST_TEST(plugin.at("native").at("state") == "failed");
    BOOST_TEST(plugin.at("enabled") == true);
    const auto list = deck.run({"plugin", "list"});
    BOOST_TEST(contains(list.out, "enabled, native failed"), list.all());
    const auto names = deck.skills();
    BOOST_TEST((std::ranges::find(names, "bad:computed") == names.end()));
    BOOST_TEST((std::ranges::find(names, "bad:still") != names.end()));
    // The declaration of a module.json that is refused counts for nothing: then the skill is not even known.
    const bool known = defect.harm != Harm::bad_path && defect.harm != Harm::no_json;
    const auto call = deck.run({"skill", "expand", "bad:computed", "--json"});
    if (known) {
        BOOST_TEST(call.status == 1, call.all());
        BOOST_TEST(call.json().at("error").at("code") == "skill-unavailable");
    }
    const auto explained = deck.run({"plugin", "explain", "bad@inline", "--json"});
    bool hook = false;
    const auto document = explained.json();
    for (const auto& item : document.at("contributions").as_array()) {
        if (item.at("kind") != "hook") continue;
        hook = true;
        BOOST_TEST(item.at("state") == "failed", explained.all());
        BOOST_TEST(item.as_object().contains("reason"), explained.all());
    }
    BOOST_TEST(hook, explained.all());
    if (defect.harm == Harm::link || defect.harm == Harm::linked_folder) {
        const auto validated = deck.run({"plugin", "validate", (deck.path() / "plugins/bad").string()});
        BOOST_TEST(validated.status == 1);
        BOOST_TEST(contains(validated.all(), defect.code), validated.all());
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(broken_library)

BOOST_DATA_TEST_CASE(a_broken_library_fails_alone_and_says_why, boost::unit_test::data::make(kDefects), defect) {
    Deck deck;
    pack(deck, {defect.library, defect.harm, defect.refused ? Declares::hook_and_skill : Declares::hook});
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string(), "--plugin-dir",
                    (deck.path() / "plugins/other").string()};
    deck.environment["MAPS"] = (deck.path() / "maps").string();
    const auto trust = deck.run({"plugin", "trust", "bad@inline", "--yes", "--json"});
    if (defect.refused) check_refused(deck, defect, trust);

    const auto plugin = deck.plugin("bad@inline", {"--load"});
    const auto text = boost::json::serialize(plugin);
    BOOST_TEST_CONTEXT(text) {
        BOOST_TEST(plugin.at("native").at("state") == "failed");
        BOOST_TEST(plugin.at("enabled") == true);
        bool found = false;
        for (const auto& diagnostic : plugin.at("diagnostics").as_array()) {
            if (!std::string_view(diagnostic.at("code").as_string()).starts_with(defect.code)) continue;
            found = true;
            const std::string message(diagnostic.at("message").as_string());
            const auto file = diagnostic.as_object().if_contains("file");
            const auto whole =
                message + (file ? std::string(file->as_string()) : std::string()) +
                (diagnostic.as_object().contains("hint") ? std::string(diagnostic.at("hint").as_string()) : "");
            for (const auto& word : defect.words) BOOST_TEST(contains(whole, word), word << " in " << whole);
        }
        BOOST_TEST(found);
    }
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(doctor.status == 1);
    BOOST_TEST(contains(doctor.out, defect.code), doctor.all());

    const auto session = deck.session({"/doctor", "/other:fine", "/bad:still", "/exit"});
    BOOST_TEST_CONTEXT(session.all()) {
        BOOST_TEST(session.status == 1);  // of the problems that /doctor found
        BOOST_TEST(contains(session.out, "All is well."));
        BOOST_TEST(contains(session.out, "Still here."));
    }
    const auto maps = text_of(deck.path() / "maps");
    BOOST_TEST(contains(maps, "skilldeck"));
    if (defect.refused) BOOST_TEST(!contains(maps, std::string(defect.library) + ".so"), maps);

    // A hook that must not be missing blocks when its module is.
    const auto hook = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
    BOOST_TEST(hook.json().at("decision") == "deny", hook.all());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
