// SPDX-License-Identifier: Apache-2.0
#include "json_value.hpp"

#include <charconv>
#include <cstdint>
#include <skilldeck/cpp/utf8.hpp>

namespace plugin_support {
namespace {

struct Refused {
    JsonError error;
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

void append_utf8(std::string& out, std::uint32_t code) {
    const auto byte = [&out](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | (code >> 6));
        byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | (code >> 12));
        byte(0x80 | ((code >> 6) & 0x3F));
        byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | (code >> 18));
        byte(0x80 | ((code >> 12) & 0x3F));
        byte(0x80 | ((code >> 6) & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

class Reader {
public:
    Reader(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

    JsonValue document() {
        if (text_.size() > limits_.bytes) refuse("larger than the limit");
        JsonValue value = read_value(0);
        skip_blanks();
        if (at_ != text_.size()) refuse("text after the value");
        return value;
    }

private:
    [[noreturn]] void refuse(const char* what) const { throw Refused{{what, at_}}; }

    void skip_blanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    }

    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    bool take(char wanted) {
        if (at_ >= text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    bool take_word(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }

    JsonValue read_value(std::size_t depth) {
        if (depth > limits_.depth) refuse("nested too deeply");
        if (++values_ > limits_.values) refuse("too many values");
        skip_blanks();
        switch (peek()) {
            case '{': return read_object(depth);
            case '[': return read_array(depth);
            case '"': return JsonValue(read_string());
            default: break;
        }
        if (take_word("true")) return JsonValue(true);
        if (take_word("false")) return JsonValue(false);
        if (take_word("null")) return {};
        return JsonValue(read_number());
    }

    JsonValue read_object(std::size_t depth) {
        JsonValue::Members members;
        ++at_;
        skip_blanks();
        if (take('}')) return JsonValue(std::move(members));
        do {
            skip_blanks();
            if (peek() != '"') refuse("expected a member name");
            if (members.size() >= limits_.members) refuse("too many members");
            std::string name = read_string();
            for (const auto& member : members) {
                if (member.first == name) refuse("a member name twice");
            }
            skip_blanks();
            if (!take(':')) refuse("expected ':'");
            members.emplace_back(std::move(name), read_value(depth + 1));
            skip_blanks();
        } while (take(','));
        if (!take('}')) refuse("expected ',' or '}'");
        return JsonValue(std::move(members));
    }

    JsonValue read_array(std::size_t depth) {
        JsonValue::Array items;
        ++at_;
        skip_blanks();
        if (take(']')) return JsonValue(std::move(items));
        do {
            items.push_back(read_value(depth + 1));
            skip_blanks();
        } while (take(','));
        if (!take(']')) refuse("expected ',' or ']'");
        return JsonValue(std::move(items));
    }

    std::string read_string() {
        std::string out;
        ++at_;
        while (true) {
            if (at_ >= text_.size()) refuse("unterminated string");
            const char c = text_[at_];
            if (c == '"') {
                ++at_;
                return out;
            }
            if (static_cast<unsigned char>(c) < 0x20) refuse("control character in a string");
            if (c == '\\') {
                read_escape(out);
                continue;
            }
            const std::size_t length = skd::utf8_sequence(text_, at_);
            if (length == 0) refuse("ill-formed UTF-8");
            out.append(text_.substr(at_, length));
            at_ += length;
        }
    }

    void read_escape(std::string& out) {
        ++at_;
        const char kind = peek();
        static constexpr std::string_view kNames = "\"\\/bfnrt";
        static constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
        if (const auto index = kNames.find(kind); kind != '\0' && index != std::string_view::npos) {
            ++at_;
            out.push_back(kValues[index]);
            return;
        }
        if (kind != 'u') refuse("unknown escape");
        ++at_;
        std::uint32_t code = read_hex4();
        if (code >= 0xDC00 && code < 0xE000) refuse("unpaired surrogate");
        if (code >= 0xD800 && code < 0xDC00) {
            if (!take_word("\\u")) refuse("unpaired surrogate");
            const std::uint32_t low = read_hex4();
            if (low < 0xDC00 || low >= 0xE000) refuse("unpaired surrogate");
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        }
        append_utf8(out, code);
    }

    std::uint32_t read_hex4() {
        std::uint32_t code = 0;
        const std::string_view digits = text_.substr(at_, 4);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc{} || digits.size() != 4 || end != digits.data() + 4) refuse("four hex digits expected");
        at_ += 4;
        return code;
    }

    void digits() {
        if (!is_digit(peek())) refuse("expected a value");
        while (is_digit(peek())) ++at_;
    }

    double read_number() {
        const std::size_t start = at_;
        (void)take('-');
        if (!take('0')) digits();
        if (take('.')) digits();
        if (peek() == 'e' || peek() == 'E') {
            ++at_;
            if (!take('+')) (void)take('-');
            digits();
        }
        double value = 0;
        const auto [end, error] = std::from_chars(text_.data() + start, text_.data() + at_, value);
        if (error != std::errc{} || end != text_.data() + at_) refuse("number out of range");
        return value;
    }

    std::string_view text_;
    const JsonLimits& limits_;
    std::size_t at_ = 0;
    std::size_t values_ = 0;
};

}  // namespace

const JsonValue* JsonValue::find_one(std::string_view name) const {
    const Members* members = as_object();
    if (members == nullptr) return nullptr;
    for (const auto& [key, value] : *members) {
        if (key == name) return &value;
    }
    return nullptr;
}

std::variant<JsonValue, JsonError> read_json(std::string_view text, const JsonLimits& limits) {
    try {
        return Reader(text, limits).document();
    } catch (const Refused& refused) {
        return refused.error;
    }
}

void append_json_string(std::string& out, std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    out.push_back('"');
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = skd::utf8_sequence(text, at);
        const char c = text[at];
        if (length == 0) {
            out.append("\xEF\xBF\xBD");
            ++at;
            continue;
        }
        if (c == '"' || c == '\\') {
            out.push_back('\\');
            out.push_back(c);
        } else if (c == '\n') {
            out.append("\\n");
        } else if (c == '\t') {
            out.append("\\t");
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            out.append("\\u00");
            out.push_back(kHex[static_cast<unsigned char>(c) >> 4]);
            out.push_back(kHex[static_cast<unsigned char>(c) & 0xF]);
        } else {
            out.append(text.substr(at, length));
        }
        at += length;
    }
    out.push_back('"');
}

}  // namespace plugin_support
