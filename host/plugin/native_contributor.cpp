// SPDX-License-Identifier: Apache-2.0
#include "plugin/native_contributor.hpp"

#include "native/codes.hpp"
#include "plugin/native_answers.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::chrono::milliseconds kCallBudget{5'000}, kAvailabilityBudget{5'000};
/// An instance answers at its deadline. Should it not, the call is answered for it this much later.
constexpr std::chrono::milliseconds kGrace{1'000};
constexpr std::size_t kMaxRemembered = 200;
constexpr std::uint32_t kDataMode = 0700;

std::string config_json(const NativePlace& place) {
    boost::json::array permissions;
    const auto& module = place.module;
    if (!module.permission_read.empty()) permissions.emplace_back("read");
    if (!module.permission_write.empty()) permissions.emplace_back("write");
    if (module.permission_network) permissions.emplace_back("network");
    if (module.permission_exec) permissions.emplace_back("exec");
    if (module.permission_session) permissions.emplace_back("session");
    return boost::json::serialize(boost::json::object{
        {"pluginId", place.plugin_id},
        {"pluginRoot", place.root.string()},
        {"dataDir", place.data_dir.string()},
        {"options", place.options},
        {"permissions", std::move(permissions)},
        {"host", boost::json::object{{"name", "skilldeck"}, {"version", place.host_version}}},
    });
}

/// What the files say that the module does.
std::vector<DeclaredInterface> declared_interfaces(const NativePlace& place) {
    const auto& module = place.module;
    std::vector<DeclaredInterface> declared;
    if (module.availability)
        declared.push_back({PluginInterface::availability, "\"contributes.availability\" of module.json"});
    if (!module.skills.empty())
        declared.push_back({PluginInterface::skills, "\"contributes.skills\" of module.json"});
    else if (module.dynamic_skills)
        declared.push_back({PluginInterface::skills, "\"contributes.dynamicSkills\" of module.json"});
    if (!module.mcp_servers.empty())
        declared.push_back({PluginInterface::mcp_servers, "\"contributes.mcpServers\" of module.json"});
    if (place.handles_hooks) declared.push_back({PluginInterface::hooks, "hooks.json"});
    return declared;
}

Diagnostic unwritable(const Path& folder, const Error& why) {
    return make_diagnostic(code::native_data_unwritable, folder.string(), {folder.string(), why.what});
}

NativeReply::Outcome outcome_of(PluginOutcome outcome) {
    switch (outcome) {
        case PluginOutcome::ok: return NativeReply::Outcome::ok;
        case PluginOutcome::denied: return NativeReply::Outcome::denied;
        case PluginOutcome::unavailable: return NativeReply::Outcome::unavailable;
        case PluginOutcome::timed_out: return NativeReply::Outcome::timed_out;
        case PluginOutcome::unsupported:
        case PluginOutcome::failed:
        case PluginOutcome::cancelled:
        case PluginOutcome::dead: return NativeReply::Outcome::failed;
    }
    return NativeReply::Outcome::failed;
}

}  // namespace

/// Outlives the NativePlugin as long as something it started is under way.
class NativePlugin::Life : public std::enable_shared_from_this<Life> {
public:
    using Judge = std::function<NativeReply(const NativeModule&, NativeReply)>;

    Life(NativeTools tools, NativePlace place) : tools_(tools), place_(std::move(place)) {}

    void call(PluginCall call, CancelToken cancel, Done done, Judge judge = {});
    void refuse_undeclared(std::string_view skill, Done done);
    void when_settled(std::function<void()> then);
    void shut_down(std::function<void()> done);

    [[nodiscard]] NativeStatus status();
    [[nodiscard]] bool used() const { return phase_ != Phase::unopened; }
    [[nodiscard]] bool declares(std::string_view skill) const { return declares_skill(place_.module, skill); }

private:
    enum class Phase { unopened, opening, settled, closed };

    /// One call of the host, to be answered once.
    struct OpenCall {
        Done done;
        Reactor::Id timer = 0;
    };

    void open();
    void open_approved();
    void check_availability();
    void judge_availability(PluginReply reply);
    void settle(NativeStatus status);
    void drop_instance(std::function<void()> then);
    [[nodiscard]] PluginOpener& opener() const;
    [[nodiscard]] NativeReply refusal() const;
    void answer(OpenCall& call, NativeReply reply);
    void remember(const Diagnostics& diagnostics);
    [[nodiscard]] NativeStatus failed(Diagnostics why) const;

    NativeTools tools_;
    NativePlace place_;
    Phase phase_ = Phase::unopened;
    NativeStatus status_;
    std::unique_ptr<PluginInstance> instance_;
    std::vector<std::function<void()>> waiting_;
};

// ---- opening: approval, library, availability; each step on the loop, what reads many files in the pool ----

void NativePlugin::Life::when_settled(std::function<void()> then) {
    if (phase_ == Phase::settled || phase_ == Phase::closed) return then();
    waiting_.push_back(std::move(then));
    if (phase_ == Phase::unopened) open();
}

void NativePlugin::Life::open() {
    phase_ = Phase::opening;
    tools_.reactor.in_pool([self = shared_from_this()] {
        auto judged = judge_native_approval(self->tools_.files, self->tools_.trust, self->tools_.judge, self->place_);
        Diagnostics found;
        if (judged.state == NativeState::not_loaded && !self->place_.data_dir.empty()) {
            const auto made = self->tools_.writer.make_directories(self->place_.data_dir, kDataMode);
            // Most modules keep nothing: it starts, and what it cannot write is its own to say.
            if (!made) found.push_back(unwritable(self->place_.data_dir, made.error()));
        }
        self->tools_.reactor.post([self, judged = std::move(judged), found = std::move(found)] {
            self->remember(found);
            if (judged.state == NativeState::not_loaded) return self->open_approved();
            self->settle(judged);
        });
    });
}

/// Where a module runs. Every approval means "in process" until modules can run isolated.
PluginOpener& NativePlugin::Life::opener() const {
    return tools_.in_process;
}

void NativePlugin::Life::open_approved() {
    PluginLoad load;
    load.plugin_id = place_.plugin_id;
    load.name = place_.name;
    load.library = place_.module.library;
    load.sha256 = place_.module.sha256;
    load.abi = place_.module.abi;
    load.config_json = config_json(place_);
    load.may_read_session = place_.module.permission_session;
    load.services = place_.services;
    load.interfaces = declared_interfaces(place_);
    opener().open(std::move(load), [self = shared_from_this()](OpenedPlugin opened) {
        self->instance_ = std::move(opened.instance);
        if (!self->instance_) return self->settle(self->failed(std::move(opened.diagnostics)));
        self->remember(opened.diagnostics);
        if (self->place_.module.availability) return self->check_availability();
        self->settle({NativeState::loaded, {}, {}});
    });
}

void NativePlugin::Life::check_availability() {
    PluginCall check;
    check.method = PluginMethod::check_availability;
    check.timeout = kAvailabilityBudget;
    instance_->call(std::move(check), {},
                    [self = shared_from_this()](PluginReply reply) { self->judge_availability(std::move(reply)); });
}

void NativePlugin::Life::judge_availability(PluginReply reply) {
    if (phase_ != Phase::opening) return;  // a second answer
    if (reply.outcome == PluginOutcome::ok) return settle({NativeState::loaded, {}, {}});
    NativeStatus status;
    if (reply.outcome == PluginOutcome::unavailable) {
        status.state = NativeState::unavailable;
        status.reason = reply.message;
        status.diagnostics.push_back(
            make_diagnostic(code::native_not_available, place_.module.library.string(), {reply.message}));
    } else {
        if (reply.diagnostics.empty())
            reply.diagnostics.push_back(make_diagnostic(code::native_call_failed, place_.module.library.string(),
                                                        {"availability.check", reply.message}));
        status = failed(std::move(reply.diagnostics));
    }
    // An unavailable module contributes nothing, so it need not stay.
    drop_instance([self = shared_from_this(), status = std::move(status)] { self->settle(status); });
}

void NativePlugin::Life::settle(NativeStatus status) {
    if (phase_ != Phase::opening) return;
    phase_ = Phase::settled;
    status_.state = status.state;
    status_.reason = std::move(status.reason);
    remember(status.diagnostics);
    for (const auto& then : std::exchange(waiting_, {})) then();
}

NativeStatus NativePlugin::Life::failed(Diagnostics why) const {
    NativeStatus status;
    status.state = NativeState::failed;
    status.reason = why.empty() ? "it could not be opened" : reason_of(why.front());
    status.diagnostics = std::move(why);
    return status;
}

// ---- calls ----

void NativePlugin::Life::call(PluginCall call, CancelToken cancel, Done done, Judge judge) {
    auto open_call = std::make_shared<OpenCall>();
    open_call->done = std::move(done);
    const auto self = shared_from_this();
    open_call->timer = tools_.reactor.after(call.timeout + kGrace, [self, open_call, timeout = call.timeout] {
        NativeReply late;
        late.outcome = NativeReply::Outcome::timed_out;
        late.diagnostics.push_back(make_diagnostic(code::native_call_slow, self->place_.module.library.string(),
                                                   {"the module", std::to_string(timeout.count())}));
        late.message = late.diagnostics.back().message;
        self->answer(*open_call, std::move(late));
    });
    when_settled([self, open_call, call = std::move(call), cancel = std::move(cancel), judge = std::move(judge)] {
        if (!open_call->done) return;  // answered by its deadline
        if (!self->instance_) return self->answer(*open_call, self->refusal());
        self->instance_->call(call, cancel, [self, open_call, judge](PluginReply given) {
            if (!open_call->done) return;  // late, or a second time
            NativeReply reply{outcome_of(given.outcome), std::move(given.output), std::move(given.message),
                              std::move(given.diagnostics)};
            self->answer(*open_call, judge ? judge(self->place_.module, std::move(reply)) : std::move(reply));
        });
    });
}

void NativePlugin::Life::answer(OpenCall& call, NativeReply reply) {
    if (!call.done) return;
    tools_.reactor.cancel(call.timer);
    for (auto& each : reply.diagnostics) each.plugin = place_.plugin_id;
    remember(reply.diagnostics);
    std::exchange(call.done, nullptr)(std::move(reply));
}

void NativePlugin::Life::refuse_undeclared(std::string_view skill, Done done) {
    OpenCall call;
    call.done = std::move(done);
    NativeReply reply;
    const auto what = "the skill \"" + std::string(skill) + "\"";
    reply.diagnostics.push_back(make_diagnostic(code::native_undeclared, place_.module.file.string(), {what}));
    reply.message = reply.diagnostics.back().message;
    answer(call, std::move(reply));
}

/// The answer of a module that is not there.
NativeReply NativePlugin::Life::refusal() const {
    NativeReply reply;
    if (status_.state == NativeState::unavailable) reply.outcome = NativeReply::Outcome::unavailable;
    if (phase_ == Phase::closed) {
        reply.diagnostics.push_back(make_diagnostic(code::native_stopped, place_.module.library.string()));
        reply.message = reply.diagnostics.back().message;
        return reply;
    }
    reply.message = status_.reason;
    reply.diagnostics = status_.diagnostics;
    return reply;
}

void NativePlugin::Life::remember(const Diagnostics& diagnostics) {
    for (auto each : diagnostics) {
        each.plugin = place_.plugin_id;
        auto& known = status_.diagnostics;
        if (known.size() >= kMaxRemembered || std::find(known.begin(), known.end(), each) != known.end()) continue;
        known.push_back(std::move(each));
    }
}

NativeStatus NativePlugin::Life::status() {
    if (!instance_) return status_;
    remember(instance_->take_diagnostics());
    const auto stuck = instance_->stuck();
    if (!stuck) return status_;
    auto now = status_;
    now.state = NativeState::failed;
    now.reason = reason_of(*stuck);
    return now;
}

// ---- end ----

void NativePlugin::Life::drop_instance(std::function<void()> then) {
    instance_->shut_down([self = shared_from_this(), then = std::move(then)] {
        // Posted: the instance must not be destroyed from within its own call.
        self->tools_.reactor.post([self, then] {
            if (self->instance_) self->remember(self->instance_->take_diagnostics());
            self->instance_.reset();
            then();
        });
    });
}

void NativePlugin::Life::shut_down(std::function<void()> done) {
    const auto close = [self = shared_from_this(), done] {
        self->phase_ = Phase::closed;
        if (!self->instance_) return done();
        self->drop_instance(done);
    };
    if (phase_ == Phase::opening) return when_settled(close);
    close();
}

// ---- the outside ----

NativePlugin::NativePlugin(NativeTools tools, NativePlace place)
    : life_(std::make_shared<Life>(tools, std::move(place))) {}

NativePlugin::~NativePlugin() = default;

void NativePlugin::run_hook(std::string handler, std::string event_json, std::chrono::milliseconds timeout,
                            CancelToken cancel, Done done) {
    life_->call({PluginMethod::run_hook, std::move(handler), {}, std::move(event_json), timeout}, std::move(cancel),
                std::move(done));
}

void NativePlugin::list_skills(CancelToken cancel, Done done) {
    life_->call({PluginMethod::list_skills, {}, {}, {}, kCallBudget}, std::move(cancel), std::move(done),
                judge_skill_list);
}

void NativePlugin::render_skill(std::string skill, std::string request_json, CancelToken cancel, Done done) {
    if (!life_->declares(skill)) return life_->refuse_undeclared(skill, std::move(done));
    const auto judge = [skill](const NativeModule& module, NativeReply reply) {
        return judge_rendered_skill(module, skill, std::move(reply));
    };
    life_->call({PluginMethod::render_skill, skill, {}, std::move(request_json), kCallBudget}, std::move(cancel),
                std::move(done), judge);
}

void NativePlugin::read_skill_file(std::string skill, std::string path, CancelToken cancel, Done done) {
    if (!life_->declares(skill)) return life_->refuse_undeclared(skill, std::move(done));
    life_->call({PluginMethod::read_skill_file, std::move(skill), std::move(path), {}, kCallBudget}, std::move(cancel),
                std::move(done));
}

void NativePlugin::list_mcp_servers(CancelToken cancel, Done done) {
    life_->call({PluginMethod::list_mcp_servers, {}, {}, {}, kCallBudget}, std::move(cancel), std::move(done),
                judge_server_list);
}

void NativePlugin::open(std::function<void()> done) {
    life_->when_settled(std::move(done));
}

void NativePlugin::shut_down(std::function<void()> done) {
    life_->shut_down(std::move(done));
}

NativeStatus NativePlugin::status() const {
    return life_->status();
}

bool NativePlugin::used() const {
    return life_->used();
}

}  // namespace skilldeck
