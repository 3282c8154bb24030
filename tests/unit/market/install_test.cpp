// SPDX-License-Identifier: Apache-2.0
#include "base/codes.hpp"
#include "market/codes.hpp"
#include "market/market.hpp"
#include "market/store.hpp"
#include "market_fixture.hpp"
#include "os/digest.hpp"
#include "package/codes.hpp"

namespace skilldeck::test {

namespace {

Error link_refusal(Deck& deck) {
    return deck.install_refusal("p@shop");
}

bool nothing_recorded(Deck& deck) {
    Diagnostics diagnostics;
    return deck.market().installed(diagnostics).empty() && deck.stored().empty();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(installing)

BOOST_AUTO_TEST_CASE(a_plugin_becomes_a_verified_copy_with_its_record) {
    Deck deck;
    deck.ready();
    const auto action = deck.install("p@shop");
    BOOST_TEST((action.outcome == MarketAction::Outcome::done));
    BOOST_TEST(action.id == "p@shop");
    BOOST_TEST(action.scope == "user");
    BOOST_TEST(action.version == "1.0.0");
    BOOST_TEST(action.path == deck.plugins() / "cache/shop/p/1.0.0");
    BOOST_TEST(deck.stored() == (Names{"shop/p/1.0.0/.claude-plugin/plugin.json", "shop/p/1.0.0/files.sha256",
                                       "shop/p/1.0.0/skills/do/SKILL.md"}));

    const auto root = deck.records();
    BOOST_TEST(root.at("version").as_int64() == 2);
    const auto& record = root.at("plugins").at("p@shop").as_array().at(0).as_object();
    BOOST_TEST(record.at("scope").as_string() == "user");
    BOOST_TEST(record.at("installPath").as_string() == action.path.string());
    BOOST_TEST(record.at("version").as_string() == "1.0.0");
    BOOST_TEST(record.at("installedAt").as_string() == "2026-02-02T02:40:00.000Z");
    BOOST_TEST(record.at("lastUpdated").as_string() == "2026-02-02T02:40:00.000Z");
    BOOST_TEST(!record.contains("projectPath"));
    BOOST_TEST(record.at("contentDigest").as_string() == sha256(deck.text(action.path / "files.sha256")));
}

BOOST_AUTO_TEST_CASE(the_list_of_files_is_the_list_of_the_source) {
    Deck deck;
    deck.ready();
    const auto action = deck.install("p@shop");
    BOOST_TEST(deck.text(action.path / "files.sha256") == tree_manifest(deck.files, deck.market_root() / "p").value());
}

BOOST_AUTO_TEST_CASE(what_is_listed_is_what_is_recorded) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p", "defaultEnabled": false})");
    deck.plugin("p", "1.0.0");
    deck.add();
    deck.install("p@shop");
    Diagnostics diagnostics;
    const auto list = deck.market().installed(diagnostics);
    BOOST_REQUIRE(list.size() == 1U);
    BOOST_TEST(list[0].name == "p");
    BOOST_TEST(list[0].marketplace == "shop");
    BOOST_TEST((list[0].place == PluginPlace::store));
    BOOST_TEST(!list[0].linked);
    BOOST_TEST(list[0].source.at("kind").as_string() == "relative");
    BOOST_TEST(list[0].source.at("path").as_string() == "./p");
    BOOST_REQUIRE(list[0].entry.has_value());
    BOOST_TEST(list[0].entry->fields.at("defaultEnabled").as_bool() == false);
    BOOST_TEST(diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(installing_again_is_already_done) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    const auto before = deck.text(deck.plugins() / "installed_plugins.json");
    BOOST_TEST((deck.install("p").outcome == MarketAction::Outcome::already));
    BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.json") == before);
}

BOOST_AUTO_TEST_CASE(what_a_plugin_brings_is_counted) {
    Deck deck;
    deck.ready();
    deck.scratch.write(
        "market/p/hooks/hooks.json",
        R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b"}]}]}})");
    deck.scratch.write("market/p/.mcp.json", R"({"mcpServers": {"x": {"command": "x"}}})");
    const auto action = deck.install("p@shop");
    BOOST_TEST(action.changed.hooks == 2U);
    BOOST_TEST(action.changed.mcp_servers == Names{"x"});
    BOOST_TEST(!action.changed.native);
}

BOOST_AUTO_TEST_CASE(a_plugin_without_a_version_is_called_by_its_content) {
    Deck deck;
    deck.ready("");
    const auto action = deck.install("p@shop");
    BOOST_TEST(action.version == sha256(deck.text(action.path / "files.sha256")).substr(0, 12));
    BOOST_TEST(action.path.filename() == action.version);
}

BOOST_AUTO_TEST_CASE(the_entry_gives_a_version_where_the_manifest_has_none) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p", "version": "5.0"})");
    deck.plugin("p", "");
    deck.add();
    BOOST_TEST(deck.install("p@shop").version == "5.0");
}

BOOST_AUTO_TEST_CASE(a_version_that_cannot_be_one_is_said_and_not_used) {
    for (const std::string& version : Names{"../../../../x", "1\\u001b[2J", std::string(129, '1')}) {
        Deck deck;
        deck.catalogue(R"({"name": "p", "source": "./p", "version": ")" + version + "\"}");
        deck.plugin("p", "");
        deck.add();
        Diagnostics found;
        const auto offered = deck.market().available(found);
        BOOST_REQUIRE(offered.size() == 1U);
        BOOST_TEST(offered.front().version.empty());
        BOOST_TEST(has_code(offered.front().diagnostics, code::package_version_unusable));
        const auto action = deck.install("p@shop");
        BOOST_TEST(action.version == sha256(deck.text(action.path / "files.sha256")).substr(0, 12));
    }
}

BOOST_AUTO_TEST_CASE(a_version_that_is_no_file_name_still_gets_a_directory_of_its_own) {
    BOOST_TEST(version_directory("1.0.0-rc.1+build") == "1.0.0-rc.1+build");
    BOOST_TEST(version_directory("../../up") == "v..-..-up");
    BOOST_TEST(version_directory("..") == "v..");
    BOOST_TEST(version_directory("a/b c") == "a-b-c");
    Deck deck;
    deck.ready("../../../../up");
    BOOST_TEST(deck.install("p@shop").path.parent_path() == deck.plugins() / "cache/shop/p");
}

BOOST_AUTO_TEST_CASE(another_version_than_the_one_asked_for_is_refused) {
    Deck deck;
    deck.ready();
    const auto refused = deck.market().install({"p@shop", Scope::user, "2.0.0", InstallRequest::Placement::copy});
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().code == code::version_unavailable);
    BOOST_TEST(nothing_recorded(deck));
}

BOOST_AUTO_TEST_CASE(bits_links_blanks_and_other_alphabets_survive) {  // B085
    Deck deck;
    deck.ready();
    const auto p = deck.market_root() / "p";
    deck.scratch.write("market/p/scripts/run.sh", "#!/bin/sh\n");
    deck.scratch.write("market/p/scripts/tool", "t");
    deck.scratch.write("market/p/scripts/data with blanks.txt", "d");
    deck.scratch.write("market/p/スキル/é.txt", "u");
    chmod((p / "scripts/run.sh").c_str(), 0755);
    chmod((p / "scripts/tool").c_str(), 0750);
    std::filesystem::create_symlink("scripts/run.sh", p / "run");
    std::filesystem::create_symlink("nothing-yet", p / "dangling");
    const auto path = deck.install("p@shop").path;
    const auto executable = [&](const char* file) { return deck.files.info(path / file)->executable(); };
    BOOST_TEST(executable("scripts/run.sh"));
    BOOST_TEST(executable("scripts/tool"));
    BOOST_TEST(!executable("scripts/data with blanks.txt"));
    BOOST_TEST(deck.text(path / "スキル/é.txt") == "u");
    BOOST_TEST(std::filesystem::read_symlink(path / "run") == "scripts/run.sh");
    BOOST_TEST(std::filesystem::read_symlink(path / "dangling") == "nothing-yet");
}

BOOST_AUTO_TEST_CASE(the_folder_of_git_is_not_part_of_a_plugin) {
    Deck deck;
    deck.ready();
    deck.scratch.write("market/p/.git/config", "secret");
    BOOST_TEST(!std::filesystem::exists(deck.install("p@shop").path / ".git"));
}

BOOST_AUTO_TEST_CASE(a_link_that_leaves_the_plugin_is_refused) {
    for (const std::string& target : Names{"../../outside", "/etc/passwd", "skills/../../q", ".."}) {
        Deck deck;
        deck.ready();
        deck.scratch.write("outside", "secret");
        std::filesystem::create_symlink(target, deck.market_root() / "p/link");
        const auto error = link_refusal(deck);
        BOOST_TEST(error.code == code::tree_link_outside, target);
        BOOST_TEST(error.where == (deck.market_root() / "p/link").string());
        BOOST_TEST(error.what.find("p@shop") != std::string::npos);
        BOOST_TEST(nothing_recorded(deck));
    }
}

BOOST_AUTO_TEST_CASE(a_link_over_a_link_that_leaves_the_plugin_is_refused) {
    Deck deck;
    deck.ready();
    deck.scratch.write("outside/file", "secret");
    std::filesystem::create_symlink("../../outside", deck.market_root() / "p/a");
    std::filesystem::create_symlink("a/file", deck.market_root() / "p/b");
    BOOST_TEST(link_refusal(deck).code == code::tree_link_outside);
}

BOOST_AUTO_TEST_CASE(fifos_and_set_id_files_are_refused) {
    Deck deck;
    deck.ready();
    const auto fifo = deck.market_root() / "p/fifo";
    BOOST_REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    BOOST_TEST(deck.install_refusal("p@shop").code == code::tree_special_file);
    std::filesystem::remove(fifo);
    const auto tool = deck.scratch.write("market/p/tool", "t");
    BOOST_REQUIRE(chmod(tool.c_str(), 04755) == 0);
    BOOST_TEST(deck.install_refusal("p@shop").code == code::tree_set_id);
    BOOST_TEST(nothing_recorded(deck));
}

BOOST_AUTO_TEST_CASE(names_that_some_systems_take_for_one_are_refused) {
    const std::vector<std::pair<std::string, std::string>> pairs{{"Read.md", "read.md"}, {"caf\u00e9", "cafe\u0301"}};
    for (const auto& [one, other] : pairs) {
        Deck deck;
        deck.ready();
        deck.scratch.write("market/p/" + one, "1");
        deck.scratch.write("market/p/" + other, "2");
        BOOST_TEST(deck.install_refusal("p@shop").code == code::tree_names_collide, one);
    }
}

BOOST_AUTO_TEST_CASE(names_with_invisible_characters_are_refused) {
    for (const std::string& name : Names{"line\nbreak", "esc\x1b[31m", "rtl\u202e", "bad\xff"}) {
        Deck deck;
        deck.ready();
        deck.scratch.write("market/p/" + name, "1");
        BOOST_TEST(deck.install_refusal("p@shop").code == code::tree_unsafe_name);
    }
}

BOOST_AUTO_TEST_CASE(the_stores_own_list_is_not_taken_from_a_plugin) {
    Deck deck;
    deck.ready();
    deck.scratch.write("market/p/files.sha256", "644 forged x\n");
    const auto action = deck.install("p@shop");
    BOOST_TEST(has_code(action.warnings, code::tree_reserved_name));
    BOOST_TEST(deck.text(action.path / "files.sha256").find("forged") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_plugin_that_cannot_be_read_is_not_installed) {
    Deck deck;
    deck.ready();
    deck.scratch.write("market/p/.claude-plugin/plugin.json", "{");
    BOOST_TEST(deck.install_refusal("p@shop").code == code::json_malformed);
    BOOST_TEST(nothing_recorded(deck));
}

BOOST_AUTO_TEST_CASE(sources_and_names_that_climb_out_are_refused_by_name) {  // B114, B116, B118
    Deck deck;
    deck.scratch.write("outside/skills/evil/SKILL.md", "CANARY");
    deck.scratch.write("market-evil/twin/skills/evil/SKILL.md", "CANARY");
    deck.catalogue(
        R"({"name": "up", "source": "../outside"}, {"name": "abs", "source": ")" +
        (deck.scratch.path() / "outside").string() +
        R"("}, {"name": "mid", "source": "./p/../../outside"}, {"name": "twin", "source": "../market-evil/twin"},
                   {"name": "linked", "source": "./linked"}, {"name": "../../escape", "source": "./p"}, {"name": "a/b", "source": "./p"},
                   {"name": "..", "source": "./p"}, {"name": "p", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    std::filesystem::create_symlink("../market-evil/twin", deck.market_root() / "linked");
    deck.add();
    for (const std::string& name : Names{"up", "abs", "mid", "twin", "linked", "../../escape", "a/b", ".."}) {
        const auto error = deck.install_refusal(name + "@shop");
        BOOST_TEST(error.what.find(name) != std::string::npos, error.what);
    }
    deck.install("p@shop");
    for (const auto& file : deck.stored())
        BOOST_TEST(deck.text(deck.plugins() / "cache" / file).find("CANARY") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(component_paths_that_climb_out_are_left_out_and_the_rest_is_installed) {  // B115
    Deck deck;
    deck.scratch.write("outside/secret.md", "CANARY");
    deck.catalogue(
        R"({"name": "inner", "source": "./inner", "commands": {"peek": {"source": "../../outside/secret.md"}},
                       "skills": ["./skills", "../../outside"]})");
    deck.plugin("inner", "1.0.0");
    deck.add();
    const auto path = deck.install("inner@shop").path;
    Diagnostics diagnostics;
    PackageOptions options;
    options.entry = deck.market().installed(diagnostics).at(0).entry;
    const auto package = read_package(deck.files, path, options);
    BOOST_REQUIRE(package.has_value());
    BOOST_TEST(package->skills.size() == 1U);
    BOOST_TEST(package->commands.empty());
    const auto outside =
        std::count_if(package->diagnostics.begin(), package->diagnostics.end(),
                      [](const Diagnostic& found) { return found.code == code::package_path_outside; });
    BOOST_TEST(outside == 2);
}

BOOST_AUTO_TEST_CASE(conflicting_manifests_stop_only_their_own_plugin) {  // B090
    Deck deck;
    deck.catalogue(
        R"({"name": "torn", "source": "./torn", "strict": false, "commands": "./x.md"}, {"name": "p", "source": "./p"})");
    deck.plugin("torn", "1.0.0");
    deck.plugin("p", "1.0.0");
    deck.add();
    const auto error = deck.install_refusal("torn@shop");
    BOOST_TEST(error.code == code::package_conflict);
    BOOST_TEST(error.what.find("plugin.json") != std::string::npos);
    BOOST_TEST(error.where.find("marketplace.json") != std::string::npos);
    deck.install("p@shop");
}

BOOST_AUTO_TEST_CASE(plugin_root_goes_before_bare_names_and_a_doubled_name_is_refused) {  // B091, B092, B095
    Deck deck;
    deck.catalogue(
        R"({"name": "bare", "source": "bare"}, {"name": "fine", "source": "./one"}, {"name": "fine", "source": "./two"})",
        "shop", "market", R"("metadata": {"pluginRoot": "./plugins"}, )");
    deck.plugin("bare", "1.0.0", "DECOY", "market/.claude-plugin/plugins");
    deck.plugin("bare", "1.0.0", "RIGHT", "market/plugins");
    deck.add();
    BOOST_TEST(deck.text(deck.install("bare@shop").path / "skills/do/SKILL.md").find("RIGHT") != std::string::npos);
    const auto error = deck.install_refusal("fine@shop");
    BOOST_TEST(error.code == code::entry_twice);
    BOOST_TEST(error.what.find("\"fine\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_name_that_several_marketplaces_have_needs_the_whole_id) {
    Deck deck;
    deck.ready();
    deck.catalogue(R"({"name": "p", "source": "./p"})", "second", "other");
    deck.plugin("p", "2.0.0", "Other.", "other");
    deck.add("other");
    const auto error = deck.install_refusal("p");
    BOOST_TEST(error.code == code::plugin_ambiguous);
    BOOST_TEST(error.what.find("p@second, p@shop") != std::string::npos);
    BOOST_TEST(deck.install("p@second").version == "2.0.0");
}

BOOST_AUTO_TEST_CASE(an_unknown_plugin_suggests_a_near_one_and_an_old_name_leads_to_the_new) {
    Deck deck;
    deck.catalogue(R"({"name": "hammer", "source": "./hammer"})", "shop", "market",
                   R"("renames": {"mallet": "hammer"}, )");
    deck.plugin("hammer", "1.0.0");
    deck.add();
    const auto error = deck.install_refusal("hamer@shop");
    BOOST_TEST(error.code == code::plugin_unknown);
    BOOST_TEST(error.hint.find("hammer") != std::string::npos);
    BOOST_TEST(deck.install_refusal("x@nowhere").code == code::marketplace_unknown);
    const auto action = deck.install("mallet@shop");
    BOOST_TEST(action.id == "hammer@shop");
    BOOST_TEST(has_code(action.warnings, code::plugin_renamed));
}

BOOST_AUTO_TEST_CASE(two_ids_never_share_a_data_folder) {
    Deck deck;
    deck.catalogue(R"({"name": "a.b", "source": "./p"}, {"name": "a-b", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    deck.add();
    deck.install("a.b@shop");
    BOOST_TEST(deck.market().data_directory("a.b@shop") == deck.plugins() / "data/a-b-shop");
    BOOST_TEST(deck.install_refusal("a-b@shop").code == code::plugin_folder_taken);
}

BOOST_AUTO_TEST_CASE(nothing_is_installed_at_a_scope_that_belongs_to_others) {
    Deck deck;
    deck.ready();
    for (const auto scope : {Scope::managed, Scope::flag}) {
        const auto refused = deck.market().install({"p@shop", scope, std::nullopt, InstallRequest::Placement::copy});
        BOOST_TEST(refused.error().code == code::scope_not_writable);
    }
}

BOOST_AUTO_TEST_CASE(policy_can_refuse_a_plugin) {
    Deck deck;
    deck.ready();
    MarketPolicy policy;
    policy.refuse_plugin = [](std::string_view id) {
        return std::optional(make_error(code::plugin_unknown, id, {id, "policy", ""}));
    };
    BOOST_TEST(!deck.market({}, policy)
                    .install({"p@shop", Scope::user, std::nullopt, InstallRequest::Placement::copy})
                    .has_value());
    BOOST_TEST(nothing_recorded(deck));
}

BOOST_AUTO_TEST_CASE(a_linked_plugin_is_loaded_in_place_and_never_deleted) {
    Deck deck;
    deck.ready();
    const auto linked = deck.market().install({"p@shop", Scope::user, std::nullopt, InstallRequest::Placement::link});
    BOOST_REQUIRE(linked.has_value());
    BOOST_TEST(linked->path == deck.market_root() / "p");
    BOOST_TEST(deck.stored().empty());
    Diagnostics diagnostics;
    BOOST_TEST(deck.market().installed(diagnostics).at(0).linked);
    BOOST_TEST((deck.update("p@shop").outcome == MarketAction::Outcome::already));
    deck.uninstall("p@shop");
    BOOST_TEST(std::filesystem::exists(deck.market_root() / "p/skills/do/SKILL.md"));
}

BOOST_AUTO_TEST_CASE(leftover_staging_is_swept_and_never_loaded) {  // B083
    Deck deck;
    deck.ready();
    deck.scratch.write("config/plugins/cache/.staging/1/skills/ghost/SKILL.md", "Ghost.");
    deck.install("p@shop");
    for (const auto& file : deck.stored()) BOOST_TEST(file.find("ghost") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_unrecorded_directory_in_the_way_is_replaced) {
    Deck deck;
    deck.ready();
    deck.scratch.write("config/plugins/cache/shop/p/1.0.0/skills/half/SKILL.md", "Half.");
    const auto path = deck.install("p@shop").path;
    BOOST_TEST(path == deck.plugins() / "cache/shop/p/1.0.0");
    BOOST_TEST(!std::filesystem::exists(path / "skills/half"));
}

BOOST_AUTO_TEST_CASE(a_recorded_plugin_whose_directory_is_gone_is_installed_again) {
    Deck deck;
    deck.ready();
    const auto path = deck.install("p@shop").path;
    std::filesystem::remove_all(path);
    Diagnostics diagnostics;
    BOOST_TEST(deck.market().installed(diagnostics).size() == 1U);
    BOOST_TEST(has_code(diagnostics, code::store_path_missing));
    BOOST_TEST((deck.install("p@shop").outcome == MarketAction::Outcome::done));
    BOOST_TEST(std::filesystem::exists(path / "skills/do/SKILL.md"));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said_of_the_plugins_own_file_and_never_of_the_staging_place) {
    for (const std::string& manifest : Names{"{\"name\": ", R"({"name": "../p"})", R"({"version": "1"})", "[]"}) {
        Deck deck;
        deck.ready();
        deck.scratch.write("market/p/.claude-plugin/plugin.json", manifest);
        const auto refused = deck.install_refusal("p@shop");
        BOOST_TEST(refused.where == (deck.market_root() / "p/.claude-plugin/plugin.json").string());
        BOOST_TEST(to_line(refused).find(".staging") == std::string::npos, to_line(refused));
    }
}

BOOST_AUTO_TEST_CASE(the_entry_names_the_plugin_and_not_its_manifest) {
    Deck deck;
    deck.catalogue(R"({"name": "aaa", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    deck.add();
    const auto action = deck.install("aaa@shop");
    BOOST_TEST(action.id == "aaa@shop");
    BOOST_TEST(action.path == deck.plugins() / "cache/shop/aaa/1.0.0");
    Diagnostics diagnostics;
    BOOST_TEST(deck.market().installed(diagnostics).at(0).name == "aaa");
}

BOOST_AUTO_TEST_CASE(a_plugin_counts_as_installed_since_its_first_record) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.clock.time += std::chrono::hours{1};
    deck.install("p@shop", Scope::project);
    Diagnostics diagnostics;
    const auto plugin = deck.market().installed(diagnostics).at(0);
    BOOST_TEST(plugin.scope == "project");
    BOOST_TEST(plugin.installed_at == "2026-02-02T03:40:00.000Z");
    BOOST_TEST(plugin.first_installed_at == "2026-02-02T02:40:00.000Z");
}

BOOST_AUTO_TEST_CASE(a_source_that_policy_refuses_is_refused_before_anything_else_is_said_of_it) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": {"source": "command", "command": "x"}})");
    deck.add();
    MarketPolicy policy;
    policy.refuse_source = [](const Source& source, std::string_view id) -> std::optional<Error> {
        BOOST_TEST((source.kind == SourceKind::command));
        return make_error(code::source_invalid, id, {"command", "is refused"});
    };
    const InstallRequest request{"p@shop", Scope::user, std::nullopt, InstallRequest::Placement::copy};
    BOOST_TEST(deck.market({}, policy).install(request).error().code == code::source_invalid);
    BOOST_TEST(deck.market().install(request).error().code == code::unsupported_source);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
