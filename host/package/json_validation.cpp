// SPDX-License-Identifier: Apache-2.0
#include "package/json_validation.hpp"

#include "base/json.hpp"
#include "base/json_duplicates.hpp"
#include "base/text.hpp"
#include "package/codes.hpp"

#include <string>
#include <string_view>

namespace skilldeck {

namespace {

/// Of the largest JSON file that is read, a marketplace.
constexpr std::size_t kLargestFile = 5 * 1024 * 1024;

void find(Code code, const Path& file, TextPosition at, std::initializer_list<std::string_view> arguments,
          Diagnostics& findings) {
    findings.push_back(make_diagnostic(code, file.string(), arguments));
    findings.back().line = at.line;
    findings.back().column = at.column;
}

}  // namespace

void report_repeated_members(std::string_view text, const Path& file, Diagnostics& findings) {
    for (const auto& [place, first, again] : json_duplicates(text)) {
        const auto key = place.pointer.substr(place.pointer.rfind('/') + 1);
        find(code::json_member_twice, file, again, {key, std::to_string(first.line)}, findings);
    }
}

void judge_json_text(const FileReader& files, const Path& file, Diagnostics& findings) {
    const auto text = files.read(file, kLargestFile);
    if (!text || !parse_json(*text, {}, {kLargestFile, JsonLimits().depth})) return;
    if (text->starts_with(kByteOrderMark)) find(code::json_byte_order_mark, file, {1, 1}, {}, findings);
    report_repeated_members(*text, file, findings);
}

}  // namespace skilldeck
