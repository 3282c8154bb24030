// SPDX-License-Identifier: Apache-2.0
// Internal to the judge: the walk over the tree of a command line. It follows `cd`, variables and functions, gives each
// command what reaches its standard input, and hands simple commands to the wrappers and the rules.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "expansion.hpp"
#include "invocation.hpp"
#include "wrappers.hpp"

namespace command_guard {

/// Thrown where a line is beyond what is worth following; the judge turns it into a question.
struct TooComplex {};

/// Command lines in command lines, and functions in functions.
inline constexpr int kMaximumNestedLines = 10;

/// One level further down, for the life of this object.
class Deeper {
public:
    explicit Deeper(int& depth) : depth_(depth) {
        if (++depth_ > kMaximumNestedLines) throw TooComplex{};
    }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { --depth_; }

private:
    int& depth_;
};

class Walker {
public:
    Walker(const Place& place, const GuardSettings& settings, const std::function<bool()>& stopped)
        : place_(place), settings_(settings), stopped_(stopped) {}

    /// A command line, at the top or nested; what cannot be read asks.
    Traits walk_text(const std::string& text, Scope& scope, const Input& input);

    /// Functions that the line defined but never called: they are judged without knowing their arguments.
    void walk_uncalled(const Scope& scope);

    [[nodiscard]] std::vector<Finding>& findings() { return findings_; }

private:
    Traits walk_list(const List& list, Scope& scope, const Input& input);
    Traits walk_pipeline(const Pipeline& pipeline, Scope& scope, const Input& input);
    Traits walk_command(const Command& command, Scope& scope, Input input);
    Traits walk_parts(const Command& command, Scope& scope, const Input& input);
    Traits walk_for(const Command& command, Scope& scope, const Input& input);
    Traits walk_maybe(const List& list, Scope& scope, const Input& input);
    Traits walk_simple(const Command& command, Scope& scope, const Input& input, Traits inner);
    Traits walk_argv(std::vector<Text> argv, const std::string& part, Scope& scope, const Input& input,
                     const Traits& inner);
    Traits walk_nested(const Nested& nested, const Invocation& outer, Scope& scope, const Input& input,
                       const Traits& inner);
    Traits walk_call(const std::shared_ptr<const List>& body, std::vector<Text> argv, Scope& scope, const Input& input);
    Traits walk_word(const Word& word, Scope& scope);
    Traits walk_pieces(const std::vector<Piece>& pieces, Scope& scope);

    void define_function(const Command& command, Scope& scope);
    void assign(const std::vector<Assignment>& assignments, Scope& scope) const;
    void run_builtin(const std::vector<Text>& argv, Scope& scope, const Input& input) const;
    void judge_redirections(const Command& command, const Invocation& invocation, Traits& traits, Scope& scope) const;
    void judge_flow(const Invocation& invocation, const Input& input, const Traits& inner) const;
    void judge_code(const Invocation& invocation, const Traits& inner) const;
    void count_step();

    const Place& place_;
    const GuardSettings& settings_;
    const std::function<bool()>& stopped_;
    std::vector<Finding> findings_;
    std::set<std::string> called_;
    std::size_t steps_ = 0;
    int nesting_ = 0;
};

}  // namespace command_guard
