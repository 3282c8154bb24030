// SPDX-License-Identifier: Apache-2.0
// The host of a web address as rules compare it: however it is spelled (percent signs, wide letters and dots, invisible
// characters), as far as that is certain. Inside permission/ only. Pure functions, safe from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skilldeck {

/// plain: letters, digits, dots and hyphens, which everybody reads alike. converted: what a browser makes of another
/// spelling, and another program may not.
enum class HostSpelling : std::uint8_t { plain, converted };

struct WebHost {
    std::string name;  ///< small letters, without port, user and a last dot; empty: there is none to be sure of
    HostSpelling spelling = HostSpelling::converted;
};
[[nodiscard]] WebHost host_of_url(std::string_view url);

/// The name that a rule writes, with its stars, in the same form.
[[nodiscard]] std::string normalized_host(std::string_view name);

[[nodiscard]] bool is_ascii_host(std::string_view name);

}  // namespace skilldeck
