// SPDX-License-Identifier: Apache-2.0
// A table: what stands in the file, and exactly what is found there.
#include "skill/skill_validation.hpp"
#include "skill/agent_validation.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck::test {

namespace {

/// A line each: `2:7 error skill-name-characters`.
std::string lines_of(const Diagnostics& findings) {
    std::string text;
    for (const auto& finding : findings) {
        if (finding.line)
            text += std::to_string(*finding.line) + ":" + std::to_string(finding.column.value_or(0)) + " ";
        text += std::string(severity_word(finding.severity)) + " " + std::string(finding.code.info().text) + "\n";
    }
    return text;
}

std::string judged(const TemporaryDirectory& scratch, std::string_view text, std::string_view folder = "tidy",
                   SkillStandard standard = SkillStandard::agent_skills) {
    const auto file = scratch.write(std::filesystem::path(folder) / "SKILL.md", text);
    return lines_of(validate_skill(FileSystem(), {file, std::string(folder)}, standard));
}

struct Rule {
    std::string_view what, text, found;
};

void check(const std::vector<Rule>& rules, SkillStandard standard = SkillStandard::agent_skills) {
    const TemporaryDirectory scratch;
    for (const auto& rule : rules) {
        const auto found = judged(scratch, rule.text, "tidy", standard);
        BOOST_TEST(found == rule.found, rule.what << ": found\n" << found << "wanted\n" << rule.found);
    }
}

std::string header(std::string_view fields) {
    return "---\nname: tidy\ndescription: Sorts imports when a file is saved.\n" + std::string(fields) + "---\nSort.\n";
}

/// A good header with these lines in it, from line 4.
void check_fields(const std::vector<Rule>& rules) {
    const TemporaryDirectory scratch;
    for (const auto& rule : rules) {
        const auto found = judged(scratch, header(rule.text));
        BOOST_TEST(found == rule.found, rule.what << ": found\n" << found << "wanted\n" << rule.found);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skill_validation)

BOOST_AUTO_TEST_CASE(a_good_skill_has_no_findings) {
    check_fields({{"the least", "", ""},
                  {"all fields",
                   "license: MIT\ncompatibility: Needs git\nmetadata:\n  author: me\n  version: \"1.0\"\n"
                   "allowed-tools: Bash(git:*) Read\n",
                   ""}});
}

BOOST_AUTO_TEST_CASE(the_name) {
    const std::string rest = "\ndescription: Sorts imports when a file is saved.\n---\nSort.\n";
    const std::string long_name(65, 'a');
    const std::vector<std::pair<std::string, std::string>> names{
        {"name: Tidy", "2:7 error skill-name-mismatch\n2:7 error skill-name-characters\n"},
        {"name: ti dy", "2:7 error skill-name-mismatch\n2:9 error skill-name-characters\n"},
        {"name: \"ti_dy\"", "2:7 error skill-name-mismatch\n2:10 error skill-name-characters\n"},
        {"name: tidÿ", "2:7 error skill-name-mismatch\n2:10 error skill-name-characters\n"},
        {"name: -tidy", "2:7 error skill-name-mismatch\n2:7 error skill-name-hyphens\n"},
        {"name: tidy-", "2:7 error skill-name-mismatch\n2:11 error skill-name-hyphens\n"},
        {"name: ti--dy", "2:7 error skill-name-mismatch\n2:9 error skill-name-hyphens\n"},
        {"name: other", "2:7 error skill-name-mismatch\n"},
        {"name:", "2:1 error skill-name-missing\n"},
        {"name: null", "2:7 error skill-name-missing\n"},
        {"name: \"\"", "2:7 error skill-name-missing\n"},
        {"name: 12345", "2:7 error skill-name-mismatch\n2:7 warning skill-field-not-text\n"},
        {"name: [tidy]", "2:7 error skill-field-ignored\n"},
        {"name: " + long_name, "2:7 error skill-name-mismatch\n2:7 error skill-name-length\n"},
        {"license: MIT", "1:1 error skill-name-missing\n"}};
    const TemporaryDirectory scratch;
    for (const auto& [line, wanted] : names) {
        const auto found = judged(scratch, "---\n" + line + rest);
        BOOST_TEST(found == wanted, line << ": found\n" << found);
    }
    BOOST_TEST(judged(scratch, "---\nname: " + std::string(64, 'a') + rest, std::string(64, 'a')).empty());
}

BOOST_AUTO_TEST_CASE(the_description) {
    const std::string start = "---\nname: tidy\n", end = "\n---\nSort.\n";
    const std::vector<std::pair<std::string, std::string>> descriptions{
        {"license: MIT", "1:1 error skill-description-missing\n"},
        {"description:", "3:1 error skill-description-missing\n"},
        {"description: \"  \"", "3:14 error skill-description-missing\n"},
        {"description: [a, b]", "3:14 error skill-field-ignored\n"},
        {"description: Helps with PDFs.", "3:14 note skill-description-vague\n"},
        {"description: " + std::string(1025, 'x') + " a b c", "3:14 error skill-description-length\n"},
        {"description: 画像を整理する。", ""}};
    const TemporaryDirectory scratch;
    for (const auto& [line, wanted] : descriptions) {
        const auto found = judged(scratch, start + line + end);
        BOOST_TEST(found == wanted, line.substr(0, 40) << ": found\n" << found);
    }
    std::string longest;  // 1,024 characters, more bytes
    for (int i = 0; i < 1024; ++i) longest += "é";
    BOOST_TEST(judged(scratch, start + "description: " + longest + end).empty());
}

BOOST_AUTO_TEST_CASE(the_other_fields) {
    const std::string long_text(501, 'x');
    const std::string compatibility = "compatibility: " + long_text + "\n";
    const std::string license = "license: " + long_text + "\n";
    check_fields(
        {{"compatibility too long", compatibility, "4:16 error skill-compatibility-length\n"},
         {"compatibility empty", "compatibility: ''\n", "4:16 error skill-compatibility-length\n"},
         {"compatibility without a value", "compatibility:\n", "4:1 error skill-compatibility-length\n"},
         {"license that is a text of its own", license, "4:10 note skill-license-long\n"},
         {"license that is a list", "license: [MIT]\n", "4:10 error skill-field-ignored\n"},
         {"metadata that is text", "metadata: me\n", "4:11 error skill-field-ignored\n"},
         {"metadata with a list", "metadata:\n  tags: [a, b]\n", "5:9 error skill-metadata-value\n"},
         {"metadata with a map", "metadata:\n  a:\n    b: c\n", "5:3 error skill-metadata-value\n"},
         {"metadata with a number", "metadata:\n  version: 1.0\n", "5:12 warning skill-field-not-text\n"},
         {"tools in a list", "allowed-tools:\n  - Read\n", "4:1 error skill-allowed-tools-form\n"},
         {"tools in a flow list", "allowed-tools: [Read, Grep]\n", "4:16 error skill-allowed-tools-form\n"},
         {"tools with commas", "allowed-tools: Read, Grep\n", "4:20 error skill-allowed-tools-form\n"},
         {"a comma in parentheses", "allowed-tools: Bash(a,b) Read\n", ""},
         {"tools as a map", "allowed-tools: {Read: true}\n", "4:16 error skill-field-ignored\n"},
         {"an open parenthesis", "allowed-tools: Read Bash(git:*\n", "4:25 error skill-allowed-tools-parenthesis\n"},
         {"a misspelled field", "licence: MIT\n", "4:1 warning skill-field-unknown\n"},
         {"a field of Claude Code", "argument-hint: file\n", "4:1 note skill-field-extension\n"},
         {"a hint that YAML takes for a list", "argument-hint: [file]\n",
          "4:1 note skill-field-extension\n4:16 warning skill-field-not-text\n"},
         {"a field of ours", "aliases: [sort]\n", "4:1 note skill-field-extension\n"},
         {"a restriction in another spelling", "disableModelInvocation: true\n",
          "4:1 warning skill-restriction-spelling\n"},
         {"a restriction that is no boolean", "user-invocable: perhaps\n",
          "4:1 note skill-field-extension\n4:17 error skill-restriction-unreadable\n"},
         {"an effort nobody knows", "effort: heroic\n",
          "4:1 note skill-field-extension\n4:9 warning skill-effort-ignored\n"}});
}

BOOST_AUTO_TEST_CASE(what_the_lenient_reader_repairs) {
    check({{"a colon in plain text", "---\nname: tidy\ndescription: Sorts: imports on save.\n---\nSort.\n",
            "3:14 error frontmatter-repaired\n"},
           {"tabs", "---\nname: tidy\ndescription: Sorts imports on save.\nmetadata:\n\tauthor: me\n---\nSort.\n",
            "5:2 error frontmatter-tabs\n"},
           {"a comment that was meant", "---\nname: tidy\ndescription: Fixes issue #12 on save.\n---\nSort.\n",
            "3:14 note skill-description-vague\n3:26 warning frontmatter-value-cut\n"},
           {"a key twice", "---\nname: tidy\ndescription: One two three four.\nname: tidy\n---\nSort.\n",
            "4:1 error frontmatter-repeated-key\n"},
           {"no closing fence", "---\nname: tidy\n", "1:1 error frontmatter-unclosed\n"},
           {"no front matter", "# Tidy\n", "1:1 error skill-front-matter-missing\n"},
           {"a line before the fence", "\n---\nname: tidy\n---\n", "1:1 error skill-front-matter-missing\n"},
           {"an empty header", "---\n---\nSort.\n",
            "1:1 error skill-name-missing\n1:1 error skill-description-missing\n"}});
}

BOOST_AUTO_TEST_CASE(line_ends_and_fences) {
    check({{"a byte order mark", "\xEF\xBB\xBF---\nname: tidy\ndescription: One two three four.\n---\nSort.\n",
            "1:1 warning skill-byte-order-mark\n"},
           {"carriage returns", "---\r\nname: tidy\r\ndescription: One two three four.\r\n---\r\nSort.\r\n",
            "1:4 note skill-carriage-returns\n"},
           {"blanks behind a fence", "---\nname: tidy\ndescription: One two three four.\n--- \nSort.\n",
            "4:4 note skill-fence-blanks\n"}});
}

BOOST_AUTO_TEST_CASE(the_body) {
    const auto start = header("");
    std::string lines, tokens = start + std::string(20000, 'x') + "\n";
    for (int i = 0; i < 499; ++i) lines += "- a\n";
    const auto of_500 = start + lines;
    const auto of_499 = start + lines.substr(4);
    const auto tokens_below = start + std::string(19980, 'x') + "\n";
    check({{"nothing", "---\nname: tidy\ndescription: One two three four.\n---\n\n", "4:1 warning skill-body-empty\n"},
           {"500 lines", of_500, "504:1 warning skill-body-lines\n"},
           {"499 lines", of_499, ""},
           {"5,000 tokens", tokens, "5:1 warning skill-body-tokens\n"},
           {"fewer", tokens_below, ""}});
    const TemporaryDirectory scratch;
    BOOST_TEST(judged(scratch, start + "It costs $5, see $ARGUMENTS.\n") ==
               "6:10 warning skill-placeholder-unintended\n");
    BOOST_TEST(judged(scratch, start + "It costs \\$5.\n").empty());
    BOOST_TEST(judged(scratch, start + "Sum: !`echo $((1+$ARGUMENTS))`\n") == "6:6 warning skill-argument-is-code\n");
    BOOST_TEST(judged(scratch, start + "Sum: !`expr 1 + \"$ARGUMENTS\"`\n").empty());
    BOOST_TEST(judged(scratch, header("argument-hint: '[price]'\n") + "It costs $0.\n") ==
               "4:1 note skill-field-extension\n");
}

BOOST_AUTO_TEST_CASE(file_references) {
    const TemporaryDirectory scratch;
    scratch.write("tidy/references/guide.md", "See [more](more.md), [SKILL](../SKILL.md) and [gone](gone.md).\n");
    scratch.write("tidy/references/more.md", "More.\n");
    scratch.write("tidy/a/b/deep.md", "Deep.\n");
    scratch.write("shared.md", "Shared.\n");
    const auto text = header("") +
                      "[a](references/guide.md)\n[b](a/b/deep.md)\n[c](../shared.md)\n[d](/etc/passwd)\n"
                      "[e](missing.md)\n[f](references\\guide.md)\n[g](C:/x.md)\n";
    BOOST_TEST(judged(scratch, text) ==
               "7:5 warning skill-reference-deep\n"
               "8:5 warning skill-reference-form\n"
               "9:5 warning skill-reference-form\n"
               "10:5 warning skill-reference-missing\n"
               "11:5 warning skill-reference-form\n"
               "12:5 warning skill-reference-form\n"
               "1:12 note skill-reference-chain\n");
}

BOOST_AUTO_TEST_CASE(the_claude_layout_allows_more) {
    check({{"nothing but a body", "Sort.\n", "1:1 warning skill-front-matter-missing\n"},
           {"another name, fields of Claude Code", "---\nname: Tidy Up\nargument-hint: file\n---\nSort.\n",
            "1:1 warning skill-description-missing\n2:7 warning skill-name-mismatch\n"
            "2:7 warning skill-name-characters\n"},
           {"a header that is no YAML", "---\nname: tidy\ndescription: Sorts: imports on save.\n---\nSort.\n",
            "3:14 error frontmatter-repaired\n"}},
          SkillStandard::claude_layout);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_spelled_otherwise_or_is_none) {
    const TemporaryDirectory scratch;
    const FileSystem files;
    const auto lower = scratch.write("a/skill.md", "---\nname: a\ndescription: One two three four.\n---\nA.\n");
    BOOST_TEST(lines_of(validate_skill(files, {lower, "a"}, SkillStandard::agent_skills)) ==
               "error skill-file-name-case\n");
    std::filesystem::create_directories(scratch.path() / "b/SKILL.md");
    BOOST_TEST(lines_of(validate_skill(files, {scratch.path() / "b/SKILL.md", "b"}, SkillStandard::agent_skills)) ==
               "error skill-not-a-file\n");
}

BOOST_AUTO_TEST_CASE(a_path_means_a_file_a_skill_or_several) {
    const TemporaryDirectory scratch;
    const FileSystem files;
    scratch.write("repo/skills/a/SKILL.md", "A.");
    scratch.write("repo/skills/b/skill.md", "B.");
    scratch.write("repo/skills/none/readme.md", "C.");
    scratch.write("repo/skills/loose.md", "D.");
    const auto folders = [&](const Path& path) {
        std::string text;
        const auto skills = skills_to_judge(files, path);
        if (!skills) return std::string(skills.error().code.info().text);
        for (const auto& skill : *skills) text += skill.folder + "/" + skill.file.filename().string() + " ";
        return text;
    };
    BOOST_TEST(folders(scratch.path() / "repo") == "a/SKILL.md b/skill.md ");
    BOOST_TEST(folders(scratch.path() / "repo/skills") == "a/SKILL.md b/skill.md ");
    BOOST_TEST(folders(scratch.path() / "repo/skills/a") == "a/SKILL.md ");
    BOOST_TEST(folders(scratch.path() / "repo/skills/a/SKILL.md") == "a/SKILL.md ");
    BOOST_TEST(folders(scratch.path() / "repo/skills/none") == "skill-file-missing");
    BOOST_TEST(folders(scratch.path() / "nowhere") == "file-not-found");
}

BOOST_AUTO_TEST_CASE(the_bundled_skills_are_good) {
    const FileSystem files;
    const auto skills = skills_to_judge(files, Path(PROJECT_SOURCE) / "skills");
    BOOST_REQUIRE(skills.has_value());
    BOOST_TEST(skills->size() > 5U);
    for (const auto& skill : *skills) {
        for (const auto& finding : validate_skill(files, skill, SkillStandard::agent_skills)) {
            BOOST_TEST((finding.severity < Severity::error), finding.file << ": " << finding.message);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_command_is_judged_by_what_its_reader_finds_and_by_nothing_of_the_standard) {
    const TemporaryDirectory scratch;
    const std::vector<Rule> rules{
        {"nothing is needed", "Go.\n", ""},
        {"what a command says", "---\ndescription: d\nargument-hint: \"[file]\"\nmodel: opus\n---\nGo $1.\n", ""},
        {"what cannot be used", "---\ndescription: d\ndisable-model-invocation: maybe\nmodel: [a]\n---\nb\n",
         "3:27 error skill-restriction-unreadable\n4:8 error skill-field-ignored\n"},
        {"an open parenthesis", "---\nallowed-tools: Bash(rm:*\n---\nb\n",
         "2:20 error skill-allowed-tools-parenthesis\n"},
        {"an unknown key", "---\nbogus: 1\n---\nb\n", "2:1 warning skill-field-unknown\n"},
        {"a number as a hint", "---\nargument-hint: 7\n---\nb\n", "2:16 warning skill-field-not-text\n"},
        {"a quote that is open", "---\ndescription: \"d\nmodel: opus\n---\nb\n", "2:14 error frontmatter-repaired\n"},
        {"nothing to do", "---\ndescription: d\n---\n", "3:1 warning skill-body-empty\n"}};
    for (const auto& rule : rules) {
        const auto file = scratch.write("commands/c.md", rule.text);
        const auto found = lines_of(validate_command(FileSystem(), file, "c"));
        BOOST_TEST(found == rule.found, rule.what << ": found\n" << found << "wanted\n" << rule.found);
    }
}

BOOST_AUTO_TEST_CASE(an_agent_is_judged_by_the_fields_that_a_plugin_may_give_it) {
    const TemporaryDirectory scratch;
    const std::vector<Rule> rules{
        {"a good one", "---\nname: reader\ndescription: d\ntools: Read, Grep\nmodel: inherit\n---\nRead.\n", ""},
        {"a list of tools", "---\ntools: [Read, Grep]\n---\nRead.\n", ""},
        {"a bad name", "---\nname: bad name\n---\nb\n", "2:7 error agent-field-invalid\n"},
        {"a number for tools", "---\ntools: 5\n---\nb\n", "2:8 error agent-field-invalid\n"},
        {"an open quote", "---\ndescription: \"d\ntools: Read\n---\nb\n", "2:14 error frontmatter-repaired\n"},
        {"what no plugin may say", "---\npermissionMode: plan\n---\nb\n", "2:1 note agent-field-not-of-plugins\n"},
        {"an unknown key", "---\ntoolz: Read\n---\nb\n", "2:1 warning agent-field-unknown\n"}};
    for (const auto& rule : rules) {
        const auto file = scratch.write("agents/a.md", rule.text);
        const auto found = lines_of(validate_agent(FileSystem(), file));
        BOOST_TEST(found == rule.found, rule.what << ": found\n" << found << "wanted\n" << rule.found);
    }
    const auto file = scratch.write("agents/team/a.md", "---\nname: reader\n---\nb\n");
    BOOST_TEST(agent_name(FileSystem(), file, "team:a") == "team:reader");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
