// SPDX-License-Identifier: Apache-2.0
// `doctor`: every problem the host can see, in the order of the tree, each with its hint; and `self report`.
#include "app/codes.hpp"
#include "app/commands.hpp"
#include "app/declared_marketplaces.hpp"
#include "app/findings.hpp"
#include "app/only_enabled.hpp"
#include "app/policy_trial.hpp"
#include "app/skill_usage.hpp"
#include "app/version.hpp"
#include "base/append.hpp"
#include "hook/matcher.hpp"
#include "market/codes.hpp"
#include "package/finding_places.hpp"
#include "plugin/codes.hpp"
#include "plugin/plugin_json.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

/// What nothing but the listing of skills reads.
void add_usage(Host& host, Diagnostics& findings) {
    (void)read_skill_usage(host.world().files, host.places().state_dir(), findings);
}

void add_marketplaces(Host& host, Diagnostics& findings) {
    Diagnostics found;
    for (const auto& known : host.market().marketplaces(found)) {
        append(findings, known.all_diagnostics());
    }
    append(findings, found);
}

void add_plugin(Host& host, const Plugin& plugin, Diagnostics& findings) {
    for (auto diagnostic : plugin_diagnostics(plugin, host.natives())) {
        if (diagnostic.plugin.empty()) diagnostic.plugin = plugin.id();
        findings.push_back(std::move(diagnostic));
    }
    for (const auto& refusal : plugin.refused) {
        if (refusal.reported) continue;
        auto finding = make_diagnostic(code::contribution_refused, {}, {refusal.what, refusal.why});
        finding.plugin = plugin.id();
        findings.push_back(std::move(finding));
    }
}

/// What is not as the project pins it hinders nobody but `--frozen`; what a person has besides is their own.
void add_lock(Host& host, Diagnostics& findings) {
    const auto report = host.market().check_lock();
    if (!report && report.error().code != code::lock_missing) findings.push_back(to_diagnostic(report.error()));
    for (auto difference : report ? report->differences : Diagnostics{}) {
        const bool besides = difference.code == code::lock_plugin_unpinned || difference.code == code::lock_linked;
        difference.severity = besides ? Severity::note : Severity::warning;
        findings.push_back(std::move(difference));
    }
}

/// Where the host writes: what cannot be written now fails at the next install, approval or setting.
void add_storage(Host& host, Diagnostics& findings) {
    const auto& places = host.places();
    for (const auto& directory : {places.config_dir, places.plugins_dir(), places.state_dir()}) {
        if (const auto writable = host.world().files.can_write_in(directory); !writable) {
            findings.push_back(to_diagnostic(writable.error()));
        }
    }
}

/// Those of plugins are among the plugin's problems.
void add_hooks(Host& host, Diagnostics& findings) {
    const auto hooks = host.hooks();
    for (const auto& hook : *hooks) {
        auto problem = hook.origin.plugin.empty() ? hook_kind_problem(hook) : std::nullopt;
        if (problem) findings.push_back(*std::move(problem));
    }
    for (auto& problem : check_hook_matchers(*hooks)) {
        if (problem.plugin.empty()) findings.push_back(std::move(problem));
    }
}

void add_untrusted_project(Host& host, Diagnostics& findings) {
    if (host.project_trusted()) return;
    for (const auto& layer : host.settings().layers()) {
        if (layer.effective || layer.values.empty()) continue;
        findings.push_back(
            make_diagnostic(code::workspace_not_trusted, layer.file.string(), {host.places().project_dir.string()}));
    }
}

/// What managed settings keep to plugins, themselves and the host.
void add_reserved(Host& host, Diagnostics& findings) {
    constexpr std::array<std::pair<Customization, std::string_view>, 4> kKinds{{{Customization::skills, "skills"},
                                                                                {Customization::agents, "agents"},
                                                                                {Customization::hooks, "hooks"},
                                                                                {Customization::mcp, "MCP servers"}}};
    for (const auto& [kind, word] : kKinds) {
        if (!host.policy().only_plugins_customize(kind)) continue;
        findings.push_back(make_diagnostic(code::customization_reserved, {},
                                           {word, host.policy().rule("strictPluginOnlyCustomization")}));
    }
}

/// What names no installed plugin, with line and column. Here alone: a note of every command it would be noise.
void add_plugin_entries(Host& host, const PluginSet& plugins, Diagnostics& findings) {
    auto found = judged_plugin_entries(host, plugins);
    add_json_places(host.world().files, found);
    append(findings, std::move(found));
}

/// Everything the host can see, in the order of the tree. Opens native modules, so that what stands in their way is
/// seen here and not at the first use.
Diagnostics all_problems(Host& host) {
    const auto plugins = host.plugins();
    host.open_native_modules();
    const auto catalogue = host.catalogue();
    Diagnostics of_hooks;
    // Both before host.diagnostics(), which then has what was wrong with hooks and rules of settings.
    add_hooks(host, of_hooks);
    (void)host.permission_rules();

    Diagnostics findings = host.option_diagnostics();
    add_storage(host, findings);
    append(findings, host.diagnostics());
    append(findings, of_hooks);
    add_plugin_entries(host, *plugins, findings);
    add_untrusted_project(host, findings);
    add_reserved(host, findings);
    add_marketplaces(host, findings);
    append(findings, undone_declarations(host));
    add_usage(host, findings);
    for (const auto& plugin : plugins->plugins()) add_plugin(host, plugin, findings);
    append(findings, host.market().changed_copies());
    add_lock(host, findings);
    if (catalogue) {
        append(findings, (*catalogue)->diagnostics());
        for (const auto& entry : (*catalogue)->entries()) append(findings, entry.skill->diagnostics);
    } else {
        findings.push_back(to_diagnostic(catalogue.error()));
    }
    drop_repeated(findings);
    return findings;
}

}  // namespace

ExitStatus doctor(CommandContext& context, const std::optional<Path>& policy) {
    Diagnostics findings;
    if (policy) {
        auto effects = try_policy(context.host, *policy);
        if (!effects) return fail(context, effects.error());
        findings = std::move(*effects);
    }
    append(findings, all_problems(context.host));
    const bool failed = std::any_of(findings.begin(), findings.end(),
                                    [](const auto& finding) { return finding.severity == Severity::error; });
    return answer_findings(context.out, findings, failed ? Verdict::failed : Verdict::passed, "no problems found");
}

ExitStatus self_report(CommandContext& context) {
    auto& out = context.out;
    auto& host = context.host;
    const auto& facts = version_facts();
    const auto& places = host.places();
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) {
            json.begin_object();
            json.member("version", facts.version);
            json.member("abi", facts.abi);
            json.member_if("commit", facts.commit);
            json.member("platform", this_platform());
            json.member("configDir", places.config_dir.string());
            json.member("projectDir", places.project_dir.string());
            json.member("projectTrusted", host.project_trusted());
            json.key("settings");
            json.begin_array();
            for (const auto& layer : host.settings().layers()) {
                json.begin_object();
                json.member("scope", scope_word(layer.scope));
                json.member_if("file", layer.file.string());
                json.key("keys");
                json.begin_array();
                for (const auto& member : layer.values) json.value(std::string_view(member.key()));
                json.end_array();
                json.end_object();
            }
            json.end_array();
            json.key("plugins");
            json.begin_array();
            for (const auto& plugin : host.plugins()->plugins()) {
                json.value(plugin.id() + " " + plugin.installed.version);
            }
            json.end_array();
            json.end_object();
        });
        return ExitStatus::done;
    }
    out.answer_line("skilldeck " + std::string(facts.version) + ", plugin ABI " + std::string(facts.abi) +
                    (facts.commit.empty() ? "" : ", commit " + std::string(facts.commit)));
    out.answer_line("platform " + std::string(this_platform()));
    out.answer_line("configuration " + places.config_dir.string());
    out.answer_line("project " + places.project_dir.string() +
                    (host.project_trusted() ? " (trusted)" : " (not trusted)"));
    // Names of settings only: a value may be a secret.
    for (const auto& layer : host.settings().layers()) {
        std::string keys;
        for (const auto& member : layer.values) keys += " " + std::string(member.key());
        out.answer_line("settings " + std::string(scope_word(layer.scope)) + " " + layer.file.string() + ":" + keys);
    }
    for (const auto& plugin : host.plugins()->plugins()) {
        out.answer_line("plugin " + plugin.id() + " " + plugin.installed.version +
                        (plugin.enabled() ? " enabled" : " disabled"));
    }
    return ExitStatus::done;
}

}  // namespace skilldeck
