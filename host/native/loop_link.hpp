// SPDX-License-Identifier: Apache-2.0
// The way from a plugin's thread back to the loop. It can be cut, because a hung plugin's thread may outlive the
// reactor: what comes after that is dropped. post() [any thread], the rest [loop thread].
#pragma once

#include "native/plugin_opener.hpp"
#include "os/reactor.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace skilldeck {

class LoopLink : public std::enable_shared_from_this<LoopLink> {
public:
    LoopLink(Reactor& reactor, PluginServices services) : reactor_(&reactor), services_(std::move(services)) {}

    /// Runs `work` on the loop thread unless the link is cut by then. False: it is cut already.
    bool post(std::function<void()> work) {
        const std::lock_guard lock(mutex_);
        if (reactor_ == nullptr) return false;
        reactor_->post([self = shared_from_this(), work = std::move(work)] {
            if (!self->cut_) work();
        });
        return true;
    }

    void cut() {
        const std::lock_guard lock(mutex_);
        reactor_ = nullptr;
        cut_ = true;
        services_ = {};
    }

    /// Empty once the link is cut.
    [[nodiscard]] const PluginServices& services() const { return services_; }

private:
    std::mutex mutex_;
    Reactor* reactor_;
    PluginServices services_;
    bool cut_ = false;  ///< loop thread
};

}  // namespace skilldeck
