// SPDX-License-Identifier: Apache-2.0
// How a native plugin comes to life: one opener in process, one isolated, one double in the tests. An opener is asked
// only after approval; it judges the file, opens it, runs init, create and activate, each within its time budget. [loop
// thread] for every call.
#pragma once

#include "native/plugin_instance.hpp"
#include "os/file_system.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What the host offers a plugin while it runs. [loop thread] for every call; an empty function offers nothing.
struct PluginServices {
    /// A part of the session as JSON: "info", "messages", "userMessages", "memory"; nothing when there is none.
    std::function<std::optional<std::string>(std::string_view key)> session;
    /// The plugin says that its contributions changed: a set of SKD_CHANGED_* bits.
    std::function<void(std::uint32_t what)> changed;
    /// One line of its log below warning, or of its progress, already cleaned. Warnings and errors are diagnostics.
    std::function<void(std::string_view plugin_id, std::string_view line)> log;
};

/// An interface without which the plugin does not do what its files say.
struct DeclaredInterface {
    PluginInterface interface {};
    std::string declared_by;  ///< "\"skills\" of module.json": for messages

    friend bool operator==(const DeclaredInterface&, const DeclaredInterface&) = default;
};

/// One plugin to open.
struct PluginLoad {
    std::string plugin_id;          ///< named in diagnostics
    std::string name;               ///< the manifest's: what the entry must say
    Path library;                   ///< absolute
    std::string sha256;             ///< of the bytes that may be opened, lower-case hexadecimal
    std::uint32_t abi = 0;          ///< the major that module.json declares
    std::string config_json;        ///< handed to create
    bool may_read_session = false;  ///< permission "session"
    std::vector<DeclaredInterface> interfaces;
    PluginServices services;
};

struct OpenedPlugin {
    std::unique_ptr<PluginInstance> instance;  ///< null when it failed; `diagnostics` then says why
    Diagnostics diagnostics;
};

class PluginOpener {
public:
    virtual ~PluginOpener() = default;
    /// `done` runs exactly once, on the loop thread, whatever the plugin does.
    virtual void open(PluginLoad load, std::function<void(OpenedPlugin)> done) = 0;
};

}  // namespace skilldeck
