// SPDX-License-Identifier: Apache-2.0
#include "running.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <csignal>

#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <thread>

namespace skilldeck::test {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kDeadline{120};
constexpr std::chrono::milliseconds kPause{1};  // between two looks
constexpr std::size_t kReadBytes = 65536, kPageBytes = 4096;

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> all;
    for (auto& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

void close_one(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

/// Until `done` says so or the deadline has come.
template <class Done>
bool wait_until(Done done) {
    for (const auto end = Clock::now() + kDeadline; !done();) {
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(kPause);
    }
    return true;
}

std::string first_line(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    // A line that is not ended yet is not written yet.
    return std::getline(in, line) && !in.eof() ? line : std::string();
}

/// False at the end.
bool read_from(int descriptor, std::size_t most, std::string& text) {
    std::array<char, kReadBytes> buffer;
    const auto got = ::read(descriptor, buffer.data(), most);
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/// The child's side of its streams, and ours.
struct Ends {
    int input = -1, output = -1, errors = -1;
};

Ends on_pipes(posix_spawn_file_actions_t& actions, std::array<int, 3>& theirs) {
    std::array<std::array<int, 2>, 3> pipes{};
    for (auto& pipe : pipes) BOOST_REQUIRE(pipe2(pipe.data(), O_CLOEXEC) == 0);
    theirs = {pipes[0][0], pipes[1][1], pipes[2][1]};
    for (int i = 0; i < 3; ++i) posix_spawn_file_actions_adddup2(&actions, theirs[static_cast<std::size_t>(i)], i);
    return {pipes[0][1], pipes[1][0], pipes[2][0]};
}

void narrow(int output, Streams streams) {
    BOOST_REQUIRE(fcntl(output, F_SETPIPE_SZ, static_cast<int>(kPageBytes)) == static_cast<int>(kPageBytes));
    if (streams == Streams::refusing_pipes) BOOST_REQUIRE(fcntl(output, F_SETFL, O_WRONLY | O_NONBLOCK) == 0);
}

/// The child leads a session of its own: the terminal that it opens first is its controlling terminal.
Ends on_terminal(posix_spawn_file_actions_t& actions) {
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    BOOST_REQUIRE(master >= 0);
    BOOST_REQUIRE(grantpt(master) == 0);
    BOOST_REQUIRE(unlockpt(master) == 0);
    std::array<char, 64> name{};
    BOOST_REQUIRE(ptsname_r(master, name.data(), name.size()) == 0);
    posix_spawn_file_actions_addopen(&actions, 0, name.data(), O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, 0, 1);
    posix_spawn_file_actions_adddup2(&actions, 0, 2);
    return {master, fcntl(master, F_DUPFD_CLOEXEC, 0), -1};
}

}  // namespace

Running::Running(const Start& start) {
    std::signal(SIGPIPE, SIG_IGN);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    std::array<int, 3> theirs{-1, -1, -1};
    const auto ours = start.streams == Streams::terminal ? on_terminal(actions) : on_pipes(actions, theirs);
    const bool slow = start.streams == Streams::slow_pipes || start.streams == Streams::refusing_pipes;
    if (slow) narrow(theirs[1], start.streams);
    most_at_once_ = slow ? kPageBytes / 2 : kReadBytes;
    posix_spawn_file_actions_addchdir_np(&actions, start.directory.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    auto argv = start.argv;
    auto environment = start.environment;
    const int error = posix_spawn(&process_, argv[0].c_str(), &actions, &attributes, pointers(argv).data(),
                                  pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    for (auto& descriptor : theirs) close_one(descriptor);
    BOOST_REQUIRE_MESSAGE(error == 0, "cannot start " << argv[0]);
    input_ = ours.input;
    output_ = ours.output;
    errors_ = ours.errors;
    fcntl(input_, F_SETFL, O_NONBLOCK);
}

Running::~Running() {
    if (process_ > 0) {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    hang_up();
    close_one(errors_);
}

void Running::type(std::string_view text) {
    unsent_ += text;
    feed();
}

void Running::end_input() {
    input_ends_ = true;
    feed();
}

void Running::feed() {
    while (!unsent_.empty() && input_ >= 0) {
        const auto written = ::write(input_, unsent_.data(), unsent_.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) return;
        if (written < 0) return close_one(input_);  // it reads no more
        unsent_.erase(0, static_cast<std::size_t>(written));
    }
    if (input_ends_) close_one(input_);
}

void Running::hang_up() {
    close_one(input_);
    close_one(output_);
}

void Running::close_output() {
    close_one(output_);
}

bool Running::takes_whole_lines() const {
    termios mode{};
    BOOST_REQUIRE(tcgetattr(input_, &mode) == 0);
    return (mode.c_lflag & ICANON) != 0 && (mode.c_lflag & ECHO) != 0;
}

void Running::send(int signal) const {
    BOOST_REQUIRE(::kill(process_, signal) == 0);
}

void Running::resize(unsigned short columns, unsigned short rows) const {
    winsize size{};
    size.ws_col = columns;
    size.ws_row = rows;
    BOOST_REQUIRE(::ioctl(input_, TIOCSWINSZ, &size) == 0);
}

bool Running::talk(int milliseconds) {
    std::array<pollfd, 3> waiting{pollfd{output_, POLLIN, 0}, pollfd{errors_, POLLIN, 0},
                                  pollfd{unsent_.empty() ? -1 : input_, POLLOUT, 0}};
    if (::poll(waiting.data(), waiting.size(), milliseconds) <= 0) return true;
    if ((waiting[2].revents & (POLLOUT | POLLERR)) != 0) feed();
    if (waiting[0].revents != 0 && !read_from(output_, most_at_once_, out)) close_one(output_);
    if (waiting[1].revents != 0 && !read_from(errors_, kReadBytes, err)) close_one(errors_);
    return output_ >= 0 || errors_ >= 0;
}

void Running::wait_for(std::string_view text) {
    const auto end = Clock::now() + kDeadline;
    for (bool more = true;;) {
        const auto at = out.find(text, found_);
        if (at != std::string::npos) {
            found_ = at + text.size();
            return;
        }
        BOOST_REQUIRE_MESSAGE(more && Clock::now() < end, "no \"" << text << "\" in: " << out << err);
        more = talk(1000);
    }
}

int Running::wait() {
    const auto end = Clock::now() + kDeadline;
    while ((output_ >= 0 || errors_ >= 0) && talk(1000)) BOOST_REQUIRE_MESSAGE(Clock::now() < end, out << err);
    int status = 0;
    BOOST_REQUIRE_MESSAGE(wait_until([&] { return ::waitpid(process_, &status, WNOHANG) != 0; }), out << err);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

pid_t process_in(const std::filesystem::path& file) {
    wait_for_file(file);
    return std::stoi(first_line(file));
}

void wait_for_file(const std::filesystem::path& file) {
    BOOST_REQUIRE_MESSAGE(wait_until([&] { return !first_line(file).empty(); }), file << " was not written");
}

bool goes_away(pid_t process) {
    return wait_until([&] {
        std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
        std::string text;
        return !std::getline(stat, text) || text.find(") Z ") != std::string::npos;
    });
}

}  // namespace skilldeck::test
