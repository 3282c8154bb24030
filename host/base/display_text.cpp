// SPDX-License-Identifier: Apache-2.0
#include "base/display_text.hpp"

#include "base/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace skilldeck {

namespace {

bool in(char32_t code_point, char32_t first, char32_t last) {
    return code_point >= first && code_point <= last;
}

utf8proc_category_t category(char32_t code_point) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
}

/// U+FE0E and U+FE0F choose between the text and the emoji form of the character before.
bool is_presentation_selector(char32_t code_point) {
    return code_point == 0xFE0E || code_point == 0xFE0F;
}

/// Takes no room and cannot be seen, whatever its category; text can be hidden in runs of these.
bool is_invisible(char32_t code_point) {
    return code_point == 0x034F || in(code_point, 0x115F, 0x1160) || in(code_point, 0x17B4, 0x17B5) ||
           in(code_point, 0x180B, 0x180F) || code_point == 0x3164 || in(code_point, 0xFE00, 0xFE0D) ||
           code_point == 0xFFA0 || in(code_point, 0xE0000, 0xE0FFF);
}

bool is_unsafe(char32_t code_point) {
    if (code_point < 0x80) return is_control_character(code_point);
    if (is_invisible(code_point)) return true;
    switch (category(code_point)) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:  // zero-width, bidirectional, tags
        case UTF8PROC_CATEGORY_CS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP: return true;
        default: return false;
    }
}

bool is_blank(char32_t code_point) {
    if (code_point < 0x80) return code_point == ' ' || in(code_point, '\t', '\r');
    if (code_point == 0x85) return true;
    const auto kind = category(code_point);
    return kind == UTF8PROC_CATEGORY_ZS || kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP;
}

/// Blanks that move to another line or column: a line of text cannot hold them.
bool is_break(char32_t code_point) {
    return in(code_point, '\t', '\r') || code_point == 0x85 || in(code_point, 0x2028, 0x2029);
}

void append_visible_escape(std::string& out, char32_t code_point) {
    std::array<char, 8> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<unsigned long>(code_point), 16).ptr;
    std::string hex(digits.data(), end);
    std::transform(hex.begin(), hex.end(), hex.begin(),
                   [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
    out += "\\u{";
    out.append(hex.size() < 4 ? 4 - hex.size() : 0, '0');
    out += hex;
    out += '}';
}

/// Copies text code point by code point, showing what must not be hidden.
class Cleaner {
public:
    explicit Cleaner(std::size_t expected) { out_.reserve(expected); }

    void add(const DecodedCodePoint& decoded, std::string_view bytes) {
        const bool selector = is_presentation_selector(decoded.value);
        const bool unsafe = is_unsafe(decoded.value);
        if (!decoded.well_formed) {
            append_code_point(out_, kReplacementCharacter);
        } else if (unsafe || (selector && !may_select_)) {
            append_visible_escape(out_, decoded.value);
        } else {
            out_ += bytes;
        }
        may_select_ = decoded.well_formed && !selector && !unsafe && !is_blank(decoded.value);
    }
    void add_as_it_is(std::string_view bytes) {
        out_ += bytes;
        may_select_ = false;
    }
    [[nodiscard]] bool empty() const { return out_.empty(); }
    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    std::string out_;
    bool may_select_ = false;  ///< one selector a character; a run of them is hidden text
};

/// Names of the tags with which a host speaks to its model; one that ends in `-`, `_` or `:` stands for all that begin
/// so.
constexpr std::array<std::string_view, 16> kHostTags{
    "system",        "system-",          "assistant",         "human",       "command-",  "local-command-",
    "bash-",         "user-prompt-",     "tool_use",          "tool_result", "function_", "antml:",
    "skill_content", "available_skills", "task-notification", "skilldeck-"};

std::string lower_ascii(std::string_view text) {
    std::string lower(text);
    for (auto& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    return lower;
}

/// Whether the text after a `<` opens or closes a tag of the host.
bool starts_host_tag(std::string_view after) {
    constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:";
    after.remove_prefix(std::min(after.find_first_not_of(" /"), after.size()));
    const auto name = lower_ascii(after.substr(0, std::min(after.find_first_not_of(kNameCharacters), std::size_t{64})));
    return std::any_of(kHostTags.begin(), kHostTags.end(), [&](std::string_view tag) {
        const bool family = std::string_view("-_:").find(tag.back()) != std::string_view::npos;
        return family ? name.starts_with(tag) : name == tag;
    });
}

enum class Blanks : std::uint8_t { kept, collapsed };

/// The text on one line. A run of blanks is looked at as a whole: with a line break in it, or where they collapse, it
/// is one blank, and none at the ends.
std::string one_line(std::string_view text, Blanks blanks) {
    Cleaner cleaner(text.size());
    std::size_t run = 0;  // where the blanks before the character at hand begin
    bool collapse = blanks == Blanks::collapsed;
    for (std::size_t at = 0; at < text.size();) {
        const auto decoded = decode_code_point(text, at);
        const auto bytes = text.substr(at, decoded.length);
        if (is_blank(decoded.value)) {
            at += decoded.length;
            collapse = collapse || is_break(decoded.value);
            continue;
        }
        if (run < at && !collapse) cleaner.add_as_it_is(text.substr(run, at - run));
        if (run < at && collapse && !cleaner.empty()) cleaner.add_as_it_is(" ");
        cleaner.add(decoded, bytes);
        at += decoded.length;
        run = at;
        collapse = blanks == Blanks::collapsed;
    }
    if (!collapse) cleaner.add_as_it_is(text.substr(run));
    return cleaner.take();
}

}  // namespace

bool is_control_character(char32_t code_point) {
    return code_point < 0x20 || in(code_point, 0x7F, 0x9F);
}

bool is_bidirectional_control(char32_t code_point) {
    return code_point == 0x061C || in(code_point, 0x200E, 0x200F) || in(code_point, 0x202A, 0x202E) ||
           in(code_point, 0x2066, 0x2069);
}

std::string clean_for_terminal(std::string_view text) {
    Cleaner cleaner(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto decoded = decode_code_point(text, at);
        const auto bytes = text.substr(at, decoded.length);
        at += decoded.length;
        if (bytes == "\r" && text.substr(at).starts_with('\n')) continue;
        if (bytes == "\t" || bytes == "\n") {
            cleaner.add_as_it_is(bytes);
        } else {
            cleaner.add(decoded, bytes);
        }
    }
    return cleaner.take();
}

std::string clean_for_line(std::string_view text) {
    return one_line(text, Blanks::kept);
}

std::string with_breaks_shown(std::string_view name) {
    std::string shown;
    shown.reserve(name.size());
    for (const char c : name) {
        switch (c) {
            case '\t': shown += "\\t"; break;
            case '\n': shown += "\\n"; break;
            case '\r': shown += "\\r"; break;
            default: shown += c;
        }
    }
    return shown;
}

std::string clean_for_listing(std::string_view text) {
    const auto line = one_line(text, Blanks::collapsed);
    std::string escaped;
    escaped.reserve(line.size());
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '<' && starts_host_tag(std::string_view(line).substr(at + 1))) {
            escaped += "&lt;";
        } else {
            escaped += line[at];
        }
    }
    return escaped;
}

bool has_unsafe_characters(std::string_view name) {
    if (count_ascii(name) == name.size()) {
        return std::any_of(name.begin(), name.end(), [](char c) { return c < 0x20 || c == 0x7F; });
    }
    bool may_select = false;
    for (std::size_t at = 0; at < name.size();) {
        const auto decoded = decode_code_point(name, at);
        const bool selector = is_presentation_selector(decoded.value);
        if (!decoded.well_formed || is_unsafe(decoded.value) || (selector && !may_select)) return true;
        may_select = !selector && !is_blank(decoded.value);
        at += decoded.length;
    }
    return false;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for_each_code_point(text, [&](const DecodedCodePoint& decoded, std::string_view) {
        const int columns = utf8proc_charwidth(static_cast<utf8proc_int32_t>(decoded.value));
        width += static_cast<std::size_t>(std::max(columns, 0));
    });
    return width;
}

}  // namespace skilldeck
