// SPDX-License-Identifier: Apache-2.0
#include "package_fixture.hpp"

#include "os/codes.hpp"
#include "package/codes.hpp"

namespace skilldeck::test {

namespace {

const Path kPackages = Path(FIXTURES) / "packages";

}  // namespace

BOOST_AUTO_TEST_SUITE(choosing_a_format)

BOOST_AUTO_TEST_CASE(a_claude_manifest_makes_the_claude_layout) {
    const auto package = must_read(kPackages / "claude-layout");
    BOOST_TEST((package.format == PackageFormat::claude));
    BOOST_TEST(package.name == "garden");
    BOOST_TEST(package.manifest == std::filesystem::canonical(kPackages / "claude-layout/.claude-plugin/plugin.json"));
}

BOOST_AUTO_TEST_CASE(the_schema_of_agent_plugins_makes_that_format) {
    const auto package = must_read(kPackages / "agent-plugins");
    BOOST_TEST((package.format == PackageFormat::agent_plugins));
    BOOST_TEST(package.name == "kitchen.tools");
}

BOOST_AUTO_TEST_CASE(default_folders_without_a_manifest_are_the_claude_layout) {
    const TemporaryDirectory scratch;
    scratch.write("my plugin/commands/go.md", "Go.");
    const auto package = must_read(scratch.path() / "my plugin");
    BOOST_TEST((package.format == PackageFormat::claude));
    BOOST_TEST(package.name == "my-plugin");
    BOOST_TEST(names_of(package.commands) == Names{"go"});
}

BOOST_AUTO_TEST_CASE(only_skills_are_bare) {
    const auto package = must_read(kPackages / "bare");
    BOOST_TEST((package.format == PackageFormat::bare));
    BOOST_TEST(package.name == "bare");
    BOOST_TEST(names_of(package.skills) == Names{"alone"});
}

BOOST_AUTO_TEST_CASE(a_root_skill_is_named_like_the_plugin) {
    const TemporaryDirectory scratch;
    scratch.write("SKILL.md", "Do it.");
    PackageOptions options;
    options.fallback_name = "doer";
    BOOST_TEST(names_of(must_read(scratch.path(), options).skills) == Names{"doer"});
}

BOOST_AUTO_TEST_CASE(a_directory_without_a_marker_is_no_plugin) {
    const TemporaryDirectory scratch;
    scratch.write("README.md", "nothing");
    BOOST_TEST(refusal(scratch.path()) == code::package_not_found);
    BOOST_TEST(refusal(scratch.path() / "absent") == code::file_not_found);
}

BOOST_AUTO_TEST_CASE(another_programs_plugin_json_is_ignored_with_a_note) {
    const TemporaryDirectory scratch;
    scratch.write("plugin.json", R"({"name": "theirs"})");
    scratch.write(".claude-plugin/plugin.json", R"({"name": "ours"})");
    const auto package = must_read(scratch.path());
    BOOST_TEST(package.name == "ours");
    const auto* note = find_code(package.diagnostics, code::package_manifest_ignored);
    BOOST_REQUIRE(note != nullptr);
    BOOST_TEST((note->severity == Severity::note));
}

BOOST_AUTO_TEST_CASE(an_unknown_version_of_agent_plugins_needs_the_claude_marker) {
    const TemporaryDirectory scratch;
    scratch.write("plugin.json",
                  R"({"$schema": "https://agent-plugins.org/schemas/9.0.0/plugin.schema.json", "name": "a"})");
    scratch.write("skills/x/SKILL.md", "X.");
    BOOST_TEST(refusal(scratch.path()) == code::package_schema_unsupported);
    scratch.write(".claude-plugin/plugin.json", R"({"name": "a"})");
    const auto package = must_read(scratch.path());
    BOOST_TEST((package.format == PackageFormat::claude));
    BOOST_TEST(find_code(package.diagnostics, code::package_schema_unsupported) != nullptr);
}

BOOST_AUTO_TEST_CASE(both_markers_take_skills_and_servers_from_agent_plugins_and_the_rest_from_claude) {
    const auto package = must_read(kPackages / "both-markers");
    BOOST_TEST((package.format == PackageFormat::agent_plugins));
    BOOST_TEST(package.name == "both");
    BOOST_TEST(package.version == "2.0.0");
    BOOST_TEST(names_of(package.skills) == Names{"one"});
    BOOST_TEST(names_of(package.commands) == Names{"go"});
    BOOST_TEST(servers_of(package) == Names{"new"});
}

BOOST_AUTO_TEST_CASE(a_claude_mcp_file_counts_where_mcp_json_is_absent) {
    const TemporaryDirectory scratch;
    scratch.write("plugin.json",
                  R"({"$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "a"})");
    scratch.write(".claude-plugin/plugin.json", R"({"name": "a"})");
    scratch.write(".mcp.json", R"({"mcpServers": {"old": {"command": "old"}}})");
    BOOST_TEST(servers_of(must_read(scratch.path())) == Names{"old"});
}

BOOST_AUTO_TEST_CASE(our_folder_counts_in_every_format) {
    const TemporaryDirectory scratch;
    scratch.write("skills/a/SKILL.md", "A.");
    scratch.write("dev.skilldeck/hooks.json", R"({"hooks": {"Stop": []}})");
    scratch.write("dev.skilldeck/commands/ship.md", "Ship.");
    scratch.write("dev.skilldeck/agents/captain.md", "Steer.");
    const auto package = must_read(scratch.path());
    BOOST_TEST((package.format == PackageFormat::bare));
    BOOST_TEST(events_of(package) == Names{"Stop"});
    BOOST_TEST(names_of(package.commands) == Names{"ship"});
    BOOST_TEST(names_of(package.agents) == Names{"captain"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
