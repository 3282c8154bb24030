// SPDX-License-Identifier: Apache-2.0
// 64-bit PE (Windows DLL). An address is relative to the image base; a pointer in the data is stored with the preferred
// base added, so that no relocation has to be looked up.
#include "native/binary_image.hpp"
#include "native/codes.hpp"
#include "native/machine_words.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::uint64_t kCoffHeaderSize = 24, kOptionalHeaderSize = 112, kSectionSize = 40;
constexpr std::uint32_t kSignature = 0x00004550;  // "PE\0\0"
constexpr std::uint16_t kOptional64 = 0x20b, kCharacteristicDll = 0x2000;

struct Section {
    std::uint32_t address, offset, size;  ///< what the file holds of it
};

struct Range {
    std::uint32_t address = 0, size = 0;
    [[nodiscard]] bool holds(std::uint32_t value) const { return value >= address && value - address < size; }
};

class PeImage final : public BinaryImage {
public:
    PeImage(FileBytes file, std::vector<Section> sections, std::uint64_t base, std::uint32_t image_size, Range exports)
        : file_(file), sections_(std::move(sections)), base_(base), image_size_(image_size), exports_(exports) {}

    [[nodiscard]] std::optional<std::uint64_t> find_export(std::string_view name) const override;
    [[nodiscard]] std::optional<std::string_view> bytes_from(std::uint64_t address, std::uint64_t most) const override;
    [[nodiscard]] ImagePointer pointer_at(std::uint64_t address) const override;
    [[nodiscard]] bool never_unloads() const override { return false; }

private:
    template <class Number>
    [[nodiscard]] std::optional<Number> at(std::uint64_t address) const {
        const auto bytes = bytes_from(address, sizeof(Number));
        return bytes ? FileBytes(*bytes).at<Number>(0) : std::nullopt;
    }

    FileBytes file_;
    std::vector<Section> sections_;
    std::uint64_t base_;
    std::uint32_t image_size_;
    Range exports_;
};

std::optional<std::string_view> PeImage::bytes_from(std::uint64_t address, std::uint64_t most) const {
    for (const auto& section : sections_) {
        if (address < section.address || address - section.address >= section.size) continue;
        const auto into = address - section.address;
        return file_.slice(section.offset + into, std::min<std::uint64_t>(most, section.size - into));
    }
    return std::nullopt;
}

std::optional<std::uint64_t> PeImage::find_export(std::string_view name) const {
    if (exports_.size == 0) return std::nullopt;
    const std::uint64_t directory = exports_.address;
    const auto functions_count = at<std::uint32_t>(directory + 20), names_count = at<std::uint32_t>(directory + 24),
               functions = at<std::uint32_t>(directory + 28), names = at<std::uint32_t>(directory + 32),
               ordinals = at<std::uint32_t>(directory + 36);
    if (!functions_count || !names_count || !functions || !names || !ordinals) return std::nullopt;
    for (std::uint64_t index = 0; index < *names_count; ++index) {
        const auto name_at = at<std::uint32_t>(*names + index * 4);
        if (!name_at) return std::nullopt;
        const auto text = bytes_from(*name_at, name.size() + 1).value_or("");
        if (!text.starts_with(name) || text.size() == name.size() || text[name.size()] != '\0') continue;
        const auto ordinal = at<std::uint16_t>(*ordinals + index * 2);
        if (!ordinal || *ordinal >= *functions_count) return std::nullopt;
        const auto address = at<std::uint32_t>(*functions + std::uint64_t{*ordinal} * 4);
        // An address inside the export directory is the name of a symbol of another library.
        if (!address || exports_.holds(*address)) return std::nullopt;
        return *address;
    }
    return std::nullopt;
}

ImagePointer PeImage::pointer_at(std::uint64_t address) const {
    const auto stored = at<std::uint64_t>(address).value_or(0);
    if (stored == 0) return {};
    if (stored < base_ || stored - base_ >= image_size_) return {ImagePointer::Kind::outside, 0};
    return {ImagePointer::Kind::inside, stored - base_};
}

}  // namespace

Result<std::unique_ptr<BinaryImage>> read_pe_image(FileBytes file, std::uint16_t machine, std::string_view name,
                                                   std::string_view where) {
    const auto truncated = [&](std::string_view what) {
        return make_error(code::native_truncated, where, {name, what});
    };
    const auto header_at = file.at<std::uint32_t>(60);
    if (!header_at || !file.holds(*header_at, kCoffHeaderSize)) return truncated("its header is cut off");
    const std::uint64_t header = *header_at;
    if (file.at<std::uint32_t>(header) != kSignature)
        return make_error(code::native_not_shared, where, {name, "a program of DOS or 16-bit Windows"});
    const auto found_machine = file.at<std::uint16_t>(header + 4).value_or(0);
    const std::uint64_t optional = header + kCoffHeaderSize;
    const auto optional_size = file.at<std::uint16_t>(header + 20).value_or(0);
    if (found_machine != machine)
        return make_error(code::native_wrong_machine, where, {name, pe_words(found_machine), pe_words(machine)});
    if ((file.at<std::uint16_t>(header + 22).value_or(0) & kCharacteristicDll) == 0)
        return make_error(code::native_not_shared, where, {name, "a program"});
    if (optional_size < kOptionalHeaderSize || !file.holds(optional, optional_size))
        return truncated("its header is cut off");
    if (file.at<std::uint16_t>(optional) != kOptional64) return truncated("its header is not that of a 64-bit library");

    std::vector<Section> sections;
    const std::uint64_t table = optional + optional_size;
    const auto count = file.at<std::uint16_t>(header + 6).value_or(0);
    if (!file.holds(table, count * kSectionSize)) return truncated("its section headers are cut off");
    for (std::uint64_t index = 0; index < count; ++index) {
        const auto section = table + index * kSectionSize;
        const auto memory_size = file.at<std::uint32_t>(section + 8).value_or(0),
                   address = file.at<std::uint32_t>(section + 12).value_or(0),
                   raw_size = file.at<std::uint32_t>(section + 16).value_or(0),
                   offset = file.at<std::uint32_t>(section + 20).value_or(0);
        if (raw_size != 0 && !file.holds(offset, raw_size)) return truncated("a section is cut off");
        sections.push_back({address, offset, memory_size == 0 ? raw_size : std::min(memory_size, raw_size)});
    }
    Range exports;
    const bool has_exports =
        file.at<std::uint32_t>(optional + 108).value_or(0) > 0 && optional_size >= kOptionalHeaderSize + 8;
    if (has_exports)
        exports = {file.at<std::uint32_t>(optional + 112).value_or(0),
                   file.at<std::uint32_t>(optional + 116).value_or(0)};
    return std::unique_ptr<BinaryImage>(
        std::make_unique<PeImage>(file, std::move(sections), file.at<std::uint64_t>(optional + 24).value_or(0),
                                  file.at<std::uint32_t>(optional + 56).value_or(0), exports));
}

}  // namespace skilldeck
