// SPDX-License-Identifier: Apache-2.0
#include "skill/body_tokens.hpp"

#include "base/text.hpp"
#include "skill/markdown_fence.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace skilldeck {

namespace {

constexpr std::string_view kArguments = "ARGUMENTS";
constexpr std::size_t kIndexDigits = 9;  // more digits name no argument
constexpr auto kNever = std::numeric_limits<std::size_t>::max();

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
bool is_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

std::size_t run_length(std::string_view text, std::size_t at, char c) {
    const auto end = std::min(text.find_first_not_of(c, at), text.size());
    return end - at;
}

std::size_t to_index(std::string_view digits) {
    if (digits.size() > kIndexDigits) return kNever;
    std::size_t index = 0;
    for (const char c : digits) index = index * 10 + static_cast<std::size_t>(c - '0');
    return index;
}

/// A line without its end, and where the next one begins.
struct Line {
    std::size_t begin = 0, end = 0, next = 0;
};

Line line_at(std::string_view body, std::size_t begin) {
    const auto feed = body.find('\n', begin);
    Line line{begin, feed == std::string_view::npos ? body.size() : feed, 0};
    line.next = feed == std::string_view::npos ? body.size() : feed + 1;
    if (line.end > line.begin && body[line.end - 1] == '\r') --line.end;
    return line;
}

class Scanner {
public:
    Scanner(std::string_view body, std::span<const std::string> names, ShellTokens shell)
        : body_(body), names_(names), shell_(shell == ShellTokens::find) {}

    std::vector<BodyToken> run() {
        for (std::size_t at = 0; at < body_.size();) {
            const auto line = line_at(body_, at);
            if (const auto after_block = follow_fence(line)) {
                at = *after_block;
                continue;
            }
            scan_line(line);
            at = line.next;
        }
        return std::move(tokens_);
    }

    std::optional<BodyToken> reference_at(std::size_t at) const {
        return body_.substr(at, 2) == "${" ? variable(at) : placeholder(at);
    }

private:
    std::string_view text_of(const Line& line) const { return body_.substr(line.begin, line.end - line.begin); }

    void add(BodyTokenKind kind, std::size_t begin, std::size_t end, std::size_t index = 0,
             std::string_view text = {}) {
        tokens_.push_back({kind, begin, end, index, text});
    }

    /// The line as one that begins or ends a fence. A whole fence tagged `!` becomes one token; the result is where its
    /// closing line ends. Without a closing line it is text.
    std::optional<std::size_t> follow_fence(const Line& line) {
        if (line.begin < blind_until_) return std::nullopt;  // inside a code span
        const auto step = fences_.take(text_of(line));
        if (step == FenceStep::none) return std::nullopt;
        blind_until_ = line.next;  // the marks of the line itself are no code span
        const bool is_block = step == FenceStep::opens && fences_.kind() == FenceKind::shell && fences_.mark() == '`' &&
                              !fences_.is_behind_mark();
        return shell_ && is_block ? take_shell_fence(line) : std::nullopt;
    }

    std::optional<std::size_t> take_shell_fence(const Line& first) {
        auto fences = fences_;
        for (std::size_t at = first.next; at < body_.size();) {
            const auto line = line_at(body_, at);
            at = line.next;
            if (fences.take(text_of(line)) != FenceStep::closes) continue;
            fences_ = std::move(fences);
            add(BodyTokenKind::fenced_shell, first.begin, line.end, 0,
                body_.substr(first.next, line.begin - first.next));
            return line.end == line.next ? line.next : line.end;
        }
        return std::nullopt;
    }

    /// Whether the inline form runs here: not in a fence that documents Markdown.
    [[nodiscard]] bool live() const { return !fences_.is_open() || fences_.kind() == FenceKind::plain; }

    void scan_line(const Line& line) {
        for (std::size_t at = line.begin; at < line.end;) {
            switch (body_[at]) {
                case '\\': at = take_backslashes(at); break;
                case '$': at = take_placeholder(at); break;
                case '`': at = take_code_span(at, line); break;
                case '!': at = take_inline_shell(at, line); break;
                default: ++at;
            }
        }
    }

    /// One backslash before a placeholder takes its meaning away; two and more are plain text.
    std::size_t take_backslashes(std::size_t at) {
        const auto length = run_length(body_, at, '\\');
        const auto dollar = at + length;
        if (length != 1 || dollar >= body_.size() || body_[dollar] != '$') return dollar;
        const bool digit = dollar + 1 < body_.size() && is_digit(body_[dollar + 1]);
        if (!digit && !placeholder(dollar)) return dollar;
        add(BodyTokenKind::escape, at, dollar);
        return dollar + 1;
    }

    std::size_t take_placeholder(std::size_t at) {
        const auto found = reference_at(at);
        if (!found) return at + 1;
        tokens_.push_back(*found);
        return found->end;
    }

    std::optional<BodyToken> variable(std::size_t at) const {
        auto end = at + 2;
        while (end < body_.size() && (is_word(body_[end]) || body_[end] == '.')) ++end;
        if (end == at + 2 || end >= body_.size() || body_[end] != '}') return std::nullopt;
        return BodyToken{BodyTokenKind::variable, at, end + 1, 0, body_.substr(at + 2, end - at - 2)};
    }

    std::optional<BodyToken> placeholder(std::size_t dollar) const {
        const auto after = body_.substr(dollar + 1);
        if (after.empty()) return std::nullopt;
        if (is_digit(after[0])) return numbered(dollar, after);
        if (after.starts_with(kArguments)) return arguments(dollar, after.substr(kArguments.size()));
        return named(dollar, after);
    }

    static std::optional<BodyToken> numbered(std::size_t dollar, std::string_view after) {
        const auto digits = std::min(after.find_first_not_of("0123456789"), after.size());
        if (digits < after.size() && is_word(after[digits])) return std::nullopt;
        return BodyToken{BodyTokenKind::indexed, dollar, dollar + 1 + digits, to_index(after.substr(0, digits)), {}};
    }

    static std::optional<BodyToken> arguments(std::size_t dollar, std::string_view after) {
        const auto end = dollar + 1 + kArguments.size();
        if (!after.empty() && is_word(after[0])) return std::nullopt;
        if (!after.empty() && after[0] == '[') {
            const auto digits = std::min(after.find_first_not_of("0123456789", 1), after.size());
            if (digits > 1 && digits < after.size() && after[digits] == ']') {
                return BodyToken{
                    BodyTokenKind::indexed, dollar, end + digits + 1, to_index(after.substr(1, digits - 1)), {}};
            }
        }
        return BodyToken{BodyTokenKind::all_arguments, dollar, end, 0, {}};
    }

    std::optional<BodyToken> named(std::size_t dollar, std::string_view after) const {
        std::size_t best = 0, position = 0;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const std::string_view name = names_[i];
            if (name.size() <= best || !after.starts_with(name)) continue;
            const char next = name.size() < after.size() ? after[name.size()] : ' ';
            const bool goes_on = is_word(next) || (!is_ascii(next) && !is_ascii(name.back()));
            if (goes_on) continue;
            best = name.size();
            position = i;
        }
        if (best == 0) return std::nullopt;
        return BodyToken{BodyTokenKind::named, dollar, dollar + 1 + best, position, {}};
    }

    /// Inside a span of two and more backticks nothing is live; it ends in the same paragraph or is no span.
    std::size_t take_code_span(std::size_t at, const Line& line) {
        const auto length = run_length(body_, at, '`');
        if (length < 2 || at < blind_until_) return at + length;
        if (at >= paragraph_end_) paragraph_end_ = paragraph_end(line);
        const auto end = paragraph_end_;
        for (auto close = body_.find('`', at + length); close < end; close = body_.find('`', close)) {
            const auto close_length = run_length(body_, close, '`');
            close += close_length;
            if (close_length != length) continue;
            blind_until_ = close;
            break;
        }
        return at + length;
    }

    std::size_t paragraph_end(const Line& first) const {
        for (std::size_t at = first.next; at < body_.size();) {
            const auto line = line_at(body_, at);
            const auto text = text_of(line);
            if (trim(text).empty() || MarkdownFences::is_fence_line(text)) return line.begin;
            at = line.next;
        }
        return body_.size();
    }

    std::size_t take_inline_shell(std::size_t at, const Line& line) {
        const auto command = at + 2;
        const bool begins = shell_ && live() && at >= blind_until_ && (at == line.begin || is_blank(body_[at - 1])) &&
                            command < line.end && body_[at + 1] == '`' && body_[command] != '`';
        if (!begins) return at + 1;
        const auto close = body_.find('`', command);
        if (close >= line.end || trim(body_.substr(command, close - command)).empty()) return at + 1;
        add(BodyTokenKind::inline_shell, at, close + 1, 0, body_.substr(command, close - command));
        return close + 1;
    }

    std::string_view body_;
    std::span<const std::string> names_;
    bool shell_;
    std::vector<BodyToken> tokens_;
    MarkdownFences fences_;
    std::size_t paragraph_end_ = 0;  ///< of the paragraph last looked at, so that no text is looked through twice
    std::size_t blind_until_ = 0;    ///< end of a code span or fence line: no shell block begins before
};

}  // namespace

std::vector<BodyToken> find_body_tokens(std::string_view body, std::span<const std::string> argument_names,
                                        ShellTokens shell) {
    return Scanner(body, argument_names, shell).run();
}

std::optional<BodyToken> reference_at_start(std::string_view text, std::span<const std::string> argument_names) {
    if (!text.starts_with('$')) return std::nullopt;
    return Scanner(text, argument_names, ShellTokens::ignore).reference_at(0);
}

}  // namespace skilldeck
