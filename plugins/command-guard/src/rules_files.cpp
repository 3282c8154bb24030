// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "arguments.hpp"
#include "find_walk.hpp"
#include "loss.hpp"
#include "rules.hpp"

namespace command_guard {
namespace {

using Order = OptionSyntax::Order;

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

void judge_remove(const Invocation& invocation) {
    const Arguments arguments(invocation.argv(), 1, {});
    const bool recursive = arguments.has_any("rR") || arguments.has("recursive");
    if (arguments.has("no-preserve-root")) invocation.deny("remove", "switches off what protects / from rm");
    for (const Text& path : arguments.operands()) {
        judge_removal(invocation, path, recursive ? Extent::tree : Extent::file, "removes ");
    }
}

void judge_dd(const Invocation& invocation) {
    for (const Text& argument : invocation.argv()) {
        if (!argument.value.starts_with("of=")) continue;
        judge_removal(invocation, {argument.value.substr(3), false}, Extent::file, "overwrites ");
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
        const Walk walk = resolve_path(operands[i], invocation.scope()).walk;
        if (!recursive && walk != Walk::everything) {
            invocation.check_write(operands[i]);
            continue;
        }
        invocation.check_protected(operands[i]);
        const auto loss = loss_of(invocation.class_of(operands[i]));
        if (loss && loss->is_beyond_discussion) {
            invocation.deny("permissions", "changes the permissions or the owner of " + loss->what);
        } else if (is_chmod && opens_to_all(mode)) {
            invocation.ask("permissions", "lets everybody write to a whole directory");
        } else if (loss && !is_chmod && invocation.class_of(operands[i]) == PathClass::outside) {
            invocation.ask("permissions", "changes the owner of " + loss->what);
        }
    }
}

void judge_moved(const Invocation& invocation, const std::vector<Text>& sources, const std::vector<Text>& targets) {
    for (const Text& source : sources) {
        const auto loss = loss_of(invocation.class_of(source));
        if (loss && loss->is_beyond_discussion)
            invocation.deny("remove", "moves away " + loss->what);
        else if (!targets.empty() && targets[0].value == "/dev/null") {
            invocation.ask("remove", "moves files into /dev/null, which loses them");
        } else {
            invocation.check_write(source);
        }
    }
}

/// cp, mv, install, ln: the target is the last operand, or the value of -t.
void judge_copy(Invocation& invocation) {
    const OptionSyntax syntax{"tSmgo", {"target-directory", "suffix", "mode"}, {}};
    const Arguments arguments(invocation.argv(), 1, syntax);
    std::vector<Text> sources = arguments.operands();
    std::vector<Text> targets = arguments.values("target-directory");
    for (Text& target : arguments.values("t")) targets.push_back(std::move(target));
    if (invocation.name() == "install" && (arguments.has('d') || arguments.has("directory"))) {
        targets.swap(sources);
    } else if (targets.empty() && sources.size() > 1) {
        targets.push_back(sources.back());
        sources.pop_back();
    }
    const bool copies_tree = invocation.name() == "cp" && (arguments.has_any("rRa") || arguments.has("recursive"));
    const bool spreads = copies_tree && std::any_of(sources.begin(), sources.end(), [](const Text& source) {
                             return source.value == "." || source.value.ends_with("/.");
                         });
    for (const Text& target : targets) spreads ? invocation.check_fill(target) : invocation.check_write(target);
    if (invocation.name() == "mv") judge_moved(invocation, sources, targets);
}

/// Programs whose operands are the files they write.
void judge_writers(const Invocation& invocation, const OptionSyntax& syntax) {
    const Arguments arguments(invocation.argv(), 1, syntax);
    for (const Text& path : arguments.operands()) invocation.check_write(path);
}

/// Programs after which nothing of their operands is left.
void judge_erasers(const Invocation& invocation, const OptionSyntax& syntax) {
    const Arguments arguments(invocation.argv(), 1, syntax);
    for (const Text& path : arguments.operands()) judge_removal(invocation, path, Extent::file, "overwrites ");
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
    const OptionSyntax syntax{is_curl ? "oHdXFTubAexmrwYyzCcDEKPQ" : "OoPUaiQtTwe",
                              {"output", "output-document", "output-dir", "directory-prefix"},
                              {}};
    const Arguments arguments(invocation.argv(), 1, syntax);
    for (const char* option :
         {is_curl ? "o" : "O", is_curl ? "output-dir" : "P", "output", "output-document", "directory-prefix"}) {
        for (const Text& path : arguments.values(option)) invocation.check_write(path);
    }
}

/// Programs with an option that names the file, or the directory, which they write.
void judge_outputs(const Invocation& invocation) {
    struct Output {
        std::string_view name;
        OptionSyntax syntax;
        std::vector<std::string_view> options;
    };
    static const std::vector<Output> kOutputs = {
        {"sort", {"kotST", {"output", "key"}, {}}, {"o", "output"}},
        {"shuf", {"ino", {"output"}, {}}, {"o", "output"}},
        {"patch", {"dioprBDFVYz", {"output", "directory", "input"}, {}}, {"d", "o", "output", "directory"}},
        {"gpg", {"orua", {"output", "recipient"}, {}}, {"o", "output"}},
        {"zstd", {"oDMT", {"output-dir-flat"}, {}}, {"o", "output-dir-flat"}},
    };
    for (const Output& one : kOutputs) {
        if (one.name != invocation.name()) continue;
        const Arguments arguments(invocation.argv(), 1, one.syntax);
        for (const auto option : one.options) {
            for (const Text& path : arguments.values(option)) invocation.check_write(path);
        }
    }
}

void judge_find(Invocation& invocation) {
    static constexpr std::array<std::string_view, 4> kPrints = {"-fprint", "-fprint0", "-fprintf", "-fls"};
    const auto& argv = invocation.argv();
    const auto found = found_by(argv, invocation.scope());
    bool runs = false;
    for (std::size_t i = 1; i < argv.size(); ++i) {
        if (runs_command(argv[i].value)) {
            i = end_of_action(argv, i + 1);
            runs = true;
        } else if (contains(kPrints, argv[i].value) && i + 1 < argv.size()) {
            invocation.check_write(argv[++i]);
        } else if (argv[i].value == "-delete") {
            for (const Text& one : found) judge_removal(invocation, one, Extent::file, "removes ");
        }
    }
    // with -exec the output is that of a command: grep -l names some of what it was given
    for (const Text& one : found) invocation.traits.lists.push_back(runs ? something_below(walk_start(one)) : one);
}

}  // namespace

void judge_files(Invocation& invocation) {
    static constexpr std::array<std::string_view, 13> kDiskTools = {
        "wipefs", "blkdiscard", "fdisk",    "sfdisk",     "cfdisk", "gdisk",    "sgdisk",
        "parted", "mkswap",     "pvcreate", "cryptsetup", "hdparm", "badblocks"};
    const std::string_view name = invocation.name();
    if (name == "rm" || name == "unlink" || name == "srm") return judge_remove(invocation);
    if (name == "find" || name == "fd" || name == "fdfind") return judge_find(invocation);
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
    if (name == "cp" || name == "mv" || name == "install" || name == "ln") return judge_copy(invocation);
    if (name == "tee" || name == "touch" || name == "mkdir" || name == "sponge")
        return judge_writers(invocation, {"mtdr", {}, Order::mixed});
    if (name == "rmdir") return judge_writers(invocation, {});
    if (name == "shred") return judge_erasers(invocation, {"ns", {"iterations", "size"}, Order::mixed});
    if (name == "truncate") return judge_erasers(invocation, {"srO", {"size", "reference"}, Order::mixed});
    if (name == "sed" || name == "perl") return judge_editor(invocation);
    if (name == "curl" || name == "wget") return judge_downloads(invocation);
    judge_outputs(invocation);
}

}  // namespace command_guard
