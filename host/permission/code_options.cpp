// SPDX-License-Identifier: Apache-2.0
#include "permission/code_options.hpp"

#include "base/text.hpp"
#include "permission/code_programs.hpp"
#include "permission/shell_characters.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 5> kOnlyTold{"--version", "--help", "-V", "-h", "-v"};
constexpr std::string_view kCheckpointAction = "checkpoint-action", kExecutes = "exec=";
constexpr std::size_t kLeastOfOneDash = 3;  ///< letters of a shortened long option behind one dash

enum class Meaning : std::uint8_t { plain, command, code, file, value };

struct Option {
    std::string_view name;
    Meaning meaning = Meaning::plain;
    char mark = '\0';  ///< `?`, `!`
};

bool is_option(std::string_view text) {
    return text.size() > 1 && text.front() == '-';
}

/// The options of a row that `fits` takes.
template <typename Fits>
std::optional<Option> find_option(const CodeProgram& program, Fits fits) {
    const std::array<std::pair<std::string_view, Meaning>, 5> lists{{{program.plain, Meaning::plain},
                                                                     {program.commands, Meaning::command},
                                                                     {program.code, Meaning::code},
                                                                     {program.files, Meaning::file},
                                                                     {program.valued, Meaning::value}}};
    for (const auto& [names, meaning] : lists) {
        for (std::string_view name : split(names, ' ')) {
            if (name.empty()) continue;
            const bool marked = name.size() > 1 && (name.back() == '?' || name.back() == '!');
            const char mark = marked ? name.back() : '\0';
            if (marked) name.remove_suffix(1);
            if (fits(name)) return Option{name, meaning, mark};
        }
    }
    return std::nullopt;
}

std::optional<Option> find_short(const CodeProgram& program, char letter) {
    return find_option(program, [letter](auto name) { return name.size() == 1 && name.front() == letter; });
}

/// The very name first, then one that it is short for.
std::optional<Option> find_long(const CodeProgram& program, std::string_view name, std::size_t least) {
    auto found = find_option(program, [&](auto known) { return known.size() > 1 && known == name; });
    if (found || name.size() < least) return found;
    return find_option(program, [&](auto known) { return known.size() > 1 && is_short_for(name, known); });
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

class Walk {
public:
    Walk(const std::vector<ShellWord>& words, bool more_words) : words_(words), more_words_(more_words) {}

    CodeInWords found_code(const CodeProgram& program) {
        walk(program);
        return std::move(found_);
    }

    /// Behind the options before the subcommand.
    std::size_t skip_options(const CodeProgram& program) {
        while (at_ < words_.size() && !words_[at_].may_be_option()) {
            const auto text = words_[at_].text();
            if (is_option(text)) {
                (void)take_option(program, text);
                if (at_ < words_.size() && words_[at_].splits()) break;
            } else if (!text.starts_with('+')) {
                break;
            }
            ++at_;
        }
        return std::min(at_, words_.size());
    }

private:
    void walk(const CodeProgram& program) {
        if (program.order == WordOrder::bundle) take_bundle(program);
        if (program.order == WordOrder::subcommand) return walk_subcommand(program);
        const bool runs_file = program.order == WordOrder::before_file;
        bool options = true, may_be_value = false;
        std::size_t operands = 0;
        for (; at_ < words_.size(); ++at_) {
            const auto text = words_[at_].text();
            if (options && words_[at_].may_be_option()) {
                found_.code = true;
                if (runs_file && program.reads_input > 0) found_.evaluated.push_back(text);
            } else if (options && text == "--") {
                options = program.order == WordOrder::expression;
            } else if (options && is_option(text)) {
                may_be_value = take_option(program, text);
                if (runs_named_) return;
            } else {
                if (!program.behind.empty() && text == program.behind) return take_command_behind();
                take_operand(program, text);
                if (!is_standard_input(text)) ++operands;
                if (runs_file && !may_be_value) break;
                may_be_value = false;
            }
        }
        const bool for_its_file = runs_file && operands > 0;
        found_.input = found_.input || operands < program.reads_input;
        if (operands < program.reads_input || (more_words_ && options && !for_its_file)) found_.code = true;
    }

    void walk_subcommand(const CodeProgram& program) {
        skip_options(program);
        if (at_ >= words_.size()) {
            found_.code = found_.code || more_words_;
            return;
        }
        if (words_[at_].may_be_option()) {
            found_.code = true;
            return;
        }
        const auto name = std::string(program.name) + " " + words_[at_].text();
        ++at_;
        if (const auto* inner = find_code_program(name)) walk(*inner);
    }

    /// At an option; stays at its last word. Whether the next word may be its value.
    bool take_option(const CodeProgram& program, std::string_view text) {
        const bool two = text.starts_with("--");
        const auto equals = std::min(text.find('='), text.size());
        const auto attached = equals < text.size() ? std::optional(text.substr(equals + 1)) : std::nullopt;
        if (two) {
            const auto option = find_long(program, text.substr(2, equals - 2), 1);
            if (option) apply(*option, attached);
            return !option && !attached;
        }
        if (program.dashes == LongDashes::one && equals > 2) {
            if (const auto option = find_long(program, text.substr(1, equals - 1), kLeastOfOneDash)) {
                apply(*option, attached);
                return false;
            }
        }
        for (std::size_t i = 1; i < text.size(); ++i) {
            const auto option = find_short(program, text[i]);
            if (!option || option->meaning == Meaning::plain) continue;
            const auto rest = text.substr(i + 1);
            apply(*option, rest.empty() ? std::nullopt : std::optional(rest));
            return false;
        }
        return true;
    }

    /// `tar cIf gzip a.tar`: each letter takes its value from the next words.
    void take_bundle(const CodeProgram& program) {
        if (at_ >= words_.size() || words_[at_].may_be_option() || is_option(words_[at_].text())) return;
        for (const char letter : words_[at_].text()) {
            const auto option = find_short(program, letter);
            if (option) apply(*option, std::nullopt);
        }
        ++at_;
    }

    void apply(const Option& option, std::optional<std::string_view> attached) {
        if (option.meaning == Meaning::plain) return;
        if (option.mark == '?' && !attached) return;
        if (option.mark == '!') runs_named_ = true;
        if (option.meaning == Meaning::code) {
            found_.code = true;
            const auto next = at_ + 1 < words_.size() ? words_[at_ + 1].text() : std::string();
            found_.evaluated.push_back(attached ? std::string(*attached) : next);
            return;
        }
        if (!attached && ++at_ >= words_.size()) {
            found_.code = found_.code || more_words_;
            return;
        }
        const auto& word = words_[at_];
        const auto value = attached ? std::string(*attached) : word.text();
        if (word.splits()) found_.code = true;
        if (option.meaning == Meaning::command) take_line(option, value, word.certain());
        const bool begins_unknown = !word.pieces.empty() && word.pieces.front().kind == ShellPiece::Kind::unknown;
        const bool unknown_file = attached ? !word.known() : begins_unknown;
        if (option.meaning == Meaning::file && (is_standard_input(value) || unknown_file)) found_.code = true;
    }

    void take_line(const Option& option, std::string_view line, bool certain) {
        if (!certain) {
            found_.code = true;
            found_.evaluated.emplace_back(line);
        }
        const bool executes = line.starts_with(kExecutes);
        if (option.name == kCheckpointAction && !executes) return;
        found_.lines.emplace_back(executes ? line.substr(kExecutes.size()) : line);
    }

    void take_operand(const CodeProgram& program, std::string_view text) {
        for (const std::string_view begin : split(program.words, ' ')) {
            if (!begin.empty() && lower(text).starts_with(lower(begin))) found_.code = true;
        }
    }

    /// `git submodule foreach --recursive make all`.
    void take_command_behind() {
        for (++at_; at_ < words_.size() && is_option(words_[at_].text());) ++at_;
        std::string line;
        for (; at_ < words_.size(); ++at_) {
            line += (line.empty() ? "" : " ") + words_[at_].text();
            if (words_[at_].certain()) continue;
            found_.code = true;
            found_.evaluated.push_back(words_[at_].text());
        }
        if (line.empty() || more_words_) found_.code = true;
        if (!line.empty()) found_.lines.push_back(std::move(line));
    }

    const std::vector<ShellWord>& words_;
    bool more_words_;
    std::size_t at_ = 1;
    bool runs_named_ = false;  ///< an option has named the file that it runs
    CodeInWords found_;
};

/// `--version` and the like; python's `-v` is none of them.
bool is_only_told(const ShellCommand& command, const CodeProgram& program) {
    const auto& words = command.words;
    if (words.size() != 2 || command.more_words || !is_one_of(kOnlyTold, words[1].text())) return false;
    return program.name != "python" || words[1].text() != "-v";
}

}  // namespace

CodeInWords find_code(const ShellCommand& command) {
    const auto program = command.program();
    const auto name = program_name(program);
    if (name.empty() || command.role == ShellRole::header) return {};
    if (is_runner(name)) {
        CodeInWords found;
        found.code = command.words.size() > 1 || command.more_words;
        found.evaluated.push_back(command.text);
        found.input = command.more_words;
        return found;
    }
    const auto* known = find_code_program(name);
    if (known == nullptr || is_only_told(command, *known)) return {};
    return Walk(command.words, command.more_words).found_code(*known);
}

std::vector<ShellWord> without_global_options(const std::vector<ShellWord>& words) {
    if (words.size() < 3 || !words.front().known()) return words;
    if (const auto second = words[1].text(); !second.starts_with('-') && !second.starts_with('+')) return words;
    const auto program = words.front().text();
    const auto* known = find_code_program(program_name(program));
    if (known == nullptr || (known->order != WordOrder::subcommand && known->order != WordOrder::goals)) return words;
    const auto at = Walk(words, false).skip_options(*known);
    std::vector<ShellWord> kept{words.front()};
    kept.insert(kept.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    return kept;
}

bool is_standard_input(std::string_view file) {
    const auto slash = file.rfind('/');
    const auto name = file.substr(slash == std::string_view::npos ? 0 : slash + 1);
    if (name == "-" || name == "stdin") return true;
    if (slash == std::string_view::npos) return false;
    auto folder = file.substr(0, slash);
    while (folder.ends_with('/') || folder.ends_with("/.")) folder.remove_suffix(folder.ends_with('/') ? 1 : 2);
    return folder.ends_with("/fd") || folder == "fd";
}

std::string_view program_name(std::string_view program) {
    return program.substr(program.find_last_of('/') + 1);
}

bool is_short_for(std::string_view option, std::string_view whole) {
    return !option.empty() && whole.starts_with(option);
}

}  // namespace skilldeck
