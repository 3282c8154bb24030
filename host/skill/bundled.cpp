// SPDX-License-Identifier: Apache-2.0
#include "skill/bundled.hpp"

#include "skill/codes.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::uint32_t kPrivateDirectory = 0700, kPrivateFile = 0600;
constexpr std::string_view kOrigin = "bundled";

/// The folder of the skill and the path below it: `batch`, `SKILL.md`.
std::pair<std::string_view, std::string_view> split_path(std::string_view path) {
    const auto slash = path.find('/');
    if (slash == std::string_view::npos) return {path, {}};
    return {path.substr(0, slash), path.substr(slash + 1)};
}

bool stays_below(const Path& relative) {
    if (relative.empty() || relative.is_absolute() || relative.has_root_name()) return false;
    return std::none_of(relative.begin(), relative.end(), [](const Path& part) { return part == ".." || part == "."; });
}

}  // namespace

std::vector<SkillSource> bundled_skill_sources(std::span<const EmbeddedFile> files) {
    std::vector<SkillSource> sources;
    for (const auto& file : files) {
        const auto [skill, path] = split_path(file.path);
        if (path != kSkillFileName) continue;
        SkillSource source;
        source.kind = SkillSource::Kind::bundled;
        source.name = skill;
        source.text = file.text;
        source.origin.loaded_from = LoadedFrom::bundled;
        source.origin.source = kOrigin;
        source.origin.trusted = true;
        source.qualified_origin = kOrigin;
        sources.push_back(std::move(source));
    }
    std::sort(sources.begin(), sources.end(),
              [](const SkillSource& a, const SkillSource& b) { return a.name < b.name; });
    return sources;
}

std::vector<std::string> bundled_reference_files(std::string_view skill, std::span<const EmbeddedFile> files) {
    std::vector<std::string> paths;
    for (const auto& file : files) {
        const auto [folder, path] = split_path(file.path);
        if (folder == skill && path != kSkillFileName) paths.emplace_back(path);
    }
    return paths;
}

BundledFiles::BundledFiles(FileWriter& writer, Path root, std::span<const EmbeddedFile> files)
    : writer_(writer), root_(std::move(root)), files_(files) {}

Result<Path> BundledFiles::directory_of(const std::string& skill) {
    const std::scoped_lock lock(mutex_);
    const auto known = written_.find(skill);
    if (known != written_.end()) return known->second;
    return written_.emplace(skill, write_out(skill)).first->second;
}

Result<Path> BundledFiles::write_out(const std::string& skill) {
    const auto paths = bundled_reference_files(skill, files_);
    if (paths.empty()) return Path();
    const auto folder = root_ / skill;
    if (!stays_below(skill)) return make_error(code::bundled_path_refused, folder.string(), {skill});
    for (const auto& path : paths) {
        if (!stays_below(path)) return make_error(code::bundled_path_refused, (folder / path).string(), {skill});
    }
    for (const auto& file : files_) {
        const auto [of, path] = split_path(file.path);
        if (of != skill || path == kSkillFileName) continue;
        const auto target = folder / path;
        if (auto made = writer_.make_directories(target.parent_path(), kPrivateDirectory); !made) return made.error();
        if (auto written = writer_.write_new(target, file.text, kPrivateFile); !written) return written.error();
    }
    return folder;
}

}  // namespace skilldeck
