// SPDX-License-Identifier: Apache-2.0
#include "transformed_copy.hpp"

#include "base/text.hpp"

#include <string>
#include <string_view>

namespace skilldeck::corpus {

namespace {

constexpr std::size_t kFileBytes = 16 * 1024 * 1024;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string with_crlf(std::string_view text) {
    std::string result;
    result.reserve(text.size() + text.size() / 16);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) result += '\r';
        result += text[i];
    }
    return result;
}

std::string transformed(std::string text, Transformation transformation) {
    const bool is_text = text.find('\0') == std::string::npos;
    if (!is_text || transformation == Transformation::none) return text;
    if (transformation != Transformation::bom) text = with_crlf(text);
    if (transformation != Transformation::crlf && !text.starts_with(kByteOrderMark)) text.insert(0, kByteOrderMark);
    return text;
}

}  // namespace

Result<> copy_transformed(FileSystem& files, const Path& from, const Path& to, Transformation transformation) {
    if (auto made = files.make_directories(to); !made) return made;
    const auto entries = files.list(from);
    if (!entries) return entries.error();
    for (const auto& entry : *entries) {
        const auto source = from / entry.name, target = to / entry.name;
        if (entry.kind == FileKind::directory) {
            if (auto copied = copy_transformed(files, source, target, transformation); !copied) return copied;
        } else if (entry.kind == FileKind::regular) {
            auto text = files.read(source, kFileBytes);
            if (!text) return text.error();
            const auto bytes = transformed(std::move(*text), transformation);
            if (auto written = files.write_new(target, bytes, 0644); !written) return written;
        }
    }
    return {};
}

}  // namespace skilldeck::corpus
