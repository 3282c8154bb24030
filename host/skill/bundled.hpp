// SPDX-License-Identifier: Apache-2.0
// The skills that are built into the program: skills/<name>/SKILL.md of the source tree, embedded at build time, and
// their reference files, written out on first use. Safe from any thread.
#pragma once

#include "base/embedded_file.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"
#include "plugin/contributions.hpp"
#include "skill/skill.hpp"

#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace skilldeck {

/// Everything below skills/, sorted by path: `batch/SKILL.md`.
[[nodiscard]] std::span<const EmbeddedFile> bundled_files();

/// One source a bundled skill, sorted by name, for discover_skills().
[[nodiscard]] std::vector<SkillSource> bundled_skill_sources(std::span<const EmbeddedFile> files = bundled_files());

/// The reference files of one skill, relative to its folder.
[[nodiscard]] std::vector<std::string> bundled_reference_files(std::string_view skill,
                                                               std::span<const EmbeddedFile> files = bundled_files());

/// Writes the reference files of bundled skills below `root`, each skill once, even under concurrent first calls.
/// `root` must be a fresh folder of this process with a random name; it is made with mode 0700, files with 0600.
class BundledFiles {
public:
    BundledFiles(FileWriter& writer, Path root, std::span<const EmbeddedFile> files = bundled_files());

    /// The folder with the skill's reference files. Empty when it has none. Errors: file_unwritable, and
    /// bundled_path_refused for a file that would leave the folder; the skill is then used without its files.
    [[nodiscard]] Result<Path> directory_of(const std::string& skill);

private:
    [[nodiscard]] Result<Path> write_out(const std::string& skill);

    FileWriter& writer_;
    Path root_;
    std::span<const EmbeddedFile> files_;
    std::mutex mutex_;
    std::map<std::string, Result<Path>> written_;
};

}  // namespace skilldeck
