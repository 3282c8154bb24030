// SPDX-License-Identifier: Apache-2.0
#include "git_state.hpp"

#include <algorithm>
#include <string_view>

#include "workspace.hpp"

namespace workspace_context {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSmallFile = 4 * 1024;
constexpr std::size_t kConfigFile = 256 * 1024;
constexpr std::size_t kPackedRefs = 8 * 1024 * 1024;
constexpr std::size_t kMaximumRemotes = 8;

std::string_view trim(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// The first line of a small file; empty if there is none.
std::string line_of(const fs::path& path) {
    const auto text = read_file(path, kSmallFile);
    return text ? std::string(trim(text->substr(0, text->find('\n')))) : std::string();
}

bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

bool is_hash(std::string_view text) {
    const bool is_long_enough = text.size() == 40 || text.size() == 64;
    return is_long_enough && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// A reference may name a file only below the git directory.
bool is_safe_reference(std::string_view name) {
    return name.starts_with("refs/") && name.find("..") == std::string_view::npos;
}

std::string packed_commit(const fs::path& common, const std::string& reference) {
    const auto text = read_file(common / "packed-refs", kPackedRefs);
    if (!text) return {};
    const std::size_t at = text->find(" " + reference + "\n");
    if (at == std::string::npos) return {};
    const std::size_t start = text->rfind('\n', at);
    return text->substr(start == std::string::npos ? 0 : start + 1, at - (start == std::string::npos ? 0 : start + 1));
}

void read_head(GitState& state, const fs::path& common) {
    const std::string head = line_of(state.directory / "HEAD");
    constexpr std::string_view kPrefix = "ref:";
    if (!head.starts_with(kPrefix)) {
        state.commit = is_hash(head) ? head : "";
        state.is_readable = !head.empty();
        return;
    }
    const std::string reference(trim(std::string_view(head).substr(kPrefix.size())));
    constexpr std::string_view kBranches = "refs/heads/";
    state.branch = one_line(reference.starts_with(kBranches) ? reference.substr(kBranches.size()) : reference);
    if (!is_safe_reference(reference)) return;
    std::string commit = line_of(common / fs::path(reference));
    if (commit.empty()) commit = packed_commit(common, reference);
    if (is_hash(commit)) state.commit = commit;
}

std::string short_branch(std::string name) {
    constexpr std::string_view kBranches = "refs/heads/";
    return one_line(name.starts_with(kBranches) ? name.substr(kBranches.size()) : name);
}

void read_progress(GitState& state) {
    const fs::path& directory = state.directory;
    const auto steps = [&](const fs::path& folder, const char* number, const char* total) {
        const std::string done = one_line(line_of(folder / number));
        const std::string all = one_line(line_of(folder / total));
        return done.empty() || all.empty() ? std::string() : ", step " + done + " of " + all;
    };
    if (is_there(directory / "rebase-merge")) {
        const std::string name = short_branch(line_of(directory / "rebase-merge" / "head-name"));
        state.in_progress.push_back("rebase" + (name.empty() ? "" : " of " + name) +
                                    steps(directory / "rebase-merge", "msgnum", "end"));
    }
    if (is_there(directory / "rebase-apply")) {
        const bool is_mail = is_there(directory / "rebase-apply" / "applying");
        state.in_progress.push_back((is_mail ? "am" : "rebase") + steps(directory / "rebase-apply", "next", "last"));
    }
    if (is_there(directory / "MERGE_HEAD")) state.in_progress.emplace_back("merge");
    if (is_there(directory / "CHERRY_PICK_HEAD")) state.in_progress.emplace_back("cherry-pick");
    if (is_there(directory / "REVERT_HEAD")) state.in_progress.emplace_back("revert");
    if (is_there(directory / "BISECT_LOG")) state.in_progress.emplace_back("bisect");
}

/// The value between the first pair of quotes of a section line such as [remote "origin"].
std::string section_name(std::string_view line) {
    const auto open = line.find('"');
    const auto close = line.rfind('"');
    return open == std::string_view::npos || close <= open ? std::string()
                                                           : std::string(line.substr(open + 1, close - open - 1));
}

void read_config(GitState& state, const fs::path& common) {
    const auto text = read_file(common / "config", kConfigFile);
    std::string section;
    std::string name;
    std::string remote;
    std::string merge;
    std::string_view rest = text ? std::string_view(*text) : std::string_view{};
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = trim(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.starts_with("[")) {
            section = std::string(line.substr(1, line.find_first_of(" ]\"") - 1));
            name = section_name(line);
            continue;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view key = trim(line.substr(0, equals));
        const std::string value(trim(line.substr(equals + 1)));
        const bool is_current = section == "branch" && !name.empty() && name == state.branch;
        if (is_current && key == "remote") remote = value;
        if (is_current && key == "merge") merge = short_branch(value);
        if (section == "remote" && key == "url" && state.remotes.size() < kMaximumRemotes) {
            state.remotes.push_back({one_line(name), one_line(without_credentials(value))});
        }
    }
    if (!remote.empty() && !merge.empty()) state.upstream = one_line(remote) + "/" + merge;
}

std::size_t count_lines(const fs::path& path) {
    const auto text = read_file(path, kConfigFile);
    return text ? static_cast<std::size_t>(std::count(text->begin(), text->end(), '\n')) : 0;
}

std::size_t count_entries(const fs::path& directory) {
    std::error_code error;
    std::size_t count = 0;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) ++count;
    return count;
}

}  // namespace

std::string without_credentials(std::string url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string::npos) return url;
    const std::size_t start = scheme + 3;
    const std::size_t slash = std::min(url.find('/', start), url.size());
    const std::size_t at = url.rfind('@', slash);
    if (at != std::string::npos && at >= start) url.erase(start, at + 1 - start);
    return url.substr(0, url.find('?'));  // a token may be there too
}

std::optional<GitState> read_git_state(const fs::path& root) {
    GitState state;
    std::error_code error;
    const fs::path dot_git = root / ".git";
    const auto status = fs::status(dot_git, error);
    if (fs::is_directory(status)) {
        state.directory = dot_git;
    } else if (fs::is_regular_file(status)) {
        constexpr std::string_view kPrefix = "gitdir:";
        const std::string line = line_of(dot_git);
        if (!line.starts_with(kPrefix)) return std::nullopt;
        state.directory = (root / fs::path(trim(std::string_view(line).substr(kPrefix.size())))).lexically_normal();
        state.is_linked = true;
    } else {
        return std::nullopt;
    }
    const std::string common_line = line_of(state.directory / "commondir");
    const fs::path common =
        common_line.empty() ? state.directory : (state.directory / fs::path(common_line)).lexically_normal();
    read_head(state, common);
    read_progress(state);
    read_config(state, common);
    state.stashes = count_lines(common / "logs" / "refs" / "stash");
    state.worktrees = count_entries(common / "worktrees");
    state.is_shallow = is_there(common / "shallow");
    return state;
}

}  // namespace workspace_context
