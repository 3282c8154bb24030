// SPDX-License-Identifier: Apache-2.0
// Cancelling a call: the source is kept by whoever asked, the token travels with the call.
// Both may be used from any thread.
#pragma once

#include <atomic>
#include <memory>

namespace skilldeck {

class CancelToken {
public:
    CancelToken() = default;  ///< a token that is never cancelled
    [[nodiscard]] bool cancelled() const { return flag_ && flag_->load(std::memory_order_acquire); }

private:
    friend class CancelSource;
    explicit CancelToken(std::shared_ptr<const std::atomic<bool>> flag) : flag_(std::move(flag)) {}
    std::shared_ptr<const std::atomic<bool>> flag_;
};

class CancelSource {
public:
    CancelSource() : flag_(std::make_shared<std::atomic<bool>>(false)) {}
    [[nodiscard]] CancelToken token() const { return CancelToken(flag_); }
    void cancel() { flag_->store(true, std::memory_order_release); }

private:
    std::shared_ptr<std::atomic<bool>> flag_;
};

}  // namespace skilldeck
