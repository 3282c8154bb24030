// SPDX-License-Identifier: Apache-2.0
#include "app/cli.hpp"

#include "app/codes.hpp"
#include "base/text.hpp"
#include "skill/listing_budget.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace skilldeck {

namespace {

constexpr const char* kScopes = "user (default), project or local";
constexpr const char* kFrozen = "only what skilldeck.lock pins";
constexpr const char* kFix = "first mend what is mechanical, and say what was changed";
constexpr const char* kSarif = "answer as SARIF 2.1.0, for code scanning";

/// Adds the options and commands to one CLI11 parser; what was named ends in `line`. A group whose name is not among
/// the words stays without its commands: a hundred options cost more than most commands do.
class Grammar {
public:
    /// `behind`: words of a command that takes any, which are not to be read as options.
    Grammar(CommandLine& line, std::span<const std::string> words, std::span<const std::string> behind)
        : line_(line),
          words_(words),
          behind_(behind.begin(), behind.end()),
          app_("Skilldeck: an extension host for AI agents", "skilldeck") {
        app_.set_help_flag("-h,--help", "this help");
        app_.require_subcommand(0, 1);
        app_.footer("Without a command the interactive session starts. `skilldeck COMMAND --help` says more.");
        add_global_options();
        auto* plugin = group(app_, "plugin", "install, switch and make plugins", &Grammar::add_plugin_commands);
        plugin->alias("plugins");
        if (is_named("plugins") && !is_named("plugin")) add_plugin_commands(*plugin);
        group(app_, "marketplace", "directories that offer plugins", &Grammar::add_marketplace_commands);
        group(app_, "skill", "list, read and expand skills", &Grammar::add_skill_commands);
        group(app_, "hook", "list hooks, dispatch one event", &Grammar::add_hook_commands);
        group(app_, "trust", "trusted workspaces", &Grammar::add_trust_commands);
        add_other_commands();
    }

    CLI::App& app() { return app_; }

private:
    using AddCommands = void (Grammar::*)(CLI::App& group);

    [[nodiscard]] bool is_named(std::string_view name) const {
        return std::find(words_.begin(), words_.end(), name) != words_.end();
    }

    /// A command that needs another word behind it.
    CLI::App* group(CLI::App& parent, const char* name, const char* text, AddCommands add_commands) {
        auto* made = command(parent, name, text);
        made->require_subcommand(1, 1);
        if (is_named(name)) (this->*add_commands)(*made);
        return made;
    }

    CLI::App* command(CLI::App& parent, const char* name, const char* text) {
        auto* made = parent.add_subcommand(name, text);
        made->fallthrough();
        made->set_help_flag("-h,--help", "this help");
        return made;
    }

    /// A command with arguments of type Arguments, filled by `declare`, run by `run`.
    template <class Arguments, class Declare, class Run>
    CLI::App* add(CLI::App& parent, const char* name, const char* text, Declare declare, Run run) {
        auto* made = command(parent, name, text);
        auto arguments = std::make_shared<Arguments>();
        declare(*made, *arguments);
        made->callback([this, arguments, run] {
            line_.command = [arguments, run](CommandContext& context) { return run(context, *arguments); };
        });
        return made;
    }

    template <class Run>
    CLI::App* add(CLI::App& parent, const char* name, const char* text, Run run) {
        auto* made = command(parent, name, text);
        made->callback([this, run] { line_.command = run; });
        return made;
    }

    static void scope_option(CLI::App& app, std::optional<std::string>& scope) {
        app.add_option("-s,--scope", scope, kScopes)->check(CLI::IsMember({"user", "project", "local"}));
    }

    static void touch_option(CLI::App& app, std::vector<Path>& files) {
        app.add_option("--touch", files, "as after the session touched this file (may be repeated)")
            ->allow_extra_args(false);
    }

    /// Takes one value each time it is given, so that it never swallows the command behind it.
    template <class T>
    void repeated(const char* name, T& values, const char* text) {
        app_.add_option(name, values, text)->allow_extra_args(false);
    }

    void add_global_options();
    void add_plugin_commands(CLI::App& plugin);
    void add_plugin_author_commands(CLI::App& plugin);
    void add_marketplace_commands(CLI::App& marketplace);
    void add_skill_commands(CLI::App& skill);
    void add_hook_commands(CLI::App& hook);
    void add_trust_commands(CLI::App& trust);
    void add_self_commands(CLI::App& self);
    void add_other_commands();

    CommandLine& line_;
    std::span<const std::string> words_;
    std::vector<std::string> behind_;
    CLI::App app_;
};

void Grammar::add_global_options() {
    auto& options = line_.options;
    app_.add_option("--project", options.project, "the project directory (default: the repository root)");
    app_.add_option("--config-dir", options.config_dir, "instead of ~/.skilldeck");
    app_.add_option("--managed-dir", options.managed_dir, "a managed directory besides /etc/skilldeck");
    app_.add_option("--settings", options.settings, "settings for this run: a file or JSON");
    repeated("--add-dir", options.add_dirs, "also read the skills of this directory (may be repeated)");
    repeated("--plugin-dir", options.plugin_dirs, "load the plugin in this directory (may be repeated)");
    repeated("--sources", options.sources, "which skill sources count: user,project or -bundled");
    app_.add_flag("--trust-project", options.trust_project, "trust this project for this run");
    app_.add_flag("--no-compat", options.no_compat, "skip .claude and .agents places");
    app_.add_flag("--json", options.json, "answer as JSON");
    CLI::CheckedTransformer colors(std::map<std::string, ColorMode>{
        {"auto", ColorMode::automatic}, {"always", ColorMode::always}, {"never", ColorMode::never}});
    colors.description("");  // it would say the numbers of the words
    app_.add_option("--color", options.color, "whether the answer has colors")
        ->transform(colors)
        ->type_name("auto|always|never");
    app_.add_flag("-v", options.verbosity, "say more (-vv: everything)");
    app_.add_flag("--version", line_.version, "the version of host and plugin ABI");
}

void Grammar::add_plugin_commands(CLI::App& plugin) {
    add<PluginListArguments>(
        plugin, "list", "installed plugins and their state",
        [](CLI::App& app, PluginListArguments& to) {
            app.add_flag("--all", to.all, "unavailable ones too");
            app.add_flag("--available", to.available, "also what the marketplaces offer");
            app.add_flag("--load", to.load, "open every native module first");
        },
        plugin_list);
    add<PluginInstallArguments>(
        plugin, "install", "install a plugin from a marketplace",
        [](CLI::App& app, PluginInstallArguments& to) {
            app.add_option("plugin", to.plugin, "NAME or NAME@MARKETPLACE")->required();
            scope_option(app, to.scope);
            app.add_option("--version", to.version, "this version and no other");
            app.add_flag("--link", to.link, "load it where it lies instead of a copy");
            app.add_flag("--frozen", to.frozen, kFrozen);
            app.add_flag("-y,--yes", to.yes, "ask nothing");
            app.add_option("--option", to.options, "KEY=VALUE of an option it declares (may be repeated)")
                ->allow_extra_args(false);
            app.add_option("--options-from", to.options_from, "a JSON file of options, secrets too; -: standard input");
        },
        plugin_install);
    add<PluginUninstallArguments>(
        plugin, "uninstall", "remove an installed plugin",
        [](CLI::App& app, PluginUninstallArguments& to) {
            app.add_option("plugin", to.plugin, "NAME or NAME@MARKETPLACE")->required();
            scope_option(app, to.scope);
            app.add_flag("--keep-data", to.keep_data, "leave the plugin's data folder");
        },
        plugin_uninstall);
    add<PluginUpdateArguments>(
        plugin, "update", "bring one plugin, or all, up to date",
        [](CLI::App& app, PluginUpdateArguments& to) {
            app.add_option("plugin", to.plugin, "NAME or NAME@MARKETPLACE; none: all");
            scope_option(app, to.scope);
            app.add_flag("--frozen", to.frozen, kFrozen);
            app.add_flag("-y,--yes", to.yes, "accept added hooks and servers");
        },
        plugin_update);
    add<PluginRollbackArguments>(
        plugin, "rollback", "back to the version before, which is kept",
        [](CLI::App& app, PluginRollbackArguments& to) {
            app.add_option("plugin", to.plugin, "NAME or NAME@MARKETPLACE")->required();
            scope_option(app, to.scope);
        },
        plugin_rollback);
    add(plugin, "prune", "remove stored versions that nobody needs", plugin_prune);
    const auto declare_switch = [](CLI::App& app, PluginSwitchArguments& to) {
        auto* one = app.add_option("plugin", to.plugin, "NAME or NAME@MARKETPLACE");
        scope_option(app, to.scope);
        return one;
    };
    add<PluginSwitchArguments>(
        plugin, "enable", "switch a plugin on",
        [declare_switch](CLI::App& app, PluginSwitchArguments& to) { declare_switch(app, to); },
        [](CommandContext& context, const PluginSwitchArguments& arguments) {
            return plugin_switch(context, Switch::enable, arguments);
        });
    add<PluginSwitchArguments>(
        plugin, "disable", "switch a plugin off",
        [declare_switch](CLI::App& app, PluginSwitchArguments& to) {
            auto* one = declare_switch(app, to);
            app.add_flag("-a,--all", to.all, "every enabled plugin")->excludes(one);
        },
        [](CommandContext& context, const PluginSwitchArguments& arguments) {
            return plugin_switch(context, Switch::disable, arguments);
        });
    add<PluginConfigureArguments>(
        plugin, "configure", "set a plugin's options; without any: ask for them, or show them",
        [](CLI::App& app, PluginConfigureArguments& to) {
            app.add_option("plugin", to.plugin, "NAME or NAME@MARKETPLACE")->required();
            app.add_option("assignments", to.assignments, "KEY=VALUE; secrets not here");
            app.add_option("--from", to.from, "a JSON file {KEY: value}, secrets too; -: standard input");
            app.add_option("--stdin", to.standard_input, "KEY: its value is read from standard input");
            app.add_option("--unset", to.unset, "KEY: forget its value (may be repeated)")->allow_extra_args(false);
        },
        plugin_configure);
    add<std::string>(
        plugin, "explain", "why a plugin is on or off, and what it contributes",
        [](CLI::App& app, std::string& to) { app.add_option("plugin", to, "NAME or NAME@MARKETPLACE")->required(); },
        plugin_explain);
    add<PluginTrustArguments>(
        plugin, "trust", "approve a plugin's native code",
        [](CLI::App& app, PluginTrustArguments& to) {
            app.add_option("plugin", to.plugin, "NAME or NAME@MARKETPLACE")->required();
            app.add_flag("--in-process", to.in_process, "in the host's own process");
            app.add_flag("-y,--yes", to.yes, "ask nothing");
            app.add_flag("--clear", to.clear, "take the approval back");
        },
        plugin_trust);
    add_plugin_author_commands(plugin);
    group(plugin, "marketplace", "the same as `marketplace`", &Grammar::add_marketplace_commands);
}

void Grammar::add_plugin_author_commands(CLI::App& plugin) {
    add<PluginValidateArguments>(
        plugin, "validate", "judge a plugin or a marketplace",
        [](CLI::App& app, PluginValidateArguments& to) {
            app.add_option("path", to.path, "its directory")->required();
            app.add_flag("--strict", to.strict, "warnings fail too");
            app.add_flag("--fix", to.fix, kFix);
            app.add_flag("--sarif", to.sarif, kSarif);
        },
        plugin_validate);
    add<PluginNewArguments>(
        plugin, "new", "make a plugin that builds, loads and passes its test",
        [](CLI::App& app, PluginNewArguments& to) {
            app.add_option("name", to.name, "the plugin's name")->required();
            app.add_option("--lang", to.language, "cpp, c or none (default)")
                ->check(CLI::IsMember({"cpp", "c", "none"}));
            app.add_option("--dir", to.directory, "where its folder is made (default: here)");
        },
        plugin_new);
    add<Path>(
        plugin, "test", "load a plugin in a scratch host and run its fixtures (tests/*.json)",
        [](CLI::App& app, Path& to) { app.add_option("path", to, "its directory")->required(); }, plugin_test);
}

void Grammar::add_marketplace_commands(CLI::App& marketplace) {
    add<MarketplaceAddArguments>(
        marketplace, "add", "register a marketplace",
        [](CLI::App& app, MarketplaceAddArguments& to) {
            app.add_option("source", to.source, "a directory or a marketplace.json")->required();
            app.add_option("--name", to.name, "register it under this name");
            app.add_option("-s,--scope", to.scope, "user, project or local: declare it in those settings too")
                ->check(CLI::IsMember({"user", "project", "local"}));
        },
        marketplace_add);
    add(marketplace, "list", "the registered marketplaces", marketplace_list);
    add<std::optional<std::string>>(
        marketplace, "update", "read one marketplace, or all, again",
        [](CLI::App& app, std::optional<std::string>& to) { app.add_option("name", to, "its name; none: all"); },
        marketplace_update);
    auto* remove = add<std::string>(
        marketplace, "remove", "forget a marketplace and its plugins",
        [](CLI::App& app, std::string& to) { app.add_option("name", to, "its name")->required(); }, marketplace_remove);
    remove->alias("rm");
}

void Grammar::add_skill_commands(CLI::App& skill) {
    add<SkillListArguments>(
        skill, "list", "the skills that can be called",
        [](CLI::App& app, SkillListArguments& to) {
            app.add_flag("--all", to.all, "disabled and shadowed ones too");
            touch_option(app, to.touched);
        },
        skill_list);
    add<std::string>(
        skill, "show", "one skill: definition, files, where each field came from",
        [](CLI::App& app, std::string& to) { app.add_option("name", to, "the skill")->required(); }, skill_show);
    add<SkillExpandArguments>(
        skill, "expand", "the prompt after all substitutions",
        [](CLI::App& app, SkillExpandArguments& to) {
            app.add_option("name", to.name, "the skill")->required();
            app.add_option("arguments", to.words, "one word is the raw string, several are joined by a blank");
            app.add_flag("--no-shell", to.no_shell, "run no shell block");
            app.add_option("--as", to.as, "who calls: user (default) or model")
                ->check(CLI::IsMember({"model", "user"}));
            touch_option(app, to.touched);
        },
        [behind = behind_](CommandContext& context, SkillExpandArguments arguments) {
            arguments.words.insert(arguments.words.end(), behind.begin(), behind.end());
            return skill_expand(context, arguments);
        });
    add<SkillListingArguments>(
        skill, "listing", "what the model is shown of the skills",
        [](CLI::App& app, SkillListingArguments& to) {
            app.add_option("--context-tokens", to.context_tokens, "the model's window; the budget is 1 % of it")
                ->check(CLI::Range(std::size_t{1}, kContextTokensLimit));
            app.add_flag("--explain", to.explain, "of each skill: how much is shown, and why");
            touch_option(app, to.touched);
        },
        skill_listing);
    add<SkillValidateArguments>(
        skill, "validate", "judge skills by the Agent Skills specification",
        [](CLI::App& app, SkillValidateArguments& to) {
            app.add_option("paths", to.paths, "a SKILL.md, the folder of a skill, or a folder of such")->required();
            app.add_flag("--fix", to.fix, kFix);
            app.add_flag("--sarif", to.sarif, kSarif);
        },
        skill_validate);
}

void Grammar::add_hook_commands(CLI::App& hook) {
    add<HookRunArguments>(
        hook, "run", "dispatch one event, read as JSON from standard input",
        [](CLI::App& app, HookRunArguments& to) {
            app.add_option("event", to.event, "PreToolUse, UserPromptSubmit, …")->required();
            app.add_flag("--trace", to.trace, "who ran, how long, what it said");
        },
        hook_run);
    add(hook, "list", "every hook and where it comes from", hook_list);
}

void Grammar::add_trust_commands(CLI::App& trust) {
    add(trust, "list", "the trusted workspaces", trust_list);
    const auto directory = [](CLI::App& app, std::optional<Path>& to) {
        app.add_option("directory", to, "default: this project");
    };
    add<std::optional<Path>>(trust, "add", "trust a workspace", directory, trust_add);
    add<std::optional<Path>>(trust, "remove", "trust it no longer", directory, trust_remove);
}

void Grammar::add_other_commands() {
    add<bool>(
        app_, "lock", "pin what this project has installed in skilldeck.lock",
        [](CLI::App& app, bool& to) { app.add_flag("--frozen", to, "change nothing: say what is not as pinned"); },
        [](CommandContext& context, bool frozen) { return lock(context, frozen ? LockUse::check : LockUse::write); });
    add<std::optional<Path>>(
        app_, "doctor", "every problem the host can see, each with its hint",
        [](CLI::App& app, std::optional<Path>& to) {
            app.add_option("--policy", to, "as if this file were managed policy too, and what that would change");
        },
        doctor);
    group(app_, "self", "about this program", &Grammar::add_self_commands);
}

void Grammar::add_self_commands(CLI::App& self) {
    add(self, "report", "one text to attach to a bug", self_report);
}

/// The command that was named last, and its words.
std::pair<const CLI::App*, std::string> named_command(const CLI::App& app) {
    std::string words = "skilldeck";
    const auto* at = &app;
    while (!at->get_subcommands().empty()) {
        at = at->get_subcommands().front();
        words += " " + at->get_name();
    }
    return {at, words};
}

/// The word where a command should be, which falls through to the program; empty: none.
std::string unknown_command(const CLI::App& app) {
    const auto [at, command] = named_command(app);
    const auto unknown = app.remaining(true);
    if (unknown.empty() || unknown.front().starts_with('-')) return {};
    return at->get_subcommands([](const CLI::App*) { return true; }).empty() ? std::string() : unknown.front();
}

Error usage_error(const CLI::App& app, const CLI::Error& error) {
    const auto [at, command] = named_command(app);
    std::string what = error.what();
    std::replace(what.begin(), what.end(), '\n', ' ');
    std::string hint = "see `" + command + " --help`";
    if (const auto unknown = unknown_command(app); !unknown.empty()) {
        what = "there is no command \"" + unknown + "\"";
        std::vector<std::string> names;
        for (const auto* known : at->get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(known->get_name());
        if (const auto near = did_you_mean(unknown, names); !near.empty()) hint = near + " " + hint;
    }
    auto problem = make_error(code::usage_wrong, command, {what});
    problem.hint = hint;
    return problem;
}

/// `skill expand`, whose arguments may look like anything.
bool takes_any_words(std::span<const std::string> words) {
    const auto group = std::find(words.begin(), words.end(), "skill");
    return std::find(group, words.end(), "expand") != words.end();
}

CommandLine parse(std::span<const std::string> words, std::span<const std::string> behind) {
    CommandLine line;
    Grammar grammar(line, words, behind);
    // CLI11 takes the words from the back.
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    // Where parsing ends early, options behind that point were not read.
    const auto wants_json = [&] { return std::find(words.begin(), words.end(), "--json") != words.end(); };
    try {
        grammar.app().parse(reversed);
    } catch (const CLI::CallForHelp& help) {
        if (!unknown_command(grammar.app()).empty()) {
            line.problem = usage_error(grammar.app(), help);
            line.options.json = line.options.json || wants_json();
            return line;
        }
        const auto [command, name] = named_command(grammar.app());
        line.help = command->help();
        line.help_command = name;
        line.options.json = line.options.json || wants_json();
    } catch (const CLI::ParseError& error) {
        line.problem = usage_error(grammar.app(), error);
        line.options.json = line.options.json || wants_json();
    }
    return line;
}

}  // namespace

/// CLI11 ends a command at `--` once it has a word for each of its arguments, and reads on as if nothing were there.
CommandLine parse_command_line(std::span<const std::string> words) {
    const auto mark = static_cast<std::size_t>(std::find(words.begin(), words.end(), "--") - words.begin());
    if (mark < words.size() && takes_any_words(words.first(mark))) {
        auto line = parse(words.first(mark), words.subspan(mark + 1));
        if (!line.problem) return line;  // else the name of the skill may stand behind it too
    }
    return parse(words, {});
}

}  // namespace skilldeck
