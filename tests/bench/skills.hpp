// SPDX-License-Identifier: Apache-2.0
// Made-up skills of about two kilobytes on the disk, for measuring. One owner; removed at the end.
#pragma once

#include <filesystem>
#include <string>

namespace skilldeck::bench {

/// A home with so many skills of the user.
class SkillHome {
public:
    explicit SkillHome(int skills);
    SkillHome(const SkillHome&) = delete;
    SkillHome& operator=(const SkillHome&) = delete;
    ~SkillHome();

    [[nodiscard]] std::filesystem::path config_dir() const { return path_ / ".skilldeck"; }
    [[nodiscard]] std::filesystem::path root() const { return config_dir() / "skills"; }
    /// An empty folder to work in.
    [[nodiscard]] std::filesystem::path project() const { return path_ / "project"; }
    [[nodiscard]] static std::string name_of(int index);

private:
    std::filesystem::path path_;
};

}  // namespace skilldeck::bench
