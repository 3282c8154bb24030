// SPDX-License-Identifier: Apache-2.0
// Expands words as far as that is possible without running anything: quotes, tilde, braces, variables that the line
// itself has set, and a few substitutions whose output is plain. The rest becomes kUnknown. Any thread.
#pragma once

#include <string>
#include <vector>

#include "scope.hpp"

namespace command_guard {

class Expander {
public:
    Expander(const Scope& scope, const Place& place) : scope_(scope), place_(place) {}

    /// The arguments a word becomes: none, one, or several (braces, unquoted values with blanks, "$@").
    [[nodiscard]] std::vector<Text> fields(const Word& word) const;

    /// The word as one text: the value of an assignment, the target of a redirection, the body of a here-document.
    [[nodiscard]] Text single(const Word& word) const;

private:
    enum class Origin { typed, quoted, value, unknown, gap };
    struct Atom {
        char character;
        Origin origin;
    };
    using Atoms = std::vector<Atom>;

    [[nodiscard]] Atoms atoms(const std::vector<Piece>& pieces) const;
    void add_parameter(Atoms& out, const Piece& piece) const;
    void add_positional(Atoms& out, const Piece& piece) const;
    void add_value(Atoms& out, const std::string& value, Quoting quoting) const;
    void add_tilde(Atoms& atoms) const;
    [[nodiscard]] std::optional<std::string> variable(const std::string& name) const;
    [[nodiscard]] std::optional<std::string> output_of(const List& commands) const;
    [[nodiscard]] static std::vector<Atoms> braces(Atoms atoms);
    [[nodiscard]] static Text text_of(const Atoms& atoms);

    const Scope& scope_;
    const Place& place_;
};

}  // namespace command_guard
