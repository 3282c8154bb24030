// SPDX-License-Identifier: Apache-2.0
#include "hook/matcher.hpp"

#include "base/text.hpp"
#include "hook/codes.hpp"
#include "hook/handler.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kShownPattern = 40;  // code points of one that is too long
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

Result<HookMatcher> HookMatcher::compile(const std::optional<std::string>& matcher, const HookEventInfo& event) {
    HookMatcher compiled;
    if (!matcher || matcher->empty() || *matcher == "*" || event.matcher_field.empty()) return compiled;
    compiled.text_ = *matcher;
    const bool is_long = matcher->size() > SearchPattern::kPatternBytes;
    if (!is_long && is_list(*matcher, event)) {
        compiled.names_ = names_of(*matcher);
        if (compiled.names_.empty()) return invalid(*matcher, "it holds no name");
        return compiled;
    }
    std::string problem;
    compiled.pattern_ = SearchPattern::compile(*matcher, problem);
    if (!compiled.pattern_) return invalid(is_long ? first_code_points(*matcher, kShownPattern) : *matcher, problem);
    return compiled;
}

Result<bool> HookMatcher::matches(std::string_view subject) const {
    if (matches_everything()) return true;
    if (!pattern_) return std::ranges::find(names_, subject) != names_.end();
    switch (pattern_->search(subject)) {
        case SearchPattern::Found::yes: return true;
        case SearchPattern::Found::no: return false;
        case SearchPattern::Found::subject_too_long:
            return invalid(text_, "what it is compared with is longer than 64 Ki characters");
        case SearchPattern::Found::too_complex: break;
    }
    return invalid(text_, "the search takes too many steps");
}

namespace {

/// `PreToolUse[0].hooks[1]` is a handler of the group that has the matcher: one finding a matcher.
std::string matcher_place(const HookConfig& hook) {
    return hook.place.substr(0, hook.place.rfind(".hooks[")) + ".matcher";
}

std::string matcher_pointer(const HookConfig& hook) {
    return hook.pointer.substr(0, hook.pointer.rfind("/hooks/")) + "/matcher";
}

/// `broken(hook, why)` is called for each that does not compile.
template <class Hook, class Broken>
Diagnostics check_matchers(std::span<Hook> hooks, const Broken& broken) {
    Diagnostics found;
    for (auto& hook : hooks) {
        const auto* event = find_hook_event(hook.event);
        if (event == nullptr) continue;
        if (const auto compiled = HookMatcher::compile(hook.matcher, *event); !compiled) {
            broken(hook, compiled.error().what);
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

}  // namespace

Diagnostics check_hook_matchers(std::span<const HookConfig> hooks) {
    return check_matchers(hooks, [](const HookConfig&, const std::string&) {});
}

Diagnostics judge_hook_matchers(std::span<HookConfig> hooks) {
    return check_matchers(hooks, [](HookConfig& hook, const std::string& why) {
        if (hook.fault.empty()) hook.fault = why;
    });
}

}  // namespace skilldeck
