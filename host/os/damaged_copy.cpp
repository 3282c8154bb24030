// SPDX-License-Identifier: Apache-2.0
#include "os/damaged_copy.hpp"

#include "os/digest.hpp"

#include <string>

namespace skilldeck {

namespace {

constexpr std::size_t kDigits = 12;

}  // namespace

Path damaged_copy_path(const Path& file, std::string_view text) {
    const auto digits = sha256(text).substr(0, kDigits);
    return file.parent_path() / (file.stem().string() + ".damaged." + digits + file.extension().string());
}

}  // namespace skilldeck
