// SPDX-License-Identifier: Apache-2.0
#include "skill_samples.hpp"

#include "base/codes.hpp"
#include "os/codes.hpp"
#include "skill/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

void finds(const Discovery& found, const Strings& wanted) {
    BOOST_TEST(names_of(found) == wanted, boost::test_tools::per_element());
}

std::string origin_of(const Discovery& found, std::string_view name) {
    for (const auto& skill : found.skills) {
        if (skill->name == name) return skill->source->qualified_origin;
    }
    return "not found";
}

/// A root with more folders than anybody reads, without a disk.
class CrowdedReader final : public FileReader {
public:
    explicit CrowdedReader(std::size_t folders) : folders_(folders) {}
    Result<FileInfo> info(const Path& path, Links) const override {
        if (path.filename() == ".git") return make_error(code::file_not_found, path.string());
        FileInfo found;
        found.kind = path.filename() == kSkillFileName ? FileKind::regular : FileKind::directory;
        return found;
    }
    Result<std::string> read(const Path&, std::size_t) const override { return std::string("Text.\n"); }
    Result<std::string> read_head(const Path&, std::size_t) const override { return std::string("Text.\n"); }
    Result<std::vector<DirectoryEntry>> list(const Path& directory) const override {
        std::vector<DirectoryEntry> entries;
        if (directory != "/home/.skilldeck/skills") return entries;
        for (std::size_t i = 0; i < folders_; ++i) entries.push_back({"s" + std::to_string(i), FileKind::directory});
        return entries;
    }
    Result<Path> real_path(const Path& path) const override { return path; }
    Result<Path> read_link(const Path& path) const override { return path; }

private:
    std::size_t folders_;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(discovery, Workspace)

BOOST_AUTO_TEST_CASE(sources_come_in_their_order) {
    places.managed_dirs = {at("managed")};
    places.added_dirs = {at("other tools")};
    repository("project");
    places.start_directory = at("project/apps/web");
    named("managed/skills/m1");
    named("managed/.claude/skills/m2");
    named("home/.skilldeck/skills/u1");
    named("home/.agents/skills/u2");
    named("home/.claude/skills/u3");
    named("project/apps/web/.skilldeck/skills/p1");
    named("project/apps/web/.agents/skills/p2");
    named("project/apps/web/.claude/skills/p3");
    named("project/apps/.claude/skills/p4");
    named("project/.claude/skills/p5");
    named("other tools/.claude/skills/a1");
    directory.write("home/.claude/commands/c1.md", "x");
    directory.write("project/apps/web/.claude/commands/c2.md", "x");
    directory.write("project/.claude/commands/c3.md", "x");
    named("plugin/skills/f");
    const auto found = discover({source_of_plugin(at("plugin"), "acme", "market")});
    finds(found, {"m1", "m2", "u1", "u2", "u3", "p1", "p2", "p3", "p4", "p5", "a1", "c1", "c2", "c3", "acme:f"});
    BOOST_TEST(found.diagnostics.empty());
    BOOST_TEST(origin_of(found, "m1") == "managed");
    BOOST_TEST(origin_of(found, "u2") == "user");
    BOOST_TEST(origin_of(found, "p1") == "project/apps/web");
    BOOST_TEST(origin_of(found, "p4") == "project/apps");
    BOOST_TEST(origin_of(found, "p5") == "project");
    BOOST_TEST(origin_of(found, "a1") == "add/other tools");
    BOOST_TEST((found.skills[11]->origin().loaded_from == LoadedFrom::commands_deprecated));
    BOOST_TEST((found.skills[0]->origin().loaded_from == LoadedFrom::managed));
}

BOOST_AUTO_TEST_CASE(other_programs_places_can_be_left_out) {
    places.compat = CompatPlaces::skip;
    named("home/.skilldeck/skills/own");
    named("home/.claude/skills/no");
    named("home/.agents/skills/no2");
    named("project/.claude/skills/no3");
    directory.write("home/.claude/commands/no4.md", "x");
    finds(discover(), {"own"});
}

BOOST_AUTO_TEST_CASE(each_kind_has_a_switch) {
    places.managed_dirs = {at("managed")};
    places.added_dirs = {at("added")};
    named("managed/skills/m");
    named("home/.skilldeck/skills/u");
    named("project/.skilldeck/skills/p");
    named("added/.skilldeck/skills/a");
    directory.write("home/.claude/commands/uc.md", "x");
    directory.write("project/.claude/commands/pc.md", "x");
    named("plugin/skills/f");
    auto bundled = source_of_user({}, SkillSource::Kind::bundled);
    bundled.origin.loaded_from = LoadedFrom::bundled;
    bundled.name = "b";
    bundled.text = "---\ndescription: x\n---\n";
    const std::vector<SkillSource> others{bundled, source_of_plugin(at("plugin"), "acme", "market")};
    const auto without = [&](SkillSourceKind kind) {
        switches = {};
        switches.turn_off(kind);
        return discover(others);
    };
    finds(discover(others), {"m", "u", "p", "a", "uc", "pc", "acme:f", "b"});
    finds(without(SkillSourceKind::managed), {"u", "p", "a", "uc", "pc", "acme:f", "b"});
    finds(without(SkillSourceKind::user), {"m", "p", "a", "pc", "acme:f", "b"});
    finds(without(SkillSourceKind::project), {"m", "u", "a", "uc", "acme:f", "b"});
    finds(without(SkillSourceKind::add_dir), {"m", "u", "p", "uc", "pc", "acme:f", "b"});
    finds(without(SkillSourceKind::commands), {"m", "u", "p", "a", "acme:f", "b"});
    finds(without(SkillSourceKind::plugin), {"m", "u", "p", "a", "uc", "pc", "b"});
    finds(without(SkillSourceKind::bundled), {"m", "u", "p", "a", "uc", "pc", "acme:f"});
}

BOOST_AUTO_TEST_CASE(without_a_repository_only_the_start_directory_counts) {
    named("project/.claude/skills/above");
    named("project/apps/.claude/skills/here");
    places.start_directory = at("project/apps");
    finds(discover(), {"here"});
}

// B063, B064
BOOST_AUTO_TEST_CASE(a_worktree_ends_the_walk_with_its_own_files) {
    repository("project");
    named("project/.claude/skills/tracked", "MAIN");
    named("project/trees/wt/.claude/skills/tracked", "TREE");
    directory.write("project/trees/wt/.git", "gitdir: " + at("project/.git/worktrees/wt").string() + "\n");
    std::filesystem::create_directories(at("project/trees/wt/src"));
    places.start_directory = at("project/trees/wt/src");
    const auto found = discover();
    finds(found, {"tracked"});
    BOOST_TEST(read_skill_body(files, *found.skills[0])->text == "TREE");
    BOOST_TEST(repository_root(files, places.start_directory).value() == at("project/trees/wt"));
}

BOOST_AUTO_TEST_CASE(a_parent_that_others_may_write_to_ends_the_walk) {
    repository("project");
    named("project/.claude/skills/above");
    named("project/open/.claude/skills/middle");
    named("project/open/own/.claude/skills/here");
    std::filesystem::permissions(at("project/open"), std::filesystem::perms::all);
    places.start_directory = at("project/open/own");
    const auto found = discover();
    finds(found, {"here"});
    BOOST_TEST(find_code(found.diagnostics, code::skill_walk_ended).file == at("project/open").string());
}

BOOST_AUTO_TEST_CASE(a_parent_of_another_user_ends_the_walk) {
    if (geteuid() != 0) return;  // only root can give a folder away
    repository("project");
    named("project/.claude/skills/above");
    named("project/own/.claude/skills/here");
    BOOST_REQUIRE(chown(at("project").c_str(), 12345, 12345) == 0);
    places.start_directory = at("project/own");
    const auto found = discover();
    finds(found, {"here"});
    BOOST_TEST(count_code(found.diagnostics, code::skill_walk_ended) == 1U);
}

// B055
BOOST_AUTO_TEST_CASE(links_are_followed_and_bad_ones_cost_nobody_else) {
    named("shared/real", "REAL");
    directory.write("shared/single.md", "---\nname: filelink\ndescription: by a file link\n---\nx\n");
    named("home/.claude/skills/plain");
    link("../../../shared/real", "home/.claude/skills/linked");
    link("../../../../shared/single.md", "home/.claude/skills/filelink/SKILL.md");
    link("../../../nowhere", "home/.claude/skills/gone");
    directory.write("home/.claude/skills/asdir/SKILL.md/oops.txt", "x");
    const auto found = discover();
    finds(found, {"plain", "filelink", "real"});
    BOOST_TEST(found.skills[2]->folder_name == "linked");
    BOOST_TEST(found.skills[2]->file == at("home/.claude/skills/linked/SKILL.md"));
    BOOST_TEST(found.diagnostics.size() == 2U);
    BOOST_TEST(find_code(found.diagnostics, code::skill_link_dangling).file == at("home/.claude/skills/gone").string());
    BOOST_TEST(find_code(found.diagnostics, code::skill_not_a_file).file ==
               at("home/.claude/skills/asdir/SKILL.md").string());
}

BOOST_AUTO_TEST_CASE(a_file_that_two_ways_lead_to_counts_once) {
    named("home/.claude/skills/one");
    link("one", "home/.claude/skills/two");
    link(at("home/.claude/skills"), "home/.agents/skills");
    const auto found = discover();
    finds(found, {"one"});
    BOOST_TEST(count_code(found.diagnostics, code::skill_duplicate_file) == 1U);
}

// Real paths tell files apart, not inodes: file systems share and reuse those.
BOOST_AUTO_TEST_CASE(two_names_of_one_inode_are_two_skills) {
    named("home/.claude/skills/one");
    std::filesystem::create_directories(at("home/.claude/skills/two"));
    std::filesystem::create_hard_link(at("home/.claude/skills/one/SKILL.md"), at("home/.claude/skills/two/SKILL.md"));
    const auto found = discover();
    BOOST_TEST(found.skills.size() == 2U);
    BOOST_TEST(count_code(found.diagnostics, code::skill_duplicate_file) == 0U);
}

BOOST_AUTO_TEST_CASE(one_file_in_two_sources_belongs_to_the_higher) {
    named("shared/tool");
    link(at("shared/tool"), "home/.skilldeck/skills/tool");
    link(at("shared/tool"), "project/.claude/skills/tool");
    places.project_trusted = true;
    const auto found = discover();
    finds(found, {"tool"});
    BOOST_TEST(origin_of(found, "tool") == "user");
    BOOST_TEST(find_code(found.diagnostics, code::skill_duplicate_file).file ==
               at("project/.claude/skills/tool/SKILL.md").string());
}

BOOST_AUTO_TEST_CASE(links_in_a_circle_come_to_an_end) {
    link(at("home/.claude/skills"), "home/.claude/skills/loop");
    link("self", "home/.claude/skills/self");
    link(at("home/.claude/commands"), "home/.claude/commands/loop");
    directory.write("home/.claude/commands/c.md", "x");
    named("home/.claude/skills/fine");
    const auto found = discover();
    finds(found, {"fine", "c"});
}

BOOST_AUTO_TEST_CASE(a_link_to_its_own_folder_is_said_once) {
    for (const auto* name : {"a", "b", "c"}) named(Path("home/.claude/skills") / name);
    link(".", "home/.claude/skills/self");
    const auto found = discover();
    finds(found, {"a", "b", "c"});
    BOOST_TEST(count_code(found.diagnostics, code::skill_nested) == 1U);
    BOOST_TEST(found.diagnostics.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_there_in_itself_goes_before_a_link_to_it) {
    skill("home/.claude/skills/zeta", "---\ndescription: x\n---\n");
    link("zeta", "home/.claude/skills/alpha");
    link("../zeta/SKILL.md", "home/.claude/skills/beta/SKILL.md");
    skill("home/.claude/skills/lower", "---\ndescription: x\n---\n");
    std::filesystem::rename(at("home/.claude/skills/lower/SKILL.md"), at("home/.claude/skills/lower/skill.md"));
    link("lower", "home/.claude/skills/first");
    directory.write("home/.claude/commands/ship.md", "x");
    link("ship.md", "home/.claude/commands/go.md");
    directory.write("home/.claude/commands/z/run.md", "x");
    link("z", "home/.claude/commands/a");
    const auto found = discover();
    finds(found, {"lower", "zeta", "ship", "z:run"});
    BOOST_TEST(count_code(found.diagnostics, code::skill_duplicate_file) == 4U);
}

// B057
BOOST_AUTO_TEST_CASE(what_lies_below_a_skill_is_part_of_it) {
    named("home/.claude/skills/outer");
    named("home/.claude/skills/outer/examples/inner");
    named("home/.claude/skills/outer/references/deep/er");
    named("home/.claude/skills/outer/.git/hooks");
    named("home/.claude/skills/node_modules/pkg");
    named("home/.claude/skills/node_modules");
    const auto found = discover();
    finds(found, {"outer"});
    BOOST_TEST(found.diagnostics.empty());
}

// B058, D7
BOOST_AUTO_TEST_CASE(a_lower_case_file_name_is_read_with_a_warning) {
    directory.write("home/.claude/skills/lower/skill.md", "---\ndescription: x\n---\nLOWER");
    directory.write("home/.claude/skills/both/skill.md", "LOWER");
    named("home/.claude/skills/both", "UPPER");
    const auto found = discover();
    finds(found, {"both", "lower"});
    BOOST_TEST(read_skill_body(files, *found.skills[0])->text == "UPPER");
    BOOST_TEST((find_code(found.skills[1]->diagnostics, code::skill_file_name_case).severity == Severity::warning));
    BOOST_TEST(count_code(found.skills[0]->diagnostics, code::skill_file_name_case) == 0U);
}

// B060
BOOST_AUTO_TEST_CASE(a_home_that_is_the_project_is_read_once) {
    places.start_directory = places.home;
    named("home/.claude/skills/ship", "SKILL-FORM");
    named("home/.skilldeck/skills/own");
    directory.write("home/.claude/commands/ship.md", "COMMAND-FORM");
    directory.write("home/.claude/commands/solo.md", "Text.");
    const auto found = discover();
    finds(found, {"own", "ship", "ship", "solo"});
    BOOST_TEST(found.diagnostics.empty());
    const auto all = catalogue();
    BOOST_TEST(usable_names(*all) == (Strings{"own", "ship", "solo"}), boost::test_tools::per_element());
    BOOST_TEST(!all->find("ship")->skill->is_command());
}

// B065
BOOST_AUTO_TEST_CASE(a_skill_at_the_root_of_a_plugin_hides_none_below) {
    skill("plugin", "---\nname: root-one\ndescription: x\n---\n");
    named("plugin/skills/a");
    auto root = source_of_plugin(at("plugin"), "acme", "market");
    auto single = root;
    single.kind = SkillSource::Kind::directory;
    single.path = at("plugin");
    finds(discover({single, root}), {"acme:root-one", "acme:a"});
    single.path = at("plugin/SKILL.md");
    finds(discover({single}), {"acme:root-one"});
}

// B066
BOOST_AUTO_TEST_CASE(a_skill_too_deep_is_reported) {
    named("home/.claude/skills/group/name");
    named("home/.claude/skills/group/more/other");
    named("home/.claude/skills/flat");
    const auto found = discover();
    finds(found, {"flat"});
    BOOST_REQUIRE(count_code(found.diagnostics, code::skill_nested) == 2U);
    BOOST_TEST(found.diagnostics[0].file == at("home/.claude/skills/group/more/other/SKILL.md").string());
    BOOST_TEST(found.diagnostics[1].file == at("home/.claude/skills/group/name/SKILL.md").string());
    BOOST_TEST((found.diagnostics[0].severity == Severity::warning));
}

// B067
BOOST_AUTO_TEST_CASE(each_bad_entry_is_one_diagnostic) {
    named("home/.claude/skills/fine");
    named("home/.claude/skills/locked");
    std::filesystem::create_directories(at(Path("home/.claude/skills") / "odd\x1b[31m"));
    std::filesystem::create_directories(at(Path("home/.claude/skills") / "bad\xff"
                                                                         "bytes"));
    link("nowhere", "home/.claude/skills/gone");
    directory.write("home/.claude/skills/README.md", "loose");
    directory.write("home/.claude/skills/loose.md", "---\nname: loose\n---\n");
    ForbiddingReader reader;
    reader.forbidden.insert(at("home/.claude/skills/locked"));
    const auto found = discover_skills(reader, places, switches, {});
    finds(found, {"fine"});
    BOOST_TEST(found.diagnostics.size() == 4U);
    BOOST_TEST(count_code(found.diagnostics, code::skill_name_refused) == 2U);
    BOOST_TEST(count_code(found.diagnostics, code::skill_link_dangling) == 1U);
    BOOST_TEST(count_code(found.diagnostics, code::file_unreadable) == 1U);
}

BOOST_AUTO_TEST_CASE(an_unreadable_root_or_file_is_reported_and_the_rest_read) {
    named("home/.claude/skills/a");
    named("home/.agents/skills/b");
    named("home/.agents/skills/c");
    directory.write("project/.claude/skills", "a file, not a folder");
    ForbiddingReader reader;
    reader.forbidden = {at("home/.claude/skills"), at("home/.agents/skills/b/SKILL.md")};
    const auto found = discover_skills(reader, places, switches, {});
    finds(found, {"c"});
    BOOST_TEST(found.diagnostics.size() == 3U);
}

BOOST_AUTO_TEST_CASE(blanks_and_any_script_are_fine_in_paths_and_names) {
    places.home = at("home of me");
    places.config_dir = at("home of me/.skilldeck");
    named("home of me/.skilldeck/skills/my skill");
    named("home of me/.skilldeck/skills/\u6587\u66f8");
    named("home of me/.skilldeck/skills/\u8a2d\u5b9a");  // B023: nothing is dropped from a name
    finds(discover(), {"my skill", "\u6587\u66f8", "\u8a2d\u5b9a"});
}

BOOST_AUTO_TEST_CASE(reserved_names_are_skipped) {
    skill("home/.claude/skills/a", "---\nname: anthropic-skills:x\ndescription: x\n---\n");
    skill("home/.claude/skills/b", "---\nname: _canonical_x\ndescription: x\n---\n");
    named("home/.claude/skills/Synced/deploy");
    named("home/.claude/skills/fine");
    const auto found = discover();
    finds(found, {"fine"});
    BOOST_TEST(count_code(found.diagnostics, code::skill_name_reserved) == 2U);
}

BOOST_AUTO_TEST_CASE(before_trust_a_link_stays_in_the_project) {
    repository("project");
    named("outside/evil");
    named("project/shared/good");
    directory.write("outside/secret.txt", "secret");
    link(at("outside/evil"), "project/.claude/skills/evil");
    link(at("outside/secret.txt"), "project/.claude/skills/leak/SKILL.md");
    link("../../shared/good", "project/.claude/skills/good");
    link(at("outside"), "project/.agents/skills");
    link(at("outside/secret.txt"), "project/.claude/commands/secret.md");
    auto found = discover();
    finds(found, {"good"});
    BOOST_TEST(count_code(found.diagnostics, code::skill_link_refused) == 4U);

    places.project_trusted = true;
    found = discover();
    finds(found, {"evil", "good", "leak"});
    BOOST_TEST(count_code(found.diagnostics, code::skill_link_refused) == 0U);
    BOOST_TEST(count_code(found.diagnostics, code::skill_duplicate_file) == 2U);
}

BOOST_AUTO_TEST_CASE(before_trust_a_linked_file_must_be_the_users) {
    if (geteuid() != 0) return;  // only root can give a file away
    repository("project");
    named("project/shared/good");
    link("../../shared/good", "project/.claude/skills/good");
    BOOST_REQUIRE(chown(at("project/shared/good").c_str(), 12345, 12345) == 0);
    const auto found = discover();
    finds(found, {});
    BOOST_TEST(count_code(found.diagnostics, code::skill_owner_refused) == 1U);
}

BOOST_AUTO_TEST_CASE(a_link_in_a_plugin_stays_in_the_plugin) {
    named("outside/evil");
    named("plugin/lib/good");
    link(at("outside/evil"), "plugin/skills/evil");
    link("../lib/good", "plugin/skills/good");
    const auto found = discover({source_of_plugin(at("plugin"), "acme", "market")});
    finds(found, {"acme:good"});
    const auto refusal = find_code(found.diagnostics, code::skill_plugin_link_refused);
    BOOST_TEST(refusal.file == at("plugin/skills/evil").string());
    BOOST_TEST(refusal.plugin == "acme@market");
}

BOOST_AUTO_TEST_CASE(commands_take_their_folders_into_their_names) {
    directory.write("home/.claude/commands/a.md", "A");
    directory.write("home/.claude/commands/db/migrate.md", "B");
    directory.write("home/.claude/commands/1/2/3/4/5/6/deep.md", "C");
    directory.write("home/.claude/commands/1/2/3/4/5/6/7/too-deep.md", "D");
    directory.write("home/.claude/commands/notes.txt", "no");
    auto found = discover();
    finds(found, {"1:2:3:4:5:6:deep", "a", "db:migrate"});
    BOOST_TEST(find_code(found.diagnostics, code::skill_commands_too_deep).file ==
               at("home/.claude/commands/1/2/3/4/5/6/7").string());

    auto plugin = source_of_plugin(at("plugin"), "acme", "market");
    plugin.kind = SkillSource::Kind::commands;
    plugin.path = at("plugin/commands");
    directory.write("plugin/commands/db/x.md", "X");
    auto single = plugin;
    single.kind = SkillSource::Kind::command;
    single.path = directory.write("plugin/extra.md", "Y");
    single.name = "y";
    switches.turn_off(SkillSourceKind::commands);
    finds(discover({plugin, single}), {"acme:db:x", "acme:y"});
}

BOOST_AUTO_TEST_CASE(a_root_is_not_read_without_end) {
    places = {};
    places.config_dir = "/home/.skilldeck";
    places.start_directory = "/none";
    const CrowdedReader just_enough(kDirectoriesPerRoot);
    auto found = discover_skills(just_enough, places, switches, {});
    BOOST_TEST(found.skills.size() == kDirectoriesPerRoot);
    BOOST_TEST(count_code(found.diagnostics, code::skill_too_many_directories) == 0U);

    const CrowdedReader too_many(kDirectoriesPerRoot + 5);
    found = discover_skills(too_many, places, switches, {});
    BOOST_TEST(found.skills.size() == kDirectoriesPerRoot);
    BOOST_TEST(count_code(found.diagnostics, code::skill_too_many_directories) == 1U);
}

BOOST_AUTO_TEST_CASE(what_a_module_lists_becomes_sources) {
    auto asked = source_of_plugin(at("plugin"), "acme", "market");
    asked.kind = SkillSource::Kind::dynamic;
    finds(discover({asked}), {});

    NativeReply reply;
    reply.outcome = NativeReply::Outcome::ok;
    reply.output = R"([{"name":"one","description":"x"}, 5, {"description":"nameless"}])";
    Diagnostics diagnostics;
    const auto sources = dynamic_skill_sources(asked, reply, diagnostics);
    BOOST_TEST(sources.size() == 2U);
    BOOST_TEST(count_code(diagnostics, code::skill_item_invalid) == 1U);
    const auto found = discover(sources);
    finds(found, {"acme:one"});
    BOOST_TEST(count_code(found.diagnostics, code::skill_item_invalid) == 1U);

    diagnostics.clear();
    reply.output = "{}";
    BOOST_TEST(dynamic_skill_sources(asked, reply, diagnostics).empty());
    BOOST_TEST(count_code(diagnostics, code::json_wrong_type) == 1U);
    reply.outcome = NativeReply::Outcome::failed;
    BOOST_TEST(dynamic_skill_sources(asked, reply, diagnostics).empty());
    BOOST_TEST(diagnostics.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_skill_in_the_folder_of_the_account_is_said_to_be_skipped) {
    named("home/.claude/skills/Synced");
    named("home/.claude/skills/fine");
    const auto found = discover();
    finds(found, {"fine"});
    BOOST_REQUIRE(found.diagnostics.size() == 1U);
    BOOST_TEST((found.diagnostics[0].code == code::skill_name_reserved));
    BOOST_TEST(found.diagnostics[0].message == "Synced is a reserved name; the skill is skipped");
    BOOST_TEST(found.diagnostics[0].file == at("home/.claude/skills/Synced/SKILL.md").string());
}

BOOST_AUTO_TEST_CASE(a_refused_name_is_not_mistaken_for_another) {
    named("home/.claude/skills/a b");
    std::filesystem::create_directories(at(Path("home/.claude/skills") / "a\tb"));
    std::filesystem::create_directories(at(Path("home/.claude/skills") / "a\nb"));
    const auto found = discover();
    finds(found, {"a b"});
    BOOST_REQUIRE(found.diagnostics.size() == 2U);
    BOOST_TEST(found.diagnostics[0].message.starts_with("a\\tb cannot be"));
    BOOST_TEST(found.diagnostics[1].message.starts_with("a\\nb cannot be"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
