// SPDX-License-Identifier: Apache-2.0
#include "hook/dispatcher.hpp"

#include "base/text.hpp"
#include "hook/codes.hpp"
#include "hook/matcher.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kLongText = 10'000;  // code points; longer ones are kept in a file
constexpr std::size_t kPreview = 2'000;    // code points of them that stay
constexpr std::size_t kTraceErrorPoints = 2'000;
constexpr std::string_view kCancelled = "it was interrupted";

/// Whether a handler that matches runs. `note` says why not, where that is news to the user.
struct Admission {
    bool runs = true;
    std::string note;
};

/// One handler's place in the outcome, filled when it has answered.
struct Slot {
    HookConfig hook;
    Admission admission;
    HandlerAnswer answer;
    HookTraceEntry trace;
    std::string broken;  ///< why it fails before it can run
};

/// What makes two handlers the same. One of settings is the same by what it does; one of a plugin only by where it is
/// written, so that two copies of a plugin's file count once and two plugins never do.
std::string identity(const HookConfig& hook) {
    boost::json::array key{hook_handler_word(hook.type), hook.what, hook.exec_form, hook.condition,
                           hook.block_on_failure};
    for (const auto& argument : hook.args) key.emplace_back(argument);
    // One that cannot be used is like no other: what it would have done is not known.
    if (!hook.refusal.empty() || hook.origin.loaded_from == LoadedFrom::plugin || !hook.origin.plugin.empty()) {
        key.emplace_back(hook.origin.plugin);
        key.emplace_back(hook.file.string());
        key.emplace_back(hook.place);
    } else if (hook.type != HookHandlerType::command) {
        key.emplace_back(hook.fields);
    }
    return boost::json::serialize(key);
}

class Dispatch : public std::enable_shared_from_this<Dispatch> {
public:
    Dispatch(const HookTools& tools, HookEvent event, CancelToken cancel, std::function<void(HookOutcome)> done)
        : tools_(tools), event_(std::move(event)), cancel_(std::move(cancel)), done_(std::move(done)) {
        outcome_.event = event_.info->name;
    }

    void start(std::span<const HookConfig> hooks) {
        select(hooks);
        // Counted first: a handler may answer before run() returns, and the last one must not be taken for the end.
        waiting_ = slots_.size() + 1;
        for (std::size_t i = 0; i < slots_.size(); ++i) run(i);
        tools_.reactor.post([self = shared_from_this()] { self->one_less(); });
    }

private:
    void select(std::span<const HookConfig> hooks) {
        std::set<std::string> seen;
        const auto subject = matcher_subject(event_);
        for (const auto& hook : hooks) {
            if (hook.event != event_.info->name) continue;
            const auto found = matches(hook, subject.value_or(""));
            // Whether it was meant is unknown: one that says onFailure "block" has failed, any other stays out.
            if (!(found ? *found : hook.block_on_failure)) continue;
            if (!seen.insert(identity(hook)).second) continue;
            slots_.push_back({hook, admit(hook), {}, {}, {}});
            slots_.back().broken = found ? hook.refusal : found.error().what;
        }
    }

    Result<bool> matches(const HookConfig& hook, std::string_view subject) {
        const auto matcher = HookMatcher::compile(hook.matcher, *event_.info);
        auto found = matcher ? matcher->matches(subject) : Result<bool>(matcher.error());
        if (found && is_subject_repeated(event_)) return true;  // one of the two may match
        if (found) return found;
        auto diagnostic = handler_diagnostic(found.error().code, hook);
        diagnostic.message = "hook " + handler_name(hook) + ": " + found.error().what;
        diagnostic.hint = found.error().hint;
        outcome_.diagnostics.push_back(std::move(diagnostic));
        return found;
    }

    [[nodiscard]] Admission admit(const HookConfig& hook) {
        if (stops_hooks_of(tools_.stop, hook.origin.scope)) return {false, tools_.stop.reason};
        switch (origin_grant(hook.origin, Right::hooks)) {
            case Grant::yes: break;
            case Grant::after_trust: return {false, "the workspace is not trusted"};
            default: return {false, "hooks of this origin never run"};
        }
        if (hook.condition.empty()) return {};
        if (!event_.info->about_tool()) return {false, "its \"if\" can hold for tool events only"};
        const auto holds = tools_.condition_holds ? tools_.condition_holds(hook.condition, event_) : std::nullopt;
        if (holds) return {*holds, {}};
        outcome_.diagnostics.push_back(
            handler_diagnostic(code::hook_condition_unjudged, hook, {handler_name(hook), hook.condition}));
        return {};
    }

    void run(std::size_t index) {
        const auto& hook = slots_[index].hook;
        if (!slots_[index].admission.runs) return skip(slots_[index]);
        if (!slots_[index].broken.empty()) {
            HandlerRun none;
            none.end = HandlerRun::End::unusable;
            none.reason = slots_[index].broken;
            return answered(index, none);
        }
        const auto runner = tools_.runners.find(hook.type);
        if (runner == tools_.runners.end() || runner->second == nullptr) {
            HandlerRun none;
            none.end = HandlerRun::End::no_runner;
            return answered(index, none);
        }
        if (hook.async) {
            runner->second->run(hook, event_, cancel_, [](HandlerRun) {});
            return one_less();
        }
        runner->second->run(hook, event_, cancel_, [self = shared_from_this(), index](const HandlerRun& ended) {
            self->answered(index, ended);
        });
    }

    void skip(Slot& slot) {
        slot.answer.outcome = HandlerOutcome::skipped;
        if (!slot.admission.note.empty()) {
            slot.answer.diagnostics.push_back(
                handler_diagnostic(code::hook_stopped, slot.hook, {handler_name(slot.hook), slot.admission.note}));
        }
        one_less();
    }

    void answered(std::size_t index, const HandlerRun& run) {
        auto& slot = slots_[index];
        slot.answer = read_answer(slot.hook, event_, run);
        slot.trace.elapsed = run.elapsed;
        if (slot.hook.type == HookHandlerType::command) {
            if (run.end == HandlerRun::End::exited) slot.trace.exit_code = run.exit_code;
            if (run.end == HandlerRun::End::signalled) slot.trace.signal = run.signal;
        }
        slot.trace.errors = first_code_points(repair_utf8(run.errors), kTraceErrorPoints);
        one_less();
    }

    void one_less() {
        if (--waiting_ != 0) return;
        for (auto& slot : slots_) combine(slot);
        if (cancel_.cancelled()) give_up();
        if (outcome_.decision == HookDecision::deny) outcome_.updated_input.reset();  // nothing will run
        settle_effect();
        done_(std::move(outcome_));
    }

    /// A guard that was not heard has not agreed.
    void give_up() {
        outcome_.cancelled = true;
        outcome_.decision = HookDecision::deny;
        outcome_.reason = kCancelled;
    }

    void combine(Slot& slot) {
        auto& answer = slot.answer;
        if (answer.decision > outcome_.decision || (answer.decision == outcome_.decision && outcome_.reason.empty())) {
            outcome_.decision = answer.decision;
            outcome_.reason = answer.reason;
        }
        if (answer.stop && !std::exchange(outcome_.stop, true)) outcome_.stop_reason = answer.stop_reason;
        if (answer.updated_input && answer.decision != HookDecision::deny) rewrite(slot);
        for (auto& text : answer.system_messages) outcome_.system_messages.push_back(shorten(slot, std::move(text)));
        for (auto& text : answer.additional_context)
            outcome_.additional_context.push_back(shorten(slot, std::move(text)));
        std::ranges::move(answer.diagnostics, std::back_inserter(outcome_.diagnostics));
        slot.trace.handler = slot.hook.what;
        slot.trace.source = slot.hook.origin.plugin.empty() ? slot.hook.origin.source : slot.hook.origin.plugin;
        slot.trace.outcome = answer.outcome;
        outcome_.trace.push_back(std::move(slot.trace));
    }

    /// The last one in the order of configuration wins whole.
    void rewrite(const Slot& slot) {
        if (outcome_.updated_input) {
            outcome_.diagnostics.push_back(
                handler_diagnostic(code::hook_input_superseded, rewriter_->hook,
                                   {handler_name(rewriter_->hook), handler_name(slot.hook)}));
        }
        outcome_.updated_input = slot.answer.updated_input;
        rewriter_ = &slot;
    }

    [[nodiscard]] std::string shorten(const Slot& slot, std::string text) {
        const auto length = count_code_points(text);
        if (length <= kLongText) return text;
        outcome_.diagnostics.push_back(handler_diagnostic(code::hook_text_shortened, slot.hook,
                                                          {handler_name(slot.hook), std::to_string(length)}));
        auto preview = std::string(first_code_points(text, kPreview));
        if (!tools_.keep_long_text)
            return preview + "\n[cut: " + std::to_string(kPreview) + " of " + std::to_string(length) + " characters]";
        const auto kept = tools_.keep_long_text(text);
        if (kept)
            return preview + "\n[" + std::to_string(length) + " characters, all of them in " + kept->string() + "]";
        outcome_.diagnostics.push_back(to_diagnostic(kept.error()));
        return preview + "\n[cut: " + std::to_string(kPreview) + " of " + std::to_string(length) + " characters]";
    }

    void settle_effect() {
        switch (outcome_.decision) {
            case HookDecision::none: outcome_.effective = EffectiveDecision::standard; break;
            case HookDecision::allow: outcome_.effective = EffectiveDecision::allow; break;
            case HookDecision::ask:
            case HookDecision::defer: outcome_.effective = EffectiveDecision::ask; break;  // somebody else must say yes
            case HookDecision::deny: outcome_.effective = EffectiveDecision::deny; break;
        }
    }

    const HookTools tools_;
    HookEvent event_;
    const CancelToken cancel_;
    std::function<void(HookOutcome)> done_;
    std::vector<Slot> slots_;
    std::size_t waiting_ = 0;
    HookOutcome outcome_;
    const Slot* rewriter_ = nullptr;
};

}  // namespace

void HookDispatcher::dispatch(std::span<const HookConfig> hooks, HookEvent event, CancelToken cancel,
                              std::function<void(HookOutcome)> done) {
    std::make_shared<Dispatch>(tools_, std::move(event), std::move(cancel), std::move(done))->start(hooks);
}

}  // namespace skilldeck
