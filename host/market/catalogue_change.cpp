// SPDX-License-Identifier: Apache-2.0
#include "market/catalogue_change.hpp"

#include "base/plugin_id.hpp"
#include "market/codes.hpp"

#include <string>

namespace skilldeck {

std::optional<Diagnostic> catalogue_change(const Marketplace& marketplace, std::string_view plugin_id) {
    const auto name = name_half(plugin_id);
    if (marketplace.find(name) != nullptr) return std::nullopt;
    const auto file = marketplace.file.string();
    const auto renamed = marketplace.renamed(name);
    const bool withdrawn = marketplace.removes_deleted || marketplace.withdrawn(name);
    auto change = make_diagnostic(withdrawn ? code::plugin_withdrawn : code::plugin_delisted, file, {plugin_id});
    if (renamed) {
        const auto now = *renamed + "@" + std::string(market_half(plugin_id));
        change = make_diagnostic(code::plugin_rename_waits, file, {plugin_id, now});
    }
    change.plugin = plugin_id;
    return change;
}

}  // namespace skilldeck
