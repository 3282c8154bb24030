// SPDX-License-Identifier: Apache-2.0
// What a plugin can ask of its host: Host for the life of the instance, Call for one call. Both are small values that
// own nothing. Host may be used from any thread, Call only while that call lasts. No function here throws what a host
// threw.
#pragma once

#include <skilldeck/plugin_abi.h>
#include "reply.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skd {

enum class LogLevel : std::int32_t {
    debug = SKD_LOG_DEBUG,
    info = SKD_LOG_INFO,
    warning = SKD_LOG_WARNING,
    error = SKD_LOG_ERROR,
};

enum class Changed : std::uint32_t {
    skills = SKD_CHANGED_SKILLS,
    hooks = SKD_CHANGED_HOOKS,
    mcp_servers = SKD_CHANGED_MCP_SERVERS,
    availability = SKD_CHANGED_AVAILABILITY,
};

[[nodiscard]] constexpr Changed operator|(Changed a, Changed b) noexcept {
    return static_cast<Changed>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

class Host {
public:
    Host(const skd_host_api* api, skd_host* host) noexcept : api_(api), host_(host) {}

    void log(LogLevel level, std::string_view message) const noexcept {
        if (api_ == nullptr) return;
        try {
            api_->log(host_, static_cast<std::int32_t>(level), str(message));
        } catch (...) {  // a log line is not worth a failure
        }
    }
    void debug(std::string_view message) const noexcept { log(LogLevel::debug, message); }
    void info(std::string_view message) const noexcept { log(LogLevel::info, message); }
    void warning(std::string_view message) const noexcept { log(LogLevel::warning, message); }
    void error(std::string_view message) const noexcept { log(LogLevel::error, message); }

    /// The host asks or lists again, later.
    void changed(Changed what) const noexcept {
        if (api_ == nullptr) return;
        try {
            api_->changed(host_, static_cast<std::uint32_t>(what));
        } catch (...) {  // nothing to undo: the host keeps what it had
        }
    }

    [[nodiscard]] std::string_view name() const noexcept { return api_ ? view(api_->host_name) : std::string_view{}; }
    [[nodiscard]] std::string_view version() const noexcept {
        return api_ ? view(api_->host_version) : std::string_view{};
    }

    /// A host interface by its id and type, for instance get<skd_session_v1>(SKD_IFACE_SESSION); null if not there.
    template <class Table>
    [[nodiscard]] const Table* get(std::string_view id) const noexcept {
        if (api_ == nullptr) return nullptr;
        try {
            return static_cast<const Table*>(api_->get_interface(host_, str(id)));
        } catch (...) {
            return nullptr;
        }
    }

    [[nodiscard]] const skd_host_api* api() const noexcept { return api_; }
    [[nodiscard]] skd_host* handle() const noexcept { return host_; }

private:
    const skd_host_api* api_;
    skd_host* host_;
};

class Call {
public:
    Call(Host host, const skd_call* call) noexcept : host_(host), call_(call) {}

    /// Nobody waits any more. Ask it in loops and return fail(SKD_ERR_CANCELLED, …), or use stop_if_cancelled().
    [[nodiscard]] bool cancelled() const noexcept {
        if (host_.api() == nullptr) return false;
        try {
            return host_.api()->is_cancelled(call_) != 0;
        } catch (...) {
            return true;
        }
    }

    /// Leaves the call with SKD_ERR_CANCELLED (by an exception that the wrapper catches) if nobody waits for it.
    void stop_if_cancelled() const {
        if (cancelled()) throw Failure(SKD_ERR_CANCELLED, "cancelled");
    }

    /// The time left before the host gives this call up; nothing if it has no deadline.
    [[nodiscard]] std::optional<std::chrono::milliseconds> remaining() const noexcept {
        if (host_.api() == nullptr) return std::nullopt;
        try {
            const std::int64_t left = host_.api()->remaining_ms(call_);
            if (left < 0) return std::nullopt;
            return std::chrono::milliseconds(left);
        } catch (...) {
            return std::chrono::milliseconds(0);
        }
    }

    /// JSON about the conversation: "info", and with the permission "messages", "userMessages", "memory" (session.h).
    [[nodiscard]] Reply session(std::string_view key) const {
        const auto* table = host_.get<skd_session_v1>(SKD_IFACE_SESSION);
        if (table == nullptr) return fail(SKD_ERR_UNSUPPORTED, "this host has no session");
        detail::Collector collector;
        const skd_sink sink = collector.sink();
        const skd_status status = guarded(&sink, [&]() -> skd_status { return table->get(call_, str(key), &sink); });
        return Reply(status, status == SKD_OK ? std::move(collector.text) : std::move(collector.message));
    }

    /// A few words for the user who waits.
    void progress(std::string_view text) const noexcept {
        const auto* table = host_.get<skd_session_v1>(SKD_IFACE_SESSION);
        if (table == nullptr) return;
        try {
            table->progress(call_, str(text));
        } catch (...) {  // it was for display only
        }
    }

    [[nodiscard]] const skd_call* handle() const noexcept { return call_; }

private:
    Host host_;
    const skd_call* call_;
};

}  // namespace skd
