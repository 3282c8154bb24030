// SPDX-License-Identifier: Apache-2.0
// Codes are an interface: scripts match on them. The recorded list is tests/golden/diagnostic_codes.txt; a code may be
// added there, but one that was released may not go or change its severity unseen.
#include "base/diagnostic_code.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <fstream>
#include <set>
#include <string>

namespace skilldeck {

namespace {

/// The list as data: a check a code would make this file slow to compile.
constexpr std::array kCodes{
#define SKILLDECK_CODE(identifier, text, severity, sentence, hint) Code::identifier,
#include "base/diagnostic_codes.inc"
#undef SKILLDECK_CODE
};

}  // namespace

BOOST_AUTO_TEST_SUITE(diagnostic_codes)

BOOST_AUTO_TEST_CASE(the_recorded_codes_are_the_built_ones) {
    std::set<std::string> built, recorded;
    for (const auto code : kCodes) {
        const auto& info = code_info(code);
        const auto line = std::string(info.text) + " " + std::string(severity_word(info.severity));
        BOOST_TEST(built.insert(line).second, "there twice: " << line);
    }
    std::ifstream file(PROJECT_SOURCE "/tests/golden/diagnostic_codes.txt");
    for (std::string line; std::getline(file, line);) recorded.insert(line);
    for (const auto& code : built)
        BOOST_TEST(recorded.contains(code), "add to tests/golden/diagnostic_codes.txt: " << code);
    for (const auto& code : recorded) BOOST_TEST(built.contains(code), "recorded and not built: " << code);
}

BOOST_AUTO_TEST_CASE(a_sentence_is_one_line_without_a_full_stop) {
    for (const auto code : kCodes) {
        const auto& info = code_info(code);
        BOOST_TEST(!info.sentence.ends_with('.'), info.text);
        BOOST_TEST(info.sentence.find('\n') == std::string_view::npos, info.text);
        BOOST_TEST(info.hint.find('\n') == std::string_view::npos, info.text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
