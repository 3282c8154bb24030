// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostic_json.hpp"
#include "hook/dispatcher.hpp"

namespace skilldeck {

namespace {

void write_entry(JsonWriter& out, const HookTraceEntry& entry) {
    out.begin_object();
    out.member("handler", entry.handler);
    out.member("source", entry.source);
    out.member("ms", std::int64_t{entry.elapsed.count()});
    out.member("exitCode", entry.exit_code);
    out.member("signal", entry.signal);
    out.member_if("stderr", entry.errors);
    out.member("outcome", handler_outcome_word(entry.outcome));
    out.end_object();
}

template <class Items, class Write>
void write_list(JsonWriter& out, std::string_view name, const Items& items, Write write) {
    out.key(name);
    out.begin_array();
    for (const auto& item : items) write(out, item);
    out.end_array();
}

}  // namespace

std::string_view effective_decision_word(EffectiveDecision decision) {
    switch (decision) {
        case EffectiveDecision::standard: return "default";
        case EffectiveDecision::allow: return "allow";
        case EffectiveDecision::ask: return "ask";
        case EffectiveDecision::deny: return "deny";
    }
    return "default";
}

void write_hook_outcome(JsonWriter& out, const HookOutcome& outcome, HookTraceOutput trace) {
    out.begin_object();
    out.member("event", outcome.event);
    out.member("decision", hook_decision_word(outcome.decision));
    out.member("effective", effective_decision_word(outcome.effective));
    if (outcome.rule) {
        out.key("rule");
        out.begin_object();
        out.member("text", outcome.rule->text);
        out.member("list", outcome.rule->list);
        out.member("source", outcome.rule->source);
        out.end_object();
    }
    out.member_if("reason", outcome.reason);
    out.member("continue", !outcome.stop);
    out.member_if("stopReason", outcome.stop_reason);
    out.member("systemMessages", outcome.system_messages);
    out.member("additionalContext", outcome.additional_context);
    if (outcome.updated_input) {
        out.key("updatedInput");
        out.value(boost::json::value(*outcome.updated_input));
    }
    write_diagnostics(out, "diagnostics", outcome.diagnostics);
    if (trace == HookTraceOutput::with) write_list(out, "trace", outcome.trace, write_entry);
    out.end_object();
}

}  // namespace skilldeck
