// SPDX-License-Identifier: Apache-2.0
// Is this text one well-formed JSON document (RFC 8259)? For tests, so that JSON which a plugin puts together by hand
// is checked without a JSON library. Values only, callable from anywhere.
#pragma once

#include <skilldeck/cpp/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace skd::testing {

class JsonSyntax {
public:
    explicit JsonSyntax(std::string_view text) : text_(text) {}

    [[nodiscard]] bool valid() {
        if (!is_utf8(text_) || !value(0)) return false;
        blanks();
        return at_ == text_.size();
    }

private:
    static constexpr int kMaxDepth = 64;

    [[nodiscard]] bool take(char c) {
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    [[nodiscard]] bool take(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }
    void blanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    }
    [[nodiscard]] bool digits() {
        const std::size_t from = at_;
        while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
        return at_ > from;
    }

    [[nodiscard]] bool value(int depth) {
        if (depth > kMaxDepth) return false;
        blanks();
        if (take('{')) return members('}', depth, true);
        if (take('[')) return members(']', depth, false);
        if (take('"')) return string_rest();
        return take("true") || take("false") || take("null") || number();
    }

    [[nodiscard]] bool members(char end, int depth, bool named) {
        blanks();
        if (take(end)) return true;
        do {
            blanks();
            if (named && !(take('"') && string_rest())) return false;
            blanks();
            if (named && !take(':')) return false;
            if (!value(depth + 1)) return false;
            blanks();
        } while (take(','));
        return take(end);
    }

    [[nodiscard]] bool string_rest() {
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            if (c == '"') return true;
            if (static_cast<unsigned char>(c) < 0x20) return false;
            if (c == '\\' && !escape()) return false;
        }
        return false;
    }

    [[nodiscard]] bool escape() {
        if (at_ == text_.size()) return false;
        const char c = text_[at_++];
        if (c != 'u') return std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos;
        for (int i = 0; i < 4; ++i) {
            if (at_ == text_.size()) return false;
            if (std::string_view("0123456789abcdefABCDEF").find(text_[at_++]) == std::string_view::npos) return false;
        }
        return true;
    }

    [[nodiscard]] bool number() {
        static_cast<void>(take('-'));
        if (!take('0') && !digits()) return false;
        if (take('.') && !digits()) return false;
        if (take('e') || take('E')) {
            static_cast<void>(take('+') || take('-'));
            return digits();
        }
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

[[nodiscard]] inline bool is_json(std::string_view text) {
    return JsonSyntax(text).valid();
}

/// `text` as a JSON string, with its quotes.
[[nodiscard]] inline std::string json_string(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            const char* hex = "0123456789abcdef";
            json += "\\u00";
            json += hex[static_cast<unsigned char>(c) >> 4U];
            json += hex[static_cast<unsigned char>(c) & 0xFU];
            continue;
        }
        if (c == '"' || c == '\\') json += '\\';
        json += c;
    }
    return json + '"';
}

}  // namespace skd::testing
