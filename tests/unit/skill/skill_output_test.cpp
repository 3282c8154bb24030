// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_output.hpp"
#include "skill/codes.hpp"

#include "base/json.hpp"
#include "skill_samples.hpp"

#include <boost/json/array.hpp>
#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;

namespace {

struct Output : Workspace {
    std::string text;
    WriteText write = [this](std::string_view piece) { text += piece; };
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(skill_output, Output)

BOOST_AUTO_TEST_CASE(a_list_has_the_fields_of_the_interface) {
    skill("home/.claude/skills/deploy",
          "---\nname: deploy\ndescription: Ships it\nwhen_to_use: at the end\nargument-hint: <env>\narguments: env\n"
          "aliases: [d]\nversion: 2\ncontext: fork\nagent: ops\nmodel: opus\neffort: high\nallowed-tools: Read\npaths: "
          "src\n"
          "disable-model-invocation: true\n---\nGo.\n");
    write_skill_list_json(*catalogue(), SkillSelection::usable, write);
    const auto file = at("home/.claude/skills/deploy/SKILL.md").string();
    BOOST_TEST(
        text ==
        R"([{"name":"deploy","qualifiedName":"deploy@user","aliases":["d"],"description":"Ships it",)"
        R"("whenToUse":"at the end","argumentHint":"<env>","arguments":["env"],"loadedFrom":"skills","source":"user",)"
        R"("path":")" +
            file +
            R"(","version":"2","userInvocable":true,"modelInvocable":false,"context":"fork",)"
            R"("agent":"ops","model":"opus","effort":"high","allowedTools":["Read"],"paths":["src"],)"
            R"("state":"conditional","contentLength":4,"diagnostics":[]}])"
            "\n");
}

BOOST_AUTO_TEST_CASE(without_all_only_what_can_be_used_is_listed) {
    named("home/.claude/skills/deploy");
    named("project/.claude/skills/deploy");
    const auto all = catalogue();
    write_skill_list_json(*all, SkillSelection::usable, write);
    BOOST_TEST(parse_json(text, "list")->as_array().size() == 1U);
    text.clear();
    write_skill_list_json(*all, SkillSelection::all, write);
    const auto rows = parse_json(text, "list").value();
    BOOST_REQUIRE(rows.as_array().size() == 2U);
    const auto& loser = rows.as_array()[1].as_object();
    BOOST_TEST(loser.at("state").as_string() == "shadowed");
    BOOST_TEST(loser.at("shadowedBy").as_string() == "deploy@user");
    BOOST_TEST(loser.at("qualifiedName").as_string() == "deploy@project");
    text.clear();
    write_skill_list_json(*Workspace().catalogue(), SkillSelection::all, write);
    BOOST_TEST(text == "[]\n");
}

BOOST_AUTO_TEST_CASE(a_plugin_skill_names_its_plugin_and_a_diagnostic_its_place) {
    skill("plugin/skills/x", "---\nname: x\ndescription: x\neffort: none\n---\n");
    write_skill_list_json(*catalogue({source_of_plugin(at("plugin"), "acme", "market")}), SkillSelection::usable,
                          write);
    const auto row = parse_json(text, "list")->as_array()[0].as_object();
    BOOST_TEST(row.at("name").as_string() == "x");
    BOOST_TEST(row.at("qualifiedName").as_string() == "acme:x@market");
    BOOST_TEST(row.at("plugin").as_string() == "acme@market");
    BOOST_TEST(row.at("loadedFrom").as_string() == "plugin");
    const auto problem = row.at("diagnostics").as_array()[0].as_object();
    BOOST_TEST(problem.at("severity").as_string() == "note");
    BOOST_TEST(problem.at("code").as_string() == "skill-effort-ignored");
    BOOST_TEST(problem.at("line").as_int64() == 4);
    BOOST_TEST(problem.at("file").as_string() == at("plugin/skills/x/SKILL.md").string());
}

BOOST_AUTO_TEST_CASE(show_adds_files_fields_and_what_asks) {
    skill("home/.claude/skills/x", "---\nname: x\nallowed-tools: Read\ndescription: d\n---\n");
    directory.write("home/.claude/skills/x/ref.md", "r");
    write_skill_show_json(files, *catalogue()->find("x"), write);
    const auto shown = parse_json_object(text, "show").value();
    BOOST_TEST(shown.at("name").as_string() == "x");
    BOOST_TEST(shown.at("files").as_array().size() == 2U);
    const auto& field = shown.at("fields").at("allowedTools").as_object();
    BOOST_TEST(field.at("value").as_array() == boost::json::array{"Read"});
    BOOST_TEST(field.at("line").as_int64() == 3);
    BOOST_TEST(field.at("file").as_string() == at("home/.claude/skills/x/SKILL.md").string());
    BOOST_TEST(!shown.at("safe").as_bool());
    BOOST_TEST(shown.at("asks").as_array()[0].as_string() == "allowedTools");
}

BOOST_AUTO_TEST_CASE(an_expansion_is_written_as_the_interface_says) {
    ExpandedSkill expanded;
    expanded.name = "a:x";
    expanded.text = "Do \"it\"\n";
    expanded.allowed_tools = {"Read"};
    expanded.effort = "low";
    expanded.base_directory = "/s/x";
    expanded.shell = {{"date", 3, std::chrono::milliseconds(12)}};
    expanded.warnings = {make_diagnostic(code::shell_block_forbidden, "/s/x/SKILL.md", {"date"})};
    write_expanded_json(expanded, write);
    BOOST_TEST(
        text ==
        R"({"name":"a:x","blocks":[{"type":"text","text":"Do \"it\"\n"}],"allowedTools":["Read"],"effort":"low",)"
        R"("context":"inline","baseDirectory":"/s/x","shell":[{"command":"date","exitCode":3,"ms":12}],)"
        R"~("warnings":["a shell block was not run, policy or trust forbids it: date (/s/x/SKILL.md)"]})~"
        "\n");
}

BOOST_AUTO_TEST_CASE(a_warning_says_where_it_is) {
    ExpandedSkill expanded;
    expanded.warnings = {make_diagnostic(code::shell_block_forbidden, "/s/x/SKILL.md", {"date"})};
    expanded.warnings[0].line = 7;
    expanded.warnings[0].column = 3;
    write_expanded_json(expanded, write);
    BOOST_TEST(text.find("date (/s/x/SKILL.md:7:3)\"]") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(a_table_is_aligned_clean_and_fits) {
    skill("home/.claude/skills/a", "---\ndescription: \"red \\e[31m and\\nmore\"\n---\n");
    skill("home/.claude/skills/\u6587\u66f8",
          "---\ndescription: A description that is far too long for this line\npaths: x\n---\n");
    write_skill_list_text(*catalogue(), SkillSelection::usable, 50, write);
    BOOST_TEST(text ==
               "a     user                red \\u{001B}[31m and mo\u2026\n"
               "\u6587\u66f8  user (conditional)  A description that is f\u2026\n");
    text.clear();
    write_skill_list_text(*catalogue(), SkillSelection::usable, 0, write);
    BOOST_TEST(text.find("far too long for this line\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(show_for_people_says_who_may_call_and_whether_it_asks) {
    skill("home/.claude/skills/x", "---\nname: x\ndescription: d\ndisable-model-invocation: true\nshell: bash\n---\n");
    write_skill_show_text(files, *catalogue()->find("x"), write);
    BOOST_TEST(text.find("qualified name    x@user\n") != std::string::npos);
    BOOST_TEST(text.find("called by         user\n") != std::string::npos);
    BOOST_TEST(text.find("asks first, because of shell\n") != std::string::npos);
    BOOST_TEST(text.find("SKILL.md:3]\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
