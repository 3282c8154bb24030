// SPDX-License-Identifier: Apache-2.0
#include "hook/answer_json.hpp"

#include "base/json.hpp"
#include "base/json_duplicates.hpp"
#include "base/text.hpp"
#include "hook/codes.hpp"

#include <algorithm>
#include <array>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 8> kAnswerFields{
    "continue",         "stopReason", "suppressOutput", "systemMessage",
    "terminalSequence", "decision",   "reason",         "hookSpecificOutput",
};

/// Members of `hookSpecificOutput` that change what happens.
constexpr std::array<std::string_view, 4> kInnerFields{"hookEventName", "permissionDecision", "updatedInput",
                                                       "additionalContext"};

struct DecisionWord {
    std::string_view word;
    HookDecision decision;
};
constexpr std::array<DecisionWord, 4> kToolWords{{{"allow", HookDecision::allow},
                                                  {"ask", HookDecision::ask},
                                                  {"defer", HookDecision::defer},
                                                  {"deny", HookDecision::deny}}};
constexpr std::array<DecisionWord, 3> kModelSwitchWords{
    {{"allow", HookDecision::allow}, {"ask", HookDecision::ask}, {"deny", HookDecision::deny}}};
constexpr std::array<DecisionWord, 2> kRequestWords{{{"allow", HookDecision::allow}, {"deny", HookDecision::deny}}};
constexpr std::array<DecisionWord, 3> kElicitationWords{
    {{"accept", HookDecision::allow}, {"decline", HookDecision::deny}, {"cancel", HookDecision::deny}}};

bool is_meant_as_answer(const boost::json::object& object) {
    return std::ranges::any_of(kAnswerFields, [&](auto field) { return object.contains(field); });
}

/// One object per line, as loggers write them, none of which is meant as an answer.
bool is_log_lines(std::string_view text) {
    for (const auto line : split(text, '\n')) {
        if (trim(line).empty()) continue;
        const auto object = parse_json_object(line, {});
        if (!object || is_meant_as_answer(*object)) return false;
    }
    return true;
}

/// Whether plain text names a member that an answer can have, as `"decision":`: it was meant as one, and is cut off or
/// has something before or behind it.
bool holds_answer(std::string_view text) {
    return std::ranges::any_of(kAnswerFields, [&](auto field) {
        const auto quoted = "\"" + std::string(field) + "\"";
        for (auto at = text.find(quoted); at != std::string_view::npos; at = text.find(quoted, at + 1)) {
            if (trim(text.substr(at + quoted.size())).starts_with(':')) return true;
        }
        return false;
    });
}

/// Reads the members of one object and collects what is wrong with them.
class Members {
public:
    Members(const boost::json::object& object, const HookConfig& hook, Diagnostics& diagnostics)
        : object_(object), hook_(hook), diagnostics_(diagnostics) {}

    [[nodiscard]] std::optional<std::string> text(std::string_view key) const {
        const auto* value = find(key);
        if (value == nullptr) return std::nullopt;
        if (const auto* found = value->if_string()) return std::string(*found);
        wrong_type(key, *value, "a string");
        return std::nullopt;
    }

    [[nodiscard]] std::optional<bool> flag(std::string_view key) const {
        const auto* value = find(key);
        if (value == nullptr) return std::nullopt;
        if (const auto* found = value->if_bool()) return *found;
        wrong_type(key, *value, "true or false");
        return std::nullopt;
    }

    [[nodiscard]] const boost::json::object* object(std::string_view key) const {
        const auto* value = find(key);
        if (value == nullptr) return nullptr;
        if (const auto* found = value->if_object()) return found;
        wrong_type(key, *value, "a map");
        return nullptr;
    }

    /// A member that must be one of `words`.
    template <std::size_t count>
    [[nodiscard]] std::optional<HookDecision> decision(std::string_view key,
                                                       const std::array<DecisionWord, count>& words) const {
        const auto word = text(key);
        if (!word) return std::nullopt;
        const auto found = std::ranges::find(words, *word, &DecisionWord::word);
        if (found != words.end()) return found->decision;
        ignored(quoted(key, *word), "it is no decision of this event");
        return std::nullopt;
    }

    void ignored(std::string_view what, std::string_view why) const {
        diagnostics_.push_back(handler_diagnostic(code::hook_answer_ignored, hook_, {handler_name(hook_), what, why}));
    }

    [[nodiscard]] static std::string quoted(std::string_view key, std::string_view value) {
        return std::string(key) + " \"" + std::string(value) + "\"";
    }

private:
    [[nodiscard]] const boost::json::value* find(std::string_view key) const {
        const auto* value = object_.if_contains(key);
        return value == nullptr || value->is_null() ? nullptr : value;
    }

    void wrong_type(std::string_view key, const boost::json::value& value, std::string_view wanted) const {
        ignored(key, "it is " + std::string(json_kind(value)) + ", wanted " + std::string(wanted));
    }

    const boost::json::object& object_;
    const HookConfig& hook_;
    Diagnostics& diagnostics_;
};

/// Of two decisions in one answer the stronger stands, with its reason.
void decide(HandlerAnswer& answer, std::optional<HookDecision> decision, std::optional<std::string> reason) {
    if (!decision || *decision < answer.decision) return;
    answer.decision = *decision;
    answer.reason = reason.value_or("");
}

/// The top-level `decision`: `block`, and `approve` from older days.
void apply_top_decision(const Members& members, const HookEventInfo& event, HandlerAnswer& answer) {
    const auto word = members.text("decision");
    if (!word) return;
    const auto reason = members.text("reason");
    if (*word == "approve") {
        if (event.name == "PreToolUse") decide(answer, HookDecision::allow, reason);
        return;
    }
    if (*word != "block") return members.ignored(Members::quoted("decision", *word), "it is no decision of this event");
    if (!event.can_block())
        return members.ignored("decision \"block\"", "nothing can be blocked on " + std::string(event.name));
    decide(answer, HookDecision::deny, reason);
}

void apply_permission_request(const Members& members, const HookConfig& hook, HandlerAnswer& answer) {
    const auto* object = members.object("decision");
    if (object == nullptr) return;
    const Members inner(*object, hook, answer.diagnostics);
    decide(answer, inner.decision("behavior", kRequestWords), inner.text("message"));
    if (const auto* input = inner.object("updatedInput")) answer.updated_input = *input;
}

/// A member that was meant as a part of the answer: in the wrong place, or misspelt. Any other is no business of ours.
void report_misplaced(const boost::json::object& object, const Members& members) {
    static const std::vector<std::string> names(kAnswerFields.begin(), kAnswerFields.end());
    for (const auto& item : object) {
        const std::string_view key = item.key();
        if (std::ranges::find(kAnswerFields, key) != kAnswerFields.end()) continue;
        if (std::ranges::find(kInnerFields, key) != kInnerFields.end()) {
            members.ignored(key, "it belongs into hookSpecificOutput");
        } else if (const auto meant = nearest(key, names, 1); !meant.empty() && key.size() + 1 >= meant[0].size()) {
            members.ignored(key, "an answer has no such member; it is called " + meant[0]);
        }
    }
}

void apply_specific(const Members& members, const HookConfig& hook, const HookEventInfo& event, HandlerAnswer& answer) {
    const auto name = members.text("hookEventName");
    if (name != event.name) {
        const auto said = name ? "its hookEventName is " + *name : std::string("its hookEventName is missing");
        return members.ignored("hookSpecificOutput", said + ", the event is " + std::string(event.name));
    }
    if (auto context = members.text("additionalContext"); context && !context->empty()) {
        answer.additional_context.push_back(std::move(*context));
    }
    if (event.name == "PreToolUse") {
        decide(answer, members.decision("permissionDecision", kToolWords), members.text("permissionDecisionReason"));
        if (const auto* input = members.object("updatedInput")) answer.updated_input = *input;
    } else if (event.name == "PreModelSwitch") {
        decide(answer, members.decision("permissionDecision", kModelSwitchWords),
               members.text("permissionDecisionReason"));
    } else if (event.name == "PermissionRequest") {
        apply_permission_request(members, hook, answer);
    } else if (event.name == "Elicitation" || event.name == "ElicitationResult") {
        decide(answer, members.decision("action", kElicitationWords), std::nullopt);
    }
}

}  // namespace

HandlerOutput read_output(std::string_view output) {
    HandlerOutput read;
    if (output.starts_with(kByteOrderMark)) output.remove_prefix(kByteOrderMark.size());
    read.text = trim(is_valid_utf8(output) ? std::string(output) : repair_utf8(output));
    if (read.text.empty()) return read;
    read.kind = HandlerOutput::Kind::plain;
    if (!read.text.starts_with('{') || !read.text.ends_with('}')) {
        read.holds_answer = holds_answer(read.text);
        read.broken_off = read.text.starts_with('{');
        return read;
    }
    auto object = parse_json_object(read.text, {});
    const auto twice = object ? json_duplicates(read.text) : std::vector<JsonDuplicate>{};
    if (!twice.empty()) {  // which of the two is meant cannot be known
        read.kind = HandlerOutput::Kind::malformed;
        read.problem = twice.front().place.pointer + " is there twice";
    } else if (object) {
        read.kind = HandlerOutput::Kind::json;
        read.object = std::move(*object);
    } else if (!is_log_lines(read.text)) {
        read.kind = HandlerOutput::Kind::malformed;
        read.problem = object.error().what;
    }
    return read;
}

void apply_json(const boost::json::object& object, const HookConfig& hook, const HookEventInfo& event,
                HandlerAnswer& answer) {
    const Members members(object, hook, answer.diagnostics);
    if (members.flag("continue") == false) {
        answer.stop = true;
        answer.stop_reason = members.text("stopReason").value_or("");
    }
    if (auto message = members.text("systemMessage"); message && !message->empty()) {
        answer.system_messages.push_back(std::move(*message));
    }
    apply_top_decision(members, event, answer);
    report_misplaced(object, members);
    if (const auto* specific = members.object("hookSpecificOutput")) {
        apply_specific(Members(*specific, hook, answer.diagnostics), hook, event, answer);
    }
}

}  // namespace skilldeck
