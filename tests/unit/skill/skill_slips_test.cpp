// SPDX-License-Identifier: Apache-2.0
// Files with a slip in them, as skills, as the strict judge has them, and as --fix leaves them: no restriction is lost,
// nothing is guessed silently.
#include "base/codes.hpp"
#include "base/json.hpp"
#include "skill/codes.hpp"
#include "skill/skill_output.hpp"
#include "skill/skill_repair.hpp"
#include "skill/skill_validation.hpp"
#include "skill_samples.hpp"

#include <boost/json/array.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;
using namespace std::string_view_literals;

namespace {

const std::string kGood = "---\nname: tidy\ndescription: Sorts imports when a file is saved.\n";

struct Slips {
    TemporaryDirectory directory;
    FileSystem files;

    Skill read(std::string_view text) const {
        const auto file = directory.write("tidy/SKILL.md", text);
        return read_skill(files, file, "tidy", shared(source_of_user(directory.path()))).value();
    }
    Skill with(std::string_view header) const { return read("---\n" + std::string(header) + "---\nBody text.\n"); }

    /// A line each: `2:7 error skill-name-characters`.
    std::string judged(std::string_view text) const {
        const auto file = directory.write("tidy/SKILL.md", text);
        std::string lines;
        for (const auto& one : validate_skill(files, {file, "tidy"}, SkillStandard::agent_skills)) {
            lines += std::to_string(one.line.value_or(0)) + ":" + std::to_string(one.column.value_or(0)) + " ";
            lines += std::string(severity_word(one.severity)) + " " + std::string(one.code.info().text) + "\n";
        }
        return lines;
    }
    Diagnostics warnings_of_expansion(std::string_view text) const {
        std::optional<Result<ExpandedSkill>> answer;
        expand(files, std::make_shared<const Skill>(read(text)), {},
               [&](Result<ExpandedSkill> result) { answer = std::move(result); });
        return answer->value().warnings;
    }
};

bool is_closed(const Skill& skill, Code code) {
    const auto error = find_code(skill.diagnostics, code);
    const bool said = error.severity == Severity::error && error.message.find("may not call") != std::string::npos;
    return skill.disable_model_invocation && skill.user_invocable && said;
}

std::string left_of(std::string_view text) {
    const auto repaired = repair_skill(text, "tidy");
    BOOST_TEST(repaired.repairs.empty());
    BOOST_TEST(repaired.text == text);
    std::string lines;
    for (const auto& one : repaired.left) lines += std::to_string(one.line) + ": " + one.what + "\n";
    return lines;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(skill_slips, Slips)

BOOST_AUTO_TEST_CASE(a_quote_that_is_not_closed_takes_no_restriction_along) {
    for (const std::string quote : {"\"", "'"}) {
        const auto header = "name: tidy\ndescription: " + quote +
                            "Use when asked to do the thing\ndisable-model-invocation: true\nallowed-tools: Read\n";
        const auto skill = with(header);
        BOOST_TEST(skill.disable_model_invocation);
        BOOST_TEST(skill.allowed_tools == Strings{"Read"}, boost::test_tools::per_element());
        BOOST_TEST(skill.description == quote + "Use when asked to do the thing");
        BOOST_TEST(find_code(skill.diagnostics, code::frontmatter_repaired).line.value_or(0) == 3);
        BOOST_TEST(judged("---\n" + header + "---\nb\n").starts_with("3:14 error frontmatter-repaired\n"));
    }
}

BOOST_AUTO_TEST_CASE(a_restriction_without_its_colon_and_blank_holds) {
    for (const char* line : {"disable-model-invocation:true\n", "disable-model-invocation=yes\n",
                             "disableModelInvocation:true\n", "disable-model-invocation:maybe\n"}) {
        const auto skill = with("name: tidy\n" + std::string(line) + "description: Sorts\n");
        BOOST_TEST(skill.disable_model_invocation, line);
        BOOST_TEST(skill.description == "Sorts", line);
        BOOST_TEST(count_code(skill.diagnostics, code::frontmatter_colon) == 1U, line);
    }
    BOOST_TEST(!with("name: tidy\nuser-invocable:false\n").user_invocable);
    const auto in_brackets = with("{name: tidy, disable-model-invocation:true}\n");
    BOOST_TEST(in_brackets.disable_model_invocation);
    BOOST_TEST(count_code(in_brackets.diagnostics, code::skill_restriction_spelling) == 1U);
    BOOST_TEST(judged(kGood + "disable-model-invocation:true\n---\nb\n") ==
               "4:1 error frontmatter-colon\n4:1 note skill-field-extension\n");
    const auto fixed = repair_skill(kGood + "disable-model-invocation:true\n---\nb\n", "tidy");
    BOOST_TEST(fixed.text == kGood + "disable-model-invocation: true\n---\nb\n");
    BOOST_TEST(fixed.left.empty());
}

BOOST_AUTO_TEST_CASE(front_matter_that_was_not_read_leaves_the_skill_to_people) {
    const std::string restricted = "name: tidy\ndisable-model-invocation: true\n";
    const auto large = restricted + "description: " + std::string(70'000, 'a') + "\n";
    BOOST_TEST(is_closed(with(large), code::frontmatter_too_large));
    BOOST_TEST(is_closed(with(large + std::string(70'000, '#') + "\n"), code::frontmatter_too_large));
    std::string many = restricted;
    for (int i = 0; i < 5'000; ++i) many += "k" + std::to_string(i) + ": \n";
    BOOST_TEST(is_closed(with(many), code::frontmatter_too_many_values));
    BOOST_TEST(is_closed(with("{name: tidy, disable-model-invocation: true\n"), code::frontmatter_unreadable));
    BOOST_TEST(is_closed(read("\xFF\xFE-\0-\0-\0\n\0x\0"sv), code::text_utf16));
    const auto unclosed = read("---\nname: tidy\ndisable-model-invocation: true\n\nSort.\n");
    BOOST_TEST(unclosed.disable_model_invocation);
    const auto said = find_code(unclosed.diagnostics, code::frontmatter_unclosed).message;
    BOOST_TEST(said.find("may not call") != std::string::npos);
    BOOST_TEST(!read("---\nname: tidy\n\nSort.\n").disable_model_invocation);
    const auto junk = with("\x01\x02{{{[[[\n");
    BOOST_TEST(!junk.disable_model_invocation);  // looked at: it names no restriction
    BOOST_TEST(count_code(junk.diagnostics, code::frontmatter_unreadable) == 1U);
    BOOST_TEST(judged("---\n" + large + "---\nb\n").starts_with("1:1 error frontmatter-too-large\n"));
}

BOOST_AUTO_TEST_CASE(tools_that_are_not_allowed_are_known_or_the_skill_is_left_to_people) {
    const auto known = with("description: &x Use: when it is\nallowed-tools: &t [Read, Write]\ndisallowed-tools: *t\n");
    BOOST_TEST(known.disallowed_tools == (Strings{"Read", "Write"}), boost::test_tools::per_element());
    BOOST_TEST(known.description == "Use: when it is");
    BOOST_TEST(!known.disable_model_invocation);
    for (const char* value : {"*t", "[*t, Bash]", "\n  - *t\n  - Bash", "{Bash: yes}", "[[Bash]]"}) {
        const auto unknown = with("description: Sorts\ndisallowed-tools: " + std::string(value) + "\n");
        BOOST_TEST(is_closed(unknown, code::skill_disallowed_tools_unreadable), value);
        BOOST_TEST(unknown.disallowed_tools.empty(), value);
    }
    for (const char* value : {"Bash, Write", "[Bash, Write", "\"Bash, Write", "'*Edit'", ""}) {
        BOOST_TEST(!with("disallowed-tools: " + std::string(value) + "\n").disable_model_invocation, value);
    }
    BOOST_TEST(with("allowed-tools: *t\n").allowed_tools.empty());
    BOOST_TEST(with("disable-model-invocation: *t\n").disable_model_invocation);
}

BOOST_AUTO_TEST_CASE(an_alias_is_not_written_as_text) {
    const std::string lost = "---\nname: tidy\ndescription: Sorts\ndisallowed-tools: *t\n---\nb\n";
    BOOST_TEST(left_of(lost) == "4: \"disallowed-tools\" refers to an anchor that is not there\n");
    const auto half = repair_skill("---\nname: tidy\ndescription: a: b\ndisallowed-tools: *t\n---\nb\n", "tidy");
    BOOST_TEST(half.text == "---\nname: tidy\ndescription: 'a: b'\ndisallowed-tools: *t\n---\nb\n");
    BOOST_TEST(half.left.size() == 1U);
    const auto known = repair_skill(
        "---\nname: tidy\ndescription: &x Use: it\nallowed-tools: &t [Read, Write]\ndisallowed-tools: *t\n---\nb\n",
        "tidy");
    BOOST_TEST(known.text ==
               "---\nname: tidy\ndescription: &x 'Use: it'\nallowed-tools: &t [Read, Write]\n"
               "disallowed-tools: *t\n---\nb\n");
    BOOST_TEST(known.left.empty());
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_utf8_are_said_in_the_text_too) {
    BOOST_TEST(judged(kGood + "license: caf\xE9 s\n---\nb\n") == "4:13 error text-not-utf8\n");
    const auto text = kGood + "---\nSort.\n\nna\xC3 ve\n";
    BOOST_TEST(judged(text) == "7:3 error text-not-utf8\n");
    const auto warnings = warnings_of_expansion(text);
    BOOST_TEST_REQUIRE(warnings.size() == 1U);
    BOOST_TEST((warnings[0].code == code::text_not_utf8));
    BOOST_TEST((warnings[0].severity == Severity::warning));
    BOOST_TEST(warnings[0].line.value_or(0) == 7);
    BOOST_TEST(warnings_of_expansion(kGood + "---\nSort.\n").empty());
    const auto wide = "\xFF\xFE-\0-\0-\0\n\0"sv;
    BOOST_TEST(judged(wide) == "1:1 error text-utf16\n");
    BOOST_TEST((warnings_of_expansion(wide).at(0).code == code::text_utf16));
    BOOST_TEST(read(wide).description.empty());
}

BOOST_AUTO_TEST_CASE(show_gives_the_values_as_they_are_read) {
    const auto skill = with(
        "name: 'tidy'\nwhen_to_use: &d \"a\\e[31m\"\ndescription: >-\n  Folded\n  text\nlicense: *d\n"
        "allowed-tools:\n  # what it needs\n  - Read\n  - 'Bash(git *)'\nversion: 1.0 # old\nargument-hint: [file]\n"
        "disable-model-invocation: Yes\npaths: src/**, lib\nmetadata: {a: 1}\n");
    boost::json::object values;
    for (const auto& field : skill_fields(files, skill)) values[field.name] = field.value;
    const boost::json::object wanted{{"name", "tidy"},
                                     {"whenToUse", "a\x1b[31m"},
                                     {"description", "Folded text"},
                                     {"license", "a\x1b[31m"},
                                     {"allowedTools", {"Read", "Bash(git *)"}},
                                     {"version", "1.0"},
                                     {"argumentHint", "[file]"},
                                     {"disableModelInvocation", true},
                                     {"paths", {"src", "lib"}},
                                     {"metadata", {{"a", 1}}}};
    BOOST_TEST(values == wanted, values);
}

BOOST_AUTO_TEST_CASE(show_for_people_joins_lists_and_keeps_names_from_values) {
    const Workspace world;
    world.skill("home/.claude/skills/x",
                "---\nname: x\ndescription: d\nallowed-tools: [Read, Grep]\ndisable-model-invocation: true\n---\n");
    std::string text;
    write_skill_show_text(world.files, *world.catalogue()->find("x"), [&](std::string_view piece) { text += piece; });
    BOOST_TEST(text.find("allowedTools      Read, Grep  [") != std::string::npos, text);
    BOOST_TEST(text.find("disableModelInvocation  true  [") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(what_stands_in_for_a_description_is_there) {
    BOOST_TEST(read("---\nname: tidy---\nSort it.\n").description == "name: tidy---");
    BOOST_TEST(read("\xEF\xBB\xBF--- \r\n\r\n# Sort it.\r\n").description == "Sort it.");
    for (const char* empty : {"", "\n\n", "---\nname: tidy\n---\n", "---"}) {
        const auto skill = read(empty);
        BOOST_TEST(skill.description.empty(), empty);
        const auto said = find_code(skill.diagnostics, code::skill_description_missing).message;
        BOOST_TEST(said.find("there is no text") != std::string::npos, said);
    }
    const auto stands_in = find_code(read("Sort.\n").diagnostics, code::skill_description_missing).message;
    BOOST_TEST(stands_in == "no description, the first line of the text stands in");
}

BOOST_AUTO_TEST_CASE(line_ends_are_called_what_they_are) {
    BOOST_TEST(judged("---\r\nname: tidy\r\ndescription: Sorts imports when a file is saved.\r\n---\r\nb\r\n") ==
               "1:4 note skill-carriage-returns\n");
    BOOST_TEST(judged(kGood + "---\nb\rc\n") == "5:2 note skill-line-ends-mixed\n");
    BOOST_TEST(judged(kGood + "---\n```\nb\r\n```\n") == "6:2 note skill-line-ends-mixed\n");
}

BOOST_AUTO_TEST_CASE(what_fix_leaves_alone_it_says) {
    BOOST_TEST(left_of(kGood + "---\n```\nb\r\n```\n") ==
               "6: its line ends are not all alike, and which are meant only its author knows\n");
    BOOST_TEST(
        left_of("\xEF\xBB\xBF\xEF\xBB\xBF" + kGood + "---\nb\n").starts_with("1: it begins with two byte order"));
    BOOST_TEST(left_of(kGood + "---\n\nb\xFF\n").starts_with("6: it is not UTF-8"));
    BOOST_TEST(left_of("\xFF\xFE-\0-\0-\0\n\0"sv).starts_with("1: it is UTF-16"));
    BOOST_TEST(left_of(kGood + "---\nb\n").empty());
    const std::string tabs = "---\nname: tidy\nargument-hint: [a] [b]\nmetadata:\n  text: |\n    a\n    \tb\n---\nb\n";
    BOOST_TEST(repair_skill(tabs, "tidy").text.find("    \tb\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_list_of_what_is_not_allowed_that_gives_half_a_list_closes_the_skill) {
    for (const char* value : {"!Bash", "!Bash Edit", "[!Bash]", "\n  - !Bash\n  - Edit", "Bash(git", "Bash(git *, Edit",
                              "(git *)", "','", "\n  - ''"}) {
        const auto skill = with("description: Sorts\ndisallowed-tools: " + std::string(value) + "\n");
        BOOST_TEST(is_closed(skill, code::skill_disallowed_tools_unreadable), value);
    }
    for (const char* value : {"''", "[]", "", "!!str Edit", "Bash(git *) Edit", "Bash(git # *), Edit"}) {
        BOOST_TEST(!with("disallowed-tools: " + std::string(value) + "\n").disable_model_invocation, value);
    }
}

BOOST_AUTO_TEST_CASE(a_blank_before_a_parenthesis_is_said) {
    const std::vector<std::string> git{"Bash(git *)"};
    for (const std::string key : {"allowed-tools", "disallowed-tools"}) {
        const auto skill = with("description: Sorts\n" + key + ": Bash (git *)\n");
        const auto& tools = key == "allowed-tools" ? skill.allowed_tools : skill.disallowed_tools;
        BOOST_TEST(tools == git, boost::test_tools::per_element());
        BOOST_REQUIRE(skill.diagnostics.size() == 1U);
        BOOST_TEST((skill.diagnostics[0].code == code::skill_tool_blank));
    }
    BOOST_TEST(judged("---\nname: tidy\ndescription: Sorts imports when a file is saved.\n"
                      "allowed-tools: Bash (git *)\n---\nb\n") == "4:16 warning skill-tool-blank\n");
    BOOST_TEST(judged("---\nname: tidy\ndescription: Sorts imports when a file is saved.\n"
                      " disable-model-invocation: true\n---\nb\n")
                   .find("4:2 error frontmatter-restriction-swallowed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_swallowed_or_misspelled_restriction_restricts) {
    for (const std::string line :
         {" disable-model-invocation: true", "disable\u2010model-invocation: true", "disable-model-invokation: true",
          "disable-model-invocation\u200B: true", "\uFEFFdisable-model-invocation: true",
          "disable-model-invocation: fa\u200Blse", "disable-model-invocation"}) {
        const auto skill = with("description: Sorts\n" + line + "\n");
        BOOST_TEST(skill.disable_model_invocation, line);
        BOOST_TEST(!skill.diagnostics.empty(), line);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
