// SPDX-License-Identifier: Apache-2.0
#include "app/option_questions.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "plugin/codes.hpp"
#include "plugin/option_json.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr int kTries = 3;

bool is_asked(const OptionValue& found, OptionQuestions which) {
    // What is fixed above is no question.
    if (found.source == OptionSource::managed) return false;
    switch (which) {
        case OptionQuestions::all: return true;
        case OptionQuestions::unset:
            return found.source == OptionSource::nobody || found.source == OptionSource::manifest;
        case OptionQuestions::missing: return found.missing();
    }
    return true;
}

std::string kind_words(const UserOption& option) {
    std::string words = option.sensitive ? "secret" : std::string(option_type_word(option.type));
    if (option.multiple) words = "list, as JSON";
    if (option.type == OptionType::flag) words = "true or false";
    if (!option.choices.empty()) words = join(option.choices, ", ");
    return words + (option.required ? ", required" : "");
}

/// Two lines: what it is, then what there is and the place to type.
std::string question(const OptionValue& found) {
    const auto& option = found.option;
    auto text = option.title + " (" + option.name + ": " + kind_words(option) + ")\n  " + option.description;
    if (option.sensitive && found.set()) text += " [(set)]";
    if (!option.sensitive && found.set()) text += " [" + shown_value(found) + "]";
    std::string clean;
    for (const auto line : split(text, '\n')) clean += (clean.empty() ? "" : "\n") + clean_for_line(line);
    return clean + ": ";
}

enum class Answer : std::uint8_t { given, kept, left };

Answer ask_one(CommandContext& context, const OptionValue& found, OptionChanges& changes) {
    const auto echo = found.option.sensitive ? Echo::hidden : Echo::shown;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        const auto line = context.ask_line(question(found), echo);
        if (!line) return Answer::left;
        if (line->empty()) {
            if (!found.missing()) return Answer::kept;
            context.out.message(found.option.name + " is required");
            continue;
        }
        const auto given = changes.give_text(found.option.name, *line, OptionGiven::typed);
        if (given) return Answer::given;
        context.out.error_lines(given.error());
    }
    return Answer::kept;
}

}  // namespace

bool can_ask_options(const CommandContext& context) {
    return context.out.interactive() && !context.out.json() && context.ask_line;
}

bool ask_for_options(CommandContext& context, const Plugin& plugin, OptionQuestions which, OptionChanges& changes) {
    context.host.world().stop_signals.watch();  // a terminal that hides what is typed must not stay so
    for (const auto& found : plugin.options) {
        if (!is_asked(found, which)) continue;
        if (ask_one(context, found, changes) == Answer::left) return false;
    }
    return true;
}

void add_unset_options(const Plugin& plugin, Action& action) {
    for (const auto& found : plugin.diagnostics) {
        if (found.code == code::plugin_option_missing || found.code == code::plugin_option_wrong)
            action.warnings.push_back(found);
    }
    const auto unset = std::ranges::count_if(plugin.options, [](const OptionValue& found) {
        return found.source == OptionSource::nobody && !found.option.required;
    });
    if (unset == 0) return;
    action.message += "; " + counted(static_cast<std::size_t>(unset), "option") +
                      " can be set: skilldeck plugin configure " + plugin.id();
}

}  // namespace skilldeck
