// SPDX-License-Identifier: Apache-2.0
#include "market/git_address.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kFileScheme = "file://";
constexpr std::string_view kMarketplaceFile = ".claude-plugin/marketplace.json";
constexpr std::string_view kNotInRefs = " ~^:?*[\\";
constexpr std::size_t kRefLength = 250;
constexpr std::size_t kShaLength = 40, kLongShaLength = 64;

/// `%41` as `A`; nothing when a `%` stands for no byte.
std::optional<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            decoded += text[at];
            continue;
        }
        const auto digits = text.substr(at + 1, 2);
        unsigned value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() != 2 || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
        decoded += static_cast<char>(value);
        at += 2;
    }
    return decoded;
}

/// Everything but letters, digits and `/-._` as `%41`: git decodes it again.
std::string percent_encoded(std::string_view path) {
    constexpr std::string_view kDigits = "0123456789ABCDEF", kPlain = "/-._";
    std::string encoded;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || kPlain.find(c) != std::string_view::npos) {
            encoded += c;
        } else {
            encoded += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
        }
    }
    return encoded;
}

/// By the rules of `git check-ref-format`, and never an option.
bool is_plain_ref(std::string_view ref) {
    if (ref.size() > kRefLength || ref == "@" || ref.front() == '-' || ref.front() == '+' || ref.back() == '.')
        return false;
    if (ref.find("..") != std::string_view::npos || ref.find("@{") != std::string_view::npos) return false;
    if (ref.find_first_of(kNotInRefs) != std::string_view::npos || has_unsafe_characters(ref)) return false;
    const auto parts = split(ref, '/');
    return std::ranges::none_of(
        parts, [](std::string_view part) { return part.empty() || part.front() == '.' || part.ends_with(".lock"); });
}

bool is_commit(std::string_view sha) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return (sha.size() == kShaLength || sha.size() == kLongShaLength) && std::ranges::all_of(sha, is_digit);
}

/// A path inside the repository without `.` parts; nothing when it leads out of it, or into what is git's own.
std::optional<std::string> inner_path(std::string_view text) {
    if (text.find('\\') != std::string_view::npos || has_unsafe_characters(text)) return std::nullopt;
    const Path path(text);
    if (path.is_absolute()) return std::nullopt;
    Path inner;
    for (const auto& part : path) {
        if (part == ".." || fold_name(part.string()) == ".git") return std::nullopt;
        if (part != "." && !part.empty()) inner /= part;
    }
    return inner.generic_string();
}

Error elsewhere(const Source& source, std::string_view where) {
    auto error = make_error(code::unsupported_source, where, {source.word});
    error.what += ": network sources are not available in this version";
    return error;
}

Result<GitAddress> read_address(const Source& source, std::string_view where) {
    const auto refuse = [&](std::string_view text, std::string_view why) {
        return make_error(code::source_invalid, where, {text, why});
    };
    const auto url = json_text(source.fields, "url");
    if (source.kind == SourceKind::github) return elsewhere(source, where);
    if (url.empty()) return refuse(source.word, "has no \"url\"");
    if (url.front() == '-') return refuse(url, "looks like an option");
    if (has_unsafe_characters(url)) return refuse(url, "holds a control or invisible character");
    const bool is_file_url = url.starts_with(kFileScheme);
    if (!is_file_url && url.front() != '/') {
        const bool is_relative = url.front() == '.' || url.front() == '~';
        if (is_relative) return refuse(url, "is relative; write it from the root of the file system");
        return elsewhere(source, where);
    }
    const auto path = is_file_url ? percent_decoded(url.substr(kFileScheme.size())) : std::string(url);
    if (!path || path->empty() || path->front() != '/' || has_unsafe_characters(*path) || !is_valid_utf8(*path))
        return refuse(url, "names no directory of this machine; write file:// and an absolute path");

    GitAddress address;
    address.shown = url;
    address.repository = Path(*path).lexically_normal();
    address.url = std::string(kFileScheme) + percent_encoded(address.repository.generic_string());
    address.ref = json_text(source.fields, "ref");
    address.sha = json_text(source.fields, "sha");
    if (!address.ref.empty() && !is_plain_ref(address.ref)) return refuse(address.ref, "cannot be the name of a ref");
    if (!address.sha.empty() && !is_commit(address.sha))
        return refuse(address.sha, "is no sha of a commit: 40 lower-case hexadecimal digits");
    for (const std::string_view key : {"url", "ref", "sha", "path"}) {
        const auto* value = source.fields.if_contains(key);
        if (value != nullptr && !value->is_string()) return refuse(key, "is not a string");
    }
    return address;
}

}  // namespace

bool is_git_source(SourceKind kind) {
    return kind == SourceKind::git || kind == SourceKind::github || kind == SourceKind::url ||
           kind == SourceKind::git_subdir;
}

Result<GitAddress> plugin_git_address(const Source& source, std::string_view where) {
    auto address = read_address(source, where);
    if (!address) return address;
    const auto path = json_text(source.fields, "path");
    const auto inner = inner_path(path);
    if (!inner) return make_error(code::source_invalid, where, {path, "leads out of the repository"});
    if (inner->empty() && source.kind == SourceKind::git_subdir)
        return make_error(code::source_invalid, where, {source.word, "has no \"path\""});
    address->directory = *inner;
    return address;
}

Result<GitAddress> marketplace_git_address(const Source& source, std::string_view where) {
    if (source.kind != SourceKind::git) return elsewhere(source, where);
    auto address = read_address(source, where);
    if (!address) return address;
    const auto path = json_text(source.fields, "path");
    if (!inner_path(path)) return make_error(code::source_invalid, where, {path, "leads out of the repository"});
    return address;
}

Result<MarketplaceLocation> locate_in_clone(const FileReader& files, const Source& source, const Path& clone) {
    const auto inner = inner_path(json_text(source.fields, "path")).value_or("");
    const auto top = files.real_path(clone);
    if (!top) return top.error();
    const Path named = inner.empty() ? *top : *top / Path(inner);
    const bool is_file = named.extension() == ".json";
    const Path file = is_file ? named : named / Path(kMarketplaceFile);
    const Path root = is_file ? named.parent_path().parent_path() : named;
    const auto shown = json_text(source.fields, "url");
    const auto real = files.real_path(file);
    if (!real || !files.is_file(*real)) {
        return make_error(code::marketplace_file_missing,
                          std::string(shown) + " " + file.lexically_relative(*top).generic_string());
    }
    if (!lies_below(*real, *top))
        return make_error(code::source_outside, shown, {file.lexically_relative(*top).generic_string()});
    const auto real_root = files.real_path(lies_below(root, *top) ? root : *top);
    if (!real_root) return real_root.error();
    if (!lies_below(*real_root, *top)) return make_error(code::source_outside, shown, {inner});
    return MarketplaceLocation{*real_root, *real};
}

}  // namespace skilldeck
