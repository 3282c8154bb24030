// SPDX-License-Identifier: Apache-2.0
// The commands, each a function of its arguments: the command line and the session's slash commands call the same ones.
// A command says everything through Output and returns the exit status. [loop thread]
#pragma once

#include "app/exit_status.hpp"
#include "app/host.hpp"
#include "app/output.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Whether the terminal shows what is typed.
enum class Echo { shown, hidden };

struct CommandContext {
    Host& host;
    Output& out;
    /// Asks a yes-or-no question on the terminal; only when out.interactive().
    std::function<bool(std::string_view question)> ask;
    /// Asks for one line on the terminal; nothing at the end of input and when a signal cancels the work.
    std::function<std::optional<std::string>(std::string_view question, Echo echo)> ask_line = {};
};

/// Says the error (with --json as the document too) and gives its exit status.
ExitStatus fail(CommandContext& context, const Error& error);

/// After a command: what it met of an interrupted change and, as it failed, has not said.
void say_ended_changes(CommandContext& context);

/// The one installed plugin that an id or a bare name means. Errors: plugin_not_installed with the nearest names,
/// plugin_ambiguous with the ids.
[[nodiscard]] Result<const Plugin*> installed_plugin(CommandContext& context, std::string_view id_or_name);

using Command = std::function<ExitStatus(CommandContext&)>;

// ---- plugin ----
struct PluginListArguments {
    bool all = false, available = false, load = false;
};
ExitStatus plugin_list(CommandContext& context, const PluginListArguments& arguments);

struct PluginInstallArguments {
    std::string plugin;
    std::optional<std::string> scope, version;
    bool link = false, yes = false, frozen = false;
    std::vector<std::string> options;         ///< KEY=VALUE
    std::optional<std::string> options_from;  ///< a JSON file, `-` for standard input
};
ExitStatus plugin_install(CommandContext& context, const PluginInstallArguments& arguments);

struct PluginUninstallArguments {
    std::string plugin;
    std::optional<std::string> scope;
    bool keep_data = false;
};
ExitStatus plugin_uninstall(CommandContext& context, const PluginUninstallArguments& arguments);

struct PluginUpdateArguments {
    std::optional<std::string> plugin, scope;
    bool yes = false, frozen = false;
};
ExitStatus plugin_update(CommandContext& context, const PluginUpdateArguments& arguments);

struct PluginRollbackArguments {
    std::string plugin;
    std::optional<std::string> scope;
};
ExitStatus plugin_rollback(CommandContext& context, const PluginRollbackArguments& arguments);

ExitStatus plugin_prune(CommandContext& context);

enum class Switch { enable, disable };
struct PluginSwitchArguments {
    std::optional<std::string> plugin;
    std::optional<std::string> scope;
    bool all = false;
};
ExitStatus plugin_switch(CommandContext& context, Switch to, const PluginSwitchArguments& arguments);

struct PluginConfigureArguments {
    std::string plugin;
    std::vector<std::string> assignments, unset;
    std::optional<std::string> from, standard_input;
};
ExitStatus plugin_configure(CommandContext& context, const PluginConfigureArguments& arguments);

ExitStatus plugin_explain(CommandContext& context, const std::string& plugin);

struct PluginTrustArguments {
    std::string plugin;
    bool in_process = false, yes = false, clear = false;
};
ExitStatus plugin_trust(CommandContext& context, const PluginTrustArguments& arguments);

struct PluginValidateArguments {
    Path path;
    bool strict = false, fix = false, sarif = false;
};
ExitStatus plugin_validate(CommandContext& context, const PluginValidateArguments& arguments);

struct PluginNewArguments {
    std::string name;
    std::string language = "none";
    std::optional<Path> directory;
};
ExitStatus plugin_new(CommandContext& context, const PluginNewArguments& arguments);

ExitStatus plugin_test(CommandContext& context, const Path& path);

// ---- lock ----
enum class LockUse { write, check };
ExitStatus lock(CommandContext& context, LockUse use);

// ---- marketplace ----
struct MarketplaceAddArguments {
    std::string source;
    std::optional<std::string> name;
    std::optional<std::string> scope;  ///< whose settings also declare it
};
ExitStatus marketplace_add(CommandContext& context, const MarketplaceAddArguments& arguments);
ExitStatus marketplace_list(CommandContext& context);
ExitStatus marketplace_update(CommandContext& context, const std::optional<std::string>& name);
ExitStatus marketplace_remove(CommandContext& context, const std::string& name);

// ---- skill ----
struct SkillListArguments {
    bool all = false;           ///< disabled and shadowed ones too
    std::vector<Path> touched;  ///< `--touch`, of every command that has it: touched_files.hpp
};
ExitStatus skill_list(CommandContext& context, const SkillListArguments& arguments);
ExitStatus skill_show(CommandContext& context, const std::string& name);

struct SkillExpandArguments {
    std::string name;
    std::vector<std::string> words;  ///< none: called without arguments
    bool no_shell = false;
    std::string as = "user";
    std::vector<Path> touched;
};
ExitStatus skill_expand(CommandContext& context, const SkillExpandArguments& arguments);

struct SkillListingArguments {
    std::optional<std::size_t> context_tokens;
    bool explain = false;
    std::vector<Path> touched;
};
ExitStatus skill_listing(CommandContext& context, const SkillListingArguments& arguments);

struct SkillValidateArguments {
    std::vector<Path> paths;
    bool fix = false, sarif = false;
};
ExitStatus skill_validate(CommandContext& context, const SkillValidateArguments& arguments);

// ---- hook, trust, doctor ----
struct HookRunArguments {
    std::string event;
    bool trace = false;
};
ExitStatus hook_run(CommandContext& context, const HookRunArguments& arguments);
ExitStatus hook_list(CommandContext& context);

ExitStatus trust_list(CommandContext& context);
ExitStatus trust_add(CommandContext& context, const std::optional<Path>& directory);
ExitStatus trust_remove(CommandContext& context, const std::optional<Path>& directory);

/// `policy`: a file that is looked at as if it were managed policy too.
ExitStatus doctor(CommandContext& context, const std::optional<Path>& policy);
ExitStatus self_report(CommandContext& context);

}  // namespace skilldeck
