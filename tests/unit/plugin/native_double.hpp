// SPDX-License-Identifier: Apache-2.0
// Stand-ins for native plugins: an instance that misbehaves in each way an instance can, and an opener that hands it
// out.
#pragma once

#include "native/plugin_opener.hpp"
#include "os/reactor.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace skilldeck::test {

enum class Manner { good, late, twice, never, garbage, dead, unavailable };

/// What all instances of a test share: what they were asked and what they still owe.
struct DoubleRecord {
    std::vector<PluginCall> calls;
    std::vector<std::function<void()>> owed;  ///< late answers, to be given when the test says so
    int shut_downs = 0;
};

class MisbehavingInstance final : public PluginInstance {
public:
    MisbehavingInstance(Reactor& reactor, Manner manner, std::string output, std::shared_ptr<DoubleRecord> record)
        : reactor_(reactor), manner_(manner), output_(std::move(output)), record_(std::move(record)) {}

    void call(PluginCall call, CancelToken, std::function<void(PluginReply)> done) override {
        record_->calls.push_back(call);
        PluginReply reply;
        reply.outcome = PluginOutcome::ok;
        reply.output = output_;
        const auto give = [done, reply] { done(reply); };
        switch (manner_) {
            case Manner::good: return reactor_.post(give);
            case Manner::late: return record_->owed.push_back(give);
            case Manner::never: return;
            case Manner::twice: reactor_.post(give); return reactor_.post(give);
            case Manner::garbage: reply.output = "\xff{]garbage"; break;
            case Manner::dead:
                reply.outcome = PluginOutcome::dead;
                reply.message = "it is gone";
                break;
            case Manner::unavailable:
                reply.outcome = PluginOutcome::unavailable;
                reply.message = "no license on this machine";
                break;
        }
        reactor_.post([done, reply] { done(reply); });
    }

    void shut_down(std::function<void()> done) override {
        ++record_->shut_downs;
        done();  // from within the call: the owner must bear it
    }

    [[nodiscard]] Diagnostics take_diagnostics() override { return {}; }

private:
    Reactor& reactor_;
    Manner manner_;
    std::string output_;
    std::shared_ptr<DoubleRecord> record_;
};

class DoubleOpener final : public PluginOpener {
public:
    explicit DoubleOpener(Reactor& reactor) : reactor_(reactor) {}

    void open(PluginLoad load, std::function<void(OpenedPlugin)> done) override {
        loads.push_back(std::move(load));
        auto opened = std::make_shared<OpenedPlugin>();
        if (failure) {
            opened->diagnostics.push_back(*failure);
        } else {
            opened->instance = std::make_unique<MisbehavingInstance>(reactor_, manner, output, record);
        }
        reactor_.post([opened, done = std::move(done)] { done(std::move(*opened)); });
    }

    Manner manner = Manner::good;
    std::string output;
    std::optional<Diagnostic> failure;
    std::vector<PluginLoad> loads;
    std::shared_ptr<DoubleRecord> record = std::make_shared<DoubleRecord>();

private:
    Reactor& reactor_;
};

}  // namespace skilldeck::test
