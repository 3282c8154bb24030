// SPDX-License-Identifier: Apache-2.0
// The host's own log, on standard error. It is passed in, never reached for; whoever has none logs nothing.
// It cleans every text on its way out; keeping secrets out of it is the caller's part. Safe from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace skilldeck {

enum class LogLevel : std::uint8_t { debug, info, warning, error };

/// none: errors and warnings; `-v`: info too; `-vv` and more: debug.
[[nodiscard]] LogLevel log_level_of(int verbosity);

class Logger {
public:
    virtual ~Logger() = default;
    /// One line; `text` may come from anywhere.
    virtual void log(LogLevel level, std::string_view text) = 0;
    /// Whether a line of this level would be written: ask before building an expensive text.
    [[nodiscard]] virtual bool enabled(LogLevel level) const = 0;

    void debug(std::string_view text) { log(LogLevel::debug, text); }
    void info(std::string_view text) { log(LogLevel::info, text); }
    void warning(std::string_view text) { log(LogLevel::warning, text); }
    void error(std::string_view text) { log(LogLevel::error, text); }
};

/// Swallows everything.
class NoLogger final : public Logger {
public:
    void log(LogLevel, std::string_view) override {}
    [[nodiscard]] bool enabled(LogLevel) const override { return false; }
};

/// Lines of `level` and above on standard error, as `level: text`.
[[nodiscard]] std::unique_ptr<Logger> make_standard_error_logger(LogLevel level);

}  // namespace skilldeck
