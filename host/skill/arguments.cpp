// SPDX-License-Identifier: Apache-2.0
#include "skill/arguments.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

bool is_argument_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::vector<std::string> split_at_blanks(std::string_view raw) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < raw.size();) {
        at = std::min(raw.find_first_not_of(" \t\n\r", at), raw.size());
        const auto end = std::min(raw.find_first_of(" \t\n\r", at), raw.size());
        if (end > at) words.emplace_back(raw.substr(at, end - at));
        at = end;
    }
    return words;
}

}  // namespace

std::vector<std::string> split_arguments(std::string_view raw) {
    std::vector<std::string> words;
    std::string word;
    bool started = false;
    char quote = 0;
    for (std::size_t at = 0; at < raw.size(); ++at) {
        const char c = raw[at];
        const char next = at + 1 < raw.size() ? raw[at + 1] : '\0';
        if (quote == '\'' && c != '\'') {
            word += c;
        } else if (c == '\\' && at + 1 < raw.size() && (quote == 0 || next == '"' || next == '\\')) {
            word += next;
            started = true;
            ++at;
        } else if (c == quote && quote != 0) {
            quote = 0;
        } else if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
            started = true;
        } else if (quote == 0 && is_argument_blank(c)) {
            if (started) words.push_back(std::move(word));
            word.clear();
            started = false;
        } else {
            word += c;
            started = true;
        }
    }
    if (quote != 0) return split_at_blanks(raw);
    if (started) words.push_back(std::move(word));
    return words;
}

}  // namespace skilldeck
