// SPDX-License-Identifier: Apache-2.0
#include "ignore_rules.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace workspace_context {
namespace {

bool ignored(std::string_view rules, std::string_view path, EntryKind kind = EntryKind::file) {
    IgnoreRules ignore;
    ignore.add("", rules);
    return ignore.ignores(path, kind);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ignore_rules)

BOOST_AUTO_TEST_CASE(a_name_matches_at_every_depth_and_a_path_at_its_own) {
    BOOST_TEST(ignored("*.o", "a.o"));
    BOOST_TEST(ignored("*.o", "x/y/a.o"));
    BOOST_TEST(!ignored("*.o", "a.oo"));
    BOOST_TEST(ignored("/a.txt", "a.txt"));
    BOOST_TEST(!ignored("/a.txt", "x/a.txt"));
    BOOST_TEST(ignored("doc/*.html", "doc/a.html"));
    BOOST_TEST(!ignored("doc/*.html", "doc/x/a.html"));
    BOOST_TEST(!ignored("doc/*.html", "x/doc/a.html"));
}

BOOST_AUTO_TEST_CASE(a_slash_at_the_end_is_for_directories_only) {
    BOOST_TEST(ignored("gen/", "gen", EntryKind::directory));
    BOOST_TEST(ignored("gen/", "x/gen", EntryKind::directory));
    BOOST_TEST(!ignored("gen/", "gen"));
}

BOOST_AUTO_TEST_CASE(two_stars_stand_for_any_number_of_folders) {
    BOOST_TEST(ignored("a/**/b", "a/b"));
    BOOST_TEST(ignored("a/**/b", "a/x/y/b"));
    BOOST_TEST(ignored("**/foo", "foo"));
    BOOST_TEST(ignored("**/foo", "x/foo"));
    BOOST_TEST(ignored("a/**", "a/b"));
    BOOST_TEST(!ignored("a/**", "a", EntryKind::directory));
}

BOOST_AUTO_TEST_CASE(the_last_rule_that_matches_decides) {
    BOOST_TEST(!ignored("*.log\n!keep.log", "keep.log"));
    BOOST_TEST(ignored("!keep.log\n*.log", "keep.log"));
    BOOST_TEST(ignored("*.log\n!keep.log", "other.log"));
}

BOOST_AUTO_TEST_CASE(comments_blanks_and_escapes) {
    BOOST_TEST(!ignored("# a\n\n", "a"));
    BOOST_TEST(ignored("\\#a", "#a"));
    BOOST_TEST(ignored("\\!a", "!a"));
    BOOST_TEST(ignored("a  \r\n", "a"));
    BOOST_TEST(ignored("a\\ ", "a "));
    BOOST_TEST(ignored("[a-c]?[!x]", "bzy"));
    BOOST_TEST(!ignored("[a-c]?[!x]", "bzx"));
    BOOST_TEST(ignored("[]a]", "]"));
    BOOST_TEST(ignored("[a", "[a"));
}

BOOST_AUTO_TEST_CASE(a_rule_counts_below_its_own_directory_only) {
    IgnoreRules ignore;
    ignore.add("web", "/dist2\n*.map");
    BOOST_TEST(ignore.ignores("web/dist2", EntryKind::directory));
    BOOST_TEST(!ignore.ignores("dist2", EntryKind::directory));
    BOOST_TEST(ignore.ignores("web/x/a.map", EntryKind::file));
    BOOST_TEST(!ignore.ignores("website/a.map", EntryKind::file));
}

BOOST_AUTO_TEST_CASE(patterns_made_to_be_slow_are_not) {
    const std::string stars(2'000, '*');
    BOOST_TEST(matches_component(stars, std::string(2'000, 'a')));
    std::string many;
    for (int i = 0; i < 500; ++i) many += "*a";
    BOOST_TEST(!matches_component(many + "b", std::string(1'500, 'a')));
    std::string folders;
    for (int i = 0; i < 200; ++i) folders += "**/a/";
    BOOST_TEST(!ignored(folders + "b", std::string("a/a/a/a/a/a/a/a")));
    std::string lines;
    for (int i = 0; i < 10'000; ++i) lines += "x" + std::to_string(i) + "\n";
    BOOST_TEST(ignored(lines, "x1999"));
    BOOST_TEST(!ignored(lines, "x2000"));  // beyond kMaximumRules
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace workspace_context
