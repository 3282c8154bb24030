// SPDX-License-Identifier: Apache-2.0
#include "find_walk.hpp"

#include <algorithm>
#include <array>

#include "arguments.hpp"

namespace command_guard {
namespace {

/// Tests of a name. Negated they leave nearly everything.
constexpr std::array<std::string_view, 9> kByName = {"-name",       "-iname", "-path",   "-ipath",   "-wholename",
                                                     "-iwholename", "-regex", "-iregex", "-samefile"};
constexpr std::array<std::string_view, 11> kByState = {"-size", "-perm", "-mtime", "-atime", "-ctime", "-mmin",
                                                       "-amin", "-cmin", "-used",  "-inum",  "-links"};
constexpr std::array<std::string_view, 15> kOthersWithValue = {
    "-type",   "-xtype", "-maxdepth", "-mindepth", "-user",   "-group", "-uid",      "-gid",
    "-fstype", "-fls",   "-fprint",   "-fprint0",  "-printf", "-lname", "-regextype"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// '*', '*.*', './*', '.*': they leave nothing out that matters.
bool matches_everything(std::string_view pattern) {
    return pattern.find('*') != std::string_view::npos && pattern.find_first_not_of("*?./^$") == std::string_view::npos;
}

/// Reads the expression of a find as its grammar has it: alternatives of sequences of tests and actions. It is narrowed
/// where each alternative names what it is after, by name, age, size or the like; what is not takes everything.
class Expression {
public:
    Expression(const std::vector<Text>& argv, std::size_t at) : argv_(argv), at_(at) {}

    [[nodiscard]] bool is_narrowed() { return read_alternatives(0); }

private:
    static constexpr int kMaximumDepth = 32;

    [[nodiscard]] bool ends() const { return at_ >= argv_.size(); }
    [[nodiscard]] std::string_view word() const { return ends() ? std::string_view() : argv_[at_].value; }

    bool read_alternatives(int depth) {
        bool narrowed = read_sequence(depth);
        while (word() == "-o" || word() == "-or" || word() == ",") {
            ++at_;
            narrowed &= read_sequence(depth);
        }
        return narrowed;
    }

    bool read_sequence(int depth) {
        bool narrowed = false;
        while (!ends() && word() != ")" && word() != "-o" && word() != "-or" && word() != ",") {
            narrowed |= read_factor(depth);
        }
        if (depth == 0 && word() == ")") ++at_;  // one that nothing opened
        return narrowed;
    }

    bool read_factor(int depth) {
        const bool negated = word() == "!" || word() == "-not";
        if (negated) ++at_;
        if (word() == "(" && depth < kMaximumDepth) {
            ++at_;
            const bool narrowed = read_alternatives(depth + 1);
            if (word() == ")") ++at_;
            return narrowed && !negated;
        }
        if (ends()) return false;
        return read_test(argv_[at_++].value, negated);
    }

    bool read_test(const std::string& test, bool negated) {
        if (runs_command(test)) {
            at_ = end_of_action(argv_, at_) + 1;
            return false;
        }
        const bool by_name = contains(kByName, test);
        const bool by_state = contains(kByState, test) || test.starts_with("-newer");
        const std::string value(word());
        if (by_name || by_state || contains(kOthersWithValue, test)) ++at_;
        if (test == "-fprintf") at_ += 2;
        if (by_name) return !negated && !matches_everything(value);
        // what is pruned is not touched
        return by_state || test == "-prune" || (!negated && (test == "-empty" || test == "-nouser"));
    }

    const std::vector<Text>& argv_;
    std::size_t at_;
};

/// Where the directories that a find starts from end, behind its own options.
std::vector<Text> read_starts(const std::vector<Text>& argv, std::size_t& at) {
    std::vector<Text> starts;
    for (; at < argv.size(); ++at) {
        const std::string& word = argv[at].value;
        if (word == "-D") ++at;
        const bool is_option =
            word == "-L" || word == "-H" || word == "-P" || word == "-D" || word == "--" || word.starts_with("-O");
        if (!is_option) break;
    }
    for (; at < argv.size(); ++at) {
        const std::string& word = argv[at].value;
        if (word.starts_with("-") || word == "(" || word == "!") break;
        starts.push_back(argv[at]);
    }
    if (starts.empty()) starts.push_back({".", false});
    return starts;
}

/// A start as it is understood anywhere else: after another `cd`, and in quotes, where a pattern would be a name.
Text settled(const Text& start, const Scope& scope) {
    const ResolvedPath resolved = resolve_path(start, scope);
    const bool followed = resolved.path.find(kUnknown) == std::string::npos && resolved.walk == Walk::none;
    if (resolved.reach == Reach::exact && followed) return {resolved.path, false};
    if (!start.is_pattern) return start;
    return resolved.reach == Reach::nowhere ? Text::unknown() : Text{resolved.path + "/" + kUnknown, false};
}

std::vector<Text> found_below(std::vector<Text> starts, bool narrowed, const Scope& scope) {
    if (starts.size() > kMaximumStarts) starts = {Text::unknown()};
    for (Text& start : starts) {
        start = settled(start, scope);
        start = narrowed ? something_below(start) : everything_below(start);
    }
    return starts;
}

std::size_t fd_action(const std::vector<Text>& argv) {
    const auto found = std::find_if(argv.begin(), argv.end(), [](const Text& word) {
        return word.value == "-x" || word.value == "-X" || word.value == "--exec" || word.value == "--exec-batch";
    });
    return static_cast<std::size_t>(found - argv.begin());
}

std::vector<Text> found_by_fd(std::vector<Text> argv, const Scope& scope) {
    argv.resize(fd_action(argv));
    const Arguments arguments(
        argv, 1,
        {"eEtdSojc",
         {"extension", "exclude", "type", "max-depth", "min-depth", "exact-depth", "size", "owner", "threads", "color",
          "changed-within", "changed-before", "search-path", "base-directory"},
         {}});
    auto starts = arguments.values("search-path");
    const auto& operands = arguments.operands();
    if (operands.size() > 1) starts.insert(starts.end(), operands.begin() + 1, operands.end());
    if (starts.empty()) starts.push_back({".", false});
    const bool by_name = !operands.empty() && !operands[0].value.empty() && !matches_everything(operands[0].value) &&
                         operands[0].value != ".";
    const bool narrowed = by_name || arguments.has_any("eS") || arguments.has("extension") || arguments.has("size") ||
                          arguments.has("changed-within") || arguments.has("changed-before");
    return found_below(std::move(starts), narrowed, scope);
}

bool is_fd(std::string_view name) {
    return name == "fd" || name == "fdfind";
}

}  // namespace

bool runs_command(std::string_view action) {
    return action == "-exec" || action == "-execdir" || action == "-ok" || action == "-okdir";
}

std::size_t end_of_action(const std::vector<Text>& argv, std::size_t at) {
    for (; at < argv.size() && argv[at].value != ";"; ++at) {
        if (argv[at].value == "+" && argv[at - 1].value == "{}") break;
    }
    return at;
}

std::vector<Text> fd_command(const std::vector<Text>& argv) {
    if (argv.empty() || !is_fd(base_name(argv[0].value))) return {};
    const std::size_t action = std::min(fd_action(argv) + 1, argv.size());
    std::vector<Text> command(argv.begin() + static_cast<std::ptrdiff_t>(action), argv.end());
    command.erase(std::find_if(command.begin(), command.end(), [](const Text& word) { return word.value == ";"; }),
                  command.end());
    const bool placed = std::any_of(command.begin(), command.end(),
                                    [](const Text& word) { return word.value.find('{') != std::string::npos; });
    if (!command.empty() && !placed) command.push_back({"{}", false});
    return command;
}

std::vector<Text> found_by(const std::vector<Text>& argv, const Scope& scope) {
    if (argv.empty()) return {};
    const std::string_view name = base_name(argv[0].value);
    if (is_fd(name)) return found_by_fd(argv, scope);
    if (name != "find") return {};
    std::size_t at = 1;
    auto starts = read_starts(argv, at);
    return found_below(std::move(starts), Expression(argv, at).is_narrowed(), scope);
}

std::vector<Text> passed_on(const Invocation& invocation, const std::vector<Text>& paths) {
    static constexpr std::array<std::string_view, 8> kAll = {"sort", "uniq", "tac", "tee", "tr", "shuf", "pv", "cat"};
    static constexpr std::array<std::string_view, 6> kSome = {"grep", "egrep", "fgrep", "rg", "head", "tail"};
    static constexpr std::array<std::string_view, 4> kRewritten = {"sed", "awk", "gawk", "cut"};
    const std::string_view name = invocation.name();
    if (contains(kAll, name)) return paths;
    const Arguments arguments(invocation.argv(), 1, {"efnABCm", {"regexp", "file"}, {}});
    // xargs hands on what a grep behind it names
    const auto& argv = invocation.argv();
    const bool some =
        contains(kSome, name) || (name == "xargs" && std::any_of(argv.begin(), argv.end(), [](const Text& word) {
                                      return contains(kSome, base_name(word.value));
                                  }));
    const bool inverted = contains(kSome, name) && (arguments.has('v') || arguments.has("invert-match"));
    if (!some && !contains(kRewritten, name)) return {};
    std::vector<Text> out;
    for (const Text& path : paths) {
        const bool everything = resolve_path(path, invocation.scope()).walk == Walk::everything;
        // of what is rewritten it is only sure that it does not get less
        if (inverted || (!some && everything)) out.push_back(path);
        if (some && !inverted) out.push_back(something_below(walk_start(path)));
    }
    return out;
}

}  // namespace command_guard
