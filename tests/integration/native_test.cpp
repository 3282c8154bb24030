// SPDX-License-Identifier: Apache-2.0
// A broken library never takes the host along: each defect of tests/bad_plugins, met by the built program.
#include "deck.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <elf.h>

#include <cstddef>
#include <fstream>
#include <ostream>
#include <sstream>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// What is done to a library before it is packed.
enum class Harm { none, cut, text_file, other_machine, other_digest, removed, folder };

struct Defect {
    const char* library;  ///< of tests/bad_plugins
    Harm harm;
    const char* code;                ///< of the diagnostic that must be there
    std::vector<std::string> words;  ///< that its message must hold
    bool refused;                    ///< before it is mapped
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
    {"good", Harm::text_file, "native-not-a-library", {}, true},
    {"good", Harm::folder, "native-", {"good.so"}, true},
    {"good", Harm::other_machine, "native-wrong-machine", {}, true},
    {"good", Harm::other_digest, "native-digest-differs", {}, true},
    {"good", Harm::removed, "native-file-missing", {"good.so"}, true},
    {"missing_library", Harm::none, "native-load-failed", {"libskilldeck-absent.so.7"}, false},
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

void harm(const fs::path& library, Harm kind) {
    switch (kind) {
        case Harm::none:
        case Harm::other_digest: return;
        case Harm::cut: fs::resize_file(library, fs::file_size(library) / 3); return;
        case Harm::text_file: std::ofstream(library) << "this is no library\n"; return;
        case Harm::removed: fs::remove(library); return;
        case Harm::folder:
            fs::remove(library);
            fs::create_directory(library);
            return;
        case Harm::other_machine: {
            std::fstream file(library, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(offsetof(Elf64_Ehdr, e_machine));
            const Elf64_Half machine = EM_S390;
            file.write(reinterpret_cast<const char*>(&machine), sizeof machine);
            return;
        }
    }
}

std::string sha256_of(const fs::path& file) {
    if (!fs::is_regular_file(file)) return std::string(64, '1');
    const auto sum = file.string() + ".sum";
    const auto command = "sha256sum '" + file.string() + "' > '" + sum + "'";
    BOOST_REQUIRE(std::system(command.c_str()) == 0);
    auto digest = read(sum).substr(0, 64);
    fs::remove(sum);
    return digest;
}

/// A plugin `bad` with one library, whatever became of it, and a plugin `other` that must not notice.
void pack(const Deck& deck, const Defect& defect) {
    const auto library = std::string(defect.library) + ".so";
    const fs::path relative = fs::path("dev.skilldeck/linux-x86_64") / library;
    const auto root = deck.path() / "plugins/bad";
    deck.write("plugins/bad/.claude-plugin/plugin.json", R"({"name": "bad", "version": "1.0.0"})");
    deck.write("plugins/bad/skills/still/SKILL.md", skill_text("still", "A file of the bad plugin", "Still here.\n"));
    fs::create_directories((root / relative).parent_path());
    fs::copy_file(fs::path(BAD_PLUGINS) / library, root / relative);
    harm(root / relative, defect.harm);
    const auto digest = defect.harm == Harm::other_digest ? std::string(64, 'a') : sha256_of(root / relative);
    deck.write("plugins/bad/dev.skilldeck/module.json", R"({"abi": 1, "modules": {"linux-x86_64": {"path": ")" +
                                                            relative.string() + R"(", "sha256": ")" + digest +
                                                            R"("}}})");
    deck.write(
        "plugins/bad/dev.skilldeck/hooks.json",
        R"({"hooks": {"PreToolUse": [{"hooks": [{"type": "native", "handler": "guard", "onFailure": "block"}]}]}})");
    deck.write("plugins/other/.claude-plugin/plugin.json", R"({"name": "other"})");
    deck.write("plugins/other/skills/fine/SKILL.md", skill_text("fine", "Works", "All is well.\n"));
    // What is mapped when everything was tried, as the host itself sees it at its end.
    deck.write("home/.skilldeck/settings.json",
               R"({"hooks": {"SessionEnd": [{"hooks": [{"type": "command",)"
               R"("command": "cat /proc/$PPID/maps > \"$MAPS\"", "timeout": 60}]}]}})");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(native)

BOOST_DATA_TEST_CASE(a_broken_library_fails_alone_and_says_why, boost::unit_test::data::make(kDefects), defect) {
    Deck deck;
    pack(deck, defect);
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string(), "--plugin-dir",
                    (deck.path() / "plugins/other").string()};
    deck.environment["MAPS"] = (deck.path() / "maps").string();
    (void)deck.run({"plugin", "trust", "bad@inline", "--yes"});

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
        BOOST_TEST(session.status == 0);
        BOOST_TEST(contains(session.out, "All is well."));
        BOOST_TEST(contains(session.out, "Still here."));
    }
    const auto maps = read(deck.path() / "maps");
    BOOST_TEST(contains(maps, "skilldeck"));
    if (defect.refused) BOOST_TEST(!contains(maps, std::string(defect.library) + ".so"), maps);

    // A hook that must not be missing blocks when its module is.
    const auto hook =
        deck.run({"hook", "run", "PreToolUse", "--json"}, R"({"tool_name": "Bash", "tool_input": {"command": "ls"}})");
    BOOST_TEST(hook.json().at("decision") == "deny", hook.all());
}

BOOST_AUTO_TEST_CASE(nothing_of_a_module_runs_before_it_is_approved) {
    Deck deck;
    pack(deck, {"good", Harm::none, "", {}, false});
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    deck.environment["BAD_PLUGIN_LOG"] = (deck.path() / "log").string();
    BOOST_TEST(deck.plugin("bad@inline", {"--load"}).at("native").at("state") == "not-approved");
    BOOST_TEST(!fs::exists(deck.path() / "log"));
    BOOST_TEST(deck.run({"plugin", "trust", "bad@inline", "--yes"}).status == 0);
    BOOST_TEST(deck.plugin("bad@inline").at("native").at("state") == "not-loaded");
    BOOST_TEST(!fs::exists(deck.path() / "log"));
    BOOST_TEST(deck.plugin("bad@inline", {"--load"}).at("native").at("state") == "loaded");
    BOOST_TEST(fs::exists(deck.path() / "log"));
    // The approval is of these bytes: any change below dev.skilldeck/ asks again.
    deck.write("plugins/bad/dev.skilldeck/notes.txt", "changed\n");
    BOOST_TEST(deck.plugin("bad@inline", {"--load"}).at("native").at("state") == "not-approved");
    BOOST_TEST(deck.run({"plugin", "trust", "--clear", "bad@inline"}).status == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
