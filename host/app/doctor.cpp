// SPDX-License-Identifier: Apache-2.0
// `doctor`: every problem the host can see, each with its hint; and `self report`.
#include "app/commands.hpp"
#include "app/findings.hpp"
#include "app/policy_trial.hpp"
#include "app/problems.hpp"
#include "app/version.hpp"
#include "base/append.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

ExitStatus doctor(CommandContext& context, const std::optional<Path>& policy) {
    Diagnostics findings;
    if (policy) {
        auto effects = try_policy(context.host, *policy);
        if (!effects) return fail(context, effects.error());
        findings = std::move(*effects);
    }
    append(findings, find_problems(context.host, ProblemReach::everything));
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
