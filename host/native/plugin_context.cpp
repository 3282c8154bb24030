// SPDX-License-Identifier: Apache-2.0
#include "native/plugin_context.hpp"

#include "base/display_text.hpp"
#include "native/barrier.hpp"
#include "native/codes.hpp"
#include "native/host_tables.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <optional>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::size_t kMaxMessageBytes = 8 * 1024, kMaxLineBytes = 4 * 1024;
constexpr std::size_t kMaxNotes = 100, kMaxLinesUnderWay = 200;
constexpr std::chrono::milliseconds kSessionPoll{20};

static_assert(sizeof(void*) == sizeof(std::uint64_t), "a handle is a number of the plugin and one of the call");
constexpr unsigned kNumberShift = 32;

/// The C functions are handed nothing but a handle, so the way from it back to the plugin is the one thing of the
/// process. Never destroyed: a plugin's thread may outlive main().
struct Process {
    std::mutex mutex;
    std::vector<std::shared_ptr<PluginContext>> contexts;
    std::atomic<int> threads_inside{0};
};

Process& process() {
    static auto* const only = new Process;
    return *only;
}

std::uint64_t number_of(const void* handle) {
    return reinterpret_cast<std::uintptr_t>(handle);
}

std::uint32_t serial_of(const void* handle) {
    return static_cast<std::uint32_t>(number_of(handle));
}

/// The text, cut; an impossible one (no address, but a length) is empty.
std::string_view text_of(skd_str text, std::size_t limit) {
    if (text.ptr == nullptr) return {};
    return {text.ptr, std::min(text.len, limit)};
}

skd_status refuse(const skd_sink& out, skd_status status, std::string_view message) {
    static_cast<void>(guarded([&] { out.fail(out.ctx, status, {message.data(), message.size()}); }));
    return status;
}

/// A question to the loop thread, waited for on a plugin's thread.
struct Question {
    std::mutex mutex;
    std::condition_variable answered;
    bool done = false;
    std::optional<std::string> answer;
};

}  // namespace

InsidePlugin::InsidePlugin() {
    process().threads_inside.fetch_add(1);
}

InsidePlugin::~InsidePlugin() {
    process().threads_inside.fetch_sub(1);
}

bool plugin_code_is_running() {
    return process().threads_inside.load() != 0;
}

PluginContext::PluginContext(PluginIdentity identity, const HostIdentity& host, std::shared_ptr<LoopLink> link)
    : identity_(std::move(identity)), host_name_(host.name), host_version_(host.version), link_(std::move(link)) {
    api_ = make_host_api(host_name_, host_version_);
}

std::shared_ptr<PluginContext> PluginContext::make(PluginIdentity identity, const HostIdentity& host,
                                                   std::shared_ptr<LoopLink> link) {
    std::shared_ptr<PluginContext> context(new PluginContext(std::move(identity), host, std::move(link)));
    const std::lock_guard lock(process().mutex);
    process().contexts.push_back(context);
    context->number_ = static_cast<std::uint32_t>(process().contexts.size());  // from 1: no handle is null
    return context;
}

std::shared_ptr<PluginContext> PluginContext::find(const void* handle) {
    const auto number = number_of(handle) >> kNumberShift;
    const std::lock_guard lock(process().mutex);
    const auto& contexts = process().contexts;
    return number == 0 || number > contexts.size() ? nullptr : contexts[number - 1];
}

const void* PluginContext::handle(std::uint32_t serial) const {
    return reinterpret_cast<const void*>((std::uintptr_t{number_} << kNumberShift) | serial);
}

skd_host* PluginContext::host() const {
    return static_cast<skd_host*>(const_cast<void*>(handle(0)));
}

PluginContext::Call::Call(PluginContext& context, std::size_t limit, CancelToken cancel, Deadline deadline)
    : context_(context) {
    const std::lock_guard lock(context_.mutex_);
    serial_ = ++context_.last_serial_;
    if (serial_ == 0) serial_ = ++context_.last_serial_;  // 0 is the skd_host
    context_.calls_[serial_] = LiveCall{std::this_thread::get_id(), limit, std::move(cancel), deadline, {}};
    context_.sinks_[serial_ % kSinks] = make_sink(context_.handle(serial_));
}

PluginContext::Call::~Call() {
    static_cast<void>(finish());
}

const skd_call* PluginContext::Call::handle() const {
    return static_cast<const skd_call*>(context_.handle(serial_));
}

const skd_sink* PluginContext::Call::sink() const {
    return &context_.sinks_[serial_ % kSinks];
}

PluginAnswer PluginContext::Call::finish() {
    const std::lock_guard lock(context_.mutex_);
    const auto call = context_.calls_.extract(serial_);
    return call ? std::move(call.mapped().answer) : PluginAnswer{};
}

PluginContext::Introduction::Introduction(PluginContext& context) {
    introduce(&context);
}

PluginContext::Introduction::~Introduction() {
    introduce(nullptr);
}

void PluginContext::cancel_all() {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
}

void PluginContext::end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    cancelled_ = true;
}

void PluginContext::note(Diagnostic diagnostic) {
    const std::lock_guard lock(mutex_);
    add_note(std::move(diagnostic));
}

void PluginContext::note_misuse(std::string_view what) {
    const std::lock_guard lock(mutex_);
    add_misuse(what);
}

void PluginContext::add_note(Diagnostic diagnostic) {
    if (notes_.size() >= kMaxNotes) {
        ++dropped_notes_;
        return;
    }
    diagnostic.plugin = identity_.plugin_id;
    notes_.push_back(std::move(diagnostic));
}

void PluginContext::add_misuse(std::string_view what) {
    // Once each: what a plugin does wrong it tends to do in a loop.
    if (known_misuse_.size() >= kMaxNotes || !known_misuse_.emplace(what).second) return;
    add_note(make_diagnostic(code::native_misuse, identity_.library, {what}));
}

Diagnostics PluginContext::take_notes() {
    const std::lock_guard lock(mutex_);
    if (dropped_notes_ != 0) {
        const auto text = std::to_string(dropped_notes_) + " more lines were dropped";
        notes_.push_back(make_diagnostic(code::native_said, identity_.library, {text}));
        notes_.back().plugin = identity_.plugin_id;
        dropped_notes_ = 0;
    }
    return std::exchange(notes_, {});
}

PluginContext::LiveCall* PluginContext::find_call(const void* handle) {
    const auto found = calls_.find(serial_of(handle));
    return found == calls_.end() ? nullptr : &found->second;
}

PluginContext::LiveCall* PluginContext::find_sink(const void* handle, std::string_view use) {
    auto* const call = find_call(handle);
    if (call == nullptr) {
        add_misuse("the sink of a call that has returned was used to " + std::string(use));
        return nullptr;
    }
    if (call->thread != std::this_thread::get_id()) {
        add_misuse("a sink was used to " + std::string(use) + " on another thread than that of its call");
        return nullptr;
    }
    return call;
}

bool PluginContext::call_is_over(const void* call, std::string_view use) {
    if (find_call(call) != nullptr) return false;
    add_misuse("a skd_call that has returned was used for " + std::string(use));
    return true;
}

skd_status PluginContext::write(const void* sink, skd_str chunk) {
    const std::lock_guard lock(mutex_);
    auto* const call = find_sink(sink, "write");
    if (call == nullptr) return SKD_ERR_INVALID_ARGUMENT;
    if (chunk.ptr == nullptr && chunk.len != 0) {
        add_misuse("a text had a length but no address");
        return SKD_ERR_INVALID_ARGUMENT;
    }
    auto& answer = call->answer;
    // The length is judged before a byte is read: it may be garbage.
    if (answer.over_limit || chunk.len > call->limit - answer.output.size()) {
        answer.over_limit = true;
        return SKD_ERR_LIMIT;
    }
    if (chunk.len != 0) answer.output.append(chunk.ptr, chunk.len);
    return SKD_OK;
}

void PluginContext::fail(const void* sink, skd_str message) {
    const std::lock_guard lock(mutex_);
    auto* const call = find_sink(sink, "fail");
    if (call == nullptr) return;
    call->answer.failed = true;
    call->answer.message = clean_for_line(text_of(message, kMaxMessageBytes));
}

void PluginContext::log(std::int32_t level, skd_str message) {
    auto line = clean_for_line(text_of(message, kMaxLineBytes));
    const std::lock_guard lock(mutex_);
    if (ended_) return add_misuse("a skd_host was used after destroy()");
    if (level == SKD_LOG_DEBUG || level == SKD_LOG_INFO) return send_line(std::move(line));
    auto said = make_diagnostic(code::native_said, identity_.library, {line});
    if (level != SKD_LOG_WARNING) said.severity = Severity::error;
    add_note(std::move(said));
}

void PluginContext::send_line(std::string line) {
    if (lines_under_way_ >= kMaxLinesUnderWay) {
        ++dropped_notes_;
        return;
    }
    const auto self = find(host());
    if (link_->post([self, line = std::move(line)] {
            {
                const std::lock_guard lock(self->mutex_);
                --self->lines_under_way_;
            }
            if (self->link_->services().log) self->link_->services().log(self->identity_.plugin_id, line);
        }))
        ++lines_under_way_;
}

void PluginContext::changed(std::uint32_t what) {
    {
        const std::lock_guard lock(mutex_);
        if (ended_) return add_misuse("a skd_host was used after destroy()");
    }
    link_->post([link = link_, what] {
        if (link->services().changed) link->services().changed(what);
    });
}

bool PluginContext::is_cancelled(const void* call) {
    const std::lock_guard lock(mutex_);
    if (call_is_over(call, "is_cancelled")) return true;
    const auto& live = *find_call(call);
    return cancelled_ || live.cancel.cancelled() || std::chrono::steady_clock::now() >= live.deadline;
}

std::int64_t PluginContext::remaining_ms(const void* call) {
    const std::lock_guard lock(mutex_);
    if (call_is_over(call, "remaining_ms")) return 0;
    const auto left = find_call(call)->deadline - std::chrono::steady_clock::now();
    return std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::milliseconds>(left).count());
}

skd_status PluginContext::session_get(const void* call, skd_str key, const skd_sink& out) {
    const std::string name(text_of(key, kMaxLineBytes));
    if (name != "info" && name != "messages" && name != "userMessages" && name != "memory")
        return refuse(out, SKD_ERR_NOT_FOUND, "the session has no such key");
    if (name != "info" && !identity_.may_read_session)
        return refuse(out, SKD_ERR_DENIED, "module.json does not ask for the permission \"session\"");
    {
        const std::lock_guard lock(mutex_);
        if (call_is_over(call, "session.get")) return SKD_ERR_INVALID_ARGUMENT;
    }
    const auto question = std::make_shared<Question>();
    const bool sent = link_->post([question, link = link_, name] {
        std::optional<std::string> answer;
        if (link->services().session) answer = link->services().session(name);
        const std::lock_guard lock(question->mutex);
        question->answer = std::move(answer);
        question->done = true;
        question->answered.notify_one();
    });
    if (!sent) return refuse(out, SKD_ERR_UNAVAILABLE, "the host is ending");
    std::unique_lock lock(question->mutex);
    while (!question->answered.wait_for(lock, kSessionPoll, [&] { return question->done; }))
        if (is_cancelled(call)) return refuse(out, SKD_ERR_CANCELLED, "the call was cancelled");
    if (!question->answer) return refuse(out, SKD_ERR_NOT_FOUND, "this call belongs to no session");
    skd_status status = SKD_ERR_INTERNAL;
    const auto& text = *question->answer;
    const auto thrown = guarded([&] { status = out.write(out.ctx, {text.data(), text.size()}); });
    if (thrown) note_misuse("the sink given to session.get threw " + *thrown);
    return status;
}

skd_status PluginContext::progress(const void* call, skd_str text) {
    auto line = clean_for_line(text_of(text, kMaxLineBytes));
    if (is_cancelled(call)) return SKD_ERR_CANCELLED;
    const std::lock_guard lock(mutex_);
    send_line(std::move(line));
    return SKD_OK;
}

}  // namespace skilldeck
