// SPDX-License-Identifier: Apache-2.0
// The digests of the native parts of the plugins that this build offers: approved without a question. Made by the build
// from the finished plugins, so that a plugin of the same name with other code is not among them. Pure values.
#pragma once

#include <span>
#include <string_view>

namespace skilldeck {

[[nodiscard]] std::span<const std::string_view> first_party_digests();

/// The SHA-256 of the catalogue of the marketplace that comes with this build.
[[nodiscard]] std::string_view first_party_catalogue_digest();

}  // namespace skilldeck
