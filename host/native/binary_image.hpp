// SPDX-License-Identifier: Apache-2.0
// A shared library as bytes: its exported symbols, the bytes at an address, and where the pointers in its data will
// point. Hostile input is expected: every offset is checked, nothing is mapped. The bytes must outlive the image, and
// an image of a LibraryFile belongs to that file's thread.
#pragma once

#include "base/result.hpp"
#include "native/library_file.hpp"
#include "native/needed_libraries.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

namespace skilldeck {

static_assert(std::endian::native == std::endian::little, "the formats read here are little-endian");

/// The bytes of a file, wherever they come from: numbers and pieces out of it, none from outside it. A piece stays
/// valid as long as what it was made of.
class FileBytes {
public:
    explicit FileBytes(std::string_view bytes) : bytes_(bytes), size_(bytes.size()) {}
    explicit FileBytes(LibraryFile& file) : file_(&file), size_(file.size()) {}
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t size) const {
        return offset <= size_ && size <= size_ - offset;
    }

    template <class Number>
    [[nodiscard]] std::optional<Number> at(std::uint64_t offset) const {
        const auto piece = slice(offset, sizeof(Number));
        if (!piece) return std::nullopt;
        Number number;
        std::memcpy(&number, piece->data(), sizeof number);
        return number;
    }

    [[nodiscard]] std::optional<std::string_view> slice(std::uint64_t offset, std::uint64_t size) const {
        if (!holds(offset, size)) return std::nullopt;
        return file_ != nullptr ? file_->piece(offset, size) : bytes_.substr(offset, size);
    }
    /// Its first bytes, fewer when it is shorter.
    [[nodiscard]] std::string_view head(std::uint64_t most) const {
        return slice(0, std::min(most, size_)).value_or(std::string_view());
    }

private:
    LibraryFile* file_ = nullptr;
    std::string_view bytes_;
    std::uint64_t size_;
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
    /// Up to `most` bytes from `address`, fewer where the file holds no more there; nothing when it holds none.
    [[nodiscard]] virtual std::optional<std::string_view> bytes_from(std::uint64_t address,
                                                                     std::uint64_t most) const = 0;
    [[nodiscard]] virtual ImagePointer pointer_at(std::uint64_t address) const = 0;
    /// The loader will not unmap it, whatever the host asks.
    [[nodiscard]] virtual bool never_unloads() const = 0;
    /// The other libraries that the loader must find for it, as the file says.
    [[nodiscard]] virtual NeededLibraries needed() const { return {}; }
};

/// Errors of both: native_truncated, native_wrong_machine, native_not_shared. `name` is for messages, `where` for
/// Error.
[[nodiscard]] Result<std::unique_ptr<BinaryImage>> read_elf_image(FileBytes file, std::uint16_t machine,
                                                                  std::string_view name, std::string_view where);
[[nodiscard]] Result<std::unique_ptr<BinaryImage>> read_pe_image(FileBytes file, std::uint16_t machine,
                                                                 std::string_view name, std::string_view where);

}  // namespace skilldeck
