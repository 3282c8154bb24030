// SPDX-License-Identifier: Apache-2.0
// Whether the scanner of front matter and strict YAML read one header alike: the property that lets the scanner stand
// in front. Used by the unit tests, the corpus and the fuzzer.
#pragma once

#include "base/frontmatter_header.hpp"
#include "base/frontmatter_scanner.hpp"
#include "base/frontmatter_yaml.hpp"

#include <optional>
#include <string_view>

namespace skilldeck {

enum class Agreement { not_scanned, same, different };

/// `text` is a whole file. Without a header that is read at all: nothing.
inline std::optional<Agreement> compare_readings(std::string_view text) {
    const auto header = find_header(text);
    if (header.state != FrontMatterHeader::State::closed || header.too_large) return std::nullopt;
    const auto scanned = scan_header(header.text(), kFrontMatterFirstLine);
    if (!scanned) return Agreement::not_scanned;
    FrontMatter yaml;
    Diagnostics diagnostics;
    HeaderReporter reporter("file.md", diagnostics);
    read_header_as_yaml(header, yaml, reporter);
    const bool silent = yaml.reading == FrontMatterReading::strict && diagnostics.empty();
    return silent && yaml.fields == *scanned ? Agreement::same : Agreement::different;
}

}  // namespace skilldeck
