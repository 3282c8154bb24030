// SPDX-License-Identifier: Apache-2.0
// A host for the tests of a plugin: it starts an instance, makes the calls that Skilldeck makes, and writes down each
// rule of plugin_abi.h that the plugin breaks. Owns the instance, not the library. Use it from one thread; the plugin
// may call in from its own.
//
//     skd::testing::FakeHost host(skd::testing::open_library(argv[1]));    // or: host(skilldeck_plugin_entry_v1)
//     SKD_CHECK(host.started());
//     SKD_CHECK(host.run_hook("guard", R"({"tool_name": "Bash"})").status == SKD_ERR_DENIED);
//     host.stop();
//     SKD_CHECK(host.broken_rules().empty());
#pragma once

#include <skilldeck/plugin_abi.h>
#include <skilldeck/cpp/reply.hpp>
#include <skilldeck/cpp/utf8.hpp>
#include "json_syntax.hpp"
#include "library.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace skd::testing {

/// How one call ended. `output` only if ok(), `message` only if not.
struct Answer {
    skd_status status = SKD_ERR_UNSUPPORTED;
    std::string output;
    std::string message;

    [[nodiscard]] bool ok() const noexcept { return status == SKD_OK; }
};

inline std::ostream& operator<<(std::ostream& out, const Answer& answer) {
    return out << "status " << answer.status << ": " << (answer.ok() ? answer.output : answer.message);
}

struct LogLine {
    std::int32_t level;
    std::string text;
};

/// What the plugin is to find. The defaults suit a plugin without options.
struct Surroundings {
    std::string plugin_id = "under-test@fake";
    std::string plugin_root = "/nonexistent/plugin";
    std::string data_dir = "/nonexistent/data";
    std::string options_json = "{}";
    std::vector<std::string> permissions;
    /// What session.get answers, by key. A key other than "info" needs the permission "session".
    std::map<std::string, std::string> session = {{"info", R"({"id": "fake", "cwd": "/", "projectDir": "/"})"}};
    std::size_t output_limit = std::size_t{8} << 20U;
    std::int64_t remaining_ms = 5'000;
};

class FakeHost {
public:
    /// Goes through init, create and activate; started() and start() say how far that came.
    explicit FakeHost(const skd_plugin_entry& entry, Surroundings surroundings = {})
        : entry_(entry), surroundings_(std::move(surroundings)) {
        api_.host_name = str("fake-host");
        api_.host_version = str("1.0.0");
        bring_up();
    }
    FakeHost(const FakeHost&) = delete;
    FakeHost& operator=(const FakeHost&) = delete;
    ~FakeHost() { stop(); }

    [[nodiscard]] bool started() const noexcept { return active_; }
    /// The answer of the step that failed, or of the last one.
    [[nodiscard]] const Answer& start() const noexcept { return start_; }

    /// deactivate, destroy, deinit. Later calls answer SKD_ERR_UNAVAILABLE.
    void stop() {
        if (active_) attempt("deactivate", [this] { instance_api_->deactivate(instance_); });
        active_ = false;
        if (instance_ != nullptr) attempt("destroy", [this] { instance_api_->destroy(instance_); });
        instance_ = nullptr;
        locked([this] { gone_ = true; });
        if (initialised_) attempt("deinit", [this] { entry_.deinit(); });
        initialised_ = false;
    }

    // ---- the calls of a host
    Answer configure(std::string_view options_json) {
        if (!active_) return stopped();
        const std::string config = config_json(options_json);
        return call("configure", Content::nothing, [&](const skd_call* call, const skd_sink* sink) {
            return instance_api_->configure(instance_, call, str(config), sink);
        });
    }
    Answer check_availability() {
        return ask<skd_availability_v1>(SKD_IFACE_AVAILABILITY, "availability.check", Content::nothing,
                                        [&](const auto& table, const skd_call* call, const skd_sink* sink) {
                                            return table.check(instance_, call, sink);
                                        });
    }
    Answer list_skills() {
        return ask<skd_skills_v1>(SKD_IFACE_SKILLS, "skills.list", Content::json,
                                  [&](const auto& table, const skd_call* call, const skd_sink* sink) {
                                      return table.list(instance_, call, sink);
                                  });
    }
    Answer skill_enabled(std::string_view skill) {
        return ask<skd_skills_v1>(SKD_IFACE_SKILLS, "skills.is_enabled", Content::nothing,
                                  [&](const auto& table, const skd_call* call, const skd_sink* sink) {
                                      return table.is_enabled(instance_, call, str(skill), sink);
                                  });
    }
    Answer render_skill(std::string_view skill, std::string_view request_json = R"({"argv": []})") {
        return ask<skd_skills_v1>(SKD_IFACE_SKILLS, "skills.render", Content::json,
                                  [&](const auto& table, const skd_call* call, const skd_sink* sink) {
                                      return table.render(instance_, call, str(skill), str(request_json), sink);
                                  });
    }
    Answer read_skill_file(std::string_view skill, std::string_view path) {
        return ask<skd_skills_v1>(SKD_IFACE_SKILLS, "skills.read_file", Content::bytes,
                                  [&](const auto& table, const skd_call* call, const skd_sink* sink) {
                                      return table.read_file(instance_, call, str(skill), str(path), sink);
                                  });
    }
    Answer run_hook(std::string_view handler, std::string_view event_json) {
        return ask<skd_hooks_v1>(SKD_IFACE_HOOKS, "hooks.run", Content::json_or_nothing,
                                 [&](const auto& table, const skd_call* call, const skd_sink* sink) {
                                     return table.run(instance_, call, str(handler), str(event_json), sink);
                                 });
    }
    Answer list_mcp_servers() {
        return ask<skd_mcp_servers_v1>(SKD_IFACE_MCP_SERVERS, "mcp-servers.list", Content::json,
                                       [&](const auto& table, const skd_call* call, const skd_sink* sink) {
                                           return table.list(instance_, call, sink);
                                       });
    }
    [[nodiscard]] bool has_interface(std::string_view id) { return active_ && table(id) != nullptr; }

    // ---- what the plugin is told and what it said
    void set_cancelled(bool cancelled) {
        locked([&] { cancelled_ = cancelled; });
    }
    void set_remaining_ms(std::int64_t left) {
        locked([&] { surroundings_.remaining_ms = left; });
    }
    [[nodiscard]] std::vector<LogLine> log() const { return copy(log_); }
    [[nodiscard]] std::vector<std::string> progress() const { return copy(progress_); }
    /// SKD_CHANGED_… of all announcements so far, or-ed together.
    [[nodiscard]] std::uint32_t changed() const { return copy(changed_); }
    /// One sentence for each rule of plugin_abi.h that was broken. Look after stop(), too.
    [[nodiscard]] std::vector<std::string> broken_rules() const { return copy(broken_); }

private:
    enum class Content { nothing, json, json_or_nothing, bytes };

    /// Kept until the FakeHost goes, so that a use after the call has returned is noticed and harmless.
    struct CallState {
        FakeHost* host;
        std::string what;
        std::thread::id thread = std::this_thread::get_id();
        bool open = true;
        std::string output = {};
        std::string message = {};
        skd_status said = 0;
        skd_sink sink = {static_cast<std::uint32_t>(sizeof(skd_sink)), 0, this, &write, &fail};

        CallState(FakeHost* owner, std::string_view name) : host(owner), what(name) {}
        CallState(const CallState&) = delete;
        CallState& operator=(const CallState&) = delete;

        static skd_status SKD_CALL write(void* self, skd_str chunk) {
            auto& state = *static_cast<CallState*>(self);
            if (!state.usable("writes to its sink")) return SKD_ERR_INVALID_ARGUMENT;
            if (chunk.ptr == nullptr && chunk.len > 0) {
                state.host->broken("R2", state.what + " writes a null pointer with a length");
                return SKD_ERR_INVALID_ARGUMENT;
            }
            if (state.output.size() + chunk.len > state.host->surroundings_.output_limit) return SKD_ERR_LIMIT;
            state.output.append(view(chunk));
            return SKD_OK;
        }
        static void SKD_CALL fail(void* self, skd_status code, skd_str message) {
            auto& state = *static_cast<CallState*>(self);
            if (!state.usable("calls fail of its sink")) return;
            state.said = code;
            state.message = std::string(view(message));
            if (!is_utf8(state.message)) state.host->broken("R2", state.what + ": the message is not UTF-8");
        }
        [[nodiscard]] bool usable(const char* action) const {
            if (!open)
                host->broken("R3", what + ' ' + action + " after it has returned");
            else if (thread != std::this_thread::get_id())
                host->broken("R3", what + ' ' + action + " from another thread than the one of the call");
            return open;
        }
    };

    // ---- what the plugin may call
    static FakeHost& self(skd_host* host) { return *reinterpret_cast<FakeHost*>(host); }
    static const CallState& state(const skd_call* call) { return *reinterpret_cast<const CallState*>(call); }

    static const void* SKD_CALL on_get_interface(skd_host* host, skd_str id) {
        static constexpr skd_session_v1 kSession = {sizeof(skd_session_v1), 0, &on_session_get, &on_progress};
        self(host).alive("get_interface");
        return view(id) == SKD_IFACE_SESSION ? &kSession : nullptr;
    }
    static void SKD_CALL on_log(skd_host* host, std::int32_t level, skd_str message) {
        if (host == nullptr) return;  // in init: there is nobody yet to note it down for
        auto& fake = self(host);
        fake.alive("log");
        if (level < SKD_LOG_DEBUG || level > SKD_LOG_ERROR)
            fake.broken("R7", "log: no such level: " + std::to_string(level));
        if (!is_utf8(view(message))) fake.broken("R2", "log: the message is not UTF-8");
        fake.locked([&] { fake.log_.push_back({level, std::string(view(message))}); });
    }
    static void SKD_CALL on_changed(skd_host* host, std::uint32_t what) {
        auto& fake = self(host);
        fake.alive("changed");
        if (what == 0 || what > 0xFU) fake.broken("R7", "changed: no such thing: " + std::to_string(what));
        fake.locked([&] { fake.changed_ |= what; });
    }
    static std::int32_t SKD_CALL on_is_cancelled(const skd_call* call) {
        auto& fake = in_call(call, "is_cancelled");
        return fake.copy(fake.cancelled_) ? 1 : 0;
    }
    static std::int64_t SKD_CALL on_remaining_ms(const skd_call* call) {
        auto& fake = in_call(call, "remaining_ms");
        return fake.copy(fake.surroundings_.remaining_ms);
    }
    static skd_status SKD_CALL on_session_get(const skd_call* call, skd_str key, const skd_sink* out) {
        auto& fake = in_call(call, "session.get");
        const auto refuse = [out](skd_status status, const std::string& why) {
            out->fail(out->ctx, status, str(why));
            return status;
        };
        const auto found = fake.surroundings_.session.find(std::string(view(key)));
        if (found == fake.surroundings_.session.end()) return refuse(SKD_ERR_NOT_FOUND, "the session has no such key");
        if (found->first != "info" && !fake.permitted("session"))
            return refuse(SKD_ERR_DENIED, "needs the permission session");
        return out->write(out->ctx, str(found->second));
    }
    static skd_status SKD_CALL on_progress(const skd_call* call, skd_str text) {
        auto& fake = in_call(call, "session.progress");
        if (!is_utf8(view(text))) fake.broken("R2", "session.progress: the text is not UTF-8");
        fake.locked([&] { fake.progress_.emplace_back(view(text)); });
        return fake.copy(fake.cancelled_) ? SKD_ERR_CANCELLED : SKD_OK;
    }
    static FakeHost& in_call(const skd_call* call, const char* function) {
        const CallState& now = state(call);
        if (!now.open)
            now.host->broken("R3",
                             std::string(function) + " with the skd_call of " + now.what + ", which has returned");
        return *now.host;
    }
    void alive(const char* function) {
        if (copy(gone_)) broken("R8", std::string(function) + " was called after destroy");
    }
    [[nodiscard]] bool permitted(std::string_view word) const {
        for (const auto& permission : surroundings_.permissions) {
            if (permission == word) return true;
        }
        return false;
    }

    // ---- the life of the instance
    void bring_up() {
        if (!entry_fits()) return;
        start_ = call("init", Content::nothing,
                      [&](const skd_call*, const skd_sink* err) { return entry_.init(&api_, err); });
        if (!start_.ok()) return;
        initialised_ = true;
        const std::string config = config_json(surroundings_.options_json);
        start_ = call("create", Content::nothing, [&](const skd_call*, const skd_sink* err) {
            return entry_.create(reinterpret_cast<skd_host*>(this), str(config), &instance_, &instance_api_, err);
        });
        if (!start_.ok()) {
            instance_ = nullptr;
            return;
        }
        if (!instance_fits()) return;
        start_ = call("activate", Content::nothing, [&](const skd_call* call, const skd_sink* err) {
            return instance_api_->activate(instance_, call, err);
        });
        active_ = start_.ok();
    }

    [[nodiscard]] bool entry_fits() {
        if (entry_.magic != SKD_ABI_MAGIC) return refuse("the entry has a wrong magic number");
        if (entry_.size < sizeof(skd_plugin_entry)) return refuse("the entry says a size below that of 1.0");
        if (entry_.abi_major != SKD_ABI_MAJOR) return refuse("the entry is for another major number of the ABI");
        if (entry_.min_minor > SKD_ABI_MINOR) return refuse("the entry wants a newer host");
        if (entry_.name_z == nullptr || entry_.version_z == nullptr)
            return refuse("the entry has no name or no version");
        if (entry_.init == nullptr || entry_.deinit == nullptr || entry_.create == nullptr)
            return refuse("the entry has a null function");
        return true;
    }
    [[nodiscard]] bool instance_fits() {
        if (instance_ == nullptr || instance_api_ == nullptr) {
            instance_ = nullptr;
            return refuse("create answers SKD_OK without an instance or without its functions");
        }
        const skd_instance_api& api = *instance_api_;
        if (api.size >= sizeof(skd_instance_api) && api.get_interface && api.activate && api.configure &&
            api.deactivate && api.destroy)
            return true;
        if (api.size < sizeof(skd_instance_api) || api.destroy == nullptr) instance_ = nullptr;
        return refuse("the instance's functions have a size below that of 1.0 or are null");
    }
    [[nodiscard]] bool refuse(const std::string& why) {
        broken("R4", why);
        start_ = {SKD_ERR_INVALID_ARGUMENT, {}, why};
        return false;
    }
    [[nodiscard]] std::string config_json(std::string_view options) const {
        std::string permissions;
        for (const auto& word : surroundings_.permissions)
            permissions += (permissions.empty() ? "" : ", ") + json_string(word);
        return "{\"pluginId\": " + json_string(surroundings_.plugin_id) +
               ", \"pluginRoot\": " + json_string(surroundings_.plugin_root) +
               ", \"dataDir\": " + json_string(surroundings_.data_dir) + ", \"options\": " + std::string(options) +
               ", \"permissions\": [" + permissions + R"(], "host": {"name": "fake-host", "version": "1.0.0"}})";
    }

    // ---- calling and judging
    [[nodiscard]] static Answer stopped() { return {SKD_ERR_UNAVAILABLE, {}, "the plugin is not started"}; }

    [[nodiscard]] const void* table(std::string_view id) {
        const void* found = nullptr;
        attempt("get_interface", [&] { found = instance_api_->get_interface(instance_, str(id)); });
        const auto [known, is_new] = tables_.emplace(std::string(id), found);
        if (!is_new && known->second != found) broken("R5", "get_interface answers differently for " + std::string(id));
        return found;
    }

    template <class Table, class Function>
    Answer ask(std::string_view id, std::string_view what, Content content, Function function) {
        if (!active_) return stopped();
        const auto* found = static_cast<const Table*>(table(id));
        if (found == nullptr) return {SKD_ERR_UNSUPPORTED, {}, "the plugin has no " + std::string(id)};
        if (found->size < sizeof(Table) || !complete(found)) {
            broken("R4", std::string(id) + " has a size below that of 1.0 or a null function");
            return {SKD_ERR_UNSUPPORTED, {}, "a wrong table"};
        }
        return call(what, content,
                    [&](const skd_call* call, const skd_sink* sink) { return function(*found, call, sink); });
    }
    /// After `size` and `reserved` a table holds nothing but functions.
    template <class Table>
    [[nodiscard]] static bool complete(const Table* table) {
        using Slot = void (*)();
        const auto* slot =
            reinterpret_cast<const Slot*>(reinterpret_cast<const char*>(table) + 2 * sizeof(std::uint32_t));
        for (std::size_t i = 0; i < (sizeof(Table) - 2 * sizeof(std::uint32_t)) / sizeof(Slot); ++i) {
            if (slot[i] == nullptr) return false;
        }
        return true;
    }

    template <class Function>
    Answer call(std::string_view what, Content content, Function function) {
        CallState& now = *calls_.emplace_back(std::make_unique<CallState>(this, what));
        skd_status status = SKD_ERR_INTERNAL;
        const bool returned =
            attempt(what, [&] { status = function(reinterpret_cast<const skd_call*>(&now), &now.sink); });
        now.open = false;
        return returned ? judge(now, status, content) : Answer{SKD_ERR_INTERNAL, {}, "an exception"};
    }

    Answer judge(const CallState& now, skd_status status, Content content) {
        if (status == 0 || status > SKD_OK || status < SKD_ERR_UNAVAILABLE)
            broken("R7", now.what + " answers " + std::to_string(status) + ", which is no status");
        if (status != SKD_OK) {
            if (now.message.empty()) broken("R7", now.what + " fails without a message");
            if (now.said != 0 && now.said != status)
                broken("R7", now.what + " says another status to fail than it answers");
            return {status, {}, now.message};
        }
        if (now.said != 0) broken("R7", now.what + " calls fail and then answers SKD_OK");
        const bool empty = now.output.empty();
        if (content != Content::bytes && !is_utf8(now.output))
            broken("R2", now.what + ": the output is not UTF-8");
        else if (content == Content::nothing && !empty)
            broken("R3", now.what + " has output where none is asked for");
        else if ((content == Content::json || (content == Content::json_or_nothing && !empty)) && !is_json(now.output))
            broken("R2", now.what + ": the output is not JSON: " + now.output.substr(0, 80));
        return {status, now.output, {}};
    }

    template <class Function>
    bool attempt(std::string_view what, Function function) {
        try {
            function();
            return true;
        } catch (...) {
            broken("R1", std::string(what) + " lets an exception out");
            return false;
        }
    }

    void broken(const char* rule, const std::string& what) {
        locked([&] { broken_.push_back(std::string(rule) + ": " + what); });
    }
    template <class Function>
    void locked(Function function) {
        const std::lock_guard lock(mutex_);
        function();
    }
    template <class T>
    [[nodiscard]] T copy(const T& value) const {
        const std::lock_guard lock(mutex_);
        return value;
    }

    const skd_plugin_entry& entry_;
    Surroundings surroundings_;
    skd_host_api api_ = {static_cast<std::uint32_t>(sizeof(skd_host_api)),
                         SKD_ABI_MAJOR,
                         SKD_ABI_MINOR,
                         0,
                         {},
                         {},
                         &on_get_interface,
                         &on_log,
                         &on_changed,
                         &on_is_cancelled,
                         &on_remaining_ms};
    skd_instance* instance_ = nullptr;
    const skd_instance_api* instance_api_ = nullptr;
    Answer start_;
    bool initialised_ = false;
    bool active_ = false;
    std::vector<std::unique_ptr<CallState>> calls_;
    std::map<std::string, const void*> tables_;

    mutable std::mutex mutex_;  ///< guards what the plugin's own threads reach
    bool gone_ = false;
    bool cancelled_ = false;
    std::uint32_t changed_ = 0;
    std::vector<LogLine> log_;
    std::vector<std::string> progress_;
    std::vector<std::string> broken_;
};

}  // namespace skd::testing
