// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "arguments.hpp"
#include "rules.hpp"

namespace command_guard {
namespace {

using Order = OptionSyntax::Order;

constexpr std::array<std::string_view, 12> kFilters = {"-name",   "-iname", "-path",  "-ipath", "-wholename", "-regex",
                                                       "-iregex", "-size",  "-empty", "-newer", "-user",      "-perm"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// What would be lost if everything at this path went: the sentence, and whether that is beyond discussion.
struct Loss {
    bool is_beyond_discussion = false;
    std::string what;
};

std::optional<Loss> loss_of(const Invocation& invocation, const Text& path) {
    switch (invocation.class_of(path)) {
        case PathClass::root: return Loss{true, "everything on this machine"};
        case PathClass::system: return Loss{true, "a directory that this machine needs"};
        case PathClass::home: return Loss{true, "the whole home directory"};
        case PathClass::ancestor: return Loss{true, "a directory above the project"};
        case PathClass::device: return Loss{true, "a device"};
        case PathClass::project: return Loss{false, "everything in the project or the working directory"};
        case PathClass::repository: return Loss{false, "the history of a repository (.git)"};
        case PathClass::outside: return Loss{false, "something outside the project"};
        case PathClass::unknown: return Loss{false, "a path that only the running shell knows"};
        case PathClass::inside:
        case PathClass::temporary: break;
    }
    return std::nullopt;
}

void judge_remove(Invocation& invocation) {
    const Arguments arguments(invocation.argv(), 1, {});
    const bool recursive = arguments.has_any("rR") || arguments.has("recursive");
    if (arguments.has("no-preserve-root")) invocation.deny("remove", "switches off what protects / from rm");
    for (const Text& path : arguments.operands()) {
        invocation.check_write(path);
        if (!recursive) continue;
        const auto loss = loss_of(invocation, path);
        if (!loss) continue;
        if (loss->is_beyond_discussion)
            invocation.deny("remove", "removes " + loss->what);
        else
            invocation.ask("remove", "removes " + loss->what);
    }
}

void judge_dd(Invocation& invocation) {
    for (const Text& argument : invocation.argv()) {
        if (argument.value.starts_with("of=")) invocation.check_write({argument.value.substr(3), false});
    }
}

void judge_disk_tool(Invocation& invocation) {
    for (std::size_t i = 1; i < invocation.argv().size(); ++i) {
        const ResolvedPath path = resolve_path(invocation.argv()[i], invocation.scope());
        if (path.reach != Reach::nowhere && is_disk(path.path)) {
            return invocation.deny("write-device", "destroys what is on " + path.path);
        }
    }
    invocation.ask("write-device", "changes a disk or an image of one");
}

/// Whether a mode lets everybody write: 777, 0666, a+rwx, o+w.
bool opens_to_all(std::string_view mode) {
    const bool octal = !mode.empty() && mode.find_first_not_of("01234567") == std::string_view::npos;
    if (octal) return (mode.back() - '0') & 2;
    const std::size_t sign = mode.find_first_of("+=");
    if (sign == std::string_view::npos) return false;
    const bool others = mode.substr(0, sign).find_first_of("ao") != std::string_view::npos;
    return others && mode.substr(sign).find('w') != std::string_view::npos;
}

bool sets_identity(std::string_view mode) {
    const bool octal = !mode.empty() && mode.find_first_not_of("01234567") == std::string_view::npos;
    if (octal) return mode.size() >= 4 && mode[mode.size() - 4] >= '2' && mode[mode.size() - 4] != '0';
    return mode.find("+s") != std::string_view::npos || mode.find("+xs") != std::string_view::npos;
}

void judge_modes(Invocation& invocation) {
    const Arguments arguments(invocation.argv(), 1, {});
    const bool recursive = arguments.has('R') || arguments.has("recursive");
    const bool is_chmod = invocation.name() == "chmod";
    const auto& operands = arguments.operands();
    const std::string mode = operands.empty() ? "" : operands.front().value;
    if (is_chmod && sets_identity(mode)) {
        invocation.ask("permissions", "makes a program run as another user (set-id)");
    }
    for (std::size_t i = arguments.has("reference") ? 0 : 1; i < operands.size(); ++i) {
        invocation.check_write(operands[i]);
        if (!recursive) continue;
        const auto loss = loss_of(invocation, operands[i]);
        if (loss && loss->is_beyond_discussion) {
            invocation.deny("permissions", "changes the permissions or the owner of " + loss->what);
        } else if (is_chmod && opens_to_all(mode)) {
            invocation.ask("permissions", "lets everybody write to a whole directory");
        } else if (loss && !is_chmod && invocation.class_of(operands[i]) == PathClass::outside) {
            invocation.ask("permissions", "changes the owner of " + loss->what);
        }
    }
}

/// cp, mv, install, ln, rsync: the target is the last operand, or the value of -t.
void judge_copy(Invocation& invocation) {
    const OptionSyntax syntax{invocation.name() == "rsync" ? "e" : "tSmgo", {"target-directory", "suffix", "mode"}, {}};
    const Arguments arguments(invocation.argv(), 1, syntax);
    std::vector<Text> sources = arguments.operands();
    std::vector<Text> targets = arguments.values("target-directory");
    if (invocation.name() != "rsync") {
        for (Text& target : arguments.values("t")) targets.push_back(std::move(target));
    }
    if (targets.empty() && sources.size() > 1) {
        targets.push_back(sources.back());
        sources.pop_back();
    }
    for (const Text& target : targets) invocation.check_write(target);
    if (invocation.name() != "mv") return;
    for (const Text& source : sources) {
        const auto loss = loss_of(invocation, source);
        if (loss && loss->is_beyond_discussion)
            invocation.deny("remove", "moves away " + loss->what);
        else if (!targets.empty() && targets[0].value == "/dev/null") {
            invocation.ask("remove", "moves files into /dev/null, which loses them");
        } else {
            invocation.check_write(source);
        }
    }
}

/// Programs whose operands are the files they write.
void judge_writers(Invocation& invocation, const OptionSyntax& syntax) {
    const Arguments arguments(invocation.argv(), 1, syntax);
    for (const Text& path : arguments.operands()) invocation.check_write(path);
}

void judge_editor(Invocation& invocation) {
    const Arguments arguments(invocation.argv(), 1, {"efl", {"expression", "file"}, Order::mixed});
    const bool in_place = arguments.has('i') || arguments.has("in-place");
    if (!in_place) return;
    // without -e or -f the first operand is the script
    const bool has_script = arguments.has_any("ef") || arguments.has("expression") || arguments.has("file");
    const auto& operands = arguments.operands();
    for (std::size_t i = has_script ? 0 : 1; i < operands.size(); ++i) invocation.check_write(operands[i]);
}

void judge_downloads(Invocation& invocation) {
    const bool is_curl = invocation.name() == "curl";
    const OptionSyntax syntax{is_curl ? "oHdXFTubAexmrwYyzCcDEKPQ" : "OoPUaiQtTwe", {"output", "output-document"}, {}};
    const Arguments arguments(invocation.argv(), 1, syntax);
    for (const char* option : {is_curl ? "o" : "O", "output", "output-document"}) {
        for (const Text& path : arguments.values(option)) invocation.check_write(path);
    }
}

}  // namespace

bool find_is_narrowed(const std::vector<Text>& argv) {
    return std::any_of(argv.begin(), argv.end(), [](const Text& word) {
        const std::string& text = word.value;
        const bool by_time = text.size() == 6 && (text.ends_with("time") || text.ends_with("min"));
        return contains(kFilters, text) || by_time || text.starts_with("-newer") || text == "-mmin" ||
               text == "-amin" || text == "-cmin";
    });
}

std::vector<Text> find_starts(const std::vector<Text>& argv) {
    std::vector<Text> starts;
    std::size_t at = 1;
    while (at < argv.size() && (argv[at].value == "-L" || argv[at].value == "-H" || argv[at].value == "-P")) ++at;
    for (; at < argv.size(); ++at) {
        const std::string& word = argv[at].value;
        if (word.starts_with("-") || word == "(" || word == "!") break;
        starts.push_back(argv[at]);
    }
    if (starts.empty()) starts.push_back({".", false});
    return starts;
}

void judge_find(Invocation& invocation) {
    const auto& argv = invocation.argv();
    const auto starts = find_starts(argv);
    const bool narrowed = find_is_narrowed(argv);
    const bool deletes =
        std::any_of(argv.begin(), argv.end(), [](const Text& word) { return word.value == "-delete"; });
    for (std::size_t i = 0; i + 1 < argv.size(); ++i) {
        if (argv[i].value == "-fprint" || argv[i].value == "-fls") invocation.check_write(argv[i + 1]);
    }
    for (const Text& start : deletes ? starts : std::vector<Text>{}) {
        const auto loss = loss_of(invocation, start);
        const PathClass where = invocation.class_of(start);
        if (loss && loss->is_beyond_discussion && !narrowed)
            invocation.deny("remove", "removes " + loss->what);
        else if (loss && (!narrowed || where != PathClass::project))
            invocation.ask("remove", "removes files in " + loss->what);
    }
    invocation.traits.lists_below = narrowed ? starts : std::vector<Text>{};
}

void judge_files(Invocation& invocation) {
    static constexpr std::array<std::string_view, 13> kDiskTools = {
        "wipefs", "blkdiscard", "fdisk",    "sfdisk",     "cfdisk", "gdisk",    "sgdisk",
        "parted", "mkswap",     "pvcreate", "cryptsetup", "hdparm", "badblocks"};
    const std::string_view name = invocation.name();
    if (name == "rm" || name == "unlink" || name == "srm") return judge_remove(invocation);
    if (name == "find") return judge_find(invocation);
    if (name == "dd") return judge_dd(invocation);
    if (name == "mkfs" || name.starts_with("mkfs.") || name == "mke2fs" || name == "newfs")
        return judge_disk_tool(invocation);
    if (contains(kDiskTools, name)) {
        const Arguments arguments(invocation.argv(), 1, {});
        const bool only_lists = arguments.has_any("lV") || arguments.has("list") || arguments.has("help") ||
                                arguments.has("version") || arguments.has("no-act");
        return only_lists ? void() : judge_disk_tool(invocation);
    }
    if (name == "chmod" || name == "chown" || name == "chgrp") return judge_modes(invocation);
    if (name == "cp" || name == "mv" || name == "install" || name == "ln" || name == "rsync")
        return judge_copy(invocation);
    if (name == "tee" || name == "touch" || name == "mkdir")
        return judge_writers(invocation, {"mtdr", {}, Order::mixed});
    if (name == "shred" || name == "rmdir") return judge_writers(invocation, {"ns", {}, Order::mixed});
    if (name == "truncate") return judge_writers(invocation, {"srO", {"size", "reference"}, Order::mixed});
    if (name == "sed" || name == "perl") return judge_editor(invocation);
    if (name == "curl" || name == "wget") return judge_downloads(invocation);
}

}  // namespace command_guard
