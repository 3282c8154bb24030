// SPDX-License-Identifier: Apache-2.0
// Plugins with a native module: where they are available, and what stands before their approval.
#include "native/codes.hpp"
#include "os/digest.hpp"
#include "package/codes.hpp"
#include "plugin/availability.hpp"
#include "plugin/codes.hpp"
#include "plugin_deck.hpp"
#include "trust/codes.hpp"

#include <boost/test/unit_test.hpp>

using namespace skilldeck;
using test::PluginDeck;
using test::reports;

namespace {

/// A plugin with a module for linux; `requires_text` is the object of that name.
InstalledPlugin& add_native(PluginDeck& deck, const std::string& requires_text = "{}") {
    const std::string library = "not really a library";
    auto& plugin = deck.add("acme");
    deck.file("acme", "dev.skilldeck/linux/libacme.so", library);
    deck.file(
        "acme", "dev.skilldeck/module.json",
        R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/linux/libacme.so", "sha256": ")" +
            sha256(library) + R"("}}, "requires": )" + requires_text +
            R"(, "contributes": {"skills": ["summary", "ghost"], "mcpServers": ["acme"], "dynamicSkills": true}})");
    deck.file("acme", "dev.skilldeck/skills.json", R"([{"name": "summary"}, {"name": "stray"}])");
    deck.file(
        "acme", "dev.skilldeck/hooks.json",
        R"({"hooks": {"PreToolUse": [{"hooks": [{"type": "native", "handler": "guard", "onFailure": "block"}]}]}})");
    deck.file("acme", "skills/plain/SKILL.md", "text\n");
    return plugin;
}

void approve(PluginDeck& deck) {
    const auto digest = tree_digest(deck.disk, deck.directory.path() / "m/acme/dev.skilldeck");
    BOOST_TEST_REQUIRE(digest.has_value());
    BOOST_TEST_REQUIRE(deck.trust.approve_native("acme@m", *digest, NativeApproval::in_process).has_value());
}

std::string reason(const PluginDeck& deck, const NativeModule& module) {
    const auto found = judge_availability(deck.disk, deck.world, module);
    BOOST_TEST(found.available == found.reason.empty());
    return found.reason;
}

NativeModule module_here() {
    NativeModule module;
    module.platform = "linux-x86_64";
    module.platforms = {"linux-x86_64"};
    return module;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(native_plugins)

BOOST_AUTO_TEST_CASE(what_a_module_requires_decides_whether_it_is_available) {
    PluginDeck deck;
    const auto tool = deck.directory.write("bin/tool", "#!/bin/sh\n");
    std::filesystem::permissions(tool, std::filesystem::perms(0755));
    deck.directory.write("bin/plain", "");
    std::filesystem::permissions(deck.directory.path() / "bin/plain", std::filesystem::perms(0644));
    std::filesystem::create_directories(deck.directory.path() / "bin/folder");
    deck.world.search_path = {deck.directory.path() / "nowhere", deck.directory.path() / "bin"};
    deck.world.environment = {"HOME"};

    auto module = module_here();
    BOOST_TEST(reason(deck, module).empty());
    module.requires_host = ">=1.0";
    module.requires_os = {"darwin", "linux"};
    module.requires_env = {"HOME"};
    module.requires_commands = {"tool"};
    BOOST_TEST(reason(deck, module).empty());

    auto wanting = module;
    wanting.requires_host = ">=2.0";
    BOOST_TEST(reason(deck, wanting) == "it needs host >=2.0, this is 1.2.0");
    wanting = module;
    wanting.requires_os = {"darwin", "windows"};
    BOOST_TEST(reason(deck, wanting) == "it needs darwin or windows, this is linux");
    wanting = module;
    wanting.requires_env = {"HOME", "ACME_KEY"};
    BOOST_TEST(reason(deck, wanting) == "the environment variable ACME_KEY is not set");
    for (const std::string command : {"absent", "plain", "folder", "../bin/tool", ""}) {
        wanting = module;
        wanting.requires_commands = {command};
        BOOST_TEST(reason(deck, wanting) == "the command " + command + " is not on PATH");
    }
    wanting = module;
    wanting.platform.clear();
    wanting.platforms = {"darwin-aarch64", "windows-x86_64"};
    BOOST_TEST(reason(deck, wanting) == "it has no module for linux-x86_64, only for darwin-aarch64, windows-x86_64");
}

BOOST_AUTO_TEST_CASE(an_unavailable_plugin_is_in_neither_list_and_contributes_nothing) {
    PluginDeck deck;
    add_native(deck, R"({"env": ["ACME_KEY"]})");
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_TEST(!plugin.availability.available);
    BOOST_CHECK(plugin.native->state == NativeState::unavailable);
    BOOST_TEST(set->contributions().skills.empty());
    BOOST_TEST(set->contributions().hooks.empty());
    BOOST_TEST(listed_plugins(*set, PluginListing::usable).empty());
    BOOST_TEST(listed_plugins(*set, PluginListing::everything).size() == 1U);
    BOOST_TEST(deck.made.empty());
}

BOOST_AUTO_TEST_CASE(before_approval_native_skills_are_away_and_the_guard_stays) {
    PluginDeck deck;
    add_native(deck);
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_TEST(plugin.active());
    BOOST_CHECK(plugin.native->state == NativeState::not_approved);
    BOOST_TEST(plugin.native->digest.size() == 64U);
    BOOST_TEST(reports(plugin, code::native_not_approved));
    BOOST_TEST(set->contributions().skills.size() == 1U);
    BOOST_TEST_REQUIRE(set->contributions().hooks.size() == 1U);
    BOOST_TEST(set->contributions().hooks[0].block_on_failure);
    BOOST_TEST(set->contributions().hooks[0].native != nullptr);
    BOOST_TEST_REQUIRE(plugin.refused.size() == 1U);
    BOOST_TEST(plugin.refused[0].what == "skill summary");
}

BOOST_AUTO_TEST_CASE(after_approval_declared_skills_are_there_and_nothing_was_loaded) {
    PluginDeck deck;
    add_native(deck);
    approve(deck);
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_CHECK(plugin.native->state == NativeState::not_loaded);
    BOOST_CHECK(plugin.native->approval == NativeApproval::in_process);
    BOOST_TEST(!reports(plugin, code::native_not_approved));
    const auto& skills = set->contributions().skills;
    BOOST_TEST_REQUIRE(skills.size() == 3U);
    BOOST_CHECK(skills[1].kind == SkillSource::Kind::native);
    BOOST_TEST(skills[1].name == "summary");
    BOOST_TEST(skills[1].native != nullptr);
    BOOST_CHECK(skills[2].kind == SkillSource::Kind::dynamic);
    BOOST_TEST(deck.made.size() == 1U);
    BOOST_TEST(reports(plugin, code::native_skill_undeclared));
    BOOST_TEST(reports(plugin, code::native_skill_undescribed));
}

BOOST_AUTO_TEST_CASE(a_changed_byte_below_dev_skilldeck_ends_the_approval) {
    PluginDeck deck;
    add_native(deck);
    approve(deck);
    deck.file("acme", "dev.skilldeck/extra.txt", "x");
    BOOST_CHECK(deck.read()->plugins()[0].native->state == NativeState::not_approved);
}

BOOST_AUTO_TEST_CASE(a_library_that_can_never_be_opened_is_failed_before_anybody_calls_it) {
    PluginDeck deck;
    add_native(deck);
    approve(deck);
    int asked = 0;
    deck.judge = [&](const NativeModule& module, std::string_view name) -> Result<> {
        ++asked;
        BOOST_TEST(name == "acme");
        return make_error(code::native_truncated, module.library.string(), {"libacme.so", "a segment is cut off"});
    };
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_TEST(asked == 1);
    BOOST_TEST(plugin.enabled());
    BOOST_CHECK(plugin.native->state == NativeState::failed);
    BOOST_TEST(plugin.native->reason == "libacme.so is truncated or damaged: a segment is cut off");
    BOOST_TEST(reports(plugin, code::native_truncated));
    // Its own skill and the guard are as without it; the file beside it stays.
    BOOST_TEST(set->contributions().skills.size() == 1U);
    BOOST_TEST(set->contributions().hooks.size() == 1U);
    BOOST_TEST_REQUIRE(plugin.refused.size() == 1U);
    BOOST_TEST(plugin.refused[0].why == plugin.native->reason);
}

BOOST_AUTO_TEST_CASE(only_the_library_of_a_plugin_that_is_on_is_judged) {
    PluginDeck deck;
    add_native(deck);
    deck.setting(Scope::user, R"({"enabledPlugins": {"acme@m": false}})");
    int asked = 0;
    deck.judge = [&](const NativeModule&, std::string_view) -> Result<> {
        ++asked;
        return {};
    };
    BOOST_CHECK(deck.read()->plugins()[0].native->state == NativeState::not_approved);
    BOOST_TEST(asked == 0);
}

BOOST_AUTO_TEST_CASE(an_approval_waits_for_the_trust_in_the_project_that_carries_the_plugin) {
    PluginDeck deck;
    auto& plugin = add_native(deck);
    plugin.linked = true;
    deck.world.project_dir = deck.directory.path() / "m";
    approve(deck);
    const auto set = deck.read();
    BOOST_CHECK(set->plugins()[0].native->state == NativeState::not_approved);
    BOOST_TEST(reports(set->plugins()[0], code::native_not_trusted));
    deck.project_trusted = true;
    BOOST_CHECK(deck.read()->plugins()[0].native->state == NativeState::not_loaded);
}

BOOST_AUTO_TEST_CASE(a_refused_declaration_is_a_failed_module_and_its_guard_stays) {
    PluginDeck deck;
    add_native(deck);
    deck.file("acme", "dev.skilldeck/module.json",
              R"({"abi": 1, "modules": {"linux-x86_64": {"path": "../libacme.so", "sha256": ")" + std::string(64, 'a') +
                  R"("}}})");
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_TEST(!plugin.package->native.has_value());
    BOOST_TEST_REQUIRE(plugin.native.has_value());
    BOOST_CHECK(plugin.native->state == NativeState::failed);
    BOOST_TEST(plugin.native->reason.find("../libacme.so") != std::string::npos, plugin.native->reason);
    BOOST_TEST_REQUIRE(set->contributions().hooks.size() == 1U);
    BOOST_TEST(set->contributions().hooks[0].block_on_failure);
    BOOST_TEST(set->contributions().hooks[0].native == nullptr);
}

BOOST_AUTO_TEST_CASE(a_library_behind_a_link_is_refused_as_a_link) {
    for (const bool folder : {false, true}) {
        PluginDeck deck;
        add_native(deck);
        const auto root = deck.directory.path() / "m/acme/dev.skilldeck";
        if (folder) {
            std::filesystem::rename(root / "linux", root / "real");
            std::filesystem::create_directory_symlink("real", root / "linux");
        } else {
            std::filesystem::rename(root / "linux/libacme.so", root / "linux/real.so");
            std::filesystem::create_symlink("real.so", root / "linux/libacme.so");
        }
        approve(deck);
        const auto set = deck.read();
        const auto& plugin = set->plugins()[0];
        BOOST_CHECK(plugin.native->state == NativeState::failed);
        BOOST_TEST(reports(plugin, code::module_library_link));
        BOOST_TEST(plugin.native->reason.find("symbolic link") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(damaged_trust_records_are_no_approval_and_are_reported) {
    PluginDeck deck;
    add_native(deck);
    approve(deck);
    deck.directory.write("home/trust.json", "{");
    const auto set = deck.read();
    BOOST_CHECK(set->plugins()[0].native->state == NativeState::not_approved);
    BOOST_TEST(reports(set->plugins()[0], code::trust_file_damaged));
}

BOOST_AUTO_TEST_CASE(a_native_hook_without_a_module_is_a_bad_entry) {
    PluginDeck deck;
    deck.add("acme");
    deck.file(
        "acme", "dev.skilldeck/hooks.json",
        R"({"hooks": {"Stop": [{"hooks": [{"type": "native", "handler": "g"}, {"type": "command", "command": "x"}]}]}})");
    const auto set = deck.read();
    BOOST_TEST(set->contributions().hooks.size() == 1U);
    BOOST_TEST(reports(set->plugins()[0], code::hook_entry_invalid));
}

BOOST_AUTO_TEST_SUITE_END()
