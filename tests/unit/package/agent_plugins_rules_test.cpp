// SPDX-License-Identifier: Apache-2.0
// Agent Plugins 1.0.0, one test for each MUST about a package and its manifest; the section is the beginning of the
// name. What it says of mcp.json is agent_plugins_servers_test.cpp.
#include "agent_plugins_fixture.hpp"

#include "base/codes.hpp"
#include "package/codes.hpp"

#include <boost/json/parse.hpp>

namespace skilldeck::test {

namespace {

bool reports(const PluginPackage& package, Code code) {
    return find_code(package.diagnostics, code) != nullptr;
}

PackageOptions strict() {
    PackageOptions options;
    options.strictness = PackageStrictness::strict;
    return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(agent_plugins_rules)

BOOST_AUTO_TEST_CASE(s4_1_a_plugin_has_its_manifest_at_its_root) {
    const TemporaryDirectory scratch;
    scratch.write("inner/plugin.json", R"({"$schema": ")" + std::string(kPluginSchema) + R"(", "name": "a"})");
    BOOST_TEST(refusal(scratch.path()) == code::package_not_found);
    BOOST_TEST(must_read(scratch.path() / "inner").name == "a");
}

BOOST_AUTO_TEST_CASE(s4_1_links_that_stay_inside_the_plugin_are_followed) {
    const AgentPlugin plugin;
    plugin.directory.write("shared/t/SKILL.md", agent_skill("t"));
    plugin.link("../shared/t", "skills/t");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == (Names{"s", "t"}));
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(s4_1_1_a_manifest_that_resolves_outside_rejects_the_plugin) {
    const TemporaryDirectory elsewhere;
    const AgentPlugin plugin;
    elsewhere.write("plugin.json", R"({"$schema": ")" + std::string(kPluginSchema) + R"(", "name": "a"})");
    plugin.replace_by_link(elsewhere.path() / "plugin.json", "plugin.json");
    BOOST_TEST(plugin.refusal() == code::package_link_outside);
}

BOOST_AUTO_TEST_CASE(s4_1_2_a_fixed_location_that_resolves_outside_is_an_invalid_component_type) {
    const TemporaryDirectory elsewhere;
    elsewhere.write("x/SKILL.md", agent_skill("x"));
    elsewhere.write("mcp.json", R"({"mcpServers": {}})");
    const AgentPlugin without_skills;
    without_skills.replace_by_link(elsewhere.path(), "skills");
    auto package = without_skills.read();
    BOOST_TEST(package.skills.empty());
    BOOST_TEST(servers_of(package) == Names{"m"});
    BOOST_TEST(reports(package, code::package_link_outside));

    const AgentPlugin without_servers;
    without_servers.replace_by_link(elsewhere.path() / "mcp.json", "mcp.json");
    package = without_servers.read();
    BOOST_TEST(names_of(package.skills) == Names{"s"});
    BOOST_TEST(package.mcp.empty());
    BOOST_TEST(reports(package, code::package_link_outside));
}

BOOST_AUTO_TEST_CASE(s4_1_3_a_skill_file_that_resolves_outside_is_skipped_alone) {
    const TemporaryDirectory elsewhere;
    elsewhere.write("SKILL.md", agent_skill("x"));
    const AgentPlugin plugin;
    plugin.link(elsewhere.path() / "SKILL.md", "skills/x/SKILL.md");
    plugin.link(elsewhere.path(), "skills/y");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == Names{"s"});
    const auto codes = codes_of(package.diagnostics);
    BOOST_TEST(std::count(codes.begin(), codes.end(), code::package_link_outside) == 2);
}

BOOST_AUTO_TEST_CASE(s4_1_5_any_other_package_path_that_resolves_outside_is_denied) {
    const TemporaryDirectory elsewhere;
    elsewhere.write("hooks.json", R"({"hooks": {"Stop": []}})");
    const AgentPlugin plugin;
    plugin.link(elsewhere.path(), "dev.skilldeck");
    const auto package = plugin.read();
    BOOST_TEST(package.hooks.empty());
    BOOST_TEST(reports(package, code::package_link_outside));
}

BOOST_AUTO_TEST_CASE(s5_1_no_other_file_replaces_or_supplements_the_core_fields) {
    const AgentPlugin plugin;
    plugin.directory.write(".claude-plugin/plugin.json",
                           R"({"name": "other", "version": "9.0.0", "description": "another", "license": "X"})");
    const auto entry = boost::json::parse(R"({"version": "8.0.0", "description": "of the entry", "skills": "./x"})");
    const auto package = plugin.read(with_entry("entry", entry));
    BOOST_TEST(package.name == "a");
    BOOST_TEST(package.version.empty());
    BOOST_TEST(package.description.empty());
    BOOST_TEST(package.license.empty());
    BOOST_TEST(reports(package, code::package_entry_unused));
}

BOOST_AUTO_TEST_CASE(s5_1_the_manifest_is_judged_before_components_are_looked_for) {
    const AgentPlugin plugin(R"("name": "a", "version": 1)");
    const RecordingReader reader;
    BOOST_TEST(!read_package(reader, plugin.path(), {}).has_value());
    for (const auto& path : reader.paths()) {
        BOOST_TEST(path.filename() != "skills");
        BOOST_TEST(path.filename() != "mcp.json");
        BOOST_TEST(path.filename() != "dev.skilldeck");
    }
}

BOOST_AUTO_TEST_CASE(s5_2_the_manifest_is_a_json_object) {
    const AgentPlugin plugin;
    plugin.directory.write("plugin.json", "{");
    BOOST_TEST(plugin.refusal() == code::json_malformed);
    plugin.directory.write("plugin.json", "[]");
    BOOST_TEST(plugin.refusal() == code::json_wrong_type);
}

BOOST_AUTO_TEST_CASE(s5_2_unknown_fields_are_each_reported_and_ignored) {
    const auto package = AgentPlugin(R"("name": "a", "color": "red", "shape": {}, "version": "1.0.0")").read();
    const auto codes = codes_of(package.diagnostics);
    BOOST_TEST(std::count(codes.begin(), codes.end(), code::package_field_unknown) == 2);
    BOOST_TEST(package.version == "1.0.0");
    BOOST_TEST(names_of(package.skills) == Names{"s"});
}

BOOST_AUTO_TEST_CASE(s5_2_unknown_fields_have_no_meaning) {
    const AgentPlugin plugin(
        R"("name": "a", "displayName": "A", "defaultEnabled": false, "dependencies": ["b"], "hooks": "./h.json")");
    plugin.directory.write("h.json", R"({"hooks": {"Stop": []}})");
    const auto package = plugin.read();
    BOOST_TEST(package.display_name.empty());
    BOOST_TEST(!package.default_enabled.has_value());
    BOOST_TEST(package.dependencies.empty());
    BOOST_TEST(package.hooks.empty());
}

BOOST_AUTO_TEST_CASE(s5_2_extensions_that_are_no_object_are_reported_and_ignored) {
    for (const std::string_view value : {"[]", "1", "\"x\"", "null", "true"}) {
        const auto package = AgentPlugin(R"("name": "a", "extensions": )" + std::string(value)).read();
        BOOST_TEST(reports(package, code::package_field_dropped), value);
        BOOST_TEST(names_of(package.skills) == Names{"s"});
    }
}

BOOST_AUTO_TEST_CASE(s5_2_every_other_violation_rejects_the_plugin) {
    for (const std::string_view member :
         {R"("version": 1)", R"("version": null)", R"("description": [])", R"("homepage": {})", R"("repository": 1)",
          R"("license": false)", R"("keywords": "a")", R"("keywords": [1])", R"("keywords": {})",
          R"("extensions": {"com.example": 1})"}) {
        BOOST_TEST(AgentPlugin(R"("name": "a", )" + std::string(member)).refusal() == code::json_wrong_type, member);
    }
}

BOOST_AUTO_TEST_CASE(s5_2_the_schema_is_the_canonical_identifier) {
    const AgentPlugin plugin;
    for (const std::string_view schema :
         {"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json/", "https://agent-plugins.org/schemas/1.0.1/x",
          "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "https://agent-plugins.org/schemas/"}) {
        plugin.manifest(R"("name": "a", "$schema": ")" + std::string(schema) + "\"");
        BOOST_TEST(plugin.refusal() == code::package_schema_unsupported, schema);
    }
}

BOOST_AUTO_TEST_CASE(s5_2_an_unknown_version_rejects_the_plugin_and_is_reported) {
    const AgentPlugin plugin;
    plugin.manifest(R"("name": "a", "$schema": "https://agent-plugins.org/schemas/2.0.0/plugin.schema.json")");
    const auto package = read(plugin.path());
    BOOST_REQUIRE(!package.has_value());
    BOOST_TEST(package.error().code == code::package_schema_unsupported);
    BOOST_TEST(package.error().what.find("2.0.0") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(s5_2_nothing_outside_the_plugin_is_fetched_or_read) {
    const AgentPlugin plugin;
    const RecordingReader reader;
    BOOST_REQUIRE(read_package(reader, plugin.path(), {}).has_value());
    for (const auto& path : reader.paths()) BOOST_TEST(lies_below(path, plugin.path()), path.string());
}

BOOST_AUTO_TEST_CASE(s5_3_the_required_fields_are_there_and_not_empty) {
    BOOST_TEST(AgentPlugin(R"("version": "1.0.0")").refusal() == code::package_name_missing);
    BOOST_TEST(AgentPlugin(R"("name": 5)").refusal() == code::json_wrong_type);
    BOOST_TEST(AgentPlugin(R"("name": null)").refusal() == code::json_wrong_type);
    BOOST_TEST(AgentPlugin(R"("name": "")").refusal() == code::package_name_invalid);
    // Without the schema it is another program's file: the folder is read without it, and that is said.
    const AgentPlugin plugin;
    plugin.manifest(R"("name": "other")");
    const auto package = plugin.read();
    BOOST_TEST(reports(package, code::package_manifest_ignored));
    BOOST_TEST(package.name != "other");
}

BOOST_AUTO_TEST_CASE(s5_4_an_author_has_only_three_text_fields) {
    const auto package = AgentPlugin(R"("name": "a", "author": {"name": "N", "email": "e", "url": "u"})").read();
    BOOST_TEST(package.author == "N");
    BOOST_TEST(AgentPlugin(R"("name": "a", "author": {})").read().author.empty());
    BOOST_TEST(AgentPlugin(R"("name": "a", "author": {"phone": "1"})").refusal() == code::package_field_refused);
    for (const std::string_view author : {R"("N")", R"({"name": 1})", R"({"email": null})", R"({"url": []})", "[]"}) {
        BOOST_TEST(AgentPlugin(R"("name": "a", "author": )" + std::string(author)).refusal() == code::json_wrong_type,
                   author);
    }
}

BOOST_AUTO_TEST_CASE(s5_4_metadata_is_judged_by_its_type_alone) {
    const auto package = AgentPlugin(R"("name": "a", "version": "the newest", "homepage": "nowhere", "repository": "?",
        "license": "ask me", "description": "", "keywords": [], "author": {"email": "none", "url": "none"})")
                             .read();
    BOOST_TEST(package.version == "the newest");
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(s5_5_a_name_has_1_to_64_characters) {
    BOOST_TEST(AgentPlugin(R"("name": "a")").read().name == "a");
    BOOST_TEST(AgentPlugin("\"name\": \"" + std::string(64, 'x') + "\"").read().name == std::string(64, 'x'));
    BOOST_TEST(AgentPlugin("\"name\": \"" + std::string(65, 'x') + "\"").refusal() == code::package_name_invalid);
}

BOOST_AUTO_TEST_CASE(s5_5_a_name_is_of_lower_case_letters_digits_hyphens_and_periods) {
    for (const std::string name : {"my-plugin", "acme.tools", "lint3r", "0"}) {
        BOOST_TEST(AgentPlugin("\"name\": \"" + name + "\"").read().name == name);
    }
    for (const std::string name : {"My-Plugin", "a_b", "a b", "a/b", "caf\u00e9", "a@b", "a:b"}) {
        BOOST_TEST(AgentPlugin("\"name\": \"" + name + "\"").refusal() == code::package_name_invalid, name);
    }
}

BOOST_AUTO_TEST_CASE(s5_5_a_name_begins_and_ends_with_a_letter_or_digit) {
    for (const std::string name : {"-start", "end-", ".start", "end.", "-", "."}) {
        BOOST_TEST(AgentPlugin("\"name\": \"" + name + "\"").refusal() == code::package_name_invalid, name);
    }
}

BOOST_AUTO_TEST_CASE(s5_5_a_name_repeats_neither_hyphen_nor_period) {
    for (const std::string name : {"has--double", "too.many..dots"}) {
        BOOST_TEST(AgentPlugin("\"name\": \"" + name + "\"").refusal() == code::package_name_invalid, name);
    }
    BOOST_TEST(AgentPlugin(R"("name": "a-.b")").read().name == "a-.b");
}

BOOST_AUTO_TEST_CASE(s6_1_components_are_found_in_their_fixed_locations_only) {
    const AgentPlugin plugin(
        R"("name": "a", "skills": "./more", "mcpServers": {"n": {"type": "stdio", "command": "n"}})");
    plugin.directory.write("more/t/SKILL.md", agent_skill("t"));
    plugin.directory.write("SKILL.md", agent_skill("a"));
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == Names{"s"});
    BOOST_TEST(servers_of(package) == Names{"m"});
}

BOOST_AUTO_TEST_CASE(s6_2_a_location_that_is_absent_is_no_error) {
    const AgentPlugin plugin;
    std::filesystem::remove_all(plugin.path() / "skills");
    std::filesystem::remove(plugin.path() / "mcp.json");
    const auto package = plugin.read();
    BOOST_TEST(package.skills.empty());
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(s6_2_a_location_of_the_wrong_kind_is_an_invalid_component_type) {
    const AgentPlugin without_skills;
    std::filesystem::remove_all(without_skills.path() / "skills");
    without_skills.directory.write("skills", "a file");
    auto package = without_skills.read();
    BOOST_TEST(reports(package, code::package_wrong_kind));
    BOOST_TEST(servers_of(package) == Names{"m"});

    const AgentPlugin without_servers;
    std::filesystem::remove(without_servers.path() / "mcp.json");
    without_servers.directory.write("mcp.json/inner", "");
    package = without_servers.read();
    BOOST_TEST(reports(package, code::package_wrong_kind));
    BOOST_TEST(names_of(package.skills) == Names{"s"});
}

BOOST_AUTO_TEST_CASE(s7_other_component_types_are_ignored) {
    const AgentPlugin plugin;
    plugin.directory.write("commands/c.md", "C.");
    plugin.directory.write("agents/a.md", "A.");
    plugin.directory.write("hooks/hooks.json", R"({"hooks": {"Stop": []}})");
    const auto package = plugin.read();
    BOOST_TEST(package.commands.empty());
    BOOST_TEST(package.agents.empty());
    BOOST_TEST(package.hooks.empty());
    BOOST_TEST(codes_of(package.diagnostics) == std::vector<Code>(3, code::package_part_foreign),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(s7_1_a_skill_is_an_immediate_child_that_holds_a_file_named_exactly_so) {
    const AgentPlugin plugin;
    plugin.directory.write("skills/folder/SKILL.md/x", "");
    plugin.directory.write("skills/loose.md", agent_skill("loose"));
    plugin.directory.write("skills/lower/skill.md", agent_skill("lower"));
    const auto package = plugin.read(strict());
    BOOST_TEST(names_of(package.skills) == Names{"s"});
    BOOST_TEST(reports(package, code::package_wrong_kind));
    BOOST_TEST(reports(package, code::agent_plugins_skill_skipped));
}

BOOST_AUTO_TEST_CASE(s7_1_deeper_folders_are_not_searched) {
    const AgentPlugin plugin;
    plugin.directory.write("skills/group/deep/SKILL.md", agent_skill("deep"));
    plugin.directory.write("skills/s/examples/inner/SKILL.md", agent_skill("inner"));
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == Names{"s"});
    BOOST_TEST(codes_of(package.diagnostics) == std::vector<Code>{code::package_skill_nested},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(s7_1_a_skill_that_does_not_conform_is_skipped_alone_where_the_host_is_strict) {
    const AgentPlugin plugin;
    plugin.directory.write("skills/x/SKILL.md", "Without front matter.");
    const auto package = plugin.read(strict());
    BOOST_TEST(names_of(package.skills) == Names{"s"});
    BOOST_TEST(servers_of(package) == Names{"m"});
    const auto* said = find_code(package.diagnostics, code::agent_plugins_skill_skipped);
    BOOST_REQUIRE(said != nullptr);
    BOOST_TEST((said->severity == Severity::error));
}

// A deviation on purpose: what the reader can use is used, and the departure is named.
BOOST_AUTO_TEST_CASE(s7_1_elsewhere_it_loads_with_a_warning) {
    const AgentPlugin plugin;
    plugin.directory.write("skills/x/SKILL.md", "Without front matter.");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == (Names{"s", "x"}));
    const auto* said = find_code(package.diagnostics, code::agent_plugins_nonconforming);
    BOOST_REQUIRE(said != nullptr);
    BOOST_TEST((said->severity == Severity::warning));
    BOOST_TEST(said->file == (plugin.path() / "skills/x/SKILL.md").string());
}

BOOST_AUTO_TEST_CASE(s8_1_namespaces_of_others_are_ignored_whatever_they_hold) {
    const auto package =
        AgentPlugin(R"("name": "a", "extensions": {"com.example": {"hooks": 1, "x": [null]}, "": {}})").read();
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(s8_2_our_files_are_in_the_top_level_directory_of_our_namespace) {
    const AgentPlugin plugin;
    plugin.directory.write("dev.skilldeck/hooks.json", R"({"hooks": {"Stop": []}})");
    plugin.directory.write("extensions/dev.skilldeck/hooks.json", R"({"hooks": {"SessionStart": []}})");
    plugin.directory.write("com.example/hooks.json", R"({"hooks": {"SessionEnd": []}})");
    BOOST_TEST(events_of(plugin.read()) == Names{"Stop"});
}

BOOST_AUTO_TEST_CASE(s11_1_a_plugin_is_loaded_from_a_directory_path) {
    const AgentPlugin plugin;
    plugin.link(plugin.path(), "elsewhere");
    const auto package = must_read(plugin.path() / "elsewhere" / ".");
    BOOST_TEST(package.root == plugin.path());
    BOOST_TEST((package.format == PackageFormat::agent_plugins));
}

BOOST_AUTO_TEST_CASE(s11_3_a_failure_of_one_component_leaves_the_others) {
    const AgentPlugin plugin;
    plugin.directory.write("skills/x/SKILL.md", "---\n: {\n---\n");
    plugin.servers(R"("bad": {}, "m": {"type": "stdio", "command": "m"})");
    plugin.directory.write("dev.skilldeck/hooks.json", "[]");
    const auto package = plugin.read(strict());
    BOOST_TEST(names_of(package.skills) == Names{"s"});
    BOOST_TEST(servers_of(package) == Names{"m"});
    BOOST_TEST(package.diagnostics.size() == 3U);
}

BOOST_AUTO_TEST_CASE(parts_of_the_other_layout_are_named_and_not_read) {
    const AgentPlugin plugin;
    plugin.directory.write("commands/go.md", "Go.");
    plugin.directory.write("hooks/hooks.json", R"({"hooks": {}})");
    const auto package = plugin.read();
    BOOST_TEST(package.commands.empty());
    BOOST_TEST(package.unsupported == (Names{"commands", "hooks"}));
    BOOST_TEST(is_foreign_part(package, "hooks"));
    BOOST_TEST(codes_of(package.diagnostics) == std::vector<Code>(2, code::package_part_foreign),
               boost::test_tools::per_element());
    BOOST_TEST(package.diagnostics[1].hint ==
               "move it to dev.skilldeck/hooks.json, or add a .claude-plugin/plugin.json");

    plugin.directory.write(".claude-plugin/plugin.json", R"({"name": "a"})");
    const auto both = plugin.read();
    BOOST_TEST(names_of(both.commands) == Names{"go"});
    BOOST_TEST(both.unsupported.empty());
    BOOST_TEST(both.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(which_of_two_manifests_counts_is_said_where_they_differ) {
    const AgentPlugin plugin(R"("name": "a", "version": "1.0.0")");
    plugin.directory.write(".claude-plugin/plugin.json", R"({"name": "b", "version": "2.0.0"})");
    const auto package = plugin.read();
    BOOST_TEST(package.name == "a");
    BOOST_REQUIRE(package.diagnostics.size() == 1U);
    BOOST_TEST(package.diagnostics[0].code == code::package_second_identity);
    BOOST_TEST((package.diagnostics[0].severity == Severity::note));
    BOOST_TEST(package.diagnostics[0].message == "name \"b\" and version \"2.0.0\" do not count: the plugin is what " +
                                                     package.manifest.string() + " says");
}

BOOST_AUTO_TEST_CASE(a_schema_that_is_missing_is_said_to_be_missing) {
    const AgentPlugin plugin;
    plugin.directory.write("mcp.json", R"({"mcpServers": {}})");
    const auto package = plugin.read();
    BOOST_REQUIRE(package.diagnostics.size() == 1U);
    BOOST_TEST(package.diagnostics[0].message.starts_with("\"$schema\" is missing, wanted https://"));
}

BOOST_AUTO_TEST_CASE(what_one_manifest_names_and_the_other_decides_is_said) {
    const AgentPlugin plugin(R"("name": "a")");
    plugin.directory.write(".claude-plugin/plugin.json",
                           R"({"name": "cl", "skills": "./more", "mcpServers": {"s": {"command": "x"}}})");
    const auto package = plugin.read();
    BOOST_REQUIRE(package.diagnostics.size() == 3U);
    BOOST_TEST(package.diagnostics[0].message ==
               "name \"cl\" does not count: the plugin is what " + package.manifest.string() + " says");
    BOOST_TEST(package.diagnostics[1].code == code::package_key_unused);
    BOOST_TEST(package.diagnostics[1].message.starts_with("\"skills\" does not count"));
    BOOST_TEST(package.diagnostics[1].hint == "put what it names into skills/, a folder each");
    BOOST_TEST(package.diagnostics[1].pointer == "/skills");
    BOOST_TEST(package.diagnostics[2].pointer == "/mcpServers");  // an mcp.json is there
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
