// SPDX-License-Identifier: Apache-2.0
// `lock` and `lock --frozen`: pin what this project has installed, or hold it against what is pinned.
#include "app/commands.hpp"
#include "base/text.hpp"

namespace skilldeck {

namespace {

void write_report(JsonWriter& json, const LockReport& report) {
    json.begin_object();
    json.member("ok", report.differences.empty());
    json.key("entries");
    json.begin_array();
    for (const auto& plugin : report.lock.plugins) {
        json.begin_object();
        json.member("id", plugin.id);
        json.member("version", plugin.version);
        json.member("digest", plugin.digest);
        json.end_object();
    }
    json.end_array();
    write_diagnostics(json, "differences", report.differences);
    json.member("file", report.lock.file.string());
    write_diagnostics(json, "warnings", report.warnings);
    json.end_object();
}

std::string message_of(const LockReport& report, LockUse use) {
    const auto file = report.lock.file.string();
    const auto plugins = counted(report.lock.plugins.size(), "plugin");
    if (use == LockUse::check) return plugins + " as pinned in " + file;
    return (report.written ? "pinned " : "unchanged: ") + plugins + " in " + file;
}

}  // namespace

ExitStatus lock(CommandContext& context, LockUse use) {
    auto& market = context.host.market();
    const auto report = use == LockUse::check ? market.check_lock() : market.write_lock();
    if (!report) return fail(context, report.error());
    const bool same = report->differences.empty();
    auto& out = context.out;
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) { write_report(json, *report); });
    } else if (same) {
        out.answer_line(message_of(*report, use));
    }
    out.diagnostic_lines(report->differences);
    out.diagnostic_lines(report->warnings);
    return same ? ExitStatus::done : ExitStatus::failed;
}

}  // namespace skilldeck
