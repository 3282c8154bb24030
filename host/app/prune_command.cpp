// SPDX-License-Identifier: Apache-2.0
// `plugin prune`: what the store keeps and nobody needs is removed, and named.
#include "app/commands.hpp"
#include "base/text.hpp"

namespace skilldeck {

namespace {

std::string message_of(const PruneReport& report) {
    if (report.bytes() == 0 && report.removed.empty()) return "nothing to remove";
    return "removed " + counted(report.removed.size(), "stored version") + ", " + counted(report.bytes(), "byte");
}

void write_report(JsonWriter& json, const PruneReport& report) {
    const bool nothing = report.bytes() == 0 && report.removed.empty();
    json.begin_object();
    json.member("command", "plugin prune");
    json.member("outcome", nothing ? "already" : "done");
    json.key("changed");
    json.begin_object();
    json.member("hooks", 0);
    json.member("mcpServers", std::vector<std::string>{});
    json.member("native", false);
    json.end_object();
    json.key("removed");
    json.begin_array();
    for (const auto& version : report.removed) {
        json.begin_object();
        json.member("id", version.id);
        json.member("version", version.version);
        json.member("path", version.path.string());
        json.member("bytes", static_cast<std::size_t>(version.bytes));
        json.end_object();
    }
    json.end_array();
    json.member("stagingBytes", static_cast<std::size_t>(report.staging_bytes));
    json.member("bytes", static_cast<std::size_t>(report.bytes()));
    json.member("message", message_of(report));
    write_diagnostics(json, "warnings", report.warnings);
    json.end_object();
}

}  // namespace

ExitStatus plugin_prune(CommandContext& context) {
    const auto report = context.host.market().prune();
    if (!report) return fail(context, report.error());
    auto& out = context.out;
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) { write_report(json, *report); });
    } else {
        for (const auto& version : report->removed) {
            out.answer_line(version.id + " " + version.version + ": " + counted(version.bytes, "byte"));
        }
        out.answer_line(message_of(*report));
    }
    out.diagnostic_lines(report->warnings);
    return ExitStatus::done;
}

}  // namespace skilldeck
