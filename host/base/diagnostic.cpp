// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostic.hpp"

#include "base/display_text.hpp"
#include "base/result.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace skilldeck {

namespace {

/// Whether the sentence names the place as a word of its own, quoted or as the beginning of an id.
bool names_already(std::string_view sentence, std::string_view place) {
    constexpr std::string_view kBefore = " \"", kAfter = " \"@:,;";
    for (auto at = sentence.find(place); at != std::string_view::npos; at = sentence.find(place, at + 1)) {
        const auto end = at + place.size();
        const bool begins = at == 0 || kBefore.find(sentence[at - 1]) != std::string_view::npos;
        const bool ends = end == sentence.size() || kAfter.find(sentence[end]) != std::string_view::npos;
        if (begins && ends) return true;
    }
    return false;
}

}  // namespace

std::string_view severity_word(Severity severity) {
    switch (severity) {
        case Severity::note: return "note";
        case Severity::warning: return "warning";
        case Severity::error: return "error";
    }
    return "error";
}

std::string fill_sentence(std::string_view sentence, std::initializer_list<std::string_view> arguments) {
    std::string filled;
    std::size_t next = 0;
    while (!sentence.empty()) {
        const auto open = sentence.find('{');
        const auto close = open == std::string_view::npos ? open : sentence.find('}', open);
        if (close == std::string_view::npos) break;
        filled += sentence.substr(0, open);
        const auto inside = sentence.substr(open + 1, close - open - 1);
        std::size_t index = next;
        if (inside.empty()) {
            ++next;
        } else {
            std::from_chars(inside.data(), inside.data() + inside.size(), index);
        }
        if (index < arguments.size()) filled += *(arguments.begin() + index);
        sentence.remove_prefix(close + 1);
    }
    filled += sentence;
    return filled;
}

Diagnostic make_diagnostic(Code code, Place place, std::initializer_list<std::string_view> arguments) {
    const auto& info = code.info();
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.severity = info.severity;
    diagnostic.file = std::move(place.file);
    diagnostic.pointer = std::move(place.pointer);
    diagnostic.part = place.part;
    diagnostic.message = fill_sentence(info.sentence, arguments);
    diagnostic.hint = fill_sentence(info.hint, arguments);
    return diagnostic;
}

void drop_repeated(Diagnostics& diagnostics) {
    Diagnostics once;
    for (auto& diagnostic : diagnostics) {
        if (std::find(once.begin(), once.end(), diagnostic) == once.end()) once.push_back(std::move(diagnostic));
    }
    diagnostics = std::move(once);
}

Diagnostic to_diagnostic(const Error& error) {
    Diagnostic diagnostic;
    diagnostic.code = error.code;
    diagnostic.severity = error.code.info().severity;
    diagnostic.file = error.where;
    diagnostic.message = error.what;
    diagnostic.hint = error.hint;
    diagnostic.pointer = error.pointer;
    diagnostic.part = error.part;
    return diagnostic;
}

Error make_error(Code code, Place place, std::initializer_list<std::string_view> arguments) {
    const auto& info = code.info();
    return Error{code,
                 fill_sentence(info.sentence, arguments),
                 std::move(place.file),
                 fill_sentence(info.hint, arguments),
                 std::move(place.pointer),
                 place.part};
}

std::string to_line(const Error& error) {
    const bool is_said = error.where.empty() || names_already(error.what, error.where);
    return is_said ? error.what : error.what + " (" + with_breaks_shown(error.where) + ")";
}

void throw_exception_from_error(const Error& error, const boost::source_location& location) {
    throw std::logic_error("unchecked error at " + location.to_string() + ": " + to_line(error));
}

}  // namespace skilldeck
