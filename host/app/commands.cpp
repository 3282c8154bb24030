// SPDX-License-Identifier: Apache-2.0
#include "app/commands.hpp"

namespace skilldeck {

ExitStatus fail(CommandContext& context, const Error& error) {
    context.out.fail(error);
    return exit_status_of(error);
}

void say_ended_changes(CommandContext& context) {
    for (const auto& found : context.host.take_ended_changes()) {
        if (!context.out.has_said(found)) context.out.diagnostic_lines({found});
    }
}

}  // namespace skilldeck
