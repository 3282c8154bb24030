// SPDX-License-Identifier: Apache-2.0
#include "package/new_plugin.hpp"

#include "package/codes.hpp"
#include "package/formats.hpp"

#include <cctype>

namespace skilldeck {

namespace {

constexpr std::string_view kManifest = R"({
  "name": "skilldeck-template-name",
  "version": "0.1.0",
  "description": "One sentence that says what this plugin is for",
  "author": { "name": "Your name" }
}
)";

constexpr std::string_view kSkill = R"(---
name: skilldeck-template-name
description: Writes release notes from the commits since the last tag. Use it when somebody asks for release notes, a changelog entry or a summary of what changed.
argument-hint: "[since]"
allowed-tools: Bash(git log:*) Bash(git describe:*)
---

# Release notes

Write release notes for the people who use this project.

1. Find the commits: `git log --oneline SINCE..HEAD`. SINCE is "$ARGUMENTS"; when that is empty, take the last tag
   (`git describe --tags --abbrev=0`).
2. Sort them into *Added*, *Changed* and *Fixed*. Leave out what no user can notice.
3. Write one line each, in the present tense, with what it means for the user and not how it was done.

Stop and ask when there is no tag and no argument.
)";

constexpr std::string_view kReadme = R"(# skilldeck-template-name

One skill: `skills/skilldeck-template-name/SKILL.md`. Change it, then look at the result:

    skilldeck plugin validate .
    skilldeck --plugin-dir . skill expand skilldeck-template-name v1.0
)";

/// One that plugin, skill, folder and YAML take as it is, so that validation has nothing to say about it.
bool is_name_of_all(std::string_view name) {
    const bool number = name.find_first_not_of("0123456789-e") == std::string_view::npos;
    const bool yaml_word = name == "true" || name == "false" || name == "null";
    return is_agent_plugins_name(name) && !number && !yaml_word && name.find('.') == std::string_view::npos;
}

std::string identifier_of(std::string_view name) {
    std::string identifier;
    for (const char c : name) identifier += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    if (std::isdigit(static_cast<unsigned char>(identifier.front())) != 0) identifier.insert(0, "plugin_");
    return identifier;
}

std::string replaced(std::string text, std::string_view word, std::string_view by) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
        text.replace(at, word.size(), by);
    }
    return text;
}

std::vector<NewFile> skills_only() {
    return {{".claude-plugin/plugin.json", std::string(kManifest)},
            {"README.md", std::string(kReadme)},
            {"skills/skilldeck-template-name/SKILL.md", std::string(kSkill)}};
}

}  // namespace

std::optional<PluginLanguage> parse_plugin_language(std::string_view word) {
    if (word == "none") return PluginLanguage::none;
    if (word == "c") return PluginLanguage::c;
    if (word == "cpp") return PluginLanguage::cpp;
    return std::nullopt;
}

Result<std::vector<NewFile>> new_plugin_files(std::string_view name, PluginLanguage language,
                                              const std::vector<NewFile>& templates) {
    if (!is_name_of_all(name)) return make_error(code::new_plugin_name, name, {name});
    auto files = language == PluginLanguage::none ? skills_only() : templates;
    if (files.empty()) return make_error(code::template_missing, name);
    const auto identifier = identifier_of(name);
    const auto fill = [&](std::string text) {
        return replaced(replaced(std::move(text), kTemplateName, name), kTemplateIdentifier, identifier);
    };
    for (auto& file : files) {
        file.path = Path(fill(file.path.generic_string()));
        file.text = fill(std::move(file.text));
    }
    return files;
}

}  // namespace skilldeck
