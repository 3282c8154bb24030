// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_overrides.hpp"

#include "settings/codes.hpp"
#include "skill/codes.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;

BOOST_AUTO_TEST_SUITE(skill_overrides)

BOOST_AUTO_TEST_CASE(overrides_are_read_layer_by_layer) {
    const auto project = untrusted_layer(Scope::project, {{"skillOverrides", {{"a", "on"}, {"c", "off"}, {"d", 5}}}});
    const auto user =
        settings_layer(Scope::user, {{"skillOverrides", {{"a", "off"}, {"b", "name-only"}, {"e", "loud"}}}});
    Diagnostics diagnostics;
    const auto overrides = read_skill_overrides(Settings({project, user}, {}), diagnostics).by_name;
    BOOST_TEST(overrides.size() == 3U);
    BOOST_TEST((overrides.at("a") == SkillOverride::off));
    BOOST_TEST((overrides.at("b") == SkillOverride::name_only));
    BOOST_TEST((overrides.at("c") == SkillOverride::off));
    BOOST_TEST(count_code(diagnostics, code::skill_override_ignored) == 2U);
}

BOOST_AUTO_TEST_CASE(a_managed_override_that_cannot_be_read_is_off) {
    for (const boost::json::value& value : {boost::json::value("OFF"), boost::json::value(false),
                                            boost::json::value(nullptr), boost::json::value(boost::json::array())}) {
        Diagnostics diagnostics;
        const auto managed = settings_layer(Scope::managed, {{"skillOverrides", {{"u", value}}}});
        const auto user = settings_layer(Scope::user, {{"skillOverrides", {{"u", "on"}}}});
        const auto found = read_skill_overrides(Settings({managed, user}, {}), diagnostics);
        BOOST_TEST((found.by_name.at("u") == SkillOverride::off));
        BOOST_TEST(count_code(diagnostics, code::policy_value_strict) == 1U);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
