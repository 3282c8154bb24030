// SPDX-License-Identifier: Apache-2.0
#include "app/commands.hpp"

namespace skilldeck {

ExitStatus fail(CommandContext& context, const Error& error) {
    context.out.fail(error);
    return exit_status_of(error);
}

}  // namespace skilldeck
