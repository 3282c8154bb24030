// SPDX-License-Identifier: Apache-2.0
#include "package/validation.hpp"
#include "base/codes.hpp"
#include "package/codes.hpp"

#include "no_components.hpp"
#include "os/digest.hpp"
#include "package_fixture.hpp"

namespace skilldeck::test {

namespace {

Diagnostics judge(const Path& directory) {
    return validate_plugin(disk(), directory, {}, NoComponents());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(validation)

BOOST_AUTO_TEST_CASE(a_good_plugin_has_no_findings) {
    BOOST_TEST(codes_of(judge(Path(FIXTURES) / "packages/claude-layout")).empty());
    BOOST_TEST(validation_passed({}, Strictness::warnings_fail));
}

BOOST_AUTO_TEST_CASE(a_plugin_that_cannot_be_read_is_one_error) {
    const TemporaryDirectory scratch;
    const auto findings = judge(scratch.path());
    BOOST_REQUIRE(findings.size() == 1U);
    BOOST_TEST(findings[0].code == code::package_not_found);
    BOOST_TEST(!validation_passed(findings, Strictness::errors_fail));
}

BOOST_AUTO_TEST_CASE(what_loads_but_should_be_mended_is_a_warning) {
    const TemporaryDirectory scratch;
    scratch.write(".claude-plugin/plugin.json", R"({"name": "Not_Kebab", "nmae": "x", "themes": "./t"})");
    scratch.write(".claude-plugin/skills/a/SKILL.md", "A.");
    scratch.write("CLAUDE.md", "Remember.");
    scratch.write("skills/plain/SKILL.md", "No header.");
    scratch.write("agents/plain.md", "No header.");
    scratch.write("agents/silent.md", "---\nname: silent\n---\nBody.");
    scratch.write("commands/plain.md", "---\ndescription: d\n---\nBody.");
    const auto findings = judge(scratch.path());
    for (const auto code :
         {code::package_name_case, code::package_field_unknown, code::package_field_moved, code::package_misplaced,
          code::package_memory_file, code::front_matter_missing, code::front_matter_without}) {
        BOOST_TEST(find_code(findings, code) != nullptr, code);
    }
    const auto missing = std::count_if(findings.begin(), findings.end(), [](const Diagnostic& finding) {
        return finding.code == code::package_field_missing;
    });
    BOOST_TEST(missing == 3);
    BOOST_TEST(validation_passed(findings, Strictness::errors_fail));
    BOOST_TEST(!validation_passed(findings, Strictness::warnings_fail));
}

BOOST_AUTO_TEST_CASE(every_finding_names_a_file_that_is_there) {
    const TemporaryDirectory scratch;
    scratch.write(".claude-plugin/plugin.json",
                  R"({"name": "a", "x": 1, "userConfig": {"k": {}}, "homepage": "here"})");
    scratch.write(".mcp.json", R"({"s": {"args": []}})");
    const auto findings = judge(scratch.path());
    for (const auto code : {code::user_option_invalid, code::package_homepage, code::mcp_server_without_endpoint}) {
        BOOST_TEST(find_code(findings, code) != nullptr, code);
    }
    for (const auto& finding : findings) BOOST_TEST(std::filesystem::exists(finding.file), finding.message);
}

BOOST_AUTO_TEST_CASE(every_library_is_compared_with_its_digest_and_system) {
    const TemporaryDirectory scratch;
    const std::string good =
        "\x7f"
        "ELF and more";
    scratch.write("plugin/dev.skilldeck/good.so", good);
    scratch.write("plugin/dev.skilldeck/other.dll", good);
    const std::string wrong(64, '0');
    scratch.write("plugin/dev.skilldeck/module.json",
                  R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/good.so", "sha256": ")" +
                      sha256(good) + R"("}, "windows-x86_64": {"path": "dev.skilldeck/other.dll", "sha256": ")" +
                      wrong + R"("}, "darwin-aarch64": {"path": "dev.skilldeck/none.dylib", "sha256": ")" + wrong +
                      R"("}, "amiga": {}}})");
    const auto findings = judge(scratch.path() / "plugin");
    BOOST_TEST(codes_of(findings) == (std::vector<Code>{code::module_digest_differs, code::module_wrong_system,
                                                        code::module_library_missing, code::module_platform_unknown}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_script_with_a_carriage_return_is_named) {
    const TemporaryDirectory scratch;
    scratch.write("plugin/skills/s/SKILL.md", "---\nname: s\ndescription: d\n---\n");
    scratch.write("plugin/scripts/bad.sh", "#!/bin/sh\r\ntrue\r\n");
    scratch.write("plugin/scripts/good.sh", "#!/bin/sh\ntrue\n");
    const auto findings = judge(scratch.path() / "plugin");
    const auto* finding = find_code(findings, code::script_carriage_return);
    BOOST_REQUIRE(finding != nullptr);
    BOOST_TEST(Path(finding->file).filename() == "bad.sh");
    BOOST_TEST(findings.size() == 1U);
}

namespace {

/// `json-wrong-type 3:14`, a line each.
std::string places_of(const Diagnostics& findings) {
    std::string text;
    for (const auto& finding : findings) {
        text += std::string(finding.code.info().text) + " " + std::to_string(finding.line.value_or(0)) + ":" +
                std::to_string(finding.column.value_or(0)) + "\n";
    }
    return text;
}

constexpr std::string_view kGoodStart =
    "{\n  \"name\": \"p\",\n  \"version\": \"1.0.0\",\n  \"description\": \"d\",\n  \"author\": {\"name\": \"a\"}";

}  // namespace

BOOST_AUTO_TEST_CASE(findings_point_into_the_manifest) {
    struct Case {
        std::string_view members, found;  // from line 6
    };
    constexpr Case kCases[] = {
        {"\"homepage\": \"here\"", "package-homepage 6:1\n"},
        {"\"desciption\": 1", "package-field-unknown 6:1\n"},
        {"\"keywords\":\n  3", "json-wrong-type 7:3\n"},
        {"\"skills\": [\"./a\", \"./gone\"]", "package-path-missing 6:19\n"},
        {"\"commands\": \"../x\"", "package-path-outside 6:13\n"},
        {"\"skills\": [\"a\"]", "package-path-without-dot 6:12\n"},
        {"\"agents\": 7", "json-wrong-type 6:11\n"},
        {"\"themes\": \"./a\"", "package-field-moved 6:1\n"},
        {"\"userConfig\": {\"key\": {\"title\": \"t\", \"description\": \"d\"}}", "user-option-invalid 6:16\n"},
        {"\"mcpServers\": {\"s\": {\"args\": []}}", "mcp-server-without-endpoint 6:16\n"}};
    const TemporaryDirectory scratch;
    scratch.write("a/SKILL.md", "A.");
    for (const auto& test : kCases) {
        scratch.write(".claude-plugin/plugin.json",
                      std::string(kGoodStart) + ",\n" + std::string(test.members) + "\n}");
        const auto found = places_of(judge(scratch.path()));
        BOOST_TEST(found == test.found, test.members << ": found\n" << found);
    }
    scratch.write(".claude-plugin/plugin.json", std::string(kGoodStart) + ",\n}");
    BOOST_TEST(places_of(judge(scratch.path())) == "json-malformed 6:1\n");
}

BOOST_AUTO_TEST_CASE(findings_point_into_an_agent_plugins_manifest) {
    const TemporaryDirectory scratch;
    const std::string start =
        "{\n\"$schema\": \"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json\",\n"
        "\"name\": \"p\", \"version\": \"1\", \"description\": \"d\", \"author\": {\"name\": \"a\"},\n";
    scratch.write("plugin.json", start + "\"license\": 5}");
    BOOST_TEST(places_of(judge(scratch.path())) == "json-wrong-type 4:12\n");
    scratch.write("plugin.json", start + "\"colour\": 5}");
    BOOST_TEST(places_of(judge(scratch.path())) == "package-field-unknown 4:1\n");
    scratch.write("plugin.json", start + "\"extensions\": {}}");
    scratch.write("mcp.json",
                  "{\"$schema\": \"https://agent-plugins.org/schemas/1.0.0/mcp.schema.json\",\n"
                  "\"mcpServers\": {\n  \"good\": {\"type\": \"stdio\", \"command\": \"x\"},\n"
                  "  \"bad\": {\"type\": \"stdio\"}}}");
    BOOST_TEST(places_of(judge(scratch.path())) == "mcp-server-invalid 4:3\n");
}

BOOST_AUTO_TEST_CASE(hooks_and_servers_are_compared_with_the_files_of_the_plugin) {
    const TemporaryDirectory scratch;
    scratch.write(
        ".claude-plugin/plugin.json",
        std::string(kGoodStart) +
            ",\n\"userConfig\": {\"key\": {\"type\": \"string\", \"title\": \"t\", \"description\": \"d\"}}}");
    scratch.write("run.sh", "#!/bin/sh\n");
    scratch.write("hooks/hooks.json", R"({"hooks": {"Stop": [{"hooks": [
{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/run.sh\""},
{"type": "command", "command": "sh \"${CLAUDE_PLUGIN_ROOT}/gone.sh\""},
{"type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT}/run.sh"},
{"type": "command", "command": "echo ${user_config.key}"},
{"type": "command", "command": "echo", "args": ["${user_config.key}"]},
{"type": "command", "command": "echo", "args": ["${user_config.typo}"]}
]}]}})");
    scratch.write(".mcp.json", R"({"good": {"command": "node", "args": ["${CLAUDE_PLUGIN_ROOT}/run.sh"]},
"typed": {"type": "carrier-pigeon", "url": "https://example.com"},
"empty": {"url": ""},
"wrong": {"command": "x", "args": "y", "env": {"A": 1}},
"plain": {"type": "http", "url": "http://example.com/mcp"},
"local": {"type": "http", "url": "http://localhost:1/mcp"},
"secret": {"type": "http", "url": "https://example.com", "headers": {"Authorization": "Bearer abc"}},
"hidden": {"type": "http", "url": "https://example.com", "headers": {"Authorization": "Bearer ${TOKEN}"}}})");
    BOOST_TEST(places_of(judge(scratch.path())) ==
               "mcp-server-invalid 2:1\nmcp-server-not-configured 3:1\nmcp-server-invalid 4:1\nmcp-server-invalid 4:1\n"
               "script-not-executable 2:1\nscript-missing 3:1\nhook-variable-unquoted 4:1\n"
               "user-option-in-shell 5:1\nuser-option-undeclared 7:1\n"
               "mcp-server-insecure 5:1\nmcp-server-insecure 7:1\n");
}

BOOST_AUTO_TEST_CASE(the_source_of_a_native_plugin_points_to_what_is_built) {
    const TemporaryDirectory scratch;
    scratch.write("deck/CMakeLists.txt", "");
    scratch.write("deck/package/plugin.json",
                  R"({"$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "my-deck"})");
    const auto findings = judge(scratch.path() / "deck");
    BOOST_REQUIRE(findings.size() == 1U);
    BOOST_TEST(findings[0].code == code::package_is_source);
    BOOST_TEST(findings[0].hint.find("build/plugin/my-deck") != std::string::npos);
    scratch.write("deck/.claude-plugin/plugin.json", R"({"name": "both"})");
    BOOST_TEST(find_code(judge(scratch.path() / "deck"), code::package_is_source) == nullptr);
}

BOOST_AUTO_TEST_CASE(what_the_values_of_json_do_not_show_is_found_in_its_text) {
    const TemporaryDirectory scratch;
    scratch.write(".claude-plugin/plugin.json",
                  "\xEF\xBB\xBF{\"name\": \"a\",\n \"version\": \"1.0.0\",\n \"version\": \"2.0.0\"}");
    scratch.write("hooks/hooks.json", R"({"hooks": {"Stop": [], "Stop": []}})");
    scratch.write(".mcp.json", "{\"s\": {\"command\": \"a\", \"command\": \"b\"}}");
    const auto findings = judge(scratch.path());
    std::string twice;
    for (const auto& finding : findings) {
        if (finding.code != code::json_member_twice) continue;
        twice +=
            Path(finding.file).filename().string() + ":" + std::to_string(*finding.line) + " " + finding.message + "\n";
    }
    const std::string rest = " is there twice in one object, first at line ";
    BOOST_TEST(twice == "plugin.json:3 \"version\"" + rest + "2; only the last one counts\n" + "hooks.json:1 \"Stop\"" +
                            rest + "1; only the last one counts\n" + ".mcp.json:1 \"command\"" + rest +
                            "1; only the last one counts\n");
    const auto* mark = find_code(findings, code::json_byte_order_mark);
    BOOST_REQUIRE(mark != nullptr);
    BOOST_TEST(Path(mark->file).filename() == "plugin.json");
    BOOST_TEST(*mark->line == 1);
}

BOOST_AUTO_TEST_CASE(a_name_that_cannot_be_one_hides_nothing_else) {
    const TemporaryDirectory scratch;
    scratch.write(".claude-plugin/plugin.json", R"({"name": "bad name", "homepage": "here", "author": "somebody"})");
    scratch.write(".mcp.json", R"({"s": {}})");
    const auto findings = judge(scratch.path());
    for (const auto code : {code::package_name_invalid, code::package_homepage, code::mcp_server_without_endpoint})
        BOOST_TEST(find_code(findings, code) != nullptr, code);
    const auto about_author = std::count_if(findings.begin(), findings.end(), [](const Diagnostic& finding) {
        return finding.message.find("\"author\"") != std::string::npos;
    });
    BOOST_TEST(about_author == 1);  // of the wrong type, and so not missing
    BOOST_TEST(!validation_passed(findings, Strictness::errors_fail));
    BOOST_TEST(refusal(scratch.path()) == code::package_name_invalid);

    scratch.write("agent/plugin.json",
                  R"({"$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "nmae": "x"})");
    const auto others = judge(scratch.path() / "agent");
    BOOST_TEST(find_code(others, code::package_name_missing) != nullptr);
    BOOST_TEST(find_code(others, code::package_field_unknown) != nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
