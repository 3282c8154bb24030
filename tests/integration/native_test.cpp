// SPDX-License-Identifier: Apache-2.0
// Native code of a plugin: approval, changes, what it prints, ends and declares, met by the built program.
#include "native_library.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <vector>

namespace skilldeck::test {

namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(native)

BOOST_AUTO_TEST_CASE(a_skill_that_waits_for_an_approval_is_refused_with_the_way_to_give_it) {
    Deck deck;
    pack(deck, {"good", Harm::none, Declares::hook_and_skill});
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
    pack(deck, {"good", Harm::none, Declares::hook_and_skill});
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
    pack(deck);
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

namespace {

/// What the hook of that library, approved, makes of a call.
Run run_hook_of(const char* library) {
    Deck deck;
    pack(deck, {library});
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    BOOST_TEST(deck.run({"plugin", "trust", "bad@inline", "--yes"}).status == 0);
    return deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
}

}  // namespace

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
        pack(deck);
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

namespace {

const std::string kGuard = "command-guard@skilldeck";

Run dangerous_call(const Deck& deck) {
    return deck.run({"hook", "run", "PreToolUse", "--json"},
                    R"({"tool_name": "Bash", "tool_input": {"command": "rm -rf /"}})");
}

void damage(const fs::path& path, const std::string& how) {
    const bool folder = fs::is_directory(path);
    fs::remove_all(path);
    if (how == "removed") return;
    if ((how == "made the other kind") != folder) {
        fs::create_directory(path);
    } else {
        std::ofstream(path) << (how == "made garbage" ? "{" : "");
    }
}

/// Whether somebody is told, with the plugin and a next step.
bool says_error_of(const boost::json::value& answer, std::string_view plugin) {
    return std::ranges::any_of(answer.at("diagnostics").as_array(), [&](const auto& one) {
        const auto& object = one.as_object();
        return object.at("severity") == "error" && object.contains("plugin") &&
               object.at("plugin").as_string() == plugin && object.contains("hint");
    });
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_guard_whose_stored_copy_is_damaged_is_never_silently_off) {
    Deck deck;
    BOOST_TEST(deck.run({"marketplace", "add", bundled_marketplace().string()}).status == 0);
    BOOST_TEST(deck.run({"plugin", "install", kGuard}).status == 0);
    const auto copy = deck.config() / "plugins/cache/skilldeck/command-guard/1.0.0";
    const auto whole = deck.path() / "whole";
    BOOST_TEST(dangerous_call(deck).json().at("effective") == "deny");
    fs::copy(copy, whole, fs::copy_options::recursive);
    std::vector<fs::path> entries{"."};
    for (const auto& entry : fs::recursive_directory_iterator(whole))
        entries.push_back(entry.path().lexically_relative(whole));
    for (const auto& entry : entries) {
        for (const std::string how : {"removed", "emptied", "made garbage", "made the other kind"}) {
            fs::remove_all(copy);
            fs::copy(whole, copy, fs::copy_options::recursive);
            damage(entry == "." ? copy : copy / entry, how);
            BOOST_TEST_CONTEXT(entry.string() << " " << how) {
                const auto call = dangerous_call(deck);
                if (call.json().at("effective") == "deny") continue;
                BOOST_TEST(says_error_of(call.json(), kGuard), call.all());
                BOOST_TEST(contains(call.err, kGuard), call.err);
                BOOST_TEST(contains(deck.run({"plugin", "list"}).err, "error: "));
                BOOST_TEST(deck.run({"doctor"}).status == 1);
            }
        }
    }
    fs::remove_all(copy);
    fs::copy(whole, copy, fs::copy_options::recursive);
    fs::remove_all(copy / "dev.skilldeck");
    BOOST_TEST(deck.run({"plugin", "update", kGuard}).status == 0);
    const auto mended = dangerous_call(deck).json();
    BOOST_TEST(mended.at("effective") == "deny");
    BOOST_TEST(mended.at("diagnostics").as_array().empty());
}

BOOST_AUTO_TEST_CASE(native_code_that_went_after_its_approval_is_named_until_the_approval_is_taken_back) {
    Deck deck;
    pack(deck);
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    BOOST_TEST(deck.run({"plugin", "trust", "bad@inline", "--yes"}).status == 0);
    fs::remove_all(deck.path() / "plugins/bad/dev.skilldeck");
    const auto call = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
    BOOST_TEST(says_error_of(call.json(), "bad@inline"), call.all());
    BOOST_TEST(deck.run({"doctor"}).status == 1);
    BOOST_TEST(deck.run({"plugin", "trust", "--clear", "bad@inline"}).status == 0);
    const auto after = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
    BOOST_TEST(after.json().at("diagnostics").as_array().empty(), after.all());
}

BOOST_AUTO_TEST_CASE(what_changed_native_code_says_is_true_of_a_command_hook_beside_it) {
    Deck deck;
    pack(deck);
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    BOOST_TEST(deck.run({"plugin", "trust", "bad@inline", "--yes"}).status == 0);
    deck.write("plugins/bad/dev.skilldeck/hooks.json",
               R"({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo seen >&2; exit 2"}]}]}})");
    const auto call = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
    BOOST_TEST(call.json().at("effective") == "deny");  // hooks of a plugin that is on run; native code waits
    BOOST_TEST(contains(call.err, "no native hook, skill or server of it runs"), call.err);
    BOOST_TEST(!contains(call.err, "nothing of it runs"), call.err);
}

BOOST_AUTO_TEST_CASE(a_skill_that_refuses_what_was_typed_does_not_blame_the_author) {
    Deck deck;
    deck.options = {"--plugin-dir", (bundled_marketplace() / "plugins/workspace-context").string()};
    const auto call = deck.run({"skill", "expand", "workspace-context:summary", "nowhere"});
    BOOST_TEST(call.status != 0);
    BOOST_TEST(contains(call.err, "the project has no folder nowhere"), call.err);
    BOOST_TEST(contains(call.err, "its message says why"), call.err);
    BOOST_TEST(!contains(call.err, "author"), call.err);
}

BOOST_AUTO_TEST_CASE(a_native_hook_that_waits_for_its_approval_names_the_way_to_give_it) {
    Deck deck;
    pack(deck);
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    const auto call = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
    BOOST_TEST(call.json().at("effective") == "deny");
    BOOST_TEST(contains(call.err, "run `skilldeck plugin trust bad@inline`; the action was blocked"), call.err);
    BOOST_TEST(!contains(call.err, "author"), call.err);
}

BOOST_AUTO_TEST_CASE(a_plugin_on_trial_is_held_to_what_the_user_denies_and_asked_for_every_hook) {
    Deck deck;
    pack(deck, {"denies"});
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
    pack(deck);
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
    pack(deck);
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
    pack(deck);
    deck.options = {"--plugin-dir", (deck.path() / "plugins/bad").string()};
    const auto trust = deck.run({"plugin", "trust", "bad@inline"});
    BOOST_TEST(trust.status == 0, trust.all());
    for (const auto* words : {"is approved (good.so, digest ", "it declares 1 hook; it asks for no permissions"})
        BOOST_TEST(contains(trust.out, words), trust.all());
}

BOOST_AUTO_TEST_CASE(an_update_with_rebuilt_native_code_goes_through_and_waits_for_a_new_approval) {
    Deck deck;
    pack(deck);
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
    // Nobody changed it: it waits, and that is all.
    const auto call = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
    BOOST_TEST(call.json().at("effective") == "deny");
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(doctor.status == 0, doctor.all());
    for (const auto& run : {call, doctor}) {
        BOOST_TEST(!contains(run.all(), "native-changed"), run.all());
        BOOST_TEST(contains(run.all(), "native-not-approved"), run.all());
    }
    // A file that somebody adds is no update.
    const auto copy = fs::path(std::string(deck.plugin("bad@m").at("path").as_string())) / "dev.skilldeck";
    std::ofstream(copy / "added") << "x";
    const auto changed = deck.run({"hook", "run", "PreToolUse", "--json"}, std::string(kBashCall));
    BOOST_TEST(contains(changed.out, "native-changed"), changed.all());
    BOOST_TEST(!contains(changed.out, "native-not-approved"), changed.all());
    fs::remove(copy / "added");
    // A session that updates by itself says as much.
    BOOST_TEST(deck.run({"plugin", "trust", "bad@m"}).status == 0);
    deck.write("market/bad/dev.skilldeck/notes.txt", "rebuilt once more\n");
    deck.write("home/.skilldeck/settings.json", R"({"autoUpdate": true, "enabledPlugins": {"bad@m": true}})");
    const auto session = deck.session({"/exit"});
    BOOST_TEST(contains(session.all(), "updated bad@m"), session.all());
    BOOST_TEST(contains(session.all(), "skilldeck plugin trust bad@m"), session.all());
    BOOST_TEST(deck.plugin("bad@m").at("native").at("state") == "not-approved");
}

BOOST_AUTO_TEST_CASE(an_install_says_that_a_library_can_never_be_opened) {
    Deck deck;
    pack(deck, {"good", Harm::text_file, Declares::hook_and_skill});
    offer_in_project(deck);
    BOOST_TEST(deck.run({"marketplace", "add", (deck.project() / "market").string()}).status == 0);
    const auto installed = deck.run({"plugin", "install", "bad@m"});
    BOOST_TEST(installed.status == 0, installed.all());
    BOOST_TEST(contains(installed.all(), "good.so is not a shared library: it is text"), installed.all());
    BOOST_TEST(!contains(installed.all(), "plugin trust"), installed.all());
}

BOOST_AUTO_TEST_CASE(native_code_of_a_plugin_linked_in_an_untrusted_project_waits_for_its_trust) {
    Deck deck;
    pack(deck);
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
