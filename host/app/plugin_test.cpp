// SPDX-License-Identifier: Apache-2.0
#include "app/plugin_test.hpp"

#include "app/codes.hpp"
#include "app/component_judge.hpp"
#include "app/hook_call.hpp"
#include "app/skill_call.hpp"
#include "base/hook_event.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "hook/event.hpp"
#include "os/temporary_directory.hpp"
#include "package/validation.hpp"
#include "plugin/plugin_json.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kFixtureBytes = 1024 * 1024;
using Words = std::vector<std::string>;
const Words kSkillFixture{"skill", "arguments", "contains", "lacks"};
const Words kHookFixture{"hook", "event", "decision", "reasonContains"};
const Words kDecisions{"allow", "ask", "deny", "defer", "none"};

/// An event that a handler is meant for: a tool, or what else its matcher looks at, of the first word of the matcher.
Result<HookEvent> sample_event(const Host& host, const HookConfig& hook) {
    boost::json::object fields;
    const auto* info = find_hook_event(hook.event);
    if (info != nullptr && !info->matcher_field.empty()) {
        const std::string_view matcher = hook.matcher ? std::string_view(*hook.matcher) : std::string_view();
        const auto word = matcher.substr(0, matcher.find_first_of("|*.([^$\\"));
        fields[info->matcher_field] = word.empty() ? "Bash" : word;
    }
    if (fields.contains("tool_name")) fields["tool_input"] = boost::json::object();
    return make_hook_event(hook.event, boost::json::serialize(fields), host.places().start_directory.string());
}

bool is_error(const Diagnostic& found) {
    return found.severity == Severity::error;
}

/// One test of one plugin in its scratch host.
class PluginTester {
public:
    PluginTester(Host& scratch, const Plugin& plugin) : host_(scratch), plugin_(plugin) {}

    PluginTest run() {
        check_module();
        const auto fixtures = plugin_.package->root / "tests";
        const auto entries = host_.world().files.list(fixtures);
        for (const auto& entry : entries ? *entries : std::vector<DirectoryEntry>{}) {
            if (entry.kind == FileKind::regular && entry.name.ends_with(".json")) run_file(fixtures / entry.name);
        }
        render_the_rest();
        ask_the_rest();
        return std::move(result_);
    }

private:
    void check_module() {
        const auto state = native_state(plugin_, host_.natives());
        if (!state) return;
        if (*state == NativeState::loaded || *state == NativeState::isolated) {
            result_.checks.push_back("the native module loads");
        } else {
            const auto& package = *plugin_.package;
            fail(package.native ? package.native->file : package.refused_native->file,
                 "the native module is " + std::string(native_state_word(*state)) + ", wanted loaded");
        }
    }

    void run_file(const Path& file) {
        const auto text = host_.world().files.read(file, kFixtureBytes);
        if (!text) return result_.findings.push_back(to_diagnostic(text.error()));
        const auto document = parse_json(*text, file.string());
        if (!document) return result_.findings.push_back(to_diagnostic(document.error()));
        if (!document->is_array()) return fail(file, "a file of fixtures holds a list");
        std::size_t index = 0;
        for (const auto& fixture : document->get_array()) {
            const auto name = file.filename().string() + "[" + std::to_string(index++) + "]";
            if (!fixture.is_object()) {
                fail(file, name + " is no object");
            } else if (fixture.get_object().contains("skill")) {
                if (is_sound(file, name, fixture.get_object(), kSkillFixture))
                    run_skill(file, name, fixture.get_object());
            } else if (fixture.get_object().contains("hook")) {
                if (is_sound(file, name, fixture.get_object(), kHookFixture))
                    run_hook(file, name, fixture.get_object());
            } else {
                fail(file, name + " has neither \"skill\" nor \"hook\"");
            }
        }
    }

    /// What a fixture wants and nobody reads would pass whatever comes.
    bool is_sound(const Path& file, const std::string& name, const boost::json::object& fixture, const Words& known) {
        const auto findings_before = result_.findings.size();
        const auto refuse = [&](const std::string& what, std::string_view word, const Words& words) {
            const auto near = did_you_mean(word, words);
            fail(file, name + ": " + what + "; " + (near.empty() ? "known: " + join(words, ", ") : near));
        };
        for (const auto& member : fixture) {
            const std::string key(member.key());
            if (std::ranges::find(known, key) == known.end())
                refuse("a fixture has no field \"" + key + "\"", key, known);
        }
        const auto decision = json_text(fixture, "decision");
        if (!decision.empty() && std::ranges::find(kDecisions, decision) == kDecisions.end())
            refuse("\"" + std::string(decision) + "\" is no decision", decision, kDecisions);
        return result_.findings.size() == findings_before;
    }

    void run_skill(const Path& file, const std::string& name, const boost::json::object& fixture) {
        auto& findings = result_.findings;
        SkillCall call;
        const auto skill = json_string(fixture, "skill", file.string(), findings).value_or("");
        call.name = plugin_.component_name() + ":" + skill;
        call.arguments = json_string(fixture, "arguments", file.string(), findings);
        rendered_.push_back(call.name);
        const auto expanded = expand_skill(host_, call);
        if (!expanded) return fail(file, name + ": " + to_line(expanded.error()));
        bool held = true;
        for (const auto& wanted : json_strings(fixture, "contains", file.string(), findings)) {
            if (expanded->text.find(wanted) != std::string::npos) continue;
            fail(file, name + ": the text of " + skill + " lacks \"" + wanted + "\"");
            held = false;
        }
        for (const auto& unwanted : json_strings(fixture, "lacks", file.string(), findings)) {
            if (expanded->text.find(unwanted) == std::string::npos) continue;
            fail(file, name + ": the text of " + skill + " holds \"" + unwanted + "\"");
            held = false;
        }
        if (held) result_.checks.push_back(name + ": skill " + skill);
    }

    void run_hook(const Path& file, const std::string& name, const boost::json::object& fixture) {
        auto& findings = result_.findings;
        const auto event = json_string(fixture, "hook", file.string(), findings).value_or("");
        asked_.insert(event);
        const auto* fields = json_object(fixture, "event", file.string(), findings);
        const auto outcome = dispatch_event(host_, event, fields == nullptr ? boost::json::object() : *fields);
        findings.insert(findings.end(), outcome.diagnostics.begin(), outcome.diagnostics.end());
        bool held = std::ranges::none_of(outcome.diagnostics, is_error);
        const auto decided = std::string(hook_decision_word(outcome.decision));
        const auto wanted = json_string(fixture, "decision", file.string(), findings);
        if (wanted && *wanted != decided) {
            fail(file, name + ": " + event + " decided " + decided + ", wanted " + *wanted);
            held = false;
        }
        const auto reason = json_string(fixture, "reasonContains", file.string(), findings);
        if (reason && outcome.reason.find(*reason) == std::string::npos) {
            fail(file, name + ": the reason \"" + outcome.reason + "\" lacks \"" + *reason + "\"");
            held = false;
        }
        if (held) result_.checks.push_back(name + ": hook " + event);
    }

    /// Every skill that no fixture called is called once without arguments: it must answer.
    void render_the_rest() {
        const auto catalogue = host_.catalogue();
        if (!catalogue) return result_.findings.push_back(to_diagnostic(catalogue.error()));
        for (const auto& entry : (*catalogue)->entries()) {
            const auto name = entry.skill->call_name();
            const bool ours = entry.skill->origin().plugin == plugin_.id();
            const bool usable = entry.state != SkillState::disabled && entry.skill->user_invocable;
            if (!ours || !usable || std::find(rendered_.begin(), rendered_.end(), name) != rendered_.end()) continue;
            SkillCall call;
            call.name = entry.qualified_name.string();
            call.shell_blocks = ShellBlocks::not_wanted;  // what runs something is asked for by a fixture
            const auto expanded = expand_skill(host_, call);
            if (expanded) {
                result_.checks.push_back("skill " + name + " answers");
            } else {
                fail(entry.skill->file, "skill " + name + ": " + to_line(expanded.error()));
            }
        }
    }

    /// Every native handler that no fixture reached gets an event with a tool that its matcher names: it must answer.
    void ask_the_rest() {
        const auto hooks = host_.hooks();
        for (const auto& hook : *hooks) {
            const bool ours = hook.origin.plugin == plugin_.id() && hook.type == HookHandlerType::native;
            if (!ours || !hook.native || asked_.contains(hook.event)) continue;
            const auto event = sample_event(host_, hook);
            if (!event) continue;  // a finding of the files says why
            std::optional<NativeReply> reply;
            hook.native->run_hook(hook.what, event->text, hook.timeout, host_.world().stop_signals.token(),
                                  [&reply](NativeReply answer) { reply = std::move(answer); });
            host_.world().reactor.run_until([&reply] { return reply.has_value(); });
            const auto name = "hook " + hook.event + " " + hook.what;
            const bool answers =
                reply->outcome == NativeReply::Outcome::ok || reply->outcome == NativeReply::Outcome::denied;
            if (answers) {
                result_.checks.push_back(name + " answers");
            } else {
                fail(hook.file, name + ": " + (reply->message.empty() ? "it gave no answer" : reply->message));
            }
        }
    }

    void fail(const Path& file, const std::string& what) {
        auto finding = make_diagnostic(code::plugin_test_failed, file.string(), {what});
        finding.plugin = plugin_.id();
        result_.findings.push_back(std::move(finding));
    }

    Host& host_;
    const Plugin& plugin_;
    PluginTest result_;
    std::vector<std::string> rendered_;
    std::set<std::string> asked_;  ///< events of fixtures
};

/// What the user's settings forbid holds for a plugin on trial too; the files of their projects have no part in it.
Result<std::string> restrictions_of(const Settings& settings) {
    boost::json::object permissions;
    boost::json::object kept;
    for (const auto& layer : settings.layers()) {
        if (layer.scope != Scope::user) continue;
        if (const auto why = layer.why_unreadable("permissions"); !why.empty())
            return make_error(code::plugin_test_failed, layer.file.string(),
                              {"what the user's settings forbid cannot be known: " + std::string(why)});
        const auto* rules = json_object(layer.values, "permissions");
        for (const std::string_view list : {"deny", "ask"}) {
            const auto* entries = rules != nullptr ? rules->if_contains(list) : nullptr;
            if (entries != nullptr) permissions[list] = *entries;
        }
        for (const std::string_view key : {"disableSkillShellExecution", "disableAllHooks"}) {
            if (const auto* value = layer.values.if_contains(key)) kept[key] = *value;
        }
    }
    if (!permissions.empty()) kept["permissions"] = std::move(permissions);
    return boost::json::serialize(kept) + "\n";
}

/// Approves the plugin's native code in the scratch host: to test a plugin is to run it.
Result<> approve(Host& scratch) {
    for (const auto& plugin : scratch.plugins()->plugins()) {
        if (!plugin.native || plugin.native->digest.empty()) continue;
        auto done = scratch.trust().approve_native(plugin.id(), plugin.native->digest, NativeApproval::in_process);
        if (!done) return done;
    }
    return scratch.reload();
}

}  // namespace

Result<PluginTest> test_plugin(Host& host, const Path& directory) {
    auto& world = host.world();
    const auto root = world.files.real_path(directory);
    if (!root) return root.error();
    if (auto source = native_plugin_source(world.files, *root)) return *source;
    const auto place = TemporaryDirectory::make("skilldeck-plugin-test");
    if (!place) return place.error();
    world.stop_signals.watch();
    const auto project = place->path() / "project";
    if (const auto made = world.files.make_directories(project); !made) return made.error();

    const auto config = place->path() / "config";
    const auto restrictions = restrictions_of(host.settings());
    if (!restrictions) return restrictions.error();
    if (const auto made = world.files.make_directories(config); !made) return made.error();
    if (const auto kept = world.files.write_atomically(config / "settings.json", *restrictions); !kept)
        return kept.error();

    GlobalOptions options;
    options.config_dir = config;
    options.managed_dir = host.options().managed_dir;
    options.project = project;
    options.plugin_dirs = {*root};
    options.no_compat = true;
    options.sources = {"plugin"};
    options.settings = host.options().settings;  // what the plugin's options are, for one
    Host scratch(world, options);
    if (const auto opened = scratch.open(OutsideChanges::ignored); !opened) return opened.error();
    if (const auto approved = approve(scratch); !approved) return approved.error();
    const auto plugins = scratch.plugins();
    scratch.open_native_modules();

    PluginTest result;
    result.findings = validate_plugin(world.files, *root, scratch.package_options(), PluginComponentJudge(world.files));
    for (const auto& plugin : plugins->plugins()) {
        if (!plugin.active()) {
            auto finding = make_diagnostic(
                code::plugin_test_failed, root->string(),
                {plugin.availability.available ? "the plugin cannot be loaded" : plugin.availability.reason});
            finding.plugin = plugin.id();
            result.findings.push_back(std::move(finding));
            continue;
        }
        auto tested = PluginTester(scratch, plugin).run();
        result.checks.insert(result.checks.end(), tested.checks.begin(), tested.checks.end());
        result.findings.insert(result.findings.end(), tested.findings.begin(), tested.findings.end());
        for (auto& found : plugin_diagnostics(plugin, scratch.natives())) {
            const bool known = std::any_of(result.findings.begin(), result.findings.end(), [&](const auto& one) {
                return one.code == found.code && one.message == found.message;
            });
            if (!known) result.findings.push_back(std::move(found));
        }
    }
    scratch.shut_down();
    if (world.stop_signals.cancelled()) return make_error(code::interrupted, root->string());
    return result;
}

}  // namespace skilldeck
