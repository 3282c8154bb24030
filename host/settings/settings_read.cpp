// SPDX-License-Identifier: Apache-2.0
#include "settings/settings_read.hpp"

#include "base/json.hpp"
#include "base/json_duplicates.hpp"
#include "base/json_position.hpp"
#include "base/text.hpp"
#include "os/codes.hpp"
#include "os/dangling_link.hpp"
#include "settings/codes.hpp"
#include "settings/setting_keys.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kPermissions = "permissions";
constexpr std::uint32_t kRoot = 0;
constexpr std::uint32_t kSticky = 01000;
constexpr std::string_view kUntilThen = "until then ";
constexpr std::string_view kWholeFile =
    "skills and plugins that no higher settings enable are off, and calls that none allow ask";

std::string_view view(boost::json::string_view text) {
    return {text.data(), text.size()};
}

bool is_project(Scope scope) {
    return scope == Scope::local || scope == Scope::project;
}

/// The number behind `word` in an error's sentence.
std::optional<int> number_after(std::string_view text, std::string_view word) {
    const auto at = text.rfind(word);
    if (at == std::string_view::npos) return std::nullopt;
    int number = 0;
    const auto* begin = text.data() + at + word.size();
    const auto parsed = std::from_chars(begin, text.data() + text.size(), number);
    return parsed.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// An error of the JSON reader with its position as data.
Diagnostic positioned(const Error& error) {
    auto diagnostic = to_diagnostic(error);
    diagnostic.line = number_after(error.what, "line ");
    diagnostic.column = number_after(error.what, "column ");
    return diagnostic;
}

/// `FILE:LINE:COLUMN cannot be read: WHY`.
std::string unreadable_reason(std::string_view file, std::optional<int> line, std::optional<int> column,
                              std::string_view why) {
    std::string reason(file);
    if (line) reason += ":" + std::to_string(*line);
    if (line && column) reason += ":" + std::to_string(*column);
    return reason + " cannot be read: " + std::string(why);
}

/// What stands where a map or a list should: nothing that it forbids can be known.
void mark_unreadable(SettingsLayer& layer, std::string_view text) {
    const Place place(settings_file_name(layer.file));
    const auto mark = [&](std::string_view key, const Place& at, std::string_view name, std::string_view wanted) {
        const auto position = JsonPositions(text).position(at.pointer, Place::Part::value);
        auto reason = unreadable_reason(at.file, position.line, position.column,
                                        "\"" + std::string(name) + "\" is not " + std::string(wanted));
        layer.unreadable.try_emplace(std::string(key), std::move(reason));
    };
    for (const auto& key : setting_keys()) {
        const auto* value = key.use.forbids() ? layer.values.if_contains(key.name) : nullptr;
        if (value != nullptr && !value->is_object()) mark(key.name, place / key.name, key.name, "a map");
    }
    const auto* permissions = json_object(layer.values, kPermissions);
    if (permissions == nullptr) return;
    for (const std::string_view list : {"deny", "ask"}) {
        const auto* rules = permissions->if_contains(list);
        if (rules == nullptr || rules->is_array() || rules->is_string()) continue;
        mark(kPermissions, place / kPermissions / list, "permissions." + std::string(list), "a list");
    }
}

/// Nothing of the file can be known: it might forbid under every key that can stand there.
void mark_all_unreadable(SettingsLayer& layer, const std::string& reason) {
    for (const auto& key : setting_keys()) {
        const bool counts = key.use.in_claude_file || !is_claude_file(layer);
        if (key.use.forbids() && counts) layer.unreadable.try_emplace(std::string(key.name), reason);
    }
}

void add_hint(Diagnostic& problem, std::string_view until_mended) {
    if (!problem.hint.empty()) problem.hint += "; ";
    problem.hint.append(kUntilThen).append(until_mended);
}

Error repeated(const JsonDuplicate& duplicate, std::string_view where) {
    const auto& [place, first, again] = duplicate;
    return make_error(code::settings_key_repeated, where,
                      {duplicate.name(), std::to_string(first.line), std::to_string(first.column),
                       std::to_string(again.line), std::to_string(again.column)});
}

/// Of a file that is asked for, or that nobody may get around, a repeated key is damage like any other.
Result<boost::json::object> read_strictly(std::string_view text, std::string_view where) {
    auto values = parse_json_object(text, where);
    if (!values) return values;
    if (const auto twice = json_duplicates(text); !twice.empty()) return repeated(twice.front(), where);
    return values;
}

/// The key of the settings that a pointer leads into.
std::string_view top_key(std::string_view pointer) {
    pointer.remove_prefix(std::min<std::size_t>(pointer.size(), 1));
    return pointer.substr(0, pointer.find('/'));
}

/// What of a project's value waits for trust; nothing when all of it only restricts.
std::string waiting_part(std::string_view key, const boost::json::value& value) {
    const auto* setting = find_setting(key);
    if (setting == nullptr || setting->use.restricts) return {};
    if (!value.is_object()) return std::string(key);
    const auto& map = value.get_object();
    if (key == "enabledPlugins") {
        const bool enables = std::ranges::any_of(map, [](const auto& item) { return item.value() != false; });
        return enables ? std::string(key) : std::string();
    }
    if (key != "permissions") return std::string(key);
    std::vector<std::string> parts;
    for (const auto& item : map) {
        if (item.key() != "deny" && item.key() != "ask")
            parts.push_back("permissions." + std::string(view(item.key())));
    }
    return join(parts, ", ");
}

}  // namespace

bool is_claude_file(const SettingsLayer& layer) {
    return is_project(layer.scope) && layer.file.parent_path().filename() == ".claude";
}

std::optional<Path> flag_file(const SettingsPlaces& places) {
    if (!places.flag || trim(*places.flag).starts_with('{')) return std::nullopt;
    return Path(*places.flag);
}

Result<> SettingsReader::check_ownership(const Path& path) const {
    const auto refuse = [](const Path& place, std::string_view why) {
        return make_error(code::settings_managed_insecure, place.string(), {place.string(), why});
    };
    const auto real = files_.real_path(path);
    if (!real) return real.error();
    const auto info = files_.info(*real);
    if (!info) return info.error();
    if (info->owner != kRoot) return refuse(*real, "not owned by root");
    if (info->writable_by_others()) return refuse(*real, "writable by others than root");
    // A folder above that anybody may rename entries in would let them put another one in its place.
    for (Path above = real->parent_path(); above.has_relative_path(); above = above.parent_path()) {
        const auto folder = files_.info(above);
        if (!folder) return folder.error();
        if (folder->writable_by_all() && (folder->mode & kSticky) == 0) {
            return refuse(above, "a folder that everybody may write to");
        }
    }
    return {};
}

Result<> SettingsReader::add_managed(const Path& directory) {
    const auto real = files_.real_path(directory);
    if (!real && real.error().code == code::file_not_found) {
        if (auto link = dangling_link(files_, directory)) return *std::move(link);
        return {};
    }
    if (!real) return real.error();
    if (std::ranges::find(managed_, *real) != managed_.end()) return {};
    managed_.push_back(*real);
    if (auto owned = check_ownership(*real); !owned) return owned;

    const Path file = directory / kSettingsFile;
    auto text = files_.read(file, JsonLimits{}.bytes);
    if (!text && text.error().code == code::file_not_found) {
        if (auto link = dangling_link(files_, file)) return *std::move(link);
        return {};
    }
    if (!text) return text.error();
    if (auto owned = check_ownership(file); !owned) return owned;
    if (auto owned = check_ownership(files_.real_path(file)->parent_path()); !owned) return owned;
    auto values = read_strictly(*text, file.string());
    if (!values) return values.error();
    SettingsLayer layer{.scope = Scope::managed, .file = file, .values = std::move(*values), .left_out = {}};
    add_layer(std::move(layer), *text);
    return {};
}

Result<> SettingsReader::add_trial(const Path& file) {
    const auto text = files_.read(file, JsonLimits{}.bytes);
    if (!text) return text.error();
    auto values = read_strictly(*text, file.string());
    if (!values) return values.error();
    SettingsLayer layer{.scope = Scope::managed, .file = file, .values = std::move(*values), .left_out = {}};
    add_layer(std::move(layer), *text);
    return {};
}

Result<> SettingsReader::add_flag() {
    if (!places_.flag) return {};
    SettingsLayer layer{.scope = Scope::flag, .file = {}, .values = {}, .left_out = {}};
    std::string text = *places_.flag;
    if (const auto file = flag_file(places_)) {
        layer.file = *file;
        auto read = files_.read(layer.file, JsonLimits{}.bytes);
        if (!read) return read.error();
        text = std::move(*read);
    }
    auto values = read_strictly(text, settings_file_name(layer.file));
    if (!values) return values.error();
    layer.values = std::move(*values);
    add_layer(std::move(layer), text);
    return {};
}

void SettingsReader::add_project_scope(Scope scope) {
    const auto name = scope == Scope::local ? kLocalSettingsFile : kSettingsFile;
    const bool is_users_own = places_.config_dir_is_home && scope == Scope::project;
    if (!is_users_own) add_file(scope, places_.project_dir / ".skilldeck" / name);
    const bool is_home = places_.config_dir_is_home || places_.project_dir == places_.home;
    if (places_.compat && !is_home) add_file(scope, places_.project_dir / ".claude" / name);
}

void SettingsReader::add_file(Scope scope, const Path& file) {
    auto text = files_.read(file, JsonLimits{}.bytes);
    if (!text && text.error().code == code::file_not_found) {
        auto link = dangling_link(files_, file);
        if (!link) return;
        text = *std::move(link);
    }
    SettingsLayer layer{.scope = scope, .file = file, .values = {}, .left_out = {}};
    layer.effective = !is_project(scope) || places_.project_trusted;
    auto values = text ? parse_json_object(*text, file.string()) : Result<boost::json::object>(text.error());
    if (values) {
        layer.values = std::move(*values);
        settle_repeated(layer, *text);
    } else {
        layer.damaged = true;
        auto problem = positioned(values.error());
        if (text && !problem.line) {
            const auto position = JsonPositions(*text).position("", Place::Part::value);
            problem.line = position.line;
            problem.column = position.column;
        }
        mark_all_unreadable(layer, unreadable_reason(file.string(), problem.line, problem.column, problem.message));
        add_hint(problem, kWholeFile);
        diagnostics_.push_back(std::move(problem));
    }
    add_layer(std::move(layer), text ? *text : std::string());
}

/// The last of them would count, and what an earlier one forbids be lost: the stricter reading instead.
void SettingsReader::settle_repeated(SettingsLayer& layer, std::string_view text) {
    for (const auto& twice : json_duplicates(text)) {
        const std::string key(top_key(twice.place.pointer));
        const auto* setting = find_setting(key);
        if (is_claude_file(layer) && (setting == nullptr || !setting->use.in_claude_file)) continue;
        auto problem = to_diagnostic(repeated(twice, layer.file.string()));
        problem.line = twice.again.line;
        problem.column = twice.again.column;
        const auto reason = unreadable_reason(layer.file.string(), problem.line, problem.column, problem.message);
        if (setting != nullptr && setting->use.forbids()) {
            layer.unreadable.try_emplace(key, reason);
            add_hint(problem, setting->use.until_mended);
        } else if (setting != nullptr && setting->use.restricts) {
            layer.values[key] = true;
        } else {
            layer.values.erase(key);  // neither of them is known to be meant
        }
        diagnostics_.push_back(std::move(problem));
    }
}

void SettingsReader::add_layer(SettingsLayer layer, std::string_view text) {
    leave_out(layer);
    mark_unreadable(layer, text);
    judge_settings(layer, diagnostics_);
    if (!layer.effective) note_untrusted(layer);
    layers_.push_back(std::move(layer));
}

void SettingsReader::leave_out(SettingsLayer& layer) {
    const bool compat = is_claude_file(layer);
    boost::json::object kept;
    for (auto& item : layer.values) {
        const auto key = view(item.key());
        const auto* setting = find_setting(key);
        // The rest of such a file governs another program: nothing to report.
        if (compat && (setting == nullptr || !setting->use.in_claude_file)) continue;
        const auto scopes = setting != nullptr ? setting->scopes : SettingScopes::any;
        const bool managed_only = layer.scope != Scope::managed && scopes == SettingScopes::managed;
        const bool user_only = is_project(layer.scope) && scopes == SettingScopes::user;
        if (!managed_only && !user_only) {
            kept.emplace(item.key(), std::move(item.value()));
            continue;
        }
        layer.left_out.emplace_back(key);
        diagnostics_.push_back(make_diagnostic(code::settings_key_left_out, Place(layer.file.string()) / key,
                                               {key, scope_word(layer.scope), managed_only ? "managed" : "user"}));
    }
    layer.values = std::move(kept);
}

void SettingsReader::note_untrusted(const SettingsLayer& layer) {
    std::vector<std::string> waiting;
    for (const auto& item : layer.values) {
        if (auto part = waiting_part(view(item.key()), item.value()); !part.empty()) waiting.push_back(std::move(part));
    }
    if (waiting.empty()) return;
    diagnostics_.push_back(make_diagnostic(code::settings_untrusted, layer.file.string(), {join(waiting, ", ")}));
}

Settings SettingsReader::finish() && {
    return {std::move(layers_), std::move(diagnostics_)};
}

}  // namespace skilldeck
