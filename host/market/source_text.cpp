// SPDX-License-Identifier: Apache-2.0
#include "market/source_text.hpp"

#include "base/json.hpp"

#include <string_view>

namespace skilldeck {

std::string source_text(const Source& source) {
    if (!source.path.empty()) return source.path;
    for (const std::string_view key : {"url", "repo", "package"}) {
        if (const auto text = json_text(source.fields, key); !text.empty()) return std::string(text);
    }
    return source.word;
}

}  // namespace skilldeck
