// SPDX-License-Identifier: Apache-2.0
// How a listing is written: the JSON of `skill listing`, and for each skill why it stands where it does. Pure
// functions; safe from any thread.
#pragma once

#include "base/json_writer.hpp"
#include "skill/listing.hpp"

#include <string>
#include <string_view>

namespace skilldeck {

[[nodiscard]] std::string_view listing_level_word(ListingLevel level);  ///< `full`, `shortened`, `name only`

/// One sentence without a full stop.
[[nodiscard]] std::string why_listed(const Listing& listing, const ListingEntry& entry);

enum class ListingDetail : std::uint8_t {
    result,   ///< what is shown and what was cut
    reasons,  ///< and of each skill its level, why, and its use
};
/// `diagnostics` are those of making the listing; they are a member of the document.
void write_listing_json(const Listing& listing, ListingDetail detail, const Diagnostics& diagnostics, JsonWriter& json);

}  // namespace skilldeck
