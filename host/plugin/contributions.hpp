// SPDX-License-Identifier: Apache-2.0
// What plugins, settings and folders contribute, in the shape that skill, hook and mcp read. They see this header and
// nothing else of plugin/. Immutable values; safe from any thread.
#pragma once

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"
#include "os/file_system.hpp"
#include "trust/origin_rights.hpp"

#include <boost/json/object.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What a native module answered, as far as skills and hooks care.
struct NativeReply {
    enum class Outcome { ok, denied, unavailable, failed, timed_out } outcome = Outcome::failed;
    std::string output;
    std::string message;
    Diagnostics diagnostics;
};

/// One option of a plugin as its parts get it.
struct OptionText {
    std::string name;
    std::string text{};     ///< empty where it has no value
    bool set = false;       ///< it has a value
    bool required = false;  ///< what refers to it waits for one
    bool sensitive = false;
};

/// The options of one plugin. Secrets are among them: never to be shown, logged or put into an argument.
struct OptionTexts {
    std::vector<OptionText> all;
    [[nodiscard]] const OptionText* find(std::string_view name) const;
};

/// Where a text with references goes.
enum class OptionUse : std::uint8_t { environment, argument, shell };

/// Why a text cannot be used for the options that it refers to: one that is not declared, a secret in an argument, any
/// in a shell command. Empty: it can. Of a plugin without options `options` is null.
[[nodiscard]] std::string option_problem(std::string_view text, const OptionTexts* options, OptionUse use);

/// The required options without a value that a text refers to, also by the name of their variable.
[[nodiscard]] std::vector<std::string> awaited_options(std::string_view text, const OptionTexts* options);
/// All of them, for what gets every option.
[[nodiscard]] std::vector<std::string> awaited_options(const OptionTexts* options);
/// `it waits for the option "A"`; empty for none.
[[nodiscard]] std::string waiting_reason(const std::vector<std::string>& awaited);
[[nodiscard]] bool is_waiting_reason(std::string_view reason, std::string_view option);

/// `text` with the values in the place of the references; only for a text that has no problem and waits for none.
[[nodiscard]] std::string with_options(std::string_view text, const OptionTexts* options);

/// A plugin's native module as skills and hooks see it: opened on first use, approved or refused behind this line.
/// [loop thread] for every call; each `done` runs once, on the loop thread.
class NativeContributor {
public:
    virtual ~NativeContributor() = default;
    using Done = std::function<void(NativeReply)>;
    virtual void run_hook(std::string handler, std::string event_json, std::chrono::milliseconds timeout,
                          CancelToken cancel, Done done) = 0;
    virtual void list_skills(CancelToken cancel, Done done) = 0;
    virtual void render_skill(std::string skill, std::string request_json, CancelToken cancel, Done done) = 0;
    virtual void read_skill_file(std::string skill, std::string path, CancelToken cancel, Done done) = 0;
};

/// One place that skills come from.
struct SkillSource {
    enum class Kind {
        root,       ///< a folder whose direct children are skills
        directory,  ///< one skill folder, its SKILL.md in `path`
        commands,   ///< a folder of legacy command files
        command,    ///< one command file; `name` is its name. With `text` the Markdown is that and `item` says the rest
        native,     ///< declared by a native module: `item` is its entry of skills.json
        dynamic,    ///< a native module to ask for more with `list_skills`; nothing else is known
        bundled,    ///< embedded in the binary: `name` and `text`
    };
    Kind kind = Kind::root;
    Path path;
    std::string name;
    std::string text;
    boost::json::object item;
    Origin origin;
    std::string name_prefix;        ///< the plugin's name: the skill is also `prefix:name`
    std::string prefix_owner;       ///< the id of another plugin that has the prefix: only the whole name leads here
    std::string nested_in;          ///< "apps/web", from the start directory: the skill is also `apps/web:name`; NFC
    std::string qualified_origin;   ///< behind the `@`: "user", "project/apps/web", "market", "bundled"
    Path plugin_root, plugin_data;  ///< for ${CLAUDE_PLUGIN_ROOT} and its like; empty when no plugin
    std::shared_ptr<const OptionTexts> options;  ///< null when the plugin has none
    std::shared_ptr<NativeContributor> native;
};

enum class HookHandlerType { command, http, mcp_tool, prompt, agent, native };
inline constexpr std::array<std::string_view, 6> kHookHandlerWords{"command", "http",  "mcp_tool",
                                                                   "prompt",  "agent", "native"};
/// As in settings.
[[nodiscard]] constexpr std::string_view hook_handler_word(HookHandlerType type) {
    return kHookHandlerWords.at(static_cast<std::size_t>(type));
}

/// Whether this host has something that runs handlers of the kind (hook/handler.hpp).
[[nodiscard]] constexpr bool runs_handlers_of(HookHandlerType type) {
    return type == HookHandlerType::command || type == HookHandlerType::native;
}

/// One handler of one matcher group.
struct HookConfig {
    std::string event;
    std::optional<std::string> matcher;
    HookHandlerType type = HookHandlerType::command;
    std::string what;               ///< command, url, tool, prompt or native handler: what lists show
    std::vector<std::string> args;  ///< exec form when `exec_form`
    bool exec_form = false;
    std::string condition;                       ///< `if`
    std::chrono::milliseconds timeout{600'000};  ///< as written, else the default of type and event
    bool block_on_failure = false;               ///< `onFailure: "block"`
    bool async = false, once = false;
    std::string status_message;
    boost::json::object fields;  ///< the handler as written: what the kinds above do not use
    Origin origin;
    Path file;
    std::string place;    ///< "PreToolUse[1].hooks[0]": for messages
    std::string pointer;  ///< to the handler in the file; of a prototype, to the events
    Path plugin_root, plugin_data;
    std::shared_ptr<const OptionTexts> options;  ///< null when the plugin has none
    std::string refusal;                         ///< why it fails instead of running; empty: it runs
    std::string fault;  ///< why no event can run it: its entry, event, kind or matcher; it stays, and is refused
    std::shared_ptr<NativeContributor> native;

    [[nodiscard]] Place written() const { return {file.string(), pointer}; }
};

/// How a server's fields are judged: `.mcp.json` and settings, or the closed shape of Agent Plugins without `${VAR}`.
enum class McpShape { claude, agent_plugins };

struct McpServerConfig {
    std::string name;
    McpShape shape = McpShape::claude;
    boost::json::object fields;
    Origin origin;
    Path file;
    Path plugin_root, plugin_data;
    std::shared_ptr<const OptionTexts> options;  ///< for with_options(); null when the plugin has none
};

/// Reads one `hooks` object (event name -> groups) entry by entry: a bad one is a diagnostic, its siblings stay. One
/// with `onFailure` is kept besides, with its fault as `refusal`. An event that is not one of base/hook_event.hpp warns
/// and is kept.
/// One that no event can run is kept with its `fault`; what is wrong with matchers their judge adds (HookJudge).
/// `prototype` gives file, origin, plugin folders and native contributor to every handler. A `native` handler outside a
/// plugin (no plugin folder) is a bad entry. Matchers are not compiled here.
[[nodiscard]] std::vector<HookConfig> read_hooks(const boost::json::object& events, const HookConfig& prototype,
                                                 Diagnostics& diagnostics);

/// Looks at the matchers of handlers: gives those that cannot be used their `fault`, and says what is wrong with any.
using HookJudge = std::function<Diagnostics(std::span<HookConfig>)>;

/// Of a handler whose kind does not run here.
[[nodiscard]] std::optional<Diagnostic> hook_kind_problem(const HookConfig& hook);

/// Everything the enabled plugins contribute, in the order of the plugins.
struct Contributions {
    std::vector<SkillSource> skills;           ///< in the order in which plugins get names (namespaces.hpp)
    std::vector<HookConfig> hooks;             ///< those that may run
    std::vector<McpServerConfig> mcp_servers;  ///< those that may run, some after a yes for each (origin_grant)
};

}  // namespace skilldeck
