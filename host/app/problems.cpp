// SPDX-License-Identifier: Apache-2.0
#include "app/problems.hpp"

#include "app/codes.hpp"
#include "app/declared_marketplaces.hpp"
#include "app/only_enabled.hpp"
#include "app/skill_usage.hpp"
#include "app/stored_options.hpp"
#include "base/append.hpp"
#include "hook/matcher.hpp"
#include "market/codes.hpp"
#include "package/finding_places.hpp"
#include "plugin/codes.hpp"
#include "plugin/plugin_json.hpp"

#include <array>
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

/// What killed writers left where the host writes.
void add_temporary_files(Host& host, Diagnostics& findings) {
    const auto& places = host.places();
    for (const auto& directory : {places.config_dir, places.plugins_dir(), places.state_dir(),
                                  places.project_dir / ".skilldeck", places.project_dir / ".claude"}) {
        for (const auto& file : host.world().files.stray_temporaries(directory))
            findings.push_back(make_diagnostic(code::temporary_file_left, file.string()));
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

void add_skills(const Result<std::shared_ptr<const Catalogue>>& catalogue, Diagnostics& findings) {
    if (!catalogue) {
        findings.push_back(to_diagnostic(catalogue.error()));
        return;
    }
    append(findings, (*catalogue)->diagnostics());
    for (const auto& entry : (*catalogue)->entries()) append(findings, entry.skill->diagnostics);
}

void add_declared_marketplaces(Host& host, Diagnostics& findings) {
    auto found = undone_declarations(host);
    add_json_places(host.world().files, found);
    append(findings, std::move(found));
}

}  // namespace

Diagnostics find_problems(Host& host, ProblemReach reach) {
    const bool everything = reach == ProblemReach::everything;
    const auto plugins = host.plugins();
    if (everything) host.open_native_modules();
    const auto catalogue = everything ? host.catalogue() : Result<std::shared_ptr<const Catalogue>>(nullptr);
    Diagnostics of_hooks;
    // Both before host.diagnostics(), which then has what was wrong with hooks and rules of settings.
    if (everything) add_hooks(host, of_hooks);
    if (everything) (void)host.permission_rules();

    Diagnostics findings = host.option_diagnostics();
    add_storage(host, findings);
    if (everything) add_temporary_files(host, findings);
    append(findings, host.diagnostics());
    append(findings, of_hooks);
    add_plugin_entries(host, *plugins, findings);
    append(findings, options_without_plugin(host));
    if (everything) add_reserved(host, findings);
    add_marketplaces(host, findings);
    add_declared_marketplaces(host, findings);
    if (everything) add_usage(host, findings);
    for (const auto& plugin : plugins->plugins()) add_plugin(host, plugin, findings);
    append(findings, host.market().changed_copies());
    add_lock(host, findings);
    if (everything) add_skills(catalogue, findings);
    drop_repeated(findings);
    return findings;
}

}  // namespace skilldeck
