// SPDX-License-Identifier: Apache-2.0
// Which languages a project is written in, by the names of its files. Pure, any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "workspace.hpp"

namespace workspace_context {

enum class LanguageKind { code, markup, data };

struct Language {
    std::string_view name;
    LanguageKind kind = LanguageKind::code;
};

/// The language of a file by its name; null if it is none that is known.
[[nodiscard]] const Language* language_of(std::string_view path);

struct LanguageShare {
    std::string_view name;
    LanguageKind kind = LanguageKind::code;
    std::size_t files = 0;
    std::uintmax_t bytes = 0;
};

/// By bytes, the largest first.
[[nodiscard]] std::vector<LanguageShare> count_languages(const std::vector<File>& files);

}  // namespace workspace_context
