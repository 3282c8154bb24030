// SPDX-License-Identifier: Apache-2.0
#include "base/log.hpp"

#include "base/display_text.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/ansicolor_sink.h>

#include <exception>
#include <string>

namespace skilldeck {

namespace {

spdlog::level::level_enum library_level(LogLevel level) {
    switch (level) {
        case LogLevel::debug: return spdlog::level::debug;
        case LogLevel::info: return spdlog::level::info;
        case LogLevel::warning: return spdlog::level::warn;
        case LogLevel::error: return spdlog::level::err;
    }
    return spdlog::level::err;
}

class StandardErrorLogger final : public Logger {
public:
    explicit StandardErrorLogger(LogLevel level)
        : logger_("skilldeck", std::make_shared<spdlog::sinks::ansicolor_stderr_sink_mt>(spdlog::color_mode::never)) {
        logger_.set_level(library_level(level));
        logger_.set_pattern("%l: %v");
        logger_.flush_on(spdlog::level::debug);
    }

    void log(LogLevel level, std::string_view text) override {
        if (!enabled(level)) return;
        try {
            logger_.log(library_level(level), clean_for_terminal(text));
        } catch (const std::exception&) {
            // There is no other place to say that standard error cannot be written.
        }
    }

    [[nodiscard]] bool enabled(LogLevel level) const override { return logger_.should_log(library_level(level)); }

private:
    spdlog::logger logger_;
};

}  // namespace

LogLevel log_level_of(int verbosity) {
    if (verbosity <= 0) return LogLevel::warning;
    return verbosity == 1 ? LogLevel::info : LogLevel::debug;
}

std::unique_ptr<Logger> make_standard_error_logger(LogLevel level) {
    return std::make_unique<StandardErrorLogger>(level);
}

}  // namespace skilldeck
