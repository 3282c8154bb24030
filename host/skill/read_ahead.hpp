// SPDX-License-Identifier: Apache-2.0
// Reads the skills of many folders on a few threads, before they are looked at one by one. It owns the threads and
// nothing else: a folder that is not what it should be is left to the reader, who says why. Inside skill/ only;
// returns when every thread has ended.
#pragma once

#include "skill/skill.hpp"

#include <memory>
#include <span>
#include <string>

namespace skilldeck {

inline constexpr std::size_t kFewFolders = 256;  ///< so many are read faster than threads are started
inline constexpr unsigned kReaderThreads = 4;    ///< at most, the calling one included

/// A root, held open while the folders below it are read.
struct RootAhead {
    std::shared_ptr<const SkillSource> source;
    std::string path;  ///< as skills give it
    std::unique_ptr<FolderReader> folder;
};

/// A folder right below a root, no link, that should hold a SKILL.md.
struct FolderAhead {
    const RootAhead* root = nullptr;
    const std::string* name = nullptr;              ///< of the folder
    std::shared_ptr<const Skill>* skill = nullptr;  ///< where it goes; stays null when there is anything to say
};

/// Few folders are read by the calling thread alone.
void read_ahead(const FileReader& files, std::span<const FolderAhead> folders);

}  // namespace skilldeck
