// SPDX-License-Identifier: Apache-2.0
// Where the front matter of a file begins and ends, and its text in one form: LF line ends, well-formed UTF-8. What the
// text means is read by frontmatter_scanner and frontmatter_yaml.
// A part of frontmatter. Pure functions, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr std::size_t kFrontMatterMaxBytes = 64 * 1024;
inline constexpr int kFrontMatterFirstLine = 2;  ///< of the file: the opening fence is line 1

struct FrontMatterHeader {
    /// none: the text does not begin with a fence. open: there is no closing one in it.
    enum class State : std::uint8_t { none, open, closed };

    State state = State::none;
    bool too_large = false;       ///< more text than the limit before the closing fence, or before the end of the text
    std::size_t body_offset = 0;  ///< closed: of the first byte behind the fence's line; else behind a byte order mark
    int body_line = 1;
    bool utf8 = true;

    /// The lines between the fences, each with its line end; empty unless closed and not too large.
    [[nodiscard]] std::string_view text() const { return mended ? std::string_view(*mended) : written; }

    std::string_view written;           ///< the bytes of the file
    std::optional<std::string> mended;  ///< in their place where those are not fit to be read
};

/// `text` is the whole file, or its head up to the end of a line.
[[nodiscard]] FrontMatterHeader find_header(std::string_view text);

/// Collects what is to be said about one file.
class HeaderReporter {
public:
    HeaderReporter(std::string_view file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

    void add(Code code, int line, std::initializer_list<std::string_view> arguments = {}) {
        diagnostics_.push_back(make_diagnostic(code, file_, arguments));
        diagnostics_.back().line = line;
    }
    [[nodiscard]] std::size_t count() const { return diagnostics_.size(); }

private:
    std::string_view file_;
    Diagnostics& diagnostics_;
};

}  // namespace skilldeck
