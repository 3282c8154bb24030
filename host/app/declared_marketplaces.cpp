// SPDX-License-Identifier: Apache-2.0
#include "app/declared_marketplaces.hpp"

#include "app/codes.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/place.hpp"
#include "base/plugin_id.hpp"
#include "market/lockfile.hpp"
#include "market/source_text.hpp"
#include "settings/settings_change.hpp"
#include "settings/source_places.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

/// Where relative paths of a layer count from.
Path base_of(const Host& host, const SettingsLayer& layer) {
    const bool of_project = layer.scope == Scope::project || layer.scope == Scope::local;
    if (of_project) return host.places().project_dir;
    return layer.file.empty() ? host.places().start_directory : layer.file.parent_path();
}

Result<Source> read_declaration(const json::value& entry, const Path& base, std::string_view where) {
    const auto* fields = entry.if_object();
    const auto* written = fields != nullptr ? json_object(*fields, "source") : nullptr;
    if (written == nullptr) return make_error(code::declared_marketplace_wrong, where);
    auto source = parse_marketplace_source(*written, where);
    if (source && !source->path.empty()) source->path = (base / source->path).lexically_normal().string();
    return source;
}

bool is_same(const FileReader& files, const Source& one, const Source& other) {
    return is_same_source(files, one.to_record(), other.to_record());
}

const KnownMarketplace* find_known(const std::vector<KnownMarketplace>& known, std::string_view name) {
    const auto there = std::ranges::find(known, name, &KnownMarketplace::name);
    return there == known.end() ? nullptr : &*there;
}

}  // namespace

std::vector<DeclaredMarketplace> declared_marketplaces(Host& host, Diagnostics& found) {
    std::map<std::string, std::optional<DeclaredMarketplace>, std::less<>> declared;
    for (const auto& layer : host.settings().layers()) {
        const auto* entries = layer.effective ? json_object(layer.values, kDeclaredMarketplaces) : nullptr;
        if (entries == nullptr) continue;
        const auto map = Place(settings_file_name(layer.file)) / kDeclaredMarketplaces;
        for (const auto& entry : *entries) {
            const std::string name(entry.key());
            if (declared.contains(name)) continue;
            auto source = is_plugin_name(name)
                              ? read_declaration(entry.value(), base_of(host, layer), layer.file.string())
                              : Result<Source>(make_error(code::declared_marketplace_wrong, map / name));
            auto& place = declared[name];
            if (source) {
                place = DeclaredMarketplace{name, std::move(*source), layer.scope, layer.file};
            } else {
                auto problem = to_diagnostic(source.error());
                problem.pointer = (map / name).pointer;
                found.push_back(std::move(problem));
            }
        }
    }
    std::vector<DeclaredMarketplace> list;
    for (auto& [name, one] : declared) {
        if (one) list.push_back(std::move(*one));
    }
    return list;
}

Diagnostics undone_declarations(Host& host) {
    Diagnostics found;
    const auto declared = declared_marketplaces(host, found);
    if (declared.empty()) return found;
    Diagnostics said_elsewhere;
    const auto known = host.market().marketplaces(said_elsewhere);
    for (const auto& one : declared) {
        const auto* there = find_known(known, one.name);
        const auto place = Place(settings_file_name(one.file)) / kDeclaredMarketplaces / one.name;
        if (there == nullptr) {
            found.push_back(make_diagnostic(code::marketplace_only_declared, place, {one.name, scope_word(one.scope)}));
        } else if (!is_same(host.world().files, there->source, one.source)) {
            found.push_back(
                make_diagnostic(code::marketplace_declared_elsewhere, place, {one.name, scope_word(one.scope)}));
        }
    }
    return found;
}

std::optional<Error> refuse_undeclared_source(Host& host, const Source& source, std::string_view name) {
    Diagnostics said_elsewhere;
    const auto declared = declared_marketplaces(host, said_elsewhere);
    const auto wanted = std::ranges::find(declared, name, &DeclaredMarketplace::name);
    if (wanted == declared.end() || is_same(host.world().files, wanted->source, source)) return std::nullopt;
    const auto file = settings_file_name(wanted->file);
    auto error = make_error(code::marketplace_source_undeclared, Place(file) / kDeclaredMarketplaces / name,
                            {name, source_text(wanted->source), file});
    if (wanted->scope != Scope::managed) error.hint += ", or take that entry out of " + file;
    return error;
}

std::map<std::string, Path, std::less<>> marketplaces_from_elsewhere(Host& host, Scope scope) {
    std::map<std::string, Path, std::less<>> foreign;
    Diagnostics said_elsewhere;
    auto declared = declared_marketplaces(host, said_elsewhere);
    std::erase_if(declared, [&](const DeclaredMarketplace& one) { return one.scope != scope; });
    if (declared.empty()) return foreign;
    const auto known = host.market().marketplaces(said_elsewhere);
    for (const auto& one : declared) {
        const auto* there = find_known(known, one.name);
        if (there != nullptr && !is_same(host.world().files, there->source, one.source))
            foreign.emplace(one.name, one.file);
    }
    return foreign;
}

bool waits_for_trust(const Host& host, std::string_view name) {
    const auto layers = host.settings().layers();
    return std::ranges::any_of(layers, [&](const SettingsLayer& layer) {
        const auto* entries = layer.effective ? nullptr : json_object(layer.values, kDeclaredMarketplaces);
        return entries != nullptr && entries->contains(name);
    });
}

Result<std::optional<MarketAction>> add_declared_marketplace(Host& host, std::string_view name) {
    Diagnostics found;
    const auto declared = declared_marketplaces(host, found);
    const auto wanted = std::ranges::find(declared, name, &DeclaredMarketplace::name);
    if (wanted == declared.end() || find_known(host.market().marketplaces(found), name) != nullptr)
        return std::optional<MarketAction>();
    auto added = host.market().add_marketplace(json::serialize(wanted->source.to_record()), wanted->name);
    if (!added) return added.error();
    return std::optional(std::move(*added));
}

Result<Path> declare_marketplace(Host& host, std::string_view name, Scope scope) {
    const auto file = host.settings_target(scope, kDeclaredMarketplaces, name);
    if (!file) return file.error();
    Diagnostics said_elsewhere;
    const auto known = host.market().marketplaces(said_elsewhere);
    const auto* there = find_known(known, name);
    if (there == nullptr) return make_error(code::declared_marketplace_wrong, name);
    auto source = there->source.to_record();
    if (scope != Scope::user) {
        auto shared = shared_source(source, host.places().project_dir);
        if (!shared.empty()) source = std::move(shared);
    }
    const auto with_source = [&](const json::value* before) -> Result<std::optional<std::string>> {
        json::object entry = before != nullptr && before->is_object() ? before->get_object() : json::object();
        entry["source"] = source;  // what else it says of the marketplace stays
        std::string text;
        JsonWriter(text).value(json::value(std::move(entry)));
        return std::optional(std::move(text));
    };
    auto& files = host.world().files;
    if (auto written = change_settings_by(files, files, *file, kDeclaredMarketplaces, name, with_source); !written)
        return written.error();
    return *file;
}

}  // namespace skilldeck
