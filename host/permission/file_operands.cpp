// SPDX-License-Identifier: Apache-2.0
#include "permission/file_operands.hpp"

#include "base/text.hpp"
#include "permission/code_options.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

using Use = FileOperand::Use;

/// What becomes of the operands.
enum class Operands : std::uint8_t {
    read,
    written,
    both,
    copied,       ///< read, and the last one written
    moved,        ///< as copied, and those that are read are gone
    then_target,  ///< the first is read, the second written
    assigned,     ///< as dd: `if=f`, `of=f`
};
enum class First : std::uint8_t { file, program };  ///< program: a pattern or a script, unless an option brings it

/// Options as in code_programs.hpp.
struct FileCommand {
    std::string_view name;
    Operands operands = Operands::read;
    First first = First::file;
    std::string_view valued = {};    ///< with a value that is no file
    std::string_view programs = {};  ///< the value is what would be the first operand
    std::string_view reads = {};     ///< the value is a file
    std::string_view writes = {};
    std::string_view edits = {};  ///< its operands are written as well
};

constexpr std::string_view kGrepValues =
    "A B C m d D after-context before-context context max-count exclude exclude-dir color label";
constexpr std::string_view kAwkValues = "F v field-separator assign";

// clang-format off
constexpr std::array kCommands{
    FileCommand{.name = "cat"},
    FileCommand{.name = "tac", .valued = "s separator"},
    FileCommand{.name = "bat", .valued = "l r H language line-range theme style"},
    FileCommand{.name = "zcat"},
    FileCommand{.name = "head", .valued = "n c lines bytes"},
    FileCommand{.name = "tail", .valued = "n c s lines bytes pid sleep-interval"},
    FileCommand{.name = "less", .valued = "b h j p P t T x y z", .reads = "k", .writes = "o O"},
    FileCommand{.name = "more", .valued = "n lines"},
    FileCommand{.name = "zless"},
    FileCommand{.name = "nl", .valued = "b d f h i l n s v w"},
    FileCommand{.name = "od", .valued = "A j N S t w? address-radix skip-bytes read-bytes format"},
    FileCommand{.name = "xxd", .operands = Operands::then_target, .valued = "c g l o s cols groupsize len seek"},
    FileCommand{.name = "hexdump", .valued = "e n s", .reads = "f"},
    FileCommand{.name = "hd", .valued = "e n s", .reads = "f"},
    FileCommand{.name = "strings", .valued = "n t e T bytes radix encoding target"},
    FileCommand{.name = "cut", .valued = "b c d f bytes characters delimiter fields output-delimiter"},
    FileCommand{.name = "paste", .valued = "d delimiters"},
    FileCommand{.name = "join", .valued = "a e i j o t v 1 2"},
    FileCommand{.name = "comm"},
    FileCommand{.name = "rev"},
    FileCommand{.name = "fold", .valued = "w width"},
    FileCommand{.name = "fmt", .valued = "w p width prefix"},
    FileCommand{.name = "column", .valued = "c s o N t? separator"},
    FileCommand{.name = "shuf", .valued = "n i head-count input-range", .writes = "o output"},
    FileCommand{.name = "split", .operands = Operands::then_target, .valued = "a b C l n t suffix-length bytes lines number"},
    FileCommand{.name = "sort", .valued = "k t S key field-separator buffer-size batch-size parallel", .reads = "files0-from", .writes = "o T output temporary-directory"},
    FileCommand{.name = "uniq", .operands = Operands::then_target, .valued = "f s w skip-fields skip-chars check-chars"},
    FileCommand{.name = "wc", .reads = "files0-from"},
    FileCommand{.name = "grep", .first = First::program, .valued = kGrepValues, .programs = "e f regexp file", .reads = "f file include"},
    FileCommand{.name = "egrep", .first = First::program, .valued = kGrepValues, .programs = "e f regexp file", .reads = "f file include"},
    FileCommand{.name = "fgrep", .first = First::program, .valued = kGrepValues, .programs = "e f regexp file", .reads = "f file include"},
    FileCommand{.name = "zgrep", .first = First::program, .valued = kGrepValues, .programs = "e f regexp file", .reads = "f file"},
    FileCommand{.name = "rg", .first = First::program, .valued = "t T A B C m M j r E d type type-not context max-count threads replace encoding max-depth sort", .programs = "e f regexp file files", .reads = "f file g glob iglob"},
    FileCommand{.name = "sed", .first = First::program, .valued = "l line-length i?", .programs = "e f expression file", .reads = "f file", .edits = "i in-place"},
    FileCommand{.name = "gsed", .first = First::program, .valued = "l line-length i?", .programs = "e f expression file", .reads = "f file", .edits = "i in-place"},
    FileCommand{.name = "awk", .first = First::program, .valued = kAwkValues, .programs = "f e file source", .reads = "f file"},
    FileCommand{.name = "gawk", .first = First::program, .valued = "F v i l field-separator assign", .programs = "f e file source", .reads = "f file", .edits = "i include"},
    FileCommand{.name = "mawk", .first = First::program, .valued = kAwkValues, .programs = "f", .reads = "f"},
    FileCommand{.name = "jq", .first = First::program, .programs = "f from-file", .reads = "f from-file"},
    FileCommand{.name = "diff", .valued = "I F U C W label width", .reads = "from-file to-file"},
    FileCommand{.name = "cmp", .valued = "i n ignore-initial bytes"},
    FileCommand{.name = "base64", .valued = "w wrap"},
    FileCommand{.name = "base32", .valued = "w wrap"},
    FileCommand{.name = "source"},
    FileCommand{.name = "."},
    FileCommand{.name = "tee", .operands = Operands::written, .valued = "output-error?"},
    FileCommand{.name = "sponge", .operands = Operands::written},
    FileCommand{.name = "rm", .operands = Operands::written},
    FileCommand{.name = "rmdir", .operands = Operands::written},
    FileCommand{.name = "unlink", .operands = Operands::written},
    FileCommand{.name = "shred", .operands = Operands::written, .valued = "n s iterations size"},
    FileCommand{.name = "mkdir", .operands = Operands::written, .valued = "m mode"},
    FileCommand{.name = "touch", .operands = Operands::written, .valued = "d t date time", .reads = "r reference"},
    FileCommand{.name = "truncate", .operands = Operands::written, .valued = "s size", .reads = "r reference"},
    FileCommand{.name = "patch", .operands = Operands::written, .valued = "p d F strip", .reads = "i input", .writes = "o output"},
    FileCommand{.name = "gzip", .operands = Operands::both, .valued = "S suffix"},
    FileCommand{.name = "gunzip", .operands = Operands::both, .valued = "S suffix"},
    FileCommand{.name = "nano", .operands = Operands::both},
    FileCommand{.name = "vi", .operands = Operands::both},
    FileCommand{.name = "vim", .operands = Operands::both},
    FileCommand{.name = "ed", .operands = Operands::both},
    FileCommand{.name = "cp", .operands = Operands::copied, .valued = "S suffix", .writes = "t target-directory"},
    FileCommand{.name = "install", .operands = Operands::copied, .valued = "m o g S mode owner group suffix", .writes = "t target-directory"},
    FileCommand{.name = "ln", .operands = Operands::copied, .valued = "S suffix", .writes = "t target-directory"},
    FileCommand{.name = "link", .operands = Operands::copied},
    FileCommand{.name = "scp", .operands = Operands::copied, .valued = "c D F i J l o P S X"},
    FileCommand{.name = "rsync", .operands = Operands::copied, .valued = "e f M B rsh filter exclude include", .reads = "files-from"},
    FileCommand{.name = "mv", .operands = Operands::moved, .valued = "S suffix", .writes = "t target-directory"},
    FileCommand{.name = "dd", .operands = Operands::assigned},
};
// clang-format on

ShellWord quoted_word(std::string_view text) {
    return {{{ShellPiece::Kind::quoted, std::string(text)}}};
}

ShellWord unknown_word() {
    return {{{ShellPiece::Kind::unknown, "$@", true}}};
}

class Reader {
public:
    Reader(const FileCommand& kind, const ShellCommand& command) : kind_(kind), command_(command) {}

    std::vector<FileOperand> run() {
        const auto& words = command_.words;
        bool options = true;
        for (at_ = 1; at_ < words.size(); ++at_) {
            const auto text = words[at_].text();
            if (options && text == "--") {
                options = false;
            } else if (options && text.size() > 1 && text.front() == '-' && !words[at_].may_be_option()) {
                take_option(text);
            } else if (text != "-") {
                operands_.push_back(words[at_]);
            }
        }
        if (kind_.first == First::program && !has_program_ && !operands_.empty() && !operands_.front().splits()) {
            operands_.erase(operands_.begin());
        }
        if (command_.more_words) operands_.push_back(unknown_word());
        use_operands();
        return std::move(found_);
    }

private:
    void add(Use use, const ShellWord& file) { found_.push_back({use, file}); }

    void take_option(const std::string& text) {
        if (text.starts_with("--")) {
            const auto equals = std::min(text.find('='), text.size());
            const auto given = equals < text.size() ? std::optional(text.substr(equals + 1)) : std::nullopt;
            (void)apply(text.substr(2, equals - 2), given);
            return;
        }
        for (std::size_t i = 1; i < text.size(); ++i) {
            const auto rest = text.substr(i + 1);
            if (apply(text.substr(i, 1), rest.empty() ? std::nullopt : std::optional(rest))) return;
        }
    }

    /// Whether the option takes what stands behind it.
    bool apply(std::string_view name, const std::optional<std::string>& given) {
        const auto in = [name](std::string_view names) {
            return std::ranges::any_of(split(names, ' '), [name](std::string_view known) {
                const bool is_long = name.size() > 1 && known.size() > 1 && !known.ends_with('?');
                return known == name || (is_long && is_short_for(name, known));
            });
        };
        if (in(kind_.edits)) edits_ = true;
        const bool program = in(kind_.programs), reads = in(kind_.reads), writes = in(kind_.writes);
        has_program_ = has_program_ || program;
        if (!program && !reads && !writes && !in(kind_.valued)) return takes_only_attached(name);
        const auto* next = !given && at_ + 1 < command_.words.size() ? &command_.words[++at_] : nullptr;
        if (given || next != nullptr) {
            const auto& word = next != nullptr ? *next : command_.words[at_];
            const auto file = next != nullptr ? *next : word.known() ? quoted_word(*given) : unknown_word();
            if (reads) add(Use::reads, file);
            if (writes) add(Use::writes, file);
        }
        return true;
    }

    [[nodiscard]] bool takes_only_attached(std::string_view name) const {
        return std::ranges::any_of(split(kind_.valued, ' '), [name](std::string_view known) {
            return known.ends_with('?') && known.substr(0, known.size() - 1) == name;
        });
    }

    void use_operands() {
        for (std::size_t i = 0; i < operands_.size(); ++i) {
            const auto& file = operands_[i];
            const bool last = i + 1 == operands_.size() && i > 0;
            switch (kind_.operands) {
                case Operands::read: add(Use::reads, file); break;
                case Operands::written: add(Use::writes, file); break;
                case Operands::both:
                    add(Use::reads, file);
                    add(Use::writes, file);
                    break;
                case Operands::then_target: add(i == 0 ? Use::reads : Use::writes, file); break;
                case Operands::copied:
                case Operands::moved: copy(file, last); break;
                case Operands::assigned: assign(file); break;
            }
            if (edits_) add(Use::writes, file);
            if (file.splits() && kind_.operands != Operands::read) add(Use::writes, file);
        }
    }

    /// What is copied into a folder gets its name there.
    void copy(const ShellWord& file, bool last) {
        if (last) {
            add(Use::writes, file);
            return;
        }
        add(Use::reads, file);
        if (kind_.operands == Operands::moved) add(Use::writes, file);
        if (operands_.size() < 2 || !file.known()) return;
        auto inside = operands_.back();
        const auto text = file.text();
        inside.pieces.push_back({ShellPiece::Kind::quoted, "/" + std::string(program_name(text))});
        add(Use::writes, inside);
    }

    void assign(const ShellWord& word) {
        const auto text = word.text();
        const auto file =
            text.size() > 3 && word.known() ? quoted_word(std::string_view(text).substr(3)) : unknown_word();
        if (text.starts_with("if=") || word.may_be_option()) add(Use::reads, file);
        if (text.starts_with("of=") || word.may_be_option()) add(Use::writes, file);
    }

    const FileCommand& kind_;
    const ShellCommand& command_;
    std::size_t at_ = 1;
    bool has_program_ = false, edits_ = false;
    std::vector<ShellWord> operands_;
    std::vector<FileOperand> found_;
};

}  // namespace

std::vector<FileOperand> file_operands(const ShellCommand& command) {
    const auto program = command.program();
    const auto kind = std::ranges::find(kCommands, program_name(program), &FileCommand::name);
    if (kind == kCommands.end() || command.role == ShellRole::header) return {};
    return Reader(*kind, command).run();
}

}  // namespace skilldeck
