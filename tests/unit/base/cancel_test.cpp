// SPDX-License-Identifier: Apache-2.0
#include "base/cancel.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <thread>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(cancel)

BOOST_AUTO_TEST_CASE(a_token_without_a_source_is_never_cancelled) {
    bool heard = false;
    const auto listening = CancelToken().on_cancel([&] { heard = true; });
    BOOST_TEST(!CancelToken().cancelled());
    BOOST_TEST(!heard);
}

BOOST_AUTO_TEST_CASE(listeners_hear_it_once_and_late_ones_at_once) {
    CancelSource source;
    int heard = 0;
    const auto listening = source.token().on_cancel([&] { ++heard; });
    source.cancel();
    source.cancel();
    BOOST_TEST(heard == 1);
    BOOST_TEST(source.token().cancelled());
    const auto late = source.token().on_cancel([&] { ++heard; });
    BOOST_TEST(heard == 2);
}

BOOST_AUTO_TEST_CASE(a_listener_that_ended_hears_nothing_even_when_another_listener_ends_it) {
    CancelSource source;
    int heard = 0;
    std::optional<CancelSubscription> first, second;
    first = source.token().on_cancel([&] {
        first.reset();
        second.reset();
    });
    second = source.token().on_cancel([&] { ++heard; });
    {
        const auto short_lived = source.token().on_cancel([&] { ++heard; });
    }
    source.cancel();
    BOOST_TEST(heard == 0);
}

BOOST_AUTO_TEST_CASE(cancelling_may_happen_on_any_thread) {
    CancelSource source;
    std::atomic<int> heard = 0;
    std::thread canceller([&] { source.cancel(); });
    for (int i = 0; i < 1000; ++i) {
        const auto listening = source.token().on_cancel([&] { ++heard; });
    }
    canceller.join();
    const auto late = source.token().on_cancel([&] { ++heard; });
    BOOST_TEST(heard > 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
