// SPDX-License-Identifier: Apache-2.0
#include "permission/web_host.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kIdeographicStop = "\xE3\x80\x82";  // what the other wide dots fold to

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_host_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '.' || c == '-' || c == '_';
}

/// Nothing when a percent sign is followed by no two digits.
std::optional<std::string> percent_decoded(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            out += text[at];
            continue;
        }
        unsigned value = 0;
        const auto digits = text.substr(at + 1, 2);
        const auto* end = digits.data() + digits.size();
        const auto read = std::from_chars(digits.data(), end, value, 16);
        if (digits.size() < 2 || read.ec != std::errc() || read.ptr != end) return std::nullopt;
        out += static_cast<char>(value);
        at += 2;
    }
    return out;
}

/// `127.1`, `0x7f000001`, `2130706433`, `0177.0.0.1`: an IPv4 address that four plain numbers say otherwise.
bool is_odd_number(std::string_view name) {
    const auto parts = split(name, '.');
    const auto last = parts.back();
    const bool number = !last.empty() && (std::ranges::all_of(last, is_digit) || last.starts_with("0x"));
    if (!number) return false;
    const auto plain = [](std::string_view part) {
        return !part.empty() && part.size() <= 3 && std::ranges::all_of(part, is_digit) &&
               (part.size() == 1 || part.front() != '0');
    };
    return parts.size() != 4 || !std::ranges::all_of(parts, plain);
}

/// The part of an address that names the host, still as it is written; empty when browsers might find another.
std::string_view written_host(std::string_view url) {
    const auto scheme = url.find("://");
    const bool odd = std::ranges::any_of(
        url, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F || c == '\\'; });
    if (scheme == std::string_view::npos || odd) return {};
    auto host = url.substr(scheme + 3);
    host = host.substr(0, host.find_first_of("/?#"));
    return host.substr(host.rfind('@') + 1);
}

std::string normalized_host(std::string_view name) {
    auto folded = fold_name(name);
    for (auto at = folded.find(kIdeographicStop); at != std::string::npos; at = folded.find(kIdeographicStop)) {
        folded.replace(at, kIdeographicStop.size(), ".");
    }
    while (folded.ends_with('.')) folded.pop_back();
    return folded;
}

bool can_be_host(std::string_view name) {
    if (name.starts_with('[')) return name.ends_with(']');
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return is_host_character(c) || c == '*' || static_cast<unsigned char>(c) >= 0x80;
    });
}

}  // namespace

bool is_ascii_host(std::string_view name) {
    return std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::optional<std::string> domain_of_rule(std::string_view specifier) {
    constexpr std::string_view prefix = "domain:";
    if (!specifier.starts_with(prefix)) return std::nullopt;
    auto domain = normalized_host(trim(specifier.substr(prefix.size())));
    return can_be_host(domain) ? std::optional(std::move(domain)) : std::nullopt;
}

WebHost host_of_url(std::string_view url) {
    auto written = written_host(url);
    const auto scheme = url.substr(0, std::min(url.find("://"), url.size()));
    const bool of_web = is_ascii_host(scheme) && (fold_name(scheme) == "http" || fold_name(scheme) == "https");
    if (written.starts_with('['))
        return {fold_name(written.substr(0, written.find(']') + 1)), HostSpelling::converted, of_web};
    written = written.substr(0, written.find(':'));
    const auto decoded = percent_decoded(written);
    if (!decoded || !is_valid_utf8(*decoded)) return {};
    auto name = normalized_host(*decoded);
    const bool usable =
        std::ranges::all_of(name, [](char c) { return is_host_character(c) || static_cast<unsigned char>(c) >= 0x80; });
    if (!usable || name.empty()) return {};
    const bool plain = std::ranges::all_of(written, is_host_character) && !is_odd_number(name);
    return {std::move(name), plain ? HostSpelling::plain : HostSpelling::converted, of_web};
}

}  // namespace skilldeck
