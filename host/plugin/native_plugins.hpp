// SPDX-License-Identifier: Apache-2.0
// Every native module of a host: makes the contributor of a plugin, keeps it while a reload finds the same module, ends
// those whose plugin is gone, and says where each stands. contributor() any thread, the rest [loop thread].
#pragma once

#include "plugin/native_contributor.hpp"
#include "plugin/plugin.hpp"
#include "plugin/plugin_registry.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What the app adds to a plugin's module: option values and what it may ask of the session.
struct NativeExtras {
    boost::json::object options;
    PluginServices services;
};

class NativePlugins final : public NativeStatusSource {
public:
    NativePlugins(NativeTools tools, std::string host_version, std::function<NativeExtras(const Plugin&)> extras);

    /// For PluginRegistry. The one of last time as long as files, approval, rights and options are the same.
    [[nodiscard]] std::shared_ptr<NativeContributor> contributor(const Plugin& plugin);

    /// After a reload: destroys the instances whose plugin is no longer active or was made anew.
    void retire_absent(const PluginSet& plugins);
    /// Opens the module of every active plugin of the set; `done` runs once all states are final.
    void open_all(const PluginSet& plugins, std::function<void()> done);
    /// Before the host ends. `done` runs once, also when plugins hang; see plugin_code_is_running().
    void shut_down(std::function<void()> done);

    [[nodiscard]] std::optional<NativeStatus> native_status(std::string_view plugin_id) const override;

private:
    struct Entry {
        std::shared_ptr<NativePlugin> plugin;
        std::string digest;
        NativeApproval approval = NativeApproval::none;
        Code unapproved;
        Origin origin;  ///< its rights change with the trust in the workspace
        boost::json::object options;
    };

    NativeTools tools_;
    std::string host_version_;
    std::function<NativeExtras(const Plugin&)> extras_;
    mutable std::mutex mutex_;
    std::map<std::string, Entry, std::less<>> entries_;
    std::vector<std::shared_ptr<NativePlugin>> retired_;
};

}  // namespace skilldeck
