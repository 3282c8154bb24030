// SPDX-License-Identifier: Apache-2.0
#include "base/shell_quoting.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

/// Walks over a command line and knows at each character how it is quoted.
class Quoter {
public:
    Quoter(std::string_view command, const FindShellReference& find) : rest_(command), find_(find) {}

    std::string run() {
        while (!rest_.empty()) step();
        return std::move(out_);
    }

private:
    struct HereDocument {
        std::string delimiter;
        bool quoted = false;
    };
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
        const char next = rest_.front();
        if (next == '$') {
            if (const auto reference = find_(rest_, quoting())) return quote(*reference);
        }
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
        if (next == '\n' && !documents_.empty()) return copy_here_documents();
        copy(1);
    }

    [[nodiscard]] ShellQuoting quoting() const {
        switch (context()) {
            case Context::single_quotes: return ShellQuoting::single_quotes;
            case Context::double_quotes: return ShellQuoting::double_quotes;
            default: return ShellQuoting::bare;
        }
    }

    void quote(const ShellReference& reference) {
        const auto variable = "${" + reference.variable + "}";
        const bool splits = quoting() == ShellQuoting::bare && reference.bare == ShellReference::Bare::splits;
        if (quoting() == ShellQuoting::single_quotes) {
            out_ += "'\"" + variable + "\"'";
        } else if (quoting() == ShellQuoting::double_quotes || splits) {
            out_ += variable;
        } else {
            out_ += "\"" + variable + "\"";
        }
        rest_.remove_prefix(std::min(reference.length, rest_.size()));
    }

    void begin_here_document() {
        copy(rest_.starts_with("<<-") ? 3 : 2);
        while (rest_.starts_with(' ')) copy(1);
        const auto length = std::min(rest_.find_first_of(" \t\n;&|<>()"), rest_.size());
        HereDocument document;
        for (const char character : rest_.substr(0, length)) {
            const bool quote = std::string_view("'\"\\").find(character) != std::string_view::npos;
            if (!quote) document.delimiter += character;
            document.quoted = document.quoted || quote;
        }
        documents_.push_back(std::move(document));
        copy(length);
    }

    void copy_here_documents() {
        copy(1);
        for (const auto& document : std::exchange(documents_, {})) {
            while (!rest_.empty()) {
                auto line = rest_.substr(0, rest_.find('\n'));
                document.quoted ? copy(line.size() + 1) : copy_expanded_line(line.size() + 1);
                while (line.starts_with('\t')) line.remove_prefix(1);
                if (line == document.delimiter) break;
            }
        }
    }

    /// A line of a here-document whose end is not quoted: what it refers to is replaced, quotes mean nothing.
    void copy_expanded_line(std::size_t length) {
        const auto left = rest_.size() - std::min(length, rest_.size());
        while (rest_.size() > left) {
            const auto reference = rest_.front() == '$'
                                       ? find_(rest_.substr(0, rest_.size() - left), ShellQuoting::double_quotes)
                                       : std::nullopt;
            if (reference) {
                out_ += "${" + reference->variable + "}";
                rest_.remove_prefix(std::min(reference->length, rest_.size()));
            } else {
                copy(rest_.front() == '\\' && rest_.size() - left > 1 ? 2 : 1);
            }
        }
    }

    std::string_view rest_;
    const FindShellReference& find_;
    std::string out_;
    std::vector<Context> contexts_{Context::bare};
    std::vector<HereDocument> documents_;  ///< that begin at the next line
};

}  // namespace

std::string rewrite_shell_references(std::string_view command, const FindShellReference& find) {
    return Quoter(command, find).run();
}

}  // namespace skilldeck
