// SPDX-License-Identifier: Apache-2.0
#include "app/output.hpp"

#include "base/display_text.hpp"
#include "os/standard_streams.hpp"
#include "terminal/text_rows.hpp"

#include <utility>

namespace skilldeck {

namespace {

/// A list is written in pieces of this size, so that its start is seen and its whole is never held.
constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr std::string_view kClearLine = "\r\x1b[K";

bool wants_color(ColorMode mode, bool terminal) {
    return mode == ColorMode::always || (mode == ColorMode::automatic && terminal);
}

std::string place_of(const Diagnostic& diagnostic) {
    auto place = with_breaks_shown(diagnostic.file);
    if (diagnostic.line) place += ":" + std::to_string(*diagnostic.line);
    if (place.empty()) place = diagnostic.plugin;
    return place;
}

/// What a person would take for the same sentence: the line of the file is told by some of those who report it only.
std::string sentence_of(const Diagnostic& diagnostic) {
    return diagnostic.message + "\n" + (diagnostic.file.empty() ? diagnostic.plugin : diagnostic.file);
}

}  // namespace

std::string message_line(const Diagnostic& diagnostic) {
    const auto place = place_of(diagnostic);
    auto line = std::string(severity_word(diagnostic.severity)) + ": " + diagnostic.message;
    if (!place.empty()) line += " (" + place + ")";
    return clean_for_line(line);
}

Output::Output(int answer_descriptor, int message_descriptor, OutputFormat format, ColorMode color, Terminal terminal)
    : answer_descriptor_(answer_descriptor),
      message_descriptor_(message_descriptor),
      format_(format),
      color_(wants_color(color, terminal.output)),
      terminal_(terminal) {}

void Output::answer(std::string_view text) {
    if (dropped_) return;
    pending_ += text;
    if (pending_.size() >= kPieceBytes) (void)flush();
}

void Output::answer_foreign(std::string_view text) {
    terminal_.output ? answer(clean_for_terminal(text)) : answer(text);
}

void Output::answer_line(std::string_view text) {
    answer(text);
    answer("\n");
}

void Output::answer_json(const std::function<void(JsonWriter&)>& write) {
    std::string document;
    JsonWriter json(document);
    write(json);
    answer_line(document);
}

void Output::progress(std::string_view step) {
    if (!terminal_.messages) return;
    // One column less: the cursor stays on the line.
    const auto shown = cut_to_columns(clean_for_line(step), terminal_.columns > 1 ? terminal_.columns - 1 : 1);
    shows_progress_ = write_all(message_descriptor_, std::string(kClearLine) + shown);
}

void Output::end_progress() {
    if (std::exchange(shows_progress_, false)) (void)write_all(message_descriptor_, kClearLine);
}

void Output::message(std::string_view text) {
    (void)flush();
    const auto line = clean_for_terminal(text) + "\n";
    if (!write_all(message_descriptor_, line)) lost_ = true;
}

void Output::error_lines(const Error& error) {
    mark_said(to_diagnostic(error));
    message("error: " + clean_for_line(to_line(error)));
    if (!error.hint.empty()) message("hint: " + clean_for_line(error.hint));
}

void Output::fail(const Error& error) {
    if (json()) {
        answer_json([&](JsonWriter& out) {
            out.begin_object();
            write_error(out, error);
            out.end_object();
        });
    }
    error_lines(error);
}

void Output::diagnostic_lines(const Diagnostics& diagnostics) {
    std::set<std::string> here;
    for (const auto& diagnostic : diagnostics) {
        if (diagnostic.severity == Severity::note || !here.insert(message_line(diagnostic)).second) continue;
        mark_said(diagnostic);
        message(message_line(diagnostic));
        if (!diagnostic.hint.empty()) message("hint: " + clean_for_line(diagnostic.hint));
    }
}

void Output::mark_said(const Diagnostic& diagnostic) {
    said_.insert(sentence_of(diagnostic));
}

bool Output::has_said(const Diagnostic& diagnostic) const {
    return said_.contains(sentence_of(diagnostic));
}

void Output::drop_answer() {
    dropped_ = true;
    pending_.clear();
}

bool Output::flush() {
    end_progress();
    if (!pending_.empty() && !write_all(answer_descriptor_, pending_)) lost_ = true;
    pending_.clear();
    return !lost_;
}

void write_error(JsonWriter& json, const Error& error) {
    json.key("error");
    json.begin_object();
    json.member("code", error.code.info().text);
    json.member("message", to_line(error));
    json.member_if("hint", error.hint);
    json.end_object();
}

}  // namespace skilldeck
