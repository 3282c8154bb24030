// SPDX-License-Identifier: Apache-2.0
// What users of other hosts reported and only the whole way from the disk to a list of names shows: the number is that
// of the report. What one file or one function shows stands with that.
#include "listing_samples.hpp"
#include "skill_samples.hpp"

#include "skill/codes.hpp"
#include "skill/listing.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

struct Reported : Workspace {
    [[nodiscard]] std::string body_of(const Catalogue& all, std::string_view name) const {
        const auto* entry = all.find(name);
        return entry == nullptr ? "no such skill" : read_skill_body(files, *entry->skill)->text;
    }
    [[nodiscard]] static std::string listing_of(std::shared_ptr<const Catalogue> all) {
        return make_listing(std::move(all), within(8'000)).text;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(reported_failures, Reported)

// B001, B012, B013, B025, B026
BOOST_AUTO_TEST_CASE(a_header_that_yaml_refuses_keeps_its_skill_in_the_listing) {
    skill("home/.claude/skills/colon", "---\nname: colon\ndescription: Sort the mail: bills first\n---\nB\n");
    skill("home/.claude/skills/quoted", "---\ndescription: \"Fast\" sorting of mail\n---\nB\n");
    skill("home/.claude/skills/cut", "---\ndescription: Mends #42 at once\n---\nB\n");
    skill("home/.claude/skills/silent", "---\nname: silent\n---\n\n# Say nothing\n");
    skill("home/.claude/skills/junk", "---\n\x01\x02\xFF{{{[[[\n---\nAfter the junk.\n");
    const auto all = catalogue();
    BOOST_TEST(listing_of(all) ==
               "- colon: Sort the mail: bills first\n- cut: Mends\n- junk: After the junk.\n"
               "- quoted: \"Fast\" sorting of mail\n- silent: Say nothing");
    for (const auto* name : {"colon", "quoted", "cut", "silent"}) {
        const auto& diagnostics = all->find(name)->skill->diagnostics;
        BOOST_TEST_REQUIRE(diagnostics.size() == 1U, name);
        BOOST_TEST((diagnostics[0].severity == Severity::warning), name);
        BOOST_TEST(diagnostics[0].file == all->find(name)->skill->file.string(), name);
    }
    const auto& junk = all->find("junk")->skill->diagnostics;
    BOOST_TEST(std::ranges::count(junk, Severity::error, &Diagnostic::severity) == 1);
    BOOST_TEST(body_of(*all, "junk") == "After the junk.\n");
}

// B015
BOOST_AUTO_TEST_CASE(a_hint_that_is_no_text_costs_nobody_the_start) {
    for (const auto* hint : {"[key: text]", "{a: b}", "[[a], {b: c}]", "12", "[file] [more]"}) {
        skill("home/.claude/skills/hinted", "---\ndescription: x\nargument-hint: " + std::string(hint) + "\n---\nB\n");
        named("home/.claude/skills/before");
        named("home/.claude/skills/later");
        const auto all = catalogue();
        BOOST_TEST(usable_names(*all) == (Strings{"before", "hinted", "later"}), boost::test_tools::per_element());
        BOOST_TEST(all->find("hinted")->skill->argument_hint == hint);
    }
}

// B020
BOOST_AUTO_TEST_CASE(a_skill_for_people_is_hidden_from_the_model_and_from_nobody_else) {
    skill("home/.claude/skills/people", "---\ndescription: x\ndisable-model-invocation: true\n---\nB\n");
    named("home/.claude/skills/all");
    const auto all = catalogue();
    BOOST_TEST(listing_of(all) == "- all: about all");
    BOOST_TEST(usable_names(*all) == (Strings{"all", "people"}), boost::test_tools::per_element());
    BOOST_TEST(all->find("people")->model_disabled);
    BOOST_TEST(all->find("people")->skill->user_invocable);
}

// B022
BOOST_AUTO_TEST_CASE(a_name_and_a_folder_in_other_normal_forms_are_one_name) {
    skill("home/.claude/skills/re\u0301sume\u0301", "---\nname: r\u00e9sum\u00e9\ndescription: x\n---\nB\n");
    skill("home/.claude/skills/\u8a2d\u5b9a", "---\nname: \u8a2d\u5b9a\ndescription: x\n---\nB\n");
    const auto all = catalogue();
    BOOST_TEST(all->entries().size() == 2U);
    for (const auto* form : {"r\u00e9sum\u00e9", "re\u0301sume\u0301"}) {
        BOOST_REQUIRE(all->find(form) != nullptr);
        BOOST_TEST(all->find(form)->skill->diagnostics.empty());
    }
    BOOST_TEST(all->find("\u8a2d\u5b9a") != nullptr);
}

// B023
BOOST_AUTO_TEST_CASE(two_names_without_a_latin_letter_are_two_skills) {
    skill("home/.claude/skills/one", "---\nname: \u6587\u66f8\u4f5c\u6210\ndescription: x\n---\nONE\n");
    skill("home/.claude/skills/two", "---\nname: \u8a2d\u5b9a\u78ba\u8a8d\ndescription: x\n---\nTWO\n");
    const auto all = catalogue();
    BOOST_TEST(usable_names(*all) == (Strings{"\u6587\u66f8\u4f5c\u6210", "\u8a2d\u5b9a\u78ba\u8a8d"}),
               boost::test_tools::per_element());
    BOOST_TEST(body_of(*all, "\u6587\u66f8\u4f5c\u6210") == "ONE\n");
    BOOST_TEST(body_of(*all, "\u8a2d\u5b9a\u78ba\u8a8d") == "TWO\n");
}

// B024
BOOST_AUTO_TEST_CASE(a_free_name_stands_in_the_list_and_calls_beside_the_folder) {
    skill("home/.claude/skills/folder", "---\nname: ship\ndescription: x\n---\nB\n");
    skill("plugin/skills/folder", "---\nname: land\ndescription: x\n---\nP\n");
    const auto all = catalogue({source_of_plugin(at("plugin"), "acme", "market")});
    BOOST_TEST(usable_names(*all) == (Strings{"acme:land", "ship"}), boost::test_tools::per_element());
    BOOST_TEST(all->find("folder") == all->find("ship"));
    BOOST_TEST(all->find("acme:land")->qualified_name == "acme:land@market");
    for (const auto* name : {"ship", "acme:land"}) {
        const auto mismatch = find_code(all->find(name)->skill->diagnostics, code::skill_name_mismatch);
        BOOST_TEST((mismatch.code == code::skill_name_mismatch), name);
        BOOST_TEST((mismatch.severity == Severity::warning), name);
    }
}

// B055
BOOST_AUTO_TEST_CASE(a_linked_folder_is_listed_under_the_name_of_the_link) {
    skill("shared/real", "---\ndescription: through a link\n---\nREAL\n");
    link("../../../shared/real", "home/.claude/skills/linked");
    const auto all = catalogue();
    BOOST_TEST(usable_names(*all) == (Strings{"linked"}), boost::test_tools::per_element());
    BOOST_TEST(body_of(*all, "linked") == "REAL\n");
}

// B063, B064
BOOST_AUTO_TEST_CASE(a_worktree_beside_the_main_checkout_has_its_own_skills_only) {
    repository("project");
    named("project/.claude/skills/tracked", "MAIN\n");
    named("project/.claude/skills/dropped", "MAIN\n");
    directory.write("trees/wt/.git", "gitdir: " + at("project/.git/worktrees/wt").string() + "\n");
    directory.write("project/.git/worktrees/wt/commondir", "../..\n");
    named("trees/wt/.claude/skills/tracked", "TREE\n");
    named("trees/wt/.claude/skills/added", "TREE\n");
    std::filesystem::create_directories(at("trees/wt/src"));
    places.start_directory = at("trees/wt/src");
    const auto all = catalogue();
    BOOST_TEST(usable_names(*all) == (Strings{"added", "tracked"}), boost::test_tools::per_element());
    BOOST_TEST(body_of(*all, "tracked") == "TREE\n");
    BOOST_TEST(all->diagnostics().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
