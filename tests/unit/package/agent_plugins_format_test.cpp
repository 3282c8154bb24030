// SPDX-License-Identifier: Apache-2.0
#include "package_fixture.hpp"

#include "base/codes.hpp"
#include "package/codes.hpp"

namespace skilldeck::test {

namespace {

constexpr std::string_view kSchema = R"("$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json")";
constexpr std::string_view kMcpSchema = R"("$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json")";

std::string manifest(std::string_view members) {
    return "{" + std::string(kSchema) + ", " + std::string(members) + "}";
}

/// A plugin with one skill and the given manifest members.
class AgentPlugin {
public:
    explicit AgentPlugin(std::string_view members = R"("name": "a")") {
        directory.write("plugin.json", manifest(members));
        directory.write("skills/s/SKILL.md", "S.");
    }
    TemporaryDirectory directory;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(agent_plugins)

BOOST_AUTO_TEST_CASE(a_whole_plugin_is_read) {
    const auto package = must_read(Path(FIXTURES) / "packages/agent-plugins");
    BOOST_TEST(package.version == "0.3.0");
    BOOST_TEST(package.author == "A. Cook");
    BOOST_TEST(package.keywords == Names{"food"});
    BOOST_TEST(names_of(package.skills) == Names{"boil"});
    BOOST_TEST(servers_of(package) == Names{"oven"});
    BOOST_TEST(package.commands.empty());
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(names_are_judged_by_the_standard) {
    for (const std::string name : {"my-plugin", "acme.tools", "lint3r", "a"}) {
        BOOST_TEST(must_read(AgentPlugin("\"name\": \"" + name + "\"").directory.path()).name == name);
    }
    const std::string too_long(65, 'a');
    for (const std::string& name :
         Names{"My-Plugin", "-start", "end-", "has--double", "too.many..dots", "", "a b", too_long}) {
        BOOST_TEST(refusal(AgentPlugin("\"name\": \"" + name + "\"").directory.path()) == code::package_name_invalid);
    }
    BOOST_TEST(refusal(AgentPlugin(R"("version": "1.0.0")").directory.path()) == code::package_name_missing);
    BOOST_TEST(refusal(AgentPlugin(R"("name": 5)").directory.path()) == code::json_wrong_type);
}

BOOST_AUTO_TEST_CASE(an_unknown_field_is_reported_and_ignored) {
    const auto package = must_read(AgentPlugin(R"("name": "a", "hooks": "./x")").directory.path());
    BOOST_TEST(find_code(package.diagnostics, code::package_field_unknown) != nullptr);
    BOOST_TEST(names_of(package.skills) == Names{"s"});
}

BOOST_AUTO_TEST_CASE(every_other_violation_is_fatal) {
    for (const std::string_view member :
         {R"("version": 1)", R"("description": [])", R"("author": "A")", R"("author": {"name": 1})",
          R"("homepage": {})", R"("keywords": "a")", R"("keywords": [1])", R"("license": false)",
          R"("extensions": {"com.example": 1})"}) {
        const AgentPlugin plugin(R"("name": "a", )" + std::string(member));
        BOOST_TEST(refusal(plugin.directory.path()) == code::json_wrong_type, member);
    }
    const AgentPlugin plugin(R"("name": "a", "author": {"name": "A", "phone": "1"})");
    BOOST_TEST(refusal(plugin.directory.path()) == code::package_field_refused);
}

BOOST_AUTO_TEST_CASE(metadata_is_judged_by_type_only) {
    const auto package = must_read(
        AgentPlugin(R"("name": "a", "version": "one", "homepage": "nowhere", "author": {"email": "x"}, "license": "?")")
            .directory.path());
    BOOST_TEST(package.version == "one");
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(extensions_that_are_no_object_are_reported_and_ignored) {
    const auto package = must_read(AgentPlugin(R"("name": "a", "extensions": [])").directory.path());
    BOOST_TEST(find_code(package.diagnostics, code::package_field_dropped) != nullptr);
    BOOST_TEST(names_of(package.skills) == Names{"s"});
}

BOOST_AUTO_TEST_CASE(a_manifest_that_is_not_json_rejects_the_plugin) {
    const AgentPlugin plugin;
    plugin.directory.write("plugin.json", "{");
    BOOST_TEST(refusal(plugin.directory.path()) == code::json_malformed);
}

BOOST_AUTO_TEST_CASE(a_manifest_that_leads_outside_rejects_the_plugin) {
    const TemporaryDirectory scratch;
    scratch.write("elsewhere.json", manifest(R"("name": "a")"));
    scratch.write("plugin/skills/s/SKILL.md", "S.");
    std::filesystem::create_symlink("../elsewhere.json", scratch.path() / "plugin/plugin.json");
    BOOST_TEST(refusal(scratch.path() / "plugin") == code::package_link_outside);
}

BOOST_AUTO_TEST_CASE(skills_are_direct_children_and_nothing_deeper) {
    const AgentPlugin plugin;
    plugin.directory.write("skills/group/deep/SKILL.md", "Deep.");
    plugin.directory.write("skills/loose.md", "Loose.");
    BOOST_TEST(names_of(must_read(plugin.directory.path()).skills) == Names{"s"});
}

BOOST_AUTO_TEST_CASE(a_component_of_the_wrong_kind_takes_only_itself_away) {
    const TemporaryDirectory scratch;
    scratch.write("plugin.json", manifest(R"("name": "a")"));
    scratch.write("skills", "a file");
    scratch.write("mcp.json",
                  "{" + std::string(kMcpSchema) + R"(, "mcpServers": {"m": {"type": "stdio", "command": "m"}}})");
    const auto package = must_read(scratch.path());
    BOOST_TEST(find_code(package.diagnostics, code::package_wrong_kind) != nullptr);
    BOOST_TEST(servers_of(package) == Names{"m"});
}

BOOST_AUTO_TEST_CASE(an_mcp_document_that_is_wrong_disables_mcp_only) {
    const std::string schema(kMcpSchema);
    const std::vector<std::pair<std::string, Code>> documents{
        {"{", code::json_malformed},
        {R"({"mcpServers": {}})", code::mcp_schema_unsupported},
        {R"({"$schema": "https://agent-plugins.org/schemas/2.0.0/mcp.schema.json", "mcpServers": {}})",
         code::mcp_schema_unsupported},
        {"{" + schema + "}", code::mcp_servers_missing},
        {"{" + schema + R"(, "mcpServers": []})", code::json_wrong_type},
        {"{" + schema + R"(, "mcpServers": {}, "inputs": []})", code::mcp_field_refused},
    };
    for (const auto& [text, code] : documents) {
        const AgentPlugin plugin;
        plugin.directory.write("mcp.json", text);
        const auto package = must_read(plugin.directory.path());
        BOOST_TEST(find_code(package.diagnostics, code) != nullptr, text);
        BOOST_TEST(package.mcp.empty());
        BOOST_TEST(names_of(package.skills) == Names{"s"});
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
