// SPDX-License-Identifier: Apache-2.0
// One event dispatched to every hook of this host, waited for on the loop. [loop thread]
#pragma once

#include "app/host.hpp"
#include "hook/dispatcher.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace skilldeck {

/// Never fails: what went wrong is in the outcome's diagnostics. An unknown event is a diagnostic and no decision.
[[nodiscard]] HookOutcome dispatch_event(Host& host, std::string_view event, boost::json::object fields);
/// The same with the event as JSON text. Errors: those of make_hook_event.
[[nodiscard]] Result<HookOutcome> dispatch_event_text(Host& host, std::string_view event, std::string_view text);

}  // namespace skilldeck
