// SPDX-License-Identifier: Apache-2.0
#include "os/file_lock.hpp"
#include "os/codes.hpp"

#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <optional>
#include <thread>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(file_lock)

BOOST_AUTO_TEST_CASE(a_held_lock_is_busy_until_it_is_given_up) {
    const test::TemporaryDirectory scratch;
    const auto file = scratch.path() / "lock";
    {
        auto held = FileLock::take(file, std::chrono::milliseconds(0));
        BOOST_REQUIRE(held.has_value());
        BOOST_TEST((FileLock::take(file, std::chrono::milliseconds(0)).error().code == code::lock_busy));
        const auto moved = std::move(*held);
        BOOST_TEST((FileLock::take(file, std::chrono::milliseconds(0)).error().code == code::lock_busy));
    }
    BOOST_TEST(FileLock::take(file, std::chrono::milliseconds(0)).has_value());
    BOOST_TEST(std::filesystem::exists(file));
}

BOOST_AUTO_TEST_CASE(who_waits_gets_the_lock_when_it_is_free) {
    const test::TemporaryDirectory scratch;
    const auto file = scratch.path() / "lock";
    std::optional<FileLock> held(FileLock::take(file, std::chrono::milliseconds(0)).value());
    std::atomic<bool> waiting = false;
    bool taken = false;
    std::thread other([&] {
        waiting = true;
        taken = FileLock::take(file, std::chrono::minutes(1)).has_value();
    });
    while (!waiting) std::this_thread::yield();
    held.reset();
    other.join();
    BOOST_TEST(taken);
}

BOOST_AUTO_TEST_CASE(a_lock_that_cannot_be_made_says_so) {
    const test::TemporaryDirectory scratch;
    const auto refused = FileLock::take(scratch.path() / "none" / "lock", std::chrono::milliseconds(0));
    BOOST_TEST((refused.error().code == code::file_unwritable));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
