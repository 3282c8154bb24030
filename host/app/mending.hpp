// SPDX-License-Identifier: Apache-2.0
// `--fix`: writes what the repairs of skill/ and package/ make of files, each atomically. A link is never followed to
// be written. [loop thread]
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"
#include "package/package.hpp"
#include "skill/skill_validation.hpp"

#include <string>
#include <vector>

namespace skilldeck {

/// One thing that was changed.
struct Mended {
    std::string file;
    int line = 1;
    std::string what;
};

class Mending {
public:
    explicit Mending(FileSystem& files) : files_(files) {}

    void mend_skill(const SkillToJudge& skill);
    void mend_json(const Path& file);
    void mend_plugin(const Path& directory, const PackageOptions& options);

    std::vector<Mended> mended;
    Diagnostics problems;  ///< what could not be written, and what was left alone

private:
    template <class Repair>
    void mend(const Path& file, const Repair& repair);
    void leave(const Path& file, int line, std::string_view why, std::string_view hint);
    void make_executable(const Path& script);

    FileSystem& files_;
};

}  // namespace skilldeck
