// SPDX-License-Identifier: Apache-2.0
#include "permission/text_programs.hpp"

#include <algorithm>
#include <cstddef>

namespace skilldeck {

namespace {

/// Reads a script of sed as far as its commands only change the text that passes.
class SedReader {
public:
    explicit SedReader(std::string_view script) : script_(script) {}

    bool only_prints() {
        while (true) {
            skip(" \t\n;{}");
            if (at_ == script_.size()) return true;
            if (!take_address()) return false;
            if (peek() == ',' && (++at_, !take_address())) return false;
            skip(" \t!");
            if (peek() != '{' && !take_command()) return false;
        }
    }

private:
    [[nodiscard]] char peek() const { return at_ < script_.size() ? script_[at_] : '\0'; }
    void skip(std::string_view characters) {
        at_ = std::min(script_.find_first_not_of(characters, at_), script_.size());
    }

    /// To the next delimiter without a backslash, and behind it.
    bool take_part(char delimiter) {
        for (; at_ < script_.size(); ++at_) {
            if (script_[at_] == '\\') {
                ++at_;
            } else if (script_[at_] == delimiter) {
                ++at_;
                return true;
            }
        }
        return false;
    }

    bool take_address() {
        skip(" \t");
        if (peek() == '/' || peek() == '\\') {
            if (peek() == '\\') ++at_;
            const char delimiter = peek();
            ++at_;
            if (!take_part(delimiter)) return false;
            skip("IM");
        } else {
            skip("0123456789$+~");
        }
        skip(" \t");
        return true;
    }

    bool take_command() {
        constexpr std::string_view kPlain = "=dDgGhHlnNpPqQxzF";
        constexpr std::string_view kTakesLine = "aic#rR";
        constexpr std::string_view kTakesLabel = ":btT";
        const char command = peek();
        if (command == '\0') return false;
        ++at_;
        if (command == 's' || command == 'y') return take_substitution();
        if (kTakesLine.find(command) != std::string_view::npos) return take_line();
        if (kTakesLabel.find(command) != std::string_view::npos) {
            skip(" \t");
            at_ = std::min(script_.find_first_of(" \t;\n}", at_), script_.size());
            return true;
        }
        if (kPlain.find(command) == std::string_view::npos) return false;
        skip(" \t0123456789");
        return at_command_end();
    }

    bool take_substitution() {
        const char delimiter = peek();
        if (delimiter == '\0' || delimiter == '\n' || delimiter == '\\') return false;
        ++at_;
        if (!take_part(delimiter) || !take_part(delimiter)) return false;
        skip("gpimIM0123456789");
        skip(" \t");
        return at_command_end();
    }

    /// The text of a, i, c goes on behind a line end with a backslash.
    bool take_line() {
        for (; at_ < script_.size() && script_[at_] != '\n'; ++at_) {
            if (script_[at_] == '\\') ++at_;
        }
        at_ = std::min(at_, script_.size());
        return true;
    }

    [[nodiscard]] bool at_command_end() const {
        return at_ >= script_.size() || std::string_view(";\n}#").find(script_[at_]) != std::string_view::npos;
    }

    std::string_view script_;
    std::size_t at_ = 0;
};

}  // namespace

bool awk_only_prints(std::string_view program) {
    for (const std::string_view word : {"system", "@", "\\\n"}) {
        if (program.find(word) != std::string_view::npos) return false;
    }
    const auto print = program.find("print");
    const bool reads_lines = program.find("getline") != std::string_view::npos;
    for (std::size_t at = 0; at < program.size(); ++at) {
        const bool printed = at > print;
        if (program[at] == '>' && printed) return false;
        if (program[at] != '|') continue;
        if (program.substr(at).starts_with("||")) {
            ++at;
        } else if (printed || reads_lines) {
            return false;
        }
    }
    return true;
}

bool sed_only_prints(std::string_view script) {
    return SedReader(script).only_prints();
}

}  // namespace skilldeck
