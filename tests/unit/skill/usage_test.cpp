// SPDX-License-Identifier: Apache-2.0
#include "skill/usage.hpp"

#include "base/json.hpp"
#include "listing_samples.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;

namespace {

constexpr std::string_view kMonday = "2026-03-02T08:00:00.000Z", kTuesday = "2026-03-03T08:00:00.000Z";

}  // namespace

BOOST_AUTO_TEST_SUITE(usage)

BOOST_AUTO_TEST_CASE(uses_are_counted_with_the_last_time) {
    boost::json::object root;
    count_use(root, "deploy@user", kMonday);
    count_use(root, "deploy@user", kTuesday);
    count_use(root, "audit@user", kMonday);
    BOOST_TEST(boost::json::serialize(root) ==
               R"({"version":1,"skills":{"deploy@user":{"uses":2,"lastUsed":"2026-03-03T08:00:00.000Z"},)"
               R"("audit@user":{"uses":1,"lastUsed":"2026-03-02T08:00:00.000Z"}}})");
    const auto usage = read_usage(root);
    BOOST_TEST(usage.size() == 2U);
    BOOST_TEST(usage.at("deploy@user").uses == 2U);
    BOOST_TEST(usage.at("deploy@user").last_used == kTuesday);
}

BOOST_AUTO_TEST_CASE(a_clock_that_was_set_back_makes_no_use_older) {
    boost::json::object root;
    count_use(root, "a@user", kTuesday);
    count_use(root, "a@user", kMonday);
    BOOST_TEST(read_usage(root).at("a@user").last_used == kTuesday);
}

BOOST_AUTO_TEST_CASE(what_is_no_record_is_passed_over_and_unknown_members_stay) {
    auto root = parse_json_object(R"({"version": 1, "colour": "red", "skills": {
        "good@user": {"uses": 3, "lastUsed": "2026", "stars": 5}, "text@user": "x", "none@user": {"uses": 0},
        "minus@user": {"uses": -4}, "part@user": {"uses": 1.5}, "timeless@user": {"uses": 2, "lastUsed": 7}}})",
                                  "usage.json")
                    .value();
    const auto usage = read_usage(root);
    BOOST_TEST(usage.size() == 2U);
    BOOST_TEST(usage.at("good@user").uses == 3U);
    BOOST_TEST(usage.at("timeless@user").last_used.empty());
    count_use(root, "good@user", kMonday);
    count_use(root, "text@user", kMonday);
    BOOST_TEST(root.at("colour").as_string() == "red");
    BOOST_TEST(root.at("skills").at("good@user").at("stars").as_int64() == 5);
    BOOST_TEST(read_usage(root).at("good@user").uses == 4U);
    BOOST_TEST(read_usage(root).at("text@user").uses == 1U);
}

BOOST_AUTO_TEST_CASE(a_list_instead_of_a_map_counts_as_empty) {
    auto root = parse_json_object(R"({"version": 1, "skills": []})", "usage.json").value();
    BOOST_TEST(read_usage(root).empty());
    count_use(root, "a@user", kMonday);
    BOOST_TEST(read_usage(root).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_count_at_its_end_stays_there) {
    auto root = parse_json_object(R"({"skills": {"a@user": {"uses": 9223372036854775807}}})", "usage.json").value();
    count_use(root, "a@user", kMonday);
    BOOST_TEST(read_usage(root).at("a@user").uses == 9223372036854775807U);
}

BOOST_AUTO_TEST_CASE(the_record_does_not_grow_without_end) {
    boost::json::object root;
    for (std::size_t i = 0; i <= kUsageRecords; ++i) {
        const auto day = std::to_string(100'000 + (i * 7'919) % 90'000);
        count_use(root, "s" + std::to_string(i) + "@user", day);
    }
    const auto usage = read_usage(root);
    BOOST_TEST(usage.size() == kUsageRecords);
    BOOST_TEST(!usage.contains("s0@user"));  // the one of the lowest day
    BOOST_TEST(usage.contains("s" + std::to_string(kUsageRecords) + "@user"));
}

BOOST_AUTO_TEST_CASE(two_projects_do_not_count_for_each_other) {
    const auto key_at = [](const Path& folder) {
        SkillSource source;
        source.path = folder;
        source.origin.source = "project";
        source.origin.scope = Scope::project;
        source.qualified_origin = "project";
        auto skill = listed_skill("deploy", "x");
        skill.source = std::make_shared<const SkillSource>(std::move(source));
        return usage_key(catalogue_of({skill})->entries()[0]);
    };
    BOOST_TEST(key_at("/one/.claude/skills") == "deploy@project (/one/.claude/skills)");
    BOOST_TEST(key_at("/one/.claude/skills") != key_at("/two/.claude/skills"));
    BOOST_TEST(usage_key(catalogue_of({listed_skill("deploy", "x")})->entries()[0]) == "deploy@user");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
