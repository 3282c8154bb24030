// SPDX-License-Identifier: Apache-2.0
#include "os/process.hpp"

#include "os/descriptor.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>

namespace skilldeck {

namespace {

using End = ProcessOutcome::End;
using std::chrono::milliseconds;

class Runner {
public:
    ProcessOutcome run(ProcessSpec spec, CancelToken cancel = {}) {
        std::optional<ProcessOutcome> outcome;
        runner_->run(std::move(spec), std::move(cancel), [&](ProcessOutcome ended) { outcome = std::move(ended); });
        reactor_->run_until([&] { return outcome.has_value(); });
        return std::move(*outcome);
    }

    ProcessSpec shell(const std::string& command) const {
        ProcessSpec spec;
        spec.argv = {"sh", "-c", command};
        spec.working_directory = scratch_.path();
        spec.environment = {{"PATH", "/usr/bin:/bin"}};
        return spec;
    }

    ProcessOutcome run_shell(const std::string& command) { return run(shell(command)); }

    const test::TemporaryDirectory& scratch() const { return scratch_; }
    Reactor& reactor() { return *reactor_; }
    ProcessRunner& runner() { return *runner_; }
    void end_runner() { runner_.reset(); }

    /// The process id that a script wrote into `name`.
    int process_in(const Path& name) const {
        return std::atoi(FileSystem().read(scratch_.path() / name, 100).value().c_str());
    }

private:
    test::TemporaryDirectory scratch_;
    std::unique_ptr<Reactor> reactor_ = make_reactor(1);
    std::unique_ptr<ProcessRunner> runner_ = make_process_runner(*reactor_);
};

/// Whether a process, already sent KILL or about to end, goes away; a zombie that init has not taken yet counts as
/// gone.
bool goes_away(int process) {
    const auto stat = Path("/proc") / std::to_string(process) / "stat";
    for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
         std::chrono::steady_clock::now() < end;) {
        const auto text = FileSystem().read_head(stat, 1000);
        if (!text || text->find(") Z ") != std::string::npos) return true;
        std::this_thread::yield();
    }
    return false;
}

void wait_for_file(const Path& file) {
    const auto size = [&] { return FileSystem().info(file).has_value() ? FileSystem().info(file)->size : 0; };
    while (size() == 0) std::this_thread::yield();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(process)

BOOST_AUTO_TEST_CASE(a_child_gets_its_input_arguments_directory_and_environment_and_nothing_else) {
    Runner runner;
    auto spec = runner.shell("");
    spec.argv = {"sh", "-c", "cat; printf '|%s|%s|' \"$1\" \"$SPECIAL\"; pwd; env | wc -l; ls /proc/self/fd | wc -l",
                 "sh", "two words"};
    spec.environment["SPECIAL"] = "v a l";
    spec.input = "from stdin";
    ::setenv("NOT_INHERITED", "x", 1);
    const Descriptor leaked(::open("/dev/null", O_RDONLY));  // on purpose without O_CLOEXEC
    const auto outcome = runner.run(spec);
    BOOST_TEST((outcome.end == End::exited));
    BOOST_TEST(outcome.exit_code == 0);
    // PATH, SPECIAL, the mark and sh's own PWD; descriptors 0 to 2 and the one ls reads the directory with.
    BOOST_TEST(outcome.output == "from stdin|two words|v a l|" + runner.scratch().path().string() + "\n4\n4\n");
}

BOOST_AUTO_TEST_CASE(exit_codes_signals_and_both_streams_are_told_apart) {
    Runner runner;
    const auto exited = runner.run_shell("echo out; echo err >&2; exit 3");
    BOOST_TEST((exited.end == End::exited));
    BOOST_TEST(exited.exit_code == 3);
    BOOST_TEST(exited.output == "out\n");
    BOOST_TEST(exited.errors == "err\n");
    const auto killed = runner.run_shell("kill -SEGV $$");
    BOOST_TEST((killed.end == End::signalled));
    BOOST_TEST(killed.signal == SIGSEGV);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_started_says_the_systems_reason) {
    Runner runner;
    auto spec = runner.shell("");
    spec.argv = {"no-such-program"};
    auto outcome = runner.run(spec);
    BOOST_TEST((outcome.end == End::not_started));
    BOOST_TEST(outcome.reason == "No such file or directory");
    runner.scratch().write("not-executable", "x");
    spec.argv = {"./not-executable"};
    BOOST_TEST(runner.run(spec).reason == "Permission denied");
    spec.argv = {};
    BOOST_TEST(runner.run(spec).reason == "no program is named");
    spec.argv = {"sh", std::string("a\0b", 3)};
    BOOST_TEST(runner.run(spec).reason == "an argument or variable holds a NUL character");
    spec.argv = {"sh"};
    spec.working_directory = runner.scratch().path() / "gone";
    BOOST_TEST(runner.run(spec).reason ==
               "working directory " + spec.working_directory.string() + ": No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_program_is_looked_up_on_the_childs_own_path) {
    Runner runner;
    const auto tool = runner.scratch().write("my tools/tool", "#!/bin/sh\necho found\n");
    BOOST_REQUIRE(::chmod(tool.c_str(), 0755) == 0);
    auto spec = runner.shell("");
    spec.argv = {"tool"};
    BOOST_TEST((runner.run(spec).end == End::not_started));
    spec.environment["PATH"] = "/usr/bin:my tools";
    BOOST_TEST(runner.run(spec).output == "found\n");
}

BOOST_AUTO_TEST_CASE(input_larger_than_a_pipe_and_output_larger_than_the_limit_do_not_block) {
    Runner runner;
    auto spec = runner.shell("cat; cat /dev/null >&2");
    spec.input = std::string(3'000'000, 'x');
    spec.output_limit = 1'000'000;
    const auto outcome = runner.run(spec);
    BOOST_TEST(outcome.output.size() == 1'000'000U);
    BOOST_TEST(outcome.output_cut);
    BOOST_TEST(!outcome.errors_cut);
    BOOST_TEST((outcome.end == End::exited));
}

BOOST_AUTO_TEST_CASE(a_child_that_does_not_read_its_input_is_no_error_and_no_signal) {
    Runner runner;
    auto spec = runner.shell("exec <&-; echo done");
    spec.input = std::string(3'000'000, 'x');
    ::signal(SIGPIPE, SIG_DFL);  // delivered, it would end this test program
    const auto outcome = runner.run(spec);
    BOOST_TEST((outcome.end == End::exited));
    BOOST_TEST(outcome.output == "done\n");
}

BOOST_AUTO_TEST_CASE(a_child_starts_with_default_signals_and_no_terminal) {
    Runner runner;
    ::signal(SIGPIPE, SIG_IGN);
    const auto outcome = runner.run_shell("kill -PIPE $$; echo ignored");
    ::signal(SIGPIPE, SIG_DFL);
    BOOST_TEST(outcome.signal == SIGPIPE);
    BOOST_TEST(runner.run_shell("(: </dev/tty) 2>/dev/null || echo none").output == "none\n");
}

BOOST_AUTO_TEST_CASE(a_stubborn_child_and_its_descendants_are_gone_after_the_deadline) {
    Runner runner;
    auto spec = runner.shell(
        "trap '' TERM; sleep 1000 & echo $! > group; setsid sh -c 'trap \"\" TERM; echo $$ > session; exec sleep 1000' "
        "& "
        "while [ ! -s session ]; do :; done; echo $$ > self; wait; while :; do sleep 1; done");
    spec.timeout = milliseconds(500);
    const auto outcome = runner.run(spec);
    BOOST_TEST((outcome.end == End::timed_out));
    BOOST_TEST(outcome.signal == SIGKILL);
    BOOST_TEST(outcome.survivors.empty());
    BOOST_TEST(goes_away(runner.process_in("group")));
    BOOST_TEST(goes_away(runner.process_in("session")));
    BOOST_TEST(::kill(runner.process_in("self"), 0) != 0);  // not even a zombie
}

BOOST_AUTO_TEST_CASE(a_child_that_heeds_term_ends_by_it) {
    Runner runner;
    auto spec = runner.shell("exec sleep 1000");
    spec.timeout = milliseconds(1);
    const auto outcome = runner.run(spec);
    BOOST_TEST((outcome.end == End::timed_out));
    BOOST_TEST(outcome.signal == SIGTERM);
}

BOOST_AUTO_TEST_CASE(a_child_that_ends_while_a_descendant_holds_its_output_is_answered_and_the_descendant_killed) {
    Runner runner;
    auto spec = runner.shell("sleep 1000 & echo $! > holder; echo done");
    spec.timeout = std::chrono::minutes(10);
    const auto outcome = runner.run(spec);
    BOOST_TEST((outcome.end == End::exited));
    BOOST_TEST(outcome.output == "done\n");
    BOOST_TEST(goes_away(runner.process_in("holder")));
}

BOOST_AUTO_TEST_CASE(a_descendant_that_let_go_of_the_pipes_lives_on) {
    Runner runner;
    const auto outcome = runner.run_shell("sleep 1000 </dev/null >/dev/null 2>&1 & echo $! > daemon");
    BOOST_TEST((outcome.end == End::exited));
    const int daemon = runner.process_in("daemon");
    BOOST_TEST(::kill(daemon, 0) == 0);
    ::kill(daemon, SIGKILL);
}

BOOST_AUTO_TEST_CASE(cancelling_from_another_thread_ends_the_child) {
    Runner runner;
    CancelSource source;
    std::thread other([&] {
        wait_for_file(runner.scratch().path() / "ready");
        source.cancel();
    });
    auto spec = runner.shell("echo $$ > ready; exec sleep 1000");
    spec.timeout = std::chrono::minutes(10);
    const auto outcome = runner.run(spec, source.token());
    other.join();
    BOOST_TEST((outcome.end == End::cancelled));
    BOOST_TEST(outcome.signal == SIGTERM);
    BOOST_TEST((runner.run(runner.shell("echo ran"), source.token()).end == End::cancelled));
}

BOOST_AUTO_TEST_CASE(a_runner_that_goes_takes_its_children_along_without_an_answer) {
    Runner runner;
    bool answered = false;
    runner.runner().run(runner.shell("echo $$ > self; exec sleep 1000"), {}, [&](ProcessOutcome) { answered = true; });
    runner.runner().run(ProcessSpec{}, {}, [&](ProcessOutcome) { answered = true; });
    wait_for_file(runner.scratch().path() / "self");
    runner.end_runner();
    BOOST_TEST(::kill(runner.process_in("self"), 0) != 0);
    bool later = false;
    runner.reactor().post([&] { later = true; });
    runner.reactor().run_until([&] { return later; });
    BOOST_TEST(!answered);
}

BOOST_AUTO_TEST_CASE(ending_all_waits_until_every_call_has_had_its_answer) {
    Runner runner;
    std::vector<End> ends;
    const auto note = [&](const ProcessOutcome& outcome) { ends.push_back(outcome.end); };
    runner.runner().run(runner.shell("echo $$ > one; exec sleep 1000"), {}, note);
    runner.runner().run(runner.shell("trap '' TERM; echo $$ > two; while :; do sleep 1000; done"), {}, note);
    runner.runner().run(ProcessSpec{}, {}, note);
    for (const auto* file : {"one", "two"}) wait_for_file(runner.scratch().path() / file);
    bool all = false;
    runner.runner().end_all([&] {
        all = true;
        BOOST_TEST(ends.size() == 3U);
    });
    BOOST_TEST(!all);
    runner.reactor().run_until([&] { return all; });
    BOOST_TEST(std::count(ends.begin(), ends.end(), End::cancelled) == 2);
    BOOST_TEST(std::count(ends.begin(), ends.end(), End::not_started) == 1);
    for (const auto* file : {"one", "two"}) BOOST_TEST(::kill(runner.process_in(file), 0) != 0);
    bool none = false;
    runner.runner().end_all([&] { none = true; });
    runner.reactor().run_until([&] { return none; });
}

BOOST_AUTO_TEST_CASE(many_children_run_at_once_and_none_stays_a_zombie) {
    Runner runner;
    int ended = 0;
    for (int i = 0; i < 20; ++i) {
        runner.runner().run(runner.shell("echo " + std::to_string(i)), {}, [&, i](ProcessOutcome outcome) {
            BOOST_TEST(outcome.output == std::to_string(i) + "\n");
            ++ended;
        });
    }
    runner.reactor().run_until([&] { return ended == 20; });
    BOOST_TEST(::waitpid(-1, nullptr, WNOHANG) == -1);
    BOOST_TEST(errno == ECHILD);
}

BOOST_AUTO_TEST_CASE(children_start_without_skilldecks_secrets_and_model_keys) {
    for (const auto* name :
         {"SKILLDECK_MCP_TOKEN", "SKILLDECK_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"}) {
        ::setenv(name, "secret", 1);
    }
    ::setenv("SKILLDECK_CONFIG_DIR", "/somewhere", 1);
    ::setenv("EDITOR_KEYMAP", "a=b", 1);
    const auto variables = child_environment();
    for (const auto& [name, value] : variables) BOOST_TEST(value != "secret", name);
    BOOST_TEST(variables.at("SKILLDECK_CONFIG_DIR") == "/somewhere");
    BOOST_TEST(variables.at("EDITOR_KEYMAP") == "a=b");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
