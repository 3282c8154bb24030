// SPDX-License-Identifier: Apache-2.0
// Where exceptions stop, on both sides of the plugin ABI: a plugin's never enter the host, the host's never enter a
// plugin. A thread that is being ended (pthread_exit) is let go: to swallow that would end the process. Safe from any
// thread.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <utility>

#if defined(__GLIBCXX__)
#include <cxxabi.h>
// The exception of a thread that is being ended has no object: its reference is bound to nothing, and never used.
#define SKILLDECK_CATCHES_THREAD_END __attribute__((no_sanitize("undefined")))
#else
#define SKILLDECK_CATCHES_THREAD_END
#endif

namespace skilldeck {

/// `std::runtime_error: boom`, cleaned and cut, for the exception being handled.
[[nodiscard]] std::string words_of(const std::exception& error);
/// `an int`: for one that is no std::exception.
[[nodiscard]] std::string words_of_unknown_exception();

/// Calls into a plugin. What it threw, in words; nothing when it returned.
template <class Call>
[[nodiscard]] SKILLDECK_CATCHES_THREAD_END std::optional<std::string> guarded(Call&& call) {
    try {
        std::forward<Call>(call)();
        return std::nullopt;
    } catch (const std::exception& error) {
        return words_of(error);
    }
#if defined(__GLIBCXX__)
    catch (const abi::__forced_unwind&) {
        throw;
    }
#endif
    catch (...) {
        return words_of_unknown_exception();
    }
}

/// The host's side of a call from a plugin: `fallback` is what the plugin gets when the host itself fails.
template <class Answer, class Body>
SKILLDECK_CATCHES_THREAD_END Answer answer_plugin(Answer fallback, Body&& body) {
    try {
        return std::forward<Body>(body)();
    }
#if defined(__GLIBCXX__)
    catch (const abi::__forced_unwind&) {
        throw;
    }
#endif
    catch (...) {
        return fallback;
    }
}

}  // namespace skilldeck

#undef SKILLDECK_CATCHES_THREAD_END
