// SPDX-License-Identifier: Apache-2.0
#include "skill_samples.hpp"

#include "skill/codes.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

SkillSource bundled(std::string_view name) {
    SkillSource source;
    source.kind = SkillSource::Kind::bundled;
    source.name = name;
    source.text = "---\ndescription: built in\n---\nBUNDLED";
    source.origin = {LoadedFrom::bundled, "bundled", {}, Scope::user, true};
    source.qualified_origin = "bundled";
    return source;
}

std::string whole_name(const Catalogue& catalogue, std::string_view name) {
    const auto* entry = catalogue.find(name);
    return entry == nullptr ? "nothing" : entry->qualified_name.string();
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(catalogue_names, Workspace)

// D6
BOOST_AUTO_TEST_CASE(the_higher_source_wins_and_the_loser_is_reported) {
    places.managed_dirs = {at("managed")};
    for (const auto* place : {"managed/skills", "home/.claude/skills", "project/.claude/skills"}) {
        named(Path(place) / "deploy");
    }
    named("home/.claude/skills/only");
    const auto all = catalogue({bundled("deploy")});
    BOOST_TEST(whole_name(*all, "deploy") == "deploy@managed");
    for (const auto* loser : {"deploy@user", "deploy@project", "deploy@bundled"}) {
        const auto* entry = all->find(loser);
        BOOST_REQUIRE(entry != nullptr);
        BOOST_TEST((entry->state == SkillState::shadowed), loser);
        BOOST_TEST(entry->shadowed_by == "deploy@managed");
    }
    BOOST_TEST(count_code(all->diagnostics(), code::skill_shadowed) == 3U);
    BOOST_TEST((all->find("only")->state == SkillState::active));
}

BOOST_AUTO_TEST_CASE(every_skill_has_a_qualified_name_of_its_own) {
    named("home/.skilldeck/skills/deploy");
    named("home/.claude/skills/deploy");
    skill("home/.claude/skills/other", "---\nname: deploy\ndescription: x\n---\n");
    skill("home/.claude/skills/third", "---\nname: deploy\ndescription: x\n---\n");
    directory.write("home/.claude/commands/deploy.md", "x");
    repository("project");
    places.start_directory = at("project/apps/web");
    named("project/apps/web/.claude/skills/deploy");
    named("project/apps/web/.agents/skills/deploy");
    const auto all = catalogue();
    for (const auto* name : {"deploy@user", "deploy@user/.claude/skills", "deploy@user/.claude/skills/other",
                             "deploy@user/.claude/skills/third", "deploy@user/.claude/commands",
                             "deploy@project/apps/web", "deploy@project/apps/web/.claude/skills"}) {
        BOOST_TEST(whole_name(*all, name) == name);
    }
    BOOST_TEST(all->entries().size() == 7U);
    // .agents comes before .claude in a folder
    BOOST_TEST(all->find("deploy@project/apps/web")->skill->file.string() ==
               at("project/apps/web/.agents/skills/deploy/SKILL.md"));
}

BOOST_AUTO_TEST_CASE(a_plugin_skill_has_its_bare_name_while_it_is_free) {
    named("plugin/skills/deploy");
    named("plugin/skills/verify");
    named("plugin/skills/free");
    named("other/skills/free");
    named("home/.claude/skills/deploy");
    const auto all = catalogue({source_of_plugin(at("plugin"), "a", "market"),
                                source_of_plugin(at("other"), "b", "market"), bundled("verify")});
    BOOST_TEST(whole_name(*all, "deploy") == "deploy@user");
    BOOST_TEST(whole_name(*all, "a:deploy") == "a:deploy@market");
    BOOST_TEST(whole_name(*all, "verify") == "verify@bundled");
    BOOST_TEST(whole_name(*all, "free") == "a:free@market");
    BOOST_TEST(whole_name(*all, "b:free") == "b:free@market");
    for (const auto& entry : all->entries()) BOOST_TEST((entry.state == SkillState::active), entry.qualified_name);
}

BOOST_AUTO_TEST_CASE(a_plugin_whose_name_is_another_ones_takes_no_name_of_it_not_even_a_free_one) {
    named("real/skills/greeting");
    named("other/skills/greeting");
    skill("other/skills/extra", "---\nname: more\ndescription: x\naliases: [also]\n---\n");
    auto second = source_of_plugin(at("other"), "hello", "aaa");
    second.prefix_owner = "hello@skilldeck";
    for (const bool second_is_found_first : {true, false}) {
        const auto first = source_of_plugin(at("real"), "hello", "skilldeck");
        const auto all = second_is_found_first ? catalogue({second, first}) : catalogue({first, second});
        BOOST_TEST(whole_name(*all, "hello:greeting") == "hello:greeting@skilldeck");
        BOOST_TEST(whole_name(*all, "greeting") == "hello:greeting@skilldeck");
        for (const auto* name : {"hello:more", "hello:extra", "hello:also", "more", "extra", "also"}) {
            BOOST_TEST(whole_name(*all, name) == "nothing", name);
        }
        for (const auto* name : {"hello:greeting@aaa", "hello:more@aaa"}) {
            BOOST_TEST(whole_name(*all, name) == name);
            BOOST_TEST((all->find(name)->state == SkillState::shadowed));
        }
        BOOST_TEST(all->find("hello:greeting@aaa")->shadowed_by == "hello:greeting@skilldeck");
        BOOST_TEST(all->find("hello:more@aaa")->shadowed_by == "hello@skilldeck");
        BOOST_TEST(count_code(all->diagnostics(), code::skill_shadowed) == 2U);
    }
}

BOOST_AUTO_TEST_CASE(names_with_the_prefix_of_a_plugin_are_its_own_whatever_stands_above_it) {
    named("plugin/skills/greeting");
    skill("other/skills/x", "---\nname: x\ndescription: x\naliases: [hello:third]\n---\n");
    for (const std::string root : {"home/.skilldeck/skills/", "project/.skilldeck/skills/"}) {
        skill(root + "hello:greeting", "Body.\n");
        skill(root + "hello:greeting@market", "Body.\n");
    }
    directory.write("project/.claude/commands/hello/new.md", "x");
    skill("home/.claude/skills/mine", "---\nname: mine\ndescription: x\naliases: [hello:other]\n---\n");
    CatalogueOptions options;
    options.prefixes["hello"] = {"hello@market", true};
    const auto all = catalogue(
        {source_of_plugin(at("plugin"), "hello", "market"), source_of_plugin(at("other"), "a", "market")}, options);
    BOOST_TEST(whole_name(*all, "hello:greeting") == "hello:greeting@market");
    BOOST_TEST(all->find("hello:greeting@market")->name_owner.empty());
    BOOST_TEST((all->find("hello:greeting@market")->state == SkillState::active));
    for (const auto* name : {"hello:greeting@user", "hello:greeting@project", "hello:new@project"}) {
        BOOST_TEST_REQUIRE(whole_name(*all, name) == name);
        const auto& entry = *all->find(name);
        BOOST_TEST((entry.state == SkillState::shadowed), name);
        BOOST_TEST(entry.name_owner == "hello@market", name);
    }
    for (const auto* name : {"hello:new", "hello:other", "a:hello:third", "hello:third"}) {
        const bool of_a = std::string_view(name).starts_with("a:");
        BOOST_TEST(whole_name(*all, name) == (of_a ? "a:x@market" : "nothing"), name);
    }
    BOOST_TEST(all->find("hello:greeting@project")->shadowed_by == "hello:greeting@market");
    BOOST_TEST(all->find("hello:new@project")->shadowed_by == "hello@market");
    BOOST_TEST(count_code(all->diagnostics(), code::skill_shadowed) == 5U);
    BOOST_TEST(all->is_owned("hello:new"));
    BOOST_TEST(!all->is_owned("mine"));
    const auto hint = all->unknown_skill("hello:new").hint;
    BOOST_TEST(hint.find("hello@market") != std::string::npos, hint);
    BOOST_TEST(hint.find("hello:new@project") != std::string::npos, hint);
}

BOOST_AUTO_TEST_CASE(a_name_of_a_disabled_plugin_is_nobodys_and_the_message_says_whose) {
    named("other/skills/greeting");
    auto other = source_of_plugin(at("other"), "hello", "evil");
    other.prefix_owner = "hello@market";
    CatalogueOptions options;
    options.prefixes["hello"] = {"hello@market", false};
    const auto all = catalogue({other}, options);
    BOOST_TEST(whole_name(*all, "hello:greeting") == "nothing");
    BOOST_TEST(whole_name(*all, "greeting") == "nothing");
    const auto hint = all->unknown_skill("hello:greeting").hint;
    BOOST_TEST(hint ==
               "this name belongs to the plugin hello@market, which is disabled or cannot be used; another "
               "skill is called by its whole name: hello:greeting@evil");
}

BOOST_AUTO_TEST_CASE(a_prefix_that_is_in_the_name_is_not_doubled) {
    skill("plugin/skills/x", "---\nname: a:deploy\ndescription: x\n---\n");
    BOOST_TEST(whole_name(*catalogue({source_of_plugin(at("plugin"), "a", "market")}), "a:deploy") ==
               "a:deploy@market");
}

BOOST_AUTO_TEST_CASE(a_plugin_with_one_name_twice_tells_them_apart_by_folder) {
    named("plugin/skills/deploy");
    directory.write("plugin/commands/deploy.md", "x");
    auto commands = source_of_plugin(at("plugin"), "a", "market");
    commands.kind = SkillSource::Kind::commands;
    commands.path = at("plugin/commands");
    const auto all = catalogue({source_of_plugin(at("plugin"), "a", "market"), commands});
    BOOST_TEST(!all->find("a:deploy")->skill->is_command());
    BOOST_TEST((all->find("a:deploy@market/commands")->state == SkillState::shadowed));
}

// B024
BOOST_AUTO_TEST_CASE(folder_names_and_aliases_call_a_skill_too) {
    skill("home/.claude/skills/folder", "---\nname: ship\ndescription: x\naliases: [s, taken]\n---\n");
    named("project/.claude/skills/taken");
    const auto all = catalogue();
    BOOST_TEST(whole_name(*all, "ship") == "ship@user");
    BOOST_TEST(whole_name(*all, "folder") == "ship@user");
    BOOST_TEST(whole_name(*all, "s") == "ship@user");
    BOOST_TEST(whole_name(*all, "taken") == "taken@project");
}

BOOST_AUTO_TEST_CASE(every_name_that_leads_to_a_skill_is_one_of_its_names) {
    skill("home/.claude/skills/ship-it", "---\nname: deploy\ndescription: x\naliases: [release, check]\n---\n");
    named("home/.claude/skills/check");
    skill("plugin/skills/check", "---\nname: check\ndescription: x\naliases: [verify]\n---\n");
    named("plugin/skills/free");
    named("project/.claude/skills/check");
    const auto all = catalogue({source_of_plugin(at("plugin"), "tool", "m")});
    const auto names = [&](std::string_view name) { return all->names_of(*all->find(name)); };
    BOOST_TEST(names("deploy") == (Strings{"deploy@user", "deploy", "ship-it", "release"}),
               boost::test_tools::per_element());
    BOOST_TEST(names("tool:check") == (Strings{"tool:check@m", "tool:check", "tool:verify"}),
               boost::test_tools::per_element());
    BOOST_TEST(names("tool:free") == (Strings{"tool:free@m", "tool:free", "free"}), boost::test_tools::per_element());
    // One that is hidden is still meant by the name it would have.
    BOOST_TEST(names("check@project") == (Strings{"check@project", "check"}), boost::test_tools::per_element());
}

// A rule that forbids one of the ways to a skill forbids the skill.
BOOST_AUTO_TEST_CASE(every_way_to_a_skill_is_a_name_of_it) {
    skill("home/.claude/skills/zeta", "---\ndescription: x\n---\n");
    link("zeta", "home/.claude/skills/alpha");
    places.project_trusted = true;
    repository("project");
    places.start_directory = at("project");
    link(at("home/.claude/skills/zeta"), "project/.claude/skills/there");
    link(at("home/.claude/skills/zeta"), "project/.claude/skills/taken");
    named("home/.claude/skills/taken");
    const auto all = catalogue();
    for (const auto* name : {"zeta", "alpha", "there", "alpha@user", "there@project"}) {
        BOOST_TEST(whole_name(*all, name) == "zeta@user", name);
    }
    BOOST_TEST(whole_name(*all, "taken") == "taken@user");
    const auto names = all->names_of(*all->find("zeta"));
    for (const auto* name : {"zeta", "zeta@user", "alpha", "alpha@user", "there", "there@project", "zeta@project",
                             "taken", "taken@project"}) {
        BOOST_TEST((std::find(names.begin(), names.end(), name) != names.end()), name);
    }
}

// B022
BOOST_AUTO_TEST_CASE(either_normal_form_finds_a_skill) {
    skill("home/.claude/skills/cafe\u0301", "---\ndescription: x\n---\n");
    const auto all = catalogue();
    BOOST_TEST(whole_name(*all, "caf\u00e9") == "caf\u00e9@user");
    BOOST_TEST(whole_name(*all, "cafe\u0301") == "caf\u00e9@user");
}

// B062
BOOST_AUTO_TEST_CASE(only_exact_names_are_found) {
    named("home/.claude/skills/todo");
    named("plugin/skills/todo-list");
    const auto all = catalogue({source_of_plugin(at("plugin"), "p", "m")});
    BOOST_TEST(whole_name(*all, "todo") == "todo@user");
    for (const auto* name : {"tod", "Todo", "todo-", "/todo", "", "todo@"})
        BOOST_TEST(all->find(name) == nullptr, name);
}

BOOST_AUTO_TEST_CASE(a_line_begins_with_the_longest_name_there_is) {
    named("home/.claude/skills/deploy");
    named("home/.claude/skills/deploy to");
    named("home/.claude/skills/deploy to the sea");
    const auto all = catalogue();
    const auto name = [&](std::string_view line) { return all->longest_name_of(line); };
    BOOST_TEST(name("deploy") == "deploy");
    BOOST_TEST(name("deploy x") == "deploy");
    BOOST_TEST(name("deploy\tx") == "deploy");
    BOOST_TEST(name("deploy to") == "deploy to");
    BOOST_TEST(name("deploy to the") == "deploy to");
    BOOST_TEST(name("deploy to the sea @user") == "deploy to the sea");
    BOOST_TEST(name("deploy to the sea@user now") == "deploy to the sea@user");
    BOOST_TEST(name("deploy together") == "deploy");
    BOOST_TEST(name("deployment") == "");
    BOOST_TEST(name("") == "");
    BOOST_TEST(name("deploy " + std::string(100'000, ' ')) == "deploy");
    BOOST_TEST(name("deploy to " + std::string(100'000, 'x')) == "deploy to");
}

BOOST_AUTO_TEST_CASE(an_unknown_name_suggests_near_ones) {
    named("home/.claude/skills/deploy");
    named("home/.claude/skills/unrelated");
    const auto all = catalogue();
    BOOST_TEST(all->suggestions("depoly") == (Strings{"deploy"}), boost::test_tools::per_element());
    const auto error = all->unknown_skill("depoly");
    BOOST_TEST(error.what == "there is no skill depoly");
    BOOST_TEST(error.hint == "did you mean deploy?");
    BOOST_TEST(all->unknown_skill("zzzzzzzz").hint.find("skill list --all") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_skill_with_paths_waits_until_it_is_activated) {
    skill("home/.claude/skills/ts", "---\ndescription: x\npaths: '*.ts'\n---\n");
    BOOST_TEST((catalogue()->find("ts")->state == SkillState::conditional));
    CatalogueOptions options;
    options.activated.insert("ts@user");
    BOOST_TEST((catalogue({}, options)->find("ts")->state == SkillState::active));
}

BOOST_AUTO_TEST_CASE(overrides_reach_all_but_plugin_skills) {
    named("home/.claude/skills/off");
    named("home/.claude/skills/quiet");
    named("home/.claude/skills/short");
    named("project/.claude/skills/off");
    named("plugin/skills/off");
    CatalogueOptions options;
    options.overrides.by_name = {{"off", SkillOverride::off},
                                 {"quiet", SkillOverride::user_invocable_only},
                                 {"short", SkillOverride::name_only}};
    const auto all = catalogue({source_of_plugin(at("plugin"), "p", "m")}, options);
    BOOST_TEST((all->find("off@user")->state == SkillState::disabled));
    BOOST_TEST((all->find("off@project")->state == SkillState::disabled));
    BOOST_TEST((all->find("p:off")->state == SkillState::active));
    BOOST_TEST(all->find("quiet")->model_disabled);
    BOOST_TEST((all->find("quiet")->state == SkillState::active));
    BOOST_TEST(all->find("short")->name_only);
}

BOOST_AUTO_TEST_CASE(a_disabled_skill_hides_nobody) {
    auto native = source_of_user(at("skills.json"), SkillSource::Kind::native);
    native.item = {{"name", "deploy"}, {"enabled", false}};
    const auto all = catalogue({native, bundled("deploy")});
    BOOST_TEST(whole_name(*all, "deploy") == "deploy@bundled");
    BOOST_TEST((all->find("deploy")->state == SkillState::active));
    BOOST_TEST((all->find("deploy@user")->state == SkillState::disabled));
}

BOOST_AUTO_TEST_CASE(overrides_that_cannot_be_read_leave_off_what_no_higher_layer_names) {
    auto broken = untrusted_layer(Scope::project, {{"skillOverrides", {{"c", "on"}}}});
    broken.unreadable["skillOverrides"] = "/s.json:1:2 cannot be read: x";
    const auto local = settings_layer(Scope::local, {{"skillOverrides", {{"a", "on"}, {"b", "name-only"}}}});
    const auto user = settings_layer(Scope::user, {{"skillOverrides", {{"d", "on"}}}});
    Diagnostics diagnostics;
    CatalogueOptions options;
    options.overrides = read_skill_overrides(Settings({local, broken, user}, {}), diagnostics);
    for (const auto* name : {"a", "b", "c", "d"}) named("home/.claude/skills/" + std::string(name));
    named("plugin/skills/p");
    const auto all = catalogue({source_of_plugin(at("plugin"), "x", "m")}, options);
    for (const auto& [name, state] : std::map<std::string, SkillState>{{"a", SkillState::active},
                                                                       {"b", SkillState::active},
                                                                       {"c", SkillState::disabled},
                                                                       {"d", SkillState::disabled},
                                                                       {"x:p", SkillState::active}}) {
        const auto& entry = *all->find(name);
        BOOST_TEST((entry.state == state), name);
        BOOST_TEST(entry.off_because.empty() == (state == SkillState::active), name);
    }
    BOOST_TEST(all->find("d")->off_because == "/s.json:1:2 cannot be read: x");
}

BOOST_AUTO_TEST_CASE(skills_of_a_source_in_doubt_are_off) {
    CatalogueOptions options;
    options.sources.doubt_all("no one knows");
    options.sources.turn_on(SkillSourceKind::bundled);
    named("home/.claude/skills/a");
    named("plugin/skills/p");
    const auto all = catalogue({source_of_plugin(at("plugin"), "x", "m"), bundled("b")}, options);
    BOOST_TEST(all->find("a")->off_because == "no one knows");
    BOOST_TEST((all->find("x:p")->state == SkillState::disabled));
    BOOST_TEST((all->find("b")->state == SkillState::active));
}

BOOST_AUTO_TEST_CASE(entries_are_in_order_of_source_then_name) {
    places.added_dirs = {at("added")};
    named("home/.skilldeck/skills/z");
    named("home/.claude/skills/a");
    named("project/.claude/skills/b");
    named("added/.claude/skills/c");
    directory.write("home/.claude/commands/d.md", "x");
    named("plugin/skills/e");
    const auto all = catalogue({bundled("f"), source_of_plugin(at("plugin"), "p", "m")});
    Strings names;
    for (const auto& entry : all->entries()) names.push_back(entry.qualified_name.string());
    BOOST_TEST(names == (Strings{"a@user", "z@user", "b@project", "c@add/added", "d@user", "p:e@m", "f@bundled"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_two_skills_in_one_place_the_folder_of_that_name_has_it) {
    skill("home/.claude/skills/a", "---\nname: two\ndescription: x\n---\n");
    skill("home/.claude/skills/b", "---\nname: two\ndescription: x\n---\n");
    named("home/.claude/skills/two");
    named("home/.claude/skills/other");
    // A place that comes before is before, whatever its folder is called.
    skill("home/.skilldeck/skills/first", "---\nname: other\ndescription: x\n---\n");
    const auto all = catalogue();
    BOOST_REQUIRE(all->find("two") != nullptr);
    BOOST_TEST(all->find("two")->skill->directory().filename() == "two");
    BOOST_TEST(all->find("other")->skill->directory().filename() == "first");
    BOOST_TEST(count_code(all->diagnostics(), code::skill_shadowed) == 3U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
