// SPDX-License-Identifier: Apache-2.0
#include "market/known_marketplaces.hpp"

#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/marketplace.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::int64_t kVersion = 2;
constexpr std::string_view kVersionKey = "version", kMarketplaces = "marketplaces";

/// The first shape becomes the inner map of the second; one of its marketplaces may be called "version".
void bring_up_to_date(boost::json::object& root) {
    const auto* version = root.if_contains(kVersionKey);
    if (root.empty() || (version != nullptr && !version->is_object())) return;
    boost::json::object inner = std::move(root);
    root = boost::json::object{};
    root[kVersionKey] = kVersion;
    root[kMarketplaces] = std::move(inner);
}

/// The marketplaces that plugins in the store came from.
std::vector<std::string> stored_marketplaces(const FileReader& files, const Path& cache) {
    std::vector<std::string> names;
    const auto entries = files.list(cache);
    for (const auto& entry : entries ? *entries : std::vector<DirectoryEntry>{}) {
        if (entry.kind == FileKind::directory && is_plugin_name(entry.name)) names.push_back(entry.name);
    }
    return names;
}

std::string step_after_damage(const FileReader& files, const Path& file) {
    const auto names = stored_marketplaces(files, file.parent_path() / "cache");
    std::string step = "add them again: skilldeck marketplace add SOURCE";
    return names.empty() ? step : step + "; the store has plugins of " + join(names, ", ");
}

/// The registration, or why it cannot be used.
Result<MarketplaceRegistration> read_registration(std::string_view name, const boost::json::value& value,
                                                  const Path& file) {
    const auto* fields = value.if_object();
    const auto* source = fields != nullptr ? json_object(*fields, "source") : nullptr;
    if (!is_plugin_name(name)) return make_error(code::marketplace_name_invalid, file.string(), {name});
    if (is_reserved_marketplace_name(name)) return make_error(code::marketplace_name_reserved, file.string(), {name});
    if (source == nullptr) {
        return make_error(code::marketplace_registration_invalid, file.string(), {name});
    }
    auto parsed = parse_marketplace_source(*source, file.string());
    if (!parsed) return parsed.error();
    return MarketplaceRegistration{std::string(name), std::move(*parsed), Path(json_text(*fields, "installLocation")),
                                   std::string(json_text(*fields, "lastUpdated")),
                                   std::string(json_text(*fields, "gitCommitSha"))};
}

}  // namespace

Result<KnownMarketplaces> KnownMarketplaces::load(const FileReader& files, const Path& file, Diagnostics& diagnostics) {
    KnownMarketplaces known;
    const StateFormat format{kVersion, StateFormat::WithoutVersion::oldest, kMarketplaces};
    auto state = load_state_file(files, file, format, diagnostics);
    if (!state) return state.error();
    known.state_ = std::move(*state);
    if (known.state_.damage) known.next_step_ = step_after_damage(files, file);
    report_damage(known.state_, "no marketplace counts as added", known.next_step_, diagnostics);
    bring_up_to_date(known.state_.root);
    const auto* members = known.state_.root.if_contains(kMarketplaces);
    if (members == nullptr) return known;
    if (!members->is_object()) return known;  // of a newer version
    for (const auto& member : members->get_object()) {
        auto registration = read_registration(member.key(), member.value(), file);
        if (registration) {
            known.registrations_.push_back(std::move(*registration));
        } else {
            diagnostics.push_back(to_diagnostic(registration.error()));
        }
    }
    std::sort(known.registrations_.begin(), known.registrations_.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return known;
}

const MarketplaceRegistration* KnownMarketplaces::find(std::string_view name) const {
    const auto found = std::find_if(registrations_.begin(), registrations_.end(),
                                    [&](const auto& registration) { return registration.name == name; });
    return found == registrations_.end() ? nullptr : &*found;
}

bool KnownMarketplaces::mentions(std::string_view name) const {
    const auto* members = json_object(state_.root, kMarketplaces);
    return state_.damage || state_.newer || (members != nullptr && members->contains(name));
}

std::optional<Error> KnownMarketplaces::unusable(std::string_view what) const {
    if (!state_.damage) return std::nullopt;
    const auto& damage = *state_.damage;
    return make_error(code::marketplaces_damaged, state_.file.string(),
                      {what, damage.reason, damage.copy.string(), next_step_});
}

boost::json::object& KnownMarketplaces::members() {
    state_.root[kVersionKey] = kVersion;
    auto& value = state_.root[kMarketplaces];
    if (!value.is_object()) value.emplace_object();
    return value.get_object();
}

void KnownMarketplaces::set(const MarketplaceRegistration& registration) {
    auto& member = members()[registration.name];
    if (!member.is_object()) member = boost::json::object{};
    auto& fields = member.get_object();
    fields["source"] = registration.source.to_record();
    fields["installLocation"] = registration.location.generic_string();
    fields["lastUpdated"] = registration.updated_at;
    if (registration.commit.empty()) {
        fields.erase("gitCommitSha");
    } else {
        fields["gitCommitSha"] = registration.commit;
    }
    std::erase_if(registrations_, [&](const auto& other) { return other.name == registration.name; });
    registrations_.push_back(registration);
    std::sort(registrations_.begin(), registrations_.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
}

void KnownMarketplaces::remove(std::string_view name) {
    members().erase(name);
    std::erase_if(registrations_, [&](const auto& registration) { return registration.name == name; });
}

}  // namespace skilldeck
