// SPDX-License-Identifier: Apache-2.0
// The keys of front matter that restrict a skill, in whatever way they are spelled: such a key must never be lost by a
// slip of the pen. What their values mean is for skill/ to say. Pure functions, safe from any thread.
#pragma once

#include <string_view>

namespace skilldeck {

inline constexpr std::string_view kDisallowedTools = "disallowed-tools", kUserInvocable = "user-invocable";

/// `disable-model-invocation`, `user-invocable` or `disallowed-tools`, found in any case, with and without hyphens of
/// any kind, `_` and blanks (`disableModelInvocation`), with invisible characters in it, and with up to two slips of
/// the pen while no other documented field is as near (`dissallowed-tools`); else empty.
[[nodiscard]] std::string_view restriction_of(std::string_view key);

/// Whether such a key stands anywhere in a text that could not be read.
[[nodiscard]] bool mentions_restriction(std::string_view text);

/// A key and its value where no colon with a blank behind it stands between them: `key:value`, `key : value`,
/// `key=value`, `key：value`. Empty without such a separator.
struct GluedKey {
    std::string_view key, value;
};
[[nodiscard]] GluedKey take_glued_apart(std::string_view text);

}  // namespace skilldeck
