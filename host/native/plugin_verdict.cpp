// SPDX-License-Identifier: Apache-2.0
#include "native/plugin_verdict.hpp"

#include "base/text.hpp"
#include "native/codes.hpp"

#include <utility>

namespace skilldeck {

namespace {

std::string_view known_status(skd_status status) {
    switch (status) {
        case SKD_OK: return "SKD_OK";
        case SKD_ERR_INVALID_ARGUMENT: return "SKD_ERR_INVALID_ARGUMENT";
        case SKD_ERR_UNSUPPORTED: return "SKD_ERR_UNSUPPORTED";
        case SKD_ERR_NOT_FOUND: return "SKD_ERR_NOT_FOUND";
        case SKD_ERR_DENIED: return "SKD_ERR_DENIED";
        case SKD_ERR_CANCELLED: return "SKD_ERR_CANCELLED";
        case SKD_ERR_TIMEOUT: return "SKD_ERR_TIMEOUT";
        case SKD_ERR_INTERNAL: return "SKD_ERR_INTERNAL";
        case SKD_ERR_LIMIT: return "SKD_ERR_LIMIT";
        case SKD_ERR_UNAVAILABLE: return "SKD_ERR_UNAVAILABLE";
        default: return {};
    }
}

PluginOutcome outcome_of(skd_status status) {
    switch (status) {
        case SKD_OK: return PluginOutcome::ok;
        case SKD_ERR_UNSUPPORTED: return PluginOutcome::unsupported;
        case SKD_ERR_DENIED: return PluginOutcome::denied;
        case SKD_ERR_UNAVAILABLE: return PluginOutcome::unavailable;
        case SKD_ERR_CANCELLED: return PluginOutcome::cancelled;
        case SKD_ERR_TIMEOUT: return PluginOutcome::timed_out;
        default: return PluginOutcome::failed;
    }
}

PluginReply failed(Diagnostic why) {
    PluginReply reply;
    reply.outcome = PluginOutcome::failed;
    reply.message = why.message;
    reply.diagnostics.push_back(std::move(why));
    return reply;
}

/// What breaks the call whatever its status says; nothing when the status is to be believed.
std::optional<Diagnostic> broken(const CallEnd& end, std::string_view library, Code failure) {
    if (end.thrown) return make_diagnostic(code::native_exception, library, {end.slot, *end.thrown});
    if (known_status(end.status).empty())
        return make_diagnostic(code::native_unknown_status, library, {end.slot, std::to_string(end.status)});
    if (end.status == SKD_OK && end.answer.failed) {
        const auto why = "it returned SKD_OK after reporting: " + end.answer.message;
        return make_diagnostic(failure, library, {end.slot, why});
    }
    return std::nullopt;
}

std::string reason(const CallEnd& end) {
    return end.answer.message.empty() ? status_word(end.status)
                                      : end.answer.message + " (" + status_word(end.status) + ")";
}

/// A plugin that says what it cannot do with what it was asked for is not broken.
Diagnostic failed_call(const CallEnd& end, std::string_view library) {
    auto problem = make_diagnostic(code::native_call_failed, library, {end.slot, reason(end)});
    const bool refused = end.status == SKD_ERR_INVALID_ARGUMENT || end.status == SKD_ERR_NOT_FOUND;
    if (refused && !end.answer.message.empty()) problem.hint = "the plugin refused the call; its message says why";
    return problem;
}

}  // namespace

std::string_view slot_name(PluginMethod method) {
    switch (method) {
        case PluginMethod::check_availability: return "availability.check";
        case PluginMethod::configure: return "configure";
        case PluginMethod::list_skills: return "skills.list";
        case PluginMethod::skill_enabled: return "skills.is_enabled";
        case PluginMethod::render_skill: return "skills.render";
        case PluginMethod::read_skill_file: return "skills.read_file";
        case PluginMethod::run_hook: return "hooks.run";
        case PluginMethod::list_mcp_servers: return "mcp-servers.list";
    }
    return "call";
}

std::string status_word(skd_status status) {
    const auto known = known_status(status);
    return known.empty() ? std::to_string(status) : std::string(known);
}

PluginReply judge_call(CallEnd end, OutputKind kind, std::size_t limit, std::string_view library) {
    if (auto why = broken(end, library, code::native_call_failed)) return failed(std::move(*why));
    if (end.answer.over_limit)
        return failed(make_diagnostic(code::native_output_too_large, library, {end.slot, std::to_string(limit)}));
    if (end.status == SKD_OK && kind == OutputKind::text && !is_valid_utf8(end.answer.output))
        return failed(make_diagnostic(code::native_output_not_utf8, library, {end.slot}));

    PluginReply reply;
    reply.outcome = outcome_of(end.status);
    if (reply.outcome == PluginOutcome::ok) {
        reply.output = std::move(end.answer.output);
        return reply;
    }
    // Output of a failed call is discarded: it may be half of something.
    reply.message = end.answer.message;
    if (reply.message.empty() && end.status != SKD_ERR_UNSUPPORTED && end.status != SKD_ERR_CANCELLED) {
        reply.diagnostics.push_back(
            make_diagnostic(code::native_no_message, library, {end.slot, status_word(end.status)}));
        reply.message = reply.diagnostics.back().message;
    }
    if (reply.outcome == PluginOutcome::failed || reply.outcome == PluginOutcome::timed_out)
        reply.diagnostics.push_back(failed_call(end, library));
    return reply;
}

Diagnostics judge_start(CallEnd end, std::string_view library) {
    if (auto why = broken(end, library, code::native_start_failed)) return {std::move(*why)};
    if (end.status == SKD_OK) return {};
    Diagnostics found{make_diagnostic(code::native_start_failed, library, {end.slot, reason(end)})};
    if (end.answer.message.empty())
        found.push_back(make_diagnostic(code::native_no_message, library, {end.slot, status_word(end.status)}));
    return found;
}

}  // namespace skilldeck
