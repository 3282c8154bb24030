// SPDX-License-Identifier: Apache-2.0
// What fills a directory with files that the line does not name: archives that are unpacked, trees that are copied
// over.
#include <algorithm>
#include <array>

#include "arguments.hpp"
#include "loss.hpp"
#include "rules.hpp"

namespace command_guard {
namespace {

/// How a program is told to unpack, and where to.
struct Unpacker {
    std::string_view name;
    OptionSyntax syntax;
    std::vector<std::string_view> destinations;  ///< options whose value is where to
    std::string_view letters;                    ///< one of these, in the first operand too, unpacks; "": always
    std::vector<std::string_view> long_options;  ///< so does one of these
    std::string_view not_with;                   ///< letters that only list or print
    enum class FirstWord { any, letters } first_word = FirstWord::any;  ///< letters: options too, without a dash
};

const OptionSyntax& tar_syntax() {
    static const OptionSyntax kSyntax{"fCbTXIKLNVFHg",
                                      {"file", "directory", "exclude", "transform", "files-from", "exclude-from",
                                       "use-compress-program", "strip-components", "owner", "group", "mode"},
                                      {}};
    return kSyntax;
}

const std::vector<Unpacker>& unpackers() {
    static const Unpacker kTar{"tar",
                               tar_syntax(),
                               {"C", "directory", "one-top-level"},
                               "x",
                               {"extract", "get"},
                               "",
                               Unpacker::FirstWord::letters};
    static const Unpacker kSevenZip{"7z", {"omptw", {}, {}}, {"o"}, "xe", {}, ""};
    static const auto as = [](std::string_view name, Unpacker one) {
        one.name = name;
        return one;
    };
    static const std::vector<Unpacker> kUnpackers = {
        kTar,
        as("bsdtar", kTar),
        as("gtar", kTar),
        as("star", kTar),
        {"jar", {"fC", {}, {}}, {}, "x", {"extract"}, ""},
        {"unzip", {"dxP", {}, {}}, {"d"}, "", {}, "ltzvpcZ"},
        kSevenZip,
        as("7za", kSevenZip),
        as("7zr", kSevenZip),
        as("7zz", kSevenZip),
        {"unar", {"oepk", {"output-directory", "encoding", "password"}, {}}, {"o", "output-directory"}, "", {}, ""},
        {"cabextract", {"dFpe", {"directory", "filter"}, {}}, {"d", "directory"}, "", {}, "ltp"},
        {"unsquashfs", {"dpef", {"dest"}, {}}, {"d", "dest"}, "", {}, "ls"},
        {"cpio", {"DFIOEHCRM", {"directory", "file", "format"}, {}}, {"D", "directory"}, "i", {"extract"}, "t"},
        {"bsdcpio", {"DFIOEHCR", {"directory"}, {}}, {"D", "directory"}, "i", {"extract"}, "t"},
        {"pax", {"fbopsxTUGB", {}, {}}, {}, "r", {}, ""},
    };
    return kUnpackers;
}

/// `--delete` and its kinds: what the source does not have is removed from the target.
bool deletes(const Arguments& arguments) {
    static constexpr std::array<std::string_view, 7> kDeletes = {
        "del", "delete", "delete-before", "delete-during", "delete-delay", "delete-after", "delete-excluded"};
    return std::any_of(kDeletes.begin(), kDeletes.end(), [&](std::string_view one) { return arguments.has(one); });
}

void judge_rsync(const Invocation& invocation) {
    static const OptionSyntax kSyntax{
        "efBTM",
        {"rsh",          "exclude",    "include",   "filter",     "files-from", "exclude-from",
         "include-from", "rsync-path", "log-file",  "bwlimit",    "chmod",      "chown",
         "compare-dest", "copy-dest",  "link-dest", "backup-dir", "suffix",     "temp-dir",
         "partial-dir",  "max-size",   "min-size",  "timeout",    "port",       "out-format"},
        {}};
    const Arguments arguments(invocation.argv(), 1, kSyntax);
    auto sources = arguments.operands();
    if (sources.size() < 2 || arguments.has('n') || arguments.has("dry-run") || arguments.has("list-only")) return;
    const Text target = sources.back();
    sources.pop_back();
    if (arguments.has("remove-source-files")) {
        for (const Text& source : sources) {
            if (!is_remote(source.value)) judge_removal(invocation, source, Extent::tree, "moves away ");
        }
    }
    if (is_remote(target.value)) return;
    if (deletes(arguments)) judge_removal(invocation, target, Extent::tree, "replaces ");
    // "dir" becomes one thing in the target, "dir/" is spread in it
    const bool spreads = std::any_of(sources.begin(), sources.end(), [](const Text& source) {
        return source.value.ends_with("/") || source.value.ends_with("/.") || source.value == ".";
    });
    return spreads ? invocation.check_fill(target) : invocation.check_write(target);
}

bool unpacks(const Arguments& arguments, const Unpacker& how) {
    if (!how.not_with.empty() && arguments.has_any(how.not_with)) return false;
    if (how.letters.empty() || arguments.has_any(how.letters)) return true;
    const auto is_given = [&](std::string_view option) { return arguments.has(option); };
    if (std::any_of(how.long_options.begin(), how.long_options.end(), is_given)) return true;
    const auto& operands = arguments.operands();
    return !operands.empty() && operands[0].value.find_first_of(how.letters) != std::string::npos &&
           operands[0].value.find_first_not_of("abcdefghijklmnopqrstuvwxyzCJPSZ0123456789") == std::string::npos;
}

/// tar's first word may be letters without a dash; their values then follow one after the other: `tar xfC a.tar /`.
std::vector<Text> with_dashes(const std::vector<Text>& argv, std::string_view with_value) {
    if (argv.size() < 2 || argv[1].value.empty() || argv[1].value[0] == '-') return argv;
    std::vector<Text> out{argv[0]};
    std::size_t next = 2;
    for (const char letter : argv[1].value) {
        out.push_back({std::string{'-', letter}, false});
        if (with_value.find(letter) != std::string_view::npos && next < argv.size()) out.push_back(argv[next++]);
    }
    out.insert(out.end(), argv.begin() + static_cast<std::ptrdiff_t>(std::min(next, argv.size())), argv.end());
    return out;
}

void judge_archive(const Invocation& invocation, const Unpacker& how) {
    const bool is_tar = how.first_word == Unpacker::FirstWord::letters;
    const Arguments arguments(is_tar ? with_dashes(invocation.argv(), how.syntax.short_with_value) : invocation.argv(),
                              1, how.syntax);
    if (is_tar && arguments.has("remove-files")) {
        for (const Text& path : arguments.operands()) judge_removal(invocation, path, Extent::tree, "removes ");
    }
    if (!unpacks(arguments, how)) return;
    std::vector<Text> directories;
    for (const auto option : how.destinations) {
        for (Text& directory : arguments.values(option)) directories.push_back(std::move(directory));
    }
    if (directories.empty()) directories.push_back({".", false});
    for (const Text& directory : directories) invocation.check_fill(directory);
}

/// Programs whose last operand, of at least so many, is where they unpack to.
struct IntoLast {
    std::string_view name;
    std::size_t operands;
};

}  // namespace

void judge_unpack(const Invocation& invocation) {
    static constexpr std::array<IntoLast, 3> kIntoLast = {{{"unrar", 3}, {"rar", 3}, {"dpkg-deb", 2}}};
    const std::string_view name = invocation.name();
    if (name == "rsync") return judge_rsync(invocation);
    const auto& all = unpackers();
    const auto how = std::find_if(all.begin(), all.end(), [&](const Unpacker& one) { return one.name == name; });
    if (how != all.end()) judge_archive(invocation, *how);
    const Arguments arguments(invocation.argv(), 1, {"DFIOEHCRM", {}, {}});
    const auto& operands = arguments.operands();
    const auto* last =
        std::find_if(kIntoLast.begin(), kIntoLast.end(), [&](const IntoLast& o) { return o.name == name; });
    const bool into_last = last != kIntoLast.end() && operands.size() >= last->operands;
    const bool passes_through = (name == "cpio" || name == "bsdcpio") && arguments.has('p') && !operands.empty();
    if (into_last || passes_through) invocation.check_fill(operands.back());
}

}  // namespace command_guard
