// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostic.hpp"
#include "base/codes.hpp"
#include "base/result.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(diagnostic)

BOOST_AUTO_TEST_CASE(a_sentence_takes_its_arguments_in_order) {
    BOOST_TEST(fill_sentence("{} at line {}", {"comma", "3"}) == "comma at line 3");
    BOOST_TEST(fill_sentence("see {1}, not {0}", {"a", "b"}) == "see b, not a");
    BOOST_TEST(fill_sentence("missing {} stays empty: {}", {"one"}) == "missing one stays empty: ");
    BOOST_TEST(fill_sentence("an argument with {} is not read again", {"{}"}) ==
               "an argument with {} is not read again");
}

BOOST_AUTO_TEST_CASE(an_error_says_what_and_where) {
    const auto error = make_error(code::json_too_large, "/tmp/x", {"10"});
    BOOST_TEST(to_line(error) == "larger than the limit of 10 bytes (/tmp/x)");
    const auto diagnostic = to_diagnostic(error);
    BOOST_TEST(diagnostic.file == "/tmp/x");
    BOOST_TEST((diagnostic.severity == Severity::error));
}

BOOST_AUTO_TEST_CASE(a_place_that_the_sentence_names_is_not_said_again) {
    struct Row {
        const char *what, *where, *line;
    };
    const Row rows[] = {
        {"no marketplace \"q\"", "q", "no marketplace \"q\""},
        {"far@shop: cannot be used", "far", "far@shop: cannot be used"},
        {"far@shop: cannot be used", "far@shop", "far@shop: cannot be used"},
        {"no plugin \"/a/b\" in any marketplace", "/a/b", "no plugin \"/a/b\" in any marketplace"},
        {"no marketplace \"quick\"", "q", "no marketplace \"quick\" (q)"},
        {"a link to /a/b/c", "/a/b", "a link to /a/b/c (/a/b)"},
        {"it is there", "", "it is there"},
    };
    for (const auto& row : rows) {
        auto error = make_error(code::json_too_large, row.where, {"10"});
        error.what = row.what;
        BOOST_TEST(to_line(error) == row.line);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
