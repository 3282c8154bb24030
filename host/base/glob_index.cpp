// SPDX-License-Identifier: Apache-2.0
#include "base/glob_index.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace skilldeck {

namespace {

using Tokens = std::span<const GlobToken>;

bool is_literal(const GlobToken& token) {
    return token.kind == GlobToken::Kind::literal;
}

/// Nothing where it holds U+FFFD: that matches any bytes that are not UTF-8.
std::optional<std::string> text_of(Tokens literals) {
    std::string text;
    for (const auto& token : literals) {
        if (token.literal == kReplacementCharacter) return std::nullopt;
        append_code_point(text, token.literal);
    }
    return text;
}

/// Whether what stands behind these tokens begins a segment of the path.
bool end_in_segment_start(Tokens tokens) {
    if (tokens.empty()) return true;
    const auto& last = tokens.back();
    if (is_literal(last)) return last.literal == U'/';
    if (last.kind != GlobToken::Kind::directories) return false;
    return end_in_segment_start(tokens.first(tokens.size() - 1));
}

}  // namespace

std::size_t GlobIndex::add(GlobSet set) {
    const auto number = sets_.size();
    sets_.push_back(std::move(set));
    for (const auto& glob : sets_.back().globs()) {
        if (glob.negated()) continue;  // it takes paths away and brings none
        for (const auto& alternative : glob.alternatives()) sort_in(alternative, number);
    }
    return number;
}

void GlobIndex::sort_in(const GlobAlternative& alternative, std::size_t number) {
    const Tokens tokens = alternative.tokens;
    const auto head = static_cast<std::size_t>(std::ranges::find_if_not(tokens, is_literal) - tokens.begin());
    const auto beginning = text_of(tokens.first(head));
    if (beginning && head == tokens.size()) return by_folder_[*beginning].push_back(number);
    if (const auto slash = beginning ? beginning->rfind('/') : std::string::npos; slash != std::string::npos) {
        return by_folder_[beginning->substr(0, slash)].push_back(number);
    }
    // Of the plain text at the end the last segment.
    auto tail = tokens.size();
    while (tail > 0 && is_literal(tokens[tail - 1]) && tokens[tail - 1].literal != U'/') --tail;
    const auto ending = text_of(tokens.subspan(tail));
    if (!ending || ending->empty()) return others_.push_back(number);
    if (end_in_segment_start(tokens.first(tail))) return by_name_[*ending].push_back(number);
    const auto dot = ending->rfind('.');
    if (dot == std::string::npos) return others_.push_back(number);
    by_ending_[ending->substr(dot)].push_back(number);
}

std::vector<std::size_t> GlobIndex::matching(std::string_view path, PathKind kind) const {
    auto found = others_;
    const auto take = [&found](const Table& table, std::string_view text) {
        if (const auto entry = table.find(text); entry != table.end()) {
            found.insert(found.end(), entry->second.begin(), entry->second.end());
        }
    };
    // A folder above the path counts as the path does: what lies below a match is matched.
    for (std::size_t begin = 0; begin < path.size();) {
        const auto end = std::min(path.find('/', begin), path.size());
        const auto segment = path.substr(begin, end - begin);
        take(by_folder_, path.substr(0, end));
        take(by_name_, segment);
        if (const auto dot = segment.rfind('.'); dot != std::string_view::npos) take(by_ending_, segment.substr(dot));
        begin = end + 1;
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::erase_if(found, [&](std::size_t number) { return !sets_[number].matches(path, kind); });
    return found;
}

}  // namespace skilldeck
