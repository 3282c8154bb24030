// SPDX-License-Identifier: Apache-2.0
// The built library in the SDK's fake host.
#include <boost/test/unit_test.hpp>
#include <skilldeck/testing/fake_host.hpp>
#include <string>

#include "json_value.hpp"
#include "temporary_directory.hpp"

namespace {

skd::testing::Surroundings surroundings_of(const std::string& info) {
    skd::testing::Surroundings surroundings;
    surroundings.session["info"] = info;
    return surroundings;
}

std::string info_for(const std::string& project) {
    std::string out = R"({"id":"s","cwd":"/","projectDir":)";
    plugin_support::append_json_string(out, project);
    return out + "}";
}

std::size_t blocks_in(const std::string& output) {
    const auto read = plugin_support::read_json(output);
    const auto* value = std::get_if<plugin_support::JsonValue>(&read);
    BOOST_REQUIRE(value != nullptr);
    const auto& blocks = *value->find("blocks")->as_array();
    for (const auto& block : blocks) BOOST_TEST(block.text_at("type").value() == "text");
    return blocks.size();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin)

BOOST_AUTO_TEST_CASE(the_summary_is_of_the_project_of_the_session) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("a.py", "# TODO\n");
    skd::testing::FakeHost host(skd::testing::open_library(PLUGIN_LIBRARY),
                                surroundings_of(info_for(project.path().string())));
    BOOST_REQUIRE(host.started());
    const auto all = host.render_skill("summary");
    BOOST_REQUIRE_MESSAGE(all.ok(), all.message);
    BOOST_TEST(blocks_in(all.output) == 6U);
    BOOST_TEST(all.output.find("Python") != std::string::npos);
    BOOST_TEST(blocks_in(host.render_skill("summary", R"({"argv":["todos"],"args":"todos"})").output) == 2U);
    BOOST_TEST(blocks_in(host.render_skill("summary", R"({"args":" todos  git "})").output) == 3U);
    BOOST_TEST(host.render_skill("summary", R"({"argv":["nowhere"]})").status == SKD_ERR_INVALID_ARGUMENT);
    BOOST_TEST(host.render_skill("summary", R"({"argv":["/etc"]})").status == SKD_ERR_INVALID_ARGUMENT);
    BOOST_TEST(host.render_skill("summary", "[]").status == SKD_ERR_INVALID_ARGUMENT);
    BOOST_TEST(host.render_skill("other").status == SKD_ERR_NOT_FOUND);
    host.stop();
    BOOST_TEST(host.broken_rules().empty());
}

BOOST_AUTO_TEST_CASE(without_a_project_it_says_what_is_missing) {
    for (const char* info : {"{}", "nonsense", R"({"projectDir":"/dev/null/x"})"}) {
        skd::testing::FakeHost host(skd::testing::open_library(PLUGIN_LIBRARY), surroundings_of(info));
        const auto answer = host.render_skill("summary");
        BOOST_TEST(answer.status == SKD_ERR_UNAVAILABLE, info);
        BOOST_TEST(!answer.message.empty());
        host.stop();
        BOOST_TEST(host.broken_rules().empty());
    }
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_stops_and_a_short_one_is_incomplete) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("a.py", "");
    skd::testing::FakeHost host(skd::testing::open_library(PLUGIN_LIBRARY),
                                surroundings_of(info_for(project.path().string())));
    host.set_remaining_ms(1);
    BOOST_TEST(host.render_skill("summary").output.find("Incomplete: time ran out") != std::string::npos);
    host.set_cancelled(true);
    BOOST_TEST(host.render_skill("summary").status == SKD_ERR_CANCELLED);
    host.stop();
    BOOST_TEST(host.broken_rules().empty());
}

BOOST_AUTO_TEST_SUITE_END()
