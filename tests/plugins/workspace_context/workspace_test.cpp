// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

#include "languages.hpp"
#include "temporary_directory.hpp"
#include "todos.hpp"

namespace workspace_context {
namespace {

std::string paths(const Workspace& workspace) {
    std::string out;
    for (const File& file : workspace.files) out += file.path + " ";
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(workspace)

BOOST_AUTO_TEST_CASE(the_walk_leaves_out_what_is_ignored_generated_or_linked) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("b.c", "12345");
    project.write("a/x.c", "");
    project.write("a/y.log", "");
    project.write("a/.gitignore", "*.log");
    project.write("node_modules/m/index.js", "");
    project.write(".git/HEAD", "");
    project.write("cmake-build-debug/x.c", "");
    project.write("secret/s.c", "");
    project.write(".gitignore", "/secret/\n.gitignore\n");
    std::filesystem::create_symlink("/etc", project.path() / "etc");
    std::filesystem::create_symlink("b.c", project.path() / "link.c");
    const Workspace all = walk(project.path(), "", {});
    BOOST_TEST(paths(all) == "a/x.c b.c ");
    BOOST_TEST(all.files[1].size == 5U);
    BOOST_TEST(all.cut.empty());
    BOOST_TEST(paths(walk(project.path(), "a", {})) == "a/x.c ");
}

BOOST_AUTO_TEST_CASE(limits_and_time_cut_the_walk_and_say_so) {
    const skilldeck::test::TemporaryDirectory project;
    for (int i = 0; i < 5; ++i) project.write("d" + std::to_string(i) + "/f.c", "");
    WalkLimits limits;
    limits.files = 3;
    BOOST_TEST(walk(project.path(), "", {}, limits).files.size() == 3U);
    BOOST_TEST(walk(project.path(), "", {}, limits).cut == "more than 3 files");
    limits = {};
    limits.directories = 2;
    BOOST_TEST(walk(project.path(), "", {}, limits).cut == "more than 2 folders");
    limits = {};
    limits.depth = 0;
    BOOST_TEST(walk(project.path(), "", {}, limits).files.empty());
    const Budget no_time({}, [] { return std::optional(std::chrono::milliseconds(10)); });
    BOOST_TEST(walk(project.path(), "", no_time).cut == "time ran out");
    const Budget cancelled([] { return true; }, {});
    BOOST_CHECK_THROW((void)walk(project.path(), "", cancelled), Cancelled);
}

BOOST_AUTO_TEST_CASE(a_file_is_read_up_to_a_limit_and_never_through_a_link) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("a", "abcdef");
    std::filesystem::create_symlink("a", project.path() / "l");
    BOOST_TEST(read_file(project.path() / "a", 4).value() == "abcd");
    BOOST_TEST(read_file(project.path() / "a", 100).value() == "abcdef");
    BOOST_TEST(!read_file(project.path() / "l", 4).has_value());
    BOOST_TEST(!read_file(project.path() / "none", 4).has_value());
    BOOST_TEST(!read_file(project.path(), 4).has_value());
}

BOOST_AUTO_TEST_CASE(text_of_the_project_becomes_one_harmless_line) {
    BOOST_TEST(one_line(" a\t\n b`c`\x1b[31m ") == "a bc [31m");
    BOOST_TEST(one_line("x\u202Ey\u200Bz\u0085w\uFEFFé€") == "xyzwé€");
    BOOST_TEST(one_line("\xff"
                        "a\xc3") == "a");
    BOOST_TEST(one_line("ééé", 5) == "éé…");
}

BOOST_AUTO_TEST_CASE(languages_are_told_by_name_and_ending) {
    BOOST_TEST(language_of("src/a.cpp")->name == "C++");
    BOOST_TEST(language_of("x/CMakeLists.txt")->name == "CMake");
    BOOST_TEST(language_of("A.PY")->name == "Python");
    BOOST_TEST(language_of("Dockerfile")->name == "Dockerfile");
    BOOST_TEST((language_of("notes") == nullptr));
    BOOST_TEST((language_of(".py") == nullptr));
    BOOST_TEST((language_of("a.unknown") == nullptr));
    const auto shares = count_languages({{"a.py", 10}, {"b.cpp", 30}, {"c.hpp", 5}, {"d.bin", 99}});
    BOOST_REQUIRE(shares.size() == 2U);
    BOOST_TEST(shares[0].name == "C++");
    BOOST_TEST(shares[0].files == 2U);
    BOOST_TEST(shares[0].bytes == 35U);
}

BOOST_AUTO_TEST_CASE(marks_are_whole_words_in_capitals) {
    std::size_t line = 0;
    const MarkCounts counts = count_marks("a\n// TODO x TODO: y\n// FIXME\nTODOS mXXX XXX todo HACK", line);
    BOOST_TEST(counts[0] == 2U);
    BOOST_TEST(counts[1] == 1U);
    BOOST_TEST(counts[2] == 1U);
    BOOST_TEST(counts[3] == 1U);
    BOOST_TEST(line == 2U);
    (void)count_marks("nothing", line);
    BOOST_TEST(line == 0U);
}

BOOST_AUTO_TEST_CASE(notes_are_counted_in_text_that_people_write) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("a.c", "// TODO\n// TODO\n");
    project.write("b.md", "FIXME\n");
    project.write("c.json", "\"TODO\"");
    project.write("d.c", std::string("TODO\0", 5));
    project.write("big.c", std::string(200, 'x') + " TODO");
    TodoLimits limits;
    limits.file_bytes = 100;
    const TodoReport report = count_todos(walk(project.path(), "", {}), {}, limits);
    BOOST_TEST(report.counts[0] == 2U);
    BOOST_TEST(report.counts[1] == 1U);
    BOOST_REQUIRE(report.files.size() == 2U);
    BOOST_TEST(report.files[0].path == "a.c");
    BOOST_TEST(report.files[0].first_line == 1U);
    BOOST_TEST(report.cut == "1 large files left out");
    limits.total_bytes = 10;
    BOOST_TEST(!count_todos(walk(project.path(), "", {}), {}, limits).cut.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace workspace_context
