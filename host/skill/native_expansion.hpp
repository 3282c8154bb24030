// SPDX-License-Identifier: Apache-2.0
// The prompt of a native skill: its module computes the text, and nothing in that text is a placeholder or a shell
// block. Inside skill/ only. [loop thread]
#pragma once

#include "skill/expansion.hpp"

#include <functional>
#include <memory>

namespace skilldeck {

/// `result` holds everything but the text. `done` runs once. Errors: skill_render_failed, skill_render_denied,
/// skill_unavailable.
void render_native_skill(std::shared_ptr<const Skill> skill, const ExpandRequest& request, ExpandedSkill result,
                         std::function<void(Result<ExpandedSkill>)> done);

}  // namespace skilldeck
