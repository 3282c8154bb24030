// SPDX-License-Identifier: Apache-2.0
// What a finished call into a plugin means: status, sink and exception against the rules of the ABI. Pure functions.
#pragma once

#include "native/plugin_context.hpp"
#include "native/plugin_instance.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

/// How a call ended.
struct CallEnd {
    std::string_view slot;              ///< "hooks.run", "init": for messages
    std::optional<std::string> thrown;  ///< the exception, in words
    skd_status status = 0;
    PluginAnswer answer;
};

enum class OutputKind : std::uint8_t { text, bytes };

/// What the call answers, with a diagnostic for every failure and every breach of the rules.
[[nodiscard]] PluginReply judge_call(CallEnd end, OutputKind kind, std::size_t limit, std::string_view library);

/// Why a step of the start failed; nothing when it succeeded.
[[nodiscard]] Diagnostics judge_start(CallEnd end, std::string_view library);

/// `hooks.run`: interface and slot, for messages.
[[nodiscard]] std::string_view slot_name(PluginMethod method);

/// `SKD_ERR_INTERNAL`; a number the ABI does not have, as that number.
[[nodiscard]] std::string status_word(skd_status status);

}  // namespace skilldeck
