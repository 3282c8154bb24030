// SPDX-License-Identifier: Apache-2.0
// One plugin with everything that is decided about it: where it stands, what it holds, whether it is enabled and why,
// whether it can be used here, and what stands in the way of its native module. Values of one snapshot
// (plugin_registry.hpp); what a module did since is asked through NativeStatusSource. Safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "package/installed_plugin.hpp"
#include "package/package.hpp"
#include "plugin/codes.hpp"
#include "plugin/contributions.hpp"
#include "plugin/native_state.hpp"
#include "plugin/option_values.hpp"
#include "settings/enablement.hpp"
#include "trust/trust_store.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What stands before the first use of a native module, or that its module.json was refused.
struct PluginNative {
    NativeState state = NativeState::not_approved;  ///< not_approved, not_loaded, failed or unavailable
    NativeApproval approval = NativeApproval::none;
    Code unapproved =
        code::native_not_approved;  ///< native_not_approved, or native_changed where somebody changed what was approved
    std::string digest;  ///< of everything below dev.skilldeck/: what an approval is bound to; empty if it has none
    std::string reason;  ///< why it may not be opened, one line; empty when it may
};

struct Availability {
    bool available = true;
    std::string reason;  ///< one line, empty when available
};

/// Something a plugin wanted and did not get.
struct Refusal {
    std::string what, why;
    bool reported = false;  ///< one of the plugin's diagnostics says it, with its place
};

struct Plugin {
    InstalledPlugin installed;
    std::optional<PluginPackage>
        package;  ///< nothing: it could not be read (diagnostics), or was not needed (PluginDepth)
    Enablement enablement;
    Availability availability;
    std::optional<PluginNative> native;               ///< of package->native or package->refused_native
    std::string replaced_by;                          ///< the id of the --plugin-dir copy that stands in for this one
    std::string namespace_of;                         ///< the id of the plugin that has this name (namespaces.hpp)
    Origin origin;                                    ///< of everything it contributes
    Path data_dir;                                    ///< ${CLAUDE_PLUGIN_DATA}; made on first use
    std::vector<OptionValue> options;                 ///< of the package, in its order
    std::shared_ptr<const OptionTexts> option_texts;  ///< the same for its parts; null when it has none
    std::vector<HookConfig> hooks;                    ///< all of them, also those that may not run
    std::shared_ptr<NativeContributor> contributor;   ///< of an active plugin with a native module
    std::vector<Refusal> refused;
    Diagnostics diagnostics;  ///< of the package and of everything decided here, each with the plugin's id

    [[nodiscard]] const std::string& id() const { return installed.id; }
    /// The namespace of its components: what it is installed as, never what a manifest makes of it.
    [[nodiscard]] const std::string& component_name() const { return installed.name; }
    [[nodiscard]] bool enabled() const { return enablement.enabled; }
    /// Enabled, available and not replaced: it should contribute.
    [[nodiscard]] bool wanted() const { return enablement.enabled && availability.available && replaced_by.empty(); }
    /// And read: it contributes.
    [[nodiscard]] bool active() const { return package.has_value() && wanted(); }
};

/// Whoever loads modules answers here; lists lay the answer over the snapshot.
class NativeStatusSource {
public:
    virtual ~NativeStatusSource() = default;
    /// Nothing: the module was not used yet.
    [[nodiscard]] virtual std::optional<NativeStatus> native_status(std::string_view plugin_id) const = 0;
};

/// For hosts that load no module.
class NothingLoaded final : public NativeStatusSource {
public:
    [[nodiscard]] std::optional<NativeStatus> native_status(std::string_view) const override { return std::nullopt; }
};

/// The required options that have no value.
[[nodiscard]] std::vector<const OptionValue*> missing_options(const Plugin& plugin);

/// Why its module.json is refused; null when it is not, or there is none.
[[nodiscard]] const Diagnostic* module_refusal(const Plugin& plugin);

/// A plugin's data folder below `data_root`: every character of the id outside `[A-Za-z0-9_-]` becomes `-`.
[[nodiscard]] Path plugin_data_dir(const Path& data_root, std::string_view plugin_id);

}  // namespace skilldeck
