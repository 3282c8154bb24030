// SPDX-License-Identifier: Apache-2.0
#include "base/clock.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(clock)

BOOST_AUTO_TEST_CASE(times_are_written_in_utc_with_milliseconds) {
    using std::chrono::milliseconds;
    const auto at = [](std::int64_t since_epoch) {
        return std::chrono::system_clock::time_point(milliseconds(since_epoch));
    };
    BOOST_TEST(to_iso8601(at(0)) == "1970-01-01T00:00:00.000Z");
    BOOST_TEST(to_iso8601(at(1769847300000)) == "2026-01-31T08:15:00.000Z");
    BOOST_TEST(to_iso8601(at(951782400007)) == "2000-02-29T00:00:00.007Z");
    BOOST_TEST(to_iso8601(at(-1)) == "1969-12-31T23:59:59.999Z");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
