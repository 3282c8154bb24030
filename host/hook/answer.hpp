// SPDX-License-Identifier: Apache-2.0
// What a handler's run means for its event: exit codes, JSON on standard output, `onFailure`. The same rules for every
// kind of handler. Pure functions, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "hook/event.hpp"
#include "hook/handler.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Weakest first: of several the greatest wins.
enum class HookDecision : std::uint8_t { none, allow, ask, defer, deny };
[[nodiscard]] std::string_view hook_decision_word(HookDecision decision);

/// What the trace says about a handler.
enum class HandlerOutcome : std::uint8_t { none, allow, ask, deny, defer, failed, timeout, skipped };
[[nodiscard]] std::string_view handler_outcome_word(HandlerOutcome outcome);

struct HandlerAnswer {
    HandlerOutcome outcome = HandlerOutcome::none;
    HookDecision decision = HookDecision::none;
    std::string reason;  ///< of the decision
    bool stop = false;   ///< `continue: false`
    std::string stop_reason;
    std::vector<std::string> system_messages;
    std::vector<std::string> additional_context;
    std::optional<boost::json::object> updated_input;
    Diagnostics diagnostics;
};

[[nodiscard]] HandlerAnswer read_answer(const HookConfig& hook, const HookEvent& event, const HandlerRun& run);

}  // namespace skilldeck
