// SPDX-License-Identifier: Apache-2.0
#include "skills.hpp"

#include <stdlib.h>

#include <fstream>
#include <stdexcept>

namespace skilldeck::bench {

namespace {

constexpr int kBodyLines = 28;  // with the header about two kilobytes

std::string text_of(int index) {
    const auto name = SkillHome::name_of(index);
    std::string text = "---\nname: " + name + "\ndescription: Keeps the books of warehouse " + std::to_string(index) +
                       " and says what is missing. Use it when stock is counted or an order is late\n"
                       "argument-hint: \"[shelf] [day]\"\nallowed-tools: Read, Grep, Bash(git status *)\n"
                       "version: 1.2.0\nmetadata:\n  owner: warehouse\n  area: \"stock\"\n---\n\n# Stock\n\n";
    for (int line = 0; line < kBodyLines; ++line) {
        text += std::to_string(line + 1) + ". Walk along the shelf, count what is there, and note it: $ARGUMENTS\n";
    }
    return text;
}

}  // namespace

SkillHome::SkillHome(int skills) {
    std::string pattern = (std::filesystem::temp_directory_path() / "skilldeck-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
    path_ = pattern;
    std::filesystem::create_directories(project());
    for (int i = 0; i < skills; ++i) {
        const auto folder = root() / name_of(i);
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "SKILL.md", std::ios::binary) << text_of(i);
    }
}

SkillHome::~SkillHome() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string SkillHome::name_of(int index) {
    return "stock-" + std::to_string(100'000 + index);
}

}  // namespace skilldeck::bench
