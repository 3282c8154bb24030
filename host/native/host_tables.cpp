// SPDX-License-Identifier: Apache-2.0
#include "native/host_tables.hpp"

#include "native/barrier.hpp"
#include "native/plugin_context.hpp"

namespace skilldeck {

namespace {

/// The plugin whose init() this thread runs: the one call that logs without a skd_host.
thread_local PluginContext* introduced = nullptr;

bool is(skd_str text, std::string_view word) {
    return text.ptr != nullptr && std::string_view(text.ptr, text.len) == word;
}

skd_str borrow(std::string_view text) {
    return {text.data(), text.size()};
}

skd_status SKD_CALL sink_write(void* sink, skd_str chunk) {
    return answer_plugin<skd_status>(SKD_ERR_INTERNAL, [&]() -> skd_status {
        const auto context = PluginContext::find(sink);
        return context ? context->write(sink, chunk) : SKD_ERR_INVALID_ARGUMENT;
    });
}

void SKD_CALL sink_fail(void* sink, skd_status, skd_str message) {
    answer_plugin(0, [&] {
        if (const auto context = PluginContext::find(sink)) context->fail(sink, message);
        return 0;
    });
}

skd_status SKD_CALL session_get(const skd_call* call, skd_str key, const skd_sink* out) {
    return answer_plugin<skd_status>(SKD_ERR_INTERNAL, [&]() -> skd_status {
        const auto context = PluginContext::find(call);
        if (!context || out == nullptr || out->write == nullptr || out->fail == nullptr)
            return SKD_ERR_INVALID_ARGUMENT;
        return context->session_get(call, key, *out);
    });
}

skd_status SKD_CALL session_progress(const skd_call* call, skd_str text) {
    return answer_plugin<skd_status>(SKD_ERR_INTERNAL, [&]() -> skd_status {
        const auto context = PluginContext::find(call);
        return context ? context->progress(call, text) : SKD_ERR_INVALID_ARGUMENT;
    });
}

constexpr skd_session_v1 kSession{sizeof(skd_session_v1), 0, session_get, session_progress};

const void* SKD_CALL host_get_interface(skd_host*, skd_str id) {
    return is(id, SKD_IFACE_SESSION) ? &kSession : nullptr;
}

void SKD_CALL host_log(skd_host* host, std::int32_t level, skd_str message) {
    answer_plugin(0, [&] {
        if (const auto context = PluginContext::find(host)) {
            context->log(level, message);
        } else if (host == nullptr && introduced != nullptr) {
            introduced->log(level, message);
        }
        return 0;
    });
}

void SKD_CALL host_changed(skd_host* host, std::uint32_t what) {
    answer_plugin(0, [&] {
        if (const auto context = PluginContext::find(host)) context->changed(what);
        return 0;
    });
}

std::int32_t SKD_CALL host_is_cancelled(const skd_call* call) {
    return answer_plugin<std::int32_t>(1, [&]() -> std::int32_t {
        const auto context = PluginContext::find(call);
        return !context || context->is_cancelled(call) ? 1 : 0;
    });
}

std::int64_t SKD_CALL host_remaining_ms(const skd_call* call) {
    return answer_plugin<std::int64_t>(0, [&]() -> std::int64_t {
        const auto context = PluginContext::find(call);
        return context ? context->remaining_ms(call) : 0;
    });
}

}  // namespace

skd_host_api make_host_api(std::string_view name, std::string_view version) {
    return {sizeof(skd_host_api), SKD_ABI_MAJOR,     SKD_ABI_MINOR,      0,
            borrow(name),         borrow(version),   host_get_interface, host_log,
            host_changed,         host_is_cancelled, host_remaining_ms};
}

skd_sink make_sink(const void* handle) {
    return {sizeof(skd_sink), 0, const_cast<void*>(handle), sink_write, sink_fail};
}

void introduce(PluginContext* context) {
    introduced = context;
}

}  // namespace skilldeck
