// SPDX-License-Identifier: Apache-2.0
// Skills of folders below the start directory, once a touched file has led there: what is read, and by which names.
#include "permission/decision.hpp"
#include "skill/codes.hpp"
#include "skill/listing.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

/// A repository whose `apps/web` was touched.
struct Nested : Workspace {
    Nested() {
        repository("project");
        places.nested_folders = {at("project/apps/web"), at("project/apps")};
    }

    [[nodiscard]] static std::string whole_name(const Catalogue& catalogue, std::string_view name) {
        const auto* entry = catalogue.find(name);
        return entry == nullptr ? "nothing" : entry->qualified_name.string();
    }
    [[nodiscard]] static bool has_name(const Catalogue& catalogue, const CatalogueEntry& entry, std::string_view name) {
        const auto names = catalogue.names_of(entry);
        return std::ranges::find(names, name) != names.end();
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(nested_skills, Nested)

BOOST_AUTO_TEST_CASE(every_place_of_a_project_folder_is_read_behind_the_projects_own) {
    named("project/.claude/skills/zz");
    named("project/apps/web/.claude/skills/c");
    named("project/apps/web/.agents/skills/b");
    named("project/apps/web/.skilldeck/skills/d");
    named("project/apps/.claude/skills/a");
    directory.write("project/.claude/commands/own.md", "x");
    directory.write("project/apps/web/.claude/commands/team/ship.md", "x");
    places.added_dirs = {at("added")};
    named("added/.claude/skills/e");
    const auto found = discover();
    BOOST_TEST(names_of(found) == (Strings{"zz", "d", "b", "c", "a", "e", "own", "team:ship"}),
               boost::test_tools::per_element());
    Strings listed;
    const auto all = catalogue();
    for (const auto& entry : all->entries()) listed.push_back(entry.qualified_name.string());
    BOOST_TEST(listed == (Strings{"zz@project", "a@project/apps", "b@project/apps/web", "c@project/apps/web",
                                  "d@project/apps/web", "e@add/added", "own@project", "team:ship@project/apps/web"}),
               boost::test_tools::per_element());
    BOOST_TEST(all->diagnostics().empty());
}

BOOST_AUTO_TEST_CASE(switches_and_compat_hold_as_for_the_project) {
    named("project/apps/.claude/skills/a");
    named("project/apps/.skilldeck/skills/b");
    directory.write("project/apps/.claude/commands/c.md", "x");
    places.compat = CompatPlaces::skip;
    BOOST_TEST(names_of(discover()) == (Strings{"b"}), boost::test_tools::per_element());
    places.compat = CompatPlaces::read;
    switches.turn_off(SkillSourceKind::commands);
    BOOST_TEST(names_of(discover()) == (Strings{"b", "a"}), boost::test_tools::per_element());
    switches.turn_off(SkillSourceKind::project);
    BOOST_TEST(discover().skills.empty());
}

BOOST_AUTO_TEST_CASE(trust_is_that_of_the_project) {
    named("project/apps/.claude/skills/a");
    named("outside/tool");
    link(at("outside/tool"), "project/apps/.claude/skills/tool");
    link(at("project/lib"), "project/apps/.claude/skills/inner");
    named("project/lib");
    const auto before = discover();
    BOOST_TEST(names_of(before) == (Strings{"a", "lib"}), boost::test_tools::per_element());
    BOOST_TEST(!before.skills[0]->origin().trusted);
    BOOST_TEST(count_code(before.diagnostics, code::skill_link_refused) == 1U);
    places.project_trusted = true;
    const auto after = discover();
    BOOST_TEST(after.skills.size() == 3U);
    for (const auto& skill : after.skills) BOOST_TEST(skill->origin().trusted);
}

BOOST_AUTO_TEST_CASE(one_file_reached_from_two_folders_counts_once) {
    named("project/.claude/skills/a");
    link(at("project/.claude"), "project/apps/.claude");
    BOOST_TEST(names_of(discover()) == (Strings{"a"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(on_a_clash_the_root_keeps_the_short_name_and_both_load) {
    for (const auto* folder : {"project", "project/apps/web", "project/apps"}) {
        named(Path(folder) / ".claude/skills/deploy");
    }
    const auto all = catalogue();
    BOOST_TEST(whole_name(*all, "deploy") == "deploy@project");
    BOOST_TEST(whole_name(*all, "apps/web:deploy") == "deploy@project/apps/web");
    BOOST_TEST(whole_name(*all, "apps:deploy") == "deploy@project/apps");
    for (const auto& entry : all->entries()) BOOST_TEST((entry.state == SkillState::active), entry.qualified_name);
    BOOST_TEST(all->find("apps:deploy")->call_name() == "apps:deploy");
    BOOST_TEST(all->find("deploy")->call_name() == "deploy");
    BOOST_TEST(all->diagnostics().empty());
}

BOOST_AUTO_TEST_CASE(without_a_clash_both_names_lead_there) {
    named("project/apps/.claude/skills/lint");
    const auto all = catalogue();
    BOOST_TEST(whole_name(*all, "lint") == "lint@project/apps");
    BOOST_TEST(whole_name(*all, "apps:lint") == "lint@project/apps");
    BOOST_TEST(all->find("lint")->call_name() == "lint");
}

BOOST_AUTO_TEST_CASE(of_two_nested_ones_the_first_has_the_short_name) {
    named("project/apps/web/.claude/skills/lint");
    named("project/apps/.claude/skills/lint");
    const auto all = catalogue();
    BOOST_TEST(whole_name(*all, "lint") == "lint@project/apps/web");
    BOOST_TEST(whole_name(*all, "apps:lint") == "lint@project/apps");
    BOOST_TEST((all->find("apps:lint")->state == SkillState::active));
}

BOOST_AUTO_TEST_CASE(a_touched_file_takes_no_name_from_what_has_it) {
    named("home/.claude/skills/of-user");
    directory.write("project/.claude/commands/command.md", "x");
    named("plugin/skills/bare");
    skill("project/.claude/skills/second-name", "---\nname: first-name\ndescription: x\naliases: [alias]\n---\n");
    for (const auto* name : {"of-user", "command", "bare", "second-name", "alias"}) {
        named(Path("project/apps/.claude/skills") / name);
    }
    const auto all = catalogue({source_of_plugin(at("plugin"), "tool", "market")});
    BOOST_TEST(whole_name(*all, "of-user") == "of-user@user");
    BOOST_TEST(whole_name(*all, "command") == "command@project");
    BOOST_TEST(whole_name(*all, "bare") == "tool:bare@market");
    BOOST_TEST(whole_name(*all, "second-name") == "first-name@project");
    BOOST_TEST(whole_name(*all, "alias") == "first-name@project");
    for (const auto* name : {"of-user", "command", "bare", "second-name", "alias"}) {
        BOOST_TEST(whole_name(*all, "apps:" + std::string(name)) == std::string(name) + "@project/apps");
    }
}

BOOST_AUTO_TEST_CASE(further_names_have_the_folder_too) {
    skill("project/apps/.claude/skills/folder", "---\nname: name\ndescription: x\naliases: [alias]\n---\n");
    const auto all = catalogue();
    for (const auto* name : {"name", "folder", "alias", "apps:name", "apps:folder", "apps:alias"}) {
        BOOST_TEST(whole_name(*all, name) == "name@project/apps", name);
    }
}

BOOST_AUTO_TEST_CASE(a_folder_with_the_name_of_a_plugin_takes_none_of_its_names) {
    places.nested_folders = {at("project/tool")};
    named("plugin/skills/other");
    named("project/.claude/skills/check");
    named("project/tool/.claude/skills/check");
    CatalogueOptions options;
    options.prefixes["tool"] = {"tool@market", true};
    const auto all = catalogue({source_of_plugin(at("plugin"), "tool", "market")}, options);
    BOOST_TEST(whole_name(*all, "tool:check") == "nothing");
    const auto* entry = all->find("check@project/tool");
    BOOST_REQUIRE(entry != nullptr);
    BOOST_TEST((entry->state == SkillState::shadowed));
    BOOST_TEST(entry->shadowed_by == "check@project");
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_typed_gives_no_name) {
    const auto folder = at(Path("project") / "bad\x1b[31m");
    places.nested_folders = {folder};
    named("project/.claude/skills/check");
    named(Path("project") / "bad\x1b[31m" / ".claude/skills/check");
    const auto all = catalogue();
    BOOST_TEST(all->entries().size() == 2U);
    BOOST_TEST((all->entries()[1].state == SkillState::shadowed));
}

BOOST_AUTO_TEST_CASE(names_are_compared_after_nfc) {
    places.nested_folders = {at("project/e\u0301tude")};
    named("project/.claude/skills/deploy");
    named("project/e\u0301tude/.claude/skills/deploy");
    const auto all = catalogue();
    for (const auto* name : {"\u00E9tude:deploy", "e\u0301tude:deploy", "deploy@project/\u00E9tude"}) {
        BOOST_TEST(whole_name(*all, name) == "deploy@project/\u00E9tude");
    }
}

BOOST_AUTO_TEST_CASE(the_folder_counts_from_the_start_directory_the_origin_from_the_root) {
    places.start_directory = at("project/apps");
    places.nested_folders = {at("project/apps/web")};
    named("project/apps/.claude/skills/deploy");
    named("project/apps/web/.claude/skills/deploy");
    const auto all = catalogue();
    BOOST_TEST(whole_name(*all, "web:deploy") == "deploy@project/apps/web");
    BOOST_TEST(whole_name(*all, "deploy") == "deploy@project/apps");
}

BOOST_AUTO_TEST_CASE(what_forbids_the_bare_name_forbids_the_one_with_the_folder) {
    named("project/.claude/skills/deploy");
    named("project/apps/.claude/skills/deploy");
    skill("project/apps/.claude/skills/ship", "---\nname: release\ndescription: x\naliases: [go]\n---\n");
    named("project/.claude/skills/ship");
    named("project/.claude/skills/go");
    const auto all = catalogue();
    const auto denied = [&](std::string_view rule) {
        const auto parsed = parse_permission_rule(rule, RuleList::deny, {"user", {}});
        BOOST_REQUIRE(parsed.has_value());
        std::string names;
        for (const auto& [name, why] : denied_skills(*all, std::span(&*parsed, 1))) names += name + " ";
        return names;
    };
    BOOST_TEST(denied("Skill(deploy)") == "deploy@project deploy@project/apps ");
    BOOST_TEST(denied("Skill(apps:deploy)") == "deploy@project/apps ");
    BOOST_TEST(denied("Skill(apps:*)") == "deploy@project/apps release@project/apps ");
    BOOST_TEST(denied("Skill(ship)") == "release@project/apps ship@project ");
    BOOST_TEST(denied("Skill(go)") == "go@project release@project/apps ");
    BOOST_TEST(has_name(*all, *all->find("apps:deploy"), "deploy"));
    BOOST_TEST(!has_name(*all, *all->find("deploy"), "apps:deploy"));
}

BOOST_AUTO_TEST_CASE(overrides_of_the_short_name_reach_it_and_those_of_the_long_one_go_before) {
    named("project/.claude/skills/deploy");
    named("project/apps/.claude/skills/deploy");
    CatalogueOptions options;
    options.overrides.by_name = {{"deploy", SkillOverride::off}};
    BOOST_TEST((catalogue({}, options)->find("apps:deploy")->state == SkillState::disabled));
    options.overrides.by_name = {{"apps:deploy", SkillOverride::off}};
    const auto all = catalogue({}, options);
    BOOST_TEST((all->find("apps:deploy")->state == SkillState::disabled));
    BOOST_TEST((all->find("deploy")->state == SkillState::active));
}

BOOST_AUTO_TEST_CASE(one_with_paths_waits_like_any_other) {
    skill("project/apps/.claude/skills/ts", "---\ndescription: x\npaths: '*.ts'\n---\n");
    BOOST_TEST((catalogue()->find("ts")->state == SkillState::conditional));
    CatalogueOptions options;
    options.activated = {"ts@project/apps"};
    BOOST_TEST((catalogue({}, options)->find("ts")->state == SkillState::active));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
