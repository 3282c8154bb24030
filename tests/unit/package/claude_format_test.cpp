// SPDX-License-Identifier: Apache-2.0
#include "package_fixture.hpp"

#include "base/codes.hpp"
#include "os/codes.hpp"
#include "package/codes.hpp"

#include <boost/json/parse.hpp>

namespace skilldeck::test {

namespace {

/// A plugin with a manifest of these members beside its name.
class ClaudePlugin {
public:
    explicit ClaudePlugin(std::string_view members = {}) {
        const std::string comma = members.empty() ? "" : ", ";
        directory.write(".claude-plugin/plugin.json", R"({"name": "p")" + comma + std::string(members) + "}");
    }
    void link(const Path& target, const Path& link) const {
        std::filesystem::create_directories((directory.path() / link).parent_path());
        std::filesystem::create_symlink(target, directory.path() / link);
    }
    [[nodiscard]] PluginPackage read() const { return must_read(directory.path()); }
    TemporaryDirectory directory;
};

boost::json::value json(std::string_view text) {
    return boost::json::parse({text.data(), text.size()});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(claude_layout)

BOOST_AUTO_TEST_CASE(a_whole_plugin_is_read) {
    const auto package = must_read(Path(FIXTURES) / "packages/claude-layout");
    BOOST_TEST(package.display_name == "The Garden");
    BOOST_TEST(package.version == "1.2.0");
    BOOST_TEST(package.author == "A. Gardener");
    BOOST_TEST(package.keywords == (Names{"plants", "soil"}));
    BOOST_TEST((package.default_enabled == false));
    BOOST_TEST(names_of(package.skills) == (Names{"sow", "prune"}));
    BOOST_TEST(names_of(package.commands) == (Names{"db:migrate", "water"}));
    BOOST_TEST(names_of(package.agents) == Names{"weeds:finder"});
    BOOST_TEST(events_of(package) == (Names{"PostToolUse", "Stop"}));
    BOOST_TEST(servers_of(package) == (Names{"rain", "soil", "weather"}));
    BOOST_TEST(package.unsupported == (Names{"lspServers", "outputStyles"}));
    BOOST_REQUIRE(package.dependencies.size() == 3U);
    BOOST_TEST(package.dependencies[1].marketplace == "other");
    BOOST_TEST(package.dependencies[2].range == "^2.0");
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(of_two_servers_of_one_name_the_later_document_has_it) {
    const auto package = must_read(Path(FIXTURES) / "packages/claude-layout");
    BOOST_REQUIRE(package.mcp.size() == 2U);
    BOOST_TEST(!package.mcp[0].servers.contains("soil"));
    BOOST_TEST(package.mcp[1].servers.at("soil").at("command").as_string() == "soil-2");
}

BOOST_AUTO_TEST_CASE(an_unreadable_manifest_or_a_bad_name_rejects_the_plugin) {
    const TemporaryDirectory scratch;
    const std::vector<std::pair<std::string, Code>> manifests{
        {"{\"name\": ", code::json_malformed},
        {"[]", code::json_wrong_type},
        {"{}", code::package_name_missing},
        {R"({"name": 3})", code::package_name_invalid},
        {R"({"name": "a b"})", code::package_name_invalid},
        {R"({"name": "../up"})", code::package_name_invalid},
        {R"({"name": ""})", code::package_name_invalid},
    };
    for (const auto& [text, code] : manifests) {
        scratch.write(".claude-plugin/plugin.json", text);
        BOOST_TEST(refusal(scratch.path()) == code, text);
    }
    scratch.write(".claude-plugin/plugin.json",
                  "{\"name\": \"a\", \"description\": \"" + std::string(300'000, 'x') + "\"}");
    BOOST_TEST(refusal(scratch.path()) == code::file_too_large);
}

BOOST_AUTO_TEST_CASE(a_component_key_of_the_wrong_type_rejects_the_plugin) {
    for (const std::string_view member : {R"("skills": 5)", R"("skills": {"a": 1})", R"("commands": [1])",
                                          R"("agents": true)", R"("hooks": 1)", R"("mcpServers": [true])"}) {
        BOOST_TEST(refusal(ClaudePlugin(member).directory.path()) == code::json_wrong_type, member);
    }
}

BOOST_AUTO_TEST_CASE(a_descriptive_key_of_the_wrong_type_is_dropped_with_a_warning) {
    const auto package =
        ClaudePlugin(
            R"("author": "A. Writer", "version": 2, "keywords": {}, "dependencies": {"x": "1"}, "description": "ok")")
            .read();
    BOOST_TEST(package.author.empty());
    BOOST_TEST(package.version.empty());
    BOOST_TEST(package.description == "ok");
    BOOST_TEST(package.diagnostics.size() == 4U);
    for (const auto& diagnostic : package.diagnostics) BOOST_TEST((diagnostic.severity == Severity::warning));
}

BOOST_AUTO_TEST_CASE(unknown_fields_are_tolerated) {
    BOOST_TEST(ClaudePlugin(R"("tomorrow": {"x": 1})").read().diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_manifest_path_adds_skills_and_replaces_commands) {
    const ClaudePlugin plugin(R"("skills": "./more", "commands": ["./cmd/one.md"])");
    plugin.directory.write("skills/a/SKILL.md", "A.");
    plugin.directory.write("more/b/SKILL.md", "B.");
    plugin.directory.write("commands/default.md", "D.");
    plugin.directory.write("cmd/one.md", "One.");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == (Names{"a", "b"}));
    BOOST_TEST(names_of(package.commands) == Names{"one"});
    BOOST_TEST(find_code(package.diagnostics, code::package_folder_replaced) != nullptr);
}

BOOST_AUTO_TEST_CASE(no_note_about_a_replaced_folder_when_the_key_points_into_it) {
    const ClaudePlugin plugin(R"("commands": "./commands/one.md")");
    plugin.directory.write("commands/one.md", "One.");
    plugin.directory.write("commands/two.md", "Two.");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.commands) == Names{"one"});
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_root_skill_counts_only_without_a_skills_folder_and_key) {
    const ClaudePlugin alone;
    alone.directory.write("SKILL.md", "Root.");
    BOOST_TEST(names_of(alone.read().skills) == Names{"p"});

    alone.directory.write("skills/a/SKILL.md", "A.");
    BOOST_TEST(names_of(alone.read().skills) == Names{"a"});

    const ClaudePlugin named(R"("skills": "./")");
    named.directory.write("SKILL.md", "Root.");
    BOOST_TEST(names_of(named.read().skills) == Names{"p"});
}

BOOST_AUTO_TEST_CASE(a_lower_case_skill_file_is_found_and_the_upper_case_one_preferred) {
    const ClaudePlugin plugin;
    plugin.directory.write("skills/low/skill.md", "low");
    plugin.directory.write("skills/two/skill.md", "low");
    plugin.directory.write("skills/two/SKILL.md", "up");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == (Names{"low", "two"}));
    BOOST_TEST(package.skills[0].file.filename() == "skill.md");
    BOOST_TEST(package.skills[1].file.filename() == "SKILL.md");
}

BOOST_AUTO_TEST_CASE(a_command_map_takes_a_file_or_a_text) {
    const ClaudePlugin plugin(
        R"("commands": {"file": {"source": "./x.md"}, "text": {"content": "Say hi.", "description": "greets"},
                                              "both": {"source": "./x.md", "content": "no"}, "none": {}})");
    plugin.directory.write("x.md", "X.");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.commands) == (Names{"file", "text"}));
    BOOST_TEST(package.commands[1].text.value() == "Say hi.");
    BOOST_TEST(package.commands[1].fields.at("description").as_string() == "greets");
    BOOST_TEST(codes_of(package.diagnostics) ==
                   (std::vector<Code>{code::package_command_invalid, code::package_command_invalid}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_hooks_file_named_again_counts_once_and_is_no_error) {
    const ClaudePlugin plugin(R"("hooks": ["./hooks/hooks.json", "./hooks/../hooks/hooks.json", "./more.json"])");
    plugin.directory.write("hooks/hooks.json", R"({"hooks": {"Stop": []}})");
    plugin.directory.write("more.json", R"({"hooks": {"Stop": []}})");
    const auto package = plugin.read();
    BOOST_TEST(package.hooks.size() == 2U);
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_bad_hooks_file_takes_only_itself_away) {
    const ClaudePlugin plugin;
    plugin.directory.write("hooks/hooks.json", R"({"Stop": []})");
    plugin.directory.write("commands/a.md", "A.");
    const auto package = plugin.read();
    BOOST_TEST(codes_of(package.diagnostics) == std::vector<Code>{code::hooks_not_wrapped},
               boost::test_tools::per_element());
    BOOST_TEST(names_of(package.commands) == Names{"a"});
}

BOOST_AUTO_TEST_CASE(an_mcp_file_may_leave_the_wrapper_out) {
    const ClaudePlugin plugin;
    plugin.directory.write(".mcp.json", R"({"a": {"command": "a"}, "b": {"url": "https://b.example.org"}})");
    BOOST_TEST(servers_of(plugin.read()) == (Names{"a", "b"}));
}

BOOST_AUTO_TEST_CASE(kinds_that_are_not_run_are_named) {
    const ClaudePlugin plugin(R"("channels": [], "experimental": {"themes": "./t"}, "mcpServers": "./b.mcpb")");
    plugin.directory.write("hooks/hooks.json", R"({"hooks": {}, "modules": ["./register.js"]})");
    plugin.directory.write("monitors/monitors.json", "[]");
    plugin.directory.write("workflows/w.js", "");
    auto kinds = plugin.read().unsupported;
    std::sort(kinds.begin(), kinds.end());
    BOOST_TEST(kinds == (Names{"channels", "mcpBundles", "mods", "monitors", "themes", "workflows"}));
}

BOOST_AUTO_TEST_CASE(paths_that_climb_out_are_refused_one_by_one) {
    const TemporaryDirectory scratch;
    scratch.write("outside/secret/SKILL.md", "secret");
    scratch.write("outside.md", "secret");
    scratch.write("p-evil/twin/SKILL.md", "secret");
    scratch.write("p/in/SKILL.md", "in");
    scratch.write(
        "p/.claude-plugin/plugin.json",
        R"({"name": "p", "skills": ["../outside", "./in", "./in/../../outside", "../p-evil/twin", ".\\in", "./gone"],
                      "commands": ["../outside.md", ")" +
            (scratch.path() / "outside.md").string() + "\"]}");
    const auto package = must_read(scratch.path() / "p");
    BOOST_TEST(names_of(package.skills) == Names{"in"});
    BOOST_TEST(package.commands.empty());
    const auto codes = codes_of(package.diagnostics);
    BOOST_TEST(std::count(codes.begin(), codes.end(), code::package_path_outside) == 5);
    BOOST_TEST(std::count(codes.begin(), codes.end(), code::package_path_form) == 1);
    BOOST_TEST(std::count(codes.begin(), codes.end(), code::package_path_missing) == 1);
}

BOOST_AUTO_TEST_CASE(a_path_without_dot_slash_is_tolerated_and_noted) {
    const ClaudePlugin plugin(R"("skills": ["more"])");
    plugin.directory.write("more/a/SKILL.md", "A.");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == Names{"a"});
    const auto* note = find_code(package.diagnostics, code::package_path_without_dot);
    BOOST_REQUIRE(note != nullptr);
    BOOST_TEST((note->severity == Severity::note));
}

BOOST_AUTO_TEST_CASE(links_count_inside_the_plugin_and_are_refused_outside) {
    const TemporaryDirectory elsewhere;
    elsewhere.write("s/SKILL.md", "secret");
    elsewhere.write("c.md", "secret");
    const ClaudePlugin plugin;
    plugin.directory.write("real/SKILL.md", "R.");
    plugin.link("../real", "skills/linked");
    plugin.link(elsewhere.path() / "s", "skills/out");
    plugin.link(elsewhere.path() / "c.md", "commands/out.md");
    plugin.link("..", "commands/loop");
    plugin.link("loop", "commands/again");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == Names{"linked"});
    for (const auto& command : package.commands) BOOST_TEST(lies_below(command.file, package.root));
    const auto codes = codes_of(package.diagnostics);
    BOOST_TEST(std::count(codes.begin(), codes.end(), code::package_link_outside) >= 2);
}

BOOST_AUTO_TEST_CASE(a_component_folder_that_is_a_link_to_the_outside_is_refused) {
    const TemporaryDirectory elsewhere;
    elsewhere.write("s/SKILL.md", "secret");
    const ClaudePlugin plugin;
    plugin.link(elsewhere.path(), "skills");
    const auto package = plugin.read();
    BOOST_TEST(package.skills.empty());
    BOOST_TEST(find_code(package.diagnostics, code::package_link_outside) != nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(marketplace_entries)

BOOST_AUTO_TEST_CASE(without_a_manifest_the_entry_is_the_manifest) {
    const TemporaryDirectory scratch;
    scratch.write("s/one/SKILL.md", "One.");
    const auto entry = json(
        R"({"name": "e", "version": "3.0", "description": "d", "skills": ["./s"], "mcpServers": {"m": {"command": "m"}}})");
    const auto package = must_read(scratch.path(), with_entry("e", entry));
    BOOST_TEST(package.name == "e");
    BOOST_TEST(package.version == "3.0");
    BOOST_TEST(names_of(package.skills) == Names{"one"});
    BOOST_TEST(servers_of(package) == Names{"m"});
}

BOOST_AUTO_TEST_CASE(beside_a_manifest_the_entry_adds_and_describes) {
    const ClaudePlugin plugin(R"("version": "1.0", "description": "from the manifest", "commands": "./a.md")");
    plugin.directory.write("a.md", "A.");
    plugin.directory.write("b.md", "B.");
    const auto entry = json(
        R"({"version": "9.9", "description": "from the entry", "commands": "./b.md", "mcpServers": {"m": {"command": "m"}}})");
    const auto package = must_read(plugin.directory.path(), with_entry("e", entry));
    BOOST_TEST(package.name == "p");
    BOOST_TEST(package.version == "1.0");
    BOOST_TEST(package.description == "from the entry");
    BOOST_TEST(names_of(package.commands) == (Names{"a", "b"}));
    BOOST_TEST(package.mcp.empty());
}

BOOST_AUTO_TEST_CASE(the_entry_gives_the_version_the_manifest_has_not) {
    const auto entry = json(R"({"version": "0.7"})");
    BOOST_TEST(must_read(ClaudePlugin().directory.path(), with_entry("e", entry)).version == "0.7");
}

BOOST_AUTO_TEST_CASE(entry_hooks_replace_those_of_the_same_event) {
    const ClaudePlugin plugin;
    plugin.directory.write("hooks/hooks.json", R"({"hooks": {"Stop": [1], "SessionStart": [2]}})");
    const auto package = must_read(plugin.directory.path(), with_entry("e", json(R"({"hooks": {"Stop": [3]}})")));
    BOOST_TEST(events_of(package) == (Names{"SessionStart", "Stop"}));
    BOOST_TEST(boost::json::serialize(package.hooks.back().events) == R"({"Stop":[3]})");
    const auto by_path = must_read(plugin.directory.path(), with_entry("e", json(R"({"hooks": "./h.json"})")));
    BOOST_TEST(find_code(by_path.diagnostics, code::package_entry_hooks) != nullptr);
}

BOOST_AUTO_TEST_CASE(components_on_both_sides_with_strict_false_are_a_conflict_that_names_both_files_and_the_keys) {
    const ClaudePlugin plugin(R"("commands": "./a.md")");
    const auto options =
        with_entry("e", json(R"({"strict": false, "commands": "./b.md", "skills": []})"), "/market/marketplace.json");
    const auto package = read(plugin.directory.path(), options);
    BOOST_REQUIRE(!package.has_value());
    BOOST_TEST(package.error().code == code::package_conflict);
    BOOST_TEST(package.error().where == "/market/marketplace.json");
    BOOST_TEST(package.error().what.find("plugin.json") != std::string::npos);
    BOOST_TEST(package.error().what.find("commands, skills") != std::string::npos);
    must_read(plugin.directory.path(), with_entry("e", json(R"({"strict": false})")));
}

BOOST_AUTO_TEST_CASE(an_entry_over_the_marketplace_root_that_lists_skills_means_only_those) {
    const TemporaryDirectory scratch;
    scratch.write("skills/a/SKILL.md", "A.");
    scratch.write("skills/b/SKILL.md", "B.");
    auto options = with_entry("e", json(R"({"strict": false, "skills": ["./skills/b"]})"));
    BOOST_TEST(names_of(must_read(scratch.path(), options).skills) == (Names{"a", "b"}));
    options.entry->root_is_marketplace = true;
    BOOST_TEST(names_of(must_read(scratch.path(), options).skills) == Names{"b"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
