// SPDX-License-Identifier: Apache-2.0
#include "market/known_marketplaces.hpp"

#include "base/json.hpp"
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
                                   std::string(json_text(*fields, "lastUpdated"))};
}

}  // namespace

Result<KnownMarketplaces> KnownMarketplaces::load(const FileReader& files, const Path& file, Diagnostics& diagnostics) {
    KnownMarketplaces known;
    auto state = load_state_file(files, file, {kVersion, StateFormat::WithoutVersion::oldest}, diagnostics);
    if (!state) return state.error();
    known.state_ = std::move(*state);
    bring_up_to_date(known.state_.root);
    const auto* members = known.state_.root.if_contains(kMarketplaces);
    if (members == nullptr) return known;
    if (!members->is_object()) {
        diagnostics.push_back(make_diagnostic(code::marketplace_registration_invalid, file.string(), {kMarketplaces}));
        return known;
    }
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
