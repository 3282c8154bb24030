// SPDX-License-Identifier: Apache-2.0
// One command that would run, as the rules see it, and what they find out about it. Borrowed for one judgement.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guard_settings.hpp"
#include "paths.hpp"
#include "scope.hpp"
#include "verdict.hpp"

namespace command_guard {

[[nodiscard]] SecretClass worse(SecretClass a, SecretClass b);

/// What a command does that matters to its neighbours in a pipeline, or to a command that it is substituted into.
struct Traits {
    bool downloads = false;                  ///< its output comes from the network
    bool sends = false;                      ///< its input or arguments go to the network
    SecretClass secret = SecretClass::none;  ///< what its output may hold
    bool prints_environment = false;
    std::string interpreter;  ///< runs its standard input: "bash", "python3", …
    bool interpreter_is_shell = false;
    std::optional<std::string> prints;  ///< its output, where that is known
    std::vector<Text> lists;            ///< its output are these paths: what walks came across

    /// All but `prints` and `lists`: those are of one command, not of what stands beside it.
    void merge(const Traits& other);

    /// A bounded number of them, each once.
    void add_lists(const std::vector<Text>& more);
};

/// What reaches a command's standard input.
struct Input {
    enum class Source { none, file, pipe } source = Source::none;
    std::optional<std::string> text;  ///< all of it, where that is known
    Traits upstream;                  ///< of what writes into the pipe
};

class Invocation {
public:
    Invocation(std::vector<Text> argv, std::string part, const Scope& scope, const Place& place,
               const GuardSettings& settings, std::vector<Finding>& findings);

    [[nodiscard]] const std::vector<Text>& argv() const { return argv_; }
    [[nodiscard]] std::string_view name() const { return name_; }  ///< without its directory
    [[nodiscard]] const std::string& part() const { return part_; }
    [[nodiscard]] const Scope& scope() const { return scope_; }
    [[nodiscard]] const Place& place() const { return place_; }
    [[nodiscard]] const GuardSettings& settings() const { return settings_; }

    [[nodiscard]] PathClass class_of(const Text& path) const {
        return classify(resolve_path(path, scope_), scope_, place_);
    }

    void deny(std::string_view rule, std::string why) const;
    /// Not where the user's allowCommands names this command.
    void ask(std::string_view rule, std::string why) const;

    /// Reports a write to a disk or to a protected path.
    void check_protected(const Text& path) const;

    /// The same, and a write to what a walk comes across below a directory that must not be changed as a whole.
    void check_write(const Text& path) const;

    /// A directory is filled with files that the line does not name: a write to it, and to all protected paths below.
    void check_fill(const Text& directory) const;

    Traits traits;  ///< filled in by the rules

private:
    std::vector<Text> argv_;
    std::string name_;
    std::string part_;
    const Scope& scope_;
    const Place& place_;
    const GuardSettings& settings_;
    std::vector<Finding>& findings_;
    bool is_allowed_;
};

/// The words of a command joined by blanks, as prefixes of the settings are compared with.
[[nodiscard]] std::string joined(const std::vector<Text>& argv, std::size_t from = 0);

}  // namespace command_guard
