// SPDX-License-Identifier: Apache-2.0
// expect: skilldeck: a plugin's name has lower-case letters
#include <skilldeck/plugin.hpp>

class Plugin {
public:
    skd::Reply run_hook(skd::Call, std::string_view, std::string_view) { return skd::ok(); }
};

SKD_PLUGIN(Plugin, "Acme Tools", "1.0.0");
