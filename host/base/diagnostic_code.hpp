// SPDX-License-Identifier: Apache-2.0
// How a problem is named: its code, severity, sentence and hint. Each folder lists its own in its codes.hpp, so that a
// new one concerns only that folder's sources; a code is compared by identity. Pure values, safe from any thread.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace skilldeck {

enum class Severity : std::uint8_t { note, warning, error };

struct CodeInfo {
    std::string_view text;      ///< what JSON output and people see, kebab-case
    Severity severity;          ///< the severity a diagnostic of this code starts with
    std::string_view sentence;  ///< `{}` stands for an argument, in order
    std::string_view
        hint;  ///< the next step; may hold `{}` of its own (the arguments again from the first); may be empty
};

/// A reference to one entry of a folder's list; those live as long as the program.
class Code {
public:
    constexpr Code() = default;
    explicit constexpr Code(const CodeInfo& info) : info_(&info) {}
    [[nodiscard]] constexpr const CodeInfo& info() const { return *info_; }
    friend constexpr bool operator==(Code, Code) = default;

private:
    static constexpr CodeInfo kUnnamed{"unnamed", Severity::error, "a problem without a name", ""};
    const CodeInfo* info_ = &kUnnamed;
};

/// One line of a folder's codes.hpp, inside namespace skilldeck::code: SKILLDECK_CODE(identifier, "code", severity,
/// "sentence with {}", "hint with {}").
#define SKILLDECK_CODE(identifier, text, severity, sentence, hint)                          \
    inline constexpr CodeInfo identifier##_entry{text, Severity::severity, sentence, hint}; \
    inline constexpr Code identifier{identifier##_entry};

[[nodiscard]] std::string_view severity_word(Severity severity);

/// Fills the `{}` of a sentence or hint; a missing argument becomes nothing, `{0}` and `{1}` pick one by position.
[[nodiscard]] std::string fill_sentence(std::string_view sentence, std::initializer_list<std::string_view> arguments);

}  // namespace skilldeck
