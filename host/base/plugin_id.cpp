// SPDX-License-Identifier: Apache-2.0
#include "base/plugin_id.hpp"

#include <algorithm>
#include <cstddef>

namespace skilldeck {

namespace {

constexpr std::size_t kMaxPluginNameBytes = 128;

bool is_ascii_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool is_plugin_name(std::string_view name) {
    if (name.empty() || name.size() > kMaxPluginNameBytes || !is_ascii_alphanumeric(name.front())) return false;
    if (name.find("..") != std::string_view::npos) return false;
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return is_ascii_alphanumeric(c) || c == '.' || c == '_' || c == '-'; });
}

bool is_plugin_id(std::string_view id) {
    const auto at = id.find('@');
    return at != std::string_view::npos && is_plugin_name(name_half(id)) && is_plugin_name(market_half(id));
}

}  // namespace skilldeck
