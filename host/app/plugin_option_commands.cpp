// SPDX-License-Identifier: Apache-2.0
// `plugin configure`: the options of a plugin, set from the command line, a file, standard input or by asking.
#include "app/codes.hpp"
#include "app/commands.hpp"
#include "app/contribution_watch.hpp"
#include "app/option_questions.hpp"
#include "app/stored_options.hpp"
#include "app/table.hpp"
#include "base/text.hpp"
#include "os/standard_streams.hpp"
#include "plugin/option_json.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::size_t kDocumentBytes = 1024 * 1024;
constexpr std::string_view kStandardInputWord = "-";

Result<> give_file(CommandContext& context, const std::string& file, OptionChanges& changes) {
    auto& world = context.host.world();
    const auto text = file == kStandardInputWord ? read_all(kStandardInput, kDocumentBytes)
                                                 : world.files.read(world.working_directory / file, kDocumentBytes);
    if (!text) return text.error();
    return changes.give_document(*text, file == kStandardInputWord ? "standard input" : file);
}

/// One value as it comes from a pipe; the line end is not part of it.
Result<> give_standard_input(CommandContext& context, const std::string& name, OptionChanges& changes) {
    if (can_ask_options(context)) {
        context.host.world().stop_signals.watch();
        const auto line = context.ask_line(name + ": ", Echo::hidden);
        return line ? changes.give_text(name, *line, OptionGiven::typed)
                    : Result<>(make_error(code::interrupted, name));
    }
    auto text = read_all(kStandardInput, kOptionValueBytes + 2);
    if (!text) return text.error();
    if (text->ends_with('\n')) text->pop_back();
    if (text->ends_with('\r')) text->pop_back();
    return changes.give_text(name, *text, OptionGiven::by_file);
}

Result<> give_all(CommandContext& context, const PluginConfigureArguments& arguments, OptionChanges& changes) {
    for (const auto& words : arguments.assignments) {
        if (auto given = changes.give_assignment(words); !given) return given;
    }
    if (arguments.from) {
        if (auto given = give_file(context, *arguments.from, changes); !given) return given;
    }
    if (arguments.standard_input) {
        if (auto given = give_standard_input(context, *arguments.standard_input, changes); !given) return given;
    }
    for (const auto& name : arguments.unset) {
        if (auto given = changes.take_away(name); !given) return given;
    }
    return {};
}

ExitStatus show_options(CommandContext& context, const Plugin& plugin) {
    auto& out = context.out;
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) {
            json.begin_object();
            json.member("id", plugin.id());
            json.key("options");
            write_options(json, plugin.options);
            json.end_object();
        });
        return ExitStatus::done;
    }
    if (plugin.options.empty()) out.answer_line(plugin.id() + " has no options");
    out.answer(option_table(plugin, out.columns()));
    return ExitStatus::done;
}

/// What stands above the user's own values decides still.
void add_overridden(const Plugin& plugin, Action& action) {
    for (const auto& found : plugin.options) {
        if (found.source != OptionSource::flag) continue;
        action.warnings.push_back(
            make_diagnostic(code::plugin_option_overridden, plugin.id(), {found.option.name, "--settings"}));
    }
}

ExitStatus apply(CommandContext& context, const std::string& id, OptionChanges& changes) {
    Action action;
    action.command = "plugin configure";
    action.id = id;
    const ContributionWatch before(context.host);
    const auto summary = changes.summary();
    if (const auto done = changes.apply(action.warnings); !done) return fail(context, done.error());
    action.changed = before.changes(context.host);
    action.message = id + ": " + summary;
    if (const auto* now = context.host.plugins()->find(id)) {
        add_overridden(*now, action);
        add_unset_options(*now, action);
    }
    return answer_action(context.out, action);
}

/// Of a plugin that is gone; nothing when the words ask for more, or no values are kept.
std::optional<ExitStatus> unset_stored(CommandContext& context, const PluginConfigureArguments& arguments) {
    const bool only_unset =
        !arguments.unset.empty() && arguments.assignments.empty() && !arguments.from && !arguments.standard_input;
    const auto stored = only_unset ? stored_options(context.host, arguments.plugin) : std::nullopt;
    if (!stored) return std::nullopt;
    for (const auto& name : arguments.unset) {
        if (std::ranges::find(stored->names, name) != stored->names.end()) continue;
        auto error = make_error(code::plugin_option_unknown, stored->id, {stored->id, name});
        error.hint = "values are kept of " + join(stored->names, ", ");
        return fail(context, error);
    }
    Action action;
    action.command = "plugin configure";
    action.id = stored->id;
    action.message = stored->id + ": unset " + join(arguments.unset, ", ") + " (it is not installed here)";
    const auto done = unset_options(context.host, stored->id, arguments.unset, action.warnings);
    return done ? answer_action(context.out, action) : fail(context, done.error());
}

}  // namespace

std::string option_table(const Plugin& plugin, std::size_t columns) {
    Table table(columns);
    for (const auto& found : plugin.options) {
        const auto& option = found.option;
        const auto from =
            found.source == OptionSource::nobody ? std::string() : std::string(option_source_word(found.source));
        table.row({"  " + option.name,
                   std::string(option_type_word(option.type)) + (option.required ? ", required" : ""),
                   shown_value(found), from, option.title});
    }
    return table.text();
}

ExitStatus plugin_configure(CommandContext& context, const PluginConfigureArguments& arguments) {
    const auto snapshot = context.host.plugins();
    const auto plugin = installed_plugin(context, arguments.plugin);
    if (!plugin) {
        const auto done = unset_stored(context, arguments);
        return done ? *done : fail(context, plugin.error());
    }
    OptionChanges changes(context.host, **plugin);
    const bool given =
        !arguments.assignments.empty() || !arguments.unset.empty() || arguments.from || arguments.standard_input;
    if (const auto taken = give_all(context, arguments, changes); !taken) return fail(context, taken.error());
    if (!given && (!can_ask_options(context) || (*plugin)->options.empty())) return show_options(context, **plugin);
    const auto id = (*plugin)->id();
    if (!given && !ask_for_options(context, **plugin, OptionQuestions::all, changes))
        return fail(context, make_error(code::interrupted, id));
    if (changes.empty()) {
        Action action;
        action.command = "plugin configure";
        action.outcome = ActionOutcome::already;
        action.id = id;
        action.message = id + ": nothing was changed";
        return answer_action(context.out, action);
    }
    return apply(context, id, changes);
}

void configure_installed(CommandContext& context, const PluginInstallArguments& arguments, Action& action) {
    const auto snapshot = context.host.plugins();
    const auto* plugin = snapshot->find(action.id);
    if (plugin == nullptr || !plugin->package) return;
    OptionChanges changes(context.host, *plugin);
    const auto note = [&](const Result<>& given) {
        if (given) return;
        action.warnings.push_back(
            make_diagnostic(code::plugin_option_not_applied, action.id, {given.error().what, given.error().hint}));
    };
    for (const auto& words : arguments.options) note(changes.give_assignment(words));
    if (arguments.options_from) note(give_file(context, *arguments.options_from, changes));
    // Who gives values by hand has said what is to be said.
    const bool asks = !arguments.yes && arguments.options.empty() && !arguments.options_from &&
                      can_ask_options(context) && action.outcome == ActionOutcome::done;
    if (asks) (void)ask_for_options(context, *plugin, OptionQuestions::unset, changes);
    if (!changes.empty()) note(changes.apply(action.warnings));
    if (const auto* now = context.host.plugins()->find(action.id)) add_unset_options(*now, action);
}

void configure_enabled(CommandContext& context, Action& action) {
    const auto snapshot = context.host.plugins();
    const auto* plugin = snapshot->find(action.id);
    if (plugin == nullptr || !plugin->package) return;
    OptionChanges changes(context.host, *plugin);
    if (can_ask_options(context)) (void)ask_for_options(context, *plugin, OptionQuestions::missing, changes);
    if (!changes.empty()) {
        if (const auto done = changes.apply(action.warnings); !done)
            action.warnings.push_back(to_diagnostic(done.error()));
    }
    if (const auto* now = context.host.plugins()->find(action.id)) add_unset_options(*now, action);
}

}  // namespace skilldeck
