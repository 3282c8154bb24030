// SPDX-License-Identifier: Apache-2.0
// Whatever a file holds: the body is found, values are text, every problem is said with its line, and what was read
// can be written as YAML and read again. What the scanner accepts it reads as YAML does.
#include "base/frontmatter.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "header_agreement.hpp"
#include "property.hpp"

#include <algorithm>
#include <set>

using namespace skilldeck;

namespace {

constexpr std::size_t kLongestKey = 500;  // YAML allows 1,024 characters for a key on one line, quotes included
constexpr std::size_t kLongestHeader = 60'000;

void check_value(const FrontMatterValue& value, int depth) {
    MUST_HOLD(depth <= 16);
    MUST_HOLD(value.line >= 2);
    MUST_HOLD(is_valid_utf8(value.source));
    if (const auto* text = std::get_if<std::string>(&value.value)) {
        MUST_HOLD(is_valid_utf8(*text));
    } else if (const auto* list = std::get_if<FrontMatterValue::List>(&value.value)) {
        for (const auto& item : *list) check_value(item, depth + 1);
    } else {
        for (const auto& [key, member] : std::get<FrontMatterValue::Map>(value.value)) {
            MUST_HOLD(is_valid_utf8(key));
            check_value(member, depth + 1);
        }
    }
    for (const auto& item : front_matter_list(value)) MUST_HOLD(is_valid_utf8(item));
    for (const auto& item : front_matter_paths(value)) MUST_HOLD(is_valid_utf8(item));
}

void check_reading(std::string_view text, const FrontMatter& read, const Diagnostics& diagnostics) {
    MUST_HOLD(read.body_offset <= text.size());
    const auto is_error = [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; };
    const bool error = std::any_of(diagnostics.begin(), diagnostics.end(), is_error);
    switch (read.reading) {
        case FrontMatterReading::none:
            MUST_HOLD(read.body_offset == (text.starts_with("\xEF\xBB\xBF") ? 3u : 0u));
            break;
        case FrontMatterReading::strict: MUST_HOLD(!error); break;
        case FrontMatterReading::repaired: MUST_HOLD(!diagnostics.empty()); break;
        case FrontMatterReading::unreadable: MUST_HOLD(error && read.fields.empty()); break;
    }
    for (const auto& diagnostic : diagnostics) {
        MUST_HOLD(diagnostic.file == "file.md" && diagnostic.line);
        MUST_HOLD(*diagnostic.line >= 1 && *diagnostic.line <= std::max(read.body_line, 1));
    }
}

/// A JSON string is a double-quoted scalar of YAML.
void check_round_trip(const FrontMatter& read) {
    std::string yaml = "---\n";
    for (const auto& [key, value] : read.fields) {
        if (key.size() > kLongestKey || !front_matter_text(value)) continue;
        JsonWriter(yaml).value(std::string_view(key));
        yaml += ": ";
        JsonWriter(yaml).value(std::string_view(*front_matter_text(value)));
        yaml += '\n';
    }
    yaml += "---\n";
    if (yaml.size() > kLongestHeader) return;
    Diagnostics diagnostics;
    const auto again = parse_front_matter(yaml, "file.md", diagnostics);
    MUST_HOLD(again.reading == FrontMatterReading::strict);
    MUST_HOLD(diagnostics.empty());
    for (const auto& [key, value] : again.fields)
        MUST_HOLD(front_matter_text(value) == front_matter_text(*read.find(key)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fuzz::as_text(data, size);
    Diagnostics diagnostics;
    const auto read = parse_front_matter(text, "file.md", diagnostics);
    check_reading(text, read, diagnostics);
    std::set<std::string> keys;
    for (const auto& [key, value] : read.fields) {
        MUST_HOLD(is_valid_utf8(key) && keys.insert(key).second);
        check_value(value, 2);
        MUST_HOLD(value.line < read.body_line);
    }
    check_round_trip(read);
    MUST_HOLD(compare_readings(text) != Agreement::different);
    return 0;
}
