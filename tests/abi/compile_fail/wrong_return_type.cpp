// SPDX-License-Identifier: Apache-2.0
// expect: skilldeck: a method of a plugin returns skd::Reply, a string or nothing
#include <skilldeck/plugin.hpp>

class Plugin {
public:
    bool run_hook(skd::Call, std::string_view, std::string_view) { return true; }
};

SKD_PLUGIN(Plugin, "acme", "1.0.0");
