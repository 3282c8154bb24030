// SPDX-License-Identifier: Apache-2.0
// The answer of a command that changes something: one object of the interface, or one line for people. Pure functions
// of their arguments, but for what they write to Output.
#pragma once

#include "app/exit_status.hpp"
#include "app/output.hpp"
#include "market/market.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class ActionOutcome { done, already, failed, refused };

struct Action {
    std::string command;  ///< `plugin install`, `marketplace add`, …
    ActionOutcome outcome = ActionOutcome::done;
    std::string id, scope, version, previous_version;
    ContributionChanges changed;  ///< what came or went
    std::vector<MarketAction::Dependency> dependencies;
    std::string message;  ///< one line
    Diagnostics warnings;
    std::optional<Error> error;  ///< of a failed or refused one among several
};

[[nodiscard]] Action to_action(std::string_view command, const MarketAction& done);
[[nodiscard]] Action to_action(std::string_view command, std::string_view id, const Error& error);

/// One action: its object or its line; warnings to standard error.
ExitStatus answer_action(Output& out, const Action& action);
/// Several (`--all`): an array, or a line each; the worst of their statuses.
ExitStatus answer_actions(Output& out, const std::vector<Action>& actions);

}  // namespace skilldeck
