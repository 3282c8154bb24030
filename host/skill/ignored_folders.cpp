// SPDX-License-Identifier: Apache-2.0
#include "skill/ignored_folders.hpp"

#include "base/text.hpp"
#include "os/codes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kGitFileLimit = 64 * 1024;  // bytes of a file that holds one path
constexpr std::string_view kGitFolderKey = "gitdir:";
constexpr std::string_view kEverything = "/*\n";

/// The folder that a one-line file names, from the folder it stands in.
std::optional<Path> named_in(const FileReader& files, const Path& file, std::string_view key) {
    const auto text = files.read(file, kGitFileLimit);
    if (!text || !text->starts_with(key)) return std::nullopt;
    const auto named = trim(std::string_view(*text).substr(key.size()));
    if (named.empty()) return std::nullopt;
    return (file.parent_path() / Path(std::string(named))).lexically_normal();
}

/// Where `info/exclude` is: a linked worktree has that of the main one.
Path git_folder(const FileReader& files, const Path& root) {
    const auto here = root / ".git";
    if (files.is_directory(here)) return here;
    const auto own = named_in(files, here, kGitFolderKey);
    if (!own) return here;
    return named_in(files, *own / "commondir", "").value_or(*own);
}

}  // namespace

IgnoredFolders::IgnoredFolders(const FileReader& files, Path root) : files_(files), root_(std::move(root)) {
    excluded_ = read(git_folder(files_, root_) / "info" / "exclude");
}

bool IgnoredFolders::ignores(const Path& folder) {
    const auto whole = folder.lexically_relative(root_).generic_string();
    const std::string_view relative = whole;
    if (relative == ".") return false;
    for (std::size_t end = 0; end < relative.size(); ++end) {
        end = std::min(relative.find('/', end), relative.size());
        const auto part = relative.substr(0, end);
        auto judged = judged_.find(part);
        if (judged == judged_.end()) judged = judged_.emplace(part, ignores_itself(part)).first;
        if (judged->second) return true;
    }
    return false;
}

/// The nearest file with a pattern that fits decides.
bool IgnoredFolders::ignores_itself(std::string_view relative) {
    for (auto slash = relative.rfind('/');; slash = relative.rfind('/', slash - 1)) {
        const bool at_root = slash == std::string_view::npos;
        const auto& patterns = patterns_in(at_root ? std::string_view() : relative.substr(0, slash));
        const auto verdict =
            patterns.verdict_on_itself(at_root ? relative : relative.substr(slash + 1), PathKind::directory);
        if (verdict != GlobVerdict::unmatched) return verdict == GlobVerdict::matched;
        if (at_root) break;
    }
    return excluded_.verdict_on_itself(relative, PathKind::directory) == GlobVerdict::matched;
}

const GlobSet& IgnoredFolders::patterns_in(std::string_view relative) {
    if (const auto known = gitignore_.find(relative); known != gitignore_.end()) return known->second;
    const auto file = root_ / Path(relative) / ".gitignore";
    const auto info = files_.info(file, Links::keep);
    // git follows no link of this name, so that a repository cannot point it at files outside.
    const bool counts = info && info->kind != FileKind::link;
    return gitignore_.emplace(relative, counts ? read(file) : GlobSet()).first->second;
}

GlobSet IgnoredFolders::read(const Path& file) const {
    const auto text = files_.read(file, kIgnoreFileLimit);
    if (text) return GlobSet::from_gitignore(*text);
    const bool none = text.error().code == code::file_not_found || files_.is_directory(file);
    return none ? GlobSet() : GlobSet::from_gitignore(kEverything);
}

}  // namespace skilldeck
