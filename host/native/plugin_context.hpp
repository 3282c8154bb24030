// SPDX-License-Identifier: Apache-2.0
// What one plugin sees of the host: its skd_host, the tables behind it, the calls under way and their sinks. A plugin
// holds handles, never addresses of live objects, so that a stale one is noticed and reported instead of followed. A
// context is never freed: the library stays mapped, and its threads may call at any time. Any thread, unless a comment
// says otherwise.
#pragma once

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"
#include "native/in_process_plugin.hpp"
#include "native/loop_link.hpp"

#include <skilldeck/plugin_abi.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace skilldeck {

/// What a call may write.
inline constexpr std::size_t kMaxTextBytes = 1024 * 1024, kMaxFileBytes = 10 * 1024 * 1024;

/// What a call put into its sink.
struct PluginAnswer {
    std::string output;
    bool over_limit = false;
    bool failed = false;  ///< `fail` was called; the last one counts
    std::string message;  ///< what it said, on one line
};

struct PluginIdentity {
    std::string plugin_id;
    std::string library;  ///< the path people know
    bool may_read_session = false;
};

class PluginContext {
public:
    using Deadline = std::chrono::steady_clock::time_point;

    [[nodiscard]] static std::shared_ptr<PluginContext> make(PluginIdentity identity, const HostIdentity& host,
                                                             std::shared_ptr<LoopLink> link);

    [[nodiscard]] const skd_host_api* api() const { return &api_; }
    [[nodiscard]] skd_host* host() const;

    /// One call into the plugin: its handle and its sink, live from here to finish(), on the thread that runs the call.
    class Call {
    public:
        Call(PluginContext& context, std::size_t limit, CancelToken cancel, Deadline deadline);
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;
        ~Call();
        [[nodiscard]] const skd_call* handle() const;
        [[nodiscard]] const skd_sink* sink() const;
        [[nodiscard]] PluginAnswer finish();

    private:
        PluginContext& context_;
        std::uint32_t serial_;
    };

    /// While it lives, a log line of this thread without a skd_host is this plugin's: init() has none yet.
    class Introduction {
    public:
        explicit Introduction(PluginContext& context);
        Introduction(const Introduction&) = delete;
        Introduction& operator=(const Introduction&) = delete;
        ~Introduction();
    };

    /// No call goes on: is_cancelled answers 1 everywhere.
    void cancel_all();
    /// destroy() has returned: from here on the plugin has no business with its skd_host.
    void end();

    void note(Diagnostic diagnostic);
    void note_misuse(std::string_view what);
    [[nodiscard]] Diagnostics take_notes();

    /// The context behind a handle of any kind, or null.
    [[nodiscard]] static std::shared_ptr<PluginContext> find(const void* handle);

    // What the C functions do, once they have found the context of their handle.
    skd_status write(const void* sink, skd_str chunk);
    void fail(const void* sink, skd_str message);
    void log(std::int32_t level, skd_str message);
    void changed(std::uint32_t what);
    [[nodiscard]] bool is_cancelled(const void* call);
    [[nodiscard]] std::int64_t remaining_ms(const void* call);
    skd_status session_get(const void* call, skd_str key, const skd_sink& out);
    skd_status progress(const void* call, skd_str text);

private:
    struct LiveCall {
        std::thread::id thread;
        std::size_t limit = 0;
        CancelToken cancel;
        Deadline deadline;
        PluginAnswer answer;
    };

    PluginContext(PluginIdentity identity, const HostIdentity& host, std::shared_ptr<LoopLink> link);
    [[nodiscard]] const void* handle(std::uint32_t serial) const;
    /// Null for a call that has returned.
    [[nodiscard]] LiveCall* find_call(const void* handle);
    [[nodiscard]] LiveCall* find_sink(const void* handle, std::string_view use);
    [[nodiscard]] bool call_is_over(const void* call, std::string_view use);
    void add_note(Diagnostic diagnostic);
    void add_misuse(std::string_view what);
    void send_line(std::string line);

    PluginIdentity identity_;
    std::string host_name_, host_version_;
    std::shared_ptr<LoopLink> link_;
    std::uint32_t number_ = 0;
    skd_host_api api_{};
    /// A sink is read by whoever kept its address: used again only after this many calls.
    static constexpr std::size_t kSinks = 64;
    std::array<skd_sink, kSinks> sinks_{};

    std::mutex mutex_;
    std::uint32_t last_serial_ = 0;
    std::map<std::uint32_t, LiveCall> calls_;
    bool cancelled_ = false, ended_ = false;
    Diagnostics notes_;
    std::size_t dropped_notes_ = 0;
    std::size_t lines_under_way_ = 0;
    std::set<std::string, std::less<>> known_misuse_;
};

/// While it lives, the calling thread is inside a plugin's code.
class InsidePlugin {
public:
    InsidePlugin();
    InsidePlugin(const InsidePlugin&) = delete;
    InsidePlugin& operator=(const InsidePlugin&) = delete;
    ~InsidePlugin();
};

}  // namespace skilldeck
