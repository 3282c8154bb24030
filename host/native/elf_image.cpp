// SPDX-License-Identifier: Apache-2.0
// 64-bit little-endian ELF, read as the loader of glibc reads it: program headers and the dynamic section. Section
// headers are not looked at: they may be stripped, and the loader does not use them.
#include "native/binary_image.hpp"
#include "native/codes.hpp"
#include "native/machine_words.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::uint64_t kHeaderSize = 64, kSegmentSize = 56, kSymbolSize = 24, kRelocationSize = 24, kWordSize = 8;
constexpr std::uint8_t kClass64 = static_cast<std::uint8_t>(ElfClass::bits64),
                       kLittleEndian = static_cast<std::uint8_t>(ElfOrder::little);
constexpr std::uint16_t kTypeRelocatable = 1, kTypeProgram = 2, kTypeShared = 3, kTypeCore = 4;
constexpr std::uint16_t kMachineAarch64 = 183;
constexpr std::uint32_t kSegmentLoad = 1, kSegmentDynamic = 2;
constexpr std::uint64_t kTagNeeded = 1, kTagRunPathOld = 15, kTagRunPath = 29, kTagHash = 4, kTagStrings = 5,
                        kTagSymbols = 6, kTagRela = 7, kTagRelaSize = 8, kTagStringsSize = 10, kTagRelrSize = 35,
                        kTagRelr = 36, kTagGnuHash = 0x6ffffef5, kTagFlags1 = 0x6ffffffb;
constexpr std::uint64_t kFlagNoDelete = 0x8, kFlagProgram = 0x08000000;
constexpr std::uint8_t kBindLocal = 0, kBindUnique = 10, kTypeObject = 1, kTypeNone = 0;

struct Segment {
    std::uint64_t address, offset, size;  ///< what the file holds of it
};

struct Symbol {
    std::uint32_t name;
    std::uint8_t info;
    std::uint16_t section;
    std::uint64_t address;
    [[nodiscard]] std::uint8_t bind() const { return static_cast<std::uint8_t>(info >> 4U); }
    [[nodiscard]] std::uint8_t type() const { return info & 0xfU; }
    [[nodiscard]] bool defined() const { return section != 0; }
};

struct DynamicSection {
    std::uint64_t symbols = 0, strings = 0, strings_size = 0, hash = 0, gnu_hash = 0, flags = 0;
    std::uint64_t rela = 0, rela_size = 0, relr = 0, relr_size = 0;
    std::vector<std::uint64_t> needed;             ///< offsets into the strings
    std::optional<std::uint64_t> run_path, rpath;  ///< the same
};

/// The relocation types of a machine that put an address into data.
struct RelocationTypes {
    std::uint32_t absolute, relative;
};

RelocationTypes relocation_types(std::uint16_t machine) {
    if (machine == kMachineAarch64) return {257, 1027};
    return {1, 8};  // R_X86_64_64, R_X86_64_RELATIVE
}

class ElfImage final : public BinaryImage {
public:
    ElfImage(FileBytes file, std::uint16_t machine, std::vector<Segment> segments)
        : file_(file), types_(relocation_types(machine)), segments_(std::move(segments)) {}

    /// What is wrong with the tables, or nothing.
    [[nodiscard]] std::optional<std::string> read_dynamic(std::uint64_t offset, std::uint64_t size);
    [[nodiscard]] bool is_program() const { return (dynamic_.flags & kFlagProgram) != 0; }

    [[nodiscard]] std::optional<std::uint64_t> find_export(std::string_view name) const override;
    [[nodiscard]] std::optional<std::string_view> bytes_from(std::uint64_t address, std::uint64_t most) const override;
    [[nodiscard]] ImagePointer pointer_at(std::uint64_t address) const override;
    [[nodiscard]] bool never_unloads() const override;
    [[nodiscard]] NeededLibraries needed() const override;

private:
    template <class Number>
    [[nodiscard]] std::optional<Number> number_at(std::uint64_t address) const {
        const auto bytes = bytes_at(address, sizeof(Number));
        return bytes ? FileBytes(*bytes).at<Number>(0) : std::nullopt;
    }
    [[nodiscard]] std::string text_at(std::uint64_t offset) const;
    [[nodiscard]] std::optional<std::string_view> bytes_at(std::uint64_t address, std::uint64_t size) const;
    [[nodiscard]] std::uint64_t count_symbols() const;
    [[nodiscard]] std::uint64_t count_gnu_hash_symbols() const;
    [[nodiscard]] Symbol symbol(std::uint64_t index) const;
    [[nodiscard]] std::optional<ImagePointer> find_rela(std::uint64_t address) const;
    [[nodiscard]] bool in_relr(std::uint64_t address) const;

    FileBytes file_;
    RelocationTypes types_;
    std::vector<Segment> segments_;
    DynamicSection dynamic_;
    std::string_view symbols_, strings_, rela_, relr_;
};

std::optional<std::string_view> ElfImage::bytes_from(std::uint64_t address, std::uint64_t most) const {
    for (const auto& segment : segments_) {
        if (address < segment.address || address - segment.address >= segment.size) continue;
        const auto into = address - segment.address;
        return file_.slice(segment.offset + into, std::min(most, segment.size - into));
    }
    return std::nullopt;
}

std::optional<std::string_view> ElfImage::bytes_at(std::uint64_t address, std::uint64_t size) const {
    const auto found = bytes_from(address, size);
    return found && found->size() == size ? found : std::nullopt;
}

std::optional<std::string> ElfImage::read_dynamic(std::uint64_t offset, std::uint64_t size) {
    for (std::uint64_t at = 0; size - at >= 2 * kWordSize; at += 2 * kWordSize) {
        const auto tag = file_.at<std::uint64_t>(offset + at), value = file_.at<std::uint64_t>(offset + at + kWordSize);
        if (!tag || !value) return "its dynamic section lies beyond its end";
        if (*tag == 0) break;
        switch (*tag) {
            case kTagSymbols: dynamic_.symbols = *value; break;
            case kTagStrings: dynamic_.strings = *value; break;
            case kTagStringsSize: dynamic_.strings_size = *value; break;
            case kTagHash: dynamic_.hash = *value; break;
            case kTagGnuHash: dynamic_.gnu_hash = *value; break;
            case kTagRela: dynamic_.rela = *value; break;
            case kTagRelaSize: dynamic_.rela_size = *value; break;
            case kTagRelr: dynamic_.relr = *value; break;
            case kTagRelrSize: dynamic_.relr_size = *value; break;
            case kTagFlags1: dynamic_.flags = *value; break;
            case kTagNeeded: dynamic_.needed.push_back(*value); break;
            case kTagRunPath: dynamic_.run_path = *value; break;
            case kTagRunPathOld: dynamic_.rpath = *value; break;
            default: break;
        }
    }
    if (dynamic_.symbols != 0) {
        const auto count = count_symbols();
        if (count > file_.size() / kSymbolSize) return "its symbol table is larger than the file";
        const auto symbols = bytes_at(dynamic_.symbols, count * kSymbolSize);
        const auto strings = bytes_at(dynamic_.strings, dynamic_.strings_size);
        if ((count != 0 && !symbols) || !strings) return "its symbol table lies beyond its end";
        symbols_ = symbols.value_or("");
        strings_ = *strings;
    }
    const auto rela = bytes_at(dynamic_.rela, dynamic_.rela_size), relr = bytes_at(dynamic_.relr, dynamic_.relr_size);
    if ((dynamic_.rela_size != 0 && !rela) || (dynamic_.relr_size != 0 && !relr))
        return "its relocations lie beyond its end";
    rela_ = rela.value_or("");
    relr_ = relr.value_or("");
    return std::nullopt;
}

std::uint64_t ElfImage::count_symbols() const {
    if (dynamic_.hash != 0) return number_at<std::uint32_t>(dynamic_.hash + 4).value_or(0);
    return dynamic_.gnu_hash != 0 ? count_gnu_hash_symbols() : 0;
}

std::uint64_t ElfImage::count_gnu_hash_symbols() const {
    const auto table = dynamic_.gnu_hash;
    const auto buckets = number_at<std::uint32_t>(table), first_hashed = number_at<std::uint32_t>(table + 4),
               bloom_words = number_at<std::uint32_t>(table + 8);
    if (!buckets || !first_hashed || !bloom_words) return 0;
    const auto buckets_at = table + 16 + std::uint64_t{*bloom_words} * kWordSize;
    std::uint32_t last = 0;
    for (std::uint64_t index = 0; index < *buckets; ++index) {
        const auto bucket = number_at<std::uint32_t>(buckets_at + index * 4);
        if (!bucket) return 0;
        last = std::max(last, *bucket);
    }
    if (last < *first_hashed) return *first_hashed;
    // The last bucket's chain ends with the lowest bit set: that symbol is the last of all.
    const auto chains_at = buckets_at + std::uint64_t{*buckets} * 4;
    for (std::uint64_t index = last;; ++index) {
        const auto link = number_at<std::uint32_t>(chains_at + (index - *first_hashed) * 4);
        if (!link) return 0;
        if ((*link & 1U) != 0) return index + 1;
    }
}

Symbol ElfImage::symbol(std::uint64_t index) const {
    const FileBytes entry(symbols_.substr(index * kSymbolSize, kSymbolSize));
    return {entry.at<std::uint32_t>(0).value_or(0), entry.at<std::uint8_t>(4).value_or(0),
            entry.at<std::uint16_t>(6).value_or(0), entry.at<std::uint64_t>(8).value_or(0)};
}

std::optional<std::uint64_t> ElfImage::find_export(std::string_view name) const {
    for (std::uint64_t index = 0; index < symbols_.size() / kSymbolSize; ++index) {
        const auto candidate = symbol(index);
        if (!candidate.defined() || candidate.bind() == kBindLocal || candidate.name >= strings_.size()) continue;
        if (candidate.type() != kTypeObject && candidate.type() != kTypeNone) continue;
        const auto text = strings_.substr(candidate.name);
        if (text.starts_with(name) && text.size() > name.size() && text[name.size()] == '\0') return candidate.address;
    }
    return std::nullopt;
}

bool ElfImage::never_unloads() const {
    if ((dynamic_.flags & kFlagNoDelete) != 0) return true;
    for (std::uint64_t index = 0; index < symbols_.size() / kSymbolSize; ++index)
        if (const auto each = symbol(index); each.defined() && each.bind() == kBindUnique) return true;
    return false;
}

std::string ElfImage::text_at(std::uint64_t offset) const {
    const auto text = offset < strings_.size() ? strings_.substr(offset) : std::string_view();
    return std::string(text.substr(0, text.find('\0')));
}

NeededLibraries ElfImage::needed() const {
    NeededLibraries found;
    for (const auto offset : dynamic_.needed)
        if (auto name = text_at(offset); !name.empty()) found.names.push_back(std::move(name));
    if (const auto path = dynamic_.run_path ? dynamic_.run_path : dynamic_.rpath) found.search_path = text_at(*path);
    return found;
}

std::optional<ImagePointer> ElfImage::find_rela(std::uint64_t address) const {
    using Kind = ImagePointer::Kind;
    const FileBytes table(rela_);
    std::optional<ImagePointer> found;  // the last one wins, as in the loader
    for (std::uint64_t at = 0; at + kRelocationSize <= table.size(); at += kRelocationSize) {
        if (table.at<std::uint64_t>(at) != address) continue;
        const auto info = table.at<std::uint64_t>(at + 8).value_or(0),
                   addend = table.at<std::uint64_t>(at + 16).value_or(0);
        const auto type = static_cast<std::uint32_t>(info);
        const auto index = info >> 32U;
        if (type == types_.relative) {
            found = ImagePointer{Kind::inside, addend};
        } else if (type == types_.absolute && index < symbols_.size() / kSymbolSize && symbol(index).defined()) {
            found = ImagePointer{Kind::inside, symbol(index).address + addend};
        } else {
            found = ImagePointer{Kind::outside, 0};
        }
    }
    return found;
}

/// DT_RELR: an even word is an address, an odd one a bitmap of the 63 words behind the last address.
bool ElfImage::in_relr(std::uint64_t address) const {
    const FileBytes table(relr_);
    std::uint64_t base = 0;
    for (std::uint64_t at = 0; at + kWordSize <= table.size(); at += kWordSize) {
        const auto word = table.at<std::uint64_t>(at).value_or(0);
        if ((word & 1U) == 0) {
            if (word == address) return true;
            base = word + kWordSize;
            continue;
        }
        const auto distance = address - base;
        if (distance % kWordSize == 0 && distance / kWordSize < 63 && ((word >> (distance / kWordSize + 1)) & 1U) != 0)
            return true;
        base += 63 * kWordSize;
    }
    return false;
}

ImagePointer ElfImage::pointer_at(std::uint64_t address) const {
    if (const auto relocated = find_rela(address)) return *relocated;
    const auto bytes = bytes_at(address, kWordSize);
    const auto stored = bytes ? FileBytes(*bytes).at<std::uint64_t>(0).value_or(0) : 0;
    if (in_relr(address)) return {ImagePointer::Kind::inside, stored};
    return {stored == 0 ? ImagePointer::Kind::null : ImagePointer::Kind::outside, 0};
}

std::string_view type_words(std::uint16_t type) {
    switch (type) {
        case kTypeRelocatable: return "an object file";
        case kTypeProgram: return "a program";
        case kTypeCore: return "a core dump";
        default: return "an ELF file of another kind";
    }
}

}  // namespace

Result<std::unique_ptr<BinaryImage>> read_elf_image(FileBytes file, std::uint16_t machine, std::string_view name,
                                                    std::string_view where) {
    const auto truncated = [&](std::string_view what) {
        return make_error(code::native_truncated, where, {name, what});
    };
    if (file.size() < kHeaderSize) return truncated("its header is cut off");
    const auto size = file.at<std::uint8_t>(4).value_or(0), order = file.at<std::uint8_t>(5).value_or(0);
    const auto stored = file.at<std::uint16_t>(18).value_or(0);
    const bool big = order == static_cast<std::uint8_t>(ElfOrder::big);
    const auto found_machine = big ? static_cast<std::uint16_t>((stored >> 8U) | (stored << 8U)) : stored;
    if (size != kClass64 || order != kLittleEndian || found_machine != machine) {
        const auto bits = size == static_cast<std::uint8_t>(ElfClass::bits32) ? ElfClass::bits32 : ElfClass::bits64;
        return make_error(
            code::native_wrong_machine, where,
            {name, elf_words(found_machine, bits, big ? ElfOrder::big : ElfOrder::little), elf_words(machine)});
    }
    const auto type = file.at<std::uint16_t>(16).value_or(0);
    if (type != kTypeShared) return make_error(code::native_not_shared, where, {name, type_words(type)});

    const auto table = file.at<std::uint64_t>(32).value_or(0);
    const auto entry_size = file.at<std::uint16_t>(54).value_or(0), count = file.at<std::uint16_t>(56).value_or(0);
    if (entry_size != kSegmentSize) return truncated("its program headers have a wrong size");
    if (!file.holds(table, std::uint64_t{count} * kSegmentSize)) return truncated("its program headers are cut off");
    std::vector<Segment> segments;
    std::optional<Segment> dynamic;
    for (std::uint64_t index = 0; index < count; ++index) {
        const auto header = table + index * kSegmentSize;
        const auto kind = file.at<std::uint32_t>(header).value_or(0);
        if (kind != kSegmentLoad && kind != kSegmentDynamic) continue;
        const Segment segment{file.at<std::uint64_t>(header + 16).value_or(0),
                              file.at<std::uint64_t>(header + 8).value_or(0),
                              file.at<std::uint64_t>(header + 32).value_or(0)};
        if (!file.holds(segment.offset, segment.size)) return truncated("a segment is cut off");
        if (kind == kSegmentDynamic) {
            dynamic = segment;
        } else {
            segments.push_back(segment);
        }
    }
    if (!dynamic) return make_error(code::native_not_shared, where, {name, "an ELF file without a dynamic section"});
    auto image = std::make_unique<ElfImage>(file, machine, std::move(segments));
    if (const auto fault = image->read_dynamic(dynamic->offset, dynamic->size)) return truncated(*fault);
    if (image->is_program()) return make_error(code::native_not_shared, where, {name, "a program"});
    return std::unique_ptr<BinaryImage>(std::move(image));
}

}  // namespace skilldeck
