// SPDX-License-Identifier: Apache-2.0
// A directory with nothing but skills: `skills/` or a root SKILL.md.
#include "package/formats.hpp"

namespace skilldeck {

namespace {

constexpr std::string_view kSkillsDirectory = "skills";

}  // namespace

bool has_bare_skills(PackageReading& reading) {
    return reading.default_directory(kSkillsDirectory) || reading.default_file("SKILL.md") ||
           reading.default_file("skill.md");
}

void read_bare(PackageReading& reading) {
    reading.package.format = PackageFormat::bare;
    if (const auto skills = reading.default_directory(kSkillsDirectory)) {
        reading.add_skills_below(*skills);
    } else {
        reading.add_root_skill();
    }
}

}  // namespace skilldeck
