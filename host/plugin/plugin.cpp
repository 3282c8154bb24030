// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin.hpp"

#include <algorithm>

namespace skilldeck {

std::vector<const OptionValue*> missing_options(const Plugin& plugin) {
    std::vector<const OptionValue*> missing;
    for (const auto& found : plugin.options) {
        if (found.missing()) missing.push_back(&found);
    }
    return missing;
}

const Diagnostic* module_refusal(const Plugin& plugin) {
    if (!plugin.package || !plugin.package->refused_native) return nullptr;
    const auto file = plugin.package->refused_native->file.string();
    const auto found = std::ranges::find_if(plugin.diagnostics, [&](const Diagnostic& each) {
        return each.file == file && each.severity == Severity::error;
    });
    return found != plugin.diagnostics.end() ? &*found : nullptr;
}

Path plugin_data_dir(const Path& data_root, std::string_view plugin_id) {
    std::string name(plugin_id);
    std::ranges::replace_if(
        name,
        [](char c) {
            const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            return !letter && !(c >= '0' && c <= '9') && c != '_' && c != '-';
        },
        '-');
    return data_root / name;
}

}  // namespace skilldeck
