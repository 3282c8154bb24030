// SPDX-License-Identifier: Apache-2.0
#include "skill/ignored_folders.hpp"

#include "git_is_there.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace skilldeck {

using namespace test;

namespace {

/// Of a tree with every folder of three levels of these names.
constexpr std::array kNames{"a", "ab", "a.b"};

std::vector<std::string> folders_of_tree() {
    std::vector<std::string> folders;
    for (const std::string one : kNames) {
        folders.push_back(one);
        for (const std::string two : kNames) {
            folders.push_back(one + "/" + two);
            for (const std::string three : kNames) folders.push_back(one + "/" + two + "/" + three);
        }
    }
    return folders;
}

/// A few lines of an ignore file.
std::string ignore_lines(std::mt19937& random) {
    static constexpr std::array kPieces{"a", "b", "ab", "a.b", "*", "**", "?", "a*", "[ab]", "*.b"};
    std::string text;
    for (auto lines = random() % 4; lines > 0; --lines) {
        if (random() % 3 == 0) text += '!';
        if (random() % 4 == 0) text += '/';
        for (auto segments = 1 + random() % 3; segments > 0; --segments) {
            text += kPieces.at(random() % kPieces.size());
            if (segments > 1 || random() % 4 == 0) text += '/';
        }
        text += random() % 8 == 0 ? "  \n# said\n" : "\n";
    }
    return text;
}

/// The files that may have a say about a folder.
std::string speaking_of(const std::string& folder, const std::map<std::string, std::string>& written) {
    std::string text;
    for (const auto& [file, lines] : written) {
        const auto place = file.substr(0, file.size() - std::string_view(".gitignore").size());
        if (file.starts_with(".git") || folder.starts_with(place)) text += file + ":\n" + lines;
    }
    return text;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ignored_folders, Workspace)

BOOST_AUTO_TEST_CASE(files_of_every_level_speak_and_the_nearest_decides) {
    repository("project");
    directory.write("project/.gitignore", "build/\n/only-here\nvendor\n!apps/keep/vendor\n");
    directory.write("project/.git/info/exclude", "private\nshared\n");
    directory.write("project/apps/.gitignore", "!shared\ntmp\n");
    IgnoredFolders ignored(files, at("project"));
    const auto ignores = [&](const char* folder) { return ignored.ignores(at("project") / folder); };
    for (const auto* folder : {"build", "apps/build", "apps/build/deep/er", "only-here", "apps/vendor", "private",
                               "apps/private/x", "shared", "apps/tmp", "apps/x/tmp"}) {
        BOOST_TEST(ignores(folder), folder);
    }
    for (const auto* folder : {"apps", "apps/only-here", "apps/keep/vendor", "apps/shared", "tmp", "nothing/there"}) {
        BOOST_TEST(!ignores(folder), folder);
    }
}

BOOST_AUTO_TEST_CASE(what_lies_below_an_ignored_folder_cannot_be_taken_back) {
    directory.write("project/.gitignore", "out\n!out/kept\n");
    directory.write("project/out/.gitignore", "!*\n");
    IgnoredFolders ignored(files, at("project"));
    BOOST_TEST(ignored.ignores(at("project/out/kept")));
}

// As git has it: a pattern that was overruled for a folder says nothing of those below.
BOOST_AUTO_TEST_CASE(a_folder_that_was_taken_back_is_open_below) {
    repository("project");
    directory.write("project/.git/info/exclude", "a\n");
    directory.write("project/.gitignore", "!a\n");
    IgnoredFolders ignored(files, at("project"));
    BOOST_TEST(!ignored.ignores(at("project/a/b")));
}

BOOST_AUTO_TEST_CASE(a_linked_worktree_has_the_excludes_of_the_main_one) {
    directory.write("main/.git/info/exclude", "private\n");
    directory.write("main/.git/worktrees/second/commondir", "../..\n");
    directory.write("second/.git", "gitdir: " + at("main/.git/worktrees/second").string() + "\n");
    IgnoredFolders ignored(files, at("second"));
    BOOST_TEST(ignored.ignores(at("second/private")));
    BOOST_TEST(!ignored.ignores(at("second/public")));
}

BOOST_AUTO_TEST_CASE(an_ignore_file_that_cannot_be_read_opens_nothing) {
    directory.write("project/apps/.gitignore", std::string(kIgnoreFileLimit + 1, '#'));
    directory.write("elsewhere", "x\n");
    link(at("elsewhere"), "project/libs/.gitignore");  // git does not follow it
    std::filesystem::create_directories(at("project/odd/.gitignore"));
    IgnoredFolders ignored(files, at("project"));
    BOOST_TEST(ignored.ignores(at("project/apps/web")));
    BOOST_TEST(!ignored.ignores(at("project/apps")));
    BOOST_TEST(!ignored.ignores(at("project/libs/x")));
    BOOST_TEST(!ignored.ignores(at("project/odd/x")));
}

// Many trees in one repository: starting git is what takes its time.
BOOST_AUTO_TEST_CASE(it_says_what_git_says, *boost::unit_test::precondition(git_is_there)) {
    std::mt19937 random(20261201);  // NOLINT(cert-msc51-cpp): the same cases every time
    const auto tree = folders_of_tree();
    std::size_t ignored_ones = 0;
    for (int round = 0; round < 4; ++round) {
        const TemporaryDirectory repository;
        run_git(repository.path(), {"init", "-q", "."});
        std::map<std::string, std::string> written;
        const auto write = [&](const std::string& file, const std::string& more = {}) {
            repository.write(file, written[file] = ignore_lines(random) + more);
        };
        write(".git/info/exclude", "/always\n");  // git fails when it ignores nothing of what it was asked about
        write(".gitignore");
        std::vector<std::string> folders;
        for (int number = 0; number < 20; ++number) {
            const auto top = "case" + std::to_string(number);
            for (const auto& folder : tree) {
                folders.push_back(top + "/" + folder);
                std::filesystem::create_directories(repository.path() / folders.back());
            }
            write(top + "/.gitignore");
            for (int more = 0; more < 3; ++more) write(top + "/" + tree[random() % tree.size()] + "/.gitignore");
        }
        std::vector<std::string> words{"check-ignore", "--no-index", "always"};
        words.insert(words.end(), folders.begin(), folders.end());
        std::set<std::string> said;
        std::istringstream lines(run_git(repository.path(), words));
        for (std::string line; std::getline(lines, line);) said.insert(line);
        IgnoredFolders ignored(files, repository.path());
        for (const auto& folder : folders) {
            BOOST_TEST(ignored.ignores(repository.path() / folder) == said.contains(folder),
                       folder << " in round " << round << ", " << speaking_of(folder, written));
        }
        ignored_ones += said.size();
        BOOST_TEST(said.size() < folders.size());
    }
    BOOST_TEST(ignored_ones > 500U);  // else the cases would say little
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
