// SPDX-License-Identifier: Apache-2.0
#include "os/stop_signals.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/wait.h>

#include <unistd.h>
#include <csignal>

namespace skilldeck {

namespace {

using Handler = void (*)(int);

Handler handler_of(int signal) {
    struct sigaction action {};
    BOOST_REQUIRE(::sigaction(signal, nullptr, &action) == 0);
    return action.sa_handler;
}

/// A loop and its signals; what the test program does with them comes back afterwards.
struct Listening {
    std::unique_ptr<Reactor> loop = make_reactor(1);
    StopSignals signals{*loop};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(stop_signals)

BOOST_AUTO_TEST_CASE(nothing_is_installed_before_watch_and_everything_put_back_after) {
    const auto before = handler_of(SIGTERM);
    {
        Listening listening;
        BOOST_TEST((handler_of(SIGTERM) == before));
        listening.signals.watch();
        listening.signals.watch();
        BOOST_TEST((handler_of(SIGTERM) != before));
    }
    BOOST_TEST((handler_of(SIGTERM) == before));
}

BOOST_AUTO_TEST_CASE(each_cancels_the_work_at_hand_and_ends_the_program) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        Listening listening;
        listening.signals.watch();
        BOOST_TEST(!listening.signals.ending());
        const auto work = listening.signals.token();
        ::raise(signal);
        listening.loop->run_until([&] { return work.cancelled(); });
        BOOST_TEST((listening.signals.ending() == signal));
        listening.signals.begin_work();
        BOOST_TEST(!listening.signals.cancelled());
        BOOST_TEST(work.cancelled());
        BOOST_TEST((listening.signals.ending() == signal));
    }
}

BOOST_AUTO_TEST_CASE(an_interrupt_may_leave_the_program_running) {
    Listening listening;
    listening.signals.watch();
    listening.signals.keep_running_on_interrupt();
    for (int i = 0; i < 10; ++i) {
        listening.signals.begin_work();
        ::raise(SIGINT);
        listening.loop->run_until([&] { return listening.signals.cancelled(); });
        BOOST_TEST(!listening.signals.ending());
    }
}

BOOST_AUTO_TEST_CASE(the_last_work_is_cancelled_by_an_interrupt_alone) {
    Listening listening;
    listening.signals.watch();
    listening.signals.begin_last_work();
    ::raise(SIGTERM);
    BOOST_TEST((listening.signals.ending() == SIGTERM));
    ::raise(SIGHUP);
    BOOST_TEST((listening.signals.ending() == SIGTERM));
    BOOST_TEST(!listening.signals.cancelled());
    ::raise(SIGINT);
    listening.loop->run_until([&] { return listening.signals.cancelled(); });
    BOOST_TEST((listening.signals.ending() == SIGTERM));
}

BOOST_AUTO_TEST_CASE(what_was_ignored_stays_ignored) {
    const auto before = std::signal(SIGHUP, SIG_IGN);
    {
        Listening listening;
        listening.signals.watch();
        ::raise(SIGHUP);
        BOOST_TEST(!listening.signals.ending());
        BOOST_TEST((handler_of(SIGHUP) == SIG_IGN));
    }
    std::signal(SIGHUP, before);
}

boost::test_tools::assertion_result signals_come_at_once(boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result answer(true);
#ifdef __SANITIZE_THREAD__
    answer = boost::test_tools::assertion_result(false);
    answer.message() << "the thread sanitizer holds signals back until a blocking call";
#endif
    return answer;
}

BOOST_AUTO_TEST_CASE(a_loop_that_hangs_can_still_be_ended, *boost::unit_test::precondition(signals_come_at_once)) {
    // In a child of its own: it ends. Only what is safe between fork and exec is used in it.
    Listening listening;
    listening.signals.watch();
    const pid_t child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0) {
        for (int i = 0; i < 3; ++i) ::raise(SIGTERM);
        ::_exit(0);
    }
    int status = 0;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    BOOST_TEST(WIFSIGNALED(status));
    BOOST_TEST(WTERMSIG(status) == SIGTERM);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
