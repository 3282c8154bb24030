// SPDX-License-Identifier: Apache-2.0
// A shared library as bytes: its exported symbols, the bytes at an address, and where the pointers in its data will
// point. Hostile input is expected: every offset is checked, nothing is mapped. The bytes must outlive the image.
// Immutable, safe from any thread.
#pragma once

#include "base/result.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

static_assert(std::endian::native == std::endian::little, "the formats read here are little-endian");

/// Numbers out of a file, none from outside it.
class FileBytes {
public:
    explicit FileBytes(std::string_view bytes) : bytes_(bytes) {}
    [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }

    template <class Number>
    [[nodiscard]] std::optional<Number> at(std::uint64_t offset) const {
        const auto piece = slice(offset, sizeof(Number));
        if (!piece) return std::nullopt;
        Number number;
        std::memcpy(&number, piece->data(), sizeof number);
        return number;
    }

    [[nodiscard]] std::optional<std::string_view> slice(std::uint64_t offset, std::uint64_t size) const {
        if (offset > bytes_.size() || size > bytes_.size() - offset) return std::nullopt;
        return bytes_.substr(offset, size);
    }

private:
    std::string_view bytes_;
};

/// What a pointer in the data will be once the loader is through.
struct ImagePointer {
    enum class Kind : std::uint8_t { null, inside, outside } kind = Kind::null;
    std::uint64_t address = 0;  ///< when inside
};

class BinaryImage {
public:
    virtual ~BinaryImage() = default;
    /// The address of a symbol that the library defines and exports.
    [[nodiscard]] virtual std::optional<std::uint64_t> find_export(std::string_view name) const = 0;
    /// The bytes from `address` to the end of what the file holds there; nothing when the file holds none.
    [[nodiscard]] virtual std::optional<std::string_view> bytes_from(std::uint64_t address) const = 0;
    [[nodiscard]] virtual ImagePointer pointer_at(std::uint64_t address) const = 0;
    /// The loader will not unmap it, whatever the host asks.
    [[nodiscard]] virtual bool never_unloads() const = 0;
};

/// Errors of both: native_truncated, native_wrong_machine, native_not_shared. `name` is for messages, `where` for
/// Error.
[[nodiscard]] Result<std::unique_ptr<BinaryImage>> read_elf_image(std::string_view bytes, std::uint16_t machine,
                                                                  std::string_view name, std::string_view where);
[[nodiscard]] Result<std::unique_ptr<BinaryImage>> read_pe_image(std::string_view bytes, std::uint16_t machine,
                                                                 std::string_view name, std::string_view where);

/// "ELF x86-64", "PE machine 17": for messages.
[[nodiscard]] std::string elf_machine_words(std::uint16_t machine);
[[nodiscard]] std::string pe_machine_words(std::uint16_t machine);

}  // namespace skilldeck
