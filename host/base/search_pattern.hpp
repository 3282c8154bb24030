// SPDX-License-Identifier: Apache-2.0
// A regular expression that somebody else wrote (ECMAScript syntax, searched unanchored), held to limits of length and
// of steps. It owns the program's only use of Boost.Regex; what a match means is its users'. Immutable once compiled;
// safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

class SearchPattern {
public:
    static constexpr std::size_t kPatternBytes = 1'000;
    static constexpr std::size_t kSubjectBytes = 64 * 1024;

    /// Nothing, and why in `problem`, for a broken or too long expression.
    [[nodiscard]] static std::optional<SearchPattern> compile(std::string_view expression, std::string& problem);

    enum class Found : std::uint8_t { yes, no, subject_too_long, too_complex };
    /// Case-sensitive, anywhere in the subject.
    [[nodiscard]] Found search(std::string_view subject) const;

private:
    struct Compiled;  ///< keeps Boost.Regex out of this header
    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace skilldeck
