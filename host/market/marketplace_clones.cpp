// SPDX-License-Identifier: Apache-2.0
#include "market/marketplace_clones.hpp"

#include "market/codes.hpp"
#include "market/git_address.hpp"
#include "os/codes.hpp"

#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::size_t kCommitDigits = 12;
constexpr std::uint32_t kFolderMode = 0755;

bool is_clone_name(std::string_view name) {
    const auto digits = name.substr(0, kCommitDigits), rest = name.substr(digits.size());
    const bool numbered =
        rest.size() > 1 && rest.front() == '-' && rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
    return digits.size() == kCommitDigits && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
           (rest.empty() || numbered);
}

}  // namespace

MarketplaceClones::MarketplaceClones(const FileReader& reader, FileWriter& writer, const Path& plugins_dir)
    : reader_(reader), writer_(writer.confined(plugins_dir)), plugins_dir_(plugins_dir) {}

Result<Path> MarketplaceClones::directory_of(const MarketplaceRegistration& registration) const {
    const auto missing =
        make_error(code::marketplace_clone_missing, registration.location.generic_string(), {registration.name});
    const auto clones = folder() / registration.name;
    const auto location = registration.location.lexically_normal();
    if (location.parent_path() != clones.lexically_normal() || !location.has_filename()) return missing;
    const auto real = reader_.real_path(location), root = reader_.real_path(clones);
    if (!real || !root || !lies_below(*real, *root) || *real == *root || !reader_.is_directory(*real)) return missing;
    return *real;
}

Result<Path> MarketplaceClones::place(const Path& tree, std::string_view name, std::string_view commit) {
    const auto clones = folder() / Path(name);
    if (auto made = writer_->make_directories(clones, kFolderMode, Durable::now); !made) return made.error();
    const std::string digits(commit.substr(0, kCommitDigits));
    Path place = clones / digits;
    for (int number = 2; reader_.info(place, Links::keep); ++number)
        place = clones / (digits + "-" + std::to_string(number));
    if (auto synced = writer_->sync_file_system(tree); !synced) return synced.error();
    if (auto moved = writer_->rename(tree, place); !moved) return moved.error();
    if (auto synced = writer_->sync_directory(clones); !synced) return synced.error();
    return place;
}

Result<> MarketplaceClones::sweep(const KnownMarketplaces& known) {
    const auto names = reader_.list(folder());
    if (!names && names.error().code == code::file_not_found) return {};
    if (!names) return names.error();
    for (const auto& name : *names) {
        const auto* registration = known.find(name.name);
        const bool is_clone = registration != nullptr && is_git_source(registration->source.kind);
        if (!is_clone && known.mentions(name.name)) continue;
        const auto kept = is_clone ? registration->location.filename() : Path();
        if (auto swept = sweep_one(folder() / name.name, kept); !swept) return swept;
    }
    return {};
}

/// People may keep files of their own here: only what is named like a clone goes.
Result<> MarketplaceClones::sweep_one(const Path& clones, const Path& kept) {
    const auto entries = reader_.list(clones);
    if (!entries) return {};  // no directory
    std::size_t removed_ones = 0;
    for (const auto& entry : *entries) {
        if (entry.name == kept || entry.kind != FileKind::directory || !is_clone_name(entry.name)) continue;
        if (auto removed = writer_->remove_tree(clones / entry.name); !removed) return removed;
        ++removed_ones;
    }
    const bool empty_now = removed_ones > 0 && removed_ones == entries->size();
    return empty_now ? writer_->remove_tree(clones) : Result<>();
}

}  // namespace skilldeck
