// SPDX-License-Identifier: Apache-2.0
// Whatever is in a plugin and is not read is said, and costs nothing else.
#include "package_fixture.hpp"

#include "base/codes.hpp"
#include "package/codes.hpp"

#include <boost/json/parse.hpp>

namespace skilldeck::test {

namespace {

/// A plugin with the command `go` and a manifest of these members beside its name.
class Plugin {
public:
    explicit Plugin(std::string_view members = {}) {
        const std::string comma = members.empty() ? "" : ", ";
        directory.write(".claude-plugin/plugin.json", R"({"name": "p")" + comma + std::string(members) + "}");
        directory.write("commands/go.md", "Go.");
    }
    void link(const Path& target, const Path& link) const {
        std::filesystem::create_directories((directory.path() / link).parent_path());
        std::filesystem::create_symlink(target, directory.path() / link);
    }
    [[nodiscard]] PluginPackage read(const PackageOptions& options = {}) const {
        return must_read(directory.path(), options);
    }
    TemporaryDirectory directory;
};

/// Exactly these codes, and the command is there all the same.
void check(const PluginPackage& package, const std::vector<Code>& wanted) {
    BOOST_TEST(codes_of(package.diagnostics) == wanted, boost::test_tools::per_element());
    BOOST_TEST(names_of(package.commands) == Names{"go"});
}

boost::json::value json(std::string_view text) {
    return boost::json::parse({text.data(), text.size()});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(package_findings)

BOOST_AUTO_TEST_CASE(a_link_that_leads_nowhere_is_said_and_its_siblings_stay) {
    const Plugin plugin;
    plugin.directory.write("skills/a/SKILL.md", "A.");
    plugin.link("gone", "skills/b");
    plugin.link("gone.md", "skills/c/SKILL.md");
    plugin.link("gone.md", "commands/gone.md");
    plugin.link("gone.json", "hooks/hooks.json");
    const auto package = plugin.read();
    check(package, std::vector<Code>(4, code::package_link_dangling));
    BOOST_TEST(names_of(package.skills) == Names{"a"});
}

BOOST_AUTO_TEST_CASE(a_default_place_of_the_wrong_kind_is_said) {
    const Plugin plugin;
    plugin.directory.write("agents", "no folder");
    plugin.directory.write("skills", "no folder");
    plugin.directory.write("hooks/hooks.json/x", "no file");
    plugin.directory.write(".mcp.json/x", "no file");
    check(plugin.read(), std::vector<Code>(4, code::package_wrong_kind));
}

BOOST_AUTO_TEST_CASE(a_skill_file_that_is_a_folder_is_said) {
    const Plugin plugin;
    plugin.directory.write("skills/a/SKILL.md/x", "");
    check(plugin.read(), {code::package_wrong_kind});
}

BOOST_AUTO_TEST_CASE(a_skill_too_deep_is_not_read_and_said_unless_the_manifest_names_its_folder) {
    const Plugin plugin(R"("skills": ["./skills/named"])");
    plugin.directory.write("skills/a/SKILL.md", "A.");
    plugin.directory.write("skills/a/examples/SKILL.md", "Part of a.");
    plugin.directory.write("skills/group/b/SKILL.md", "B.");
    plugin.directory.write("skills/named/c/SKILL.md", "C.");
    plugin.directory.write("skills/node_modules/d/e/SKILL.md", "E.");
    plugin.directory.write("skills/empty/node_modules/f/SKILL.md", "F.");
    const auto package = plugin.read();
    BOOST_TEST(names_of(package.skills) == (Names{"a", "c"}));
    check(package, {code::package_file_unread, code::package_skill_nested, code::package_skill_nested});
    BOOST_TEST(package.diagnostics[1].file == (plugin.directory.path() / "skills/group/b/SKILL.md").string());
}

BOOST_AUTO_TEST_CASE(a_root_skill_that_does_not_count_is_noted) {
    const Plugin plugin;
    plugin.directory.write("SKILL.md", "Root.");
    plugin.directory.write("skills/a/SKILL.md", "A.");
    const auto package = plugin.read();
    check(package, {code::package_root_skill_unread});
    BOOST_TEST((package.diagnostics[0].severity == Severity::note));
    const Plugin naming(R"("skills": ["./"])");
    naming.directory.write("SKILL.md", "Root.");
    naming.directory.write("skills/a/SKILL.md", "A.");
    BOOST_TEST(names_of(naming.read().skills) == (Names{"a", "p"}));
    check(naming.read(), {});
}

BOOST_AUTO_TEST_CASE(without_a_manifest_a_root_skill_and_a_folder_of_skills_both_count) {
    const TemporaryDirectory scratch;
    scratch.write("SKILL.md", "Root.");
    scratch.write("skills/a/SKILL.md", "A.");
    PackageOptions options;
    options.fallback_name = "root";
    const auto package = must_read(scratch.path(), options);
    BOOST_TEST((package.format == PackageFormat::bare));
    BOOST_TEST(names_of(package.skills) == (Names{"a", "root"}));
    BOOST_TEST(package.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_server_that_is_no_object_is_skipped_alone) {
    const Plugin plugin(R"("mcpServers": {"c": [], "d": {"command": "d"}})");
    plugin.directory.write(".mcp.json", R"({"a": {"command": "a"}, "b": "npx b", "inputs": []})");
    const auto package = plugin.read();
    check(package, std::vector<Code>(3, code::mcp_server_invalid));
    BOOST_TEST(servers_of(package) == (Names{"a", "d"}));
}

BOOST_AUTO_TEST_CASE(servers_keep_their_order_when_one_of_them_goes) {
    const Plugin plugin(R"("mcpServers": {"b": {"command": "b2"}})");
    plugin.directory.write(".mcp.json", R"({"a": {"command": "a"}, "b": {"command": "b"}, "x": 1, "c": {"command": "c"},
                                            "d": {"command": "d"}})");
    const auto package = plugin.read();
    Names names;
    for (const auto& server : package.mcp.front().servers) names.emplace_back(server.key());
    BOOST_TEST(names == (Names{"a", "c", "d"}));
}

BOOST_AUTO_TEST_CASE(inline_hooks_in_the_wrapper_of_a_file_are_meant_the_same) {
    const Plugin plugin(R"("hooks": {"description": "guards", "modules": ["./m.js"], "hooks": {"Stop": []}})");
    const auto package = plugin.read();
    check(package, {});
    BOOST_TEST(events_of(package) == Names{"Stop"});
    BOOST_TEST(package.unsupported == Names{"mods"});
}

BOOST_AUTO_TEST_CASE(a_server_may_be_called_like_the_wrapper) {
    BOOST_TEST(servers_of(Plugin(R"("mcpServers": {"mcpServers": {"command": "x"}})").read()) == Names{"mcpServers"});
    BOOST_TEST(servers_of(Plugin(R"("mcpServers": {"mcpServers": {"x": {"command": "x"}}})").read()) == Names{"x"});
}

BOOST_AUTO_TEST_CASE(settings_and_programs_of_a_plugin_are_named_as_not_run) {
    const Plugin plugin(R"("settings": {"agent": "x"})");
    plugin.directory.write("bin/tool", "");
    auto kinds = plugin.read().unsupported;
    std::sort(kinds.begin(), kinds.end());
    BOOST_TEST(kinds == (Names{"executables", "settings"}));
}

BOOST_AUTO_TEST_CASE(what_an_entry_says_in_vain_beside_a_manifest_is_noted) {
    const Plugin plugin;
    const auto entry = json(R"({"mcpServers": {"m": {"command": "m"}}, "userConfig": {}, "description": "d"})");
    const auto package = plugin.read(with_entry("e", entry));
    check(package, {code::package_entry_unused});
    BOOST_TEST(package.diagnostics[0].message.find("mcpServers, userConfig") != std::string::npos);
    BOOST_TEST(package.mcp.empty());
}

BOOST_AUTO_TEST_CASE(a_strict_that_is_no_boolean_is_said_and_counts_as_true) {
    const Plugin plugin;
    plugin.directory.write("more.md", "More.");
    const auto package = plugin.read(with_entry("e", json(R"({"strict": "false", "agents": "./more.md"})")));
    check(package, {code::json_wrong_type});
    BOOST_TEST((package.diagnostics[0].severity == Severity::warning));
    BOOST_TEST(names_of(package.agents) == Names{"more"});
}

BOOST_AUTO_TEST_CASE(a_server_that_cannot_work_is_refused_and_not_among_the_others) {
    const Plugin plugin;
    plugin.directory.write(".mcp.json", R"({"y": {"command": ["a"]}, "env": {"command": "x", "env": {"A": 1}},
                                            "none": {"args": []}, "type": {"command": "x", "type": "pigeon"},
                                            "good": {"command": "x", "args": ["a"], "env": {"A": "1"}}})");
    const auto package = plugin.read();
    check(package, {code::mcp_server_invalid, code::mcp_server_invalid, code::mcp_server_without_endpoint,
                    code::mcp_server_invalid});
    BOOST_TEST(servers_of(package) == Names{"good"});
    BOOST_REQUIRE(package.refused_servers.size() == 4U);
    BOOST_TEST(package.refused_servers[0].name == "y");
    BOOST_TEST(package.refused_servers[0].why == package.diagnostics[0].message);
    BOOST_TEST(package.refused_servers[1].why.find("\"env.A\" is a number, wanted a string") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(files_where_a_skill_or_command_was_meant_are_noted) {
    const Plugin plugin;
    plugin.directory.write("skills/loose.md", "Loose.");
    plugin.directory.write("skills/README.md", "About them.");
    plugin.directory.write("skills/x/notes.txt", "No skill.");
    plugin.directory.write("skills/deep/er/SKILL.md", "Too deep.");
    plugin.directory.write("commands/UP.MD", "Up.");
    plugin.directory.write("commands/list.txt", "List.");
    plugin.directory.write("commands/.hidden", "");
    const auto package = plugin.read();
    Names noted;
    for (const auto& finding : package.diagnostics) {
        if (finding.code != code::package_file_unread) continue;
        BOOST_TEST((finding.severity == Severity::note));
        noted.push_back(Path(finding.file).filename().string());
    }
    std::sort(noted.begin(), noted.end());
    BOOST_TEST(noted == (Names{"UP.MD", "list.txt", "loose.md", "x"}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
