// SPDX-License-Identifier: Apache-2.0
// A plugin manager with something in each of its lists, for tests: fed the bytes that a terminal sends. Plain values.
#pragma once

#include "terminal/plugin_manager.hpp"

#include <ostream>
#include <string>
#include <string_view>

namespace skilldeck {

inline const char* const kEscape = "\x1b";
inline const char* const kUp = "\x1b[A";
inline const char* const kDown = "\x1b[B";
inline const char* const kRight = "\x1b[C";
inline const char* const kLeft = "\x1b[D";
inline const char* const kHome = "\x1b[H";
inline const char* const kEnd = "\x1b[F";
inline const char* const kPageUp = "\x1b[5~";
inline const char* const kPageDown = "\x1b[6~";
inline const char* const kBackTab = "\x1b[Z";

inline std::ostream& operator<<(std::ostream& out, ManagerWish::Kind kind) {
    return out << "wish " << static_cast<int>(kind);
}
inline std::ostream& operator<<(std::ostream& out, const ManagerWish& wish) {
    return out << wish.kind << " of " << wish.id << ", command " << static_cast<int>(wish.command);
}
inline std::ostream& operator<<(std::ostream& out, ManagerPlace place) {
    return out << "place " << static_cast<int>(place);
}
inline std::ostream& operator<<(std::ostream& out, ManagerTab tab) {
    return out << tab_title(tab);
}

/// The last wish that the keys behind these bytes led to; an escape that ends them is the key.
inline ManagerWish type(PluginManager& manager, std::string_view bytes) {
    KeyReader reader;
    ManagerWish last;
    auto keys = reader.feed(bytes);
    for (const auto& key : reader.flush()) keys.push_back(key);
    for (const auto& key : keys) {
        auto wish = manager.feed(key);
        if (wish.kind != ManagerWish::Kind::nothing) last = std::move(wish);
    }
    return last;
}

inline ManagerList available_sample() {
    return {
        {{"guard@shop", {"guard@shop", "available", "1.2.0", "Stops commands that delete what nobody meant"}},
         {"漢字@shop",
          {"漢字@shop", "installed", "0.3.0", "翻訳を助けます。長い説明はここで切られます、幅の広い文字でも"}},
         {"lamp@corner-shop", {"lamp@corner-shop", "cannot be installed", "", "Light \x1b[31mred\nand \u202Egreen"}}},
        "no marketplaces are registered; /plugin marketplace add DIRECTORY"};
}

inline ManagerList numbered_rows(std::size_t count) {
    ManagerList list;
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = "p" + std::to_string(i) + "@shop";
        list.rows.push_back({id, {id, "available"}});
    }
    return list;
}

inline ManagerDetails available_details_sample() {
    return {
        "guard@shop",
        "guard@shop",
        {{"description", "Stops commands that delete what nobody meant, before they run, and says which rule it was"},
         {"version", "1.2.0"},
         {"author", "Ada Lovelace"},
         {"marketplace", "shop"},
         {"source", "./plugins/guard"},
         {"contributes", "skills: rules, explain-a-rule\nhooks: PreToolUse"},
         {"acts by itself", "1 hook that runs commands"},
         {"in its way", ""}},
        {{'u', "install for you, everywhere (user)", ManagerCommand::install_for_user},
         {'p', "install for this project (project)", ManagerCommand::install_for_project},
         {'l', "install for you, only here (local)", ManagerCommand::install_local}}};
}

inline ManagerDetails installed_details_sample() {
    return {
        "guard@shop",
        "guard@shop",
        {{"state", "enabled, native not-approved"},
         {"decided by", "user"},
         {"description", "Stops commands"},
         {"version", "1.2.0"},
         {"scope", "user"},
         {"marketplace", "shop"},
         {"in its way", "its native code is not approved"},
         {"path", "/home/ada/.skilldeck/plugins/cache/shop/guard/1.2.0"}},
        {{'d', "disable", ManagerCommand::disable},
         {'x', "uninstall", ManagerCommand::uninstall, "Uninstall guard@shop (user)? Its data folder goes with it."},
         {'w', "explain why", ManagerCommand::explain}}};
}

inline PluginManager sample_manager() {
    PluginManager manager;
    manager.set_list(ManagerTab::discover, available_sample());
    manager.set_list(ManagerTab::installed,
                     {{{"guard@shop", {"guard@shop", "enabled", "1.2.0", "user", "2 skills, 1 hook"}, "Stops commands"},
                       {"漢字@shop", {"漢字@shop", "disabled", "0.3.0", "project", "1 skill"}}},
                      "no plugins are installed; Discover shows what the marketplaces offer"});
    manager.set_list(ManagerTab::marketplaces,
                     {{{"corner-shop", {"corner-shop", "1 plugin", "/srv/corner-shop"}},
                       {"shop", {"shop", "cannot be read", "https://example.com/a/very/long/address/of/a/shop.git"}}},
                      "no marketplaces are registered; /plugin marketplace add DIRECTORY"});
    manager.set_list(ManagerTab::errors,
                     {{{"1", {"error", "marketplace.json", "there is no marketplace.json in the directory any more"}},
                       {"2", {"warning", "guard@shop", "its hook names a script that is not there"}}},
                      "no problems found; /doctor looks at skills and hooks too"});
    return manager;
}

}  // namespace skilldeck
