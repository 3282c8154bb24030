// SPDX-License-Identifier: Apache-2.0
#include "market/store.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/named_instead.hpp"
#include "os/codes.hpp"
#include "os/digest.hpp"

#include <cctype>
#include <chrono>
#include <iterator>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::chrono::seconds kLockPatience{60};
constexpr std::size_t kVersionDigits = 12;
constexpr std::size_t kVersionLength = 100;
constexpr std::uint32_t kManifestMode = 0644;
constexpr std::uint32_t kFolderMode = 0755;
constexpr std::string_view kStaging = ".staging";
constexpr int kVersionDepth = 3;  // marketplace, plugin, version

std::string entry_version(const PackageOptions& options) {
    const auto version = options.entry ? json_text(options.entry->fields, "version") : std::string_view();
    return version_problem(version).empty() ? std::string(version) : std::string();
}

}  // namespace

std::uint64_t tree_bytes(const FileReader& files, const Path& directory) {
    std::uint64_t sum = 0;
    std::vector<Path> open{directory};
    while (!open.empty()) {
        const auto folder = std::move(open.back());
        open.pop_back();
        const auto info = files.info(folder, Links::keep);
        if (!info || info->kind != FileKind::directory) continue;
        const auto entries = files.list(folder);
        for (const auto& entry : entries ? *entries : std::vector<DirectoryEntry>{}) {
            if (entry.kind == FileKind::directory) open.push_back(folder / entry.name);
            const auto file = entry.kind == FileKind::regular ? files.info(folder / entry.name, Links::keep)
                                                              : Result<FileInfo>(FileInfo{});
            if (file) sum += file->size;
        }
    }
    return sum;
}

std::string version_directory(std::string_view version) {
    std::string name;
    for (const char c : version.substr(0, kVersionLength)) {
        const bool safe =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-' || c == '+';
        name += safe ? c : '-';
    }
    const bool hidden = name.empty() || name.front() == '.';
    return hidden ? "v" + name : name;
}

Store::Store(const FileReader& reader, FileWriter& writer, Path plugins_dir)
    : reader_(reader),
      outer_writer_(writer),
      writer_(writer.confined(plugins_dir)),
      plugins_dir_(std::move(plugins_dir)) {}

Result<FileLock> Store::take_lock() {
    if (auto made = outer_writer_.make_directories(plugins_dir_, kFolderMode, Durable::now); !made) return made.error();
    if (auto made = writer_->make_directories(cache(), kFolderMode, Durable::now); !made) return made.error();
    return FileLock::take(plugins_dir_, kLockPatience);
}

Result<std::optional<Store::Swept>> Store::sweep() {
    const auto left = reader_.list(staging());
    if (!left && left.error().code == code::file_not_found) return std::optional<Swept>();
    const auto bytes = tree_bytes(reader_, staging());
    if (auto swept = writer_->remove_tree(staging()); !swept) return swept.error();
    const bool any = !left || !left->empty();
    return any ? std::optional(Swept{bytes}) : std::optional<Swept>();
}

Path Store::new_staging_path() {
    return staging() / std::to_string(++next_);
}

Result<StagedPlugin> Store::stage(const Path& source, const PackageOptions& options, const Provenance& provenance) {
    const auto directory = new_staging_path();
    auto staged = stage_in(directory, source, options);
    const auto ours = directory.generic_string(), copied = source.generic_string();
    const auto& theirs = provenance.shown.empty() ? copied : provenance.shown;
    if (staged) {
        for (auto* found : {&staged->package.diagnostics, &staged->warnings}) {
            name_instead(*found, ours, theirs);
            if (copied != theirs) name_instead(*found, copied, theirs);
        }
        if (!staged->says_version && !provenance.commit.empty())
            staged->version = provenance.commit.substr(0, kVersionDigits);
        return staged;
    }
    (void)writer_->remove_tree(directory);  // what stays is swept by the next one; the first error is what matters
    auto error = staged.error();
    // What cannot be written is the store's trouble, not that of a file of the plugin.
    const auto named = error.code == code::file_unwritable ? cache().generic_string() : theirs;
    name_instead(error, ours, named);
    if (copied != theirs) name_instead(error, copied, theirs);
    return error;
}

Result<StagedPlugin> Store::stage_in(const Path& directory, const Path& source, const PackageOptions& options) {
    StagedPlugin staged;
    staged.directory = directory;
    if (auto copied = copy_plugin_tree(reader_, *writer_, source, staged.directory, staged.warnings, {}, progress_);
        !copied) {
        return copied.error();
    }
    auto package = read_package(reader_, staged.directory, options);
    if (!package) return package.error();
    staged.package = std::move(*package);

    const auto manifest = manifest_of(staged.directory);
    if (!manifest) return manifest.error();
    if (auto written = writer_->write_new(staged.directory / Path(kStoredManifest), *manifest, kManifestMode);
        !written) {
        return written.error();
    }
    staged.digest = sha256(*manifest);
    staged.version = staged.package.version.empty() ? entry_version(options) : staged.package.version;
    staged.says_version = !staged.version.empty();
    if (!staged.says_version) staged.version = staged.digest.substr(0, kVersionDigits);
    return staged;
}

Result<StoreTarget> Store::target_for(const StagedPlugin& staged, std::string_view marketplace, std::string_view plugin,
                                      const std::function<bool(const Path&)>& in_use) {
    const Path folder = cache() / Path(marketplace) / Path(plugin);
    const auto name = version_directory(staged.version);
    for (const auto& candidate : {name, name + "-" + staged.digest.substr(0, kVersionDigits)}) {
        const Path target = folder / candidate;
        if (!reader_.info(target, Links::keep)) return StoreTarget{target, false};
        const auto digest = digest_of(target);
        if (digest && *digest == staged.digest && owns(target)) return StoreTarget{target, true};
        if (in_use(target)) continue;
        if (auto gone = set_aside_and_remove(target); !gone) return gone.error();
        return StoreTarget{target, false};
    }
    return make_error(code::store_copy_damaged, folder.generic_string(), {staged.version});
}

Result<> Store::place(const StagedPlugin& staged, const Path& target) {
    const auto folder = target.parent_path();
    if (auto made = writer_->make_directories(folder, kFolderMode, Durable::now); !made) return made;
    if (auto synced = writer_->sync_file_system(staged.directory); !synced) return synced;
    if (auto moved = writer_->rename(staged.directory, target); !moved) return moved;
    return writer_->sync_directory(folder);
}

Result<> Store::discard(const StagedPlugin& staged) {
    return writer_->remove_tree(staged.directory);
}

bool Store::owns(const Path& path) const {
    const auto root = reader_.real_path(cache());
    if (!root) return false;
    const auto real = reader_.real_path(path);
    const auto where = real ? *real : path.lexically_normal();
    const Path& base = real ? *root : cache().lexically_normal();
    const bool below = lies_below(where, *root) || lies_below(where, base);
    return path.is_absolute() && below && where != *root && where != base;
}

Result<> Store::remove(const Path& directory) {
    const auto version = version_path(directory);
    if (!version || !owns(directory)) return {};
    if (auto removed = set_aside_and_remove(*version); !removed) return removed;
    const auto root = cache().lexically_normal();
    for (Path parent = version->parent_path(); parent != root && owns(parent); parent = parent.parent_path()) {
        const auto entries = reader_.list(parent);
        if (!entries || !entries->empty()) return {};
        if (auto removed = writer_->remove_tree(parent); !removed) return removed;
    }
    return {};
}

std::optional<Path> Store::version_path(const Path& path) const {
    const auto root = cache().lexically_normal();
    auto version = path.lexically_normal();
    if (!lies_below(version, root)) {
        const auto real_root = reader_.real_path(root);
        const auto real_folder = reader_.real_path(version.parent_path());
        if (!real_root || !real_folder || !lies_below(*real_folder, *real_root)) return std::nullopt;
        version = root / real_folder->lexically_relative(*real_root) / version.filename();
    }
    const auto below = version.lexically_relative(root);
    const bool deep = std::distance(below.begin(), below.end()) == kVersionDepth && below.has_filename();
    return deep && *below.begin() != kStaging ? std::optional(version) : std::nullopt;
}

Result<> Store::remove_data(std::string_view folder) {
    const auto directory = data() / Path(folder);
    if (!reader_.info(directory, Links::keep)) return {};
    if (auto removed = writer_->remove_tree(directory); !removed) return removed;
    return writer_->sync_directory(data());
}

Result<> Store::move_data(std::string_view from, std::string_view to) {
    const auto before = data() / Path(from), after = data() / Path(to);
    if (!reader_.info(before, Links::keep) || reader_.info(after, Links::keep)) return {};
    if (auto moved = writer_->rename(before, after); !moved) return moved;
    return writer_->sync_directory(data());
}

/// First out of sight in one step, so that nobody finds half a plugin; then it may take its time.
Result<> Store::set_aside_and_remove(const Path& directory) {
    if (!reader_.info(directory, Links::keep)) return {};
    const auto aside = new_staging_path();
    if (auto made = writer_->make_directories(staging()); !made) return made;
    if (auto moved = writer_->rename(directory, aside); !moved) return moved;
    if (auto synced = writer_->sync_directory(directory.parent_path()); !synced) return synced;
    return writer_->remove_tree(aside);
}

Result<std::string> Store::manifest_of(const Path& directory) const {
    const auto manifest = tree_manifest(reader_, directory);
    if (!manifest) return manifest.error();
    std::string kept;
    for (const auto line : split(*manifest, '\n')) {
        const bool own = !line.starts_with("link ") && manifest_path(line) == kStoredManifest;
        if (!line.empty() && !own) kept += std::string(line) + "\n";
    }
    return kept;
}

Result<std::string> Store::digest_of(const Path& directory) const {
    const auto manifest = manifest_of(directory);
    if (!manifest) return manifest.error();
    return sha256(*manifest);
}

}  // namespace skilldeck
