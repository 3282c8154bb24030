// SPDX-License-Identifier: Apache-2.0
// Front matter as skills show it.
#include "skill_samples.hpp"

#include "skill/codes.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

struct Reading {
    TemporaryDirectory directory;
    FileSystem files;

    Skill read(std::string_view text, std::string_view folder = "sample") const {
        const auto file = directory.write(Path(folder) / "SKILL.md", text);
        return read_skill(files, file, folder, shared(source_of_user(directory.path()))).value();
    }
    Skill with(std::string_view header, std::string_view body = "Body text.\n") const {
        return read("---\n" + std::string(header) + "---\n" + std::string(body));
    }
    std::string body(const Skill& skill) const { return read_skill_body(files, skill)->text; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(skill_definition, Reading)

BOOST_AUTO_TEST_CASE(every_field_of_the_format_is_read) {
    const auto skill = with(
        "name: sample\n"
        "display-name: The Sample\n"
        "description: Does it.\n"
        "aliases: [s, smp]\n"
        "when_to_use: Now and then.\n"
        "argument-hint: <file>\n"
        "arguments: source target\n"
        "allowed-tools: Read, Bash(git log *)\n"
        "disallowed-tools: [Write]\n"
        "model: opus\n"
        "effort: high\n"
        "disable-model-invocation: yes\n"
        "user-invocable: on\n"
        "context: fork\n"
        "agent: reviewer\n"
        "paths: 'src/**/*.{ts,tsx}, docs/**'\n"
        "shell: bash\n"
        "version: 1.0\n"
        "license: MIT\n"
        "compatibility: needs git\n"
        "metadata:\n  author: me\n  level: 3\n"
        "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ./x\n"
        "          timeout: 5\n");
    BOOST_TEST(skill.name == "sample");
    BOOST_TEST(skill.display_name == "The Sample");
    BOOST_TEST(skill.description == "Does it.");
    BOOST_TEST(skill.aliases == (Strings{"s", "smp"}), boost::test_tools::per_element());
    BOOST_TEST(skill.when_to_use == "Now and then.");
    BOOST_TEST(skill.argument_hint == "<file>");
    BOOST_TEST(skill.arguments == (Strings{"source", "target"}), boost::test_tools::per_element());
    BOOST_TEST(skill.allowed_tools == (Strings{"Read", "Bash(git log *)"}), boost::test_tools::per_element());
    BOOST_TEST(skill.disallowed_tools == (Strings{"Write"}), boost::test_tools::per_element());
    BOOST_TEST(skill.model == "opus");
    BOOST_TEST(skill.effort == "high");
    BOOST_TEST(skill.disable_model_invocation);
    BOOST_TEST(skill.user_invocable);
    BOOST_TEST((skill.context == SkillContext::fork));
    BOOST_TEST(skill.agent == "reviewer");
    BOOST_TEST(skill.paths == (Strings{"src/**/*.{ts,tsx}", "docs"}), boost::test_tools::per_element());
    BOOST_TEST(skill.shell == "bash");
    BOOST_TEST(skill.version == "1.0");
    BOOST_TEST(skill.license == "MIT");
    BOOST_TEST(skill.compatibility == "needs git");
    BOOST_TEST(skill.metadata == R"({"author":"me","level":3})");
    const auto hooks = boost::json::parse(skill.hooks.view());
    const auto& handler = hooks.at("PreToolUse").as_array()[0].at("hooks").as_array()[0];
    BOOST_TEST(handler.at("timeout").as_int64() == 5);
    BOOST_TEST(*skill.content_length == 11U);
    BOOST_TEST(skill.diagnostics.empty());
}

// B001, B002
BOOST_AUTO_TEST_CASE(a_colon_in_a_plain_description_costs_neither_it_nor_its_neighbours) {
    const auto skill =
        with("name: sample\ndescription: Check the log: rows, keys, and a remark: be brief\nallowed-tools: Read\n");
    BOOST_TEST(skill.description == "Check the log: rows, keys, and a remark: be brief");
    BOOST_TEST(skill.allowed_tools == (Strings{"Read"}), boost::test_tools::per_element());
    BOOST_REQUIRE(!skill.diagnostics.empty());
    BOOST_TEST(skill.diagnostics[0].file == skill.file.string());
    BOOST_TEST(skill.diagnostics[0].line.value_or(0) == 3);
    BOOST_TEST((skill.diagnostics[0].severity == Severity::warning));
}

// B003
BOOST_AUTO_TEST_CASE(a_colon_in_a_continuation_line_is_kept) {
    const auto skill = with("description: First part\n  of it: the second part\nname: sample\n");
    BOOST_TEST(skill.description == "First part of it: the second part");
}

// B004
BOOST_AUTO_TEST_CASE(a_byte_order_mark_hides_nothing) {
    const auto skill = read("\xEF\xBB\xBF---\nname: sample\ndescription: Marked\n---\nText.\n");
    BOOST_TEST(skill.description == "Marked");
    BOOST_TEST(body(skill) == "Text.\n");
    BOOST_TEST(body(read("\xEF\xBB\xBFOnly text.\n")) == "Only text.\n");
}

// B005
BOOST_AUTO_TEST_CASE(windows_line_ends_are_read_and_stay) {
    const std::string text =
        "---\r\nname: sample\r\ndescription: Ends in CR LF\r\nallowed-tools: Read\r\n---\r\nOne.\r\nTwo.\r\n";
    const auto skill = read(text);
    BOOST_TEST(skill.name == "sample");
    BOOST_TEST(skill.description == "Ends in CR LF");
    BOOST_TEST(skill.allowed_tools == (Strings{"Read"}), boost::test_tools::per_element());
    BOOST_TEST(body(skill) == "One.\nTwo.\n");
    BOOST_TEST(*skill.content_length == 12U);
    BOOST_TEST(files.read(skill.file, 1000).value() == text);
}

// B006
BOOST_AUTO_TEST_CASE(the_closing_fence_may_be_the_end_of_the_file) {
    const auto closed = read("---\nname: sample\ndescription: All header\n---");
    BOOST_TEST(closed.description == "All header");
    BOOST_TEST(body(closed).empty());
    BOOST_TEST(*closed.content_length == 0U);

    const auto open = read("---\nname: foo---\n");
    BOOST_TEST(open.name == "sample");
    BOOST_TEST(body(open) == "---\nname: foo---\n");

    const auto empty = read("---\n---\nText.\n");
    BOOST_TEST(empty.description == "Text.");
    BOOST_TEST(body(empty) == "Text.\n");
}

// B009
BOOST_AUTO_TEST_CASE(fences_in_the_body_are_text) {
    const std::string text = "First.\n\n---\n\n```yaml\n---\nname: other\n---\n```\n";
    const auto skill = with("name: sample\ndescription: One header\n", text);
    BOOST_TEST(skill.description == "One header");
    BOOST_TEST(body(skill) == text);
}

// B010
BOOST_AUTO_TEST_CASE(block_scalars_are_text) {
    BOOST_TEST(with("description: >-\n  One\n  two.\n").description == "One two.");
    BOOST_TEST(with("description: |\n  One\n  two.\n").description == "One\ntwo.");
    BOOST_TEST(with("description: >\n  One\n\n  two.\n").description == "One\ntwo.");
}

// B011
BOOST_AUTO_TEST_CASE(a_nested_key_does_not_replace_the_outer_one) {
    const auto skill = with("description: Outer\nmetadata:\n  description: Inner\n");
    BOOST_TEST(skill.description == "Outer");
    BOOST_TEST(skill.metadata == R"({"description":"Inner"})");
}

// B012
BOOST_AUTO_TEST_CASE(a_comment_in_a_description_is_cut_with_a_warning) {
    const auto skill = with("description: Mends #42 quickly\n");
    BOOST_TEST(skill.description == "Mends");
    BOOST_REQUIRE(!skill.diagnostics.empty());
    BOOST_TEST((skill.diagnostics[0].severity == Severity::warning));
    BOOST_TEST(skill.diagnostics[0].line.value_or(0) == 2);
}

// B013
BOOST_AUTO_TEST_CASE(text_behind_a_quoted_word_is_kept) {
    const auto skill = with("description: \"Fast\" checks of the log\n");
    BOOST_TEST(skill.description == "\"Fast\" checks of the log");
    BOOST_TEST(!skill.diagnostics.empty());
}

// B015
BOOST_AUTO_TEST_CASE(an_argument_hint_is_always_text) {
    BOOST_TEST(with("argument-hint: [key: text]\n").argument_hint == "[key: text]");
    BOOST_TEST(with("argument-hint: [file]\n").argument_hint == "[file]");
    BOOST_TEST(with("argument-hint: 12\n").argument_hint == "12");
}

// B016, B017, B018
BOOST_AUTO_TEST_CASE(tools_are_a_list_in_every_spelling) {
    const Strings wanted{"Read", "Bash(git log *)", "Write"};
    for (const auto* spelling : {"[Read, 'Bash(git log *)', Write]", "Read, Bash(git log *), Write",
                                 "Read Bash(git log *) Write", "\n  - Read\n  - Bash(git log *)\n  - \"Write\""}) {
        const auto skill = with("allowed-tools: " + std::string(spelling) + "\n");
        BOOST_TEST(skill.allowed_tools == wanted, boost::test_tools::per_element());
    }
}

// B019, D11
BOOST_AUTO_TEST_CASE(a_restriction_is_not_lost_by_its_spelling) {
    for (const auto* spelling : {"true", "\"true\"", "True", "TRUE", "yes", "on", "1"}) {
        const auto skill = with("description: x\ndisable-model-invocation: " + std::string(spelling) + "\n");
        BOOST_TEST(skill.disable_model_invocation, spelling);
        BOOST_TEST(skill.diagnostics.empty(), spelling);
    }
    BOOST_TEST(!with("disable-model-invocation: \"false\"\n").disable_model_invocation);
    BOOST_TEST(!with("description: none\n").disable_model_invocation);

    const auto junk = with("description: x\ndisable-model-invocation: maybe\n");
    BOOST_TEST(junk.disable_model_invocation);
    const auto error = find_code(junk.diagnostics, code::skill_restriction_unreadable);
    BOOST_TEST((error.severity == Severity::error));
    BOOST_TEST(error.line.value_or(0) == 3);

    BOOST_TEST(!with("user-invocable: \"false\"\n").user_invocable);
    BOOST_TEST(!with("user-invocable: sometimes\n").user_invocable);
    BOOST_TEST(with("user-invocable: \"yes\"\n").user_invocable);
    BOOST_TEST(with("description: none\n").user_invocable);

    const auto other_case = with("disableModelInvocation: true\nuser_invocable: false\n");
    BOOST_TEST(other_case.disable_model_invocation);
    BOOST_TEST(!other_case.user_invocable);
    BOOST_TEST(count_code(other_case.diagnostics, code::skill_restriction_spelling) == 2U);
}

// B021
BOOST_AUTO_TEST_CASE(names_keep_their_spelling) {
    BOOST_TEST(with("name: 12345\n").name == "12345");
    BOOST_TEST(with("name: 2024-05-01\n").name == "2024-05-01");
    BOOST_TEST(with("name: null\n").name == "sample");
    BOOST_TEST(with("name:\n").name == "sample");
    BOOST_TEST(with("name: [a]\n").name == "sample");
}

// B022
BOOST_AUTO_TEST_CASE(names_are_compared_in_one_normal_form) {
    const auto skill = read("---\nname: caf\u00e9\ndescription: x\n---\n", "cafe\u0301");
    BOOST_TEST(skill.name == "caf\u00e9");
    BOOST_TEST(skill.folder_name.empty());
    BOOST_TEST(count_code(skill.diagnostics, code::skill_name_mismatch) == 0U);
}

// B024
BOOST_AUTO_TEST_CASE(a_name_that_differs_from_the_folder_is_a_second_name) {
    const auto skill = with("name: ship\ndescription: x\n");
    BOOST_TEST(skill.name == "ship");
    BOOST_TEST(skill.folder_name == "sample");
    BOOST_TEST((find_code(skill.diagnostics, code::skill_name_mismatch).severity == Severity::warning));
}

BOOST_AUTO_TEST_CASE(a_name_that_cannot_be_used_gives_way_to_the_folder) {
    const auto invisible = with("name: \"a\\u202Eb\"\ndescription: x\n");
    BOOST_TEST(invisible.name == "sample");
    BOOST_TEST(count_code(invisible.diagnostics, code::skill_name_ignored) == 1U);
    BOOST_TEST(with("name: " + std::string(257, 'n') + "\n").name == "sample");
    BOOST_TEST(with("name: " + std::string(256, 'n') + "\n").name == std::string(256, 'n'));
}

// B025
BOOST_AUTO_TEST_CASE(the_first_line_of_text_stands_in_for_a_description) {
    const auto skill = with("name: sample\n", "\n## Deploy the site\n\nMore.\n");
    BOOST_TEST(skill.description == "Deploy the site");
    BOOST_TEST((find_code(skill.diagnostics, code::skill_description_missing).severity == Severity::warning));
    BOOST_TEST(with("description: ''\n", "First line.\n").description == "First line.");
    BOOST_TEST(read("# Title only\n").description == "Title only");
    BOOST_TEST(with("description: [a, b]\n", "Text.\n").description == "Text.");
}

BOOST_AUTO_TEST_CASE(a_first_line_far_down_is_found_all_the_same) {
    const auto skill = with("name: sample\n", std::string(5'000, '\n') + "Far away.\n");
    BOOST_TEST(skill.description == "Far away.");
}

// B026
BOOST_AUTO_TEST_CASE(a_header_beyond_repair_still_gives_a_skill) {
    const auto skill = read(std::string("---\n\x01\x02\xFF{{{[[[\n\t: :\n---\nThe text.\n"));
    BOOST_TEST(skill.name == "sample");
    BOOST_TEST(body(skill) == "The text.\n");
    BOOST_TEST(skill.description == "The text.");
    BOOST_TEST(std::any_of(skill.diagnostics.begin(), skill.diagnostics.end(),
                           [](const Diagnostic& item) { return item.severity >= Severity::warning; }));
}

BOOST_AUTO_TEST_CASE(a_header_longer_than_the_first_read_is_read_whole) {
    std::string header = "name: sample\n";
    for (int i = 0; i < 200; ++i) header += "x-field-" + std::to_string(i) + ": some value that takes room\n";
    header += "description: At the end\nallowed-tools: Read\n";
    BOOST_TEST(header.size() > 4096U);
    const auto skill = with(header);
    BOOST_TEST(skill.description == "At the end");
    BOOST_TEST(skill.allowed_tools == (Strings{"Read"}), boost::test_tools::per_element());
    BOOST_TEST(*skill.content_length == 11U);
}

BOOST_AUTO_TEST_CASE(a_line_that_the_first_read_cuts_is_no_fence) {
    std::string header = "name: sample\nfiller: " + std::string(2044 - 25, 'f') + "\n";
    const auto text = "---\n" + header + "---x: 1\ndescription: Behind it\n---\nText.\n";
    BOOST_TEST(text.substr(2044, 4) == "\n---");
    BOOST_TEST(read(text).description == "Behind it");
}

BOOST_AUTO_TEST_CASE(values_that_are_not_known_are_left_out_and_said) {
    const auto skill =
        with("description: x\nmodel: inherit\neffort: enormous\ncontext: spoon\nshell: fish\nmetadata: text\n");
    BOOST_TEST(skill.model.empty());
    BOOST_TEST(skill.effort.empty());
    BOOST_TEST((find_code(skill.diagnostics, code::skill_effort_ignored).severity == Severity::note));
    BOOST_TEST((skill.context == SkillContext::in_line));
    BOOST_TEST(skill.shell.empty());
    BOOST_TEST(skill.metadata.empty());
    BOOST_TEST(count_code(skill.diagnostics, code::skill_field_ignored) == 3U);
    BOOST_TEST(with("effort: 4096\n").effort == "4096");
    BOOST_TEST(with("effort: 0\n").effort.empty());
    BOOST_TEST(with("effort: -5\n").effort.empty());
}

BOOST_AUTO_TEST_CASE(two_stars_alone_are_no_condition) {
    BOOST_TEST(with("paths: '**'\n").paths.empty());
    BOOST_TEST(with("paths: ['src/**', 'a b/*.md']\n").paths == (Strings{"src", "a b/*.md"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_command_has_the_name_of_its_file_and_no_paths) {
    const auto file = directory.write("commands/db/migrate.md", "---\nname: other\npaths: '*.sql'\n---\nRun it.\n");
    const auto source = shared(source_of_user(directory.path() / "commands", SkillSource::Kind::commands));
    const auto command = read_skill(files, file, "db:migrate", source).value();
    BOOST_TEST(command.name == "db:migrate");
    BOOST_TEST(command.paths.empty());
    BOOST_TEST(command.description == "Run it.");
    BOOST_TEST(command.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_manifest_says_more_of_a_command_than_its_file) {
    auto source = source_of_user(directory.path() / "plugin.json", SkillSource::Kind::command);
    source.name = "hello";
    source.text = "---\ndescription: of the text\nmodel: haiku\n---\nSay hello.\n";
    source.item = {{"description", "of the manifest"}, {"argumentHint", "[name]"}, {"allowedTools", {"Read"}}};
    const auto command = skill_from_text(shared(source)).value();
    BOOST_TEST(command.name == "hello");
    BOOST_TEST(command.description == "of the manifest");
    BOOST_TEST(command.argument_hint == "[name]");
    BOOST_TEST(command.model == "haiku");
    BOOST_TEST(command.allowed_tools == (Strings{"Read"}), boost::test_tools::per_element());
    BOOST_TEST(body(command) == "Say hello.\n");
}

BOOST_AUTO_TEST_CASE(a_native_skill_is_its_entry_of_skills_json) {
    const auto source = shared(source_of_user(directory.path() / "skills.json", SkillSource::Kind::native));
    const boost::json::object item{{"name", "summary"},
                                   {"displayName", "Summary"},
                                   {"description", "Sums up"},
                                   {"whenToUse", "at the end"},
                                   {"argumentHint", "[file]"},
                                   {"arguments", {"file"}},
                                   {"allowedTools", {"Read", "Bash(git log *)"}},
                                   {"modelInvocable", false},
                                   {"userInvocable", true},
                                   {"effort", 2048},
                                   {"context", "fork"},
                                   {"version", "5"},
                                   {"metadata", {{"id", "007"}, {"n", 7}}},
                                   {"files", {{{"path", "a.txt"}, {"bytes", 3}}}}};
    const auto skill = skill_from_item(item, source->path, source).value();
    BOOST_TEST(skill.name == "summary");
    BOOST_TEST(skill.display_name == "Summary");
    BOOST_TEST(skill.description == "Sums up");
    BOOST_TEST(skill.when_to_use == "at the end");
    BOOST_TEST(skill.argument_hint == "[file]");
    BOOST_TEST(skill.allowed_tools == (Strings{"Read", "Bash(git log *)"}), boost::test_tools::per_element());
    BOOST_TEST(skill.disable_model_invocation);
    BOOST_TEST(skill.user_invocable);
    BOOST_TEST(skill.effort == "2048");
    BOOST_TEST((skill.context == SkillContext::fork));
    BOOST_TEST(skill.version == "5");
    BOOST_TEST(skill.metadata == R"({"id":"007","n":7})");
    BOOST_TEST(skill.reference_files == (Strings{"a.txt"}), boost::test_tools::per_element());
    BOOST_TEST(!skill.content_length.has_value());

    BOOST_TEST(skill_from_item({{"name", "x"}, {"modelInvocable", "perhaps"}}, {}, source)->disable_model_invocation);
    BOOST_TEST(!skill_from_item({{"name", "x"}, {"enabled", false}}, {}, source)->enabled);
    BOOST_TEST((skill_from_item({{"description", "no name"}}, {}, source).error().code == code::skill_item_invalid));
}

BOOST_AUTO_TEST_CASE(fields_say_where_they_came_from) {
    const auto skill = read("---\nname: sample\nallowed-tools: Read, Grep\n---\n\n# Heading\n");
    const auto fields = skill_fields(files, skill);
    BOOST_REQUIRE(fields.size() == 3U);
    BOOST_TEST(fields[0].name == "name");
    BOOST_TEST(fields[1].name == "allowedTools");
    BOOST_TEST((fields[1].value == boost::json::array{"Read", "Grep"}));
    BOOST_TEST(fields[1].file == skill.file.string());
    BOOST_TEST(fields[1].line.value_or(0) == 3);
    BOOST_TEST(fields[2].name == "description");
    BOOST_TEST(fields[2].value == "Heading");
    BOOST_TEST(fields[2].line.value_or(0) == 6);

    const auto unnamed = read("Text.\n");
    const auto derived = skill_fields(files, unnamed);
    BOOST_REQUIRE(derived.size() == 2U);
    BOOST_TEST(derived[1].name == "name");
    BOOST_TEST(derived[1].file == unnamed.directory().string());
    BOOST_TEST(!derived[1].line.has_value());
}

BOOST_AUTO_TEST_CASE(only_safe_properties_run_without_asking) {
    BOOST_TEST(skill_asks(files, with("name: sample\nmodel: opus\neffort: high\npaths: x\nlicense: MIT\n")).empty());
    const auto asking =
        with("allowed-tools: Read\ndisallowed-tools: Write\nshell: bash\nhooks:\n  Stop: []\n", "See !`date`.\n");
    BOOST_TEST(
        skill_asks(files, asking) == (Strings{"allowedTools", "disallowedTools", "hooks", "shell", "shellBlocks"}),
        boost::test_tools::per_element());
    BOOST_TEST(skill_asks(files, with("name: sample\n", "```markdown\n!`date`\n```\n")).empty());
}

BOOST_AUTO_TEST_CASE(files_are_listed_whole_paths_in_order) {
    directory.write("sample/scripts/b.sh", "x");
    directory.write("sample/a.txt", "x");
    const auto skill = with("name: sample\n");
    const auto folder = skill.directory().string();
    BOOST_TEST(
        skill_files(files, skill) == (Strings{folder + "/SKILL.md", folder + "/a.txt", folder + "/scripts/b.sh"}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
