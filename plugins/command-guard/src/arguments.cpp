// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <algorithm>

namespace command_guard {

namespace {

/// Whether a long option was given, in full or abbreviated. A letter is only itself.
bool is_option(const std::string& given, std::string_view option) {
    constexpr std::size_t kShortestAbbreviation = 3;
    return given == option || (given.size() >= kShortestAbbreviation && option.starts_with(given));
}

}  // namespace

Arguments::Arguments(const std::vector<Text>& argv, std::size_t start, const OptionSyntax& syntax)
    : first_operand_(argv.size()) {
    for (std::size_t at = start; at < argv.size();) {
        const std::string& word = argv[at].value;
        const bool ends_options = word == "--";
        const bool is_option = word.size() > 1 && word[0] == '-' && !ends_options;
        if (is_option) {
            at = word[1] == '-' ? read_long(argv, at, syntax) : read_letters(argv, at, syntax.short_with_value);
            continue;
        }
        if (ends_options) ++at;
        if (at < argv.size()) first_operand_ = std::min(first_operand_, at);
        if (!ends_options && syntax.order == OptionSyntax::Order::mixed) {
            operands_.push_back(argv[at++]);
            continue;
        }
        operands_.insert(operands_.end(), argv.begin() + static_cast<std::ptrdiff_t>(at), argv.end());
        return;
    }
}

std::size_t Arguments::read_letters(const std::vector<Text>& argv, std::size_t at, std::string_view with_value) {
    const std::string& word = argv[at].value;
    for (std::size_t i = 1; i < word.size(); ++i) {
        letters_.push_back(word[i]);
        if (with_value.find(word[i]) == std::string_view::npos) continue;
        const std::string option(1, word[i]);
        if (i + 1 < word.size()) {
            values_.push_back({option, {word.substr(i + 1), argv[at].is_pattern}});
            return at + 1;
        }
        if (at + 1 < argv.size()) values_.push_back({option, argv[at + 1]});
        return at + 2;
    }
    return at + 1;
}

std::size_t Arguments::read_long(const std::vector<Text>& argv, std::size_t at, const OptionSyntax& syntax) {
    const std::string& word = argv[at].value;
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    long_options_.push_back(name);
    if (equals != std::string::npos) {
        values_.push_back({name, {word.substr(equals + 1), argv[at].is_pattern}});
        return at + 1;
    }
    const auto& takers = syntax.long_with_value;
    if (std::find(takers.begin(), takers.end(), name) == takers.end()) return at + 1;
    if (at + 1 < argv.size()) values_.push_back({name, argv[at + 1]});
    return at + 2;
}

bool Arguments::has(std::string_view option) const {
    return std::any_of(long_options_.begin(), long_options_.end(),
                       [&](const std::string& given) { return is_option(given, option); });
}

std::vector<Text> Arguments::values(std::string_view option) const {
    std::vector<Text> out;
    for (const Value& value : values_) {
        if (is_option(value.option, option)) out.push_back(value.value);
    }
    return out;
}

}  // namespace command_guard
