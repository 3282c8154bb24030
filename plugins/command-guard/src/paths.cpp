// SPDX-License-Identifier: Apache-2.0
#include "paths.hpp"

#include <algorithm>
#include <array>

namespace command_guard {
namespace {

constexpr std::array<std::string_view, 28> kSystem = {
    "/bin",       "/boot",     "/dev",       "/etc", "/home",    "/lib",     "/lib32", "/lib64", "/media",   "/mnt",
    "/opt",       "/proc",     "/root",      "/run", "/sbin",    "/srv",     "/sys",   "/usr",   "/usr/bin", "/usr/lib",
    "/usr/local", "/usr/sbin", "/usr/share", "/var", "/var/lib", "/var/log", "/Users", "/System"};

constexpr std::array<std::string_view, 3> kTemporary = {"/tmp", "/var/tmp", "/dev/shm"};

/// Writing there changes the machine, the login, or what guards this session. `~` is the home, `.` the project.
constexpr std::array<std::string_view, 38> kProtected = {"/etc",
                                                         "/boot",
                                                         "/bin",
                                                         "/sbin",
                                                         "/lib",
                                                         "/lib64",
                                                         "/usr/bin",
                                                         "/usr/sbin",
                                                         "/usr/lib",
                                                         "/var/spool/cron",
                                                         "~/.ssh",
                                                         "~/.gnupg",
                                                         "~/.aws",
                                                         "~/.kube",
                                                         "~/.docker/config.json",
                                                         "~/.netrc",
                                                         "~/.git-credentials",
                                                         "~/.bashrc",
                                                         "~/.bash_profile",
                                                         "~/.bash_login",
                                                         "~/.bash_aliases",
                                                         "~/.profile",
                                                         "~/.zshrc",
                                                         "~/.zprofile",
                                                         "~/.zshenv",
                                                         "~/.zlogin",
                                                         "~/.config/fish",
                                                         "~/.gitconfig",
                                                         "~/.config/git",
                                                         "~/.config/autostart",
                                                         "~/.config/systemd",
                                                         "~/.skilldeck",
                                                         "~/.claude/settings.json",
                                                         "./.git/hooks",
                                                         "./.git/config",
                                                         "./.skilldeck/settings.json",
                                                         "./.claude/settings.json",
                                                         "./.claude/settings.local.json"};

constexpr std::array<std::string_view, 18> kDisks = {"sd",  "hd",  "vd",      "xvd",  "nvme",  "mmcblk",
                                                     "md",  "dm-", "mapper/", "disk", "rdisk", "loop",
                                                     "nbd", "zd",  "ram",     "sr",   "mem",   "kmem"};

constexpr std::array<std::string_view, 12> kCredentialFiles = {
    "~/.aws/credentials",    "~/.netrc",       "~/.git-credentials", "~/.pgpass",
    "~/.docker/config.json", "~/.kube/config", "~/.pypirc",          "~/.config/gh/hosts.yml",
    "~/.vault-token",        "/etc/shadow",    "/etc/gshadow",       "~/.my.cnf"};

constexpr std::array<std::string_view, 4> kPrivateKeys = {"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"};
constexpr std::array<std::string_view, 6> kTemplates = {".example", ".sample",   ".template",
                                                        ".dist",    ".defaults", ".md"};

constexpr int kUnknownDepth = 4;

/// Stands for a directory that is not known; deep enough that a few ".." do not reach its root.
std::string unknown_directory() {
    std::string path;
    for (int i = 0; i < kUnknownDepth; ++i) path.append("/").push_back(kUnknown);
    return path;
}

bool is_wildcard(char c) {
    return c == '*' || c == '?' || c == '[' || c == ']' || c == '^' || c == '!' || c == '.';
}

std::string in_place(std::string_view entry, const Place& place) {
    if (entry == "~" || entry.starts_with("~/")) return place.home + std::string(entry.substr(1));
    if (entry == "." || entry.starts_with("./")) return place.project + std::string(entry.substr(1));
    return std::string(entry);
}

/// A project that is the home or the root says nothing about what belongs to the work.
bool is_meaningful(std::string_view directory, const Place& place) {
    return !directory.empty() && directory != "/" && directory != place.home && directory.front() == '/';
}

std::string protected_path(std::string_view entry, const Place& place) {
    return normalise(in_place(entry, place), place.project);
}

template <typename Matches>
std::optional<std::string> first_protected(const std::vector<std::string>& more, const Matches& matches) {
    const auto* built_in = std::find_if(kProtected.begin(), kProtected.end(), matches);
    if (built_in != kProtected.end()) return std::string(*built_in);
    const auto configured = std::find_if(more.begin(), more.end(), matches);
    return configured == more.end() ? std::nullopt : std::optional(*configured);
}

/// A path as it was written: without walks.
ResolvedPath resolve_written(const Text& text, const Scope& scope) {
    const std::string& value = text.value;
    const std::size_t unknown = value.find(kUnknown);
    const std::size_t pattern = text.is_pattern ? value.find_first_of("*?[") : std::string::npos;
    const std::size_t cut = std::min(unknown, pattern);
    const std::string directory = scope.directory.value_or(unknown_directory());
    if (cut == std::string::npos) return {Reach::exact, normalise(value, directory)};
    const std::size_t slash = value.rfind('/', cut);
    const std::string before = slash == std::string::npos ? "" : value.substr(0, slash + 1);
    const bool named = cut > before.size();  // the component has a beginning of its own
    const std::string base = normalise(before.empty() ? "." : before, directory);
    if (unknown < pattern) {
        const bool nothing_known = (before.empty() || before == "./") && !named;
        return nothing_known ? ResolvedPath{} : ResolvedPath{Reach::below, base};
    }
    const std::size_t end = std::min(value.find('/', cut), value.size());
    const std::string_view component = std::string_view(value).substr(before.size(), end - before.size());
    const bool everything = std::all_of(component.begin(), component.end(), is_wildcard) &&
                            value.find_first_not_of('/', end) == std::string::npos;
    return {everything ? Reach::exact : Reach::below, base};
}

}  // namespace

std::string_view base_name(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_within(std::string_view path, std::string_view directory) {
    if (directory == "/") return path.starts_with('/');
    return path.starts_with(directory) && (path.size() == directory.size() || path[directory.size()] == '/');
}

std::string normalise(std::string_view path, std::string_view directory) {
    std::vector<std::string_view> parts;
    const std::string whole =
        path.starts_with('/') ? std::string(path) : std::string(directory) + "/" + std::string(path);
    for (std::size_t at = 0; at < whole.size();) {
        const std::size_t end = std::min(whole.find('/', at), whole.size());
        const std::string_view part = std::string_view(whole).substr(at, end - at);
        at = end + 1;
        if (part.empty() || part == ".") continue;
        if (part != "..")
            parts.push_back(part);
        else if (!parts.empty())
            parts.pop_back();
    }
    std::string out;
    for (const std::string_view part : parts) out.append("/").append(part);
    return out.empty() ? "/" : out;
}

Text everything_below(const Text& start) {
    return {start.value + (start.value.ends_with('/') ? "" : "/") + kWalked, start.is_pattern};
}

Text something_below(const Text& start) {
    return {everything_below(start).value + kUnknown, start.is_pattern};
}

Text walk_start(const Text& word) {
    const std::size_t walked = word.value.find(kWalked);
    if (walked == std::string::npos) return word;
    const std::string start = word.value.substr(0, walked);
    if (start.empty()) return {".", false};
    // "/" and what was found there
    return {start.size() > 1 && start.ends_with('/') ? start.substr(0, start.size() - 1) : start, word.is_pattern};
}

ResolvedPath resolve_path(const Text& text, const Scope& scope) {
    const std::size_t walked = text.value.find(kWalked);
    if (walked == std::string::npos) return resolve_written(text, scope);
    ResolvedPath resolved = resolve_written(walk_start(text), scope);
    // found things under a name of their own, such as {}.bak, are not all that is there
    const bool everything = text.value.find_first_not_of(std::string{'/', kWalked}, walked) == std::string::npos;
    resolved.walk = everything ? Walk::everything : Walk::something;
    if (!everything && resolved.reach == Reach::exact) resolved.reach = Reach::below;
    return resolved;
}

bool is_remote(std::string_view path) {
    const std::size_t colon = path.find(':');
    return colon != std::string_view::npos && path.find('/') > colon;
}

bool is_disk(std::string_view path) {
    if (!path.starts_with("/dev/") || is_within(path, "/dev/shm")) return false;
    const std::string_view name = path.substr(5);
    return std::any_of(kDisks.begin(), kDisks.end(), [&](std::string_view disk) { return name.starts_with(disk); });
}

PathClass classify(const ResolvedPath& resolved, const Scope& scope, const Place& place) {
    const std::string& path = resolved.path;
    if (resolved.reach == Reach::nowhere) return PathClass::unknown;
    const bool exact = resolved.reach == Reach::exact;
    const std::string directory = scope.directory.value_or("");
    if (path.find(kUnknown) != std::string::npos) {
        // relative to a directory that could not be followed: below it is fine, the whole of it or above is not
        const auto depth = std::count(path.begin(), path.end(), '/');
        return depth > kUnknownDepth || (depth == kUnknownDepth && !exact) ? PathClass::inside : PathClass::unknown;
    }
    if (is_disk(path)) return PathClass::device;
    if (path == "/") return exact ? PathClass::root : PathClass::system;
    if (exact && path == place.home) return PathClass::home;
    if (exact && std::find(kSystem.begin(), kSystem.end(), path) != kSystem.end()) return PathClass::system;
    for (const std::string& root : {place.project, directory, place.directory}) {
        if (!is_meaningful(root, place)) continue;
        if (exact && path == root && path == place.project) return PathClass::project;
        if (exact && path != root && is_within(root, path) && !is_within(path, place.project)) {
            return PathClass::ancestor;
        }
    }
    if (exact && is_meaningful(path, place) && path == directory) return PathClass::project;
    if (path.ends_with("/.git") || path.find("/.git/") != std::string::npos) return PathClass::repository;
    for (const std::string& root : {place.project, place.directory}) {
        if (is_meaningful(root, place) && is_within(path, root)) return PathClass::inside;
    }
    for (const std::string_view temporary : kTemporary) {
        if (is_within(path, temporary) && (path != temporary || !exact)) return PathClass::temporary;
    }
    return PathClass::outside;
}

std::optional<std::string> protected_by(const ResolvedPath& resolved, const Place& place,
                                        const std::vector<std::string>& more) {
    return first_protected(more, [&](std::string_view entry) {
        return resolved.reach != Reach::nowhere && is_within(resolved.path, protected_path(entry, place));
    });
}

std::optional<std::string> protected_below(const ResolvedPath& resolved, const Place& place,
                                           const std::vector<std::string>& more) {
    if (resolved.reach != Reach::exact || is_within(resolved.path, place.project)) return std::nullopt;
    return first_protected(
        more, [&](std::string_view entry) { return is_within(protected_path(entry, place), resolved.path); });
}

SecretClass classify_secret(const Text& word, const Scope& scope, const Place& place) {
    const Text text = base_name(word.value).find(kWalked) == std::string_view::npos ? word : walk_start(word);
    const std::string_view name = base_name(text.value);
    const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
    if (ends(".pub") || std::any_of(kTemplates.begin(), kTemplates.end(), ends)) return SecretClass::none;
    const ResolvedPath resolved = resolve_path(text, scope);
    const std::string& path = resolved.path;
    const bool is_stored_login = std::any_of(kCredentialFiles.begin(), kCredentialFiles.end(), [&](std::string_view f) {
        return resolved.reach == Reach::exact && path == in_place(f, place);
    });
    const bool is_key = std::any_of(kPrivateKeys.begin(), kPrivateKeys.end(), [&](std::string_view key) {
        return name == key || (name.starts_with("id_") && text.value.find(".ssh/") != std::string::npos);
    });
    const bool is_key_store = resolved.reach != Reach::nowhere &&
                              (is_within(path, place.home + "/.gnupg") ||
                               (path == place.home + "/.ssh" && text.is_pattern) || path == place.home + "/.ssh");
    if (is_stored_login || is_key || is_key_store) return SecretClass::credential;
    const bool is_environment = name == ".env" || name.starts_with(".env.") || ends(".pem") || ends(".key") ||
                                name == "credentials.json" || name == "secrets.yml" || name == "secrets.yaml";
    return is_environment ? SecretClass::environment : SecretClass::none;
}

}  // namespace command_guard
