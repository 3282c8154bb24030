// SPDX-License-Identifier: Apache-2.0
#include "app/shadowed_parts.hpp"

#include "plugin/plugin_contributions.hpp"
#include "skill/agent_validation.hpp"
#include "skill/catalogue.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

/// The catalogue of one plugin alone, without what its native code adds.
std::shared_ptr<const Catalogue> catalogue_of(const FileReader& files, const PluginPackage& package,
                                              const SkillSource& prototype) {
    SourceSwitches only_plugins;
    for (const auto kind : {SkillSourceKind::managed, SkillSourceKind::user, SkillSourceKind::project,
                            SkillSourceKind::add_dir, SkillSourceKind::commands}) {
        only_plugins.turn_off(kind);
    }
    auto sources = file_skill_sources(package, prototype);
    return Catalogue::build(discover_skills(files, DiscoveryPlaces{}, only_plugins, std::move(sources)));
}

void add_agents(const FileReader& files, const PluginPackage& package, std::vector<ShadowedPart>& parts) {
    std::map<std::string, Path> first;
    for (const auto& agent : package.agents) {
        const auto name = agent_name(files, agent.file, agent.name);
        const auto [there, is_new] = first.try_emplace(name, agent.file);
        if (!is_new) parts.push_back({"agent", name, agent.file, there->second});
    }
}

}  // namespace

std::vector<ShadowedPart> shadowed_parts(const FileReader& files, const PluginPackage& package) {
    SkillSource prototype;
    prototype.origin.loaded_from = LoadedFrom::plugin;
    prototype.origin.source = prototype.origin.plugin = package.name;
    prototype.name_prefix = package.name;
    prototype.qualified_origin = "package";
    prototype.plugin_root = package.root;
    std::vector<ShadowedPart> parts;
    const auto catalogue = catalogue_of(files, package, prototype);
    for (const auto& entry : catalogue->entries()) {
        if (entry.state != SkillState::shadowed) continue;
        const auto* winner = catalogue->find(entry.skill->call_name());
        if (winner == nullptr) continue;
        parts.push_back({entry.skill->is_command() ? "command" : "skill", entry.skill->name,
                         Path(entry.skill->file.string()), Path(winner->skill->file.string())});
    }
    add_agents(files, package, parts);
    return parts;
}

ShadowedFiles shadowed_files(const FileReader& files, const Plugin& plugin) {
    ShadowedFiles shadowed;
    if (!plugin.active()) return shadowed;
    for (const auto& part : shadowed_parts(files, *plugin.package)) {
        if (part.kind == "agent") continue;
        shadowed[part.file.string()] = plugin.component_name() + ":" + part.name + " of " + part.winner.string();
    }
    return shadowed;
}

}  // namespace skilldeck
