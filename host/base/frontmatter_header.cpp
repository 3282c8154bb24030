// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter_header.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::string_view kFence = "---";

/// Takes one line after the other off a text. A lone CR ends a line only where the text has no LF at all.
class LineReader {
public:
    LineReader(std::string_view text, std::size_t offset)
        : text_(text), at_(offset), end_(text.find('\n') == std::string_view::npos ? '\r' : '\n') {}

    [[nodiscard]] std::optional<std::string_view> next() {
        if (at_ >= text_.size()) return std::nullopt;
        const auto end = std::min(text_.find(end_, at_), text_.size());
        auto line = text_.substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }
    [[nodiscard]] std::size_t offset() const { return at_; }

private:
    std::string_view text_;
    std::size_t at_;
    char end_;
};

bool is_fence(std::string_view line) {
    return line.starts_with(kFence) && trim(line.substr(kFence.size())).empty();
}

/// The lines with LF between them. A carriage return inside a line is a blank; bytes that are not UTF-8 become U+FFFD.
std::string mend(std::string_view written) {
    std::string mended;
    LineReader reader(written, 0);
    while (const auto line = reader.next()) {
        const auto start = static_cast<std::ptrdiff_t>(mended.size());
        mended += is_valid_utf8(*line) ? std::string(*line) : repair_utf8(*line);
        std::replace(mended.begin() + start, mended.end(), '\r', ' ');
        mended += '\n';
    }
    return mended;
}

void take_text(std::string_view written, FrontMatterHeader& header) {
    header.written = written;
    header.utf8 = is_valid_utf8(written);
    if (!header.utf8 || written.find('\r') != std::string_view::npos) header.mended = mend(written);
}

}  // namespace

FrontMatterHeader find_header(std::string_view text) {
    FrontMatterHeader header;
    const auto start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    header.body_offset = start;
    if (!text.substr(start).starts_with(kFence)) return header;
    LineReader reader(text, start);
    const auto opening = reader.next();
    if (!opening || !is_fence(*opening)) return header;
    header.state = FrontMatterHeader::State::open;
    const auto header_start = reader.offset();
    auto line_start = header_start;
    for (int number = kFrontMatterFirstLine; const auto line = reader.next(); ++number) {
        if (is_fence(*line)) {
            header.state = FrontMatterHeader::State::closed;
            header.body_offset = reader.offset();
            header.body_line = number + 1;
            break;
        }
        line_start = reader.offset();
    }
    const auto written = text.substr(header_start, line_start - header_start);
    header.too_large = written.size() > kFrontMatterMaxBytes;
    if (header.state == FrontMatterHeader::State::closed && !header.too_large) take_text(written, header);
    return header;
}

}  // namespace skilldeck
