// SPDX-License-Identifier: Apache-2.0
// One call of a skill by a person or the model: the checks of that caller in their order, then the expansion.
// [loop thread]
#pragma once

#include "app/host.hpp"
#include "base/result.hpp"
#include "skill/expansion.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

enum class Caller { user, model };

enum class SkillUseCount { counted, not_counted };

struct SkillCall {
    std::string name;  ///< a leading `/` is dropped
    std::optional<std::string> arguments;
    Caller caller = Caller::user;
    ShellBlocks shell_blocks = ShellBlocks::allowed;
    std::string session_id;
    SkillUseCount use = SkillUseCount::not_counted;  ///< whether the call counts as a use for the listing
    /// Asks where a rule or a shell block needs a yes; without it that is a refusal.
    std::function<bool(std::string_view question)> ask;
};

/// Errors, in this order: skill_name_empty (1); for the model skill_not_discovered (6), skill_not_found (2) or
/// skill_not_a_prompt (5), for people skill_unknown; skill_disabled, skill_not_for_users or skill_not_for_model (4);
/// call_denied by a rule or an unanswered question; then those of expand(); interrupted when the work at hand was
/// cancelled.
[[nodiscard]] Result<ExpandedSkill> expand_skill(Host& host, const SkillCall& call);

}  // namespace skilldeck
