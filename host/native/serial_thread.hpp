// SPDX-License-Identifier: Apache-2.0
// A thread that runs one piece of work after the other. Nobody ever waits for it: work that does not return keeps this
// thread and nothing else, and the process may end under it. run() and close() from any thread.
#pragma once

#include "base/result.hpp"

#include <functional>
#include <memory>

namespace skilldeck {

class SerialThread {
public:
    /// Error: native_start_failed when the system gives no thread.
    [[nodiscard]] static Result<std::unique_ptr<SerialThread>> start();
    SerialThread(const SerialThread&) = delete;
    SerialThread& operator=(const SerialThread&) = delete;
    ~SerialThread();

    void run(std::function<void()> work);
    /// The thread ends after the work that is queued.
    void close();

private:
    struct Queue;
    explicit SerialThread(std::shared_ptr<Queue> queue);
    std::shared_ptr<Queue> queue_;
};

}  // namespace skilldeck
