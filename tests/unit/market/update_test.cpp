// SPDX-License-Identifier: Apache-2.0
#include "market/codes.hpp"
#include "market/market.hpp"
#include "market_fixture.hpp"

namespace skilldeck::test {

BOOST_AUTO_TEST_SUITE(updating)

BOOST_AUTO_TEST_CASE(a_new_version_moves_record_and_files_together) {  // B079
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.plugin("p", "1.1.0", "New.");
    deck.clock.time += std::chrono::hours{1};
    const auto action = deck.update("p@shop");
    BOOST_TEST((action.outcome == MarketAction::Outcome::done));
    BOOST_TEST(action.previous_version == "1.0.0");
    BOOST_TEST(action.version == "1.1.0");
    Diagnostics diagnostics;
    const auto installed = deck.market().installed(diagnostics).at(0);
    BOOST_TEST(installed.version == "1.1.0");
    BOOST_TEST(installed.path == deck.plugins() / "cache/shop/p/1.1.0");
    BOOST_TEST(installed.installed_at == "2026-02-02T02:40:00.000Z");
    BOOST_TEST(installed.updated_at == "2026-02-02T03:40:00.000Z");
    BOOST_TEST(deck.text(installed.path / "skills/do/SKILL.md").find("New.") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_new_is_already_done) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    const auto before = deck.text(deck.plugins() / "installed_plugins.json");
    const auto action = deck.update("p");
    BOOST_TEST((action.outcome == MarketAction::Outcome::already));
    BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.json") == before);
}

BOOST_AUTO_TEST_CASE(the_version_before_is_kept_and_older_ones_go) {  // B080
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    for (const std::string& version : Names{"1.1.0", "1.2.0", "1.3.0"}) {
        deck.plugin("p", version, "Body " + version);
        deck.update("p@shop");
    }
    Names versions;
    for (const auto& entry : std::filesystem::directory_iterator(deck.plugins() / "cache/shop/p")) {
        versions.push_back(entry.path().filename().string());
    }
    std::sort(versions.begin(), versions.end());
    BOOST_TEST(versions == (Names{"1.2.0", "1.3.0"}));
    const auto root = deck.records();
    const auto& previous = root.at("plugins").at("p@shop").at(0).at("previous").as_object();
    BOOST_TEST(previous.at("version").as_string() == "1.2.0");
}

BOOST_AUTO_TEST_CASE(new_content_under_the_same_version_is_an_update_with_a_notice) {  // B077
    Deck deck;
    deck.ready();
    const auto old_path = deck.install("p@shop").path;
    deck.plugin("p", "1.0.0", "Changed.");
    const auto action = deck.update("p@shop");
    BOOST_TEST((action.outcome == MarketAction::Outcome::done));
    BOOST_TEST(action.version == "1.0.0");
    BOOST_TEST(has_code(action.warnings, code::same_version_other_content));
    BOOST_TEST(action.message.find("1.0.0") != std::string::npos);
    BOOST_TEST(action.path != old_path);
    BOOST_TEST(deck.text(action.path / "skills/do/SKILL.md").find("Changed.") != std::string::npos);
    BOOST_TEST(deck.text(old_path / "skills/do/SKILL.md").find("Body.") != std::string::npos);
    BOOST_TEST((deck.update("p@shop").outcome == MarketAction::Outcome::already));
}

BOOST_AUTO_TEST_CASE(what_a_marketplace_says_of_a_plugin_counts_from_an_update_on_and_with_the_same_consent) {
    Deck deck;
    const auto catalogue = [&](const std::string& more) {
        deck.catalogue(R"({"name": "p", "source": "./p")" + more + "}");
    };
    const auto hooks_now = [&] {
        Diagnostics found;
        const auto installed = deck.market().installed(found);
        BOOST_TEST_REQUIRE(installed.size() == 1U);
        BOOST_TEST_REQUIRE(installed[0].entry.has_value());
        return installed[0].entry->fields.contains("hooks");
    };
    const std::string hook = R"(, "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "touch x"}]}]})";
    catalogue("");
    deck.plugin("p", "1.0.0", "One.");
    deck.add();
    deck.install("p@shop");
    catalogue(hook);
    BOOST_TEST(!hooks_now());  // the vendor's folder is not what was installed
    const auto refused = deck.market().update({"p@shop", std::nullopt, Consent::nothing_new});
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error().code == code::update_adds_rights));
    BOOST_TEST(refused.error().what == R"(version 1.0.0 of "p@shop" adds 1 hook (PreToolUse "touch x"))");
    BOOST_TEST(!hooks_now());

    const auto updated = deck.update("p@shop", Consent::additions);
    BOOST_TEST((updated.outcome == MarketAction::Outcome::done));
    BOOST_TEST(updated.changed.hooks == 1U);
    BOOST_TEST(updated.message == "updated p@shop: what its marketplace says of it changed");
    BOOST_TEST(hooks_now());
    BOOST_TEST((deck.update("p@shop").outcome == MarketAction::Outcome::already));

    catalogue("");  // and what guarded is not taken away by who moves the folder
    std::filesystem::remove_all(deck.market_root());
    BOOST_TEST(hooks_now());
}

BOOST_AUTO_TEST_CASE(a_rollback_takes_what_was_said_of_the_version_then) {
    Deck deck;
    const std::string hook = R"(, "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "touch x"}]}]})";
    deck.catalogue(R"({"name": "p", "source": "./p")" + hook + "}");
    deck.plugin("p", "1.0.0", "One.");
    deck.add();
    deck.install("p@shop");
    deck.catalogue(R"({"name": "p", "source": "./p"})");
    deck.plugin("p", "1.1.0", "Two.");
    deck.update("p@shop");
    const auto has_hook = [&] {
        Diagnostics found;
        return deck.market().installed(found).at(0).entry->fields.contains("hooks");
    };
    BOOST_TEST(!has_hook());
    BOOST_TEST(deck.market().rollback({"p@shop", std::nullopt}).has_value());
    BOOST_TEST(has_hook());
    BOOST_TEST(deck.market().rollback({"p@shop", std::nullopt}).has_value());
    BOOST_TEST(!has_hook());
}

BOOST_AUTO_TEST_CASE(without_any_version_new_content_arrives) {  // B078
    Deck deck;
    deck.ready("");
    const auto first = deck.install("p@shop").version;
    deck.plugin("p", "", "Changed.");
    const auto action = deck.update("p@shop");
    BOOST_TEST(action.version != first);
    BOOST_TEST(deck.text(action.path / "skills/do/SKILL.md").find("Changed.") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_older_version_does_not_come_by_itself) {
    Deck deck;
    deck.ready("2.0.0");
    deck.install("p@shop");
    deck.plugin("p", "1.9.0");
    const auto refused = deck.market().update({"p@shop", std::nullopt, {}});
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().code == code::version_older);
    BOOST_TEST(deck.stored().size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_version_that_cannot_be_compared_comes_with_a_warning_and_hides_none_before_it) {
    Deck deck;
    deck.ready("1.1.0");
    deck.install("p@shop");
    MarketPolicy policy;
    policy.highest_version = [](std::string_view) { return Result<std::string>("1.1.0"); };
    deck.plugin("p", "potato");
    const auto updated = deck.market({}, policy).update({"p@shop", std::nullopt, {}});
    BOOST_REQUIRE(updated.has_value());
    BOOST_TEST(updated->front().version == "potato");
    const auto& warnings = updated->front().warnings;
    const auto warned = std::ranges::find(warnings, code::version_incomparable, &Diagnostic::code);
    BOOST_REQUIRE((warned != warnings.end()));
    BOOST_TEST((warned->severity == Severity::warning));
    for (const auto* word : {"p@shop", "1.1.0", "potato"})
        BOOST_TEST(warned->message.find(word) != std::string::npos, word);
    deck.plugin("p", "1.0.0");
    BOOST_TEST(deck.market({}, policy).update({"p@shop", std::nullopt, {}}).error().code == code::version_older);
    deck.plugin("p", "1.2.0");
    const auto back = deck.market({}, policy).update({"p@shop", std::nullopt, {}});
    BOOST_REQUIRE(back.has_value());
    BOOST_TEST(back->front().warnings.empty());
}

BOOST_AUTO_TEST_CASE(what_adds_rights_stops_and_says_what) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.plugin("p", "1.1.0");
    deck.scratch.write("market/p/hooks/hooks.json",
                       R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}})");
    deck.scratch.write("market/p/.mcp.json", R"({"mcpServers": {"x": {"command": "x"}}})");
    deck.scratch.write("market/p/commands/c.md", "---\nallowed-tools: Bash(rm *)\n---\nC.");
    const auto before = deck.text(deck.plugins() / "installed_plugins.json");
    const auto refused = deck.market().update({"p@shop", std::nullopt, Consent::nothing_new});
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().code == code::update_adds_rights);
    BOOST_TEST(refused.error().what.find(R"(1 hook (Stop "a"), MCP server x "x", allowed tool Bash(rm *))") !=
                   std::string::npos,
               refused.error().what);
    BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.json") == before);

    const auto action = deck.update("p@shop", Consent::additions);
    BOOST_TEST(action.version == "1.1.0");
    BOOST_TEST(action.changed.hooks == 1U);
    BOOST_TEST(action.changed.mcp_servers == Names{"x"});
}

BOOST_AUTO_TEST_CASE(an_older_version_than_was_ever_installed_comes_only_by_name) {
    Deck deck;
    deck.ready("1.0.0");
    MarketPolicy policy;
    policy.highest_version = [](std::string_view id) { return Result<std::string>(id == "p@shop" ? "2.0.0" : ""); };
    auto market = deck.market({}, policy);
    const auto refused = market.install({.plugin = "p@shop", .version = {}});
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().code == code::version_older);
    BOOST_TEST(refused.error().what.find("2.0.0") != std::string::npos);
    BOOST_TEST(refused.error().hint.find("rollback") == std::string::npos, refused.error().hint);
    BOOST_TEST(refused.error().hint.find("--version 1.0.0") != std::string::npos, refused.error().hint);
    BOOST_TEST(deck.stored().empty());
    const auto linked =
        market.install({.plugin = "p@shop", .version = {}, .placement = InstallRequest::Placement::link});
    BOOST_REQUIRE(!linked.has_value());
    BOOST_TEST(linked.error().code == code::version_older);
    BOOST_TEST(market.install({.plugin = "p@shop", .version = "1.0.0"}).has_value());
    deck.plugin("p", "1.5.0");
    BOOST_TEST(market.update({"p@shop", std::nullopt, {}}).error().code == code::version_older);
    deck.plugin("p", "2.0.0");
    BOOST_TEST(market.update({"p@shop", std::nullopt, {}}).has_value());
}

BOOST_AUTO_TEST_CASE(other_bytes_of_native_code_are_a_change_even_when_its_declaration_stays) {
    Deck deck;
    deck.ready();
    const auto write_module = [&](const char* bytes) {
        deck.scratch.write("market/p/dev.skilldeck/lib.so", bytes);
        deck.scratch.write("market/p/dev.skilldeck/module.json",
                           R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/lib.so", "sha256": ")" +
                               std::string(64, 'a') + "\"}}}");
    };
    write_module("x");
    BOOST_TEST(deck.install("p@shop").changed.native);
    deck.plugin("p", "1.1.0");
    BOOST_TEST(!deck.update("p@shop", Consent::nothing_new).changed.native);
    deck.plugin("p", "1.2.0");
    write_module("y");
    // A rebuilt library adds no right: its approval is of other bytes, so it waits for a new one.
    const auto rebuilt = deck.update("p@shop", Consent::nothing_new);
    BOOST_TEST(rebuilt.version == "1.2.0");
    BOOST_TEST(rebuilt.changed.native);
}

BOOST_AUTO_TEST_CASE(native_code_needs_more_than_a_general_yes) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.plugin("p", "1.1.0");
    deck.scratch.write("market/p/dev.skilldeck/lib.so", "x");
    deck.scratch.write("market/p/dev.skilldeck/module.json",
                       R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/lib.so", "sha256": ")" +
                           std::string(64, 'a') + "\"}}}");
    const auto refused = deck.market().update({"p@shop", std::nullopt, Consent::additions});
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().what.find("native code") != std::string::npos);
    BOOST_TEST(deck.update("p@shop", Consent::everything).changed.native);
}

BOOST_AUTO_TEST_CASE(another_author_stops_an_update) {
    Deck deck;
    deck.ready();
    deck.scratch.write("market/p/.claude-plugin/plugin.json",
                       R"({"name": "p", "version": "1.0.0", "author": {"name": "Ann"}})");
    deck.install("p@shop");
    deck.scratch.write("market/p/.claude-plugin/plugin.json",
                       R"({"name": "p", "version": "1.1.0", "author": {"name": "Mallory"}})");
    const auto refused = deck.market().update({"p@shop", std::nullopt, Consent::nothing_new});
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().what.find("is by \"Mallory\" instead of \"Ann\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_record_of_the_project_is_updated_and_no_other) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.install("p@shop", Scope::local);
    deck.plugin("p", "1.1.0");
    const auto actions = deck.market(deck.scratch.path()).update({"p@shop", std::nullopt, {}});
    BOOST_REQUIRE(actions.has_value());
    BOOST_REQUIRE(actions->size() == 1U);
    BOOST_TEST(actions->at(0).scope == "user");
    BOOST_TEST(std::filesystem::exists(deck.plugins() / "cache/shop/p/1.0.0"));
    const auto rest = deck.market().update({"p@shop", std::nullopt, {}});
    BOOST_REQUIRE(rest.has_value());
    BOOST_TEST(rest->size() == 2U);
    Diagnostics diagnostics;
    for (const auto& plugin : deck.market().records("p@shop", diagnostics)) BOOST_TEST(plugin.version == "1.1.0");
}

BOOST_AUTO_TEST_CASE(a_failed_update_changes_nothing) {
    Deck deck;
    deck.ready();
    const auto path = deck.install("p@shop").path;
    const auto before = deck.text(deck.plugins() / "installed_plugins.json");
    deck.scratch.write("market/p/.claude-plugin/plugin.json", "{");
    BOOST_TEST(!deck.market().update({"p@shop", std::nullopt, {}}).has_value());
    BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.json") == before);
    BOOST_TEST(std::filesystem::exists(path / "skills/do/SKILL.md"));
    BOOST_TEST(deck.market().update({"q@shop", std::nullopt, {}}).error().code == code::plugin_not_installed);
}

BOOST_AUTO_TEST_CASE(a_stored_copy_that_was_changed_is_found_and_an_update_stores_it_again) {
    Deck deck;
    deck.ready();
    const auto path = deck.install("p@shop").path;
    BOOST_TEST(deck.market().changed_copies().empty());
    deck.scratch.write("config/plugins/cache/shop/p/1.0.0/skills/do/SKILL.md", "Changed.");
    deck.scratch.write("config/plugins/cache/shop/p/1.0.0/added", "");
    const auto found = deck.market().changed_copies();
    BOOST_REQUIRE(found.size() == 1U);
    BOOST_TEST(found[0].code == code::store_copy_changed);
    BOOST_TEST(found[0].plugin == "p@shop");
    BOOST_TEST(found[0].file == path.string());
    BOOST_TEST(found[0].message.find("added, skills/do/SKILL.md") != std::string::npos, found[0].message);

    const auto action = deck.update("p@shop");
    BOOST_TEST((action.outcome == MarketAction::Outcome::done));
    BOOST_TEST(action.message.find("again") != std::string::npos, action.message);
    BOOST_TEST(deck.market().changed_copies().empty());
    BOOST_TEST(deck.text(action.path / "skills/do/SKILL.md").find("Body.") != std::string::npos);
    Diagnostics diagnostics;
    BOOST_TEST(deck.market().installed(diagnostics).at(0).path == action.path);
    BOOST_TEST(!std::filesystem::exists(path));
}

BOOST_AUTO_TEST_CASE(a_list_of_files_that_was_changed_with_the_files_is_found_too) {
    Deck deck;
    deck.ready();
    const auto path = deck.install("p@shop").path;
    deck.scratch.write("config/plugins/cache/shop/p/1.0.0/skills/do/SKILL.md", "Changed.");
    std::filesystem::remove(path / "files.sha256");
    BOOST_TEST(deck.market().changed_copies().size() == 1U);
    deck.scratch.write("config/plugins/cache/shop/p/1.0.0/files.sha256",
                       Store(deck.files, deck.files, deck.plugins()).manifest_of(path).value());
    BOOST_TEST(deck.market().changed_copies().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
