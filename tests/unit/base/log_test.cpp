// SPDX-License-Identifier: Apache-2.0
#include "base/log.hpp"

#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

namespace skilldeck {

namespace {

/// Standard error goes into a file as long as this lives.
class CapturedStandardError {
public:
    CapturedStandardError() : file_(directory_.path() / "stderr"), saved_(dup(STDERR_FILENO)) {
        const int file = open(file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        dup2(file, STDERR_FILENO);
        close(file);
    }
    CapturedStandardError(const CapturedStandardError&) = delete;
    CapturedStandardError& operator=(const CapturedStandardError&) = delete;
    ~CapturedStandardError() {
        dup2(saved_, STDERR_FILENO);
        close(saved_);
    }
    [[nodiscard]] std::string text() const {
        std::ifstream in(file_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    test::TemporaryDirectory directory_;
    std::filesystem::path file_;
    int saved_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(log)

BOOST_AUTO_TEST_CASE(verbosity_chooses_the_level) {
    BOOST_TEST((log_level_of(0) == LogLevel::warning));
    BOOST_TEST((log_level_of(1) == LogLevel::info));
    BOOST_TEST((log_level_of(2) == LogLevel::debug));
    BOOST_TEST((log_level_of(9) == LogLevel::debug));
}

BOOST_AUTO_TEST_CASE(lines_from_the_level_upwards_are_written_and_cleaned) {
    std::string written;
    {
        const CapturedStandardError captured;
        const auto logger = make_standard_error_logger(LogLevel::info);
        logger->debug("not this");
        logger->info("started {} %v");
        logger->warning("title \x1b]0;x\x07 \u202e");
        logger->error("gone");
        written = captured.text();
    }
    BOOST_TEST(written == "info: started {} %v\nwarning: title \\u{001B}]0;x\\u{0007} \\u{202E}\nerror: gone\n");
}

BOOST_AUTO_TEST_CASE(a_level_can_be_asked_for) {
    const auto logger = make_standard_error_logger(LogLevel::warning);
    BOOST_TEST(!logger->enabled(LogLevel::info));
    BOOST_TEST(logger->enabled(LogLevel::error));
    NoLogger silent;
    silent.error("nothing");
    BOOST_TEST(!silent.enabled(LogLevel::error));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
