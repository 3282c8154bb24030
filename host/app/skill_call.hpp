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

struct SkillCall {
    std::string name;  ///< a leading `/` is dropped
    std::optional<std::string> arguments;
    Caller caller = Caller::user;
    ShellBlocks shell_blocks = ShellBlocks::allowed;
    std::string session_id;
};

/// Errors, in this order: skill_name_empty (1), skill_unknown (2), skill_disabled, skill_not_for_users or
/// skill_not_for_model (4), then those of expand().
[[nodiscard]] Result<ExpandedSkill> expand_skill(Host& host, const SkillCall& call);

}  // namespace skilldeck
