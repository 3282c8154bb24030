// SPDX-License-Identifier: Apache-2.0
#include "skill/read_ahead.hpp"

#include "skill/skill_definition.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::size_t kBatch = 32;  // folders that a thread takes at a time

/// Whose memory serves one file after the other.
struct FileAtHand {
    std::string path;
    FileStart start;
};

void read_one(const FileReader& files, const FolderAhead& folder, FileAtHand& file) {
    const auto& root = *folder.root;
    file.path = root.path;
    if (!file.path.ends_with('/')) file.path += '/';
    const auto below = file.path.size();
    file.path.append(*folder.name).append("/").append(kSkillFileName);
    if (!root.folder->read_start(file.path.c_str() + below, kSkillHeadBytes, file.start)) return;
    if (file.start.info.kind != FileKind::regular) return;
    auto skill = std::make_shared<Skill>();
    if (read_skill(files, file.path, file.start, *folder.name, root.source, *skill)) *folder.skill = std::move(skill);
}

/// Takes batches until there are none. What a thread cannot read for want of memory is read again by the caller, who
/// meets the same and may throw.
void read_batches(const FileReader& files, std::span<const FolderAhead> folders, std::atomic<std::size_t>& next) {
    FileAtHand file;
    try {
        for (auto at = next.fetch_add(kBatch); at < folders.size(); at = next.fetch_add(kBatch)) {
            for (const auto& folder : folders.subspan(at, std::min(kBatch, folders.size() - at))) {
                read_one(files, folder, file);
            }
        }
    } catch (...) {
        return;
    }
}

}  // namespace

void read_ahead(const FileReader& files, std::span<const FolderAhead> folders) {
    const auto threads =
        folders.size() <= kFewFolders ? 1U : std::min(std::thread::hardware_concurrency(), kReaderThreads);
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> helpers;
    try {
        for (unsigned i = 1; i < threads; ++i) {
            helpers.emplace_back([&files, folders, &next] { read_batches(files, folders, next); });
        }
    } catch (const std::system_error&) {
        // As many as the system has to give.
    }
    read_batches(files, folders, next);
}

}  // namespace skilldeck
