// SPDX-License-Identifier: Apache-2.0
#include "app/exit_status.hpp"

namespace skilldeck {

namespace {

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
    switch (error.code) {
        case Code::usage_wrong:
        case Code::skill_source_unknown: return ExitStatus::usage;
        case Code::settings_managed_insecure:
        case Code::sideload_disabled:
        case Code::plugin_blocked:
        case Code::plugin_state_held:
        case Code::marketplace_blocked:
        case Code::marketplace_not_known:
        case Code::trust_refused:
        case Code::native_approval_declined:
        case Code::skill_name_empty:
        case Code::skill_disabled:
        case Code::skill_not_for_model:
        case Code::skill_not_for_users:
        case Code::skill_render_denied:
        case Code::blocked_by_hook: return ExitStatus::refused;
        default: return ExitStatus::failed;
    }
}

}  // namespace skilldeck
