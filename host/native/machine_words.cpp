// SPDX-License-Identifier: Apache-2.0
#include "native/machine_words.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace skilldeck {

namespace {

struct Machine {
    std::uint32_t number;
    std::string_view name, alias;
};

constexpr Machine kElfMachines[] = {
    {3, "x86, 32 bits", "i386"},     {8, "MIPS", "mips"},       {20, "PowerPC, 32 bits", "ppc"},
    {21, "PowerPC 64", "ppc64"},     {22, "IBM Z", "s390x"},    {40, "ARM, 32 bits", "arm"},
    {62, "x86-64", "amd64"},         {183, "ARM64", "aarch64"}, {243, "RISC-V", "riscv"},
    {258, "LoongArch", "loongarch"},
};
constexpr Machine kPeMachines[] = {
    {0x14c, "x86, 32 bits", "i386"},
    {0x1c4, "ARM, 32 bits", "arm"},
    {0x8664, "x86-64", "amd64"},
    {0xaa64, "ARM64", "aarch64"},
};
constexpr Machine kMachoMachines[] = {
    {7, "x86, 32 bits", "i386"},      {0x01000007, "x86-64", "amd64"}, {12, "ARM, 32 bits", "arm"},
    {0x0100000c, "ARM64", "aarch64"}, {18, "PowerPC, 32 bits", "ppc"}, {0x01000012, "PowerPC 64", "ppc64"},
};

Machine machine_of(std::span<const Machine> known, std::uint32_t number) {
    const auto* const found = std::find_if(known.data(), known.data() + known.size(),
                                           [&](const Machine& each) { return each.number == number; });
    return found != known.data() + known.size() ? *found : Machine{number, {}, {}};
}

std::string words(std::string_view system, const Machine& machine, std::string_view format,
                  std::string_view more = {}) {
    const bool known = !machine.name.empty();
    return std::string(system) + " on " + (known ? std::string(machine.name) : "an unknown processor") +
           std::string(more) + " (" +
           (known ? std::string(machine.alias) : "machine " + std::to_string(machine.number)) + ", " +
           std::string(format) + ")";
}

// Mach-O: the number at the start, as it stands in the file. A universal file is a list of others, in big-endian.
constexpr std::uint32_t kThin32 = 0xfeedface, kThin64 = 0xfeedfacf, kThinSwapped32 = 0xcefaedfe,
                        kThinSwapped64 = 0xcffaedfe, kUniversal32 = 0xcafebabe, kUniversal64 = 0xcafebabf;
constexpr std::uint64_t kListAt = 8, kEntry32 = 20, kEntry64 = 32;
/// A Java class begins with the same number; what is the count here is its version there, 45 or more.
constexpr std::uint32_t kMostInUniversal = 30;

std::uint32_t swapped(std::uint32_t number) {
    return (number >> 24U) | ((number >> 8U) & 0xff00U) | ((number << 8U) & 0xff0000U) | (number << 24U);
}

std::optional<std::string> universal_words(const FileBytes& file, std::uint64_t entry_size) {
    const auto count = swapped(file.at<std::uint32_t>(4).value_or(0));
    if (count == 0 || count > kMostInUniversal) return std::nullopt;
    std::vector<std::string> names;
    for (std::uint64_t index = 0; index < count; ++index) {
        const auto type = file.at<std::uint32_t>(kListAt + index * entry_size);
        if (!type) break;
        const auto machine = machine_of(kMachoMachines, swapped(*type));
        names.push_back(machine.name.empty() ? "an unknown processor" : std::string(machine.name));
    }
    return "macOS" + (names.empty() ? std::string() : " on " + join(names, " and ")) + " (Mach-O, universal)";
}

}  // namespace

std::string elf_words(std::uint16_t machine, ElfClass size, ElfOrder order) {
    const auto known = machine_of(kElfMachines, machine);
    std::string more;
    if (size == ElfClass::bits32 && !known.name.ends_with("32 bits")) more += ", 32 bits";
    if (order == ElfOrder::big) more += ", big-endian";
    return words("Linux", known, "ELF", more);
}

std::string pe_words(std::uint16_t machine) {
    return words("Windows", machine_of(kPeMachines, machine), "PE");
}

std::optional<std::string> macho_words(const FileBytes& file) {
    const auto magic = file.at<std::uint32_t>(0).value_or(0);
    if (swapped(magic) == kUniversal32) return universal_words(file, kEntry32);
    if (swapped(magic) == kUniversal64) return universal_words(file, kEntry64);
    const bool big = magic == kThinSwapped32 || magic == kThinSwapped64;
    if (!big && magic != kThin32 && magic != kThin64) return std::nullopt;
    const auto type = file.at<std::uint32_t>(4).value_or(0);
    return words("macOS", machine_of(kMachoMachines, big ? swapped(type) : type), "Mach-O");
}

}  // namespace skilldeck
