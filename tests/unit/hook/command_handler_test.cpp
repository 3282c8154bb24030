// SPDX-License-Identifier: Apache-2.0
// Real processes, from the configuration to the outcome.
#include "hook/codes.hpp"
#include "hook/handler.hpp"

#include "hook_fixture.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

namespace skilldeck {

namespace {

using test::hook_of;
using test::plugin_hook;
using test::says;

class Commands {
public:
    Commands() {
        std::filesystem::create_directories(project());
        dispatching_.runners = {{HookHandlerType::command, &handler_}};
    }

    HookOutcome dispatch(const std::vector<HookConfig>& hooks, HookEvent event) {
        return dispatching_.dispatch(hooks, std::move(event));
    }
    /// What one command prints as context.
    std::string printed(HookConfig hook, std::string_view event = "{}") {
        hook.event = "SessionStart";
        const auto outcome = dispatch({hook}, make_hook_event("SessionStart", event, "").value());
        for (const auto& diagnostic : outcome.diagnostics) BOOST_TEST_MESSAGE(diagnostic.message);
        return outcome.additional_context.empty() ? "" : outcome.additional_context[0];
    }
    std::string printed(const std::string& command, std::string_view event = "{}") {
        return printed(hook_of("SessionStart", command), event);
    }

    [[nodiscard]] Path path(const Path& name) const { return scratch_.path() / name; }
    [[nodiscard]] Path project() const { return path("my project"); }
    Path script(const Path& name, std::string_view text) const {
        auto file = scratch_.write(name, text);
        BOOST_REQUIRE(::chmod(file.c_str(), 0755) == 0);
        return file;
    }
    [[nodiscard]] std::string text_of(const Path& name) const { return FileSystem().read(path(name), 10'000).value(); }

private:
    test::TemporaryDirectory scratch_;
    test::Dispatching dispatching_;
    FileSystem files_;
    std::unique_ptr<ProcessRunner> processes_ = make_process_runner(dispatching_.reactor());
    CommandHandler handler_{
        *processes_,
        files_,
        files_,
        {scratch_.path(),
         project(),
         {{"PATH", "/usr/bin:/bin"}, {"HOME", scratch_.path().string()}, {"CLAUDE_PLUGIN_ROOT", "/of/another"}}}};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(hook_command)

BOOST_AUTO_TEST_CASE(the_event_arrives_as_it_was_written_and_standard_input_ends) {
    Commands commands;
    BOOST_TEST(commands.printed("echo \"[$(cat)]\"", R"({"hook_event_name":"SessionStart","n":0.010})") ==
               R"([{"hook_event_name":"SessionStart","n":0.010}])");
    BOOST_TEST(commands.printed("read -r line && echo \"got $line\"", R"({"hook_event_name":"SessionStart"})") ==
               R"(got {"hook_event_name":"SessionStart"})");
}

BOOST_AUTO_TEST_CASE(blanks_and_shell_characters_in_the_plugin_root_run_the_right_script) {
    Commands commands;
    for (const auto* folder : {"My Plugins/plug one", "it's $HOME; & `x` \"q\""}) {
        const auto root = commands.path(folder);
        commands.script(Path(folder) / "s/mark.sh",
                        "#!/bin/sh\nprintf '%s ' \"$1\" >> \"$CLAUDE_PROJECT_DIR/fired\"\n");
        commands.script("My", "#!/bin/sh\necho DECOY >> \"$CLAUDE_PROJECT_DIR/fired\"\n");
        for (const auto* command :
             {"sh \"${CLAUDE_PLUGIN_ROOT}/s/mark.sh\" QUOTED", "sh ${CLAUDE_PLUGIN_ROOT}/s/mark.sh BARE",
              "${CLAUDE_PLUGIN_ROOT}/s/mark.sh DIRECT", "sh \"$CLAUDE_PLUGIN_ROOT\"/s/mark.sh ENV",
              "sh $SKILLDECK_PLUGIN_ROOT/s/mark.sh OWN",
              "sh -c 'exec \"$0\" SINGLE' '${CLAUDE_PLUGIN_ROOT}/s/mark.sh'"}) {
            const auto outcome =
                commands.dispatch({test::plugin_hook(hook_of("Stop", command), "p@m", root)}, test::event_of("Stop"));
            BOOST_TEST(outcome.diagnostics.empty(), command);
        }
        auto exec = test::plugin_hook(hook_of("Stop", "${CLAUDE_PLUGIN_ROOT}/s/mark.sh"), "p@m", root);
        exec.exec_form = true;
        exec.args = {"${CLAUDE_PLUGIN_ROOT}"};
        BOOST_TEST(commands.dispatch({exec}, test::event_of("Stop")).diagnostics.empty());
        BOOST_TEST(commands.text_of("my project/fired") == "QUOTED BARE DIRECT ENV OWN SINGLE " + root.string() + " ");
        std::filesystem::remove(commands.project() / "fired");
    }
}

BOOST_AUTO_TEST_CASE(root_data_and_project_are_set_absolute_and_there_on_every_event) {
    Commands commands;
    const auto root = commands.path("plug");
    std::filesystem::create_directories(root);
    const auto hook = [&](std::string_view event) {
        return test::plugin_hook(
            hook_of(std::string(event),
                    "for d in \"$CLAUDE_PLUGIN_ROOT\" \"$CLAUDE_PLUGIN_DATA\" \"$CLAUDE_PROJECT_DIR\" "
                    "\"$SKILLDECK_PLUGIN_ROOT\" \"$SKILLDECK_PLUGIN_DATA\" \"$SKILLDECK_PROJECT_DIR\"; do "
                    "case $d in /*) [ -d \"$d\" ] || exit 1;; *) exit 1;; esac; done"),
            "p@m", root, commands.path("data/p-m"));
    };
    for (const auto& event : hook_events()) {
        const auto outcome = commands.dispatch({hook(event.name)}, test::event_of(event.name));
        BOOST_TEST(outcome.trace.at(0).exit_code.value() == 0, event.name);
    }
}

BOOST_AUTO_TEST_CASE(a_hook_of_settings_sees_no_plugins_folders) {
    Commands commands;
    BOOST_TEST(commands.printed("echo \"[$CLAUDE_PLUGIN_ROOT]\"") == "[]");
}

BOOST_AUTO_TEST_CASE(the_working_directory_is_the_events_and_another_when_that_is_gone) {
    Commands commands;
    BOOST_TEST(commands.printed("pwd", R"({"cwd":")" + commands.project().string() + "\"}") ==
               commands.project().string());
    BOOST_TEST(commands.printed("pwd", R"({"cwd":"/dev/null/place"})") == commands.path("").parent_path().string());
}

BOOST_AUTO_TEST_CASE(profiles_of_the_shell_are_not_read) {
    Commands commands;
    for (const auto* profile : {".profile", ".bashrc", ".bash_profile"}) commands.script(profile, "echo noise");
    auto hook = hook_of("SessionStart", "echo clean");
    BOOST_TEST(commands.printed(hook) == "clean");
    hook.fields["shell"] = "bash";
    hook.what = "echo ${BASH_VERSION:+bash}";
    BOOST_TEST(commands.printed(hook) == "bash");
}

BOOST_AUTO_TEST_CASE(a_stubborn_hook_is_ended_at_its_timeout_and_does_not_block) {
    Commands commands;
    auto hook = hook_of("PreToolUse", "trap '' TERM; sleep 1000 & echo '{\"decision\":\"block\"}'; wait; sleep 1000");
    hook.timeout = std::chrono::milliseconds(300);
    const auto outcome = commands.dispatch({hook}, test::tool_event("Bash"));
    BOOST_TEST((outcome.decision == HookDecision::none));
    BOOST_TEST((outcome.trace.at(0).outcome == HandlerOutcome::timeout));
    BOOST_TEST(says(outcome.diagnostics, code::hook_timed_out, "0.3 s"));
}

BOOST_AUTO_TEST_CASE(a_hook_that_leaves_a_child_with_its_output_is_answered) {
    Commands commands;
    auto hook = hook_of("PostToolUse", "(sleep 1000 &) ; echo '{\"systemMessage\":\"done\"}'; exit 0");
    const auto outcome = commands.dispatch({hook}, test::event_of("PostToolUse", R"({"tool_name":"Bash"})"));
    BOOST_TEST(outcome.system_messages.at(0) == "done");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_started_is_named_and_lets_the_action_through) {
    Commands commands;
    auto missing = hook_of("PreToolUse", "no-such-program");
    missing.exec_form = true;
    auto powershell = hook_of("PreToolUse", "Get-Date");
    powershell.fields["shell"] = "powershell";
    const auto outcome =
        commands.dispatch({missing, powershell, hook_of("PreToolUse", "exit 127"), hook_of("PreToolUse", "kill -9 $$")},
                          test::tool_event("Bash"));
    BOOST_TEST((outcome.decision == HookDecision::none));
    BOOST_TEST(says(outcome.diagnostics, code::hook_not_started, "no-such-program"));
    BOOST_TEST(says(outcome.diagnostics, code::hook_not_started, "No such file or directory"));
    BOOST_TEST(says(outcome.diagnostics, code::hook_not_started, "powershell"));
    BOOST_TEST(says(outcome.diagnostics, code::hook_failed, "127"));
    BOOST_TEST(outcome.trace.at(3).signal.value() == 9);
}

BOOST_AUTO_TEST_CASE(handlers_run_at_the_same_time) {
    Commands commands;
    const auto meet = [](const std::string& own, const std::string& other) {
        return hook_of("Stop", "echo x > " + own + "; while [ ! -s " + other + " ]; do :; done");
    };
    const auto outcome = commands.dispatch({meet("one", "two"), meet("two", "one")},
                                           make_hook_event("Stop", "{}", commands.project().string()).value());
    BOOST_TEST(outcome.trace.at(0).exit_code.value() == 0);
    BOOST_TEST(outcome.trace.at(1).exit_code.value() == 0);
}

BOOST_AUTO_TEST_CASE(options_of_the_plugin_travel_in_the_environment_and_in_single_arguments) {
    Commands commands;
    const auto options = std::make_shared<const OptionTexts>(OptionTexts{{
        {.name = "host", .text = "h; touch x `id` $HOME", .set = true},
        {.name = "TOKEN", .text = "s3cret", .set = true, .sensitive = true},
        {.name = "unset"},
    }});
    auto shell = plugin_hook(hook_of("SessionStart",
                                     "echo \"$CLAUDE_PLUGIN_OPTION_HOST|$SKILLDECK_PLUGIN_OPTION_TOKEN|"
                                     "${CLAUDE_PLUGIN_OPTION_UNSET-none}\""),
                             "p@m", commands.project());
    shell.options = options;
    BOOST_TEST(commands.printed(shell) == "h; touch x `id` $HOME|s3cret|none");
    auto exec = plugin_hook(hook_of("SessionStart", "/usr/bin/printf"), "p@m", commands.project());
    exec.exec_form = true;
    exec.args = {"<%s>", "--host=${user_config.host}", "${user_config.unset}", "${CLAUDE_PLUGIN_ROOT}"};
    exec.options = options;
    BOOST_TEST(commands.printed(exec) == "<--host=h; touch x `id` $HOME><><" + commands.project().string() + ">");
    // A value is no template, and a hook of settings has no options.
    auto nested = exec;
    nested.args = {"%s", "${user_config.host}"};
    nested.options = std::make_shared<const OptionTexts>(
        OptionTexts{{{.name = "host", .text = "${CLAUDE_PLUGIN_ROOT}${user_config.host}", .set = true}}});
    BOOST_TEST(commands.printed(nested) == "${CLAUDE_PLUGIN_ROOT}${user_config.host}");
    BOOST_TEST(commands.printed("echo \"${CLAUDE_PLUGIN_OPTION_HOST-none}\"") == "none");
}

BOOST_AUTO_TEST_CASE(a_hook_that_is_refused_fails_and_blocks_where_it_says_so) {
    Commands commands;
    auto hook = hook_of("PreToolUse", "echo ran");
    hook.refusal = "it waits for the option \"HOST\"";
    const auto open = commands.dispatch({hook}, test::tool_event("Bash"));
    BOOST_CHECK(open.decision == HookDecision::none);
    BOOST_TEST_REQUIRE(!open.diagnostics.empty());
    BOOST_TEST(open.diagnostics[0].message.find(hook.refusal) != std::string::npos);
    hook.block_on_failure = true;
    BOOST_CHECK(commands.dispatch({hook}, test::tool_event("Bash")).decision == HookDecision::deny);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
