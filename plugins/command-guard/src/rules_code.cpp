// SPDX-License-Identifier: Apache-2.0
// Code that is written into the command line itself: python -c, perl -e, an awk program. It is not run or understood,
// only searched for calls that delete files or start programs; what stands in its strings and comments is no call.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

#include "rules.hpp"

namespace command_guard {
namespace {

using Words = std::vector<std::string_view>;

/// How an interpreter is given code, and what in that code is worth a question.
struct Language {
    std::string_view name;            ///< also `name3`, `name3.11`
    std::string_view code_letters;    ///< options whose value is code
    std::string_view inline_letters;  ///< options that take the rest of their word
    std::string_view value_letters;   ///< options that take the rest of their word, or the next one
    Words long_options;               ///< whose value is code
    std::string_view comment;
    Words calls;    ///< outside of strings
    Words phrases;  ///< anywhere, for what is itself written as a string
};

const std::vector<Language>& languages() {
    static const Words kPerlCalls = {"system", "exec",        "unlink", "rmdir",  "rmtree",
                                     "qx",     "remove_tree", "`",      "syscall"};
    static const Words kNodeCalls = {"execSync",   "spawnSync", "execFile",      "execFileSync", "rmSync",
                                     "unlinkSync", "rmdirSync", "fs.rm",         "fs.unlink",    "fs.rmdir",
                                     "fsp.rm",     "unlink",    "fs.promises.rm"};
    static const Words kNodePhrases = {"require('child_process')", "require(\"child_process\")", "'node:child_process'",
                                       "\"node:child_process\""};
    static const std::vector<Language> kLanguages = {
        {"python",
         "c",
         "",
         "WXm",
         {},
         "#",
         {"rmtree",         "os.remove",  "os.unlink", "os.rmdir", "os.removedirs", "unlink",    "os.system",
          "os.popen",       "os.execv",   "os.execvp", "os.execl", "os.execlp",     "os.spawnl", "os.spawnv",
          "os.posix_spawn", "subprocess", "pty.spawn", "system",   "exec",          "eval",      "__import__"},
         {}},
        {"perl", "eE", "iMmFVxCDd", "I", {}, "#", kPerlCalls, {}},
        {"ruby",
         "e",
         "iFTWxK",
         "IrCE",
         {},
         "#",
         {"system", "exec", "spawn", "`", "%x", "popen", "File.delete", "File.unlink", "Dir.rmdir", "FileUtils.rm",
          "rm_rf", "rm_r", "rm_f", "FileUtils.remove", "remove_entry", "unlink", "Open3"},
         {}},
        {"node", "ep", "", "r", {"eval", "print"}, "//", kNodeCalls, kNodePhrases},
        {"php",
         "r",
         "",
         "dcfFz",
         {"run"},
         "//",
         {"system", "exec", "shell_exec", "passthru", "popen", "proc_open", "unlink", "rmdir", "`", "pcntl_exec"},
         {}},
        {"lua", "e", "", "l", {}, "--", {"os.execute", "os.remove", "io.popen"}, {}},
        {"awk", "", "", "Fvlo", {}, "#", {"system"}, {}},
    };
    return kLanguages;
}

const Language* language_of(std::string_view name) {
    if (name == "gawk" || name == "mawk" || name == "nawk") name = "awk";
    if (name == "nodejs") name = "node";
    while (!name.empty() && (std::isdigit(static_cast<unsigned char>(name.back())) != 0 || name.back() == '.')) {
        name.remove_suffix(1);
    }
    const auto& all = languages();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Language& one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

/// One word of short options: its code, or whether the next word is code or a value.
struct Letters {
    enum class Next { option, code, value } next = Next::option;
    std::optional<std::string> code;
};

Letters read_letters(std::string_view word, const Language& language) {
    for (std::size_t i = 1; i < word.size(); ++i) {
        const auto rest = word.substr(i + 1);
        const auto is_in = [&](std::string_view letters) { return letters.find(word[i]) != std::string_view::npos; };
        if (is_in(language.code_letters)) {
            // node takes no code in the same word: its -pe is two options
            if (!rest.empty() && language.name != "node") return {Letters::Next::option, std::string(rest)};
            if (rest.empty()) return {Letters::Next::code, std::nullopt};
        } else if (is_in(language.inline_letters)) {
            return {};
        } else if (is_in(language.value_letters)) {
            return {rest.empty() ? Letters::Next::value : Letters::Next::option, std::nullopt};
        }
    }
    return {};
}

/// awk: the first operand, where no -f names a file instead.
std::vector<std::string> awk_programs(const std::vector<Text>& argv, const Language& language) {
    for (std::size_t at = 1; at < argv.size(); ++at) {
        const std::string& word = argv[at].value;
        if (word == "--") return at + 1 < argv.size() ? std::vector{argv[at + 1].value} : std::vector<std::string>{};
        if (!word.starts_with("-") || word == "-") return {word};
        if (word.starts_with("-f") || word.starts_with("--file")) return {};
        if (!word.starts_with("--") && read_letters(word, language).next == Letters::Next::value) ++at;
    }
    return {};
}

std::vector<std::string> inline_code(const std::vector<Text>& argv, const Language& language) {
    if (language.name == "awk") return awk_programs(argv, language);
    std::vector<std::string> code;
    for (std::size_t at = 1; at < argv.size(); ++at) {
        const std::string& word = argv[at].value;
        if (!word.starts_with("-") || word == "-" || word == "--") break;
        if (word.starts_with("--")) {
            const auto name = word.substr(2, word.find('=') - 2);
            const auto& known = language.long_options;
            if (std::find(known.begin(), known.end(), name) == known.end()) continue;
            if (word.find('=') != std::string::npos)
                code.push_back(word.substr(word.find('=') + 1));
            else if (++at < argv.size())
                code.push_back(argv[at].value);
            continue;
        }
        auto letters = read_letters(word, language);
        if (letters.code) code.push_back(std::move(*letters.code));
        if (letters.next == Letters::Next::option) continue;
        if (++at < argv.size() && letters.next == Letters::Next::code) code.push_back(argv[at].value);
    }
    return code;
}

/// The code with what stands in strings and comments blanked out. Where the quotes do not add up nothing is, for then
/// it is not known what is a string.
std::string without_strings(const std::string& code, std::string_view comment) {
    std::string out = code;
    for (std::size_t at = 0; at < out.size(); ++at) {
        const bool starts_word = at == 0 || std::isspace(static_cast<unsigned char>(out[at - 1])) != 0;
        if (starts_word && std::string_view(out).substr(at).starts_with(comment)) {
            for (; at < out.size() && out[at] != '\n'; ++at) out[at] = ' ';
            continue;
        }
        const char quote = out[at];
        if (quote != '"' && quote != '\'') continue;
        for (++at; at < out.size() && out[at] != quote; ++at) {
            const bool escape = out[at] == '\\' && at + 1 < out.size();
            if (escape) out[at++] = ' ';
            out[at] = ' ';
        }
        if (at >= out.size()) return code;
    }
    return out;
}

bool is_word_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// A call, not a variable ($system), a part of a longer name, or another object's method (re.exec is one of RegExp).
bool has_call(std::string_view code, std::string_view call) {
    if (!is_word_character(call.front())) return code.find(call) != std::string_view::npos;
    for (auto at = code.find(call); at != std::string_view::npos; at = code.find(call, at + 1)) {
        const char before = at == 0 ? ' ' : code[at - 1];
        const auto end = at + call.size();
        const bool whole = end >= code.size() || !is_word_character(code[end]);
        const bool prefix = call == "FileUtils.rm" || call == "FileUtils.remove";
        const bool other = is_word_character(before) || before == '$' || before == '@' || before == '%';
        const bool method = (before == '.' || before == '>') && (call == "exec" || call == "eval" || call == "system");
        if ((whole || prefix) && !other && !method) return true;
    }
    return false;
}

/// awk: print | "command", "command" | getline.
bool pipes_to_command(std::string_view code) {
    for (auto at = code.find('|'); at != std::string_view::npos; at = code.find('|', at + 1)) {
        if (at + 1 < code.size() && code[at + 1] == '|') {
            ++at;
            continue;
        }
        auto rest = code.substr(at + 1);
        if (rest.starts_with("&")) rest.remove_prefix(1);
        while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
        if (rest.starts_with("\"") || rest.starts_with("getline")) return true;
    }
    return false;
}

std::string_view dangerous_call(const std::string& code, const Language& language) {
    const auto bare = without_strings(code, language.comment);
    for (const auto call : language.calls) {
        if (has_call(bare, call)) return call;
    }
    for (const auto phrase : language.phrases) {
        if (code.find(phrase) != std::string::npos) return "child_process";
    }
    return language.name == "awk" && pipes_to_command(bare) ? "|" : std::string_view();
}

}  // namespace

void judge_inline_code(const Invocation& invocation, const Input& input) {
    const auto* language = language_of(invocation.name());
    if (language == nullptr) return;
    auto code = inline_code(invocation.argv(), *language);
    const bool reads_input = !invocation.traits.interpreter.empty();
    if (reads_input && input.text) code.push_back(*input.text);
    for (const auto& text : code) {
        const auto call = dangerous_call(text, *language);
        if (call.empty()) continue;
        return invocation.ask("inline-code", "runs " + std::string(language->name) +
                                                 " code that may delete files or start programs (" + std::string(call) +
                                                 ")");
    }
}

}  // namespace command_guard
