// SPDX-License-Identifier: Apache-2.0
// expect: skilldeck: list_mcp_servers must be public and callable as list_mcp_servers(skd::Call)
#include <skilldeck/plugin.hpp>

class Plugin {
public:
    skd::Reply run_hook(skd::Call, std::string_view, std::string_view) { return skd::ok(); }

private:
    skd::Reply list_mcp_servers(skd::Call) { return skd::ok(); }
};

SKD_PLUGIN(Plugin, "acme", "1.0.0");
