// SPDX-License-Identifier: Apache-2.0
// Judges a shell command line: reads it, walks every command it would run, through wrappers and nested command lines,
// and gathers what the rules find. Owns nothing beyond one call; any thread, one line at a time.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "guard_settings.hpp"
#include "scope.hpp"
#include "verdict.hpp"

namespace command_guard {

/// Thrown out of judge_line() when `stopped` answers true: nobody waits for the verdict any more.
struct Stopped {};

[[nodiscard]] Verdict judge_line(std::string_view line, const Place& place, const GuardSettings& settings,
                                 const std::function<bool()>& stopped = {});

}  // namespace command_guard
