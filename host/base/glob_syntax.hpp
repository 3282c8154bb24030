// SPDX-License-Identifier: Apache-2.0
// From the text of a gitignore pattern to tokens: negation, anchoring, braces, classes, escapes.
// Matching is glob.cpp, sorting many glob_index.cpp; nobody else needs this. Pure functions, safe from any thread.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

enum class Braces : std::uint8_t { literal, expand };  ///< git knows no braces; `paths` does

struct GlobToken {
    enum class Kind : std::uint8_t {
        literal,
        any,              ///< `?`: one character but `/`
        star,             ///< `*`: any run without `/`
        directories,      ///< `**/`: nothing, or text that ends in `/`
        rest,             ///< `**` at the end, or before `\/`: any text
        character_class,  ///< `[...]`: one character but `/`
    };
    Kind kind = Kind::literal;
    char32_t literal = 0;
    std::vector<std::pair<char32_t, char32_t>> ranges;
    bool inverted = false;

    [[nodiscard]] bool may_be_empty() const {
        return kind == Kind::star || kind == Kind::directories || kind == Kind::rest;
    }
};

struct GlobAlternative {
    std::vector<GlobToken> tokens;
    bool directory_only = false;
};

struct GlobSyntax {
    std::vector<GlobAlternative> alternatives;
    bool negated = false;
};

/// Error glob_invalid.
[[nodiscard]] Result<GlobSyntax> read_glob(std::string_view pattern, Braces braces);

}  // namespace skilldeck
