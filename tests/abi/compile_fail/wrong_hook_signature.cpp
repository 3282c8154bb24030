// SPDX-License-Identifier: Apache-2.0
// expect: skilldeck: run_hook must be public and callable as run_hook(skd::Call, std::string_view handler
#include <skilldeck/plugin.hpp>

class Plugin {
public:
    skd::Reply run_hook(std::string_view handler) { return skd::ok(std::string(handler)); }
};

SKD_PLUGIN(Plugin, "acme", "1.0.0");
