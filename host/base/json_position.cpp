// SPDX-License-Identifier: Apache-2.0
#include "base/json_position.hpp"

#include "base/text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

/// Deeper than any document that is read.
constexpr std::size_t kMostLevels = 128;

class Scanner {
public:
    Scanner(std::string_view text, std::vector<JsonMember>& members) : text_(text), members_(members) {}

    void scan() {
        if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
        skip_blanks();
        read_value({}, at_, 0);
    }

private:
    [[nodiscard]] char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    bool take(char c) {
        skip_blanks();
        if (here() != c) return false;
        ++at_;
        return true;
    }

    /// False where the text is no JSON: the scan ends there.
    bool read_value(Place place, std::size_t key, std::size_t level) {
        skip_blanks();
        if (at_ >= text_.size() || level > kMostLevels) return false;
        const auto index = members_.size();
        members_.push_back({std::move(place), key, at_, at_, false, {}});
        bool good = true;
        switch (here()) {
            case '{': good = read_object(index, level); break;
            case '[': good = read_list(index, level); break;
            case '"': good = read_text(members_[index].text); break;
            default: at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size()); break;
        }
        members_[index].is_text = text_[members_[index].value] == '"';
        members_[index].end = at_;
        return good;
    }

    bool read_object(std::size_t index, std::size_t level) {
        ++at_;
        if (take('}')) return true;
        do {
            skip_blanks();
            const auto key = at_;
            std::string name;
            if (here() != '"' || !read_text(name) || !take(':')) return false;
            if (!read_value(members_[index].place / name, key, level + 1)) return false;
        } while (take(','));
        return take('}');
    }

    bool read_list(std::size_t index, std::size_t level) {
        ++at_;
        if (take(']')) return true;
        std::size_t number = 0;
        do {
            skip_blanks();
            if (!read_value(members_[index].place / number++, at_, level + 1)) return false;
        } while (take(','));
        return take(']');
    }

    bool read_text(std::string& into) {
        const auto begin = at_;
        bool escaped = false;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] != '\\') continue;
            escaped = true;
            ++at_;
        }
        if (at_ >= text_.size()) return false;
        ++at_;
        const auto token = text_.substr(begin, at_ - begin);
        into = token.substr(1, token.size() - 2);
        if (!escaped) return true;
        boost::system::error_code failure;
        const auto decoded = boost::json::parse(token, failure);
        if (!failure && decoded.is_string()) into.assign(decoded.get_string().data(), decoded.get_string().size());
        return true;
    }

    std::string_view text_;
    std::vector<JsonMember>& members_;
    std::size_t at_ = 0;
};

}  // namespace

JsonPositions::JsonPositions(std::string_view text) : lines_(text) {
    Scanner(text, members_).scan();
}

const JsonMember* JsonPositions::find(std::string_view pointer) const {
    const JsonMember* found = nullptr;
    for (const auto& member : members_) {
        if (member.place.pointer == pointer) found = &member;  // of a repeated key the last, as the values have it
    }
    return found;
}

TextPosition JsonPositions::position(std::string_view pointer, Place::Part part) const {
    const auto* member = find(pointer);
    while (member == nullptr && !pointer.empty()) {
        pointer = pointer.substr(0, pointer.rfind('/'));
        part = Place::Part::key;
        member = find(pointer);
    }
    if (member == nullptr) return {};
    return position(part == Place::Part::key ? member->key : member->value);
}

}  // namespace skilldeck
