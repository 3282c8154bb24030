// SPDX-License-Identifier: Apache-2.0
#include "market/record_rebuild.hpp"

#include "base/clock.hpp"
#include "base/plugin_id.hpp"
#include "base/semver.hpp"
#include "market/store.hpp"
#include "market/tree_rules.hpp"
#include "os/digest.hpp"
#include "package/package.hpp"
#include "settings/settings.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kManifestBytes = 64 * 1024 * 1024;

struct StoredVersion {
    InstallRecord record;
    std::int64_t stored_ns = 0;
};

std::vector<std::string> directories_in(const FileReader& files, const Path& directory) {
    std::vector<std::string> names;
    const auto entries = files.list(directory);
    for (const auto& entry : entries ? *entries : std::vector<DirectoryEntry>{}) {
        if (entry.kind == FileKind::directory) names.push_back(entry.name);
    }
    return names;
}

std::string time_of(std::int64_t nanoseconds) {
    const std::chrono::nanoseconds since_epoch(nanoseconds);
    return to_iso8601(std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(since_epoch)));
}

/// The directory is called after the version, with digits of the digest behind it where the version was there already.
std::string version_of(const PluginPackage& package, const std::string& directory) {
    const auto named = version_directory(package.version);
    return !package.version.empty() && directory.starts_with(named) ? package.version : directory;
}

std::optional<StoredVersion> read_version(const FileReader& files, const Path& directory, const std::string& id) {
    const auto manifest = directory / Path(kStoredManifest);
    const auto info = files.info(manifest, Links::keep);
    if (!info || info->kind != FileKind::regular) return std::nullopt;
    const auto list = files.read(manifest, kManifestBytes);
    if (!list) return std::nullopt;
    PackageOptions options;
    options.given_name = name_half(id);
    const auto package = read_package(files, directory, options);
    if (!package) return std::nullopt;
    StoredVersion stored;
    stored.stored_ns = info->modified_ns;
    stored.record.id = id;
    stored.record.scope = scope_word(Scope::user);
    stored.record.rebuilt = true;
    stored.record.path = directory;
    stored.record.version = version_of(*package, directory.filename().string());
    stored.record.digest = sha256(*list);
    stored.record.installed_at = stored.record.updated_at = time_of(info->modified_ns);
    return stored;
}

bool is_later(const StoredVersion& a, const StoredVersion& b) {
    if (a.stored_ns != b.stored_ns) return a.stored_ns > b.stored_ns;
    const auto version = parse_version(a.record.version), other = parse_version(b.record.version);
    return version && other && *other < *version;
}

/// Of all versions of one plugin.
InstallRecord merged(std::vector<StoredVersion> versions) {
    std::ranges::sort(versions, is_later);
    auto record = std::move(versions.front().record);
    if (versions.size() == 1) return record;
    record.previous = versions[1].record;
    return record;
}

}  // namespace

RebuiltRecords rebuild_records(const FileReader& files, const Path& cache) {
    RebuiltRecords found;
    for (const auto& marketplace : directories_in(files, cache)) {
        if (!is_plugin_name(marketplace)) continue;  // the staging place
        for (const auto& plugin : directories_in(files, cache / marketplace)) {
            const auto folder = cache / marketplace / plugin;
            std::vector<StoredVersion> versions;
            for (const auto& version : directories_in(files, folder)) {
                auto stored = is_plugin_name(plugin) ? read_version(files, folder / version, plugin + "@" + marketplace)
                                                     : std::nullopt;
                if (stored) {
                    versions.push_back(std::move(*stored));
                } else {
                    found.unusable.push_back((folder / version).string());
                }
            }
            if (!versions.empty()) found.records.push_back(merged(std::move(versions)));
        }
    }
    std::ranges::sort(found.records, {}, &InstallRecord::id);
    return found;
}

}  // namespace skilldeck
