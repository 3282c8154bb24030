// SPDX-License-Identifier: Apache-2.0
// One call of a skill by a person or the model: the checks of that caller in their order, then the expansion.
// [loop thread]
#pragma once

#include "app/host.hpp"
#include "base/result.hpp"
#include "skill/expansion.hpp"

#include <optional>
#include <string>

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
};

/// Errors, in this order: skill_name_empty (1), skill_unknown (2), skill_disabled, skill_not_for_users or
/// skill_not_for_model (4), then those of expand(); interrupted when the work at hand was cancelled.
[[nodiscard]] Result<ExpandedSkill> expand_skill(Host& host, const SkillCall& call);

}  // namespace skilldeck
