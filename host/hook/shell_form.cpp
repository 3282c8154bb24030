// SPDX-License-Identifier: Apache-2.0
#include "hook/shell_form.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::string_view kNameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

struct Reference {
    std::string_view name;
    std::size_t length = 0;  ///< of the whole reference
};

/// `${NAME}` at the beginning of `text`.
std::optional<Reference> braced_reference(std::string_view text) {
    if (!text.starts_with("${")) return std::nullopt;
    const auto end = text.find_first_not_of(kNameCharacters, 2);
    if (end == std::string_view::npos || text[end] != '}') return std::nullopt;
    return Reference{text.substr(2, end - 2), end + 1};
}

std::optional<Reference> any_reference(std::string_view text) {
    if (const auto braced = braced_reference(text)) return braced;
    if (!text.starts_with("$")) return std::nullopt;
    const auto end = std::min(text.find_first_not_of(kNameCharacters, 1), text.size());
    return Reference{text.substr(1, end - 1), end};
}

/// Walks over a command line and knows at each character how it is quoted.
class Quoter {
public:
    Quoter(std::string_view command, const HookVariables& variables) : rest_(command), variables_(variables) {}

    std::string run() {
        while (!rest_.empty()) step();
        return std::move(out_);
    }

private:
    enum class Context { bare, parentheses, single_quotes, double_quotes, backquotes };

    [[nodiscard]] Context context() const { return contexts_.back(); }
    [[nodiscard]] bool bare() const {
        return context() != Context::single_quotes && context() != Context::double_quotes;
    }

    void copy(std::size_t count) {
        out_ += rest_.substr(0, count);
        rest_.remove_prefix(std::min(count, rest_.size()));
    }

    void enter(Context inner, std::size_t count) {
        contexts_.push_back(inner);
        copy(count);
    }

    void leave(std::size_t count) {
        contexts_.pop_back();
        copy(count);
    }

    void step() {
        if (const auto reference = any_reference(rest_); reference && variables_.contains(reference->name)) {
            return quote(*reference);
        }
        const char next = rest_.front();
        if (context() == Context::single_quotes) return next == '\'' ? leave(1) : copy(1);
        if (next == '\\') return copy(2);
        if (next == '"') return context() == Context::double_quotes ? leave(1) : enter(Context::double_quotes, 1);
        if (next == '`') return context() == Context::backquotes ? leave(1) : enter(Context::backquotes, 1);
        if (rest_.starts_with("$(")) return enter(Context::parentheses, 2);
        if (!bare()) return copy(1);
        bare_step(next);
    }

    void bare_step(char next) {
        if (next == '\'') return enter(Context::single_quotes, 1);
        if (next == '(') return enter(Context::parentheses, 1);
        if (next == ')') return context() == Context::parentheses ? leave(1) : copy(1);
        if (next == '#' &&
            (out_.empty() || std::string_view(" \t\n;&|(").find(out_.back()) != std::string_view::npos)) {
            return copy(std::min(rest_.find('\n'), rest_.size()));
        }
        if (rest_.starts_with("<<<")) return copy(3);
        if (rest_.starts_with("<<")) return begin_here_document();
        if (next == '\n' && !delimiters_.empty()) return copy_here_documents();
        copy(1);
    }

    void quote(const Reference& reference) {
        const auto variable = "${" + std::string(reference.name) + "}";
        switch (context()) {
            case Context::double_quotes: out_ += variable; break;
            case Context::single_quotes: out_ += "'\"" + variable + "\"'"; break;
            default: out_ += "\"" + variable + "\""; break;
        }
        rest_.remove_prefix(reference.length);
    }

    void begin_here_document() {
        copy(rest_.starts_with("<<-") ? 3 : 2);
        while (rest_.starts_with(' ')) copy(1);
        const auto length = std::min(rest_.find_first_of(" \t\n;&|<>()"), rest_.size());
        std::string delimiter;
        for (const char character : rest_.substr(0, length)) {
            if (std::string_view("'\"\\").find(character) == std::string_view::npos) delimiter += character;
        }
        delimiters_.push_back(std::move(delimiter));
        copy(length);
    }

    void copy_here_documents() {
        copy(1);
        for (const auto& delimiter : delimiters_) {
            while (!rest_.empty()) {
                auto line = rest_.substr(0, rest_.find('\n'));
                copy(line.size() + 1);
                while (line.starts_with('\t')) line.remove_prefix(1);
                if (line == delimiter) break;
            }
        }
        delimiters_.clear();
    }

    std::string_view rest_;
    const HookVariables& variables_;
    std::string out_;
    std::vector<Context> contexts_{Context::bare};
    std::vector<std::string> delimiters_;  ///< of here-documents that begin at the next line
};

}  // namespace

std::string quote_variables(std::string_view command, const HookVariables& variables) {
    return Quoter(command, variables).run();
}

std::string replace_variables(std::string_view text, const HookVariables& variables) {
    std::string replaced;
    while (!text.empty()) {
        const auto reference = braced_reference(text);
        const auto found = reference ? variables.find(reference->name) : variables.end();
        if (found == variables.end()) {
            replaced += text.front();
            text.remove_prefix(1);
        } else {
            replaced += found->second;
            text.remove_prefix(reference->length);
        }
    }
    return replaced;
}

}  // namespace skilldeck
