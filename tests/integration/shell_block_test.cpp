// SPDX-License-Identifier: Apache-2.0
// Shell blocks of skills with the real shell, and who may call a skill: rules, policy, trust, questions.
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::test {

namespace {

struct Skills : Deck {
    void skill(std::string_view name, std::string_view header, std::string_view body,
               const std::string& place = "home/.skilldeck") const {
        write(place + "/skills/" + std::string(name) + "/SKILL.md",
              "---\ndescription: x\n" + std::string(header) + "---\n" + std::string(body));
    }
    void rules(std::string_view permissions) const {
        write("home/.skilldeck/settings.json", R"({"permissions": )" + std::string(permissions) + "}");
    }
    Run expand(std::vector<std::string> words) const {
        words.insert(words.begin(), {"skill", "expand"});
        return run(words);
    }
    /// The code of the error document of a call that is refused.
    std::string refusal(std::vector<std::string> words) const {
        words.emplace_back("--json");
        const auto refused = expand(std::move(words));
        BOOST_TEST(refused.status == 3, refused.all());
        const auto document = refused.json();
        const auto* error = document.as_object().if_contains("error");
        return error == nullptr ? std::string() : std::string(error->at("code").as_string());
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(shell_block, Skills)

BOOST_AUTO_TEST_CASE(an_example_in_markdown_never_runs) {
    rules(R"({"allow": ["Bash"]})");
    skill("example", "", "```md\n1. Look:\n\n    ```bash\n    git status\n    ```\n\n!`touch ran; echo RAN`\n```\n");
    const auto expanded = expand({"example"});
    BOOST_TEST(expanded.status == 0, expanded.all());
    BOOST_TEST(contains(expanded.out, "!`touch ran; echo RAN`"));
    BOOST_TEST(!std::filesystem::exists(project() / "ran"));
}

BOOST_AUTO_TEST_CASE(an_argument_that_the_shell_would_compute_is_refused_whatever_is_allowed) {
    rules(R"({"allow": ["Bash"]})");
    skill("sum", "", "!`echo $((1+$0))`\n");
    skill("shell", "", "!`sh -c \"echo $ARGUMENTS\"`\n");
    skill("word", "", "!`printf '<%s>' \"$0\"`\n");
    const std::string hostile = "a[$(touch${IFS}pwn)]";
    BOOST_TEST(refusal({"sum", hostile}) == "denied");
    BOOST_TEST(refusal({"shell", "x; touch pwn"}) == "denied");
    const auto refused = expand({"sum", hostile});
    BOOST_TEST(contains(refused.err, "an argument is read as code in `((1+$0))`"), refused.err);
    BOOST_TEST(contains(refused.err, "expr"), refused.err);
    BOOST_TEST(contains(expand({"word", hostile}).out, "<" + hostile + ">"));
    BOOST_TEST(!std::filesystem::exists(project() / "pwn"));
}

BOOST_AUTO_TEST_CASE(a_deny_rule_on_a_skill_holds_by_every_link_to_it) {
    skill("zeta", "", "Text.\n");
    std::filesystem::create_directory_symlink("zeta", path() / "home/.skilldeck/skills/alpha");
    BOOST_TEST(expand({"zeta"}).status == 0);
    BOOST_TEST(expand({"alpha"}).status == 0);
    for (const std::string name : {"zeta", "alpha"}) {
        rules(R"x({"deny": ["Skill()x" + name + R"x()"]})x");
        for (const std::string called : {"zeta", "alpha"}) BOOST_TEST(refusal({called}) == "denied");
    }
}

BOOST_AUTO_TEST_CASE(words_behind_two_dashes_are_arguments) {
    skill("e", "", "<$ARGUMENTS>\n");
    BOOST_TEST(contains(expand({"e", "a", "--", "-b"}).out, "<a -b>"));
    BOOST_TEST(contains(expand({"e", "a", "--", "--json", "--"}).out, "<a --json -->"));
    BOOST_TEST(contains(expand({"e", "--", "-b"}).out, "<-b>"));
    BOOST_TEST(contains(expand({"--", "e", "-b"}).out, "<-b>"));
}

BOOST_AUTO_TEST_CASE(a_block_runs_in_the_working_directory_with_its_arguments_as_data) {
    skill("probe", "allowed-tools: Bash(printf *) Bash(pwd)\n",
          "!`pwd`\n!`printf '<%s>' \"$ARGUMENTS\" \"$1\"`\n!`printf '{%s}' $ARGUMENTS`\n");
    const auto expanded = expand({"probe", "it's; touch PWNED `touch PWNED` $(touch PWNED)"});
    BOOST_TEST(expanded.status == 0, expanded.all());
    BOOST_TEST(contains(expanded.out, project().string() + "\n"));
    BOOST_TEST(contains(expanded.out, "<it's; touch PWNED `touch PWNED` $(touch PWNED)><touch>\n"));
    BOOST_TEST(contains(expanded.out, "{it's;}{touch}{PWNED}"));
    BOOST_TEST(!std::filesystem::exists(project() / "PWNED"));
}

// B049
BOOST_AUTO_TEST_CASE(a_block_runs_where_the_session_is_not_where_the_skill_or_the_repository_is) {
    std::filesystem::create_directories(project() / ".git");
    std::filesystem::create_directories(project() / "apps/web");
    skill("probe", "allowed-tools: Bash(pwd) Bash(cat *)\n",
          "at !`pwd`\nfile !`cat \"${CLAUDE_SKILL_DIR}/beside.txt\"`\n");
    write("home/.skilldeck/skills/probe/beside.txt", "BESIDE");
    auto start = command({"skill", "expand", "probe"});
    start.directory = project() / "apps/web";
    Running running(start);
    running.end_input();
    BOOST_TEST(running.wait() == 0, running.err);
    BOOST_TEST(contains(running.out, "at " + (project() / "apps/web").string() + "\nfile BESIDE\n"));
}

// B051
BOOST_AUTO_TEST_CASE(an_endless_output_is_cut_and_says_so) {
    skill("probe", "allowed-tools: Bash\n", "!`yes | head -c 50000000`\nEND\n");
    const auto expanded = expand({"probe"});
    BOOST_TEST(expanded.status == 0, expanded.err);
    BOOST_TEST(expanded.out.size() < 2U * 1024U * 1024U);
    BOOST_TEST(contains(expanded.out, "[cut: the output is longer than 1048576 bytes]\nEND\n"));
}

BOOST_AUTO_TEST_CASE(what_ran_is_told_in_json) {
    skill("probe", "allowed-tools: Bash(echo *)\n", "!`echo a`\n!`echo b`\n");
    const auto document = expand({"probe", "--json"}).json();
    const auto& shell = document.at("shell").as_array();
    BOOST_REQUIRE(shell.size() == 2U);
    BOOST_TEST(shell[1].at("command").as_string() == "echo b");
    BOOST_TEST(shell[1].at("exitCode").as_int64() == 0);
}

BOOST_AUTO_TEST_CASE(a_block_that_no_rule_allows_refuses_the_call) {
    skill("probe", "", "!`touch CANARY`\n");
    BOOST_TEST(refusal({"probe"}) == "denied");
    BOOST_TEST(!std::filesystem::exists(project() / "CANARY"));
    rules(R"x({"allow": ["Bash(touch *)"]})x");
    BOOST_TEST(expand({"probe"}).status == 0);
    BOOST_TEST(std::filesystem::exists(project() / "CANARY"));
    rules(R"x({"allow": ["Bash"], "deny": ["Bash(touch *)"]})x");
    BOOST_TEST(refusal({"probe"}) == "denied");
    BOOST_TEST(expand({"probe", "--no-shell"}).status == 0);
}

BOOST_AUTO_TEST_CASE(a_failing_block_fails_the_call) {
    skill("probe", "allowed-tools: Bash\n", "!`echo out; echo boom >&2; exit 3`\n");
    const auto failed = expand({"probe"});
    BOOST_TEST(failed.status == 1);
    BOOST_TEST(contains(failed.err, "exit code 3"));
    BOOST_TEST(contains(failed.err, "boom"));
    BOOST_TEST(failed.out.empty());
}

BOOST_AUTO_TEST_CASE(a_setting_forbids_blocks_and_bundled_rights_stay) {
    skill("probe", "allowed-tools: Bash\n", "before !`echo ran` after\n");
    write("project/.skilldeck/settings.json", R"({"disableSkillShellExecution": true})");
    const auto expanded = expand({"probe"});
    BOOST_TEST(expanded.status == 0, expanded.all());
    BOOST_TEST(contains(expanded.out, "before [shell command execution disabled by policy] after"));
}

BOOST_AUTO_TEST_CASE(a_project_runs_nothing_before_trust) {
    skill("probe", "allowed-tools: Bash\n", "!`echo ran`\n", "project/.skilldeck");
    BOOST_TEST(contains(expand({"probe"}).out, "the workspace is not trusted"));
    options = {"--trust-project"};
    BOOST_TEST(contains(expand({"probe"}).out, "\nran\n"));
}

// B073
BOOST_AUTO_TEST_CASE(a_denied_skill_is_denied_to_everybody_before_anything_runs) {
    skill("probe", "allowed-tools: Bash\n", "!`touch CANARY`\nBODY\n");
    rules(R"x({"deny": ["Skill(probe)"]})x");
    BOOST_TEST(refusal({"probe"}) == "denied");
    BOOST_TEST(refusal({"probe", "--as", "model"}) == "denied");
    const auto typed = session({"/probe", "/exit"});
    BOOST_TEST(!contains(typed.out, "BODY"));
    BOOST_TEST(!std::filesystem::exists(project() / "CANARY"));
    rules(R"x({"ask": ["Skill(probe)"], "allow": ["Skill"]})x");
    BOOST_TEST(refusal({"probe"}) == "denied");
}

BOOST_AUTO_TEST_CASE(the_model_meets_its_checks_in_order) {
    skill("plain", "", "Go.\n");
    skill("people", "disable-model-invocation: true\n", "Go.\n");
    skill("armed", "allowed-tools: Read\n", "Go.\n");
    const auto as_model = [this](const std::string& name) { return refusal({name, "--as", "model"}); };
    BOOST_TEST(expand({"plain", "--as", "model"}).status == 0);
    BOOST_TEST(as_model("") == "1");
    BOOST_TEST(as_model("/") == "1");
    BOOST_TEST(as_model("nothing") == "2");
    BOOST_TEST(as_model("people") == "4");
    BOOST_TEST(as_model("help") == "5");
    BOOST_TEST(as_model("_canonical_x") == "6");
    BOOST_TEST(as_model("armed") == "denied");
    BOOST_TEST(expand({"armed"}).status == 0);
    BOOST_TEST(expand({"people"}).status == 0);
    rules(R"x({"allow": ["Skill(armed)"]})x");
    BOOST_TEST(expand({"armed", "--as", "model"}).status == 0);
}

BOOST_AUTO_TEST_CASE(a_question_is_asked_on_a_terminal) {
    skill("probe", "", "!`echo r''an`\n");
    auto start = command({});
    start.streams = Streams::terminal;
    Running session(start);
    session.wait_for("> ");
    session.type("/probe\r");
    session.wait_for("[y/N]");
    session.type("y\r");
    session.wait_for("ran");
    session.wait_for("> ");
    session.type("/probe\r");
    session.wait_for("[y/N]");
    session.type("n\r");
    session.wait_for("was not run");
    session.wait_for("> ");  // the end of input is a key only where keys are read
    session.type("\x04");
    BOOST_TEST(session.wait() == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
