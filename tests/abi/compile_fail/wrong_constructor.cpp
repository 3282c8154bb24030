// SPDX-License-Identifier: Apache-2.0
// expect: skilldeck: the plugin class needs a public constructor
#include <skilldeck/plugin.hpp>

class Plugin {
public:
    explicit Plugin(int) {}
    skd::Reply run_hook(skd::Call, std::string_view, std::string_view) { return skd::ok(); }
};

SKD_PLUGIN(Plugin, "acme", "1.0.0");
