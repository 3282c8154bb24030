// SPDX-License-Identifier: Apache-2.0
#include "native/in_process_plugin.hpp"

#include "native/codes.hpp"
#include "native/negotiation.hpp"
#include "native/plugin_body.hpp"
#include "native/serial_thread.hpp"
#include "os/codes.hpp"
#include "os/digest.hpp"

#include <atomic>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::size_t kShownDigits = 12;
constexpr std::chrono::milliseconds kCancelPoll{50};

/// A call on its way to the plugin's thread, which takes it unless the loop has given it up before.
struct Ticket {
    PluginCall call;
    CancelToken cancel;
    PluginContext::Deadline deadline;
    std::atomic<bool> taken{false};

    [[nodiscard]] bool take() { return !taken.exchange(true); }
};

/// One plugin. What it does for the loop happens on the loop thread; `body_` belongs to the plugin's thread.
class Core : public std::enable_shared_from_this<Core> {
public:
    Core(Reactor& reactor, PluginBudgets budgets, std::shared_ptr<LoopLink> link,
         std::shared_ptr<PluginContext> context, std::unique_ptr<SerialThread> thread, std::string plugin_id,
         JudgedLibrary library)
        : reactor_(reactor),
          budgets_(budgets),
          link_(std::move(link)),
          context_(std::move(context)),
          thread_(std::move(thread)),
          plugin_id_(std::move(plugin_id)),
          library_(library.file.string()),
          body_(context_, std::move(library)) {}

    void start(PluginLoad load, std::function<void(OpenedPlugin)> done);
    void call(PluginCall call, CancelToken cancel, std::function<void(PluginReply)> done);
    void shut_down(std::function<void()> done);
    void abandon();
    [[nodiscard]] Diagnostics take_diagnostics() { return context_->take_notes(); }
    [[nodiscard]] std::optional<Diagnostic> stuck() const {
        if (!stuck_in_) return std::nullopt;
        return diagnostic(code::native_stuck, {slot_name(*stuck_in_)});
    }

private:
    struct Pending {
        std::shared_ptr<Ticket> ticket;
        std::function<void(PluginReply)> done;
        Reactor::Id timer = 0;
    };

    void start_on_thread(const PluginLoad& load);
    [[nodiscard]] bool enter_step(std::string_view step, std::chrono::milliseconds budget);
    void arm_step(std::string_view step, std::chrono::milliseconds budget);
    void step_expired(std::string_view step, std::chrono::milliseconds budget);
    void started(Diagnostics why);
    void answer_opening(OpenedPlugin opened);

    void answered(std::uint64_t id, PluginMethod method, PluginReply reply);
    void expired(std::uint64_t id);
    void poll_cancelled();
    void give_up(std::uint64_t id, PluginOutcome outcome, const Diagnostic& why);
    void give_up_all();
    void finish(Pending pending, PluginReply reply) const;
    void stopped();
    [[nodiscard]] Diagnostic diagnostic(Code code, std::initializer_list<std::string_view> arguments) const {
        return make_diagnostic(code, library_, arguments);
    }

    Reactor& reactor_;
    PluginBudgets budgets_;
    std::shared_ptr<LoopLink> link_;
    std::shared_ptr<PluginContext> context_;
    std::unique_ptr<SerialThread> thread_;
    std::string plugin_id_, library_;
    PluginBody body_;

    std::function<void(OpenedPlugin)> opening_;
    Reactor::Id step_timer_ = 0;
    std::atomic<bool> abandoned_{false};

    std::uint64_t last_id_ = 0;
    std::map<std::uint64_t, Pending> pending_;
    std::optional<PluginMethod> stuck_in_;  ///< a call that was given up after the thread had begun it
    bool polling_ = false, closing_ = false;
    Reactor::Id poll_timer_ = 0, stop_timer_ = 0;
    std::function<void()> stopping_;
};

/// The face of a Core that its owner holds.
class InProcessPlugin final : public PluginInstance {
public:
    explicit InProcessPlugin(std::shared_ptr<Core> core) : core_(std::move(core)) {}
    ~InProcessPlugin() override { core_->abandon(); }
    void call(PluginCall call, CancelToken cancel, std::function<void(PluginReply)> done) override {
        core_->call(std::move(call), std::move(cancel), std::move(done));
    }
    void shut_down(std::function<void()> done) override { core_->shut_down(std::move(done)); }
    [[nodiscard]] std::optional<Diagnostic> stuck() const override { return core_->stuck(); }
    [[nodiscard]] Diagnostics take_diagnostics() override { return core_->take_diagnostics(); }

private:
    std::shared_ptr<Core> core_;
};

// ---- start: the steps run on the plugin's thread, each announced to the loop, which holds it to its budget ----

void Core::start(PluginLoad load, std::function<void(OpenedPlugin)> done) {
    opening_ = std::move(done);
    arm_step("init", budgets_.init);
    thread_->run([self = shared_from_this(), load = std::move(load)] { self->start_on_thread(load); });
}

void Core::start_on_thread(const PluginLoad& load) {
    auto why = body_.open();
    if (why.empty() && enter_step("create", budgets_.create)) why = body_.create(load.config_json);
    if (why.empty() && enter_step("activate", budgets_.activate))
        why = body_.activate(std::chrono::steady_clock::now() + budgets_.activate);
    if (why.empty() && !abandoned_.load()) why = body_.check_interfaces(load.interfaces);
    if (why.empty() && abandoned_.load()) return body_.shut_down();
    link_->post([self = shared_from_this(), why = std::move(why)] { self->started(why); });
}

/// False: the loop has given the start up.
bool Core::enter_step(std::string_view step, std::chrono::milliseconds budget) {
    if (abandoned_.load()) return false;
    link_->post([self = shared_from_this(), step, budget] { self->arm_step(step, budget); });
    return true;
}

void Core::arm_step(std::string_view step, std::chrono::milliseconds budget) {
    if (!opening_) return;
    reactor_.cancel(step_timer_);
    step_timer_ =
        reactor_.after(budget, [self = shared_from_this(), step, budget] { self->step_expired(step, budget); });
}

void Core::step_expired(std::string_view step, std::chrono::milliseconds budget) {
    if (!opening_) return;
    abandoned_.store(true);
    context_->cancel_all();
    OpenedPlugin opened;
    opened.diagnostics.push_back(diagnostic(code::native_start_slow, {step, std::to_string(budget.count())}));
    opened.diagnostics.push_back(
        diagnostic(code::native_kept_mapped, {Path(library_).filename().string(), "its thread has not come back"}));
    answer_opening(std::move(opened));
}

void Core::started(Diagnostics why) {
    if (!opening_) {
        // Too late: nobody holds this plugin.
        if (why.empty()) thread_->run([self = shared_from_this()] { self->body_.shut_down(); });
        return;
    }
    OpenedPlugin opened;
    if (why.empty()) opened.instance = std::make_unique<InProcessPlugin>(shared_from_this());
    opened.diagnostics = std::move(why);
    answer_opening(std::move(opened));
}

void Core::answer_opening(OpenedPlugin opened) {
    reactor_.cancel(step_timer_);
    auto notes = context_->take_notes();
    opened.diagnostics.insert(opened.diagnostics.end(), notes.begin(), notes.end());
    if (!opened.instance) {
        link_->cut();
        thread_->close();
    }
    std::exchange(opening_, nullptr)(std::move(opened));
}

// ---- calls ----

void Core::call(PluginCall call, CancelToken cancel, std::function<void(PluginReply)> done) {
    const auto id = ++last_id_;
    const auto timeout = call.timeout;
    auto ticket = std::make_shared<Ticket>();
    ticket->call = std::move(call);
    ticket->cancel = std::move(cancel);
    ticket->deadline = std::chrono::steady_clock::now() + timeout;
    auto& pending = pending_[id];
    pending.ticket = ticket;
    pending.done = std::move(done);
    if (closing_ || stuck_in_) {
        static_cast<void>(ticket->take());
        const auto outcome = closing_ ? PluginOutcome::dead : PluginOutcome::failed;
        reactor_.post([self = shared_from_this(), id, outcome, stuck = stuck()] {
            self->give_up(id, outcome, stuck ? *stuck : self->diagnostic(code::native_stopped, {}));
        });
        return;
    }
    pending.timer = reactor_.after(timeout, [self = shared_from_this(), id] { self->expired(id); });
    thread_->run([self = shared_from_this(), ticket, id] {
        if (!ticket->take()) return;
        auto reply = self->body_.call(ticket->call, ticket->cancel, ticket->deadline);
        self->link_->post([self, id, method = ticket->call.method, reply = std::move(reply)]() mutable {
            self->answered(id, method, std::move(reply));
        });
    });
    if (!std::exchange(polling_, true))
        poll_timer_ = reactor_.after(kCancelPoll, [self = shared_from_this()] { self->poll_cancelled(); });
}

void Core::answered(std::uint64_t id, PluginMethod method, PluginReply reply) {
    stuck_in_.reset();
    auto found = pending_.extract(id);
    if (!found) return context_->note(diagnostic(code::native_late_answer, {slot_name(method)}));
    const auto& ticket = *found.mapped().ticket;
    if (reply.outcome == PluginOutcome::cancelled && !closing_ && !ticket.cancel.cancelled()) {
        // Nobody cancelled: the plugin obeyed its deadline.
        const auto timeout = std::to_string(ticket.call.timeout.count());
        reply.outcome = PluginOutcome::timed_out;
        reply.diagnostics.push_back(diagnostic(code::native_call_slow, {slot_name(method), timeout}));
        reply.message = reply.diagnostics.back().message;
    }
    finish(std::move(found.mapped()), std::move(reply));
}

void Core::expired(std::uint64_t id) {
    const auto found = pending_.find(id);
    if (found == pending_.end()) return;
    const auto& call = found->second.ticket->call;
    const auto why = diagnostic(code::native_call_slow, {slot_name(call.method), std::to_string(call.timeout.count())});
    if (!found->second.ticket->take()) stuck_in_ = call.method;  // begun, and not back
    give_up(id, PluginOutcome::timed_out, why);
}

void Core::poll_cancelled() {
    std::vector<std::uint64_t> cancelled;
    for (const auto& [id, pending] : pending_)
        if (pending.ticket->cancel.cancelled()) cancelled.push_back(id);
    for (const auto id : cancelled) give_up(id, PluginOutcome::cancelled, {});
    polling_ = !pending_.empty() && !closing_;
    if (polling_) poll_timer_ = reactor_.after(kCancelPoll, [self = shared_from_this()] { self->poll_cancelled(); });
}

/// Answers for the plugin. Its thread drops the call if it has not begun it.
void Core::give_up(std::uint64_t id, PluginOutcome outcome, const Diagnostic& why) {
    auto found = pending_.extract(id);
    if (!found) return;
    static_cast<void>(found.mapped().ticket->take());
    PluginReply reply;
    reply.outcome = outcome;
    reply.message = outcome == PluginOutcome::cancelled ? "the call was cancelled" : why.message;
    if (outcome != PluginOutcome::cancelled) reply.diagnostics.push_back(why);
    finish(std::move(found.mapped()), std::move(reply));
}

void Core::give_up_all() {
    while (!pending_.empty())
        give_up(pending_.begin()->first, PluginOutcome::dead, diagnostic(code::native_stopped, {}));
}

void Core::finish(Pending pending, PluginReply reply) const {
    reactor_.cancel(pending.timer);
    for (auto& each : reply.diagnostics) each.plugin = plugin_id_;
    pending.done(std::move(reply));
}

// ---- end ----

void Core::shut_down(std::function<void()> done) {
    if (std::exchange(closing_, true)) return reactor_.post(std::move(done));
    stopping_ = std::move(done);
    context_->cancel_all();
    std::vector<std::uint64_t> waiting;
    for (const auto& [id, pending] : pending_)
        if (pending.ticket->take()) waiting.push_back(id);
    for (const auto id : waiting) give_up(id, PluginOutcome::dead, diagnostic(code::native_stopped, {}));
    const auto self = shared_from_this();
    stop_timer_ = reactor_.after(budgets_.shut_down, [self] {
        if (!self->stopping_) return;
        const auto budget = std::to_string(self->budgets_.shut_down.count());
        self->context_->note(self->diagnostic(code::native_call_slow, {"the end of the plugin", budget}));
        self->stopped();
    });
    thread_->run([self] {
        self->body_.shut_down();
        self->link_->post([self] { self->stopped(); });
    });
    thread_->close();
}

void Core::stopped() {
    if (!stopping_) return;
    reactor_.cancel(stop_timer_);
    reactor_.cancel(poll_timer_);
    link_->cut();
    give_up_all();
    std::exchange(stopping_, nullptr)();
}

/// The owner let go without shut_down: nothing of the plugin is called any more, and every call is answered.
void Core::abandon() {
    closing_ = true;
    context_->cancel_all();
    reactor_.cancel(poll_timer_);
    reactor_.cancel(stop_timer_);
    link_->cut();
    thread_->close();
    for (auto& [id, pending] : pending_) {
        static_cast<void>(pending.ticket->take());
        reactor_.cancel(pending.timer);
        PluginReply reply;
        reply.outcome = PluginOutcome::dead;
        reply.message = diagnostic(code::native_stopped, {}).message;
        reactor_.post([done = std::move(pending.done), reply] { done(reply); });
    }
    pending_.clear();
    if (stopping_) reactor_.post(std::exchange(stopping_, nullptr));
}

// ---- before the start ----

Result<JudgedLibrary> read_library(const FileReader& files, const PluginLoad& load) {
    const auto where = load.library.string(), name = load.library.filename().string();
    const auto info = files.info(load.library);
    if (!info && info.error().code == code::file_not_found) return make_error(code::native_file_missing, where, {name});
    if (!info) return info.error();
    if (info->kind == FileKind::directory)
        return make_error(code::native_not_a_library, where, {name, "it is a folder"});
    auto bytes = files.read(load.library, kMaxLibraryBytes);
    if (!bytes) return bytes.error();
    // What it is comes first: "it is text" helps more than two digests.
    auto facts = negotiate(*bytes, load.library, {load.name, load.abi, host_abi(), this_target()});
    if (!facts) return facts.error();
    const auto digest = sha256(*bytes);
    if (digest != load.sha256)
        return make_error(code::native_digest_differs, where,
                          {name, digest.substr(0, kShownDigits), load.sha256.substr(0, kShownDigits)});
    return JudgedLibrary{std::move(*bytes), std::move(*facts), load.library};
}

class InProcessOpener final : public PluginOpener {
public:
    InProcessOpener(Reactor& reactor, const FileReader& files, HostIdentity host, PluginBudgets budgets)
        : reactor_(reactor), files_(files), host_(std::move(host)), budgets_(budgets) {}

    void open(PluginLoad load, std::function<void(OpenedPlugin)> done) override;

private:
    struct Request {
        PluginLoad load;
        std::function<void(OpenedPlugin)> done;
        std::shared_ptr<LoopLink> link;
    };
    static void start(Reactor& reactor, const HostIdentity& host, PluginBudgets budgets, Request request,
                      Result<JudgedLibrary> judged);

    Reactor& reactor_;
    const FileReader& files_;
    HostIdentity host_;
    PluginBudgets budgets_;
};

void InProcessOpener::open(PluginLoad load, std::function<void(OpenedPlugin)> done) {
    auto link = std::make_shared<LoopLink>(reactor_, std::move(load.services));
    auto request = std::make_shared<Request>(Request{std::move(load), std::move(done), std::move(link)});
    reactor_.in_pool([&reactor = reactor_, &files = files_, host = host_, budgets = budgets_, request] {
        auto judged = std::make_shared<Result<JudgedLibrary>>(read_library(files, request->load));
        reactor.post([&reactor, host, budgets, request, judged] {
            start(reactor, host, budgets, std::move(*request), std::move(*judged));
        });
    });
}

void InProcessOpener::start(Reactor& reactor, const HostIdentity& host, PluginBudgets budgets, Request request,
                            Result<JudgedLibrary> judged) {
    const auto& load = request.load;
    const auto refuse = [&](const Error& error) {
        OpenedPlugin refused;
        refused.diagnostics.push_back(to_diagnostic(error));
        refused.diagnostics.back().plugin = load.plugin_id;
        request.done(std::move(refused));
    };
    if (!judged) return refuse(judged.error());
    auto thread = SerialThread::start();
    if (!thread) return refuse(thread.error());
    auto context =
        PluginContext::make({load.plugin_id, load.library.string(), load.may_read_session}, host, request.link);
    const auto with_id = [done = std::move(request.done), id = load.plugin_id](OpenedPlugin opened) {
        for (auto& each : opened.diagnostics) each.plugin = id;
        done(std::move(opened));
    };
    std::make_shared<Core>(reactor, budgets, request.link, std::move(context), std::move(*thread), load.plugin_id,
                           std::move(*judged))
        ->start(std::move(request.load), with_id);
}

}  // namespace

std::unique_ptr<PluginOpener> make_in_process_opener(Reactor& reactor, const FileReader& files, HostIdentity host,
                                                     PluginBudgets budgets) {
    return std::make_unique<InProcessOpener>(reactor, files, std::move(host), budgets);
}

}  // namespace skilldeck
