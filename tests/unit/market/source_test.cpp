// SPDX-License-Identifier: Apache-2.0
#include "market/source.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"

#include "market_fixture.hpp"

#include <boost/json/serialize.hpp>

namespace skilldeck::test {

namespace {

const FileSystem& disk() {
    static const FileSystem files;
    return files;
}

Source relative(const std::string& path) {
    return parse_plugin_source(boost::json::value(path), {}, "m.json").value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sources)

BOOST_AUTO_TEST_CASE(every_kind_keeps_its_members) {
    const auto source = parse_plugin_source(
        boost::json::parse(R"({"source": "git-subdir", "url": "https://example.org/r.git", "path": "a", "sha": "1"})"),
        {}, "m.json");
    BOOST_REQUIRE(source.has_value());
    BOOST_TEST((source->kind == SourceKind::git_subdir));
    BOOST_TEST(boost::json::serialize(source->to_view()) ==
               R"({"kind":"git-subdir","url":"https://example.org/r.git","path":"a","sha":"1"})");
    BOOST_TEST(boost::json::serialize(relative("./a").to_record()) == R"({"source":"relative","path":"./a"})");
}

BOOST_AUTO_TEST_CASE(what_must_be_fetched_is_an_unsupported_source_that_names_its_kind) {
    for (const std::string& kind : Names{"github", "url", "git-subdir", "archive", "npm", "command", "pip"}) {
        const auto source = parse_plugin_source(boost::json::object{{"source", kind}}, {}, "m.json");
        const auto path = resolve_plugin_source(disk(), source.value(), "/", "entry");
        BOOST_REQUIRE(!path.has_value());
        BOOST_TEST(path.error().code == code::unsupported_source);
        BOOST_TEST(path.error().what.find("\"" + kind + "\"") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_relative_source_counts_from_the_marketplace_root_and_stays_below_it) {
    const TemporaryDirectory scratch;
    scratch.write("market/plugins/a/x", "");
    scratch.write("market-evil/twin/x", "");
    scratch.write("outside/x", "");
    const auto root = scratch.path() / "market";
    std::filesystem::create_symlink("../outside", root / "link");
    std::filesystem::create_symlink("../market-evil/twin", root / "twin");
    std::filesystem::create_symlink("plugins/a", root / "inner");

    BOOST_TEST(resolve_plugin_source(disk(), relative("./plugins/a"), root, "a").value() == root / "plugins/a");
    BOOST_TEST(resolve_plugin_source(disk(), relative("./inner"), root, "a").value() == root / "plugins/a");
    BOOST_TEST(resolve_plugin_source(disk(), relative("."), root, "a").value() == root);
    for (const std::string& path : Names{"./link", "./twin"}) {
        const auto refused = resolve_plugin_source(disk(), relative(path), root, "entry");
        BOOST_REQUIRE(!refused.has_value());
        BOOST_TEST(refused.error().code == code::source_outside);
        BOOST_TEST(refused.error().where == "entry");
    }
    BOOST_TEST(resolve_plugin_source(disk(), relative("./none"), root, "a").error().code == code::source_missing);
    BOOST_TEST(resolve_plugin_source(disk(), relative("./plugins/a/x"), root, "a").error().code ==
               code::source_missing);
}

BOOST_AUTO_TEST_CASE(what_people_type_becomes_a_directory_a_file_or_an_address) {
    const TemporaryDirectory scratch;
    scratch.write("market/.claude-plugin/marketplace.json", "{}");
    scratch.write("notes.txt", "");
    const auto read = [&](std::string_view text) { return read_source_argument(disk(), text, scratch.path()); };
    BOOST_TEST((read("./market")->kind == SourceKind::directory));
    BOOST_TEST(read("market")->path == (scratch.path() / "market").string());
    BOOST_TEST((read("market/.claude-plugin/marketplace.json")->kind == SourceKind::file));
    BOOST_TEST((read("https://example.org/marketplace.json")->kind == SourceKind::url));
    BOOST_TEST((read("https://example.org/r.git")->kind == SourceKind::git));
    BOOST_TEST((read("git@example.org:o/r.git")->kind == SourceKind::git));
    BOOST_TEST((read("owner/repository")->kind == SourceKind::github));
    BOOST_TEST(read("./missing").error().code == code::file_not_found);
    BOOST_TEST(read("notes.txt").error().code == code::source_invalid);
    BOOST_TEST(read("").error().code == code::source_invalid);
}

BOOST_AUTO_TEST_CASE(a_marketplace_file_has_its_root_two_levels_up) {
    const TemporaryDirectory scratch;
    const auto file = scratch.write("market/.claude-plugin/marketplace.json", "{}");
    const auto source = read_source_argument(disk(), file.string(), "/").value();
    const auto location = resolve_marketplace_source(disk(), source).value();
    BOOST_TEST(location.root == scratch.path() / "market");
    BOOST_TEST(location.file == file);
    const auto empty = read_source_argument(disk(), scratch.path().string(), "/").value();
    BOOST_TEST(resolve_marketplace_source(disk(), empty).error().code == code::marketplace_file_missing);
}

BOOST_AUTO_TEST_CASE(a_source_with_a_control_or_invisible_character_is_refused_whole) {
    using boost::json::parse;
    for (const std::string& text : Names{R"("./plugins/a\u0000../../b")", R"("./a\u001b[31m")",
                                         R"({"source": "directory", "path": "./a\u0000b"})",
                                         R"({"source": "git", "url": "https://example.org/\u202egit"})",
                                         R"({"source": "git\u0000", "url": "x"})"}) {
        const auto source = parse_plugin_source(parse(text), {}, "m.json");
        BOOST_REQUIRE_MESSAGE(!source.has_value(), text);
        BOOST_TEST(source.error().code == code::source_invalid);
        const auto value = parse(text);
        if (!value.is_object()) continue;
        BOOST_TEST(parse_marketplace_source(value.as_object(), "m.json").error().code == code::source_invalid, text);
    }
    BOOST_TEST(parse_plugin_source(boost::json::value("a"), std::string("./x\0", 4), "m").error().code ==
               code::source_invalid);
    BOOST_TEST(read_source_argument(disk(), "./a\x1b", "/").error().code == code::source_invalid);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
