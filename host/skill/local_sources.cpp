// SPDX-License-Identifier: Apache-2.0
// The folders of this machine that skills come from, in their order. Nothing in them is read here.
#include "base/text.hpp"
#include "skill/codes.hpp"
#include "skill/discovery.hpp"

#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kWalkLimit = 256;  // folders between the start directory and the root

Origin origin_of(LoadedFrom loaded_from, std::string_view source, Scope scope, bool trusted) {
    Origin origin;
    origin.loaded_from = loaded_from;
    origin.source = source;
    origin.scope = scope;
    origin.trusted = trusted;
    return origin;
}

std::optional<std::uint32_t> user_of(const FileReader& files, const DiscoveryPlaces& places) {
    for (const auto& path : {places.home, places.start_directory}) {
        if (path.empty()) continue;
        if (const auto info = files.info(path)) return info->owner;
    }
    return std::nullopt;
}

struct ProjectFolders {
    std::vector<Path> folders;  ///< the start directory and its parents up to the root, nearest first
    Path root;                  ///< of the repository; without one the start directory
};

ProjectFolders project_folders(const FileReader& files, const DiscoveryPlaces& places, Diagnostics& diagnostics) {
    const auto real = files.real_path(places.start_directory);
    if (!real) return {};
    ProjectFolders found{{*real}, repository_root(files, *real).value_or(*real)};
    if (found.root == *real) return found;
    const auto user = user_of(files, places);
    for (Path folder = *real; folder != found.root && found.folders.size() < kWalkLimit;) {
        folder = folder.parent_path();
        const auto info = files.info(folder);
        if (!info || (user && info->owner != *user) || info->writable_by_all()) {
            diagnostics.push_back(make_diagnostic(code::skill_walk_ended, folder.string()));
            break;
        }
        found.folders.push_back(folder);
    }
    return found;
}

std::string project_origin(const Path& folder, const Path& root) {
    const auto relative = to_nfc(folder.lexically_relative(root).generic_string());  // names are
    return relative.empty() || relative == "." ? "project" : "project/" + relative;
}

/// Gathers the sources kind by kind; the order of the calls is the order of the result.
class LocalSources {
public:
    LocalSources(const FileReader& files, const DiscoveryPlaces& places, Diagnostics& diagnostics)
        : places_(places), project_(project_folders(files, places, diagnostics)) {}

    void add_managed() {
        const auto origin = origin_of(LoadedFrom::managed, "managed", Scope::managed, true);
        for (const auto& folder : places_.managed_dirs) {
            add(folder / "skills", origin, "managed");
            if (compat()) add(folder / kClaudeFolder / "skills", origin, "managed");
        }
    }

    void add_user() {
        const auto origin = origin_of(LoadedFrom::skills, "user", Scope::user, true);
        if (!places_.config_dir.empty()) add(places_.config_dir / "skills", origin, "user");
        if (!compat() || places_.home.empty()) return;
        add(places_.home / kAgentsFolder / "skills", origin, "user");
        add(places_.home / kClaudeFolder / "skills", origin, "user");
    }

    void add_project() {
        const auto origin = origin_of(LoadedFrom::skills, "project", Scope::project, places_.project_trusted);
        for (const auto& folder : project_.folders)
            add_config_folders(folder, origin, project_origin(folder, project_.root));
        for (const auto& folder : nested_folders()) {
            nested_in_ = nested_name(folder);
            add_config_folders(folder, origin, project_origin(folder, project_.root));
        }
        nested_in_.clear();
    }

    void add_added_directories() {
        for (const auto& folder : places_.added_dirs) {
            const auto origin = origin_of(LoadedFrom::skills, skill_source_word(SkillSourceKind::add_dir),
                                          Scope::project, places_.trusted_added.contains(folder));
            const auto plain = folder.lexically_normal();
            const auto name = plain.has_filename() ? plain.filename() : plain.parent_path().filename();
            add_config_folders(folder, origin, "add/" + name.string());
        }
    }

    void add_user_commands() {
        if (!compat() || places_.home.empty()) return;
        add(places_.home / kClaudeFolder / "commands",
            origin_of(LoadedFrom::commands_deprecated, "user", Scope::user, true), "user", SkillSource::Kind::commands);
    }

    void add_project_commands() {
        if (!compat()) return;
        const auto origin =
            origin_of(LoadedFrom::commands_deprecated, "project", Scope::project, places_.project_trusted);
        const auto add_commands = [&](const Path& folder) {
            add(folder / kClaudeFolder / "commands", origin, project_origin(folder, project_.root),
                SkillSource::Kind::commands);
        };
        for (const auto& folder : project_.folders) add_commands(folder);
        for (const auto& folder : nested_folders()) {
            nested_in_ = nested_name(folder);
            add_commands(folder);
        }
        nested_in_.clear();
    }

    [[nodiscard]] std::vector<SkillSource> take() { return std::move(sources_); }

private:
    [[nodiscard]] bool compat() const { return places_.compat == CompatPlaces::read; }

    /// None where the start directory itself cannot be read.
    [[nodiscard]] std::span<const Path> nested_folders() const {
        return project_.folders.empty() ? std::span<const Path>() : places_.nested_folders;
    }
    [[nodiscard]] std::string nested_name(const Path& folder) const {
        return to_nfc(folder.lexically_relative(project_.folders.front()).generic_string());
    }

    void add(const Path& path, const Origin& origin, std::string qualified_origin,
             SkillSource::Kind kind = SkillSource::Kind::root) {
        SkillSource source;
        source.kind = kind;
        source.path = path;
        source.origin = origin;
        source.qualified_origin = std::move(qualified_origin);
        source.nested_in = nested_in_;
        sources_.push_back(std::move(source));
    }

    void add_config_folders(const Path& folder, const Origin& origin, const std::string& qualified_origin) {
        add(folder / kOwnFolder / "skills", origin, qualified_origin);
        if (!compat()) return;
        add(folder / kAgentsFolder / "skills", origin, qualified_origin);
        add(folder / kClaudeFolder / "skills", origin, qualified_origin);
    }

    const DiscoveryPlaces& places_;
    ProjectFolders project_;
    std::string nested_in_;  ///< of the sources that are added now
    std::vector<SkillSource> sources_;
};

}  // namespace

std::optional<Path> repository_root(const FileReader& files, const Path& directory) {
    for (Path folder = directory; !folder.empty(); folder = folder.parent_path()) {
        if (files.info(folder / ".git", Links::keep)) return folder;
        if (folder == folder.parent_path()) break;
    }
    return std::nullopt;
}

std::vector<SkillSource> local_skill_sources(const FileReader& files, const DiscoveryPlaces& places,
                                             const SourceSwitches& switches, Diagnostics& diagnostics) {
    LocalSources sources(files, places, diagnostics);
    const bool user = switches.on(SkillSourceKind::user), project = switches.on(SkillSourceKind::project);
    if (switches.on(SkillSourceKind::managed)) sources.add_managed();
    if (user) sources.add_user();
    if (project) sources.add_project();
    if (switches.on(SkillSourceKind::add_dir)) sources.add_added_directories();
    if (switches.on(SkillSourceKind::commands)) {
        if (user) sources.add_user_commands();
        if (project) sources.add_project_commands();
    }
    return sources.take();
}

}  // namespace skilldeck
