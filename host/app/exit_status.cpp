// SPDX-License-Identifier: Apache-2.0
#include "app/exit_status.hpp"

#include "app/codes.hpp"
#include "native/codes.hpp"
#include "settings/codes.hpp"
#include "skill/codes.hpp"
#include "trust/codes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace skilldeck {

namespace {

constexpr std::array kUsage{code::usage_wrong, code::skill_source_unknown, code::option_secret_in_words,
                            code::touched_directory};

/// What policy, trust or a hook forbids.
constexpr std::array kRefused{
    code::settings_managed_insecure,
    code::sideload_disabled,
    code::plugin_blocked,
    code::plugin_state_held,
    code::plugin_option_held,
    code::marketplace_blocked,
    code::marketplace_not_known,
    code::marketplace_source_undeclared,
    code::marketplace_source_unknown,
    code::command_source_disabled,
    code::trust_refused,
    code::native_approval_declined,
    code::skill_name_empty,
    code::skill_not_found,
    code::skill_not_a_prompt,
    code::skill_not_discovered,
    code::call_denied,
    code::skill_disabled,
    code::skill_not_for_model,
    code::skill_not_for_users,
    code::skill_render_denied,
    code::blocked_by_hook,
    code::native_digest_differs,
    code::native_not_trusted,
    code::native_not_allowed,
    code::skill_not_approved,
};

template <std::size_t N>
bool contains(const std::array<Code, N>& list, Code code) {
    return std::find(list.begin(), list.end(), code) != list.end();
}

int rank(ExitStatus status) {
    switch (status) {
        case ExitStatus::done: return 0;
        case ExitStatus::failed: return 1;
        case ExitStatus::refused: return 2;
        case ExitStatus::usage: return 3;
    }
    return 3;
}

}  // namespace

ExitStatus worse(ExitStatus a, ExitStatus b) {
    return rank(a) >= rank(b) ? a : b;
}

ExitStatus exit_status_of(const Error& error) {
    if (contains(kUsage, error.code)) return ExitStatus::usage;
    return contains(kRefused, error.code) ? ExitStatus::refused : ExitStatus::failed;
}

}  // namespace skilldeck
