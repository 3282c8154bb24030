// SPDX-License-Identifier: Apache-2.0
#include "base/json_writer.hpp"

#include "base/display_text.hpp"
#include "base/utf8.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace skilldeck {

namespace {

void append_hex_escape(std::string& out, char32_t code_point) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[(code_point >> shift) & 0xF];
}

void append_escaped(std::string& out, const DecodedCodePoint& decoded, std::string_view bytes) {
    switch (decoded.value) {
        case U'"': out += "\\\""; return;
        case U'\\': out += "\\\\"; return;
        case U'\b': out += "\\b"; return;
        case U'\f': out += "\\f"; return;
        case U'\n': out += "\\n"; return;
        case U'\r': out += "\\r"; return;
        case U'\t': out += "\\t"; return;
        default: break;
    }
    if (is_control_character(decoded.value) || is_bidirectional_control(decoded.value)) {
        append_hex_escape(out, decoded.value);
    } else if (decoded.well_formed) {
        out += bytes;
    } else {
        append_code_point(out, kReplacementCharacter);
    }
}

bool is_written_as_it_is(char c) {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

/// Whether all eight bytes are written as they are. A byte of `word ^ pattern` is zero where the two agree, and a zero
/// byte borrows when 1 is subtracted from it; a borrow out of another byte can only say no too often.
bool are_written_as_they_are(std::uint64_t word) {
    constexpr std::uint64_t kOnes = 0x0101010101010101, kHighBits = kOnes * 0x80;
    const auto holds = [](std::uint64_t bytes, std::uint64_t byte) { return (bytes ^ (kOnes * byte)) - kOnes; };
    const auto below_blank = word - kOnes * 0x20;
    return ((word | below_blank | holds(word, '"') | holds(word, '\\') | holds(word, 0x7F)) & kHighBits) == 0;
}

/// Where the first character is that is not; the last word is looked at from its end.
std::size_t end_of_plain(std::string_view text, std::size_t at) {
    std::uint64_t word = 0;
    if (text.size() - at >= sizeof word) {
        const auto last = text.size() - sizeof word;
        for (; at < last; at += sizeof word) {
            std::memcpy(&word, text.data() + at, sizeof word);
            if (!are_written_as_they_are(word)) break;
        }
        std::memcpy(&word, text.data() + last, sizeof word);
        if (at >= last && are_written_as_they_are(word)) return text.size();
        at = std::min(at, last);
    }
    while (at < text.size() && is_written_as_it_is(text[at])) ++at;
    return at;
}

void append_string(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t at = 0; at < text.size();) {
        const auto end = end_of_plain(text, at);
        out.append(text, at, end - at);
        if (end == text.size()) break;
        const auto decoded = decode_code_point(text, end);
        append_escaped(out, decoded, text.substr(end, decoded.length));
        at = end + decoded.length;
    }
    out += '"';
}

template <class Number>
void append_number(std::string& out, Number number) {
    std::array<char, 64> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
}

void append_double(std::string& out, double number) {
    if (!std::isfinite(number)) {
        out += "null";  // JSON has no infinity
        return;
    }
    const auto start = out.size();
    append_number(out, number);
    // A number that was written with a fraction stays one: 1.0, not 1.
    if (out.find_first_of(".e", start) == std::string::npos) out += ".0";
}

std::string_view to_view(boost::json::string_view text) {
    return {text.data(), text.size()};
}

}  // namespace

void JsonWriter::separate() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (filled_) out_ += ',';
    filled_ = !open_.empty();
}

void JsonWriter::open(char bracket) {
    separate();
    out_ += bracket;
    open_ += bracket;
    filled_ = false;
}

void JsonWriter::close(char bracket) {
    out_ += bracket;
    open_.pop_back();
    filled_ = !open_.empty();
}

void JsonWriter::begin_object() {
    open('{');
}

void JsonWriter::end_object() {
    close('}');
}

void JsonWriter::begin_array() {
    open('[');
}

void JsonWriter::end_array() {
    close(']');
}

void JsonWriter::key(std::string_view name) {
    separate();
    append_string(out_, name);
    out_ += ':';
    after_key_ = true;
}

void JsonWriter::plain_key(std::string_view name) {
    separate();
    out_ += '"';
    out_ += name;
    out_ += "\":";
    after_key_ = true;
}

void JsonWriter::value(std::string_view text) {
    separate();
    append_string(out_, text);
}

void JsonWriter::value(bool flag) {
    separate();
    out_ += flag ? "true" : "false";
}

void JsonWriter::value(std::int64_t number) {
    separate();
    append_number(out_, number);
}

void JsonWriter::value(std::size_t number) {
    separate();
    append_number(out_, number);
}

void JsonWriter::value(double number) {
    separate();
    append_double(out_, number);
}

void JsonWriter::value(const boost::json::value& tree) {
    switch (tree.kind()) {
        case boost::json::kind::null:
            separate();
            out_ += "null";
            break;
        case boost::json::kind::bool_: value(tree.get_bool()); break;
        case boost::json::kind::int64: value(std::int64_t{tree.get_int64()}); break;
        case boost::json::kind::uint64:
            separate();
            append_number(out_, tree.get_uint64());
            break;
        case boost::json::kind::double_: value(tree.get_double()); break;
        case boost::json::kind::string: value(to_view(tree.get_string())); break;
        case boost::json::kind::array:
            begin_array();
            for (const auto& item : tree.get_array()) value(item);
            end_array();
            break;
        case boost::json::kind::object:
            begin_object();
            for (const auto& entry : tree.get_object()) {
                key(to_view(entry.key()));
                value(entry.value());
            }
            end_object();
            break;
    }
}

}  // namespace skilldeck
