// SPDX-License-Identifier: Apache-2.0
// A broken library never takes the host along: each defect of tests/bad_plugins, met by the built program.
#include "deck.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <elf.h>

#include <algorithm>
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
enum class Harm {
    none,
    cut,
    empty,
    text_file,
    other_machine,
    class_32,
    big_endian,
    mach_o,
    universal,
    windows,
    other_digest,
    removed,
    folder,
    link,
    linked_folder,
    side_library,
    bad_path,
    no_json
};

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

template <class Number>
void patch(const fs::path& library, std::size_t offset, Number number) {
    std::fstream file(library, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset));
    file.write(reinterpret_cast<const char*>(&number), sizeof number);
}

void overwrite(const fs::path& library, std::string_view bytes) {
    std::ofstream(library, std::ios::binary) << bytes;
}

constexpr std::string_view kMachO("\xcf\xfa\xed\xfe\x0c\x00\x00\x01\x00\x00\x00\x00\x06\x00\x00\x00", 16);
/// Two architectures: of each five big-endian words, of which the first says which.
const std::string kUniversal = std::string("\xca\xfe\xba\xbe\x00\x00\x00\x02", 8) + std::string("\x01\x00\x00\x07", 4) +
                               std::string(16, '\0') + std::string("\x01\x00\x00\x0c", 4) + std::string(16, '\0');

void harm(const fs::path& library, Harm kind) {
    const auto folder = library.parent_path();
    switch (kind) {
        case Harm::none:
        case Harm::bad_path:
        case Harm::no_json:
        case Harm::other_digest: return;
        case Harm::cut: return fs::resize_file(library, fs::file_size(library) / 3);
        case Harm::empty: return fs::resize_file(library, 0);
        case Harm::text_file: return overwrite(library, "this is no library\n");
        case Harm::mach_o: return overwrite(library, kMachO);
        case Harm::universal: return overwrite(library, kUniversal);
        case Harm::windows: return overwrite(library, "MZ and so on");
        case Harm::removed: fs::remove(library); return;
        case Harm::folder:
            fs::remove(library);
            fs::create_directory(library);
            return;
        case Harm::link: fs::rename(library, folder / "real.so"); return fs::create_symlink("real.so", library);
        case Harm::linked_folder:
            fs::rename(folder, folder.parent_path() / "real");
            return fs::create_directory_symlink("real", folder);
        case Harm::side_library:
            fs::copy_file(fs::path(BAD_PLUGINS) / "../absent/libskilldeck-absent.so.7",
                          folder / "libskilldeck-absent.so.7");
            return;
        case Harm::class_32: return patch<unsigned char>(library, EI_CLASS, ELFCLASS32);
        case Harm::big_endian: return patch<unsigned char>(library, EI_DATA, ELFDATA2MSB);
        case Harm::other_machine: return patch<Elf64_Half>(library, offsetof(Elf64_Ehdr, e_machine), EM_S390);
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

std::string module_json(const Defect& defect, const std::string& path, const std::string& digest) {
    if (defect.harm == Harm::no_json) return "{\"abi\": 1, ";
    const auto written = defect.harm == Harm::bad_path ? "../good.so" : path;
    return R"({"abi": 1, "modules": {"linux-x86_64": {"path": ")" + written + R"(", "sha256": ")" + digest +
           R"("}}, "contributes": {"skills": [)" + (defect.refused ? R"("computed")" : "") + "]}}";
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
    deck.write("plugins/bad/dev.skilldeck/module.json", module_json(defect, relative.string(), digest));
    if (defect.refused)
        deck.write("plugins/bad/dev.skilldeck/skills.json", R"([{"name": "computed", "description": "Computed"}])");
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

bool begins_with(const boost::json::value& text, std::string_view start) {
    return std::string_view(text.as_string()).starts_with(start);
}

/// What the file tells is said by everything that shows states, and by whoever would approve it, before a first call.
void check_refused(const Deck& deck, const Defect& defect, const Run& trust) {
    BOOST_TEST_CONTEXT(trust.all()) {
        BOOST_TEST(trust.status == (defect.harm == Harm::other_digest ? 3 : 1));
        BOOST_TEST(begins_with(trust.json().at("error").at("code"), defect.code));
        BOOST_TEST(contains(trust.err, "not approved"));
        BOOST_TEST(!contains(read(deck.config() / "trust.json"), "bad@inline"));
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

/// A marketplace `m` inside the project that offers the plugin of pack().
void offer_in_project(const Deck& deck) {
    deck.write("project/market/.claude-plugin/marketplace.json",
               R"({"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "bad", "source": "./plugins/bad"}]})");
    fs::create_directories(deck.project() / "market/plugins");
    fs::copy(deck.path() / "plugins/bad", deck.project() / "market/plugins/bad", fs::copy_options::recursive);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(native)

BOOST_DATA_TEST_CASE(a_broken_library_fails_alone_and_says_why, boost::unit_test::data::make(kDefects), defect) {
    Deck deck;
    pack(deck, defect);
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
    const auto maps = read(deck.path() / "maps");
    BOOST_TEST(contains(maps, "skilldeck"));
    if (defect.refused) BOOST_TEST(!contains(maps, std::string(defect.library) + ".so"), maps);

    // A hook that must not be missing blocks when its module is.
    const auto hook =
        deck.run({"hook", "run", "PreToolUse", "--json"}, R"({"tool_name": "Bash", "tool_input": {"command": "ls"}})");
    BOOST_TEST(hook.json().at("decision") == "deny", hook.all());
}

BOOST_AUTO_TEST_CASE(a_skill_that_waits_for_an_approval_is_refused_with_the_way_to_give_it) {
    Deck deck;
    pack(deck, {"good", Harm::none, "", {}, true});
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    for (const std::string name : {"bad:computed", "computed"}) {
        const auto call = deck.run({"skill", "expand", name, "--json"});
        BOOST_TEST(call.status == 3, call.all());
        BOOST_TEST(call.json().at("error").at("code") == "skill-not-approved");
        BOOST_TEST(contains(call.err, "skilldeck plugin trust bad@inline"), call.err);
    }
    BOOST_TEST(deck.run({"skill", "expand", "bad:nothing"}).status == 1);
    BOOST_TEST(contains(deck.run({"skill", "list", "--all"}).out, "bad:computed"));
}

BOOST_AUTO_TEST_CASE(a_skill_that_managed_settings_switch_off_names_them,
                     *boost::unit_test::precondition(files_belong_to_root)) {
    Deck deck;
    pack(deck, {"good", Harm::none, "", {}, true});
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    deck.write("managed/settings.json", R"({"enabledPlugins": {"bad@inline": false}})");
    deck.options.insert(deck.options.end(), {"--managed-dir", (deck.path() / "managed").string()});
    for (const std::string name : {"bad:computed", "bad:still"}) {
        const auto call = deck.run({"skill", "expand", name});
        BOOST_TEST(call.status == 3, call.all());
        BOOST_TEST(contains(call.err, "managed/settings.json"), call.err);
    }
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

constexpr std::string_view kBashCall = R"({"tool_name": "Bash", "tool_input": {"command": "ls"}})";

/// What the hook of that library, approved, makes of a call.
Run run_hook_of(const char* library) {
    Deck deck;
    pack(deck, {library, Harm::none, "", {}, false});
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    BOOST_TEST(deck.run({"plugin", "trust", "bad@inline", "--yes"}).status == 0);
    return deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
}

BOOST_AUTO_TEST_CASE(what_native_code_prints_is_no_part_of_the_answer) {
    const auto run = run_hook_of("prints");
    BOOST_TEST(run.status == 0, run.all());
    BOOST_TEST(run.out.starts_with("{"), run.all());
    BOOST_TEST(run.json().is_object());
    for (const auto* noise : {"NOISE", "MORE"}) {
        BOOST_TEST(contains(run.err, noise), run.all());
        BOOST_TEST(!contains(run.out, noise), run.all());
    }
}

BOOST_AUTO_TEST_CASE(native_code_that_ends_the_program_does_not_make_a_command_look_done) {
    const auto run = run_hook_of("exits");
    BOOST_TEST(run.status == 1, run.all());
    BOOST_TEST(contains(run.err, "error: native code of a plugin ended the program"), run.all());
    BOOST_TEST(contains(run.err, "hint: "), run.all());
    BOOST_TEST(run.out == "");
}

BOOST_AUTO_TEST_CASE(what_a_plugin_does_at_its_end_takes_no_answer_away) {
    for (const auto* library : {"destroy_exits", "destroy_hangs"}) {
        const auto run = run_hook_of(library);
        BOOST_TEST(run.json().at("event") == "PreToolUse", library << run.all());
    }
}

BOOST_AUTO_TEST_CASE(a_guard_that_somebody_changed_is_never_silently_off) {
    const auto root = fs::path("plugins/bad/dev.skilldeck");
    for (const std::string change : {"hooks.json damaged", "hooks.json removed", "module.json removed", "a new file"}) {
        Deck deck;
        pack(deck, {"good", Harm::none, "", {}, false});
        deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
        BOOST_TEST(deck.run({"plugin", "trust", "bad@inline", "--yes"}).status == 0);
        const auto before = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall)).json();
        BOOST_TEST(before.at("diagnostics").as_array().empty());
        if (change == "hooks.json damaged") deck.write(root / "hooks.json", "{");
        if (change == "hooks.json removed") fs::remove(deck.path() / root / "hooks.json");
        if (change == "module.json removed") fs::remove(deck.path() / root / "module.json");
        if (change == "a new file") deck.write(root / "x", "");
        const auto run = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
        const auto answer = run.json();
        const auto& diagnostics = answer.at("diagnostics").as_array();
        const bool said =
            std::ranges::any_of(diagnostics, [](const auto& one) { return one.at("severity") == "error"; });
        BOOST_TEST(said, change << run.all());
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_on_trial_is_held_to_what_the_user_denies_and_asked_for_every_hook) {
    Deck deck;
    pack(deck, {"denies", Harm::none, "", {}, false});
    deck.write(
        "plugins/bad/skills/runs/SKILL.md",
        "---\nname: runs\ndescription: D\nallowed-tools: Bash\n---\n!`touch " + (deck.path() / "ran").string() + "`\n");
    const auto plugin = (deck.path() / "plugins/bad").string();
    const auto rendered = deck.run({"plugin", "test", plugin});
    BOOST_TEST(rendered.status == 0, rendered.all());
    BOOST_TEST(contains(rendered.out, "ok: hook PreToolUse guard answers"), rendered.all());
    BOOST_TEST(!fs::exists(deck.path() / "ran"));  // nobody asked for it
    deck.write("plugins/bad/tests/runs.json", R"([{"skill": "runs"}])");
    deck.write("home/.skilldeck/settings.json", R"j({"permissions": {"deny": ["Bash(touch:*)"]}})j");
    const auto denied = deck.run({"plugin", "test", plugin});
    BOOST_TEST(denied.status == 1, denied.all());
    BOOST_TEST(!fs::exists(deck.path() / "ran"));
    deck.write("home/.skilldeck/settings.json", R"({"disableSkillShellExecution": true})");
    (void)deck.run({"plugin", "test", plugin});
    BOOST_TEST(!fs::exists(deck.path() / "ran"));
    deck.write("home/.skilldeck/settings.json", "{}");
    BOOST_TEST(deck.run({"plugin", "test", plugin}).status == 0);
    BOOST_TEST(fs::exists(deck.path() / "ran"));
}

BOOST_AUTO_TEST_CASE(a_plugin_on_trial_is_held_to_managed_settings,
                     *boost::unit_test::precondition(files_belong_to_root)) {
    Deck deck;
    pack(deck, {"good", Harm::none, "", {}, false});
    deck.write(
        "plugins/bad/skills/runs/SKILL.md",
        "---\nname: runs\ndescription: D\nallowed-tools: Bash\n---\n!`touch " + (deck.path() / "ran").string() + "`\n");
    deck.write("plugins/bad/tests/runs.json", R"([{"skill": "runs"}])");
    deck.write("managed/settings.json", R"({"disableSkillShellExecution": true})");
    deck.options = {"--managed-dir", (deck.path() / "managed").string()};
    (void)deck.run({"plugin", "test", (deck.path() / "plugins/bad").string()});
    BOOST_TEST(!fs::exists(deck.path() / "ran"));
}

BOOST_AUTO_TEST_CASE(a_folder_of_native_code_that_is_too_large_is_refused_before_it_is_read) {
    Deck deck;
    pack(deck, {"good", Harm::none, "", {}, false});
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    deck.write("plugins/bad/dev.skilldeck/model.bin", "");
    fs::resize_file(deck.path() / "plugins/bad/dev.skilldeck/model.bin", 600ULL * 1024 * 1024);
    const auto plugin = deck.plugin("bad@inline");
    BOOST_TEST(plugin.at("native").at("state") == "failed");
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(contains(doctor.out, "dev.skilldeck"), doctor.all());
    BOOST_TEST(contains(doctor.out, "file-too-large"), doctor.all());
    const auto trust = deck.run({"plugin", "trust", "bad@inline", "--yes"});
    BOOST_TEST(trust.status == 1, trust.all());
    BOOST_TEST(contains(trust.err, "model.bin"), trust.all());
}

BOOST_AUTO_TEST_CASE(an_approval_without_a_terminal_says_what_was_approved) {
    Deck deck;
    pack(deck, {"good", Harm::none, "", {}, false});
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    const auto trust = deck.run({"plugin", "trust", "bad@inline"});
    BOOST_TEST(trust.status == 0, trust.all());
    for (const auto* words : {"is approved (good.so, digest ", "it declares 1 hook; it asks for no permissions"})
        BOOST_TEST(contains(trust.out, words), trust.all());
}

BOOST_AUTO_TEST_CASE(an_update_with_rebuilt_native_code_goes_through_and_waits_for_a_new_approval) {
    Deck deck;
    pack(deck, {"good", Harm::none, "", {}, false});
    fs::create_directories(deck.path() / "market");
    deck.write("market/.claude-plugin/marketplace.json",
               R"({"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "bad", "source": "./bad"}]})");
    fs::copy(deck.path() / "plugins/bad", deck.path() / "market/bad", fs::copy_options::recursive);
    BOOST_TEST(deck.run({"marketplace", "add", (deck.path() / "market").string()}).status == 0);
    BOOST_TEST(deck.run({"plugin", "install", "bad@m"}).status == 0);
    BOOST_TEST(deck.run({"plugin", "trust", "bad@m"}).status == 0);
    BOOST_TEST(deck.plugin("bad@m").at("native").at("state") == "not-loaded");
    deck.write("market/bad/dev.skilldeck/notes.txt", "rebuilt\n");
    const auto updated = deck.run({"plugin", "update", "bad@m"});
    BOOST_TEST(updated.status == 0, updated.all());
    BOOST_TEST(contains(updated.out, "skilldeck plugin trust bad@m"), updated.all());
    BOOST_TEST(deck.plugin("bad@m").at("native").at("state") == "not-approved");
}

BOOST_AUTO_TEST_CASE(an_install_says_that_a_library_can_never_be_opened) {
    Deck deck;
    pack(deck, {"good", Harm::text_file, "", {}, true});
    offer_in_project(deck);
    BOOST_TEST(deck.run({"marketplace", "add", (deck.project() / "market").string()}).status == 0);
    const auto installed = deck.run({"plugin", "install", "bad@m"});
    BOOST_TEST(installed.status == 0, installed.all());
    BOOST_TEST(contains(installed.all(), "good.so is not a shared library: it is text"), installed.all());
    BOOST_TEST(!contains(installed.all(), "plugin trust"), installed.all());
}

BOOST_AUTO_TEST_CASE(native_code_of_a_plugin_linked_in_an_untrusted_project_waits_for_its_trust) {
    Deck deck;
    pack(deck, {"good", Harm::none, "", {}, false});
    offer_in_project(deck);
    BOOST_TEST(deck.run({"marketplace", "add", (deck.project() / "market").string()}).status == 0);
    const auto installed = deck.run({"plugin", "install", "bad@m", "--link"});
    BOOST_TEST(installed.status == 0, installed.all());
    BOOST_TEST(contains(installed.all(), "skilldeck trust add"), installed.all());
    BOOST_TEST(deck.plugin("bad@m").at("native").at("state") == "not-approved");
    const auto early = deck.run({"plugin", "trust", "bad@m", "--yes", "--json"});
    BOOST_TEST(early.status == 3, early.all());
    BOOST_TEST(early.json().at("error").at("code") == "native-not-trusted");
    BOOST_TEST(deck.run({"trust", "add"}).status == 0);
    BOOST_TEST(deck.run({"plugin", "trust", "bad@m", "--yes"}).status == 0);
    BOOST_TEST(deck.plugin("bad@m", {"--load"}).at("native").at("state") == "loaded");
    // Without the trust the approval is worth nothing, and the list says so before a call does.
    BOOST_TEST(deck.run({"trust", "remove"}).status == 0);
    BOOST_TEST(deck.plugin("bad@m").at("native").at("state") == "not-approved");
    const auto list = deck.run({"plugin", "list"});
    BOOST_TEST(contains(list.all(), "not trusted"), list.all());
}

BOOST_AUTO_TEST_CASE(a_data_folder_that_cannot_be_made_is_named_and_keeps_no_module_from_running) {
    Deck deck;
    deck.options = {"--plugin-dir", (bundled_marketplace() / "plugins/workspace-context").string()};
    deck.write("home/.skilldeck/plugins/data", "a file where a folder must be\n");
    const auto run = deck.run({"skill", "expand", "workspace-context:summary"});
    BOOST_TEST(run.status == 0, run.all());
    const auto listed = deck.run({"plugin", "list", "--load"});
    BOOST_TEST_CONTEXT(listed.all()) {
        BOOST_TEST(contains(listed.err, (deck.config() / "plugins/data").string()));
        BOOST_TEST(contains(listed.err, "--config-dir"));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
