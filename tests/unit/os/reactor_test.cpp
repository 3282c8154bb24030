// SPDX-License-Identifier: Apache-2.0
#include "os/reactor.hpp"

#include "os/descriptor.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>

#include <array>
#include <set>
#include <thread>
#include <vector>

namespace skilldeck {

namespace {

using std::chrono::milliseconds;

struct TestPipe {
    Descriptor read, write;
    TestPipe() {
        int ends[2];
        BOOST_REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        read = Descriptor(ends[0]);
        write = Descriptor(ends[1]);
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(reactor)

BOOST_AUTO_TEST_CASE(posted_work_runs_in_order_on_the_loop_thread) {
    const auto loop = make_reactor(1);
    std::vector<int> order;
    std::set<std::thread::id> threads;
    for (int i = 0; i < 100; ++i) {
        loop->post([&, i] {
            order.push_back(i);
            threads.insert(std::this_thread::get_id());
        });
    }
    loop->run_until([&] { return order.size() == 100; });
    for (int i = 0; i < 100; ++i) BOOST_TEST(order[static_cast<std::size_t>(i)] == i);
    BOOST_TEST((threads == std::set{std::this_thread::get_id()}));
}

BOOST_AUTO_TEST_CASE(timers_run_by_their_time_and_cancelled_ones_never) {
    const auto loop = make_reactor(1);
    std::vector<int> order;
    bool cancelled_ran = false;
    loop->after(milliseconds(20), [&] { order.push_back(2); });
    const auto never = loop->after(milliseconds(1), [&] { cancelled_ran = true; });
    loop->after(milliseconds(0), [&] { order.push_back(1); });
    loop->after(milliseconds::max(), [&] { order.push_back(3); });
    loop->cancel(never);
    loop->run_until([&] { return order.size() == 2; });
    BOOST_TEST(order[0] == 1);
    BOOST_TEST(order[1] == 2);
    BOOST_TEST(!cancelled_ran);
}

BOOST_AUTO_TEST_CASE(pool_work_runs_elsewhere_and_posts_its_result) {
    const auto loop = make_reactor(2);
    std::thread::id elsewhere, here;
    loop->in_pool([&] {
        elsewhere = std::this_thread::get_id();
        loop->post([&] { here = std::this_thread::get_id(); });
    });
    loop->run_until([&] { return here != std::thread::id(); });
    BOOST_TEST((here == std::this_thread::get_id()));
    BOOST_TEST((elsewhere != here));
}

BOOST_AUTO_TEST_CASE(a_readable_descriptor_is_reported_each_time_until_cancelled) {
    const auto loop = make_reactor(1);
    const TestPipe pipe;
    std::string got;
    int calls = 0;
    Reactor::Id id = 0;
    id = loop->when_readable(pipe.read.get(), [&] {
        char byte = 0;
        BOOST_TEST(::read(pipe.read.get(), &byte, 1) == 1);
        got += byte;
        ++calls;
        if (got == "ab") loop->cancel(id);
    });
    BOOST_TEST(::write(pipe.write.get(), "abc", 3) == 3);
    loop->run_until([&] { return got.size() == 2; });
    bool later = false;
    loop->post([&] { later = true; });
    loop->run_until([&] { return later; });
    BOOST_TEST(calls == 2);
}

BOOST_AUTO_TEST_CASE(a_closed_writer_makes_the_reader_ready) {
    const auto loop = make_reactor(1);
    TestPipe pipe;
    bool ended = false;
    const auto id = loop->when_readable(pipe.read.get(), [&] {
        char byte = 0;
        ended = ::read(pipe.read.get(), &byte, 1) == 0;
    });
    loop->post([&] { pipe.write.close(); });
    loop->run_until([&] { return ended; });
    loop->cancel(id);
}

BOOST_AUTO_TEST_CASE(watching_leaves_the_blocking_mode_of_a_shared_descriptor_alone) {
    const auto loop = make_reactor(1);
    const TestPipe pipe;
    const auto id = loop->when_writable(pipe.write.get(), [] {});
    BOOST_TEST((::fcntl(pipe.write.get(), F_GETFL) & O_NONBLOCK) == 0);
    loop->cancel(id);
}

BOOST_AUTO_TEST_CASE(a_regular_file_counts_as_readable) {
    const test::TemporaryDirectory scratch;
    const Descriptor file(::open(scratch.write("input", "line").c_str(), O_RDONLY | O_CLOEXEC));
    const auto loop = make_reactor(1);
    std::string text;
    bool ended = false;
    const auto id = loop->when_readable(file.get(), [&] {
        std::array<char, 2> piece{};
        const auto count = ::read(file.get(), piece.data(), piece.size());
        if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
        ended = count == 0;
    });
    loop->run_until([&] { return ended; });
    loop->cancel(id);
    BOOST_TEST(text == "line");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
