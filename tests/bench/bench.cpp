// SPDX-License-Identifier: Apache-2.0
// Measures the built program beside a baseline in the same run, interleaved, and prints the ratio of the medians with
// its target. It judges nothing by its exit status: a shared machine is no place for a timed test.
#include "install.hpp"
#include "measure.hpp"
#include "os/file_system.hpp"
#include "plugin/contributions.hpp"
#include "skill/conditional.hpp"
#include "skill/expansion.hpp"
#include "skill/skill.hpp"
#include "skills.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace skilldeck::bench {

namespace {

constexpr int kThousand = 1'000, kTenThousand = 10'000;
const std::string kEmpty = EMPTY_PROGRAM, kRawRead = RAW_READ_PROGRAM;

Command with_home(const std::string& deck, const SkillHome& home, const Command& words) {
    Command command{deck,        "--config-dir",          home.config_dir().string(),
                    "--project", home.project().string(), "--no-compat"};
    command.insert(command.end(), words.begin(), words.end());
    return command;
}

/// The time of listing so many, in seconds.
double compare_listing(const std::string& deck, const SkillHome& home, int skills, double target, int rounds) {
    return compare("skill list --json, " + std::to_string(skills), with_home(deck, home, {"skill", "list", "--json"}),
                   {kRawRead, home.root().string()}, target, rounds);
}

void measure_memory(const std::string& deck, const SkillHome& home) {
    const auto ours = run_once(with_home(deck, home, {"skill", "list", "--json"}));
    const auto empty = run_once({kEmpty});
    report("peak memory, 10000 skills", ours.peak_mib, "MiB",
           "an empty program " + std::to_string(empty.peak_mib).substr(0, 4) + " MiB", 16);
}

/// One skill, its file read each time, as the session does it.
void measure_expansion(const SkillHome& home) {
    const FileSystem files;
    auto source = std::make_shared<SkillSource>();
    source->path = home.root();
    const auto file = home.root() / SkillHome::name_of(0) / kSkillFileName;
    auto read = read_skill(files, file, SkillHome::name_of(0), source);
    if (!read) throw std::runtime_error(to_line(read.error()));
    const auto skill = std::make_shared<const Skill>(std::move(*read));
    const auto once = [&] {
        ExpandRequest request;
        request.arguments = "shelf-7 monday";
        expand(files, skill, std::move(request), [](Result<ExpandedSkill> expanded) {
            if (!expanded) throw std::runtime_error(to_line(expanded.error()));
        });
    };
    const auto alone = median_of_calls(50, 200, [&] {
        if (!files.read(file, kSkillFileLimit)) throw std::runtime_error("unreadable: " + file.string());
    });
    report("expand a skill, in process", median_of_calls(50, 200, once) * 1e6, "us",
           "reading its file alone " + std::to_string(alone * 1e6).substr(0, 5) + " us", 20);
}

/// Paths as skills of a large repository have them: a package, a kind of file, a name.
std::string paths_of(int number) {
    const auto text = std::to_string(number);
    switch (number % 4) {
        case 0: return "packages/p" + text + "/src/**/*.{ts,tsx}";
        case 1: return "*.kind" + text;
        case 2: return "**/config" + text + "/*.json";
        default: return number % 100 == 3 ? "*.ts" : "docs/part" + text;
    }
}

/// One touched file against the conditions of a thousand skills, beside trying each.
void measure_conditions() {
    auto source = std::make_shared<SkillSource>();
    source->qualified_origin = "user";
    Discovery found;
    std::vector<GlobSet> sets;
    Diagnostics bad;
    for (int i = 0; i < kThousand; ++i) {
        Skill skill;
        skill.source = source;
        skill.name = SkillHome::name_of(i);
        const auto paths = paths_of(i);
        skill.paths = KeptList{paths};
        sets.push_back(GlobSet::from_patterns(std::span(&paths, 1), "bench", bad));
        found.skills.push_back(std::make_shared<const Skill>(std::move(skill)));
    }
    const ConditionalSkills conditional(Catalogue::build(std::move(found)), bad);
    const std::string path = "packages/p400/src/components/list/list_view.ts";
    std::size_t matched = 0;
    const auto each = median_of_calls(20, 5, [&] {
        matched = 0;
        for (const auto& set : sets) matched += set.matches(path, PathKind::file) ? 1 : 0;
    });
    const auto indexed = median_of_calls(50, 200, [&] {
        if (conditional.matching(path).size() != matched) throw std::runtime_error("conditions: not the same skills");
    });
    report("1000 conditional skills, one path", indexed * 1e6, "us",
           "trying each " + std::to_string(each * 1e6).substr(0, 6) + " us", 10);
}

void run(const std::string& deck) {
    measure_conditions();
    compare("--version", {deck, "--version"}, {kEmpty}, 2.0, 400);
    const SkillHome one(1);
    compare("skill expand, as a command", with_home(deck, one, {"skill", "expand", SkillHome::name_of(0), "shelf-7"}),
            {deck, "--version"}, 2.0, 200);
    measure_expansion(one);
    const SkillHome thousand(kThousand), many(kTenThousand);
    const auto small = compare_listing(deck, thousand, kThousand, 2.5, 100);
    const auto large = compare_listing(deck, many, kTenThousand, 2.0, 30);
    report("growth from 1000 to 10000 skills", large / small, "x", "ten times the skills", 13);
    measure_memory(deck, many);
    measure_install(deck, kThousand, 1.3, 30);
}

}  // namespace

}  // namespace skilldeck::bench

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: bench SKILLDECK\n";
        return 2;
    }
    setenv("SKILLDECK_CONFIG_DIR", "/nonexistent", 1);
    try {
        skilldeck::bench::run(std::filesystem::canonical(argv[1]).string());
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
