// SPDX-License-Identifier: Apache-2.0
// The id of a plugin, `name@marketplace`: what it may be, and its halves. Pure; safe from any thread.
#pragma once

#include <string_view>

namespace skilldeck {

/// The marketplace of the host itself; no other may have its name.
inline constexpr std::string_view kHostMarketplace = "skilldeck";

/// What --plugin-dir brings is of no marketplace.
inline constexpr std::string_view kInlineMarketplace = "inline";

/// `[A-Za-z0-9][A-Za-z0-9._-]*` without `..`, at most 128 bytes: a half of a plugin id.
[[nodiscard]] bool is_plugin_name(std::string_view name);
/// Two plugin names with an `@` between them.
[[nodiscard]] bool is_plugin_id(std::string_view id);

/// The halves are views of `id`, and all of it when it has no `@`.
[[nodiscard]] inline std::string_view name_half(std::string_view id) {
    return id.substr(0, id.find('@'));
}
[[nodiscard]] inline std::string_view market_half(std::string_view id) {
    return id.substr(id.find('@') + 1);
}

}  // namespace skilldeck
