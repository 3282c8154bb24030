// SPDX-License-Identifier: Apache-2.0
#include "os/file_system.hpp"
#include "os/process_tree.hpp"

#include <charconv>
#include <optional>

namespace skilldeck {

namespace {

constexpr std::size_t kStatBytes = 1024;
constexpr std::size_t kEnvironmentBytes = 4 * 1024 * 1024;

constexpr std::string_view kProcessFiles = "/proc";

std::optional<int> to_number(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

template <class Look>
void each_process(const FileSystem& files, Look look) {
    const auto entries = files.list(kProcessFiles);
    if (!entries) return;
    for (const auto& entry : *entries) {
        if (const auto id = to_number(entry.name)) look(*id, Path(kProcessFiles) / entry.name);
    }
}

struct ProcessState {
    char state = 'X';
    int group = 0;
};

/// `pid (name) state ppid pgrp …`; the name may hold blanks and brackets.
std::optional<ProcessState> state_of(const FileSystem& files, const Path& folder) {
    const auto stat = files.read_head(folder / "stat", kStatBytes);
    const auto bracket = stat ? stat->rfind(") ") : std::string::npos;
    if (bracket == std::string::npos) return std::nullopt;
    const std::string_view rest = std::string_view(*stat).substr(bracket + 2);
    const auto parent = rest.find(' ');
    const auto group = rest.find(' ', parent + 1);
    const auto end = rest.find(' ', group + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const auto number = to_number(rest.substr(group + 1, end - group - 1));
    if (!number) return std::nullopt;
    return ProcessState{rest.front(), *number};
}

bool lives(const ProcessState& process) {
    return process.state != 'Z' && process.state != 'X';
}

}  // namespace

bool group_has_others(int leader) {
    const FileSystem files;
    bool found = false;
    each_process(files, [&](int id, const Path& folder) {
        if (found || id == leader) return;
        const auto process = state_of(files, folder);
        found = process && process->group == leader && lives(*process);
    });
    return found;
}

std::vector<int> processes_marked(const std::string& mark) {
    const FileSystem files;
    const auto wanted = std::string(1, '\0') + std::string(kProcessMark) + "=" + mark + std::string(1, '\0');
    std::vector<int> found;
    each_process(files, [&](int id, const Path& folder) {
        const auto environment = files.read(folder / "environ", kEnvironmentBytes);
        if (!environment || (std::string(1, '\0') + *environment).find(wanted) == std::string::npos) return;
        const auto process = state_of(files, folder);
        if (process && lives(*process)) found.push_back(id);
    });
    return found;
}

}  // namespace skilldeck
