// SPDX-License-Identifier: Apache-2.0
#include "app/slash_command.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::array kBuiltins{
    SlashBuiltin{"doctor", "/doctor", "every problem the host can see"},
    SlashBuiltin{"exit", "/exit", "leave the session"},
    SlashBuiltin{"help", "/help", "this list"},
    SlashBuiltin{"hooks", "/hooks", "every hook and where it comes from"},
    SlashBuiltin{"plugin",
                 "/plugin [list|install|uninstall|enable|disable|update|rollback|explain|trust|validate|marketplace …]",
                 "plugins; alone: the plugin manager, in a pipe the list"},
    SlashBuiltin{"plugins", "/plugins …", "the same as /plugin"},
    SlashBuiltin{"quit", "/quit", "leave the session"},
    SlashBuiltin{"reload-plugins", "/reload-plugins", "read settings, plugins and skills again"},
    SlashBuiltin{"skills", "/skills", "the skills that can be called"},
};

bool is_builtin(std::string_view name) {
    return std::any_of(kBuiltins.begin(), kBuiltins.end(), [&](const auto& known) { return known.name == name; });
}

/// Reads words one character at a time.
class WordReader {
public:
    bool take(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (quote_ == '\'') {
                c == '\'' ? static_cast<void>(quote_ = 0) : static_cast<void>(word_ += c);
            } else if (c == '\\' && i + 1 < text.size() && (quote_ == 0 || text[i + 1] == '"' || text[i + 1] == '\\')) {
                word_ += text[++i];
                begun_ = true;
            } else if (quote_ == '"') {
                c == '"' ? static_cast<void>(quote_ = 0) : static_cast<void>(word_ += c);
            } else {
                take_unquoted(c);
            }
        }
        end_word();
        return quote_ == 0;
    }
    std::vector<std::string> words;

private:
    void take_unquoted(char c) {
        if (c == ' ' || c == '\t') {
            end_word();
            return;
        }
        begun_ = true;
        if (c == '\'' || c == '"') {
            quote_ = c;
        } else {
            word_ += c;
        }
    }
    void end_word() {
        if (begun_) words.push_back(std::exchange(word_, {}));
        begun_ = false;
    }
    std::string word_;
    char quote_ = 0;
    bool begun_ = false;
};

}  // namespace

std::span<const SlashBuiltin> slash_builtins() {
    return kBuiltins;
}

std::optional<std::vector<std::string>> split_words(std::string_view text) {
    WordReader reader;
    if (!reader.take(text)) return std::nullopt;
    return std::move(reader.words);
}

SlashCommand with_name_of_length(SlashCommand command, std::size_t length) {
    const std::string_view line = command.line;
    const auto rest = trim(line.substr(length));
    command.name = line.substr(0, length);
    command.arguments = rest.empty() ? std::nullopt : std::optional<std::string>(rest);
    return command;
}

SlashCommand parse_slash_command(std::string_view line) {
    SlashCommand command;
    line = trim(line);
    if (line.empty()) return command;
    if (!line.starts_with('/') || line.size() == 1) {
        command.kind = SlashCommand::Kind::prompt;
        command.arguments = line;
        return command;
    }
    line.remove_prefix(1);
    const auto blank = line.find_first_of(" \t");
    command.name = line.substr(0, blank);
    const auto rest = blank == std::string_view::npos ? std::string_view() : trim(line.substr(blank));
    if (!is_builtin(command.name)) {
        command.kind = SlashCommand::Kind::skill;
        command.line = line;
        return with_name_of_length(std::move(command), std::min(blank, line.size()));
    }
    auto words = split_words(rest);
    command.kind = words ? SlashCommand::Kind::builtin : SlashCommand::Kind::malformed;
    if (words) command.words = std::move(*words);
    return command;
}

}  // namespace skilldeck
