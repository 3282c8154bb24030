// SPDX-License-Identifier: Apache-2.0
#include "base/glob.hpp"
#include "base/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck {

namespace {

bool matches(std::string_view pattern, std::string_view path, PathKind kind = PathKind::file) {
    return Glob::parse(pattern, Braces::expand).value().matches(path, kind);
}

GlobVerdict ignored(std::string_view gitignore, std::string_view path, PathKind kind = PathKind::file) {
    return GlobSet::from_gitignore(gitignore).verdict(path, kind);
}

constexpr auto kMatched = GlobVerdict::matched;
constexpr auto kUnmatched = GlobVerdict::unmatched;
constexpr auto kNegated = GlobVerdict::negated;

}  // namespace

BOOST_AUTO_TEST_SUITE(glob)

BOOST_AUTO_TEST_CASE(a_pattern_without_a_slash_matches_at_any_depth) {
    BOOST_TEST(matches("*.log", "a.log"));
    BOOST_TEST(matches("*.log", "x/y/a.log"));
    BOOST_TEST(!matches("*.log", "a.log.txt"));
    BOOST_TEST(matches("build", "x/build"));
    BOOST_TEST(!matches("build", "rebuild"));
    BOOST_TEST(matches("**foo", "x/afoo"));
}

BOOST_AUTO_TEST_CASE(a_slash_ties_a_pattern_to_its_place) {
    BOOST_TEST(matches("/a", "a"));
    BOOST_TEST(!matches("/a", "x/a"));
    BOOST_TEST(matches("src/*.c", "src/a.c"));
    BOOST_TEST(!matches("src/*.c", "x/src/a.c"));
    BOOST_TEST(!matches("src/*.c", "src/x/a.c"));
}

BOOST_AUTO_TEST_CASE(two_stars_span_directories_only_as_a_whole_segment) {
    BOOST_TEST(matches("**/foo", "foo"));
    BOOST_TEST(matches("**/foo/bar", "x/y/foo/bar"));
    BOOST_TEST(matches("a/**/b", "a/b"));
    BOOST_TEST(matches("a/**/b", "a/x/y/b"));
    BOOST_TEST(!matches("a/**/b", "ab"));
    BOOST_TEST(!matches("a/**/b", "a/xb"));
    BOOST_TEST(matches("a/**", "a/x/y"));
    BOOST_TEST(!matches("a/**", "a"));
    BOOST_TEST(!matches("?**/b", "ax/y/b"));
    BOOST_TEST(matches("?**/b", "axy/b"));
    BOOST_TEST(matches("a**/b", "ax/y/b"));  // as git does, whatever its manual says
    BOOST_TEST(matches("**", "any/thing"));
}

BOOST_AUTO_TEST_CASE(single_characters_and_classes_stay_within_a_segment) {
    BOOST_TEST(matches("a?c", "abc"));
    BOOST_TEST(matches("a?c", "a\u00e9c"));
    BOOST_TEST(!matches("a?c", "a/c"));
    BOOST_TEST(matches("[a-c]x", "bx"));
    BOOST_TEST(!matches("[!a-c]x", "bx"));
    BOOST_TEST(matches("[^a-c]x", "dx"));
    BOOST_TEST(matches("[]-]", "]"));
    BOOST_TEST(matches("[]-]", "-"));
    BOOST_TEST(matches("v[[:digit:]]", "v7"));
    BOOST_TEST(!matches("v[[:digit:]]", "vx"));
    BOOST_TEST(!matches("a[!x]b", "a/b"));
    BOOST_TEST(matches("[\\]]", "]"));
}

BOOST_AUTO_TEST_CASE(a_backslash_takes_the_meaning_away) {
    BOOST_TEST(matches("\\*", "*"));
    BOOST_TEST(!matches("\\*", "a"));
    BOOST_TEST(matches("\\#a", "#a"));
    BOOST_TEST(matches("\\!a", "!a"));
    BOOST_TEST(matches("a\\ ", "a "));
    BOOST_TEST(matches("a  ", "a"));
    BOOST_TEST(matches("\\{a,b\\}", "{a,b}"));
}

BOOST_AUTO_TEST_CASE(a_slash_at_the_end_wants_a_directory) {
    BOOST_TEST(matches("build/", "x/build", PathKind::directory));
    BOOST_TEST(!matches("build/", "x/build", PathKind::file));
}

BOOST_AUTO_TEST_CASE(braces_stand_for_each_of_their_choices) {
    BOOST_TEST(matches("src/**/*.{ts,tsx}", "src/a/b.tsx"));
    BOOST_TEST(!matches("src/**/*.{ts,tsx}", "src/a/b.js"));
    BOOST_TEST(matches("{a,b{c,d}}/x", "bd/x"));
    BOOST_TEST(matches("{a,/b}", "x/a"));
    BOOST_TEST(!matches("{a,/b}", "x/b"));
    BOOST_TEST(matches("{a}", "{a}"));
    BOOST_TEST(matches("{a,b", "{a,b"));
    BOOST_TEST(matches("a{,b}", "a"));
    BOOST_TEST(Glob::parse("{a,b}", Braces::literal).value().matches("{a,b}", PathKind::file));
}

BOOST_AUTO_TEST_CASE(unusable_patterns_are_errors) {
    for (const char* pattern : {"", "   ", "# note", "[a", "a\\", "/", "!", "[[:nope:]]"}) {
        const auto glob = Glob::parse(pattern, Braces::expand);
        BOOST_TEST(glob.has_error(), pattern);
        if (glob.has_error()) BOOST_TEST((glob.error().code == code::glob_invalid));
    }
    std::string bomb;
    for (int i = 0; i < 20; ++i) bomb += "{a,b}";
    BOOST_TEST(Glob::parse(bomb, Braces::expand).has_error());
    BOOST_TEST(Glob::parse(std::string(5000, 'a'), Braces::expand).has_error());
}

BOOST_AUTO_TEST_CASE(many_stars_cost_no_more_than_their_number_times_the_text) {
    std::string pattern;
    for (int i = 0; i < 100; ++i) pattern += "*a";
    BOOST_TEST(!matches(pattern + "b", std::string(2000, 'a')));
    BOOST_TEST(matches(pattern, std::string(2000, 'a')));
}

BOOST_AUTO_TEST_CASE(the_last_pattern_that_matches_wins) {
    BOOST_TEST((ignored("*.log\n!keep.log\n", "a.log") == kMatched));
    BOOST_TEST((ignored("*.log\n!keep.log\n", "x/keep.log") == kNegated));
    BOOST_TEST((ignored("!keep.log\n*.log\n", "keep.log") == kMatched));
    BOOST_TEST((ignored("# a.log\n\n", "a.log") == kUnmatched));
    BOOST_TEST((ignored("a.log\r\nb\r\n", "a.log") == kMatched));
}

BOOST_AUTO_TEST_CASE(what_lies_below_a_matched_directory_is_matched) {
    BOOST_TEST((ignored("build/\n", "build/x/y.o") == kMatched));
    BOOST_TEST((ignored("build/\n", "build") == kUnmatched));
    BOOST_TEST((ignored("build/\n!build/keep\n", "build/keep") == kMatched));
    BOOST_TEST((ignored("build/*\n!build/keep\n", "build/keep") == kNegated));
    BOOST_TEST((ignored("/*\n!/foo\n/foo/*\n!/foo/bar\n", "foo/bar/x") == kUnmatched));
    BOOST_TEST((ignored("/*\n!/foo\n/foo/*\n!/foo/bar\n", "foo/baz/x") == kMatched));
}

BOOST_AUTO_TEST_CASE(a_bad_pattern_of_a_list_leaves_the_others) {
    Diagnostics diagnostics;
    const std::vector<std::string> patterns{"src/[", "docs/*.{md,txt}"};
    const auto set = GlobSet::from_patterns(patterns, "/s/SKILL.md", diagnostics);
    BOOST_TEST(set.matches("docs/a.txt", PathKind::file));
    BOOST_REQUIRE(diagnostics.size() == 1u);
    BOOST_TEST(diagnostics[0].file == "/s/SKILL.md");
    BOOST_TEST((diagnostics[0].code == code::glob_invalid));
}

BOOST_AUTO_TEST_CASE(a_star_pattern_matches_the_whole_text) {
    BOOST_TEST(StarPattern("npm run *").matches("npm run test -- --all"));
    BOOST_TEST(!StarPattern("npm run *").matches("npm run"));
    BOOST_TEST(!StarPattern("npm run *").matches("xnpm run a"));
    BOOST_TEST(StarPattern("*").matches(""));
    BOOST_TEST(StarPattern("a*b*c").matches("a/x b y c"));
    BOOST_TEST(!StarPattern("a*bc*c").matches("abc"));
    BOOST_TEST(!StarPattern("ab*ba").matches("aba"));
    BOOST_TEST(StarPattern("mcp__box__*").matches("mcp__box__open"));
    BOOST_TEST(StarPattern("echo \\*").matches("echo *"));
    BOOST_TEST(!StarPattern("echo \\*").matches("echo x"));
    BOOST_TEST(StarPattern("a\\\\*").matches("a\\b"));
    BOOST_TEST(!StarPattern("exact").has_star());
    BOOST_TEST(!StarPattern("exact").matches("exactly"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
