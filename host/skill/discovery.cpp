// SPDX-License-Identifier: Apache-2.0
#include "skill/discovery.hpp"

#include "base/codes.hpp"
#include "base/json.hpp"
#include "skill/codes.hpp"
#include "skill/source_reader.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

SkillSourceKind kind_of(const Origin& origin) {
    switch (origin.loaded_from) {
        case LoadedFrom::managed: return SkillSourceKind::managed;
        case LoadedFrom::skills: return SkillSourceKind::user;
        case LoadedFrom::commands_deprecated: return SkillSourceKind::commands;
        case LoadedFrom::plugin: return SkillSourceKind::plugin;
        case LoadedFrom::bundled: return SkillSourceKind::bundled;
        case LoadedFrom::mcp: return SkillSourceKind::mcp;
        case LoadedFrom::remote: return SkillSourceKind::remote;
    }
    return SkillSourceKind::plugin;
}

}  // namespace

Discovery discover_skills(const FileReader& files, const DiscoveryPlaces& places, const SourceSwitches& switches,
                          std::vector<SkillSource> others) {
    Discovery found;
    auto all = local_skill_sources(files, places, switches, found.diagnostics);
    std::vector<SkillSource*> ordered;
    for (auto& source : others) {
        if (switches.on(kind_of(source.origin))) ordered.push_back(&source);
    }
    std::stable_sort(ordered.begin(), ordered.end(), [](const SkillSource* a, const SkillSource* b) {
        return kind_of(a->origin) < kind_of(b->origin);
    });
    for (auto* source : ordered) all.push_back(std::move(*source));
    SourceReader(files, places, found).read(std::move(all));
    return found;
}

std::vector<SkillSource> dynamic_skill_sources(const SkillSource& asked, const NativeReply& reply,
                                               Diagnostics& diagnostics) {
    std::vector<SkillSource> sources;
    const auto where = asked.path.string();
    diagnostics.insert(diagnostics.end(), reply.diagnostics.begin(), reply.diagnostics.end());
    if (reply.outcome != NativeReply::Outcome::ok) {
        diagnostics.push_back(make_diagnostic(code::skill_render_failed, where, {asked.origin.plugin, reply.message}));
        return sources;
    }
    const auto tree = parse_json(reply.output, where);
    if (!tree || !tree->is_array()) {
        const auto error =
            tree ? make_error(code::json_wrong_type, where, {"list_skills", json_kind(*tree), "a list"}) : tree.error();
        diagnostics.push_back(to_diagnostic(error));
        return sources;
    }
    for (const auto& item : tree->get_array()) {
        if (!item.is_object()) {
            diagnostics.push_back(make_diagnostic(code::skill_item_invalid, where));
            continue;
        }
        sources.push_back(asked);
        sources.back().kind = SkillSource::Kind::native;
        sources.back().item = item.get_object();
    }
    return sources;
}

}  // namespace skilldeck
