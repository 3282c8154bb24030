// SPDX-License-Identifier: Apache-2.0
#include "market/marketplace_validation.hpp"
#include "base/codes.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"
#include "package/codes.hpp"

#include "market_fixture.hpp"

namespace skilldeck::test {

namespace {

Diagnostics judge(const Path& path) {
    const FileSystem files;
    const auto findings = validate_path(files, path, {});
    BOOST_REQUIRE(findings.has_value());
    return *findings;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(marketplace_validation)

BOOST_AUTO_TEST_CASE(every_bad_entry_is_found_with_its_file) {
    const auto findings = judge(Path(FIXTURES) / "marketplaces/bad-entries");
    for (const auto code :
         {code::entry_without_name, code::entry_without_source, code::entry_name_invalid, code::entry_source_invalid,
          code::entry_twice, code::source_missing, code::marketplace_field_missing}) {
        BOOST_TEST(has_code(findings, code), code);
    }
    for (const auto& finding : findings) BOOST_TEST(std::filesystem::exists(finding.file), finding.message);
    BOOST_TEST(!validation_passed(findings, Strictness::errors_fail));
}

BOOST_AUTO_TEST_CASE(plugins_in_the_marketplace_are_judged_with_their_entries) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p", "version": "2.0.0", "colour": 1}, {"name": "q", "source": "./q"})",
                   "shop", "market",
                   R"("description": "d", "colour": 1, "renames": {"a": "b", "b": "a", "old": "p", "gone": null}, )");
    deck.plugin("p", "1.0.0");
    deck.scratch.write("market/q/.claude-plugin/plugin.json", "{");
    const auto findings = judge(deck.market_root());
    for (const auto code :
         {code::entry_field_unknown, code::package_field_unknown, code::entry_version_differs, code::json_malformed}) {
        BOOST_TEST(has_code(findings, code), code);
    }
    BOOST_TEST(std::count_if(findings.begin(), findings.end(),
                             [](const Diagnostic& finding) { return finding.code == code::renames_unresolved; }) == 2);
}

BOOST_AUTO_TEST_CASE(a_path_may_be_a_plugin_its_manifest_a_marketplace_or_its_file) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p"})");
    deck.plugin("p", "");
    BOOST_TEST(has_code(judge(deck.market_root() / "p"), code::package_field_missing));
    BOOST_TEST(has_code(judge(deck.market_root() / "p/.claude-plugin/plugin.json"), code::package_field_missing));
    BOOST_TEST(
        has_code(judge(deck.market_root() / ".claude-plugin/marketplace.json"), code::marketplace_field_missing));
    const FileSystem files;
    BOOST_TEST(validate_path(files, deck.market_root() / "none", {}).error().code == code::file_not_found);
}

BOOST_AUTO_TEST_CASE(a_root_that_is_both_is_judged_as_both) {
    Deck deck;
    deck.catalogue(R"({"name": "other", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    deck.scratch.write("market/.claude-plugin/plugin.json", R"({"name": "whole", "unheard": 1})");
    const auto findings = judge(deck.market_root());
    BOOST_TEST(has_code(findings, code::marketplace_field_missing));
    BOOST_TEST(std::any_of(findings.begin(), findings.end(), [&](const Diagnostic& finding) {
        return finding.message.find("unheard") != std::string::npos;
    }));
}

BOOST_AUTO_TEST_CASE(an_empty_marketplace_is_a_warning) {
    Deck deck;
    deck.catalogue("", "shop", "market", R"("description": "d", )");
    const auto findings = judge(deck.market_root());
    BOOST_TEST(findings.size() == 1U);
    BOOST_TEST(has_code(findings, code::marketplace_empty));
    BOOST_TEST(validation_passed(findings, Strictness::errors_fail));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
