// SPDX-License-Identifier: Apache-2.0
// What this folder can report about hooks: code, severity, sentence, hint (base/diagnostic_code.hpp).
// Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(hook_event_not_known, "hook-event-not-known", error, "no hook event is called {}", "names are case-sensitive; near: {1}")
SKILLDECK_CODE(hook_matcher_invalid, "hook-matcher-invalid", error, "matcher \"{}\" cannot be used: {}", "correct the matcher; only this entry is off")
SKILLDECK_CODE(hook_matcher_like_rule, "hook-matcher-like-rule", note, "matcher \"{}\" of {} looks like a permission rule, but a matcher sees only a name", "put the rule into the handler's \"if\" and the tool's name into the matcher")
SKILLDECK_CODE(hook_not_started, "hook-not-started", error, "hook {} could not be run: {}", "check that the program is installed and executable")
SKILLDECK_CODE(hook_unusable, "hook-unusable", error, "hook {} cannot be used: {}", "correct its entry, or set the option that it waits for")
SKILLDECK_CODE(hook_gave_no_answer, "hook-gave-no-answer", error, "native hook {} gave no answer: {}", "report it to the plugin's author; `skilldeck plugin list --load` shows the state of its native module")
SKILLDECK_CODE(hook_timed_out, "hook-timed-out", warning, "hook {} ran into its timeout of {} s and was ended", "make it faster or raise its \"timeout\"")
SKILLDECK_CODE(hook_failed, "hook-failed", warning, "hook {} failed with exit code {}: {}", "exit code 2 blocks")
SKILLDECK_CODE(hook_signalled, "hook-signalled", warning, "hook {} was ended by signal {}: {}", "")
SKILLDECK_CODE(hook_told_user, "hook-told-user", warning, "hook {} says: {}", "")
SKILLDECK_CODE(hook_process_left, "hook-process-left", warning, "hook {} left process {}, which could not be ended", "end it by hand")
SKILLDECK_CODE(hook_answer_malformed, "hook-answer-malformed", warning, "hook {} did not answer with one JSON object: {}", "print exactly one JSON object and nothing else, or plain text that does not begin with an opening brace")
SKILLDECK_CODE(hook_answer_among_text, "hook-answer-among-text", warning, "hook {} printed an answer among other text, which makes all of it plain text: it decides nothing", "print the JSON object and nothing else; what is for a log goes to standard error")
SKILLDECK_CODE(hook_answer_ignored, "hook-answer-ignored", warning, "hook {}: {} is ignored: {}", "correct the hook's answer")
SKILLDECK_CODE(hook_no_runner, "hook-no-runner", warning, "hook {} was skipped: this host runs no hooks of type {}", "use a command hook")
SKILLDECK_CODE(hook_output_cut, "hook-output-cut", warning, "hook {} printed more than is kept, 1 MiB: what came behind it is lost, an answer too", "print the answer alone; what is for a log goes to standard error")
SKILLDECK_CODE(hook_stopped, "hook-stopped", note, "hook {} did not run: {}", "")
SKILLDECK_CODE(hook_condition_unjudged, "hook-condition-unjudged", note, "hook {} ran although its \"if\" could not be judged: {}", "")
SKILLDECK_CODE(hook_input_superseded, "hook-input-superseded", note, "the updatedInput of hook {} gave way to that of hook {}", "let only one hook rewrite the input of a tool")
SKILLDECK_CODE(hook_text_shortened, "hook-text-shortened", note, "hook {} gave a text of {} characters, which was shortened", "")
// clang-format on

}  // namespace skilldeck::code
