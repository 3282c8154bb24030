// SPDX-License-Identifier: Apache-2.0
// What INT, TERM and HUP do to the program, its children and its terminal.
#include "deck.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <array>
#include <csignal>
#include <fstream>
#include <memory>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

/// Writes its own process id, that of a child, and that of one that left its group; none of them ends by TERM.
constexpr std::string_view kStubborn =
    R"(trap '' TERM; sleep 1000 & echo $! > "$PLACE/child"; setsid sleep 1000 & echo $! > "$PLACE/stray"; )"
    R"(echo $$ > "$PLACE/hook"; wait)";
constexpr std::array kStubbornFiles{"child", "stray", "hook"};
/// Writes down that it has begun, waits to be let go, writes down that it has ended.
constexpr std::string_view kHeld =
    R"(echo begun > "$PLACE/begun"; read line < "$PLACE/gate"; echo ended > "$PLACE/ended")";
constexpr std::string_view kBegins = R"(echo begun > "$PLACE/begun")";
constexpr std::string_view kEnds = R"(echo ended > "$PLACE/ended")";

boost::json::object handler(std::string_view command) {
    return {{"type", "command"}, {"command", command}};
}

boost::json::array group(boost::json::array handlers) {
    boost::json::object group{{"hooks", std::move(handlers)}};
    return boost::json::array{std::move(group)};
}

/// A deck whose hooks find `PLACE`, the scratch folder.
class Place : public Deck {
public:
    explicit Place(boost::json::object hooks) {
        environment["PLACE"] = path().string();
        boost::json::object settings{{"hooks", std::move(hooks)}};
        write("home/.skilldeck/settings.json", boost::json::serialize(settings));
        BOOST_REQUIRE(::mkfifo((path() / "gate").c_str(), 0600) == 0);
    }
    [[nodiscard]] std::unique_ptr<Running> start(const std::vector<std::string>& words, Streams streams) const {
        auto start = command(words);
        start.streams = streams;
        return std::make_unique<Running>(start);
    }
    /// A session on a terminal, at its prompt.
    [[nodiscard]] std::unique_ptr<Running> session() const {
        auto session = start({}, Streams::terminal);
        session->wait_for("> ");
        return session;
    }
    [[nodiscard]] bool has(const char* file) const { return fs::exists(path() / file); }
    void open_gate() const { std::ofstream(path() / "gate") << "go\n"; }
    /// The processes of kStubborn, once they run.
    [[nodiscard]] std::vector<pid_t> stubborn() const {
        std::vector<pid_t> processes;
        for (const auto* file : kStubbornFiles) processes.push_back(process_in(path() / file));
        return processes;
    }
};

void check_gone(const std::vector<pid_t>& processes) {
    for (const auto process : processes) BOOST_TEST(goes_away(process));
}

/// Ctrl-C, once the processes of kStubborn run: none of them is left, and the prompt is back.
void interrupt(const Place& place, Running& session) {
    const auto processes = place.stubborn();
    session.type("\x03");
    session.wait_for("interrupted");
    session.wait_for("> ");
    check_gone(processes);
}

struct EndingSignal {
    int number, status;
};
std::ostream& operator<<(std::ostream& out, const EndingSignal& signal) {
    return out << "signal " << signal.number;
}
constexpr std::array kEndingSignals{EndingSignal{SIGINT, 130}, EndingSignal{SIGTERM, 143}, EndingSignal{SIGHUP, 129}};
constexpr std::array kTerminalSignals{EndingSignal{SIGTERM, 143}, EndingSignal{SIGHUP, 129}};

}  // namespace

BOOST_AUTO_TEST_SUITE(interruption)

BOOST_AUTO_TEST_CASE(ctrl_c_ends_what_runs_with_all_its_children_and_gives_the_prompt_back) {
    const Place place({{"UserPromptSubmit", group({handler(kStubborn)})}, {"SessionEnd", group({handler(kEnds)})}});
    const auto session = place.session();
    session->type("hello\r");
    interrupt(place, *session);
    BOOST_TEST(!contains(session->out, "no model is configured"));
    BOOST_TEST(!place.has("ended"));
    session->type("/exit\r");
    BOOST_TEST(session->wait() == 0);
    BOOST_TEST(place.has("ended"));
}

BOOST_AUTO_TEST_CASE(a_shell_block_ends_with_its_children_when_it_is_interrupted) {
    const Place place({{"SessionEnd", group({handler(kEnds)})}});
    place.write("home/.skilldeck/skills/hi/run.sh", kStubborn);
    place.write("home/.skilldeck/skills/hi/SKILL.md",
                "---\ndescription: x\nallowed-tools: Bash(sh *)\n---\n!`sh ${CLAUDE_SKILL_DIR}/run.sh`\n");
    const auto session = place.session();
    session->type("/hi\r");
    interrupt(place, *session);
    session->type("/exit\r");
    BOOST_TEST(session->wait() == 0);
}

BOOST_AUTO_TEST_CASE(a_skill_is_not_called_when_its_hook_was_interrupted) {
    const Place place({{"UserPromptExpansion", group({handler(kStubborn)})}});
    place.write("home/.skilldeck/skills/hi/SKILL.md", skill_text("hi", "Says hi", "THE BODY\n"));
    const auto session = place.session();
    session->type("/hi\r");
    interrupt(place, *session);
    session->type("\x04");
    BOOST_TEST(session->wait() == 0);
    BOOST_TEST(!contains(session->out, "THE BODY"));
}

BOOST_AUTO_TEST_CASE(an_interrupt_at_the_prompt_drops_the_line_and_nothing_else) {
    const Place place({});
    const auto session = place.session();
    session->type("drop this");
    session->wait_for("drop this");
    session->send(SIGINT);
    session->wait_for("^C");
    session->wait_for("> ");
    session->type("drop that");
    session->wait_for("drop that");
    session->type("\x03");
    session->wait_for("^C");
    session->type("/exit\r");
    BOOST_TEST(session->wait() == 0);
}

BOOST_DATA_TEST_CASE(a_signal_at_the_prompt_ends_the_session_in_order, boost::unit_test::data::make(kTerminalSignals),
                     signal) {
    const Place place({{"SessionEnd", group({handler(kEnds)})}});
    const auto session = place.session();
    BOOST_TEST(!session->takes_whole_lines());
    session->send(signal.number);
    BOOST_TEST(session->wait() == signal.status);
    BOOST_TEST(place.has("ended"));
    BOOST_TEST(session->takes_whole_lines());
    BOOST_TEST(session->out.rfind("\x1b[?2004l") > session->out.rfind("\x1b[?2004h"));
}

BOOST_DATA_TEST_CASE(a_signal_at_work_ends_the_work_and_then_the_session,
                     boost::unit_test::data::make(kTerminalSignals), signal) {
    const Place place({{"UserPromptSubmit", group({handler(kStubborn)})}, {"SessionEnd", group({handler(kEnds)})}});
    const auto session = place.session();
    session->type("hello\r");
    const auto processes = place.stubborn();
    session->send(signal.number);
    BOOST_TEST(session->wait() == signal.status);
    check_gone(processes);
    BOOST_TEST(place.has("ended"));
}

BOOST_AUTO_TEST_CASE(a_terminal_that_is_closed_ends_the_session_in_order) {
    const Place place({{"UserPromptSubmit", group({handler(kStubborn)})}, {"SessionEnd", group({handler(kEnds)})}});
    const auto session = place.session();
    session->type("hello\r");
    const auto processes = place.stubborn();
    session->hang_up();
    BOOST_TEST(session->wait() == 129);
    check_gone(processes);
    BOOST_TEST(place.has("ended"));
}

BOOST_AUTO_TEST_CASE(a_terminal_that_is_closed_at_the_prompt_ends_the_session_in_order) {
    const Place place({{"SessionEnd", group({handler(kEnds)})}});
    const auto session = place.session();
    session->hang_up();
    BOOST_TEST(session->wait() == 129);
    BOOST_TEST(place.has("ended"));
}

BOOST_DATA_TEST_CASE(a_piped_session_ends_at_any_of_them, boost::unit_test::data::make(kEndingSignals), signal) {
    const Place place({{"UserPromptSubmit", group({handler(kStubborn)})}, {"SessionEnd", group({handler(kEnds)})}});
    const auto session = place.start({}, Streams::pipes);
    session->type("hello\n/help\n");
    const auto processes = place.stubborn();
    session->send(signal.number);
    BOOST_TEST(session->wait() == signal.status);
    check_gone(processes);
    BOOST_TEST(place.has("ended"));
    BOOST_TEST(session->out == "");  // no later line was read
}

BOOST_AUTO_TEST_CASE(a_piped_session_that_waits_for_a_line_ends_too) {
    const Place place({{"SessionStart", group({handler(kBegins)})}, {"SessionEnd", group({handler(kEnds)})}});
    const auto session = place.start({}, Streams::pipes);
    wait_for_file(place.path() / "begun");
    session->send(SIGTERM);
    BOOST_TEST(session->wait() == 143);
    BOOST_TEST(place.has("ended"));
    BOOST_TEST(session->out == "");
}

BOOST_AUTO_TEST_CASE(the_hooks_of_the_end_get_their_time_whatever_ends_the_session) {
    auto held = handler(kHeld);
    held["timeout"] = 60;
    const Place place({{"SessionEnd", group({held})}});
    const auto session = place.start({}, Streams::pipes);
    session->end_input();
    wait_for_file(place.path() / "begun");
    session->send(SIGHUP);
    session->send(SIGTERM);
    place.open_gate();
    const int status = session->wait();  // the first that is seen
    BOOST_TEST((status == 129 || status == 143));
    BOOST_TEST(place.has("ended"));
}

BOOST_AUTO_TEST_CASE(the_hooks_of_the_end_do_not_keep_it_for_ever) {
    const Place place({{"SessionStart", group({handler(kBegins)})}, {"SessionEnd", group({handler(kStubborn)})}});
    const auto session = place.start({}, Streams::pipes);
    wait_for_file(place.path() / "begun");
    session->send(SIGTERM);
    BOOST_TEST(session->wait() == 143);
    check_gone(place.stubborn());
}

BOOST_AUTO_TEST_CASE(the_hooks_of_the_end_share_a_budget_that_settings_raise_and_plugins_do_not) {
    const auto budgets = [](const std::string& timeout) {
        Place place(
            {{"SessionEnd", group({boost::json::parse(R"({"type": "command", "command": "true")" + timeout + "}")})}});
        place.write("plugin/.claude-plugin/plugin.json", R"({"name": "p"})");
        place.write("plugin/hooks/hooks.json",
                    R"({"hooks": {"SessionEnd": [{"hooks": [{"type": "command", "command": "x", "timeout": 30}]}]}})");
        place.options = {"--plugin-dir", (place.path() / "plugin").string()};
        const auto hooks = place.run({"hook", "list", "--json"}).json();
        return std::array{hooks.at(0).at("timeoutMs").as_int64(), hooks.at(1).at("timeoutMs").as_int64()};
    };
    BOOST_TEST((budgets("") == std::array<std::int64_t, 2>{1500, 1500}));
    BOOST_TEST((budgets(R"(, "timeout": 1)") == std::array<std::int64_t, 2>{1000, 1500}));
    BOOST_TEST((budgets(R"(, "timeout": 5)") == std::array<std::int64_t, 2>{5000, 5000}));
    BOOST_TEST((budgets(R"(, "timeout": 500)") == std::array<std::int64_t, 2>{60000, 30000}));
}

BOOST_DATA_TEST_CASE(a_command_leaves_nothing_behind_and_no_half_answer, boost::unit_test::data::make(kEndingSignals),
                     signal) {
    auto later = handler(R"(trap '' TERM; echo $$ > "$PLACE/async"; sleep 1000)");
    later["async"] = true;
    const Place place({{"Stop", group({handler(kStubborn), later})}});
    const auto command = place.start({"hook", "run", "Stop", "--json"}, Streams::pipes);
    command->type("{}");
    command->end_input();
    auto processes = place.stubborn();
    processes.push_back(process_in(place.path() / "async"));
    command->send(signal.number);
    BOOST_TEST(command->wait() == signal.status);
    check_gone(processes);
    BOOST_TEST(command->out == "");
    BOOST_TEST(command->err == "error: interrupted (Stop)\n");
}

BOOST_AUTO_TEST_CASE(a_plugin_under_test_leaves_nothing_behind) {
    const Place place({});
    const auto plugin = place.path() / "plugin";
    place.write("plugin/.claude-plugin/plugin.json", R"({"name": "slow"})");
    const boost::json::object hooks{{"hooks", {{"Stop", group({handler(kStubborn)})}}}};
    place.write("plugin/hooks/hooks.json", boost::json::serialize(hooks));
    place.write("plugin/tests/fixtures.json", R"([{"hook": "Stop", "event": {}}])");
    const auto command = place.start({"plugin", "test", plugin.string(), "--json"}, Streams::pipes);
    const auto processes = place.stubborn();
    command->send(SIGTERM);
    BOOST_TEST(command->wait() == 143);
    check_gone(processes);
    BOOST_TEST(command->out == "");
    for (const auto& entry : fs::directory_iterator(place.path())) {
        BOOST_TEST(!entry.path().filename().string().starts_with("skilldeck-plugin-test"), entry.path());
    }
}

BOOST_AUTO_TEST_CASE(a_signal_that_was_ignored_from_the_start_stays_ignored) {
    const Place place({{"Stop", group({handler(kHeld)})}});
    auto start = place.command({"hook", "run", "Stop"});
    start.argv.insert(start.argv.begin(), {"/bin/sh", "-c", R"(trap '' HUP; exec "$0" "$@")"});
    Running command(start);
    command.type("{}");
    command.end_input();
    wait_for_file(place.path() / "begun");
    command.send(SIGHUP);
    place.open_gate();
    BOOST_TEST(command.wait() == 0);
    BOOST_TEST(place.has("ended"));
    BOOST_TEST(contains(command.out, "\"event\""));
}

BOOST_AUTO_TEST_CASE(an_answer_that_nobody_reads_is_a_quiet_end) {
    const Place place({});
    const auto command = place.start({"hook", "run", "Stop"}, Streams::pipes);
    command->close_output();
    command->type("{}");
    command->end_input();
    BOOST_TEST(command->wait() == 128 + SIGPIPE);
    BOOST_TEST(command->err == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
