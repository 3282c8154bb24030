// SPDX-License-Identifier: Apache-2.0
#include "app/first_party.hpp"

#include "generated/first_party_digests.hpp"

namespace skilldeck {

std::span<const std::string_view> first_party_digests() {
    return kFirstPartyDigests;
}

std::string_view first_party_catalogue_digest() {
    return SKILLDECK_CATALOGUE_DIGEST;
}

}  // namespace skilldeck
