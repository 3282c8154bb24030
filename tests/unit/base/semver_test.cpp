// SPDX-License-Identifier: Apache-2.0
#include "base/semver.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <string_view>

namespace skilldeck {

namespace {

Version version(std::string_view text) {
    return parse_version(text).value();
}

bool in_range(std::string_view range, std::string_view text) {
    return VersionRange::parse(range).value().contains(version(text));
}

struct RangeCase {
    const char* range;
    const char* version;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(semver)

BOOST_AUTO_TEST_CASE(only_complete_versions_are_versions) {
    // Valid and invalid examples of semver.org.
    for (const char* good :
         {"0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta", "1.1.2+meta-valid", "1.0.0-alpha",
          "1.0.0-alpha.beta.1", "1.0.0-alpha0.valid", "1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay",
          "1.2.3----RC-SNAPSHOT.12.9.1--.12+788", "1.0.0-0A.is.legal", "1.0.0+0.build.1-rc.10000aaa-kk-0.1"}) {
        BOOST_TEST(parse_version(good).has_value(), good);
    }
    for (const char* bad : {"",
                            "1",
                            "1.2",
                            "v1.2.3",
                            "1.2.3-",
                            "1.2.3+",
                            "01.1.1",
                            "1.01.1",
                            "1.1.01",
                            "1.2.3-0123",
                            "1.2.3-0123.0123",
                            "1.1.2+.123",
                            "+invalid",
                            "-invalid",
                            "alpha",
                            "1.0.0-alpha_beta",
                            "1.0.0-alpha..",
                            "1.2.3.DEV",
                            "1.2.3.4",
                            "1.2.3 ",
                            " 1.2.3",
                            "1.2.3+a+b",
                            "9007199254740992.0.0"}) {
        BOOST_TEST(!parse_version(bad).has_value(), bad);
    }
    const auto parsed = version("1.22.333-rc.1+linux.7");
    BOOST_TEST(parsed.minor == 22u);
    BOOST_TEST(parsed.pre_release.size() == 2u);
    BOOST_TEST(parsed.build == "linux.7");
}

BOOST_AUTO_TEST_CASE(precedence_is_that_of_the_specification) {
    constexpr std::array kRising{"0.9.9",
                                 "1.0.0-0",
                                 "1.0.0-2",
                                 "1.0.0-11",
                                 "1.0.0-99999999999999999999",
                                 "1.0.0-alpha",
                                 "1.0.0-alpha.1",
                                 "1.0.0-alpha.beta",
                                 "1.0.0-beta",
                                 "1.0.0-beta.2",
                                 "1.0.0-beta.11",
                                 "1.0.0-rc.1",
                                 "1.0.0",
                                 "1.0.1",
                                 "1.2.0",
                                 "1.10.0",
                                 "2.0.0",
                                 "2.1.0",
                                 "2.1.1"};
    for (std::size_t i = 0; i < kRising.size(); ++i) {
        for (std::size_t j = 0; j < kRising.size(); ++j) {
            const auto order = version(kRising[i]) <=> version(kRising[j]);
            BOOST_TEST((order == (i <=> j)), kRising[i] << " and " << kRising[j]);
        }
    }
    BOOST_TEST((version("1.0.0+a") == version("1.0.0+b")));
}

BOOST_AUTO_TEST_CASE(versions_in_their_ranges) {
    // From the fixtures of node-semver.
    constexpr std::array<RangeCase, 70> kCases{{
        {"1.0.0 - 2.0.0", "1.2.3"},
        {"^1.2.3+build", "1.2.3"},
        {"^1.2.3+build", "1.3.0"},
        {"1.2.3-pre+asdf - 2.4.3-pre+asdf", "1.2.3"},
        {"1.2.3-pre+asdf - 2.4.3-pre+asdf", "1.2.3-pre.2"},
        {"1.2.3-pre+asdf - 2.4.3-pre+asdf", "2.4.3-alpha"},
        {"1.2.3+asdf - 2.4.3+asdf", "1.2.3"},
        {"1.0.0", "1.0.0"},
        {">=*", "0.2.4"},
        {"", "1.0.0"},
        {"*", "1.2.3"},
        {">=1.0.0", "1.0.0"},
        {">=1.0.0", "1.0.1"},
        {">=1.0.0", "1.1.0"},
        {">1.0.0", "1.0.1"},
        {">1.0.0", "1.1.0"},
        {"<=2.0.0", "2.0.0"},
        {"<=2.0.0", "1.9999.9999"},
        {"<=2.0.0", "0.2.9"},
        {"<2.0.0", "1.9999.9999"},
        {"<2.0.0", "0.2.9"},
        {">= 1.0.0", "1.0.0"},
        {">=  1.0.0", "1.0.1"},
        {"> 1.0.0", "1.0.1"},
        {"<=   2.0.0", "2.0.0"},
        {"<    2.0.0", "0.2.9"},
        {"<\t2.0.0", "0.2.9"},
        {">=0.1.97", "0.1.97"},
        {"0.1.20 || 1.2.4", "1.2.4"},
        {">=0.2.3 || <0.0.1", "0.0.0"},
        {">=0.2.3 || <0.0.1", "0.2.3"},
        {"||", "1.3.4"},
        {"2.x.x", "2.1.3"},
        {"1.2.x", "1.2.3"},
        {"1.2.x || 2.x", "2.1.3"},
        {"1.2.x || 2.x", "1.2.3"},
        {"x", "1.2.3"},
        {"2.*.*", "2.1.3"},
        {"1.2.*", "1.2.3"},
        {"2", "2.1.2"},
        {"2.3", "2.3.1"},
        {"~0.0.1", "0.0.1"},
        {"~0.0.1", "0.0.2"},
        {"~x", "0.0.9"},
        {"~2", "2.0.9"},
        {"~2.4", "2.4.0"},
        {"~>3.2.1", "3.2.2"},
        {"~1", "1.2.3"},
        {"~> 1", "1.2.3"},
        {"~1.0", "1.0.2"},
        {"~ 1.0.3", "1.0.12"},
        {">=1", "1.0.0"},
        {"<1.2", "1.1.1"},
        {"~v0.5.4-pre", "0.5.5"},
        {"~v0.5.4-pre", "0.5.4"},
        {"=0.7.x", "0.7.2"},
        {"<=0.7.x", "0.7.2"},
        {"<=0.7.x", "0.6.2"},
        {">=0.7.x", "0.7.2"},
        {"~1.2.1 >=1.2.3", "1.2.3"},
        {"1.2.3 >=1.2.1", "1.2.3"},
        {"^1.2.3", "1.8.1"},
        {"^0.1.2", "0.1.2"},
        {"^0.1", "0.1.2"},
        {"^0.0.1", "0.0.1"},
        {"^1.2", "1.4.2"},
        {"^1.2.0-alpha", "1.2.0-pre"},
        {"^0.0.1-alpha", "0.0.1-beta"},
        {"^x", "1.2.3"},
        {"1 - 2", "2.9.9"},
    }};
    for (const auto& example : kCases) {
        BOOST_TEST(in_range(example.range, example.version), example.range << " should hold " << example.version);
    }
}

BOOST_AUTO_TEST_CASE(versions_outside_ranges) {
    constexpr std::array<RangeCase, 60> kCases{{
        {"1.0.0 - 2.0.0", "2.2.3"},
        {"1.2.3+asdf - 2.4.3+asdf", "1.2.3-pre.2"},
        {"1.2.3+asdf - 2.4.3+asdf", "2.4.3-alpha"},
        {"^1.2.3+build", "2.0.0"},
        {"^1.2.3+build", "1.2.0"},
        {"^1.2.3", "1.2.3-pre"},
        {"^1.2", "1.2.0-pre"},
        {">1.2", "1.3.0-beta"},
        {"<=1.2.3", "1.2.3-beta"},
        {"^1.2.3", "1.2.3-beta"},
        {"=0.7.x", "0.7.0-asdf"},
        {">=0.7.x", "0.7.0-asdf"},
        {"<=0.7.x", "0.7.0-asdf"},
        {"1.0.0", "1.0.1"},
        {">=1.0.0", "0.0.0"},
        {">=1.0.0", "0.1.0"},
        {">1.0.0", "0.0.1"},
        {"<=2.0.0", "3.0.0"},
        {"<=2.0.0", "2.9999.9999"},
        {"<2.0.0", "2.2.9"},
        {">=0.1.97", "0.1.93"},
        {"0.1.20 || 1.2.4", "1.2.3"},
        {">=0.2.3 || <0.0.1", "0.0.3"},
        {"2.x.x", "1.1.3"},
        {"2.x.x", "3.1.3"},
        {"1.2.x", "1.3.3"},
        {"1.2.x || 2.x", "3.1.3"},
        {"1.2.x || 2.x", "1.1.3"},
        {"2", "1.1.2"},
        {"2.3", "2.4.1"},
        {"~0.0.1", "0.1.0-alpha"},
        {"~0.0.1", "0.1.0"},
        {"~2.4", "2.5.0"},
        {"~2.4", "2.3.9"},
        {"~>3.2.1", "3.3.2"},
        {"~>3.2.1", "3.2.0"},
        {"~1", "0.2.3"},
        {"~>1", "2.2.3"},
        {"~1.0", "1.1.0"},
        {"<1", "1.0.0"},
        {">=1.2", "1.1.1"},
        {"~v0.5.4-beta", "0.5.4-alpha"},
        {"<0.7.x", "0.7.2"},
        {">0.7.x", "0.7.2"},
        {"<=0.7.x", "0.8.0"},
        {"^0.0.1", "0.0.2"},
        {"^0.0.1", "0.0.2-alpha"},
        {"^1.2.3", "2.0.0-alpha"},
        {"^1.2.3", "1.2.2"},
        {"^1.2", "1.1.9"},
        {"*", "1.0.0-rc1"},
        {"^2.0.0", "2.0.0-pre"},
        {"<1.2", "1.2.0-0"},
        {">*", "1.0.0"},
        {"<*", "0.0.0"},
        {"1 - 2", "3.0.0-pre"},
        {"1 - 2", "3.0.0"},
        {"1 - 2", "1.0.0-pre"},
        {"^0.1.2", "0.2.0"},
        {"~1.2.1 >=1.2.3 <1.2.5", "1.2.6"},
    }};
    for (const auto& example : kCases) {
        BOOST_TEST(!in_range(example.range, example.version), example.range << " should not hold " << example.version);
    }
}

BOOST_AUTO_TEST_CASE(text_that_is_no_range_is_refused) {
    for (const char* bad : {"blerg", "1.2.3.4", ">=1.0.0 nope", "^", "1.2.3-", "1.2-pre", "=>1.0", "1.0.0 -",
                            "git+https://user:password0123@github.com/foo"}) {
        BOOST_TEST(!VersionRange::parse(bad).has_value(), bad);
    }
    BOOST_TEST(!VersionRange::parse(std::string(2000, ' ')).has_value());
}

BOOST_AUTO_TEST_CASE(a_need_without_a_range_takes_anything_and_one_that_is_no_range_nothing) {
    for (const char* any : {"", "*"}) {
        BOOST_TEST(range_accepts(any, "1.0.0"));
        BOOST_TEST(range_accepts(any, "2.0.0-rc.1"));
        BOOST_TEST(range_accepts(any, "today"));
    }
    BOOST_TEST(range_accepts("^1.0", "1.4.0"));
    BOOST_TEST(!range_accepts("^1.0", "2.0.0"));
    BOOST_TEST(!range_accepts("^1.0", "today"));
    BOOST_TEST(!range_accepts("blerg", "1.0.0"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
