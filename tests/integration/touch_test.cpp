// SPDX-License-Identifier: Apache-2.0
// What a touched file brings, by the built program: conditional skills, and those of folders below the start directory.
#include "deck.hpp"
#include "git_is_there.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>

namespace skilldeck::test {

namespace {

namespace json = boost::json;
using Names = std::vector<std::string>;

/// A repository with a skill of its own, one that waits for TypeScript, and two folders with skills.
struct Project : Deck {
    Project() {
        options = {"--sources=-bundled"};
        std::filesystem::create_directories(project() / ".git");
        skill(".claude/skills/deploy", "deploy");
        write("project/.claude/skills/ts/SKILL.md",
              "---\nname: ts\ndescription: typed\npaths: 'src/**/*.{ts,tsx}'\n---\nTyped.\n");
        skill("apps/web/.claude/skills/deploy", "deploy", "WEB");
        skill("apps/.agents/skills/lint", "lint");
    }

    void skill(const std::filesystem::path& folder, std::string_view name, std::string_view body = "BODY") const {
        write("project" / folder / "SKILL.md", skill_text(name, "about it", body));
    }
    [[nodiscard]] json::value answer(Names words) const {
        words.emplace_back("--json");
        const auto run = this->run(words);
        BOOST_TEST(run.status == 0, run.all());
        return run.json();
    }
    /// The names of the active ones.
    [[nodiscard]] Names active_with(const Names& touched) const {
        Names words{"skill", "list"};
        for (const auto& file : touched) words.insert(words.end(), {"--touch", file});
        Names names;
        const auto listed = answer(words);
        for (const auto& entry : listed.as_array()) {
            if (entry.at("state").as_string() == "active") names.emplace_back(entry.at("name").as_string());
        }
        return names;
    }
    void become_active(const Names& touched, const Names& wanted) const {
        BOOST_TEST_CONTEXT(touched.back()) {
            BOOST_TEST(active_with(touched) == wanted, boost::test_tools::per_element());
        }
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(touch, Project)

BOOST_AUTO_TEST_CASE(a_skill_with_paths_becomes_active_when_a_file_of_them_is_touched) {
    BOOST_TEST(active_with({}) == (Names{"deploy"}), boost::test_tools::per_element());
    become_active({"src/deep/a.tsx"}, {"deploy", "ts"});
    become_active({"src/../src/./a.ts"}, {"deploy", "ts"});
    become_active({(project() / "src/a.ts").string()}, {"deploy", "ts"});
    become_active({"other/a.ts"}, {"deploy"});
    become_active({"src/a.js"}, {"deploy"});
    become_active({"src/a.js", "src/a.ts"}, {"deploy", "ts"});
    BOOST_TEST(active_with({}) == (Names{"deploy"}), boost::test_tools::per_element());  // for one call only
}

BOOST_AUTO_TEST_CASE(paths_of_every_source_count_from_the_project) {
    write("home/.claude/skills/go/SKILL.md", "---\nname: go\ndescription: x\npaths: '/cmd/*.go'\n---\nGo.\n");
    become_active({"cmd/main.go"}, {"go", "deploy"});
    become_active({"sub/cmd/main.go"}, {"deploy"});
}

BOOST_AUTO_TEST_CASE(a_file_outside_the_project_activates_nothing_and_that_is_said) {
    const auto run = this->run({"skill", "list", "--touch", "../src/a.ts"});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(contains(run.out, "conditional"));
    BOOST_TEST(contains(run.err, "outside the project " + project().string()), run.err);
}

BOOST_AUTO_TEST_CASE(folders_up_to_the_start_directory_are_looked_into) {
    become_active({"apps/web/src/new.css"}, {"deploy", "apps/web:deploy", "lint"});
    become_active({"apps/x"}, {"deploy", "lint"});
    const auto list = answer({"skill", "list", "--touch", "apps/web/x"}).as_array();
    const auto nested = std::ranges::find_if(
        list, [](const json::value& entry) { return entry.at("name").as_string() == "apps/web:deploy"; });
    BOOST_REQUIRE(nested != list.end());
    BOOST_TEST(nested->at("qualifiedName").as_string() == "deploy@project/apps/web");
    BOOST_TEST(nested->at("source").as_string() == "project");
}

BOOST_AUTO_TEST_CASE(expand_calls_what_the_touched_file_brings) {
    const auto call = [this](const std::string& name) {
        return run({"skill", "expand", "--touch", "apps/web/x", name});
    };
    BOOST_TEST(contains(call("apps/web:deploy").out, "WEB"));
    BOOST_TEST(contains(call("/apps/web:deploy").out, "WEB"));
    BOOST_TEST(!contains(call("deploy").out, "WEB"));
    BOOST_TEST(call("apps:lint").status == 0);
    BOOST_TEST(run({"skill", "expand", "apps/web:deploy"}).status == 1);
    BOOST_TEST(answer({"skill", "expand", "apps/web:deploy", "--touch", "apps/web/x"}).at("name").as_string() ==
               "apps/web:deploy");
}

BOOST_AUTO_TEST_CASE(a_rule_that_denies_the_bare_name_denies_the_nested_one) {
    write("home/.skilldeck/settings.json", R"json({"permissions": {"deny": ["Skill(deploy)"]}})json");
    const auto refused = run({"skill", "expand", "--touch", "apps/web/x", "apps/web:deploy"});
    BOOST_TEST(refused.status == 3, refused.all());
    const auto listing = answer({"skill", "listing", "--touch", "apps/web/x"});
    BOOST_TEST(listing.at("text").as_string() == "- lint: about it");
}

BOOST_AUTO_TEST_CASE(the_listing_says_who_waits_and_who_was_touched) {
    const auto explained = run({"skill", "listing", "--explain"});
    BOOST_TEST(contains(explained.out, "waits until a file of its paths is touched: src/**/*.{ts,tsx}"), explained.out);
    const auto touched = run({"skill", "listing", "--explain", "--touch", "src/a.ts", "--touch", "apps/x"});
    BOOST_TEST(!contains(touched.out, "waits until"), touched.out);
    BOOST_TEST(contains(touched.out, "everything fits; active, as a file of its paths was touched"), touched.out);
    BOOST_TEST(contains(touched.out, "everything fits; found in apps, where a file was touched"), touched.out);
    BOOST_TEST(answer({"skill", "listing", "--touch", "src/a.ts"}).at("text").as_string() ==
               "- deploy: about it\n- ts: typed");
}

BOOST_AUTO_TEST_CASE(an_untrusted_project_gives_its_nested_skills_no_more_than_its_own) {
    write("project/apps/.claude/skills/shell/SKILL.md",
          "---\nname: shell\ndescription: x\nallowed-tools: Bash(echo *)\n---\n!`echo ran-$((40 + 2))`\n");
    const Names words{"skill", "expand", "--touch", "apps/x", "shell"};
    BOOST_TEST(!contains(run(words).out, "ran-42"));
    auto trusting = words;
    trusting.insert(trusting.begin(), "--trust-project");
    const auto ran = run(trusting);
    BOOST_TEST(contains(ran.out, "ran-42"), ran.all());
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_refused_in_one_line) {
    const auto folder = run({"skill", "list", "--touch", "apps"});
    BOOST_TEST(folder.status == 2);
    BOOST_TEST(folder.err ==
               "error: --touch wants a file, and this is a directory (apps)\n"
               "hint: name a file in it; the file need not exist\n");
    BOOST_TEST(folder.out.empty());
    for (const auto* path : {"apps/", ".", "..", "new/"}) {
        BOOST_TEST(run({"skill", "expand", "deploy", "--touch", path}).status == 2, path);
    }
    const auto nothing = run({"skill", "listing", "--touch", ""});
    BOOST_TEST(nothing.status == 2);
    BOOST_TEST(contains(nothing.err, "the file's path is empty (--touch)"), nothing.err);
    const auto error = run({"skill", "list", "--json", "--touch", "apps"}).json();
    BOOST_TEST(error.at("error").at("code").as_string() == "touched-directory");
}

// B057
BOOST_AUTO_TEST_CASE(skills_of_dependencies_never_become_skills_of_the_project,
                     *boost::unit_test::precondition(git_is_there)) {
    Deck deck;
    deck.options = {"--sources=-bundled"};
    const auto write = [&](const std::string& folder, std::string_view name) {
        deck.write("project/" + folder + "/SKILL.md", skill_text(name, "must not be found", "x"));
    };
    write(".claude/skills/outer", "outer");
    write(".claude/skills/outer/examples/inner", "inner");
    write(".claude/skills/outer/references/deep/er", "er");
    write(".claude/skills/outer/.git/hooks", "hidden");
    write(".claude/skills/outer/examples/.claude/skills/below", "below");
    write(".claude/skills/node_modules/pkg", "pkg");
    write("node_modules/lib/.claude/skills/from-lib", "from-lib");
    write("packages/core/node_modules/lib/.claude/skills/from-lib", "from-lib");
    write("target/out/.agents/skills/built", "built");
    write("libs/clone/.claude/skills/other", "other");
    write("private/.claude/skills/mine", "mine");
    deck.write("project/.gitignore", "node_modules/\n/target\n");
    run_git(deck.project(), {"init", "-q", "."});
    deck.write("project/.git/info/exclude", "private\n");
    run_git(deck.project() / "libs/clone", {"init", "-q", "."});
    for (const auto* touched :
         {"node_modules/lib/index.js", "node_modules/lib/.claude/skills/from-lib/SKILL.md",
          "packages/core/node_modules/lib/a.js", "target/out/deep/a.o", "libs/clone/src/a.c", "private/notes.md",
          ".claude/skills/outer/SKILL.md", ".claude/skills/outer/examples/x.md", ".git/hooks/pre-commit"}) {
        const auto listed = deck.run({"skill", "list", "--all", "--json", "--touch", touched}).json();
        BOOST_TEST_CONTEXT(touched) {
            BOOST_REQUIRE(listed.as_array().size() == 1U);
            BOOST_TEST(listed.at(0).at("name").as_string() == "outer");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_out_brings_nothing) {
    write("elsewhere/.claude/skills/foreign/SKILL.md", skill_text("foreign", "x", "x"));
    std::filesystem::create_directory_symlink(path() / "elsewhere", project() / "way");
    become_active({"way/a.txt"}, {"deploy"});
    become_active({(project() / "way/a.txt").string()}, {"deploy"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
