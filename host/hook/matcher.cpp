// SPDX-License-Identifier: Apache-2.0
// The only source that sees Boost.Regex. Its complexity limit is what bounds the time of a search.
#include "hook/matcher.hpp"

#include "base/text.hpp"
#include "hook/codes.hpp"
#include "hook/handler.hpp"

// Steps of one search, a tenth of the default: some tens of milliseconds.
#define BOOST_REGEX_MAX_STATE_COUNT 10000000
#include <boost/regex.hpp>

#include <algorithm>
#include <exception>

namespace skilldeck {

namespace {

constexpr std::size_t kPatternBytes = 1'000;
constexpr std::size_t kSubjectBytes = 64 * 1024;

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/// These two take file names and error words, where blanks, commas and hyphens are no list.
bool has_narrow_lists(const HookEventInfo& event) {
    return event.name == "FileChanged" || event.name == "StopFailure";
}

bool is_list(std::string_view text, const HookEventInfo& event) {
    const std::string_view separators = has_narrow_lists(event) ? "|" : "|,- ";
    return std::ranges::all_of(text, [&](char character) {
        return kLetters.find(character) != std::string_view::npos ||
               separators.find(character) != std::string_view::npos;
    });
}

std::vector<std::string> names_of(std::string_view text) {
    std::vector<std::string> names;
    for (const auto by_bar : split(text, '|')) {
        for (const auto item : split(by_bar, ',')) {
            if (const auto name = trim(item); !name.empty()) names.emplace_back(name);
        }
    }
    return names;
}

Error invalid(std::string_view matcher, std::string_view why) {
    return make_error(code::hook_matcher_invalid, {}, {matcher, why});
}

/// What Boost.Regex says, without the part that marks the place over several lines.
std::string first_sentence(std::string_view what) {
    return std::string(trim(what.substr(0, what.find_first_of(".\n"))));
}

/// `Bash(git add *)`: a word, and brackets to its end.
bool looks_like_rule(std::string_view text) {
    const auto open = text.find('(');
    if (open == std::string_view::npos || open == 0 || !text.ends_with(')')) return false;
    const auto word = text.substr(0, open);
    const auto inside = text.substr(open + 1, text.size() - open - 2);
    const bool is_word = word.find_first_not_of(kLetters) == std::string_view::npos;
    return is_word && inside.find_first_of(" */:~") != std::string_view::npos;
}

}  // namespace

struct HookMatcher::Pattern {
    boost::regex expression;
};

Result<HookMatcher> HookMatcher::compile(const std::optional<std::string>& matcher, const HookEventInfo& event) {
    HookMatcher compiled;
    if (!matcher || matcher->empty() || *matcher == "*" || event.matcher_field.empty()) return compiled;
    compiled.text_ = *matcher;
    if (matcher->size() > kPatternBytes) {
        return invalid(first_code_points(*matcher, 40), "longer than " + std::to_string(kPatternBytes) + " characters");
    }
    if (is_list(*matcher, event)) {
        compiled.names_ = names_of(*matcher);
        if (compiled.names_.empty()) return invalid(*matcher, "it holds no name");
        return compiled;
    }
    try {
        compiled.pattern_ = std::make_shared<const Pattern>(Pattern{boost::regex(*matcher, boost::regex::ECMAScript)});
    } catch (const std::exception& failed) {
        return invalid(*matcher, first_sentence(failed.what()));
    }
    return compiled;
}

Result<bool> HookMatcher::matches(std::string_view subject) const {
    if (matches_everything()) return true;
    if (!pattern_) return std::ranges::find(names_, subject) != names_.end();
    if (subject.size() > kSubjectBytes)
        return invalid(text_, "what it is compared with is longer than 64 Ki characters");
    // As JavaScript has it without flags: `^` and `$` are the ends of the text, `.` is no line end.
    const auto flags = boost::match_single_line | boost::match_not_dot_newline | boost::match_any;
    try {
        return boost::regex_search(subject.begin(), subject.end(), pattern_->expression, flags);
    } catch (const std::exception&) {
        return invalid(text_, "the search takes too many steps");
    }
}

namespace {

/// `PreToolUse[0].hooks[1]` is a handler of the group that has the matcher: one finding a matcher.
std::string matcher_place(const HookConfig& hook) {
    return hook.place.substr(0, hook.place.rfind(".hooks[")) + ".matcher";
}

std::string matcher_pointer(const HookConfig& hook) {
    return hook.pointer.substr(0, hook.pointer.rfind("/hooks/")) + "/matcher";
}

}  // namespace

Diagnostics check_hook_matchers(std::span<const HookConfig> hooks) {
    Diagnostics found;
    for (const auto& hook : hooks) {
        const auto* event = find_hook_event(hook.event);
        if (event == nullptr) continue;
        if (const auto compiled = HookMatcher::compile(hook.matcher, *event); !compiled) {
            auto diagnostic = to_diagnostic(compiled.error());
            diagnostic.message = matcher_place(hook) + ": " + diagnostic.message;
            diagnostic.file = hook.file.string();
            diagnostic.pointer = matcher_pointer(hook);
            diagnostic.part = Place::Part::value;
            diagnostic.plugin = hook.origin.plugin;
            if (std::ranges::find(found, diagnostic) == found.end()) found.push_back(std::move(diagnostic));
        } else if (hook.matcher && looks_like_rule(*hook.matcher)) {
            found.push_back(handler_diagnostic(code::hook_matcher_like_rule, hook, {*hook.matcher, hook.place}));
        }
    }
    return found;
}

}  // namespace skilldeck
