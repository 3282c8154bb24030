// SPDX-License-Identifier: Apache-2.0
#include "skill/shell_block.hpp"

#include "skill/codes.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

ProcessOutcome exited(int code, std::string output = {}, std::string errors = {}) {
    ProcessOutcome outcome;
    outcome.end = ProcessOutcome::End::exited;
    outcome.exit_code = code;
    outcome.output = std::move(output);
    outcome.errors = std::move(errors);
    return outcome;
}

/// Answers each command with the next outcome; without one, with success and its number.
class ScriptedProcesses final : public ProcessRunner {
public:
    std::deque<ProcessOutcome> outcomes;
    std::vector<ProcessSpec> started;

    void run(ProcessSpec spec, CancelToken, std::function<void(ProcessOutcome)> done) override {
        started.push_back(std::move(spec));
        auto outcome = exited(0, "out " + std::to_string(started.size()) + "\n");
        if (!outcomes.empty()) {
            outcome = std::move(outcomes.front());
            outcomes.pop_front();
        }
        done(std::move(outcome));
    }
    void end_all(std::function<void()> done) override { done(); }
    [[nodiscard]] Strings commands() const {
        Strings texts;
        for (const auto& spec : started) texts.push_back(spec.argv.at(2));
        return texts;
    }
};

struct Running {
    TemporaryDirectory directory;
    FileSystem files;
    ScriptedProcesses processes;
    ExpandRequest request;
    SkillSource source = source_of_user(directory.path());
    Strings questions;

    Running() {
        directory.write("bin/bash", "");
        request.shell.processes = &processes;
        request.shell.environment["PATH"] = (directory.path() / "bin").string();
        request.shell.places.working_directory = "/session";
        request.shell.places.project_dir = "/session";
    }
    void rule(std::string_view text, RuleList list) {
        request.shell.rules.push_back(parse_permission_rule(text, list, {"user", {}}).value());
    }
    void answer_questions(bool yes) {
        request.shell.ask = [this, yes](std::string_view question) {
            questions.emplace_back(question);
            return yes;
        };
    }
    Result<ExpandedSkill> call(std::string_view body, std::optional<std::string> arguments = std::nullopt,
                               std::string_view header = "description: x\nallowed-tools: Bash\n") {
        const auto file =
            directory.write("probe/SKILL.md", "---\n" + std::string(header) + "---\n" + std::string(body));
        const auto skill = std::make_shared<const Skill>(read_skill(files, file, "probe", shared(source)).value());
        request.arguments = std::move(arguments);
        std::optional<Result<ExpandedSkill>> answer;
        expand(files, skill, request, [&](Result<ExpandedSkill> result) { answer = std::move(result); });
        BOOST_REQUIRE(answer.has_value());
        return *answer;
    }
    /// The text after the line of the base directory.
    std::string text(std::string_view body, std::optional<std::string> arguments = std::nullopt,
                     std::string_view header = "description: x\nallowed-tools: Bash\n") {
        const auto result = call(body, std::move(arguments), header);
        BOOST_TEST_REQUIRE(result.has_value());
        return result->text.substr(result->text.find("\n\n") + 2);
    }
    /// The command that a block becomes.
    std::string command(std::string_view block, std::optional<std::string> arguments,
                        std::string_view header = "description: x\nallowed-tools: Bash\n") {
        processes.started.clear();
        (void)text("```!\n" + std::string(block) + "\n```\n", std::move(arguments), header);
        return processes.commands().at(0);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(shell_block, Running)

BOOST_AUTO_TEST_CASE(outputs_stand_in_the_places_of_their_blocks) {
    const auto result = call("A !`one`\n```!\ntwo\nthree\n```\nB !`four` C\n");
    BOOST_TEST_REQUIRE(result.has_value());
    BOOST_TEST(result->text.ends_with("A out 1\nout 2\nB out 3 C\n"));
    BOOST_TEST(processes.commands() == (Strings{"one", "two\nthree", "four"}), boost::test_tools::per_element());
    BOOST_REQUIRE(result->shell.size() == 3U);
    BOOST_TEST(result->shell[1].command == "two\nthree");
    const auto& spec = processes.started[0];
    BOOST_TEST(spec.argv[0] == "bash");
    BOOST_TEST(spec.argv[1] == "-c");
    BOOST_TEST(spec.working_directory.string() == "/session");
    BOOST_TEST(spec.timeout.count() == 30'000);
    BOOST_TEST(spec.output_limit == 1024U * 1024U);
    BOOST_TEST(spec.input.empty());
}

// B046, B047
BOOST_AUTO_TEST_CASE(an_output_is_never_looked_at_again) {
    const std::string hostile = "$0 $ARGUMENTS !`touch x` $& \\1 ${CLAUDE_SKILL_DIR}\n```!\nls\n```";
    processes.outcomes.push_back(exited(0, hostile + "\n"));
    BOOST_TEST(text("!`emit`|$0", "ZED") == hostile + "|ZED");
    BOOST_TEST(processes.started.size() == 1U);
}

// B042, D14
BOOST_AUTO_TEST_CASE(arguments_travel_in_variables) {
    const std::string raw = "don't; touch A $(touch B) `touch C`";
    BOOST_TEST(command("echo \"$ARGUMENTS\" $ARGUMENTS", raw) == "echo \"${ARGUMENTS}\" ${ARGUMENTS}");
    BOOST_TEST(processes.started[0].environment.at("ARGUMENTS") == raw);
    BOOST_TEST(command("a $0 \"$1\" $ARGUMENTS[1] ${10} $10 $2", "x 'y z'") ==
               "a ${SKILLDECK_ARGUMENT_0} \"${SKILLDECK_ARGUMENT_1}\" ${SKILLDECK_ARGUMENT_1} ${10} $10 $2");
    BOOST_TEST(processes.started[0].environment.at("SKILLDECK_ARGUMENT_1") == "y z");
    BOOST_TEST(command("a $who \"$what\" $whom", "me", "allowed-tools: Bash\narguments: [who, what]\n") ==
               "a ${SKILLDECK_ARGUMENT_0} \"${SKILLDECK_ARGUMENT_1}\" $whom");
    BOOST_TEST(processes.started[0].environment.at("SKILLDECK_ARGUMENT_1").empty());
    // Single quotes are opened for the author's placeholders, and left to the programs whose own syntax is `$1`.
    BOOST_TEST(command("grep '$ARGUMENTS' | awk '{print $1}'", "a b") ==
               "grep ''\"${ARGUMENTS}\"'' | awk '{print $1}'");
    BOOST_TEST(command("echo \\$ARGUMENTS '\\$0' # $0", "a") == "echo \\$ARGUMENTS '\\$0' # $0");
    BOOST_TEST(command("cat <<E\n$0\nE\ncat <<'E'\n$0\nE", "a") ==
               "cat <<E\n${SKILLDECK_ARGUMENT_0}\nE\ncat <<'E'\n$0\nE");
    BOOST_TEST(command("echo $ARGUMENTS $0", std::nullopt) == "echo $ARGUMENTS $0");
}

BOOST_AUTO_TEST_CASE(what_a_block_took_is_not_appended) {
    BOOST_TEST(text("!`echo $ARGUMENTS`\n", "a") == "out 1\n");
    BOOST_TEST(text("!`echo`\n", "a").ends_with("\nARGUMENTS: a"));
}

BOOST_AUTO_TEST_CASE(options_of_the_plugin_travel_in_variables_and_secrets_not_at_all) {
    source.options = std::make_shared<const OptionTexts>(OptionTexts{{
        {.name = "host", .text = "h; touch x", .set = true},
        {.name = "TOKEN", .text = "s3cret", .set = true, .sensitive = true},
    }});
    BOOST_TEST(command("curl ${user_config.host} \"${user_config.TOKEN}\" ${user_config.nope}", std::nullopt) ==
               "curl \"${CLAUDE_PLUGIN_OPTION_HOST}\" \"${CLAUDE_PLUGIN_OPTION_TOKEN}\" ${user_config.nope}");
    const auto& environment = processes.started[0].environment;
    BOOST_TEST(environment.at("CLAUDE_PLUGIN_OPTION_HOST") == "h; touch x");
    for (const auto& [name, value] : environment) BOOST_TEST(value.find("s3cret") == std::string::npos, name);
}

BOOST_AUTO_TEST_CASE(variables_of_the_skill_are_exported_and_quoted) {
    request.project_dir = "/my project";
    BOOST_TEST(command("${CLAUDE_SKILL_DIR}/x.sh \"${CLAUDE_PROJECT_DIR}\" ${HOME}", std::nullopt) ==
               "\"${CLAUDE_SKILL_DIR}\"/x.sh \"${CLAUDE_PROJECT_DIR}\" ${HOME}");
    const auto& environment = processes.started[0].environment;
    BOOST_TEST(environment.at("CLAUDE_SKILL_DIR") == (directory.path() / "probe").string());
    BOOST_TEST(environment.at("CLAUDE_PROJECT_DIR") == "/my project");
}

BOOST_AUTO_TEST_CASE(windows_line_ends_are_not_part_of_a_command) {
    (void)text("```!\r\none\r\ntwo\r\n```\r\n");
    BOOST_TEST(processes.commands() == (Strings{"one\ntwo"}), boost::test_tools::per_element());
}

// B050, B052, B054
BOOST_AUTO_TEST_CASE(every_part_needs_a_rule_and_nothing_runs_before_all_are_judged) {
    const auto refused = call("!`git log`\n!`git log | wc -l`\n", std::nullopt, "allowed-tools: Bash(git:*)\n");
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error().code == code::call_denied));
    BOOST_TEST(refused.error().what.find("wc -l") != std::string::npos);
    BOOST_TEST(refused.error().where.ends_with("SKILL.md:5"));
    BOOST_TEST(processes.started.empty());
    BOOST_TEST(call("!`git log | git x`", std::nullopt, "allowed-tools: Bash(git:*)\n").has_value());
    BOOST_TEST(call("!`${CLAUDE_SKILL_DIR}/x.sh a`", std::nullopt, "allowed-tools: Bash(${CLAUDE_SKILL_DIR}/x.sh *)\n")
                   .has_value());
    BOOST_TEST(!call("!`${CLAUDE_SKILL_DIR}/y.sh a`", std::nullopt, "allowed-tools: Bash(${CLAUDE_SKILL_DIR}/x.sh *)\n")
                    .has_value());
}

BOOST_AUTO_TEST_CASE(rules_of_the_settings_go_before_those_of_the_skill) {
    rule("Bash(rm *)", RuleList::deny);
    rule("Bash(git push *)", RuleList::ask);
    rule("Bash(ls *)", RuleList::allow);
    BOOST_TEST(!call("!`rm x`").has_value());
    BOOST_TEST(!call("!`ls; rm \"$0\"`", "x").has_value());
    BOOST_TEST(!call("!`git push`").has_value());
    BOOST_TEST(call("!`ls`", std::nullopt, "description: x\n").has_value());
    BOOST_TEST(!call("!`make`", std::nullopt, "description: x\n").has_value());
    BOOST_TEST(processes.started.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_deny_rule_sees_the_values_of_placeholders) {
    rule("Bash(git push --force *)", RuleList::deny);
    BOOST_TEST(!call("!`git push \"$0\"`", "--force").has_value());
    BOOST_TEST(call("!`git push \"$0\"`", "origin").has_value());
}

BOOST_AUTO_TEST_CASE(without_a_rule_it_asks_where_somebody_can_answer) {
    answer_questions(true);
    BOOST_TEST(call("!`make`", std::nullopt, "description: x\n").has_value());
    BOOST_REQUIRE(questions.size() == 1U);
    BOOST_TEST(questions[0].find("make") != std::string::npos);
    rule("Bash(rm *)", RuleList::deny);
    BOOST_TEST(!call("!`rm x`").has_value());
    BOOST_TEST(questions.size() == 1U);
    answer_questions(false);
    BOOST_TEST(!call("!`make`", std::nullopt, "description: x\n").has_value());
}

BOOST_AUTO_TEST_CASE(allowed_tools_of_an_untrusted_place_do_not_count) {
    source.origin.loaded_from = LoadedFrom::plugin;
    BOOST_TEST(call("!`ls`").has_value());
    request.allowed_tools = AllowedTools::ignored;
    BOOST_TEST(!call("!`ls`").has_value());
}

// B048, D4
BOOST_AUTO_TEST_CASE(a_failing_command_fails_the_call_and_shows_everything) {
    processes.outcomes.push_back(exited(3, "part-out\n", "boom-err\n"));
    const auto failed = call("!`sh bad.sh`\n!`later`\n");
    BOOST_TEST_REQUIRE(!failed.has_value());
    BOOST_TEST((failed.error().code == code::shell_command_failed));
    for (const auto* part : {"bad.sh", "3", "boom-err", "probe"})
        BOOST_TEST(failed.error().what.find(part) != std::string::npos);
    BOOST_TEST(processes.started.size() == 1U);
}

BOOST_AUTO_TEST_CASE(every_way_to_fail_has_its_code) {
    const auto code_of = [&](ProcessOutcome::End end) {
        ProcessOutcome outcome;
        outcome.end = end;
        processes.outcomes.push_back(outcome);
        return call("!`x`").error().code;
    };
    using End = ProcessOutcome::End;
    BOOST_TEST((code_of(End::timed_out) == code::shell_command_timed_out));
    BOOST_TEST((code_of(End::signalled) == code::shell_command_ended));
    BOOST_TEST((code_of(End::cancelled) == code::shell_command_ended));
    BOOST_TEST((code_of(End::not_started) == code::shell_command_not_started));
    BOOST_TEST((call("!`a\x01`").error().code == code::shell_command_invalid));
    BOOST_TEST((call("!`a`", std::nullopt, "shell: powershell\n").error().code == code::shell_command_not_started));
}

BOOST_AUTO_TEST_CASE(a_search_that_finds_nothing_has_not_failed) {
    for (const auto* command : {"grep x y", "ls | grep x", "diff a b", "test -f x", "[ -f x ]"}) {
        processes.outcomes.push_back(exited(1));
        BOOST_TEST(call("!`" + std::string(command) + "`").has_value(), command);
    }
    for (const auto* command : {"make", "grep x y | wc -l", "echo grep"}) {
        processes.outcomes.push_back(exited(1));
        BOOST_TEST(!call("!`" + std::string(command) + "`").has_value(), command);
    }
    processes.outcomes.push_back(exited(2));
    BOOST_TEST(!call("!`grep x y`").has_value());
}

BOOST_AUTO_TEST_CASE(standard_error_of_a_command_that_works_is_kept) {
    processes.outcomes = {exited(0, "out\n", "warning: x\n"), exited(0, "", "only\n"), exited(0, "a\n\n", "\n")};
    BOOST_TEST(text("!`a`|!`b`\n!`b`|\n!`c`|") == "out\n[stderr]\nwarning: x|!`b`\n[stderr]\nonly|\na\n|");
}

BOOST_AUTO_TEST_CASE(an_output_that_is_too_long_says_so) {
    auto long_one = exited(0, "aaa");
    long_one.output_cut = true;
    processes.outcomes.push_back(long_one);
    const auto result = call("!`yes`");
    BOOST_TEST_REQUIRE(result.has_value());
    BOOST_TEST(result->text.ends_with("aaa\n[cut: the output is longer than 1048576 bytes]"));
    BOOST_TEST(count_code(result->warnings, code::shell_output_cut) == 1U);
}

BOOST_AUTO_TEST_CASE(the_shell_is_bash_where_there_is_one) {
    std::filesystem::remove(directory.path() / "bin/bash");
    (void)text("!`a`");
    BOOST_TEST(processes.started[0].argv[0] == "sh");
    BOOST_TEST((call("!`a`", std::nullopt, "allowed-tools: Bash\nshell: bash\n").error().code ==
                code::shell_command_not_started));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
