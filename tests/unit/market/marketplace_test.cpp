// SPDX-License-Identifier: Apache-2.0
#include "market/marketplace.hpp"
#include "base/codes.hpp"
#include "market/codes.hpp"
#include "package/codes.hpp"

#include "base/text.hpp"
#include "market_fixture.hpp"

namespace skilldeck::test {

namespace {

Marketplace read_fixture(const std::string& name) {
    const FileSystem files;
    const auto root = std::filesystem::canonical(Path(FIXTURES) / "marketplaces" / name);
    const auto marketplace = read_marketplace(files, {root, root / ".claude-plugin/marketplace.json"});
    BOOST_REQUIRE_MESSAGE(marketplace.has_value(), (marketplace ? std::string() : to_line(marketplace.error())));
    return *marketplace;
}

Result<Marketplace> read_text(const std::string& text) {
    const TemporaryDirectory scratch;
    const auto file = scratch.write(".claude-plugin/marketplace.json", text);
    const FileSystem files;
    return read_marketplace(files, {scratch.path(), file});
}

std::vector<Code> codes_of(const MarketplaceEntry& entry) {
    std::vector<Code> codes;
    for (const auto& diagnostic : entry.diagnostics) codes.push_back(diagnostic.code);
    return codes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(marketplaces)

BOOST_AUTO_TEST_CASE(a_whole_catalogue_is_read) {
    const auto marketplace = read_fixture("whole");
    BOOST_TEST(marketplace.name == "tool-shed");
    BOOST_TEST(marketplace.owner == "A. Keeper");
    BOOST_TEST(marketplace.description == "Tools for the shed");
    BOOST_REQUIRE(marketplace.entries.size() == 4U);
    const auto* hammer = marketplace.find("hammer");
    BOOST_REQUIRE(hammer != nullptr);
    BOOST_TEST(hammer->valid);
    BOOST_TEST(hammer->version == "2.1.0");
    BOOST_TEST(hammer->category == "hand tools");
    BOOST_TEST((hammer->default_enabled == false));
    BOOST_TEST(hammer->source.path == "./plugins/hammer");
    BOOST_TEST(!hammer->package.root_is_marketplace);
    BOOST_TEST(marketplace.find("shed")->package.root_is_marketplace);
    BOOST_TEST((marketplace.find("saw")->source.kind == SourceKind::github));
    BOOST_TEST(marketplace.find("saw")->valid);
    BOOST_TEST((marketplace.find("drill")->source.kind == SourceKind::unknown));
    BOOST_TEST(marketplace.find("drill")->valid);
}

BOOST_AUTO_TEST_CASE(one_bad_entry_never_spoils_its_neighbours) {
    const auto marketplace = read_fixture("bad-entries");
    const std::map<std::string, std::vector<Code>> wanted{
        {"good", {}},
        {"plugins[1]", {code::entry_without_name}},
        {"plugins[2]", {code::entry_without_name}},
        {"lost", {code::entry_without_source}},
        {"a/b", {code::entry_name_invalid}},
        {"..", {code::entry_name_invalid}},
        {"loose", {code::entry_source_invalid}},
        {"up", {code::entry_source_invalid}},
        {"absolute", {code::entry_source_invalid}},
        {"climb", {code::entry_source_invalid}},
        {"backslash", {code::entry_source_invalid}},
        {"number", {code::entry_source_invalid}},
        {"twice", {code::entry_twice}},
        {" twice ", {code::entry_name_invalid, code::entry_twice}},
    };
    BOOST_TEST(marketplace.entries.size() == wanted.size());
    for (const auto& [name, codes] : wanted) {
        const auto* entry = marketplace.find(name);
        BOOST_REQUIRE_MESSAGE(entry != nullptr, name);
        BOOST_TEST(entry->valid == codes.empty(), name);
        BOOST_TEST(codes_of(*entry) == codes, boost::test_tools::per_element());
        for (const auto& diagnostic : entry->diagnostics) {
            BOOST_TEST(diagnostic.file == marketplace.file.string());
            if (name.find("plugins[") == std::string::npos) {
                BOOST_TEST(diagnostic.message.find(std::string(trim(name))) != std::string::npos, diagnostic.message);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_stands_twice_is_said) {
    const auto marketplace =
        read_text("{\"name\": \"m\",\n \"plugins\": [{\"name\": \"a\", \"name\": \"b\", \"source\": \"./b\"}]}");
    BOOST_REQUIRE(marketplace.has_value());
    const auto& found = marketplace->diagnostics;
    const auto twice = std::ranges::find(found, code::json_member_twice, &Diagnostic::code);
    BOOST_REQUIRE((twice != found.end()));
    BOOST_TEST(twice->line.value_or(0) == 2);
}

BOOST_AUTO_TEST_CASE(a_wrong_typed_description_is_a_warning_only) {
    const auto marketplace = read_text(
        R"({"name": "m", "owner": "me", "plugins": [{"name": "p", "source": "./p", "description": 5, "version": 1}]})");
    BOOST_REQUIRE(marketplace.has_value());
    BOOST_TEST(marketplace->entries[0].valid);
    BOOST_TEST(marketplace->entries[0].diagnostics.size() == 2U);
    BOOST_TEST((marketplace->entries[0].diagnostics[0].severity == Severity::warning));
}

BOOST_AUTO_TEST_CASE(a_bare_source_needs_a_plugin_root_which_counts_for_nothing_else) {
    const auto marketplace = read_text(R"({"name": "m", "metadata": {"pluginRoot": "./plugins"}, "plugins": [
        {"name": "bare", "source": "bare"}, {"name": "dotted", "source": "./dotted"}, {"name": "root", "source": "."}]})");
    BOOST_REQUIRE(marketplace.has_value());
    BOOST_TEST(marketplace->find("bare")->source.path == "./plugins/bare");
    BOOST_TEST(marketplace->find("dotted")->source.path == "./dotted");
    BOOST_TEST(marketplace->find("root")->package.root_is_marketplace);
}

BOOST_AUTO_TEST_CASE(a_catalogue_that_cannot_be_used_is_an_error) {
    const std::vector<std::pair<std::string, Code>> texts{
        {"", code::json_malformed},
        {"[]", code::json_wrong_type},
        {R"({"plugins": []})", code::marketplace_name_invalid},
        {R"({"name": "a b", "plugins": []})", code::marketplace_name_invalid},
        {R"({"name": "a..b", "plugins": []})", code::marketplace_name_invalid},
        {R"({"name": "m"})", code::marketplace_without_plugins},
        {R"({"name": "m", "plugins": {}})", code::marketplace_without_plugins},
    };
    for (const auto& [text, code] : texts) {
        const auto marketplace = read_text(text);
        BOOST_REQUIRE_MESSAGE(!marketplace.has_value(), text);
        BOOST_TEST(marketplace.error().code == code, text);
    }
}

BOOST_AUTO_TEST_CASE(renames_are_followed_to_their_end) {
    const auto marketplace = read_text(R"({"name": "m", "plugins": [{"name": "new", "source": "./n"}], "renames":
        {"oldest": "old", "old": "new", "gone": null, "a": "b", "b": "a", "nowhere": "missing"}})");
    BOOST_REQUIRE(marketplace.has_value());
    BOOST_TEST(marketplace->renamed("oldest").value() == "new");
    BOOST_TEST(marketplace->renamed("old").value() == "new");
    for (const std::string& name : Names{"new", "gone", "a", "nowhere", "unknown"}) {
        BOOST_TEST(!marketplace->renamed(name).has_value(), name);
    }
}

BOOST_AUTO_TEST_CASE(the_hosts_own_origins_are_reserved_in_any_spelling) {
    for (const std::string& name : Names{"builtin", "bundled", "inline",  "skills-dir", "synced",
                                         "managed", "user",    "project", "local",      "mcp",
                                         "remote",  "CON",     "nul",     "com1",       "Aux.market",
                                         "INLINE",  "user.",   "Mcp..",   "Mcp",        "\uff55\uff53\uff45\uff52"}) {
        BOOST_TEST(is_reserved_marketplace_name(name), name);
    }
    for (const std::string& name : Names{"users", "my-mcp", "official", "console", "com10", "com"})
        BOOST_TEST(!is_reserved_marketplace_name(name), name);
    for (const std::string& name : Names{"skilldeck", "SkillDeck", "skilldeck.", "skilldeck..."})
        BOOST_TEST(is_bundled_marketplace_name(name), name);
    for (const std::string& name : Names{"skilldeck.dev", "skilldeck-", ".skilldeck", ""})
        BOOST_TEST(!is_bundled_marketplace_name(name), name);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
