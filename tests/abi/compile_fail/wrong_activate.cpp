// SPDX-License-Identifier: Apache-2.0
// expect: skilldeck: activate must be public and callable as activate(skd::Call)
#include <skilldeck/plugin.hpp>

class Plugin {
public:
    void activate(int) {}
    skd::Reply run_hook(skd::Call, std::string_view, std::string_view) { return skd::ok(); }
};

SKD_PLUGIN(Plugin, "acme", "1.0.0");
