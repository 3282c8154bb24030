// SPDX-License-Identifier: Apache-2.0
// Every problem the host can name, once: its code, severity, sentence and hint.
// Codes are an interface (scripts match on them); the list itself is diagnostic_codes.inc.
// Pure values, safe from any thread.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace skilldeck {

enum class Severity : std::uint8_t { note, warning, error };

enum class Code : std::uint16_t {
#define SKILLDECK_CODE(identifier, text, severity, sentence, hint) identifier,
#include "base/diagnostic_codes.inc"
#undef SKILLDECK_CODE
};

struct CodeInfo {
    std::string_view text;      ///< what JSON output and people see, kebab-case
    Severity severity;          ///< the severity a diagnostic of this code starts with
    std::string_view sentence;  ///< `{}` stands for an argument, in order
    std::string_view
        hint;  ///< the next step; may hold `{}` of its own (the arguments again from the first); may be empty
};

/// The entry of the list. Never fails: every enumerator has one.
[[nodiscard]] const CodeInfo& code_info(Code code);

[[nodiscard]] std::string_view severity_word(Severity severity);

/// Fills the `{}` of a sentence or hint; a missing argument becomes nothing, `{0}` and `{1}` pick one by position.
[[nodiscard]] std::string fill_sentence(std::string_view sentence, std::initializer_list<std::string_view> arguments);

}  // namespace skilldeck
