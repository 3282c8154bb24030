// SPDX-License-Identifier: Apache-2.0
#include "market/install_records.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/record_rebuild.hpp"
#include "os/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::int64_t kVersion = 2;
constexpr std::string_view kPlugins = "plugins";
constexpr StateFormat kFormat{kVersion, StateFormat::WithoutVersion::unknown, kPlugins};
constexpr std::string_view kWrittenAnew = "nothing to do: the next change of a plugin writes the file anew";
constexpr std::array<std::string_view, 4> kScopes{"user", "project", "local", "managed"};

/// What is not so is not written.
void set_flag(json::object& object, std::string_view key, bool flag) {
    if (flag) {
        object[key] = true;
    } else {
        object.erase(key);
    }
}

void set_text(json::object& object, std::string_view key, const std::string& text) {
    if (text.empty()) {
        object.erase(key);
    } else {
        object[key] = text;
    }
}

bool needs_project(std::string_view scope) {
    return scope == "project" || scope == "local";
}

RecordedVersion read_recorded_version(const json::object& fields) {
    RecordedVersion version;
    version.path = Path(json_text(fields, "installPath"));
    version.version = json_text(fields, "version");
    version.digest = json_text(fields, "contentDigest");
    version.commit = json_text(fields, "gitCommitSha");
    if (const auto* entry = json_object(fields, "entry")) version.entry = *entry;
    version.entry_is_root = json_bool(fields, "entryIsRoot").value_or(false);
    return version;
}

std::optional<InstallRecord> read_record(std::string_view id, const json::value& value) {
    const auto* fields = value.if_object();
    if (fields == nullptr || !is_plugin_id(id)) return std::nullopt;
    InstallRecord record;
    record.id = id;
    record.scope = json_text(*fields, "scope");
    static_cast<RecordedVersion&>(record) = read_recorded_version(*fields);
    record.project = Path(json_text(*fields, "projectPath"));
    record.installed_at = json_text(*fields, "installedAt");
    record.updated_at = json_text(*fields, "lastUpdated");
    record.linked = json_bool(*fields, "linked").value_or(false);
    record.rebuilt = json_bool(*fields, "rebuilt").value_or(false);
    if (const auto* source = json_object(*fields, "source")) record.source = *source;
    if (const auto* previous = json_object(*fields, "previous")) record.previous = read_recorded_version(*previous);
    // The system ends a path at a NUL: what was checked would not be what is opened.
    for (const auto& text : {record.path.string(), record.project.string(), record.previous.path.string()}) {
        if (has_unsafe_characters(text)) return std::nullopt;
    }
    const bool known_scope = std::find(kScopes.begin(), kScopes.end(), record.scope) != kScopes.end();
    if (!known_scope || !record.path.is_absolute()) return std::nullopt;
    if (needs_project(record.scope) && record.project.empty()) return std::nullopt;
    return record;
}

void write_recorded_version(json::object& fields, const RecordedVersion& version) {
    fields["installPath"] = version.path.generic_string();
    fields["version"] = version.version;
    set_text(fields, "contentDigest", version.digest);
    set_text(fields, "gitCommitSha", version.commit);
    if (!version.entry.empty()) fields["entry"] = version.entry;
    set_flag(fields, "entryIsRoot", version.entry_is_root);
}

void write_record(json::object& fields, const InstallRecord& record) {
    fields["scope"] = record.scope;
    write_recorded_version(fields, record);
    fields["installedAt"] = record.installed_at;
    fields["lastUpdated"] = record.updated_at;
    set_text(fields, "projectPath", record.project.generic_string());
    set_flag(fields, "linked", record.linked);
    set_flag(fields, "rebuilt", record.rebuilt);
    if (!record.source.empty()) fields["source"] = record.source;
    if (record.previous.path.empty()) {
        fields.erase("previous");
        return;
    }
    json::object previous;
    write_recorded_version(previous, record.previous);
    fields["previous"] = std::move(previous);
}

bool is_same(const json::value& value, const InstallRecord& record) {
    const auto other = read_record(record.id, value);
    return other && other->is_at(record.scope, record.project);
}

}  // namespace

bool InstallRecord::is_at(std::string_view wanted_scope, const Path& project_dir) const {
    return scope == wanted_scope &&
           (!needs_project(scope) || project.lexically_normal() == project_dir.lexically_normal());
}

bool InstallRecord::applies_to(const Path& project_dir) const {
    return is_at(scope, project_dir);
}

Result<InstallRecords> InstallRecords::load(const FileReader& files, const Path& file, Diagnostics& diagnostics) {
    InstallRecords records;
    auto state = load_state_file(files, file, kFormat, diagnostics);
    if (!state) return state.error();
    records.state_ = std::move(*state);
    const auto info = files.info(file);
    if (!info && info.error().code == code::file_not_found) {
        records.missing_ = records.take_copy(files, diagnostics);  // else nothing was ever installed
    } else if (!records.state_.damage) {
        records.read_all(diagnostics);
    } else if (!records.take_copy(files, diagnostics)) {
        records.rebuild(files, diagnostics);
    }
    return records;
}

Result<> InstallRecords::save(FileWriter& writer) {
    auto saved = save_state_file(writer, state_);
    if (saved) missing_ = false;
    return saved;
}

void InstallRecords::read_all(Diagnostics& diagnostics) {
    const auto* plugins = json_object(state_.root, kPlugins);
    if (plugins == nullptr) return;  // none, or of a newer version
    for (const auto& member : *plugins) {
        const auto& value = member.value();
        const json::array one{value};  // older files hold a single record in place of the list
        for (const auto& item : value.is_array() ? value.get_array() : one) {
            if (auto record = read_record(member.key(), item)) {
                records_.push_back(std::move(*record));
            } else {
                unreadable_.emplace_back(member.key());
                diagnostics.push_back(
                    make_diagnostic(code::install_record_invalid, state_.file.string(), {member.key()}));
            }
        }
    }
}

Path InstallRecords::copy_of(const Path& file) {
    return file.parent_path() / (file.stem().string() + ".copy" + file.extension().string());
}

Result<> InstallRecords::keep_copy(const FileReader& files, FileWriter& writer, const Path& file) {
    Diagnostics with_the_file;
    const auto state = load_state_file(files, file, kFormat, with_the_file);
    if (!state || state->damage || state->newer || state->root.empty()) return {};
    const auto copy = load_state_file(files, copy_of(file), kFormat, with_the_file);
    if (copy && copy->newer) return {};
    const auto text = state_text(*state);
    if (copy && !copy->damage && state_text(*copy) == text) return {};
    return writer.write_atomically(copy_of(file), text);
}

/// The copy knows scopes, projects and links, which the store does not show.
bool InstallRecords::take_copy(const FileReader& files, Diagnostics& diagnostics) {
    Diagnostics of_copy;
    auto copy = load_state_file(files, copy_of(state_.file), kFormat, of_copy);
    if (!copy || copy->damage || copy->newer || copy->root.empty()) return false;
    state_.root = std::move(copy->root);
    read_all(diagnostics);
    std::vector<std::string> names;
    for (const auto& record : records_) names.push_back(record.id + " " + record.version);
    auto lost = "the records are those of " + copy_of(state_.file).string() + ": " + join(names, ", ");
    if (names.empty()) lost = "no plugin counts as installed, as in " + copy_of(state_.file).string();
    report_damage(state_, lost, kWrittenAnew, diagnostics);
    if (!state_.damage && !names.empty())
        diagnostics.push_back(make_diagnostic(code::records_missing, state_.file.string(), {lost, kWrittenAnew}));
    return true;
}

void InstallRecords::rebuild(const FileReader& files, Diagnostics& diagnostics) {
    auto found = rebuild_records(files, state_.file.parent_path() / "cache");
    std::vector<std::string> names;
    for (const auto& record : found.records) {
        set(record);
        names.push_back(record.id + " " + record.version);
    }
    std::string lost = "the records are those that the store shows: " + join(names, ", ");
    if (names.empty()) lost = "no plugin counts as installed, the store has none";
    if (!found.unusable.empty()) lost += " (not used: " + join(found.unusable, ", ") + ")";
    const std::string_view next =
        names.empty()
            ? "install the plugins again"
            : "each is on only where a settings file says true; install again what was linked or for one project only";
    report_damage(state_, lost, next, diagnostics);
}

std::vector<InstallRecord> InstallRecords::of(std::string_view id) const {
    std::vector<InstallRecord> found;
    std::copy_if(records_.begin(), records_.end(), std::back_inserter(found),
                 [&](const InstallRecord& record) { return record.id == id; });
    return found;
}

const InstallRecord* InstallRecords::find(std::string_view id, std::string_view scope, const Path& project_dir) const {
    const auto found = std::find_if(records_.begin(), records_.end(), [&](const InstallRecord& record) {
        return record.id == id && record.is_at(scope, project_dir);
    });
    return found == records_.end() ? nullptr : &*found;
}

bool InstallRecords::refers_to(const Path& directory) const {
    return std::any_of(records_.begin(), records_.end(), [&](const InstallRecord& record) {
        return record.path == directory || record.previous.path == directory;
    });
}

void InstallRecords::set(const InstallRecord& record) {
    auto& root = state_.root;
    root["version"] = kVersion;
    if (auto& plugins = root[kPlugins]; !plugins.is_object()) plugins = json::object{};
    auto& list = root[kPlugins].get_object()[record.id];
    if (list.is_object()) list = json::array{list};
    if (!list.is_array()) list = json::array{};
    auto& items = list.get_array();
    const auto place =
        std::find_if(items.begin(), items.end(), [&](const json::value& item) { return is_same(item, record); });
    if (place != items.end()) {
        write_record(place->get_object(), record);
    } else {
        json::object fields;
        write_record(fields, record);
        items.push_back(std::move(fields));
    }
    std::erase_if(records_, [&](const InstallRecord& other) {
        return other.id == record.id && other.is_at(record.scope, record.project);
    });
    records_.push_back(record);
}

void InstallRecords::remove(const InstallRecord& record) {
    auto* plugins = state_.root.if_contains(kPlugins);
    auto* list = plugins != nullptr && plugins->is_object() ? plugins->get_object().if_contains(record.id) : nullptr;
    if (list != nullptr && list->is_array()) {
        auto& items = list->get_array();
        for (auto item = items.begin(); item != items.end();) {
            item = is_same(*item, record) ? items.erase(item) : item + 1;
        }
    }
    const bool nothing_left = list != nullptr && (list->is_object() || (list->is_array() && list->get_array().empty()));
    if (nothing_left) plugins->get_object().erase(record.id);
    std::erase_if(records_, [id = record.id, scope = record.scope, project = record.project](
                                const InstallRecord& other) { return other.id == id && other.is_at(scope, project); });
}

}  // namespace skilldeck
