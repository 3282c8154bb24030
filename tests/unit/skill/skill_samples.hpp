// SPDX-License-Identifier: Apache-2.0
// What the tests of skills share: sources, a reader that fails on purpose, and looking for a diagnostic.
#pragma once

#include "os/codes.hpp"
#include "os/file_system.hpp"
#include "skill/catalogue.hpp"
#include "skill/discovery.hpp"
#include "skill/expansion.hpp"
#include "skill/skill.hpp"
#include "temporary_directory.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::test {

inline SkillSource source_of_user(const Path& path = {}, SkillSource::Kind kind = SkillSource::Kind::root) {
    SkillSource source;
    source.kind = kind;
    source.path = path;
    source.origin.loaded_from = LoadedFrom::skills;
    source.origin.source = "user";
    source.origin.scope = Scope::user;
    source.origin.trusted = true;
    source.qualified_origin = "user";
    return source;
}

inline SkillSource source_of_plugin(const Path& root, std::string_view plugin, std::string_view market) {
    auto source = source_of_user(root / "skills");
    source.origin.loaded_from = LoadedFrom::plugin;
    source.origin.source = std::string(plugin) + "@" + std::string(market);
    source.origin.plugin = source.origin.source;
    source.name_prefix = plugin;
    source.qualified_origin = market;
    source.plugin_root = root;
    return source;
}

inline std::shared_ptr<const SkillSource> shared(SkillSource source) {
    return std::make_shared<const SkillSource>(std::move(source));
}

inline SettingsLayer settings_layer(Scope scope, boost::json::object values) {
    SettingsLayer layer;
    layer.scope = scope;
    layer.file = "/settings.json";
    layer.values = std::move(values);
    return layer;
}

/// Of a project that is not trusted: only what restricts counts.
inline SettingsLayer untrusted_layer(Scope scope, boost::json::object values) {
    auto layer = settings_layer(scope, std::move(values));
    layer.effective = false;
    return layer;
}

inline std::size_t count_code(const Diagnostics& diagnostics, Code code) {
    return static_cast<std::size_t>(std::count_if(diagnostics.begin(), diagnostics.end(),
                                                  [&](const Diagnostic& item) { return item.code == code; }));
}

/// The one diagnostic of the code; a default one when there is none.
inline Diagnostic find_code(const Diagnostics& diagnostics, Code code) {
    const auto found =
        std::find_if(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& item) { return item.code == code; });
    return found == diagnostics.end() ? Diagnostic{} : *found;
}

/// A user with an empty home, in an empty project without a repository.
class Workspace {
public:
    Workspace() {
        for (const auto* folder : {"home", "project"}) std::filesystem::create_directories(at(folder));
        places.config_dir = at("home/.skilldeck");
        places.home = at("home");
        places.start_directory = at("project");
    }

    [[nodiscard]] Path at(const Path& relative) const { return directory.path() / relative; }

    void skill(const Path& folder, std::string_view text = "Body.\n") const {
        directory.write(folder / "SKILL.md", text);
    }
    /// A skill with front matter of its folder's name.
    void named(const Path& folder, std::string_view body = "Body.\n") const {
        const auto name = folder.filename().string();
        skill(folder, "---\nname: " + name + "\ndescription: about " + name + "\n---\n" + std::string(body));
    }
    void link(const Path& target, const Path& at_path) const {
        std::filesystem::create_directories(at(at_path).parent_path());
        std::filesystem::create_symlink(target, at(at_path));
    }
    void repository(const Path& folder) const { std::filesystem::create_directories(at(folder) / ".git"); }

    [[nodiscard]] Discovery discover(std::vector<SkillSource> others = {}) const {
        return discover_skills(files, places, switches, others);
    }
    [[nodiscard]] std::shared_ptr<const Catalogue> catalogue(std::vector<SkillSource> others = {},
                                                             const CatalogueOptions& options = {}) const {
        return Catalogue::build(discover(std::move(others)), options);
    }

    TemporaryDirectory directory;
    FileSystem files;
    DiscoveryPlaces places;
    SourceSwitches switches;
};

/// The names in the order of discovery.
inline std::vector<std::string> names_of(const Discovery& found) {
    std::vector<std::string> names;
    for (const auto& skill : found.skills) names.push_back(skill->call_name());
    return names;
}

/// Names of what a list without `--all` shows, sorted.
inline std::vector<std::string> usable_names(const Catalogue& catalogue) {
    std::vector<std::string> names;
    for (const auto& entry : catalogue.entries()) {
        const bool usable = entry.state == SkillState::active || entry.state == SkillState::conditional;
        if (usable) names.push_back(entry.skill->call_name());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The real disk, except that some paths cannot be read, as for a user without the right to.
class ForbiddingReader final : public FileReader {
public:
    std::set<Path> forbidden;

    Result<FileInfo> info(const Path& path, Links links) const override {
        return refuses(path.parent_path()) ? refusal(path) : files_.info(path, links);
    }
    Result<std::string> read(const Path& path, std::size_t limit) const override {
        return refuses(path) ? refusal(path) : files_.read(path, limit);
    }
    Result<std::string> read_head(const Path& path, std::size_t bytes) const override {
        return refuses(path) ? refusal(path) : files_.read_head(path, bytes);
    }
    Result<std::vector<DirectoryEntry>> list(const Path& directory) const override {
        if (refuses(directory)) return refusal(directory);
        return files_.list(directory);
    }
    Result<Path> real_path(const Path& path) const override { return files_.real_path(path); }
    Result<Path> read_link(const Path& path) const override { return files_.read_link(path); }

private:
    [[nodiscard]] bool refuses(const Path& path) const { return forbidden.contains(path); }
    static Error refusal(const Path& path) {
        return make_error(code::file_unreadable, path.string(), {"Permission denied"});
    }
    FileSystem files_;
};

}  // namespace skilldeck::test
