// SPDX-License-Identifier: Apache-2.0
// The only source that sees Boost.Regex. Its complexity limit is what bounds the time of a search.
#include "base/search_pattern.hpp"

#include "base/text.hpp"

// Steps of one search, a tenth of the default: some tens of milliseconds.
#define BOOST_REGEX_MAX_STATE_COUNT 10000000
#include <boost/regex.hpp>

#include <exception>

namespace skilldeck {

namespace {

/// What Boost.Regex says, without the part that marks the place over several lines.
std::string first_sentence(std::string_view what) {
    return std::string(trim(what.substr(0, what.find_first_of(".\n"))));
}

}  // namespace

struct SearchPattern::Compiled {
    boost::regex expression;
};

std::optional<SearchPattern> SearchPattern::compile(std::string_view expression, std::string& problem) {
    if (expression.size() > kPatternBytes) {
        problem = "longer than " + std::to_string(kPatternBytes) + " characters";
        return std::nullopt;
    }
    try {
        SearchPattern pattern;
        pattern.compiled_ = std::make_shared<const Compiled>(
            Compiled{boost::regex(expression.begin(), expression.end(), boost::regex::ECMAScript)});
        return pattern;
    } catch (const std::exception& failed) {
        problem = first_sentence(failed.what());
        return std::nullopt;
    }
}

SearchPattern::Found SearchPattern::search(std::string_view subject) const {
    if (subject.size() > kSubjectBytes) return Found::subject_too_long;
    // As JavaScript has it without flags: `^` and `$` are the ends of the text, `.` is no line end.
    const auto flags = boost::match_single_line | boost::match_not_dot_newline | boost::match_any;
    try {
        const bool found = boost::regex_search(subject.begin(), subject.end(), compiled_->expression, flags);
        return found ? Found::yes : Found::no;
    } catch (const std::exception&) {
        return Found::too_complex;
    }
}

}  // namespace skilldeck
