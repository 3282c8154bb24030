// SPDX-License-Identifier: Apache-2.0
#include "git_state.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

#include "temporary_directory.hpp"

namespace workspace_context {
namespace {

const std::string kHash = "0123456789abcdef0123456789abcdef01234567";
const std::string kOther = "89abcdef0123456789abcdef0123456789abcdef";

}  // namespace

BOOST_AUTO_TEST_SUITE(git_state)

BOOST_AUTO_TEST_CASE(a_branch_and_its_commit_are_read_loose_or_packed) {
    const skilldeck::test::TemporaryDirectory project;
    BOOST_TEST(!read_git_state(project.path()).has_value());
    project.write(".git/HEAD", "ref: refs/heads/feature/x\n");
    BOOST_TEST(read_git_state(project.path())->branch == "feature/x");
    BOOST_TEST(read_git_state(project.path())->commit.empty());
    project.write(".git/packed-refs", "# pack-refs with: peeled\n" + kOther + " refs/heads/feature/xy\n" + kHash +
                                          " refs/heads/feature/x\n^" + kOther + "\n");
    BOOST_TEST(read_git_state(project.path())->commit == kHash);
    project.write(".git/refs/heads/feature/x", kOther + "\n");
    BOOST_TEST(read_git_state(project.path())->commit == kOther);
}

BOOST_AUTO_TEST_CASE(a_detached_head_has_a_commit_and_no_branch) {
    const skilldeck::test::TemporaryDirectory project;
    project.write(".git/HEAD", kHash + "\n");
    const auto state = read_git_state(project.path());
    BOOST_TEST(state->branch.empty());
    BOOST_TEST(state->commit == kHash);
    BOOST_TEST(state->is_readable);
}

BOOST_AUTO_TEST_CASE(remotes_come_without_passwords_and_the_upstream_from_the_branch) {
    const skilldeck::test::TemporaryDirectory project;
    project.write(".git/HEAD", "ref: refs/heads/main\n");
    project.write(".git/config",
                  "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://ada:secret@git.example/shop.git\n"
                  "\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch \"main\"]\n\tremote = origin\n"
                  "\tmerge = refs/heads/trunk\n[branch \"other\"]\n\tremote = elsewhere\n");
    const auto state = read_git_state(project.path());
    BOOST_REQUIRE(state->remotes.size() == 1U);
    BOOST_TEST(state->remotes[0].name == "origin");
    BOOST_TEST(state->remotes[0].url == "https://git.example/shop.git");
    BOOST_TEST(state->upstream == "origin/trunk");
    BOOST_TEST(without_credentials("https://a:b@c@h/x") == "https://h/x");
    BOOST_TEST(without_credentials("git@h:x/y.git") == "git@h:x/y.git");
    BOOST_TEST(without_credentials("https://h/x@y") == "https://h/x@y");
    BOOST_TEST(without_credentials("https://h/x.git?token=s#f") == "https://h/x.git");
}

BOOST_AUTO_TEST_CASE(what_is_in_progress_is_named) {
    const skilldeck::test::TemporaryDirectory project;
    project.write(".git/HEAD", kHash);
    project.write(".git/rebase-merge/head-name", "refs/heads/feature\n");
    project.write(".git/rebase-merge/msgnum", "3\n");
    project.write(".git/rebase-merge/end", "7\n");
    project.write(".git/MERGE_HEAD", kHash);
    project.write(".git/CHERRY_PICK_HEAD", kHash);
    project.write(".git/BISECT_LOG", "");
    const auto state = read_git_state(project.path());
    const std::vector<std::string> expected = {"rebase of feature, step 3 of 7", "merge", "cherry-pick", "bisect"};
    BOOST_TEST(state->in_progress == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_linked_work_tree_is_followed_to_its_git_directory) {
    const skilldeck::test::TemporaryDirectory directory;
    directory.write("main/.git/HEAD", "ref: refs/heads/main\n");
    directory.write("main/.git/refs/heads/side", kHash);
    directory.write("main/.git/logs/refs/stash", "one\ntwo\n");
    directory.write("main/.git/shallow", kHash);
    directory.write("main/.git/worktrees/side/HEAD", "ref: refs/heads/side\n");
    directory.write("main/.git/worktrees/side/commondir", "../..\n");
    directory.write("side/.git", "gitdir: ../main/.git/worktrees/side\n");
    const auto side = read_git_state(directory.path() / "side");
    BOOST_TEST(side->is_linked);
    BOOST_TEST(side->branch == "side");
    BOOST_TEST(side->commit == kHash);
    BOOST_TEST(side->stashes == 2U);
    BOOST_TEST(side->is_shallow);
    const auto main = read_git_state(directory.path() / "main");
    BOOST_TEST(main->worktrees == 1U);
    BOOST_TEST(!main->is_linked);
}

BOOST_AUTO_TEST_CASE(odd_files_leave_fields_empty) {
    const skilldeck::test::TemporaryDirectory directory;
    directory.write("a/.git", "gitdir: ../nowhere\n");
    BOOST_TEST(!read_git_state(directory.path() / "a")->is_readable);
    directory.write("b/.git", "something else\n");
    BOOST_TEST(!read_git_state(directory.path() / "b").has_value());
    directory.write("c/.git/HEAD", "ref: refs/heads/../../../../etc/passwd\n");
    BOOST_TEST(read_git_state(directory.path() / "c")->commit.empty());
    directory.write("d/.git/HEAD", "ref: refs/heads/m\n");
    directory.write("d/.git/refs/heads/m", "no hash");
    directory.write("d/.git/config", "[remote\n[\nurl\n= x\n[branch \"m");
    BOOST_TEST(read_git_state(directory.path() / "d")->commit.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace workspace_context
