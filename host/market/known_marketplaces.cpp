// SPDX-License-Identifier: Apache-2.0
#include "market/known_marketplaces.hpp"

#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/marketplace.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

std::string text_member(const boost::json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value != nullptr && value->is_string() ? std::string(value->get_string().c_str()) : std::string{};
}

/// The registration, or why it cannot be used.
Result<MarketplaceRegistration> read_registration(std::string_view name, const boost::json::value& value,
                                                  const Path& file) {
    const auto* fields = value.if_object();
    const auto* source = fields != nullptr ? fields->if_contains("source") : nullptr;
    if (!is_plugin_name(name)) return make_error(code::marketplace_name_invalid, file.string(), {name});
    if (is_reserved_marketplace_name(name)) return make_error(code::marketplace_name_reserved, file.string(), {name});
    if (source == nullptr || !source->is_object()) {
        return make_error(code::marketplace_registration_invalid, file.string(), {name});
    }
    auto parsed = parse_marketplace_source(source->get_object(), file.string());
    if (!parsed) return parsed.error();
    return MarketplaceRegistration{std::string(name), std::move(*parsed), Path(text_member(*fields, "installLocation")),
                                   text_member(*fields, "lastUpdated")};
}

}  // namespace

Result<KnownMarketplaces> KnownMarketplaces::load(const FileReader& files, const Path& file, Diagnostics& diagnostics) {
    KnownMarketplaces known;
    auto state = load_state_file(files, file, diagnostics);
    if (!state) return state.error();
    known.state_ = std::move(*state);
    for (const auto& member : known.state_.root) {
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

void KnownMarketplaces::set(const MarketplaceRegistration& registration) {
    auto& member = state_.root[registration.name];
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
    state_.root.erase(name);
    std::erase_if(registrations_, [&](const auto& registration) { return registration.name == name; });
}

}  // namespace skilldeck
