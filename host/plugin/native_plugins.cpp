// SPDX-License-Identifier: Apache-2.0
#include "plugin/native_plugins.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

/// Something to hold: when the last holder has let go, `done` is posted.
std::shared_ptr<void> when_all_released(Reactor& reactor, std::function<void()> done) {
    return {nullptr, [&reactor, done = std::move(done)](std::nullptr_t) { reactor.post(done); }};
}

}  // namespace

NativePlugins::NativePlugins(NativeTools tools, std::string host_version,
                             std::function<NativeExtras(const Plugin&)> extras)
    : tools_(tools), host_version_(std::move(host_version)), extras_(std::move(extras)) {}

std::shared_ptr<NativeContributor> NativePlugins::contributor(const Plugin& plugin) {
    if (!plugin.package || !plugin.package->native) return nullptr;
    auto extras = extras_ ? extras_(plugin) : NativeExtras{};
    const auto digest = plugin.native ? plugin.native->digest : std::string();
    const auto approval = plugin.native ? plugin.native->approval : NativeApproval::none;
    const auto unapproved = plugin.native ? plugin.native->unapproved : code::native_not_approved;
    const std::lock_guard lock(mutex_);
    auto& entry = entries_[plugin.id()];
    const bool same = entry.plugin && entry.digest == digest && entry.approval == approval &&
                      entry.unapproved == unapproved && entry.origin == plugin.origin &&
                      entry.options == extras.options;
    if (same) return entry.plugin;
    if (entry.plugin) retired_.push_back(std::move(entry.plugin));

    NativePlace place;
    place.plugin_id = plugin.id();
    place.name = plugin.component_name();
    place.root = plugin.package->root;
    place.data_dir = plugin.data_dir;
    place.module = *plugin.package->native;
    place.origin = plugin.origin;
    place.options = extras.options;
    place.host_version = host_version_;
    place.services = std::move(extras.services);
    place.unapproved = unapproved;
    place.handles_hooks =
        std::ranges::any_of(plugin.hooks, [](const HookConfig& hook) { return hook.type == HookHandlerType::native; });
    entry = {std::make_shared<NativePlugin>(tools_, std::move(place)),
             digest,
             approval,
             unapproved,
             plugin.origin,
             std::move(extras.options)};
    return entry.plugin;
}

void NativePlugins::retire_absent(const PluginSet& plugins) {
    std::vector<std::shared_ptr<NativePlugin>> retired;
    {
        const std::lock_guard lock(mutex_);
        for (auto entry = entries_.begin(); entry != entries_.end();) {
            const auto* const plugin = plugins.find(entry->first);
            if (plugin != nullptr && plugin->active() && plugin->contributor) {
                ++entry;
                continue;
            }
            retired_.push_back(std::move(entry->second.plugin));
            entry = entries_.erase(entry);
        }
        retired = std::exchange(retired_, {});
    }
    // Held until it has ended: what it started refers to it.
    for (const auto& plugin : retired) plugin->shut_down([plugin] {});
}

void NativePlugins::open_all(const PluginSet& plugins, std::function<void()> done) {
    const auto all = when_all_released(tools_.reactor, std::move(done));
    const std::lock_guard lock(mutex_);
    for (const auto& plugin : plugins.plugins()) {
        const auto found = entries_.find(plugin.id());
        if (plugin.active() && plugin.contributor && found != entries_.end())
            tools_.reactor.post([opened = found->second.plugin, all] { opened->open([all] {}); });
    }
}

void NativePlugins::shut_down(std::function<void()> done) {
    const auto all = when_all_released(tools_.reactor, std::move(done));
    const std::lock_guard lock(mutex_);
    const auto end = [&](const std::shared_ptr<NativePlugin>& plugin) {
        tools_.reactor.post([plugin, all] { plugin->shut_down([plugin, all] {}); });
    };
    for (const auto& [id, entry] : entries_) end(entry.plugin);
    for (const auto& plugin : retired_) end(plugin);
    retired_.clear();
}

std::optional<NativeStatus> NativePlugins::native_status(std::string_view plugin_id) const {
    std::shared_ptr<NativePlugin> plugin;
    {
        const std::lock_guard lock(mutex_);
        const auto found = entries_.find(plugin_id);
        if (found != entries_.end()) plugin = found->second.plugin;
    }
    if (!plugin || !plugin->used()) return std::nullopt;
    return plugin->status();
}

}  // namespace skilldeck
