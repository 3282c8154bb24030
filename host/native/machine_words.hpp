// SPDX-License-Identifier: Apache-2.0
// What a library is built for, in the words its vendor uses: `Linux on ARM64 (aarch64, ELF)`. Pure functions.
#pragma once

#include "native/binary_image.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace skilldeck {

enum class ElfClass : std::uint8_t { bits32 = 1, bits64 = 2 };
enum class ElfOrder : std::uint8_t { little = 1, big = 2 };

[[nodiscard]] std::string elf_words(std::uint16_t machine, ElfClass size = ElfClass::bits64,
                                    ElfOrder order = ElfOrder::little);
[[nodiscard]] std::string pe_words(std::uint16_t machine);

/// Of a Mach-O file, thin or universal; nothing for any other.
[[nodiscard]] std::optional<std::string> macho_words(const FileBytes& file);

}  // namespace skilldeck
