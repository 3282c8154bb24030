// SPDX-License-Identifier: Apache-2.0
#include "skill/conditional.hpp"

#include "base/codes.hpp"
#include "skill/activation.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

struct Conditions : Workspace {
    void waiting(const std::string& name, const std::string& paths, const Path& root = "home/.claude/skills") const {
        skill(root / name, "---\ndescription: x\npaths: " + paths + "\n---\n");
    }
    [[nodiscard]] Strings matching(std::string_view path) const {
        Diagnostics bad;
        const ConditionalSkills conditional(catalogue(), bad);
        const auto found = conditional.matching(path);
        Strings names(found.begin(), found.end());
        std::sort(names.begin(), names.end());
        return names;
    }
    void match(std::string_view path, const Strings& wanted) const {
        BOOST_TEST_CONTEXT(path) {
            BOOST_TEST(matching(path) == wanted, boost::test_tools::per_element());
        }
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(conditional, Conditions)

BOOST_AUTO_TEST_CASE(paths_have_the_meaning_of_gitignore) {
    waiting("everywhere", "'*.ts'");
    waiting("rooted", "'/config.json'");
    waiting("folder", "'src/api/**'");
    waiting("braces", "'src/**/*.{ts,tsx}'");
    waiting("several", "['docs/*.md', '*.rst']");
    waiting("taken-back", "['*.ts', '!*.test.ts']");
    named("home/.claude/skills/always");
    match("src/api/a.ts", {"braces@user", "everywhere@user", "folder@user", "taken-back@user"});
    match("src/api/deep/a.test.ts", {"braces@user", "everywhere@user", "folder@user"});
    match("src/b.tsx", {"braces@user"});
    match("config.json", {"rooted@user"});
    match("sub/config.json", {});
    match("docs/a.md", {"several@user"});
    match("docs/deep/a.md", {});
    match("x/y.rst", {"several@user"});
    match("README", {});
}

BOOST_AUTO_TEST_CASE(skills_with_the_same_paths_are_all_named) {
    for (const auto* name : {"a", "b", "c"}) waiting(name, "'*.go'");
    waiting("a", "'*.go'", "project/.claude/skills");
    match("main.go", {"a@project", "a@user", "b@user", "c@user"});
}

BOOST_AUTO_TEST_CASE(what_a_file_has_activated_stays_active_when_skills_are_read_again) {
    waiting("ts", "'*.ts'");
    waiting("nested", "'*.ts'", "project/apps/.claude/skills");
    Activation activation;
    Diagnostics found;
    const auto read = [&] {
        places.nested_folders = activation.nested_folders();
        CatalogueOptions options;
        options.activated = activation.activated();
        return catalogue({}, options);
    };
    activation.note_folders(files, places, at("project/apps/a.ts"), found);
    activation.activate(ConditionalSkills(read(), found).matching("apps/a.ts"));
    waiting("nested", "'*.other'", "project/apps/.claude/skills");
    waiting("late", "'*.ts'");
    for (int times = 0; times < 2; ++times) {
        const auto all = read();
        BOOST_TEST((all->find("ts")->state == SkillState::active));
        BOOST_TEST((all->find("nested@project/apps")->state == SkillState::active));
        BOOST_TEST((all->find("late")->state == SkillState::conditional));
    }
    BOOST_TEST(found.empty());
}

BOOST_AUTO_TEST_CASE(a_pattern_that_cannot_be_read_is_reported_and_costs_no_other) {
    waiting("half", "['[', '*.ts']");
    Diagnostics bad;
    const ConditionalSkills conditional(catalogue(), bad);
    BOOST_TEST(count_code(bad, code::glob_invalid) == 1U);
    BOOST_TEST(bad.front().file == at("home/.claude/skills/half/SKILL.md").string());
    BOOST_TEST(conditional.matching("a.ts").size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
