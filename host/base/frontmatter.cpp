// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter.hpp"

#include "base/codes.hpp"
#include "base/frontmatter_header.hpp"
#include "base/frontmatter_scanner.hpp"
#include "base/frontmatter_yaml.hpp"
#include "base/swallowed_restrictions.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

void read_fields(const FrontMatterHeader& header, FrontMatter& front_matter, HeaderReporter& reporter) {
    if (auto fields = scan_header(header.text(), kFrontMatterFirstLine)) {
        front_matter.reading = FrontMatterReading::strict;
        front_matter.fields = std::move(*fields);
    } else {
        read_header_as_yaml(header, front_matter, reporter);
    }
}

/// No rule about text may take a restriction away.
void keep_restrictions(const FrontMatterHeader& header, FrontMatter& front_matter, HeaderReporter& reporter) {
    if (front_matter.reading == FrontMatterReading::unreadable) return;
    for (const auto& swallowed :
         find_swallowed_restrictions(header.text(), kFrontMatterFirstLine, front_matter.fields)) {
        reporter.add(code::frontmatter_restriction_swallowed, swallowed.line, {swallowed.written, swallowed.key});
        FrontMatterHeader alone;
        alone.written = swallowed.header;
        FrontMatter again;
        read_fields(alone, again, reporter);
        FrontMatterValue unread;
        unread.line = swallowed.line;
        unread.value = FrontMatterValue::Map{};  // no restriction can be read of it, so that all of it is one
        const auto* value = again.find(swallowed.key);
        add_restriction(front_matter.fields, swallowed.key, value != nullptr ? *value : unread);
    }
}

}  // namespace

const FrontMatterValue* FrontMatter::find(std::string_view key) const {
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == key; });
    return found == fields.end() ? nullptr : &found->second;
}

FrontMatter parse_front_matter(std::string_view text, std::string_view file, Diagnostics& diagnostics,
                               TextExtent extent) {
    using State = FrontMatterHeader::State;
    FrontMatter front_matter;
    HeaderReporter reporter(file, diagnostics);
    if (is_utf16(text)) {
        report_encoding(text, text, file, diagnostics);
        front_matter.reading = FrontMatterReading::unreadable;
        front_matter.body_found = false;
        return front_matter;
    }
    const auto header = find_header(text);
    front_matter.body_offset = header.body_offset;
    front_matter.body_line = header.body_line;
    const bool open = header.state == State::open;
    front_matter.goes_on = open && extent == TextExtent::head && !header.too_large;
    if (header.state == State::none || front_matter.goes_on) return front_matter;
    if (open && extent == TextExtent::whole) {
        reporter.add(code::frontmatter_unclosed, 1);
        return front_matter;
    }
    if (header.too_large) {
        reporter.add(code::frontmatter_too_large, 1, {std::to_string(kFrontMatterMaxBytes)});
        front_matter.reading = FrontMatterReading::unreadable;
        if (open) front_matter.body_offset = text.size();
        front_matter.body_found = extent == TextExtent::whole || front_matter.body_offset < text.size();
        return front_matter;
    }
    if (!header.utf8) report_encoding(text, header.written, file, diagnostics);
    read_fields(header, front_matter, reporter);
    keep_restrictions(header, front_matter, reporter);
    return front_matter;
}

}  // namespace skilldeck
