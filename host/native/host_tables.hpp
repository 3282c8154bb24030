// SPDX-License-Identifier: Apache-2.0
// The C functions that plugins call, as the tables of the ABI. Each finds the PluginContext of its handle and goes
// there; no exception leaves them. Any thread.
#pragma once

#include <skilldeck/plugin_abi.h>

#include <string_view>

namespace skilldeck {

/// `name` and `version` must outlive the table.
[[nodiscard]] skd_host_api make_host_api(std::string_view name, std::string_view version);
[[nodiscard]] skd_sink make_sink(const void* handle);

/// Answers skd_host_api.log when the plugin gives no skd_host: the plugin whose init() this thread runs.
class PluginContext;
void introduce(PluginContext* context);

}  // namespace skilldeck
