// SPDX-License-Identifier: Apache-2.0
// Messages about files that stand in a place nobody knows: the place's path is replaced by what people call it.
// Pure functions, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"

#include <string>
#include <string_view>

namespace skilldeck {

inline void name_instead(std::string& text, std::string_view place, std::string_view name) {
    for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at + name.size())) {
        text.replace(at, place.size(), name);
    }
}

inline void name_instead(Error& error, std::string_view place, std::string_view name) {
    for (auto* text : {&error.what, &error.where, &error.hint}) name_instead(*text, place, name);
}

inline void name_instead(Diagnostics& diagnostics, std::string_view place, std::string_view name) {
    for (auto& diagnostic : diagnostics) {
        for (auto* text : {&diagnostic.file, &diagnostic.message}) name_instead(*text, place, name);
    }
}

}  // namespace skilldeck
