// SPDX-License-Identifier: Apache-2.0
// Cancelling a call: the source is kept by whoever asked, the token travels with the call and may be asked or listened
// to. Both may be used from any thread; what listens runs on the thread that cancels, so it should only post to its
// own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace skilldeck {

namespace detail {

struct CancelState {
    std::atomic<bool> cancelled = false;
    std::recursive_mutex mutex;  ///< recursive: a listener may end subscriptions, its own too
    std::map<std::uint64_t, std::function<void()>> listeners;
    std::uint64_t next = 0;
};

}  // namespace detail

/// Listening lasts as long as this lives. Once its destructor returns, the listener is not running and never will.
class CancelSubscription {
public:
    CancelSubscription() = default;
    CancelSubscription(CancelSubscription&& other) noexcept = default;
    CancelSubscription& operator=(CancelSubscription&& other) noexcept {
        if (this != &other) {
            end();
            state_ = std::move(other.state_);
            id_ = other.id_;
        }
        return *this;
    }
    CancelSubscription(const CancelSubscription&) = delete;
    CancelSubscription& operator=(const CancelSubscription&) = delete;
    ~CancelSubscription() { end(); }

private:
    friend class CancelToken;
    CancelSubscription(std::shared_ptr<detail::CancelState> state, std::uint64_t id)
        : state_(std::move(state)), id_(id) {}
    void end() {
        if (!state_) return;
        const std::lock_guard lock(state_->mutex);
        state_->listeners.erase(id_);
    }
    std::shared_ptr<detail::CancelState> state_;
    std::uint64_t id_ = 0;
};

class CancelToken {
public:
    CancelToken() = default;  ///< a token that is never cancelled
    [[nodiscard]] bool cancelled() const { return state_ && state_->cancelled.load(std::memory_order_acquire); }

    /// Runs `listener` once when the call is cancelled; here and now if it already is.
    [[nodiscard]] CancelSubscription on_cancel(std::function<void()> listener) const {
        if (!state_) return {};
        const std::lock_guard lock(state_->mutex);
        if (cancelled()) {
            listener();
            return {};
        }
        const auto id = state_->next++;
        state_->listeners.emplace(id, std::move(listener));
        return {state_, id};
    }

private:
    friend class CancelSource;
    explicit CancelToken(std::shared_ptr<detail::CancelState> state) : state_(std::move(state)) {}
    std::shared_ptr<detail::CancelState> state_;
};

class CancelSource {
public:
    CancelSource() : state_(std::make_shared<detail::CancelState>()) {}
    [[nodiscard]] CancelToken token() const { return CancelToken(state_); }
    void cancel() {
        const std::lock_guard lock(state_->mutex);
        state_->cancelled.store(true, std::memory_order_release);
        while (!state_->listeners.empty()) {
            const auto listener = state_->listeners.extract(state_->listeners.begin());
            listener.mapped()();
        }
    }

private:
    std::shared_ptr<detail::CancelState> state_;
};

}  // namespace skilldeck
