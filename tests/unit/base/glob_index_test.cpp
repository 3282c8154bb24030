// SPDX-License-Identifier: Apache-2.0
#include "base/glob_index.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace skilldeck {

namespace {

using Numbers = std::vector<std::size_t>;

GlobSet set_of(const std::vector<std::string>& patterns) {
    Diagnostics bad;
    auto set = GlobSet::from_patterns(patterns, "f", bad);
    BOOST_TEST(bad.empty());
    return set;
}

Numbers matching(const std::vector<std::vector<std::string>>& lists, std::string_view path) {
    GlobIndex index;
    for (const auto& patterns : lists) index.add(set_of(patterns));
    return index.matching(path, PathKind::file);
}

/// A pattern, or a path when there are no signs to choose from.
std::string text_of_pieces(std::mt19937& random, bool signs) {
    static constexpr std::array kPlain{"a", "b", "ab", ".ts", "x.ts", "a.b", "src", "\u00E9"};
    static constexpr std::array kSigns{"*", "**", "?", "[ab]", "{a,b.ts}", "\\*", "**/", "/**"};
    std::string text;
    const auto segments = 1 + random() % 4;
    for (std::size_t i = 0; i < segments; ++i) {
        if (i > 0) text += '/';
        for (auto pieces = 1 + random() % 2; pieces > 0; --pieces) {
            text +=
                signs && random() % 2 == 0 ? kSigns.at(random() % kSigns.size()) : kPlain.at(random() % kPlain.size());
        }
    }
    if (signs && random() % 6 == 0) text += '/';
    if (signs && random() % 6 == 0) text.insert(0, "/");
    if (signs && random() % 6 == 0) text.insert(0, "!");
    return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(glob_index)

BOOST_AUTO_TEST_CASE(every_kind_of_pattern_is_found) {
    const std::vector<std::vector<std::string>> lists{{"src/app/*.ts"}, {"*.ts"},        {"package.json"},
                                                      {"src"},          {"test_*"},      {"**/gen/**/*.test.ts"},
                                                      {"docs/x.md"},    {"*.ts", "!a*"}, {"{lib,src}/**/*.{js,ts}"}};
    BOOST_TEST(matching(lists, "src/app/a.ts") == (Numbers{0, 1, 3, 8}), boost::test_tools::per_element());
    BOOST_TEST(matching(lists, "src/app/b.ts") == (Numbers{0, 1, 3, 7, 8}), boost::test_tools::per_element());
    BOOST_TEST(matching(lists, "x/package.json") == (Numbers{2}), boost::test_tools::per_element());
    BOOST_TEST(matching(lists, "x/test_one/y") == (Numbers{4}), boost::test_tools::per_element());
    BOOST_TEST(matching(lists, "gen/x/b.test.ts") == (Numbers{1, 5, 7}), boost::test_tools::per_element());
    BOOST_TEST(matching(lists, "docs/x.md/below") == (Numbers{6}), boost::test_tools::per_element());
    BOOST_TEST(matching(lists, "other").empty());
}

BOOST_AUTO_TEST_CASE(one_that_only_takes_away_matches_nothing) {
    BOOST_TEST(matching({{"!a"}, {}}, "a").empty());
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_not_missed) {
    BOOST_TEST(matching({{"\uFFFDx.ts"}}, "\xFFx.ts") == (Numbers{0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(it_says_what_trying_each_says) {
    std::mt19937 random(20261201);  // NOLINT(cert-msc51-cpp): the same cases every time
    for (int round = 0; round < 200; ++round) {
        GlobIndex index;
        std::vector<GlobSet> sets;
        std::string all;
        for (int i = 0; i < 20; ++i) {
            std::vector<std::string> patterns;
            for (auto count = 1 + random() % 2; count > 0; --count) patterns.push_back(text_of_pieces(random, true));
            for (const auto& pattern : patterns) all += pattern + " ";
            Diagnostics ignored;
            sets.push_back(GlobSet::from_patterns(patterns, "f", ignored));
            index.add(sets.back());
        }
        for (int i = 0; i < 20; ++i) {
            const auto path = text_of_pieces(random, false);
            Numbers wanted;
            for (std::size_t number = 0; number < sets.size(); ++number) {
                if (sets[number].matches(path, PathKind::file)) wanted.push_back(number);
            }
            BOOST_TEST_CONTEXT(path << " against " << all) {
                BOOST_TEST(index.matching(path, PathKind::file) == wanted, boost::test_tools::per_element());
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
