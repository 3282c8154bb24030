// SPDX-License-Identifier: Apache-2.0
// One event to all its matching handlers at once, and their answers back as one outcome, combined in the order of
// configuration. It selects and combines; running is handler.hpp, meaning is answer.hpp. [loop thread] throughout.
#pragma once

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"
#include "base/json_writer.hpp"
#include "hook/answer.hpp"
#include "hook/event.hpp"
#include "hook/handler.hpp"
#include "os/reactor.hpp"
#include "settings/policy.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What happens in the end: the decision of the hooks and the permission rules together.
enum class EffectiveDecision : std::uint8_t { standard, allow, ask, deny };
[[nodiscard]] std::string_view effective_decision_word(EffectiveDecision decision);

/// The permission rule that decided, as it was written.
struct HookRule {
    std::string text;
    std::string list;  ///< allow, ask or deny
    std::string source;
};

struct HookTraceEntry {
    std::string handler;  ///< command, url, … as lists show it
    std::string source;   ///< the scope or plugin it came from
    std::chrono::milliseconds elapsed{0};
    std::optional<int> exit_code, signal;
    std::string errors;  ///< the beginning of standard error
    HandlerOutcome outcome = HandlerOutcome::none;
};

struct HookOutcome {
    std::string event;
    HookDecision decision = HookDecision::none;
    EffectiveDecision effective = EffectiveDecision::standard;  ///< without rules: what `decision` says
    std::optional<HookRule> rule;                               ///< filled in by whoever applies the rules
    std::string reason;                                         ///< of the decision
    bool stop = false;                                          ///< a handler said `continue: false`
    std::string stop_reason;
    std::vector<std::string> system_messages;
    std::vector<std::string> additional_context;
    std::optional<boost::json::object> updated_input;
    bool cancelled = false;  ///< before every handler had answered; the decision is then deny, whatever they said
    Diagnostics diagnostics;
    std::vector<HookTraceEntry> trace;  ///< in the order of configuration
};

enum class HookTraceOutput : std::uint8_t { without, with };
/// The object of `hook run --json`.
void write_hook_outcome(JsonWriter& out, const HookOutcome& outcome, HookTraceOutput trace);

/// What dispatching needs besides the handlers' configurations. A kind without a runner is skipped, and says so.
struct HookTools {
    Reactor& reactor;
    std::map<HookHandlerType, HandlerRunner*> runners;
    HookStop stop;  ///< of hook_stop()
    /// Whether the permission rule in `if` fits the tool call; nothing: it is no rule. Then, and without this function,
    /// such a handler runs, with a diagnostic.
    std::function<std::optional<bool>(std::string_view rule, const HookEvent& event)> condition_holds;
    /// Keeps a text too long for the conversation and says where. Without it such a text is only cut.
    std::function<Result<Path>(std::string_view text)> keep_long_text;
};

class HookDispatcher {
public:
    explicit HookDispatcher(HookTools tools) : tools_(std::move(tools)) {}

    /// `hooks` are all handlers in the order of configuration, whatever their event. `done` runs once, later. Handlers
    /// marked `async` are started and not waited for.
    void dispatch(std::span<const HookConfig> hooks, HookEvent event, CancelToken cancel,
                  std::function<void(HookOutcome)> done);

private:
    HookTools tools_;
};

}  // namespace skilldeck
