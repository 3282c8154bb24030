// SPDX-License-Identifier: Apache-2.0
// Changing one member of a settings text. The text is parsed first, so that nothing here meets ill-formed JSON; then
// the places of the members are found and only those bytes are replaced. Whether a removal undoes a setting is not
// guessed from looks: a candidate counts when setting the member in it gives the present text again.
#include "base/codes.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "settings/codes.hpp"
#include "settings/settings.hpp"

#include <boost/json/serialize.hpp>

#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kDefaultIndent = "  ";

/// Where one member of an object stands in the text.
struct MemberPlace {
    std::string key;
    std::size_t key_begin = 0, value_begin = 0, value_end = 0;
};

struct ObjectPlace {
    std::size_t open = 0, close = 0;  ///< of the braces
    std::vector<MemberPlace> members;

    /// The index of the last member of that name: the one that counts.
    [[nodiscard]] std::optional<std::size_t> last(std::string_view key) const {
        for (auto i = members.size(); i-- > 0;) {
            if (members[i].key == key) return i;
        }
        return std::nullopt;
    }
};

/// Walks a text that is known to be well-formed.
class Scanner {
public:
    Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    ObjectPlace object() {
        ObjectPlace place;
        place.open = at_++;
        for (skip_blanks(); text_[at_] != '}'; skip_blanks()) {
            if (text_[at_] == ',') ++at_;
            skip_blanks();
            place.members.push_back(member());
        }
        place.close = at_;
        return place;
    }

private:
    void skip_blanks() { at_ = text_.find_first_not_of(kBlanks, at_); }

    MemberPlace member() {
        MemberPlace place;
        place.key_begin = at_;
        skip_string();
        const auto key = parse_json(text_.substr(place.key_begin, at_ - place.key_begin), {});
        if (key && key->is_string()) place.key.assign(key->get_string().data(), key->get_string().size());
        at_ = text_.find(':', at_) + 1;
        skip_blanks();
        place.value_begin = at_;
        skip_value();
        place.value_end = at_;
        return place;
    }

    void skip_string() {
        for (++at_; text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\') ++at_;
        }
        ++at_;
    }

    void skip_value() {
        int depth = 0;
        do {
            const char c = text_[at_];
            if (c == '"') {
                skip_string();
            } else if (c == '{' || c == '[') {
                ++depth;
                ++at_;
            } else if (c == '}' || c == ']') {
                --depth;
                ++at_;
            } else if (depth > 0) {
                ++at_;
            } else {
                at_ = text_.find_first_of(" \t\r\n,}]", at_);
            }
        } while (depth > 0);
    }

    std::string_view text_;
    std::size_t at_;
};

/// What is edited, and how it is called.
struct Edit {
    std::string_view where, map_key, member_key;
};

std::string quoted(std::string_view text) {
    return boost::json::serialize(boost::json::string_view(text.data(), text.size()));
}

std::string pair_text(std::string_view key, std::string_view value) {
    return quoted(key) + ": " + std::string(value);
}

std::string replaced(std::string_view text, std::size_t begin, std::size_t end, std::string_view with) {
    std::string result(text.substr(0, begin));
    result += with;
    result += text.substr(end);
    return result;
}

/// The blanks before the last member's key: what a further member is set off with.
std::string_view separator(std::string_view text, const ObjectPlace& object) {
    const auto begin = text.find_last_not_of(kBlanks, object.members.back().key_begin - 1) + 1;
    return text.substr(begin, object.members.back().key_begin - begin);
}

std::string append_member(std::string_view text, const ObjectPlace& object, std::string_view pair) {
    const auto blanks = separator(text, object);
    const auto end = object.members.back().value_end;
    return replaced(text, end, end, "," + std::string(blanks.empty() ? " " : blanks) + std::string(pair));
}

/// A new map with its first member. Inside the braces there is always some blank: by that a map that was made here
/// is told from an empty one that was there before.
std::string new_map(std::string_view pair, std::string_view line_end, std::string_view indent) {
    if (line_end.empty()) return "{ " + std::string(pair) + " }";
    const std::string unit(indent.empty() ? kDefaultIndent : indent);
    return "{" + std::string(line_end) + std::string(indent) + unit + std::string(pair) + std::string(line_end) +
           std::string(indent) + "}";
}

std::string add_map(std::string_view text, const ObjectPlace& root, const Edit& edit, std::string_view pair) {
    if (!root.members.empty()) {
        const auto blanks = separator(text, root);
        const auto line = blanks.rfind('\n');
        if (line == std::string_view::npos)
            return append_member(text, root, pair_text(edit.map_key, new_map(pair, {}, {})));
        const auto line_end = line > 0 && blanks[line - 1] == '\r' ? "\r\n" : "\n";
        return append_member(text, root, pair_text(edit.map_key, new_map(pair, line_end, blanks.substr(line + 1))));
    }
    if (root.close > root.open + 1) {  // blanks between the braces: they stay where they are
        return replaced(text, root.open + 1, root.open + 1, pair_text(edit.map_key, new_map(pair, {}, {})));
    }
    const std::string line_end = text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
    const auto map = pair_text(edit.map_key, new_map(pair, line_end, kDefaultIndent));
    return replaced(text, root.open + 1, root.close, line_end + std::string(kDefaultIndent) + map + line_end);
}

std::string set_member(std::string_view text, const Edit& edit, std::string_view value) {
    const auto root = Scanner(text, text.find('{')).object();
    const auto pair = pair_text(edit.member_key, value);
    const auto at = root.last(edit.map_key);
    if (!at) return add_map(text, root, edit, pair);
    const auto map = Scanner(text, root.members[*at].value_begin).object();
    if (const auto old = map.last(edit.member_key)) {
        return replaced(text, map.members[*old].value_begin, map.members[*old].value_end, value);
    }
    if (map.members.empty()) return replaced(text, map.open + 1, map.open + 1, pair);
    return append_member(text, map, pair);
}

/// Removes the only member of a map: with the map when it was made for that member, else the map stays, empty.
std::string remove_only_member(std::string_view text, const ObjectPlace& root, std::size_t at, const Edit& edit) {
    const auto& map_place = root.members[at];
    const auto map = Scanner(text, map_place.value_begin).object();
    const auto& member = map.members.front();
    const auto value = text.substr(member.value_begin, member.value_end - member.value_begin);
    std::vector<std::string> candidates;
    if (at > 0) {
        candidates.push_back(replaced(text, root.members[at - 1].value_end, map_place.value_end, {}));
    } else if (root.members.size() == 1) {
        candidates.push_back(replaced(text, root.open + 1, root.close, {}));
        candidates.push_back(replaced(text, map_place.key_begin, map_place.value_end, {}));
    }
    candidates.push_back(replaced(text, member.key_begin, member.value_end, {}));
    for (auto& candidate : candidates) {
        if (set_member(candidate, edit, value) == text) return std::move(candidate);
    }
    return replaced(text, map.open + 1, map.close, {});
}

std::string remove_member(std::string text, const Edit& edit) {
    for (;;) {  // a key that is there twice goes altogether, or the earlier value would come back
        const auto root = Scanner(text, text.find('{')).object();
        const auto at = root.last(edit.map_key);
        if (!at) return text;
        const auto map = Scanner(text, root.members[*at].value_begin).object();
        const auto old = map.last(edit.member_key);
        if (!old) return text;
        if (map.members.size() == 1) return remove_only_member(text, root, *at, edit);
        const auto& member = map.members[*old];
        text = *old > 0 ? replaced(text, map.members[*old - 1].value_end, member.value_end, {})
                        : replaced(text, member.key_begin, map.members[1].key_begin, {});
    }
}

Error wrong_type_at(std::string_view text, std::size_t offset, Error error) {
    const auto [line, column] = line_and_column(text, offset);
    error.what += " at line " + std::to_string(line) + ", column " + std::to_string(column);
    return error;
}

std::size_t start_of(std::string_view text) {
    return text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

/// Whether the text is one that can be edited: an object whose member of that name, if any, is an object.
Result<> check(std::string_view text, const Edit& edit) {
    const auto document = parse_json_object(text, edit.where);
    const auto first = text.find_first_not_of(kBlanks, start_of(text));
    if (!document) {
        const auto& error = document.error();
        return error.code == code::json_wrong_type
                   ? wrong_type_at(text.substr(start_of(text)), first - start_of(text), error)
                   : error;
    }
    const auto root = Scanner(text, first).object();
    const auto at = root.last(edit.map_key);
    if (!at || text[root.members[*at].value_begin] == '{') return {};
    const auto& value = document->at(root.members[*at].key);
    const auto error = make_error(code::json_wrong_type, edit.where, {edit.map_key, json_kind(value), "a map"});
    return wrong_type_at(text.substr(start_of(text)), root.members[*at].value_begin - start_of(text), error);
}

/// The first link between `root` and `file` that leads out of `real_root`, and where it points.
Error link_outside(const FileReader& files, const Path& file, const Path& root, const Path& real_root) {
    Path at = root;
    for (const auto& component : file.lexically_relative(root)) {
        at /= component;
        const auto target = files.read_link(at);
        if (!target) continue;
        const auto real = files.real_path(at);
        if (real && lies_below(*real, real_root)) continue;
        return make_error(code::settings_link_outside, at.string(), {target->generic_string()});
    }
    return make_error(code::settings_link_outside, file.string(), {file.generic_string()});
}

}  // namespace

Result<Path> settings_target_below(const FileReader& files, const Path& file, const Path& root) {
    const auto real_root = files.real_path(root);
    if (!real_root) return real_root.error();
    Path there = file, missing;
    while (there != root && there.has_relative_path() && !files.info(there, Links::keep)) {
        missing = missing.empty() ? there.filename() : there.filename() / missing;
        there = there.parent_path();
    }
    const auto real = files.real_path(there);
    if (!real || !lies_below(*real, *real_root)) return link_outside(files, file, root, *real_root);
    return missing.empty() ? *real : *real / missing;
}

Result<std::string> edit_settings_member(std::string_view text, std::string_view where, std::string_view map_key,
                                         std::string_view member_key, const std::optional<std::string>& value) {
    const Edit edit{where, map_key, member_key};
    std::string start(text);
    if (text.find_first_not_of(kBlanks, start_of(text)) == std::string_view::npos) {
        if (!value) return start;
        start = std::string(text.substr(0, start_of(text))) + "{}\n";
    }
    if (const auto fine = check(start, edit); !fine) return fine.error();
    if (!value) return remove_member(std::move(start), edit);
    if (const auto parsed = parse_json(*value, where); !parsed) return parsed.error();
    return set_member(start, edit, *value);
}

}  // namespace skilldeck
