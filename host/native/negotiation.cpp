// SPDX-License-Identifier: Apache-2.0
#include "native/negotiation.hpp"

#include "base/text.hpp"
#include "native/binary_image.hpp"
#include "native/codes.hpp"
#include "native/machine_words.hpp"

#include <skilldeck/plugin_abi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>

namespace skilldeck {

namespace {

constexpr std::size_t kMaxNameBytes = 128, kMaxVersionBytes = 256;
/// The entry of ABI 1.0: what every later one begins with.
constexpr std::uint32_t kEntrySize = sizeof(skd_plugin_entry);
static_assert(sizeof(void*) != 8 || kEntrySize == 64, "the entry of ABI 1.0 never changes");

constexpr std::string_view kElfMagic("\177ELF", 4), kPeMagic("MZ", 2), kJavaMagic("\xca\xfe\xba\xbe", 4),
    kArchiveMagic("!<arch>\n");
constexpr std::uint64_t kHeadBytes = 512;
constexpr std::uint16_t kElfX86_64 = 62, kElfAarch64 = 183, kPeX86_64 = 0x8664, kPeAarch64 = 0xaa64;

std::string hexadecimal(std::uint32_t number) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "0x%08x", number);
    return text.data();
}

std::string dotted(std::uint32_t major, std::uint32_t minor) {
    return std::to_string(major) + "." + std::to_string(minor);
}

std::string target_words(const BinaryTarget& target) {
    return target.format == BinaryFormat::elf ? elf_words(target.machine) : pe_words(target.machine);
}

std::string_view why_not_a_library(std::string_view head) {
    if (head.empty()) return "it is empty";
    if (head.starts_with(kJavaMagic)) return "it is a Java class";
    if (head.starts_with(kArchiveMagic)) return "it is a static library (.a)";
    const bool text = std::none_of(head.begin(), head.end(), [](char byte) {
        return static_cast<unsigned char>(byte) < 0x20 && byte != '\n' && byte != '\r' && byte != '\t';
    });
    return text ? "it is text" : "it has no ELF, PE or Mach-O header";
}

/// One judgement: the file's image and what is said about it.
class Negotiator {
public:
    Negotiator(const Path& file, const ModuleExpectation& expected)
        : name_(file.filename().string()), where_(file.string()), expected_(expected) {}

    Result<EntryFacts> judge(const FileBytes& file);

private:
    Result<std::unique_ptr<BinaryImage>> read_image(const FileBytes& file) const;
    Result<EntryFacts> read_numbers(std::string_view entry) const;
    Result<> judge_numbers(const EntryFacts& facts) const;
    Result<> judge_slots(const BinaryImage& image, std::uint64_t entry) const;
    Result<std::string> read_text(const BinaryImage& image, std::uint64_t pointer, std::string_view field,
                                  std::size_t limit) const;
    Error refuse(Code code, std::initializer_list<std::string_view> arguments) const {
        return make_error(code, where_, arguments);
    }

    std::string name_, where_;
    const ModuleExpectation& expected_;
};

Result<std::unique_ptr<BinaryImage>> Negotiator::read_image(const FileBytes& file) const {
    const auto wanted = expected_.target;
    const auto head = file.head(kHeadBytes);
    const auto foreign = [&](std::string_view found) {
        return refuse(code::native_wrong_machine, {name_, found, target_words(wanted)});
    };
    if (head.starts_with(kElfMagic))
        return wanted.format == BinaryFormat::elf ? read_elf_image(file, wanted.machine, name_, where_)
                                                  : foreign("Linux (ELF)");
    if (head.starts_with(kPeMagic))
        return wanted.format == BinaryFormat::pe ? read_pe_image(file, wanted.machine, name_, where_)
                                                 : foreign("Windows (PE)");
    if (const auto words = macho_words(file)) return foreign(*words);
    return refuse(code::native_not_a_library, {name_, why_not_a_library(head)});
}

Result<EntryFacts> Negotiator::read_numbers(std::string_view entry) const {
    const FileBytes numbers(entry);
    const auto magic = numbers.at<std::uint32_t>(offsetof(skd_plugin_entry, magic)).value_or(0);
    if (magic != SKD_ABI_MAGIC)
        return refuse(code::native_wrong_magic, {name_, hexadecimal(magic), hexadecimal(SKD_ABI_MAGIC)});
    EntryFacts facts;
    facts.size = numbers.at<std::uint32_t>(offsetof(skd_plugin_entry, size)).value_or(0);
    facts.abi.major = numbers.at<std::uint32_t>(offsetof(skd_plugin_entry, abi_major)).value_or(0);
    facts.abi.minor = numbers.at<std::uint32_t>(offsetof(skd_plugin_entry, abi_minor)).value_or(0);
    facts.min_minor = numbers.at<std::uint32_t>(offsetof(skd_plugin_entry, min_minor)).value_or(0);
    return facts;
}

Result<> Negotiator::judge_numbers(const EntryFacts& facts) const {
    // The major comes before the size: another major may well have another size, and the major is what helps.
    const auto major = std::to_string(facts.abi.major);
    if (facts.abi.major != expected_.host.major)
        return refuse(code::native_abi_major, {name_, major, std::to_string(expected_.host.major)});
    if (facts.size < kEntrySize)
        return refuse(code::native_entry_too_small, {name_, std::to_string(facts.size), std::to_string(kEntrySize)});
    if (facts.abi.major != expected_.declared_major)
        return refuse(code::native_abi_disagrees, {std::to_string(expected_.declared_major), name_, major});
    if (facts.min_minor > expected_.host.minor)
        return refuse(code::native_abi_minor, {name_, dotted(facts.abi.major, facts.min_minor),
                                               dotted(expected_.host.major, expected_.host.minor)});
    return {};
}

Result<> Negotiator::judge_slots(const BinaryImage& image, std::uint64_t entry) const {
    struct Slot {
        std::string_view name;
        std::size_t offset;
    };
    constexpr std::array kSlots{Slot{"init", offsetof(skd_plugin_entry, init)},
                                Slot{"deinit", offsetof(skd_plugin_entry, deinit)},
                                Slot{"create", offsetof(skd_plugin_entry, create)}};
    for (const auto& slot : kSlots)
        if (image.pointer_at(entry + slot.offset).kind == ImagePointer::Kind::null)
            return refuse(code::native_slot_null, {slot.name, name_});
    return {};
}

Result<std::string> Negotiator::read_text(const BinaryImage& image, std::uint64_t pointer, std::string_view field,
                                          std::size_t limit) const {
    const auto target = image.pointer_at(pointer);
    if (target.kind == ImagePointer::Kind::null) return refuse(code::native_slot_null, {field, name_});
    const auto unreadable = [&] { return refuse(code::native_entry_unreadable, {field, name_}); };
    if (target.kind == ImagePointer::Kind::outside) return unreadable();
    const auto bytes = image.bytes_from(target.address, limit + 1).value_or("");
    const auto end = bytes.find('\0');
    if (end == std::string_view::npos || !is_valid_utf8(bytes.substr(0, end))) return unreadable();
    return std::string(bytes.substr(0, end));
}

Result<EntryFacts> Negotiator::judge(const FileBytes& file) {
    const auto image = read_image(file);
    if (!image) return image.error();
    const auto entry = (*image)->find_export(SKD_ENTRY_SYMBOL);
    if (!entry) return refuse(code::native_symbol_missing, {name_, SKD_ENTRY_SYMBOL});
    // An entry without bytes in the file is zero until its library has run: not a constant, and no magic.
    auto facts = read_numbers((*image)->bytes_from(*entry, kEntrySize).value_or(""));
    if (!facts) return facts;
    if (const auto fit = judge_numbers(*facts); !fit) return fit.error();
    auto name = read_text(**image, *entry + offsetof(skd_plugin_entry, name_z), "name_z", kMaxNameBytes);
    if (!name) return name.error();
    auto version = read_text(**image, *entry + offsetof(skd_plugin_entry, version_z), "version_z", kMaxVersionBytes);
    if (!version) return version.error();
    if (*name != expected_.name) return refuse(code::native_name_differs, {name_, *name, expected_.name});
    if (const auto fit = judge_slots(**image, *entry); !fit) return fit.error();
    facts->name = std::move(*name);
    facts->version = std::move(*version);
    facts->needed = (*image)->needed();
    facts->never_unloads = (*image)->never_unloads();
    return facts;
}

}  // namespace

std::optional<BinaryTarget> target_of_platform(std::string_view platform) {
    struct Known {
        std::string_view start;
        BinaryTarget target;
    };
    constexpr std::array kKnown{Known{"linux-x86_64", {BinaryFormat::elf, kElfX86_64}},
                                Known{"linux-aarch64", {BinaryFormat::elf, kElfAarch64}},
                                Known{"windows-x86_64", {BinaryFormat::pe, kPeX86_64}},
                                Known{"windows-aarch64", {BinaryFormat::pe, kPeAarch64}}};
    const auto found = std::find_if(kKnown.begin(), kKnown.end(),
                                    [&](const Known& known) { return platform.starts_with(known.start); });
    return found == kKnown.end() ? std::nullopt : std::optional(found->target);
}

BinaryTarget this_target() {
#if defined(__aarch64__) || defined(_M_ARM64)
    constexpr std::uint16_t kElf = kElfAarch64, kPe = kPeAarch64;
#else
    constexpr std::uint16_t kElf = kElfX86_64, kPe = kPeX86_64;
#endif
#if defined(_WIN32)
    static_cast<void>(kElf);
    return {BinaryFormat::pe, kPe};
#else
    static_cast<void>(kPe);
    return {BinaryFormat::elf, kElf};
#endif
}

AbiVersion host_abi() {
    return {SKD_ABI_MAJOR, SKD_ABI_MINOR};
}

Result<EntryFacts> negotiate(std::string_view bytes, const Path& file, const ModuleExpectation& expected) {
    return Negotiator(file, expected).judge(FileBytes(bytes));
}

Result<EntryFacts> negotiate_file(const FileReader& files, const Path& file, const ModuleExpectation& expected) {
    auto library = LibraryFile::open(files, file, kMaxLibraryBytes);
    if (!library) return library.error();
    auto facts = Negotiator(file, expected).judge(FileBytes(*library));
    // What could not be read looks cut off; it is not.
    if (library->fault()) return *library->fault();
    return facts;
}

}  // namespace skilldeck
