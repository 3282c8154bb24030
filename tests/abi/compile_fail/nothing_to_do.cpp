// SPDX-License-Identifier: Apache-2.0
// expect: so it would do nothing
#include <skilldeck/plugin.hpp>

class Plugin {
public:
    void activate(skd::Call) {}
};

SKD_PLUGIN(Plugin, "acme", "1.0.0");
