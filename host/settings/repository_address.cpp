// SPDX-License-Identifier: Apache-2.0
#include "settings/repository_address.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kDefaultPorts{
    {{"https", "443"}, {"http", "80"}, {"ssh", "22"}, {"git+ssh", "22"}, {"git", "9418"}}};
/// Other names of one service.
constexpr std::array<std::string_view, 2> kGithubNames{"www.github.com", "ssh.github.com"};

std::string lower(std::string_view text) {
    std::string folded(text);
    for (auto& c : folded) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return folded;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string decoded(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape = text[i] == '%' && i + 2 < text.size();
        const int high = escape ? hex_digit(text[i + 1]) : -1;
        const int low = escape ? hex_digit(text[i + 2]) : -1;
        if (high < 0 || low < 0) {
            plain += text[i];
        } else {
            plain += static_cast<char>(high * 16 + low);
            i += 2;
        }
    }
    return plain;
}

/// Without empty and `.` segments, `..` resolved, as a server reads it.
std::string canonical_path(std::string_view written) {
    const auto text = lower(decoded(written));
    std::vector<std::string_view> segments;
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('/'), rest.size());
        const auto segment = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (segment == ".." && !segments.empty()) segments.pop_back();
        if (!segment.empty() && segment != "." && segment != "..") segments.push_back(segment);
    }
    std::string path;
    for (const auto segment : segments) path += (path.empty() ? "" : "/") + std::string(segment);
    if (path.ends_with(".git")) path.resize(path.size() - std::string_view(".git").size());
    return path;
}

bool is_default_port(std::string_view port, std::string_view scheme) {
    const auto means = [&](const auto& entry) { return entry.first == scheme && entry.second == port; };
    return std::any_of(kDefaultPorts.begin(), kDefaultPorts.end(), means);
}

std::string canonical_host(std::string_view written, std::string_view scheme) {
    auto host = lower(written);
    if (host == "ssh.github.com:443") return std::string(kGithubHost);
    const auto bracket = host.find(']');  // the colons of an IPv6 address stand before it
    const auto colon = std::min(host.find(':', bracket == std::string::npos ? 0 : bracket), host.size());
    auto port = host.substr(colon);
    host.resize(colon);
    while (host.ends_with('.')) host.pop_back();
    if (port.size() <= 1 || is_default_port(std::string_view(port).substr(1), scheme)) port.clear();
    const bool github = std::find(kGithubNames.begin(), kGithubNames.end(), host) != kGithubNames.end();
    return (github ? std::string(kGithubHost) : host) + port;
}

constexpr std::string_view kFileScheme = "file://", kThisMachine = "localhost";

/// What follows `file://` and the name of this machine; nothing where the text is no such address.
std::optional<std::string_view> behind_file_scheme(std::string_view text) {
    if (lower(text.substr(0, kFileScheme.size())) != kFileScheme) return std::nullopt;
    text.remove_prefix(kFileScheme.size());
    if (lower(text.substr(0, kThisMachine.size() + 1)) == std::string(kThisMachine) + "/")
        text.remove_prefix(kThisMachine.size());
    return text.starts_with('/') ? std::optional(text) : std::nullopt;
}

RepositoryAddress make_address(std::string_view scheme, std::string_view host, std::string_view path) {
    RepositoryAddress address;
    const auto fragment = path.find('#');
    if (fragment != std::string_view::npos) address.ref = path.substr(fragment + 1);
    path = path.substr(0, path.find_first_of("?#"));
    address.host = canonical_host(host, scheme);
    address.path = canonical_path(path);
    return address;
}

}  // namespace

std::optional<std::string> local_address_path(std::string_view text) {
    if (text.starts_with('/')) return std::string(text);
    const auto path = behind_file_scheme(text);
    return path ? std::optional(decoded(*path)) : std::nullopt;
}

std::optional<RepositoryAddress> parse_repository_address(std::string_view text) {
    if (local_address_path(text)) return std::nullopt;
    if (const auto mark = text.find("://"); mark != std::string_view::npos) {
        const auto scheme = lower(text.substr(0, mark));
        const auto rest = text.substr(mark + 3);
        const auto end = std::min(rest.find_first_of("/?#"), rest.size());
        auto host = rest.substr(0, end);
        if (const auto user = host.rfind('@'); user != std::string_view::npos) host.remove_prefix(user + 1);
        return make_address(scheme, host, rest.substr(end));
    }
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || text.find('/') < colon) return std::nullopt;
    auto host = text.substr(0, colon);
    if (const auto user = host.rfind('@'); user != std::string_view::npos) host.remove_prefix(user + 1);
    return make_address("ssh", host, text.substr(colon + 1));
}

RepositoryAddress github_address(std::string_view repository) {
    const auto mark = std::min(repository.find_first_of("@#"), repository.size());
    auto address = make_address("https", kGithubHost, repository.substr(0, mark));
    if (mark < repository.size()) address.ref = repository.substr(mark + 1);
    return address;
}

}  // namespace skilldeck
