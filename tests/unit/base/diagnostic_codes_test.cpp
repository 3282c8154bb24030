// SPDX-License-Identifier: Apache-2.0
// Codes are an interface: scripts match on them. The recorded list is tests/golden/diagnostic_codes.txt; a code may be
// added there, but one that was released may not go or change its severity unseen. The folders' lists are read as text,
// so that this test stands on no folder above it.
#include "base/diagnostic_code.hpp"

#include <boost/regex.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace skilldeck {

namespace {

struct Listed {
    std::string identifier, text, severity, sentence, hint;
};

std::string content(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Listed> listed_codes() {
    static const boost::regex entry(
        R"re(SKILLDECK_CODE\((\w+),\s*"([^"]+)",\s*(\w+),\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"\))re");
    std::vector<Listed> codes;
    for (const auto& folder : std::filesystem::directory_iterator(PROJECT_SOURCE "/host")) {
        if (!folder.is_directory()) continue;
        const auto text = content(folder.path() / "codes.hpp");
        std::size_t lines = 0;
        for (auto at = text.find("\nSKILLDECK_CODE("); at != std::string::npos;
             at = text.find("\nSKILLDECK_CODE(", at + 1))
            ++lines;
        const auto before = codes.size();
        for (boost::sregex_iterator match(text.begin(), text.end(), entry), end; match != end; ++match)
            codes.push_back({(*match)[1], (*match)[2], (*match)[3], (*match)[4], (*match)[5]});
        BOOST_TEST(codes.size() - before == lines, "an entry that is not read: " << folder.path());
    }
    return codes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(diagnostic_codes)

BOOST_AUTO_TEST_CASE(the_recorded_codes_are_the_built_ones) {
    std::set<std::string> texts, built, recorded;
    for (const auto& code : listed_codes()) {
        BOOST_TEST(texts.insert(code.text).second, "there twice: " << code.text);
        built.insert(code.text + " " + code.severity);
    }
    std::ifstream file(PROJECT_SOURCE "/tests/golden/diagnostic_codes.txt");
    for (std::string line; std::getline(file, line);) recorded.insert(line);
    for (const auto& code : built)
        BOOST_TEST(recorded.contains(code), "add to tests/golden/diagnostic_codes.txt: " << code);
    for (const auto& code : recorded) BOOST_TEST(built.contains(code), "recorded and not built: " << code);
}

BOOST_AUTO_TEST_CASE(every_listed_code_is_reported_somewhere) {
    std::string sources;
    for (const auto& file : std::filesystem::recursive_directory_iterator(PROJECT_SOURCE "/host")) {
        if (file.path().extension() == ".cpp") sources += content(file.path());
    }
    const std::set<std::string> reported = [&] {
        static const boost::regex use(R"(code::(\w+))");
        std::set<std::string> names;
        for (boost::sregex_iterator match(sources.begin(), sources.end(), use), end; match != end; ++match)
            names.insert((*match)[1]);
        return names;
    }();
    for (const auto& code : listed_codes())
        BOOST_TEST(reported.contains(code.identifier), "listed and never reported: " << code.text);
}

BOOST_AUTO_TEST_CASE(a_sentence_is_one_line_without_a_full_stop) {
    for (const auto& code : listed_codes()) {
        BOOST_TEST(!code.sentence.ends_with('.'), code.text);
        BOOST_TEST(code.sentence.find("\\n") == std::string::npos, code.text);
        BOOST_TEST(code.hint.find("\\n") == std::string::npos, code.text);
    }
}

BOOST_AUTO_TEST_CASE(a_code_is_compared_by_identity) {
    static constexpr CodeInfo one{"one", Severity::note, "one", ""}, other{"one", Severity::note, "one", ""};
    BOOST_TEST((Code(one) == Code(one)));
    BOOST_TEST((Code(one) != Code(other)));
    BOOST_TEST(Code(one).info().text == "one");
}

/// fill_sentence() takes every brace for a place.
BOOST_AUTO_TEST_CASE(a_brace_is_always_the_place_of_an_argument) {
    static const boost::regex place(R"re(\{\d*\})re");
    for (const auto& code : listed_codes()) {
        for (const auto& text : {code.sentence, code.hint}) {
            const auto rest = boost::regex_replace(text, place, "");
            BOOST_TEST(rest.find_first_of("{}") == std::string::npos, code.text << ": " << text);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
