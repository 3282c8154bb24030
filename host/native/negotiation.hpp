// SPDX-License-Identifier: Apache-2.0
// Whether a library may be opened at all, judged from its bytes: machine, entry symbol, ABI numbers and name are read
// out of the ELF or PE file with every offset checked. Nothing is mapped and no code of the library runs. Safe
// from any thread.
#pragma once

#include "base/result.hpp"
#include "native/needed_libraries.hpp"
#include "os/file_system.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

enum class BinaryFormat : std::uint8_t { elf, pe };

/// What the loader of a host takes: the file format and its machine number (ELF e_machine, PE Machine).
struct BinaryTarget {
    BinaryFormat format = BinaryFormat::elf;
    std::uint16_t machine = 0;

    friend bool operator==(const BinaryTarget&, const BinaryTarget&) = default;
};

/// A larger file is not read: no plugin has such a library.
inline constexpr std::size_t kMaxLibraryBytes = 256UL * 1024 * 1024;

/// Of a platform word of module.json; nothing for a file format that is not read here.
[[nodiscard]] std::optional<BinaryTarget> target_of_platform(std::string_view platform);

/// The target of this build.
[[nodiscard]] BinaryTarget this_target();

struct AbiVersion {
    std::uint32_t major = 0, minor = 0;
};

/// The ABI of this host.
[[nodiscard]] AbiVersion host_abi();

struct ModuleExpectation {
    std::string name;                  ///< the manifest's
    std::uint32_t declared_major = 0;  ///< `abi` of module.json
    AbiVersion host = host_abi();
    BinaryTarget target = this_target();
};

/// What the entry says, as far as it stands in the file.
struct EntryFacts {
    std::uint32_t size = 0;
    AbiVersion abi;
    std::uint32_t min_minor = 0;
    std::string name, version;
    NeededLibraries needed;
    bool never_unloads = false;  ///< holds unique symbols or asks to stay: the loader will not unmap it
};

/// Errors: native_not_a_library, native_truncated, native_wrong_machine, native_not_shared, native_symbol_missing,
/// native_wrong_magic, native_entry_too_small, native_abi_major, native_abi_disagrees, native_abi_minor,
/// native_entry_unreadable, native_slot_null, native_name_differs; `where` is `file`.
[[nodiscard]] Result<EntryFacts> negotiate(std::string_view bytes, const Path& file, const ModuleExpectation& expected);

/// The same of the file as it lies there, of which only headers and tables are read. Errors also: those of FileReader.
[[nodiscard]] Result<EntryFacts> negotiate_file(const FileReader& files, const Path& file,
                                                const ModuleExpectation& expected);

}  // namespace skilldeck
