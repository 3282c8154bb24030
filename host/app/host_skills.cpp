// SPDX-License-Identifier: Apache-2.0
// The skills of the host (app/host.hpp): where they are looked for, their catalogue, and what touched files bring.
#include "app/codes.hpp"
#include "app/host.hpp"
#include "base/append.hpp"
#include "base/text.hpp"
#include "plugin/namespaces.hpp"
#include "skill/bundled.hpp"
#include "skill/codes.hpp"
#include "skill/conditional.hpp"
#include "skill/touched_path.hpp"

#include <utility>

namespace skilldeck {

DiscoveryPlaces Host::discovery_places() const {
    DiscoveryPlaces places;
    places.managed_dirs = places_.managed_dirs;
    places.config_dir = places_.config_dir;
    places.home = places_.home;
    places.start_directory = places_.start_directory;
    places.nested_folders = activation_.nested_folders();
    places.added_dirs = places_.added_dirs;
    for (const auto& directory : places_.added_dirs) {
        if (is_trusted_directory(directory)) places.trusted_added.insert(directory);
    }
    places.compat = options_.no_compat ? CompatPlaces::skip : CompatPlaces::read;
    places.project_trusted = project_trusted_;
    return places;
}

Result<Discovery> Host::discover(const SourceSwitches& switches) {
    auto others = plugins()->contributions().skills;
    if (auto asked = add_dynamic_skills(others); !asked) return asked.error();
    append(others, bundled_skill_sources());
    return discover_skills(world_.files, discovery_places(), switches, std::move(others));
}

CatalogueOptions Host::catalogue_options(SourceSwitches switches) {
    CatalogueOptions options;
    Diagnostics of_overrides;
    options.overrides = read_skill_overrides(settings_, of_overrides);
    for (const auto& plugin : plugins()->plugins()) {
        if (!owns_namespace(plugin)) continue;
        auto& owner = options.prefixes[to_nfc(plugin.component_name())];
        owner = {plugin.id(), plugin.active() || (owner.plugin == plugin.id() && owner.active)};
    }
    report_settings(std::move(of_overrides));
    options.sources = std::move(switches);
    options.activated = activation_.activated();
    return options;
}

Result<std::shared_ptr<const Catalogue>> Host::catalogue() {
    if (catalogue_) return catalogue_;
    auto switches = read_source_switches(settings_, options_.sources);
    if (!switches) return switches.error();
    auto discovered = discover(*switches);
    if (!discovered) return discovered.error();
    catalogue_ = Catalogue::build(*std::move(discovered), catalogue_options(*std::move(switches)));
    return catalogue_;
}

Result<> Host::touch(std::span<const Path> files, Diagnostics& found) {
    std::vector<std::string> paths;
    for (const auto& file : files) {
        activation_.note_folders(world_.files, discovery_places(), file, found);
        auto path = path_in_project(world_.files, file, places_.project_dir);
        if (path) {
            paths.push_back(*std::move(path));
        } else {
            found.push_back(make_diagnostic(code::skill_touch_outside, file.string(), {places_.project_dir.string()}));
        }
    }
    auto switches = read_source_switches(settings_, options_.sources);
    if (!switches) return switches.error();
    auto discovered = discover(*switches);
    if (!discovered) return discovered.error();
    auto options = catalogue_options(*std::move(switches));
    // Who is active is said by whole names, and those are known when all skills are.
    const ConditionalSkills conditional(Catalogue::build(*discovered, options), found);
    for (const auto& path : paths) activation_.activate(conditional.matching(path));
    options.activated = activation_.activated();
    catalogue_ = Catalogue::build(*std::move(discovered), options);
    return {};
}

// A module whose skills cannot be known before is asked each time the catalogue is built.
Result<> Host::add_dynamic_skills(std::vector<SkillSource>& sources) {
    const auto cancel = world_.stop_signals.token();
    std::vector<SkillSource> found;
    for (const auto& asked : sources) {
        if (asked.kind != SkillSource::Kind::dynamic || !asked.native) continue;
        std::optional<NativeReply> reply;
        asked.native->list_skills(cancel, [&reply](NativeReply answer) { reply = std::move(answer); });
        world_.reactor.run_until([&reply] { return reply.has_value(); });
        // Half a catalogue is none: it would be kept.
        if (cancel.cancelled()) return make_error(code::interrupted, asked.origin.plugin);
        append(found, dynamic_skill_sources(asked, *reply, diagnostics_));
    }
    append(sources, std::move(found));
    return {};
}

Result<Path> Host::bundled_directory(const std::string& skill) {
    if (!bundled_files_) {
        constexpr std::string_view kPrefix = "skilldeck-skills";
        constexpr std::chrono::hours kKept{24};
        TemporaryDirectory::remove_left(kPrefix, kKept);
        auto made = TemporaryDirectory::make(kPrefix);
        if (!made) return made.error();
        bundled_files_ = std::make_unique<BundledFiles>(world_.files, made->path() / "files");
        made->leave();  // the text that names it is read when this program has ended
    }
    return bundled_files_->directory_of(skill);
}

}  // namespace skilldeck
