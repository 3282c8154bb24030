// SPDX-License-Identifier: Apache-2.0
// The objects of `plugin list --json` and `plugin explain --json`.
#include "plugin_deck.hpp"

#include "native/codes.hpp"
#include "os/digest.hpp"

#include <boost/test/unit_test.hpp>

using namespace skilldeck;
using test::PluginDeck;

namespace {

class OneModule final : public NativeStatusSource {
public:
    explicit OneModule(NativeStatus status) : status_(std::move(status)) {}
    [[nodiscard]] std::optional<NativeStatus> native_status(std::string_view id) const override {
        return id == "acme@m" ? std::optional(status_) : std::nullopt;
    }

private:
    NativeStatus status_;
};

boost::json::object list_object(const Plugin& plugin, const NativeStatusSource& modules = NothingLoaded()) {
    std::string text;
    JsonWriter out(text);
    write_plugin(out, plugin, modules);
    return boost::json::parse(text).as_object();
}

boost::json::object explain_object(const Plugin& plugin, const NativeStatusSource& modules = NothingLoaded()) {
    const PluginSet alone({plugin}, {});
    std::string text;
    JsonWriter out(text);
    write_plugin_explanation(out, alone, plugin, modules);
    return boost::json::parse(text).as_object();
}

/// kind, name and state of every contribution, a line each.
std::string states(const boost::json::object& explained) {
    std::string lines;
    for (const auto& item : explained.at("contributions").as_array()) {
        for (const auto* key : {"kind", "name", "state"}) lines += std::string(item.at(key).as_string().c_str()) + " ";
        lines += "\n";
    }
    return lines;
}

void add_acme(PluginDeck& deck) {
    deck.add("acme", R"("description": "does it", "repository": "somewhere")");
    deck.file("acme", "skills/plain/SKILL.md", "text\n");
    deck.file("acme", "commands/go.md", "text\n");
    deck.file("acme", "agents/helper.md", "---\nname: helper\n---\ntext\n");
    deck.file("acme", "hooks/hooks.json", test::kHookFile);
    deck.file("acme", ".mcp.json", test::kServerFile);
    deck.file("acme", ".lsp.json", "{}");
    deck.file("acme", "dev.skilldeck/lib.so", "x");
    deck.file("acme", "dev.skilldeck/module.json",
              R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/lib.so", "sha256": ")" + sha256("x") +
                  R"("}}, "contributes": {"skills": ["summary"], "mcpServers": ["acme"]}})");
    deck.file("acme", "dev.skilldeck/skills.json", R"([{"name": "summary"}])");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_json)

BOOST_AUTO_TEST_CASE(the_list_object_has_the_fields_of_the_interface) {
    PluginDeck deck;
    add_acme(deck);
    const auto set = deck.read();
    const auto object = list_object(set->plugins()[0]);
    BOOST_TEST(object.at("id").as_string() == "acme@m");
    BOOST_TEST(object.at("name").as_string() == "acme");
    BOOST_TEST(object.at("marketplace").as_string() == "m");
    BOOST_TEST(object.at("version").as_string() == "1.0.0");
    BOOST_TEST(object.at("scope").as_string() == "user");
    BOOST_TEST(!object.at("builtin").as_bool());
    BOOST_TEST(object.at("source").at("kind").as_string() == "directory");
    BOOST_TEST(object.at("repository").as_string() == "somewhere");
    BOOST_TEST(object.at("enabled").as_bool());
    BOOST_TEST(object.at("decidedBy").as_string() == "default");
    BOOST_TEST(object.at("available").as_bool());
    BOOST_TEST(!object.contains("unavailableReason"));
    BOOST_TEST(object.at("format").as_string() == "claude");
    BOOST_TEST(object.at("path").as_string() == deck.installed[0].path.string());
    BOOST_TEST(object.at("description").as_string() == "does it");
    const auto& native = object.at("native").as_object();
    BOOST_TEST(native.at("abi").as_int64() == 1);
    BOOST_TEST(native.at("state").as_string() == "not-approved");
    BOOST_TEST(native.at("sha256").as_string() == sha256("x"));
    BOOST_TEST(std::string(native.at("module").as_string().c_str()).ends_with("/acme/dev.skilldeck/lib.so"));
    const auto& contributions = object.at("contributions").as_object();
    BOOST_CHECK((contributions.at("skills") == boost::json::array{"plain", "summary"}));
    BOOST_CHECK((contributions.at("commands") == boost::json::array{"go"}));
    BOOST_CHECK((contributions.at("agents") == boost::json::array{"helper"}));
    BOOST_TEST(contributions.at("hooks").at("Stop").as_int64() == 1);
    BOOST_CHECK((contributions.at("mcpServers") == boost::json::array{"db", "acme"}));
    BOOST_CHECK((contributions.at("unsupported") == boost::json::array{"lspServers"}));
    for (const auto& item : object.at("diagnostics").as_array()) {
        for (const auto* key : {"severity", "code", "message"}) BOOST_TEST(item.as_object().contains(key));
    }
}

BOOST_AUTO_TEST_CASE(a_broken_or_unavailable_plugin_is_a_whole_object_too) {
    PluginDeck deck;
    deck.add("broken");
    deck.file("broken", ".claude-plugin/plugin.json", "{");
    const auto object = list_object(deck.read()->plugins()[0]);
    BOOST_TEST(object.at("enabled").as_bool());
    BOOST_TEST(!object.contains("format"));
    BOOST_TEST(object.at("contributions").at("skills").as_array().empty());
    BOOST_TEST(object.at("contributions").at("hooks").as_object().empty());
    BOOST_TEST(object.at("diagnostics").as_array()[0].at("severity").as_string() == "error");
}

BOOST_AUTO_TEST_CASE(the_path_of_a_builtin_plugin_is_the_word) {
    PluginDeck deck;
    deck.add("core", {}, "builtin").place = PluginPlace::builtin;
    const auto object = list_object(deck.read()->plugins()[0]);
    BOOST_TEST(object.at("builtin").as_bool());
    BOOST_TEST(object.at("path").as_string() == "builtin");
}

BOOST_AUTO_TEST_CASE(what_became_of_a_module_is_laid_over_the_snapshot) {
    PluginDeck deck;
    add_acme(deck);
    const auto set = deck.read();
    const OneModule failed({NativeState::failed,
                            "it did not start",
                            {make_diagnostic(code::native_not_a_library, "/lib.so", {"lib.so", "too short"})}});
    const auto object = list_object(set->plugins()[0], failed);
    BOOST_TEST(object.at("native").at("state").as_string() == "failed");
    BOOST_TEST(object.at("enabled").as_bool());
    BOOST_TEST(object.at("diagnostics").as_array().size() ==
               list_object(set->plugins()[0]).at("diagnostics").as_array().size() + 1);
    const auto explained = states(explain_object(set->plugins()[0], failed));
    BOOST_TEST(explained.find("skill summary failed \n") != std::string::npos);
    BOOST_TEST(explained.find("skill plain active \n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(explain_shows_the_chain_the_origin_and_what_was_refused) {
    PluginDeck deck;
    add_acme(deck);
    deck.setting(Scope::user, R"({"enabledPlugins": {"acme@m": true}, "disableAllHooks": true})");
    const auto object = explain_object(deck.read()->plugins()[0]);
    BOOST_TEST(object.at("id").as_string() == "acme@m");
    BOOST_TEST(object.at("enabled").as_bool());
    BOOST_TEST(states(object) ==
               "skill plain active \n"
               "skill summary not-approved \n"
               "command go active \n"
               "agent helper active \n"
               "hook Stop[0].hooks[0] refused \n"
               "mcpServer db active \n"
               "mcpServer acme not-approved \n"
               "unsupported lspServers unsupported \n");
    int winners = 0;
    for (const auto& step : object.at("chain").as_array()) {
        if (!step.at("wins").as_bool()) continue;
        ++winners;
        BOOST_TEST(step.at("source").as_string() == "user");
        BOOST_TEST(step.at("says").as_bool());
        BOOST_TEST(step.as_object().contains("file"));
    }
    BOOST_TEST(winners == 1);
    const auto& refused = object.at("refused").as_array();
    BOOST_TEST_REQUIRE(refused.size() == 2U);
    BOOST_TEST(refused[1].at("what").as_string() == "hook Stop[0].hooks[0]");
    for (const auto& item : object.at("contributions").as_array()) {
        BOOST_TEST(item.at("origin").as_string() == "acme@m");
        BOOST_TEST(item.as_object().contains("reason") == (item.at("state") != "active"));
    }
}

BOOST_AUTO_TEST_CASE(of_a_disabled_plugin_every_contribution_is_disabled) {
    PluginDeck deck;
    add_acme(deck);
    deck.setting(Scope::user, R"({"enabledPlugins": {"acme@m": false}})");
    const auto object = explain_object(deck.read()->plugins()[0]);
    for (const auto& item : object.at("contributions").as_array()) {
        if (item.at("kind") != "unsupported") BOOST_TEST(item.at("state").as_string() == "disabled");
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_work_stands_as_refused) {
    PluginDeck deck;
    deck.add("acme");
    deck.file("acme", "hooks/hooks.json", R"({"hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "x"}, {"type": "prompt", "prompt": "y"}]}],
        "PreToolUse": [{"matcher": "([", "hooks": [{"type": "command", "command": "x"}]}],
        "NoSuchEvent": [{"hooks": [{"type": "command", "command": "x"}]}]}})");
    deck.file("acme", ".mcp.json", R"({"y": {"command": ["a"]}, "good": {"command": "x"}})");
    deck.hook_judge = [](std::span<HookConfig> hooks) {
        for (auto& hook : hooks) {
            if (hook.matcher) hook.fault = "a bad matcher";
        }
        return Diagnostics();
    };
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    const auto names = contribution_names(plugin);
    BOOST_TEST(names.hooks.at("Stop") == 2U);  // declared, whatever becomes of them
    BOOST_TEST(names.hooks.at("PreToolUse") == 1U);
    BOOST_TEST((names.mcp_servers == std::vector<std::string>{"good"}));
    const auto explained = explain_object(plugin);
    BOOST_TEST(states(explained) ==
               "hook Stop[0].hooks[0] active \n"
               "hook Stop[0].hooks[1] refused \n"
               "hook PreToolUse[0].hooks[0] refused \n"
               "hook NoSuchEvent[0].hooks[0] refused \n"
               "mcpServer good active \n"
               "mcpServer y refused \n");
    BOOST_TEST(explained.at("contributions").at(1).at("reason").as_string() ==
               "this host runs no hooks of type prompt");
    BOOST_TEST(explained.at("contributions").at(2).at("reason").as_string() == "a bad matcher");
    BOOST_TEST(explained.at("contributions").at(3).at("reason").as_string() == "no event is called \"NoSuchEvent\"");
    BOOST_TEST(set->contributions().hooks.size() == 4U);  // a guard with a bad matcher may still block
}

BOOST_AUTO_TEST_CASE(a_skill_that_another_hides_is_shadowed) {
    PluginDeck deck;
    deck.add("acme");
    deck.file("acme", "skills/one/SKILL.md", "text\n");
    deck.file("acme", "skills/two/SKILL.md", "text\n");
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    const ShadowedFiles shadowed{{plugin.package->skills[0].file.string(), "acme:two"}};
    const auto found = explain_contributions(plugin, NothingLoaded(), shadowed);
    BOOST_TEST(found[0].state == "shadowed");
    BOOST_TEST(found[0].reason == "hidden behind acme:two");
    BOOST_TEST(found[1].state == "active");
}

BOOST_AUTO_TEST_SUITE_END()
