// SPDX-License-Identifier: Apache-2.0
#include "package/validation.hpp"
#include "base/codes.hpp"
#include "package/codes.hpp"

#include "os/digest.hpp"
#include "package_fixture.hpp"

namespace skilldeck::test {

namespace {

Diagnostics judge(const Path& directory) {
    return validate_plugin(disk(), directory, {});
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
    scratch.write("skills/silent/SKILL.md", "---\nname: silent\n---\nBody.");
    scratch.write("commands/plain.md", "---\ndescription: d\n---\nBody.");
    const auto findings = judge(scratch.path());
    for (const auto code :
         {code::package_name_case, code::package_field_unknown, code::package_field_moved, code::package_misplaced,
          code::package_memory_file, code::front_matter_missing, code::front_matter_without, code::package_twice}) {
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
    scratch.write("hooks/hooks.json", R"({"hooks": {"Stop": {}, "Start": [1, {"hooks": [{}]}, {}]}})");
    scratch.write(".mcp.json", R"({"s": {"args": []}})");
    const auto findings = judge(scratch.path());
    for (const auto code :
         {code::user_option_invalid, code::package_homepage, code::json_wrong_type, code::hook_without_type,
          code::hook_group_without_hooks, code::mcp_server_without_endpoint}) {
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
