// SPDX-License-Identifier: Apache-2.0
#include "skill_samples.hpp"

#include "skill/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

/// The words of the kinds that are off.
Strings off(const std::vector<SettingsLayer>& layers, const Strings& lists = {}) {
    const auto switches = read_source_switches(Settings(layers, {}), lists).value();
    Strings words;
    for (int i = 0; i <= static_cast<int>(SkillSourceKind::remote); ++i) {
        const auto kind = static_cast<SkillSourceKind>(i);
        if (!switches.on(kind)) words.emplace_back(skill_source_word(kind));
    }
    return words;
}

void are(const Strings& got, const Strings& wanted) {
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(source_switches)

BOOST_AUTO_TEST_CASE(all_kinds_are_on_to_begin_with) {
    are(off({}), {});
}

BOOST_AUTO_TEST_CASE(a_list_removes_or_names) {
    are(off({}, {"-bundled"}), {"bundled"});
    are(off({}, {"-user,-project"}), {"user", "project"});
    are(off({}, {"-user", "-addDir"}), {"user", "addDir"});
    are(off({}, {"user, plugin"}), {"managed", "project", "addDir", "commands", "bundled", "mcp", "remote"});
    are(off({}, {"user,plugin,-plugin"}),
        {"managed", "project", "addDir", "commands", "plugin", "bundled", "mcp", "remote"});
    const auto unknown = read_source_switches({}, Strings{"-everything"});
    BOOST_REQUIRE(unknown.has_error());
    BOOST_TEST((unknown.error().code == code::skill_source_unknown));
}

BOOST_AUTO_TEST_CASE(higher_layers_win_kind_by_kind) {
    are(off({settings_layer(Scope::project, {{"skillSources", {{"user", true}}}}),
             settings_layer(Scope::user, {{"skillSources", {{"user", false}, {"plugin", false}}}})}),
        {"plugin"});
}

BOOST_AUTO_TEST_CASE(before_trust_a_project_only_restricts) {
    are(off({untrusted_layer(Scope::project, {{"skillSources", {{"user", true}, {"bundled", false}}}}),
             settings_layer(Scope::user, {{"skillSources", {{"user", false}}}})}),
        {"user", "bundled"});
}

BOOST_AUTO_TEST_CASE(a_layer_that_cannot_be_read_leaves_in_doubt_what_no_higher_layer_switches) {
    auto broken = untrusted_layer(Scope::project, {});
    broken.unreadable["skillSources"] = "why";
    const auto local = settings_layer(Scope::local, {{"skillSources", {{"user", true}, {"plugin", false}}}});
    const auto user = settings_layer(Scope::user, {{"skillSources", {{"bundled", true}}}});
    const auto switches = read_source_switches(Settings({local, broken, user}, {}), {}).value();
    BOOST_TEST(switches.doubt(SkillSourceKind::user).empty());
    BOOST_TEST(!switches.on(SkillSourceKind::plugin));
    for (const auto kind : {SkillSourceKind::bundled, SkillSourceKind::project, SkillSourceKind::managed}) {
        BOOST_TEST(switches.doubt(kind) == "why");
    }
    BOOST_TEST(read_source_switches({}, {}).value().doubt(SkillSourceKind::user).empty());
}

BOOST_AUTO_TEST_CASE(only_managed_policy_leaves_plugins_only) {
    const boost::json::object policy{{"strictPluginOnlyCustomization", {"skills"}}};
    are(off({settings_layer(Scope::managed, policy)}, {"user,plugin"}),
        {"managed", "user", "project", "addDir", "commands", "bundled", "mcp", "remote"});
    are(off({settings_layer(Scope::managed, policy)}), {"user", "project", "addDir", "commands"});
    are(off({settings_layer(Scope::managed, {{"strictPluginOnlyCustomization", {"hooks"}}})}), {});
    are(off({settings_layer(Scope::user, policy)}), {});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
