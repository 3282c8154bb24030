// SPDX-License-Identifier: Apache-2.0
// What a command says: the answer on standard output, everything else on standard error. Writes are complete, also on a
// slow pipe, or the loss is remembered and makes the exit status a failure. [loop thread]
#pragma once

#include "app/options.hpp"
#include "base/diagnostic_json.hpp"
#include "base/json_writer.hpp"
#include "base/result.hpp"

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace skilldeck {

enum class OutputFormat { text, json };

class Output {
public:
    struct Terminal {
        bool input = false, output = false, messages = false;
        std::size_t columns = 80;
    };

    Output(int answer_descriptor, int message_descriptor, OutputFormat format, ColorMode color, Terminal terminal);

    [[nodiscard]] bool json() const { return format_ == OutputFormat::json; }
    [[nodiscard]] bool color() const { return color_; }
    /// Columns for tables; 0 (no limit) when standard output is not a terminal.
    [[nodiscard]] std::size_t columns() const { return terminal_.output ? terminal_.columns : 0; }
    /// Whether a question can be asked and seen.
    [[nodiscard]] bool interactive() const { return terminal_.input && terminal_.output; }
    void set_columns(std::size_t columns) { terminal_.columns = columns; }

    void answer(std::string_view text);
    void answer_line(std::string_view text);
    /// A text of somebody else's: whole and unchanged into a pipe or file, cleaned where a terminal would obey it.
    void answer_foreign(std::string_view text);
    /// One JSON document and a line end.
    void answer_json(const std::function<void(JsonWriter&)>& write);
    /// What is being done, on one line of a terminal that what is said next replaces; nothing elsewhere.
    void progress(std::string_view step);
    /// To standard error, cleaned, with a line end.
    void message(std::string_view text);
    /// `error: WHAT (WHERE)` and `hint: MEND`.
    void error_lines(const Error& error);
    /// error_lines(), and with --json the error document on standard output.
    void fail(const Error& error);
    /// `warning: WHAT (WHERE)`, each once; diagnostics of the severity note are left to `-v` and JSON.
    void diagnostic_lines(const Diagnostics& diagnostics);
    /// What error_lines() and diagnostic_lines() had, or an answer that called this, was said.
    void mark_said(const Diagnostic& diagnostic);
    [[nodiscard]] bool has_said(const Diagnostic& diagnostic) const;

    /// Nothing more goes to standard output, nor what was not yet written: half an answer is none.
    void drop_answer();

    /// Everything so far is on its way; false when a write was lost.
    [[nodiscard]] bool flush();

private:
    void end_progress();

    int answer_descriptor_, message_descriptor_;
    OutputFormat format_;
    bool color_;
    Terminal terminal_;
    std::string pending_;
    bool lost_ = false, dropped_ = false, shows_progress_ = false;
    std::set<std::string> said_;  ///< sentences of errors and diagnostics
};

/// `warning: WHAT (WHERE)`, cleaned.
[[nodiscard]] std::string message_line(const Diagnostic& diagnostic);

/// The member `error` of a failed answer: `{code, message, hint?}`.
void write_error(JsonWriter& json, const Error& error);

}  // namespace skilldeck
