// SPDX-License-Identifier: Apache-2.0
#include "hook/answer.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "hook/answer_json.hpp"
#include "hook/codes.hpp"

#include <utility>

namespace skilldeck {

namespace {

constexpr int kBlockCode = 2;

HandlerOutcome outcome_of(HookDecision decision) {
    switch (decision) {
        case HookDecision::none: return HandlerOutcome::none;
        case HookDecision::allow: return HandlerOutcome::allow;
        case HookDecision::ask: return HandlerOutcome::ask;
        case HookDecision::defer: return HandlerOutcome::defer;
        case HookDecision::deny: return HandlerOutcome::deny;
    }
    return HandlerOutcome::none;
}

std::string clean(std::string_view text) {
    return std::string(trim(is_valid_utf8(text) ? std::string(text) : repair_utf8(text)));
}

std::string first_line(std::string_view errors) {
    auto text = clean(errors);
    if (text.empty()) return "nothing on standard error";
    return text.substr(0, text.find('\n'));
}

std::string seconds(std::chrono::milliseconds time) {
    const auto tenths = (time.count() + 50) / 100;
    const auto fraction = tenths % 10 == 0 ? std::string() : "." + std::to_string(tenths % 10);
    return std::to_string(tenths / 10) + fraction;
}

/// The shell's two codes for a command that it could not run say more than the rest.
std::string hint_of_exit(int exit_code) {
    constexpr int kMayNotRun = 126, kNotFound = 127;
    if (exit_code == kMayNotRun) return "make the script executable (`chmod +x`), or start it with its interpreter";
    if (exit_code == kNotFound) {
        return "check the path, and the first line of the script: with CR LF line ends it names an interpreter that "
               "does not exist";
    }
    return "exit code 2 blocks";
}

/// Builds the answer of one run.
class Reader {
public:
    Reader(const HookConfig& hook, const HookEvent& event, const HandlerRun& run)
        : hook_(hook), event_(*event.info), run_(run), name_(handler_name(hook)) {
        answer_.diagnostics = run.diagnostics;
    }

    HandlerAnswer read() {
        switch (run_.end) {
            case HandlerRun::End::exited: read_exit(); break;
            case HandlerRun::End::signalled:
                fail(HandlerOutcome::failed, code::hook_signalled,
                     {name_, std::to_string(run_.signal), first_line(run_.errors)});
                break;
            case HandlerRun::End::failed:
                fail(HandlerOutcome::failed, is_native() ? code::hook_gave_no_answer : code::hook_not_started,
                     {name_, clean_for_line(run_.reason)});
                break;
            case HandlerRun::End::timed_out:
                fail(HandlerOutcome::timeout, code::hook_timed_out, {name_, seconds(hook_.timeout)});
                break;
            case HandlerRun::End::unusable:
                fail(HandlerOutcome::failed, code::hook_unusable, {name_, clean_for_line(run_.reason)});
                break;
            case HandlerRun::End::no_runner:
                fail(HandlerOutcome::skipped, code::hook_no_runner, {name_, hook_handler_word(hook_.type)});
                break;
            case HandlerRun::End::cancelled: answer_.outcome = HandlerOutcome::skipped; break;
        }
        return std::move(answer_);
    }

private:
    [[nodiscard]] bool is_native() const { return hook_.type == HookHandlerType::native; }

    void report(Code code, std::initializer_list<std::string_view> arguments) {
        answer_.diagnostics.push_back(handler_diagnostic(code, hook_, arguments));
    }

    /// No answer: the action goes on, unless the handler said that it must not then.
    void fail(HandlerOutcome outcome, Code code, std::initializer_list<std::string_view> arguments) {
        report(code, arguments);
        answer_.outcome = outcome;
        auto& told = answer_.diagnostics.back();
        if (code == code::hook_failed) told.hint = hint_of_exit(run_.exit_code);
        if (!run_.hint.empty()) told.hint = run_.hint;
        const bool asked = blocks_on_failure();
        // Switching the model is the one action that waits for its hooks whatever they say.
        const bool waits = outcome == HandlerOutcome::timeout && event_.name == "PreModelSwitch";
        if (asked) {
            deny_as_asked(told.message);
        } else if (waits) {
            deny(told.message);
        }
        add_to_hint(told, asked || waits ? "the action was blocked" : "the action went on without it");
    }

    /// An answer of which something cannot be understood or is lost: the rest counts, unless the handler said that
    /// nothing goes on then. `told` says what.
    void settle_unclear(Diagnostic& told) {
        if (!blocks_on_failure() || answer_.decision == HookDecision::deny) return;
        deny_as_asked(told.message);
        answer_.outcome = HandlerOutcome::failed;
        add_to_hint(told, "the action was blocked");
    }

    [[nodiscard]] bool blocks_on_failure() const {
        return hook_.block_on_failure && event_.block != BlockEffect::tells_user && event_.block != BlockEffect::none;
    }

    void deny_as_asked(const std::string& why) { deny(why + "; its \"onFailure\" is \"block\""); }

    static void add_to_hint(Diagnostic& told, std::string_view what_became) {
        if (!told.hint.empty()) told.hint += "; ";
        told.hint += what_became;
    }

    void deny(std::string reason) {
        answer_.decision = HookDecision::deny;
        answer_.reason = std::move(reason);
        answer_.updated_input.reset();
    }

    void read_exit() {
        auto output = read_output(run_.output);
        if (event_.answer == AnswerUse::discarded) output = {};
        // A command may print what it likes; a module writes an answer or nothing.
        const bool no_context = event_.answer != AnswerUse::json_and_context;
        if (is_native() && output.kind == HandlerOutput::Kind::plain && no_context) output = not_an_object();
        // What comes behind this is about parts of the answer; a cut output was reported by who cut it.
        const auto first_unclear = answer_.diagnostics.size() - (run_.output_cut ? 1 : 0);
        if (output.kind == HandlerOutput::Kind::json) apply_json(output.object, hook_, event_, answer_);
        if (output.holds_answer) {
            report(code::hook_answer_among_text, {name_});
        } else if (output.broken_off && blocks_on_failure()) {
            report(code::hook_answer_malformed, {name_, "it begins with an opening brace and does not end with one"});
        }
        if (run_.exit_code == kBlockCode && event_.block != BlockEffect::any_code_fails) {
            block();
        } else if (run_.exit_code != 0 && event_.block == BlockEffect::any_code_fails) {
            deny(first_line(run_.errors));
        } else if (output.kind == HandlerOutput::Kind::malformed) {
            return fail(HandlerOutcome::failed, code::hook_answer_malformed, {name_, output.problem});
        } else if (run_.exit_code != 0 && output.kind != HandlerOutput::Kind::json) {
            return fail(HandlerOutcome::failed, code::hook_failed,
                        {name_, std::to_string(run_.exit_code), first_line(run_.errors)});
        } else if (output.kind == HandlerOutput::Kind::plain && event_.answer == AnswerUse::json_and_context) {
            answer_.additional_context.push_back(std::move(output.text));
        }
        answer_.outcome = outcome_of(answer_.decision);
        if (first_unclear < answer_.diagnostics.size()) settle_unclear(answer_.diagnostics[first_unclear]);
    }

    static HandlerOutput not_an_object() {
        HandlerOutput output;
        output.kind = HandlerOutput::Kind::malformed;
        output.problem = "it is no JSON object";
        return output;
    }

    /// Exit code 2. JSON cannot undo it, but may give the reason.
    void block() {
        if (event_.block == BlockEffect::tells_user) report(code::hook_told_user, {name_, first_line(run_.errors)});
        if (!event_.can_block()) return;
        const bool reasoned = answer_.decision == HookDecision::deny && !answer_.reason.empty();
        auto reason = reasoned ? answer_.reason : clean(run_.errors);
        deny(reason.empty() ? "hook " + name_ + " blocked with exit code 2" : std::move(reason));
    }

    const HookConfig& hook_;
    const HookEventInfo& event_;
    const HandlerRun& run_;
    std::string name_;
    HandlerAnswer answer_;
};

}  // namespace

std::string_view hook_decision_word(HookDecision decision) {
    return handler_outcome_word(outcome_of(decision));
}

std::string_view handler_outcome_word(HandlerOutcome outcome) {
    switch (outcome) {
        case HandlerOutcome::none: return "none";
        case HandlerOutcome::allow: return "allow";
        case HandlerOutcome::ask: return "ask";
        case HandlerOutcome::deny: return "deny";
        case HandlerOutcome::defer: return "defer";
        case HandlerOutcome::failed: return "failed";
        case HandlerOutcome::timeout: return "timeout";
        case HandlerOutcome::skipped: return "skipped";
    }
    return "none";
}

HandlerAnswer read_answer(const HookConfig& hook, const HookEvent& event, const HandlerRun& run) {
    return Reader(hook, event, run).read();
}

}  // namespace skilldeck
