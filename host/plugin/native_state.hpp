// SPDX-License-Identifier: Apache-2.0
// Where a plugin's native module stands, and why: the value that lists show. Pure values, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace skilldeck {

enum class NativeState : std::uint8_t { not_approved, not_loaded, loaded, isolated, failed, quarantined, unavailable };

/// `not-approved`, `not-loaded`, …: the words of the interface.
[[nodiscard]] constexpr std::string_view native_state_word(NativeState state) {
    switch (state) {
        case NativeState::not_approved: return "not-approved";
        case NativeState::not_loaded: return "not-loaded";
        case NativeState::loaded: return "loaded";
        case NativeState::isolated: return "isolated";
        case NativeState::failed: return "failed";
        case NativeState::quarantined: return "quarantined";
        case NativeState::unavailable: return "unavailable";
    }
    return "failed";
}

/// A problem as the reason of a state. What the file system says does not name the file.
[[nodiscard]] inline std::string reason_of(const Diagnostic& problem) {
    const bool names_none = problem.code.info().text.starts_with("file-") && !problem.file.empty();
    return names_none ? problem.file + " " + problem.message : problem.message;
}

struct NativeStatus {
    NativeState state = NativeState::not_loaded;
    std::string reason;       ///< why it is unavailable or failed, one line
    Diagnostics diagnostics;  ///< of opening it, and what it said since
};

}  // namespace skilldeck
