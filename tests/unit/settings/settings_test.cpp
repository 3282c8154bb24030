// SPDX-License-Identifier: Apache-2.0
#include "settings/settings.hpp"
#include "base/codes.hpp"
#include "os/codes.hpp"
#include "settings/codes.hpp"
#include "settings/owned_reader.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace skilldeck;

namespace {

struct Deck {
    test::TemporaryDirectory directory;
    test::OwnedReader files;
    SettingsPlaces places;

    Deck() {
        places.config_dir = directory.path() / "home/.skilldeck";
        places.home = directory.path() / "home";
        places.project_dir = directory.path() / "project";
        places.managed_dirs = {directory.path() / "etc", directory.path() / "more"};
        places.project_trusted = true;
    }
    [[nodiscard]] Settings load() const {
        auto settings = load_settings(files, places);
        BOOST_TEST_REQUIRE(settings.has_value());
        return *settings;
    }
    [[nodiscard]] Error refused() const {
        const auto settings = load_settings(files, places);
        BOOST_TEST_REQUIRE(!settings.has_value());
        return settings.error();
    }
};

std::string text_of(const boost::json::value* value) {
    return value != nullptr && value->is_string() ? std::string(value->get_string().c_str()) : std::string();
}

/// Without the notes: that "who" is no setting is one.
std::size_t problems(const Settings& settings) {
    return static_cast<std::size_t>(std::ranges::count_if(
        settings.diagnostics(), [](const auto& found) { return found.severity != Severity::note; }));
}

bool reports(const Settings& settings, Code code) {
    return std::ranges::find(settings.diagnostics(), code, &Diagnostic::code) != settings.diagnostics().end();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(settings)

BOOST_AUTO_TEST_CASE(every_file_that_is_read_is_among_those_that_may_be) {
    Deck deck;
    for (const auto* file :
         {"home/.skilldeck/settings.json", "project/.skilldeck/settings.json", "project/.skilldeck/settings.local.json",
          "project/.claude/settings.json", "project/.claude/settings.local.json", "etc/settings.json",
          "more/settings.json", "flag.json"}) {
        deck.directory.write(file, R"({"hooks": {}})");
    }
    deck.places.flag = (deck.directory.path() / "flag.json").string();
    const auto files = settings_files(deck.places);
    const auto settings = deck.load();
    BOOST_TEST(settings.layers().size() == files.size());
    for (const auto& layer : settings.layers()) {
        BOOST_TEST((std::ranges::find(files, layer.file) != files.end()), layer.file);
    }
    deck.places.flag = " {}";
    BOOST_TEST(settings_files(deck.places).size() == files.size() - 1);
}

BOOST_AUTO_TEST_CASE(the_layers_stand_highest_first) {
    Deck deck;
    deck.directory.write("home/.skilldeck/settings.json", R"({"who": "user"})");
    deck.directory.write("project/.skilldeck/settings.json", R"({"who": "project"})");
    deck.directory.write("project/.claude/settings.json", R"({"hooks": {}})");
    deck.directory.write("project/.skilldeck/settings.local.json", R"({"who": "local"})");
    deck.directory.write("project/.claude/settings.local.json", R"({"hooks": {}})");
    deck.directory.write("etc/settings.json", R"({"who": "managed"})");
    deck.directory.write("more/settings.json", R"({"who": "more"})");
    deck.places.flag = R"({"who": "flag"})";
    const auto settings = deck.load();
    std::vector<std::string> files;
    for (const auto& layer : settings.layers())
        files.push_back(layer.file.lexically_relative(deck.directory.path()).generic_string());
    const std::vector<std::string> expected{"etc/settings.json",
                                            "more/settings.json",
                                            "",
                                            "project/.skilldeck/settings.local.json",
                                            "project/.claude/settings.local.json",
                                            "project/.skilldeck/settings.json",
                                            "project/.claude/settings.json",
                                            "home/.skilldeck/settings.json"};
    BOOST_TEST(files == expected, boost::test_tools::per_element());
    BOOST_TEST(text_of(settings.find("who")) == "managed");
    BOOST_TEST(problems(settings) == 0U);
}

BOOST_AUTO_TEST_CASE(a_map_is_looked_up_entry_by_entry) {
    Deck deck;
    deck.directory.write("home/.skilldeck/settings.json", R"({"m": {"a": "user", "b": "user"}})");
    deck.directory.write("project/.skilldeck/settings.json", R"({"m": {"a": "project"}})");
    const auto settings = deck.load();
    BOOST_TEST(text_of(settings.find_member("m", "a")) == "project");
    BOOST_TEST(text_of(settings.find_member("m", "b")) == "user");
    BOOST_TEST(settings.find_member("m", "c") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_and_an_empty_object_are_fine) {
    Deck deck;
    deck.directory.write("home/.skilldeck/settings.json", "\xEF\xBB\xBF{\"who\": \"user\"}");
    deck.directory.write("project/.skilldeck/settings.json", "{}");
    const auto settings = deck.load();
    BOOST_TEST(text_of(settings.find("who")) == "user");
    BOOST_TEST(problems(settings) == 0U);
    BOOST_TEST(settings.layers().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_damaged_user_file_is_a_diagnostic_with_its_place_and_counts_as_empty) {
    Deck deck;
    const auto file = deck.directory.write("home/.skilldeck/settings.json", "{\n  \"who\": \"user\",\n}");
    const auto settings = deck.load();
    BOOST_TEST(settings.find("who") == nullptr);
    BOOST_TEST_REQUIRE(settings.layers().size() == 1U);
    BOOST_TEST(settings.layers()[0].damaged);
    BOOST_TEST_REQUIRE(settings.diagnostics().size() == 1U);
    const auto& problem = settings.diagnostics()[0];
    BOOST_CHECK(problem.code == code::json_malformed);
    BOOST_TEST(problem.file == file.string());
    BOOST_TEST(problem.line.value_or(0) == 3);
    BOOST_TEST(problem.column.value_or(0) == 1);
    BOOST_TEST(problem.hint.find("plugins that no higher settings enable are off") != std::string::npos);
    const auto& layer = settings.layers()[0];
    for (const auto* key : {"enabledPlugins", "permissions", "hooks", "skillOverrides", "skillSources"}) {
        BOOST_TEST(layer.why_unreadable(key).starts_with(file.string() + ":3:1 cannot be read: not valid JSON"), key);
    }
    BOOST_TEST(layer.unreadable.size() == 5U);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_object_or_no_file_or_too_large_is_unreadable) {
    Deck deck;
    const auto unreadable = [&deck] {
        const auto settings = deck.load();
        BOOST_TEST_REQUIRE(settings.layers().size() == 1U);
        const auto& layer = settings.layers()[0];
        return layer.damaged && layer.unreadable.size() == 5U;
    };
    for (const std::string text : {"[]", "7", "{", "\"x\"", "nothing", "", " \n\t", "\xEF\xBB\xBF"}) {
        deck.directory.write("home/.skilldeck/settings.json", text);
        BOOST_TEST(unreadable(), text);
    }
    deck.directory.write("home/.skilldeck/settings.json", "{" + std::string(20U * 1024 * 1024, ' ') + "}");
    BOOST_TEST(unreadable());
    std::filesystem::remove(deck.directory.path() / "home/.skilldeck/settings.json");
    std::filesystem::create_directories(deck.directory.path() / "home/.skilldeck/settings.json");
    BOOST_TEST(unreadable());
}

BOOST_AUTO_TEST_CASE(a_value_of_the_wrong_type_makes_only_what_it_would_say_unreadable) {
    struct Case {
        std::string_view text, key, end;
    };
    for (const auto& [text, key, end] : {
             Case{R"({"enabledPlugins": {}, "permissions": {"deny": "x", "ask": []}})", "", ""},
             Case{"{\n \"enabledPlugins\": []}", "enabledPlugins",
                  ":2:20 cannot be read: \"enabledPlugins\" is not a map"},
             Case{R"({"enabledPlugins": null})", "enabledPlugins",
                  ":1:20 cannot be read: \"enabledPlugins\" is not a map"},
             Case{R"({"permissions": 7})", "permissions", ":1:17 cannot be read: \"permissions\" is not a map"},
             Case{R"({"permissions": {"deny": {}}})", "permissions",
                  ":1:26 cannot be read: \"permissions.deny\" is not a list"},
             Case{R"({"permissions": {"ask": null}})", "permissions",
                  ":1:25 cannot be read: \"permissions.ask\" is not a list"},
             Case{R"({"permissions": {"allow": {}}})", "", ""},
             Case{R"({"hooks": []})", "hooks", ":1:11 cannot be read: \"hooks\" is not a map"},
             Case{R"({"skillOverrides": ["u"]})", "skillOverrides",
                  ":1:20 cannot be read: \"skillOverrides\" is not a map"},
             Case{R"({"skillSources": false})", "skillSources", ":1:18 cannot be read: \"skillSources\" is not a map"},
             Case{R"({"env": [], "disableAllHooks": 7})", "", ""},
         }) {
        Deck deck;
        const auto file = deck.directory.write("home/.skilldeck/settings.json", text).string();
        const auto settings = deck.load();
        BOOST_TEST_REQUIRE(settings.layers().size() == 1U);
        const auto& layer = settings.layers()[0];
        BOOST_TEST(!layer.damaged);
        BOOST_TEST(layer.unreadable.size() == (key.empty() ? 0U : 1U), text);
        BOOST_TEST(layer.why_unreadable(key) == (key.empty() ? "" : file + std::string(end)), text);
    }
}

BOOST_AUTO_TEST_CASE(a_damaged_claude_file_might_forbid_what_counts_there) {
    Deck deck;
    deck.directory.write("project/.claude/settings.json", "{");
    const auto settings = deck.load();
    BOOST_TEST_REQUIRE(settings.layers().size() == 1U);
    const auto& layer = settings.layers()[0];
    BOOST_TEST(layer.why_unreadable("skillSources").empty());
    for (const auto* key : {"enabledPlugins", "permissions", "hooks", "skillOverrides"}) {
        BOOST_TEST(!layer.why_unreadable(key).empty(), key);
    }
}

BOOST_AUTO_TEST_CASE(a_link_to_nothing_is_no_missing_file) {
    Deck deck;
    const auto& root = deck.directory.path();
    std::filesystem::create_directories(root / "home/.skilldeck");
    std::filesystem::create_symlink("gone.json", root / "home/.skilldeck/settings.json");
    const auto settings = deck.load();
    BOOST_TEST_REQUIRE(settings.layers().size() == 1U);
    BOOST_TEST(settings.layers()[0].why_unreadable("enabledPlugins").find("gone.json") != std::string::npos);
    BOOST_TEST(!settings.layers()[0].why_unreadable("permissions").empty());
    BOOST_TEST(reports(settings, code::file_unreadable));

    std::filesystem::create_directories(root / "etc");
    std::filesystem::create_symlink("gone.json", root / "etc/settings.json");
    BOOST_CHECK(deck.refused().code == code::file_unreadable);
    std::filesystem::remove_all(root / "etc");
    std::filesystem::create_symlink("gone", root / "etc");
    BOOST_CHECK(deck.refused().code == code::file_unreadable);
}

BOOST_AUTO_TEST_CASE(a_blank_managed_file_stops_the_host) {
    for (const std::string text : {"", "\n  \n"}) {
        Deck deck;
        deck.directory.write("etc/settings.json", text);
        BOOST_CHECK(deck.refused().code == code::json_malformed);
    }
}

BOOST_AUTO_TEST_CASE(a_repeated_key_is_an_error_and_counts_in_the_stricter_reading) {
    struct Case {
        std::string_view text, name;
        int line, column;
        std::string_view unreadable;
        bool hooks_off = false;
    };
    for (const auto& one : {
             Case{"{\"enabledPlugins\": {\"a@m\": false,\n \"a@m\": true}}", "enabledPlugins.a@m", 2, 2,
                  "enabledPlugins"},
             Case{R"({"permissions": {"deny": ["Bash"], "deny": []}})", "permissions.deny", 1, 36, "permissions"},
             Case{"{\"permissions\": {},\n\"permissions\": {}}", "permissions", 2, 1, "permissions"},
             Case{R"({"disableAllHooks": true, "disableAllHooks": false})", "disableAllHooks", 1, 27, "", true},
             Case{R"({"hooks": {"a/b": [], "a/b": []}})", "hooks.a/b", 1, 23, "hooks"},
             Case{R"({"hooks": {"Stop": []}, "hooks": {}})", "hooks", 1, 25, "hooks"},
             Case{R"({"hooks": {"Stop": [{"hooks": [{"command": "a", "command": "b"}]}]}})",
                  "hooks.Stop.0.hooks.0.command", 1, 49, "hooks"},
             Case{R"({"skillOverrides": {"u": "off"}, "skillOverrides": {}})", "skillOverrides", 1, 34,
                  "skillOverrides"},
             Case{R"({"skillOverrides": {"u": "off", "u": "on"}})", "skillOverrides.u", 1, 33, "skillOverrides"},
             Case{R"({"skillSources": {"user": false, "user": true}})", "skillSources.user", 1, 34, "skillSources"},
             Case{R"({"autoUpdate": false, "autoUpdate": true})", "autoUpdate", 1, 23, ""},
         }) {
        Deck deck;
        deck.directory.write("home/.skilldeck/settings.json", one.text);
        const auto settings = deck.load();
        const auto found = std::ranges::find(settings.diagnostics(), code::settings_key_repeated, &Diagnostic::code);
        BOOST_TEST_REQUIRE((found != settings.diagnostics().end()), one.text);
        BOOST_TEST((found->severity == Severity::error));
        BOOST_TEST(found->message.starts_with("\"" + std::string(one.name) + "\" is there twice"), found->message);
        BOOST_TEST(found->line.value_or(0) == one.line, one.text);
        BOOST_TEST(found->column.value_or(0) == one.column, one.text);
        BOOST_TEST((found->hint.find("until then") == std::string::npos) == one.unreadable.empty(), found->hint);
        const auto& layer = settings.layers()[0];
        BOOST_TEST(!layer.damaged);
        BOOST_TEST(layer.unreadable.size() == (one.unreadable.empty() ? 0U : 1U), one.text);
        BOOST_TEST(layer.why_unreadable(one.unreadable).empty() == one.unreadable.empty(), one.text);
        BOOST_TEST(settings.flag("disableAllHooks") == one.hooks_off, one.text);
        BOOST_TEST(!settings.flag("autoUpdate"), one.text);
        deck.directory.write("etc/settings.json", one.text);
        const auto refused = deck.refused();
        BOOST_CHECK(refused.code == code::settings_key_repeated);
        BOOST_TEST(refused.what.find("line " + std::to_string(one.line) + ", column " + std::to_string(one.column)) !=
                   std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(the_same_key_in_two_maps_is_no_repetition) {
    Deck deck;
    deck.directory.write("home/.skilldeck/settings.json",
                         R"({"hooks": {"Stop": [{"hooks": []}, {"hooks": []}]}, "enabledPlugins": {"hooks@m": true}})");
    BOOST_TEST(!reports(deck.load(), code::settings_key_repeated));
}

BOOST_AUTO_TEST_CASE(of_a_claude_file_only_the_named_keys_count) {
    Deck deck;
    deck.directory.write("project/.claude/settings.json",
                         R"({"hooks": {}, "permissions": {}, "enabledPlugins": {}, "extraKnownMarketplaces": {},
                             "skillOverrides": {}, "disableSkillShellExecution": true, "who": "x", "model": "y"})");
    deck.directory.write("home/.claude/settings.json", R"({"enabledPlugins": {"a@m": false}})");
    const auto settings = deck.load();
    BOOST_TEST_REQUIRE(settings.layers().size() == 1U);
    BOOST_TEST(settings.layers()[0].values.size() == 6U);
    BOOST_TEST(settings.find("who") == nullptr);
    BOOST_TEST(settings.diagnostics().empty());
    deck.places.compat = false;
    BOOST_TEST(deck.load().layers().empty());
}

BOOST_AUTO_TEST_CASE(the_claude_folder_of_the_home_directory_is_never_read) {
    Deck deck;
    deck.places.project_dir = deck.places.home;
    deck.directory.write("home/.claude/settings.json", R"({"enabledPlugins": {"a@m": false}})");
    deck.directory.write("home/.skilldeck/settings.json", R"({"who": "user"})");
    deck.places.config_dir_is_home = true;
    const auto settings = deck.load();
    BOOST_TEST_REQUIRE(settings.layers().size() == 1U);
    BOOST_CHECK(settings.layers()[0].scope == Scope::user);
}

BOOST_AUTO_TEST_CASE(before_workspace_trust_a_project_has_no_say_and_it_is_noted) {
    Deck deck;
    deck.places.project_trusted = false;
    deck.directory.write("project/.skilldeck/settings.json",
                         R"({"strictPackages": true, "permissions": {"allow": ["Bash"], "deny": []}})");
    deck.directory.write(
        "project/.skilldeck/settings.local.json",
        R"({"disableAllHooks": true, "enabledPlugins": {"a@m": false}, "permissions": {"deny": ["Bash"]}})");
    const auto settings = deck.load();
    BOOST_TEST(settings.find("strictPackages") == nullptr);
    BOOST_TEST_REQUIRE(settings.diagnostics().size() == 1U);
    BOOST_CHECK(settings.diagnostics()[0].code == code::settings_untrusted);
    BOOST_TEST(settings.diagnostics()[0].message.find("strictPackages, permissions.allow") != std::string::npos);
    BOOST_TEST(!settings.layers()[0].effective);
    BOOST_TEST(settings.layers()[0].values.contains("disableAllHooks"));
}

BOOST_AUTO_TEST_CASE(what_a_project_may_never_decide_is_left_out_and_reported) {
    Deck deck;
    deck.directory.write(
        "project/.skilldeck/settings.json",
        R"({"model": "m", "env": {"A": "b"}, "pluginConfigs": {}, "strictKnownMarketplaces": [], "strictPackages": true})");
    deck.directory.write("home/.skilldeck/settings.json", R"({"model": "mine", "blockedMarketplaces": []})");
    const auto settings = deck.load();
    BOOST_TEST(text_of(settings.find("model")) == "mine");
    BOOST_TEST(settings.find("env") == nullptr);
    BOOST_TEST(settings.find("strictKnownMarketplaces") == nullptr);
    BOOST_TEST(settings.find("blockedMarketplaces") == nullptr);
    BOOST_TEST(settings.flag("strictPackages"));
    BOOST_TEST(settings.layers()[0].left_out.size() == 4U);
    BOOST_TEST(reports(settings, code::settings_key_left_out));
    BOOST_TEST(settings.diagnostics().size() == 5U);
}

BOOST_AUTO_TEST_CASE(managed_settings_count_only_as_roots_own) {
    Deck deck;
    const auto file = deck.directory.write("etc/settings.json", R"({"disableAllHooks": true})");
    BOOST_TEST(deck.load().flag("disableAllHooks"));
    for (const auto& [place, ownership, why] : std::vector<std::tuple<Path, test::OwnedReader::Ownership, std::string>>{
             {file, {1000, 0644}, "not owned by root"},
             {file, {0, 0664}, "writable by others"},
             {file, {0, 0646}, "writable by others"},
             {file.parent_path(), {1000, 0755}, "not owned by root"},
             {file.parent_path(), {0, 0775}, "writable by others"},
             {deck.directory.path(), {0, 0777}, "everybody may write"}}) {
        deck.files.ownership = {{place, ownership}};
        const auto error = deck.refused();
        BOOST_CHECK(error.code == code::settings_managed_insecure);
        BOOST_TEST(error.where == place.string());
        BOOST_TEST(error.what.find(why) != std::string::npos);
        BOOST_TEST(!error.hint.empty());
    }
    deck.files.ownership = {{deck.directory.path(), {0, 01777}}};
    BOOST_TEST(deck.load().flag("disableAllHooks"));
}

BOOST_AUTO_TEST_CASE(an_insecure_managed_directory_counts_against_even_without_settings) {
    Deck deck;
    std::filesystem::create_directories(deck.places.managed_dirs[1]);
    deck.files.ownership = {{deck.places.managed_dirs[1], {1000, 0755}}};
    BOOST_CHECK(deck.refused().code == code::settings_managed_insecure);
}

BOOST_AUTO_TEST_CASE(damaged_managed_settings_stop_the_host) {
    Deck deck;
    const auto file = deck.directory.write("etc/settings.json", "{\"disableAllHooks\": true,}");
    const auto error = deck.refused();
    BOOST_CHECK(error.code == code::json_malformed);
    BOOST_TEST(error.where == file.string());
}

BOOST_AUTO_TEST_CASE(the_settings_option_takes_a_file_or_json_and_a_fault_is_an_error) {
    Deck deck;
    deck.places.flag = deck.directory.write("extra.json", R"({"who": "flag"})").string();
    BOOST_TEST(text_of(deck.load().find("who")) == "flag");
    deck.places.flag = " {\"who\": \"inline\"}";
    BOOST_TEST(text_of(deck.load().find("who")) == "inline");
    deck.places.flag = "{\"who\"";
    BOOST_TEST(deck.refused().where == "--settings");
    deck.places.flag = (deck.directory.path() / "nowhere.json").string();
    BOOST_CHECK(deck.refused().code == code::file_not_found);
}

BOOST_AUTO_TEST_CASE(a_change_goes_to_the_file_that_has_the_key) {
    Deck deck;
    const auto file_for = [&](Scope scope, std::string_view member = {}) {
        const auto file = settings_file_for(deck.load(), deck.places, scope, "enabledPlugins", member);
        BOOST_TEST_REQUIRE(file.has_value());
        return file->lexically_relative(deck.directory.path()).generic_string();
    };
    BOOST_TEST(file_for(Scope::user) == "home/.skilldeck/settings.json");
    BOOST_TEST(file_for(Scope::project) == "project/.skilldeck/settings.json");
    BOOST_TEST(file_for(Scope::local) == "project/.skilldeck/settings.local.json");
    deck.directory.write("project/.claude/settings.json", R"({"enabledPlugins": {"a@m": true}})");
    BOOST_TEST(file_for(Scope::project) == "project/.claude/settings.json");
    deck.directory.write("project/.skilldeck/settings.json", R"({"enabledPlugins": {"b@m": true}})");
    BOOST_TEST(file_for(Scope::project) == "project/.skilldeck/settings.json");
    BOOST_TEST(file_for(Scope::project, "a@m") == "project/.claude/settings.json");
    BOOST_TEST(file_for(Scope::project, "c@m") == "project/.skilldeck/settings.json");
    deck.directory.write("project/.skilldeck/settings.json", R"({"enabledPlugins": {"a@m": true, "b@m": true}})");
    const auto files_with = [&](std::string_view member) {
        std::vector<std::string> names;
        const auto files = settings_files_with(deck.load(), deck.places, Scope::project, "enabledPlugins", member);
        BOOST_TEST_REQUIRE(files.has_value());
        for (const auto& file : *files) names.push_back(file.parent_path().filename().string());
        return names;
    };
    BOOST_TEST(files_with("a@m") == (std::vector<std::string>{".skilldeck", ".claude"}));
    BOOST_TEST(files_with("b@m") == std::vector<std::string>{".skilldeck"});
    BOOST_TEST(files_with("c@m") == std::vector<std::string>{".skilldeck"});
    for (const auto scope : {Scope::managed, Scope::flag}) {
        const auto refused = settings_file_for(deck.load(), deck.places, scope, "enabledPlugins");
        BOOST_TEST_REQUIRE(!refused.has_value());
        BOOST_CHECK(refused.error().code == code::settings_scope_read_only);
    }
}

BOOST_AUTO_TEST_CASE(scope_words_and_scopes_agree) {
    for (const auto scope : {Scope::managed, Scope::flag, Scope::local, Scope::project, Scope::user}) {
        BOOST_CHECK(parse_scope(scope_word(scope)) == scope);
    }
    BOOST_CHECK(!parse_scope("everywhere"));
}

BOOST_AUTO_TEST_SUITE_END()
