// SPDX-License-Identifier: Apache-2.0
#include "settings/settings.hpp"

#include "base/json.hpp"
#include "settings/codes.hpp"
#include "settings/settings_change.hpp"
#include "settings/settings_read.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

struct ScopeWord {
    Scope scope;
    std::string_view word;
};
constexpr std::array kScopeWords{ScopeWord{Scope::managed, "managed"}, ScopeWord{Scope::flag, "flag"},
                                 ScopeWord{Scope::local, "local"}, ScopeWord{Scope::project, "project"},
                                 ScopeWord{Scope::user, "user"}};

/// The member of the map `key` of one layer, or null.
const boost::json::value* member_of(const SettingsLayer& layer, std::string_view key, std::string_view member) {
    const auto* map = json_object(layer.values, key);
    return map != nullptr ? map->if_contains(member) : nullptr;
}

}  // namespace

std::string_view scope_word(Scope scope) {
    for (const auto& entry : kScopeWords) {
        if (entry.scope == scope) return entry.word;
    }
    return {};
}

std::optional<Scope> parse_scope(std::string_view word) {
    for (const auto& entry : kScopeWords) {
        if (entry.word == word) return entry.scope;
    }
    return std::nullopt;
}

std::string_view SettingsLayer::why_unreadable(std::string_view key) const {
    const auto found = unreadable.find(key);
    return found == unreadable.end() ? std::string_view() : std::string_view(found->second);
}

std::string settings_file_name(const Path& file) {
    return file.empty() ? "--settings" : file.string();
}

Settings::Settings(std::vector<SettingsLayer> layers, Diagnostics diagnostics)
    : layers_(std::move(layers)), diagnostics_(std::move(diagnostics)) {
    std::ranges::stable_sort(layers_, {}, &SettingsLayer::scope);
}

const boost::json::value* Settings::find(std::string_view key) const {
    for (const auto& layer : layers_) {
        if (!layer.effective) continue;
        if (const auto* value = layer.values.if_contains(key)) return value;
    }
    return nullptr;
}

const boost::json::value* Settings::find_member(std::string_view key, std::string_view member) const {
    for (const auto& layer : layers_) {
        if (!layer.effective) continue;
        if (const auto* value = member_of(layer, key, member)) return value;
    }
    return nullptr;
}

bool Settings::flag(std::string_view key) const {
    const auto* value = find(key);
    return value != nullptr && value->is_bool() && value->get_bool();
}

namespace {

Result<Settings> load(const FileReader& files, const SettingsPlaces& places, const Path* trial_policy) {
    SettingsReader reader(files, places);
    for (const auto& directory : places.managed_dirs) {
        if (auto read = reader.add_managed(directory); !read) return read.error();
    }
    if (trial_policy != nullptr) {
        if (auto read = reader.add_trial(*trial_policy); !read) return read.error();
    }
    if (auto read = reader.add_flag(); !read) return read.error();
    reader.add_project_scope(Scope::local);
    reader.add_project_scope(Scope::project);
    reader.add_file(Scope::user, places.config_dir / kSettingsFile);
    return std::move(reader).finish();
}

}  // namespace

Result<Settings> load_settings(const FileReader& files, const SettingsPlaces& places) {
    return load(files, places, nullptr);
}

Result<Settings> load_settings_under(const FileReader& files, const SettingsPlaces& places, const Path& trial_policy) {
    return load(files, places, &trial_policy);
}

std::vector<Path> settings_files(const SettingsPlaces& places) {
    std::vector<Path> files;
    for (const auto& directory : places.managed_dirs) files.push_back(directory / kSettingsFile);
    if (const auto flag = flag_file(places)) files.push_back(*flag);
    for (const auto* folder : {".skilldeck", ".claude"}) {
        for (const auto name : {kLocalSettingsFile, kSettingsFile}) files.push_back(places.project_dir / folder / name);
    }
    files.push_back(places.config_dir / kSettingsFile);
    return files;
}

Result<Path> settings_file_for(const Settings& settings, const SettingsPlaces& places, Scope scope,
                               std::string_view key, std::string_view member) {
    if (scope == Scope::managed || scope == Scope::flag) {
        return make_error(code::settings_scope_read_only, {}, {scope_word(scope)});
    }
    const Path* with_map = nullptr;
    for (const auto& layer : settings.layers()) {
        if (layer.scope != scope) continue;
        if (!member.empty() && member_of(layer, key, member) != nullptr) return layer.file;
        if (with_map == nullptr && layer.values.contains(key)) with_map = &layer.file;
    }
    if (with_map != nullptr) return *with_map;
    if (scope == Scope::user || (scope == Scope::project && places.config_dir_is_home)) {
        return places.config_dir / kSettingsFile;
    }
    return places.project_dir / ".skilldeck" / (scope == Scope::local ? kLocalSettingsFile : kSettingsFile);
}

Result<std::vector<Path>> settings_files_with(const Settings& settings, const SettingsPlaces& places, Scope scope,
                                              std::string_view key, std::string_view member) {
    auto file = settings_file_for(settings, places, scope, key, member);
    if (!file) return file.error();
    std::vector<Path> files{std::move(*file)};
    for (const auto& layer : settings.layers()) {
        const bool one_more = layer.scope == scope && layer.file != files.front();
        if (one_more && member_of(layer, key, member) != nullptr) files.push_back(layer.file);
    }
    return files;
}

}  // namespace skilldeck
