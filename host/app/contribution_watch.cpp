// SPDX-License-Identifier: Apache-2.0
#include "app/contribution_watch.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <iterator>

namespace skilldeck {

namespace {

std::string key_of(const HookConfig& hook) {
    return boost::json::serialize(boost::json::array{hook.event, hook.matcher.value_or(""), hook.file.string(),
                                                     hook.place, hook.origin.source, hook.fields});
}

std::string key_of(const McpServerConfig& server) {
    return boost::json::serialize(
        boost::json::array{server.name, server.file.string(), server.origin.source, server.fields});
}

}  // namespace

ContributionWatch::ContributionWatch(Host& host) {
    for (const auto& hook : *host.hooks()) hooks_.insert(key_of(hook));
    const auto& plugins = *host.plugins();
    for (const auto& server : plugins.contributions().mcp_servers) servers_[key_of(server)] = server.name;
    for (const auto& plugin : plugins.plugins()) {
        if (!plugin.active() || !plugin.native || plugin.native->state != NativeState::not_loaded) continue;
        natives_.insert(plugin.id() + " " + plugin.native->digest + " " +
                        std::to_string(static_cast<int>(plugin.native->approval)));
    }
}

ContributionChanges ContributionWatch::changes(Host& host) const {
    const ContributionWatch now(host);
    std::vector<std::string> hooks;
    std::ranges::set_symmetric_difference(hooks_, now.hooks_, std::back_inserter(hooks));
    std::set<std::string> servers;
    for (const auto& [key, name] : servers_) {
        if (!now.servers_.contains(key)) servers.insert(name);
    }
    for (const auto& [key, name] : now.servers_) {
        if (!servers_.contains(key)) servers.insert(name);
    }
    return {hooks.size(), {servers.begin(), servers.end()}, natives_ != now.natives_};
}

}  // namespace skilldeck
