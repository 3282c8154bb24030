// SPDX-License-Identifier: Apache-2.0
#include "market/marketplace_validation.hpp"
#include "base/codes.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"
#include "package/codes.hpp"

#include "market_fixture.hpp"
#include "no_components.hpp"

namespace skilldeck::test {

namespace {

Diagnostics judge(const Path& path) {
    const FileSystem files;
    const auto findings = validate_path(files, path, {}, NoComponents());
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
    BOOST_TEST(validate_path(files, deck.market_root() / "none", {}, NoComponents()).error().code ==
               code::file_not_found);
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

/// Line and column of the first finding with this code.
std::string place_of(const Diagnostics& findings, Code code) {
    for (const auto& finding : findings) {
        if (finding.code == code)
            return std::to_string(finding.line.value_or(0)) + ":" + std::to_string(finding.column.value_or(0));
    }
    return "none";
}

BOOST_AUTO_TEST_CASE(findings_point_into_the_catalogue) {
    Deck deck;
    deck.scratch.write("market/.claude-plugin/marketplace.json",
                       "{\n  \"name\": \"shop\",\n  \"owner\": {\"name\": \"me\"},\n  \"plugins\": [\n"
                       "    {\"name\": \"p\", \"source\": \"./p\"},\n"
                       "    {\"name\": \"q\", \"source\": \"../q\", \"colour\": 1}\n  ]\n}\n");
    deck.plugin("p", "1.0.0");
    const auto findings = judge(deck.market_root());
    BOOST_TEST(place_of(findings, code::entry_source_invalid) == "6:29");
    BOOST_TEST(place_of(findings, code::entry_field_unknown) == "6:37");
    BOOST_TEST(place_of(findings, code::marketplace_field_missing) == "1:1");
    deck.scratch.write("market/.claude-plugin/marketplace.json", "{\n  \"name\": \"shop\",,\n}\n");
    BOOST_TEST(place_of(judge(deck.market_root()), code::json_malformed) == "2:18");
}

BOOST_AUTO_TEST_CASE(what_an_install_would_refuse_is_found) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    std::filesystem::create_symlink("/etc/passwd", deck.market_root() / "p/out");
    const auto findings = judge(deck.market_root());
    BOOST_TEST(has_code(findings, code::tree_link_outside));
    BOOST_TEST(!validation_passed(findings, Strictness::errors_fail));
}

BOOST_AUTO_TEST_CASE(the_plugins_of_a_path_are_listed_once) {
    Deck deck;
    deck.catalogue(
        R"({"name": "p", "source": "./p"}, {"name": "again", "source": "./p"}, {"name": "x", "source": "../x"})");
    deck.plugin("p", "1.0.0");
    const FileSystem files;
    const auto real = *files.real_path(deck.market_root());
    BOOST_TEST((plugins_at(files, deck.market_root()) == std::vector{real / "p"}));
    BOOST_TEST((plugins_at(files, real / ".claude-plugin/marketplace.json") == std::vector{real / "p"}));
    BOOST_TEST((plugins_at(files, real / "p") == std::vector{real / "p"}));
    BOOST_TEST((plugins_at(files, real / "p/.claude-plugin/plugin.json") == std::vector{real / "p"}));
    BOOST_TEST(plugins_at(files, real / "none").empty());
}

BOOST_AUTO_TEST_CASE(a_manifest_that_takes_another_name_than_its_entry_is_found_at_that_name) {
    Deck deck;
    deck.catalogue(R"({"name": "aaa", "source": "./p"})");
    deck.scratch.write("market/p/.claude-plugin/plugin.json", "{\n  \"version\": \"1\",\n  \"name\": \"hello\"\n}");
    const auto findings = judge(deck.market_root());
    const auto found = std::ranges::find(findings, code::package_name_differs, &Diagnostic::code);
    BOOST_REQUIRE((found != findings.end()));
    BOOST_TEST(found->file == (deck.market_root() / "p/.claude-plugin/plugin.json").string());
    BOOST_TEST(found->line.value_or(0) == 3);
    BOOST_TEST(found->message.find("\"hello\"") != std::string::npos);
    BOOST_TEST(found->hint.find("aaa:NAME") != std::string::npos, found->hint);
    BOOST_TEST(!has_code(judge(deck.market_root() / "p"), code::package_name_differs));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
