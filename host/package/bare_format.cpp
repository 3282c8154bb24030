// SPDX-License-Identifier: Apache-2.0
// A directory with nothing but skills: `skills/` or a root SKILL.md.
#include "package/formats.hpp"

namespace skilldeck {

namespace {

constexpr std::string_view kSkillsDirectory = "skills";

}  // namespace

bool has_bare_skills(const PackageReading& reading) {
    return reading.has_directory(kSkillsDirectory) || reading.has_file("SKILL.md") || reading.has_file("skill.md");
}

void read_bare(PackageReading& reading) {
    reading.package.format = PackageFormat::bare;
    // With no manifest to say what is meant, a root SKILL.md does not hide skills/, nor the other way round.
    if (const auto skills = reading.default_directory(kSkillsDirectory)) reading.add_skills_below(*skills);
    reading.add_root_skill();
}

}  // namespace skilldeck
