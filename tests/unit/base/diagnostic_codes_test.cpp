// SPDX-License-Identifier: Apache-2.0
// Codes are an interface: scripts match on them. The recorded list is tests/golden/diagnostic_codes.txt; a code may be
// added there, but one that was released may not go or change its severity unseen.
#include "base/diagnostic_code.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(diagnostic_codes)

BOOST_AUTO_TEST_CASE(the_recorded_codes_are_the_built_ones) {
    std::set<std::string> built;
#define SKILLDECK_CODE(identifier, text, severity, sentence, hint) built.insert(std::string(text) + " " #severity);
#include "base/diagnostic_codes.inc"
#undef SKILLDECK_CODE
    std::set<std::string> recorded;
    std::ifstream file(PROJECT_SOURCE "/tests/golden/diagnostic_codes.txt");
    for (std::string line; std::getline(file, line);) recorded.insert(line);
    for (const auto& code : built)
        BOOST_TEST(recorded.contains(code), "add to tests/golden/diagnostic_codes.txt: " << code);
    for (const auto& code : recorded) BOOST_TEST(built.contains(code), "recorded and not built: " << code);
}

BOOST_AUTO_TEST_CASE(a_sentence_is_one_line_without_a_full_stop) {
#define SKILLDECK_CODE(identifier, text, severity, sentence, hint)                     \
    BOOST_TEST(!std::string_view(sentence).ends_with('.'), text);                      \
    BOOST_TEST(std::string_view(sentence).find('\n') == std::string_view::npos, text); \
    BOOST_TEST(std::string_view(hint).find('\n') == std::string_view::npos, text);
#include "base/diagnostic_codes.inc"
#undef SKILLDECK_CODE
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
