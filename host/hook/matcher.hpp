// SPDX-License-Identifier: Apache-2.0
// A matcher of a hook: everything, a list of exact names, or an unanchored regular expression (ECMAScript syntax,
// base/search_pattern). Immutable once compiled; safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "base/search_pattern.hpp"
#include "hook/event.hpp"
#include "plugin/contributions.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

class HookMatcher {
public:
    /// Errors: hook_matcher_invalid for a broken or too long expression; `where` is left empty.
    [[nodiscard]] static Result<HookMatcher> compile(const std::optional<std::string>& matcher,
                                                     const HookEventInfo& event);

    /// Case-sensitive. Errors: hook_matcher_invalid when the search becomes too complex or the subject is too long.
    [[nodiscard]] Result<bool> matches(std::string_view subject) const;
    [[nodiscard]] bool matches_everything() const { return !pattern_ && names_.empty(); }

private:
    std::vector<std::string> names_;
    std::optional<SearchPattern> pattern_;
    std::string text_;
};

/// What is wrong with the matchers of `hooks`, for lists and validation: those that do not compile, those that look
/// like a permission rule.
[[nodiscard]] Diagnostics check_hook_matchers(std::span<const HookConfig> hooks);

/// The same, and those that do not compile become the `fault` of their handlers: a HookJudge.
[[nodiscard]] Diagnostics judge_hook_matchers(std::span<HookConfig> hooks);

}  // namespace skilldeck
