// SPDX-License-Identifier: Apache-2.0
// The listing of skills for the model as this host has it: catalogue, usage, settings and environment brought together.
// [loop thread]
#pragma once

#include "app/host.hpp"
#include "skill/listing.hpp"

#include <cstddef>
#include <optional>

namespace skilldeck {

/// `context_tokens`: the model's window, where it is known. Diagnostics: values that were ignored, damage of the usage
/// record, and listing_diagnostics(). Errors: those of Host::catalogue().
[[nodiscard]] Result<Listing> listing_for_model(Host& host, std::optional<std::size_t> context_tokens,
                                                Diagnostics& diagnostics);

}  // namespace skilldeck
