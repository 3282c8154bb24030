// SPDX-License-Identifier: Apache-2.0
// The host of a web address as rules compare it: however it is spelled (percent signs, wide letters and dots, invisible
// characters), as far as that is certain. Inside permission/ only. Pure functions, safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

/// plain: letters, digits, dots and hyphens, which everybody reads alike. converted: what a browser makes of another
/// spelling, and another program may not.
enum class HostSpelling : std::uint8_t { plain, converted };

struct WebHost {
    std::string name;  ///< small letters, without port, user and a last dot; empty: there is none to be sure of
    HostSpelling spelling = HostSpelling::converted;
    bool of_web = false;  ///< of an address that begins with http:// or https://
};
[[nodiscard]] WebHost host_of_url(std::string_view url);

/// The name that a rule writes behind `domain:`, with its stars, in the same form; nothing where no host can be called
/// so, or the rule is about none.
[[nodiscard]] std::optional<std::string> domain_of_rule(std::string_view specifier);

[[nodiscard]] bool is_ascii_host(std::string_view name);

}  // namespace skilldeck
