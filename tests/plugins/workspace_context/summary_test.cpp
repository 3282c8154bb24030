// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "build_files.hpp"
#include "temporary_directory.hpp"

namespace workspace_context {
namespace {

Request request(const std::vector<std::string>& words, const std::filesystem::path& project) {
    auto read = read_request(words, project);
    const auto* problem = std::get_if<std::string>(&read);
    BOOST_REQUIRE_MESSAGE(problem == nullptr, (problem != nullptr ? *problem : ""));
    return std::get<Request>(std::move(read));
}

std::string build_of(const skilldeck::test::TemporaryDirectory& project) {
    std::string out;
    for (const BuildSystem& system : find_build_systems(walk(project.path(), "", {}))) {
        out += system.file + "|" + system.tool + "|" + system.build + "|" + system.test + "\n";
    }
    return out;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(summary)

BOOST_AUTO_TEST_CASE(words_are_sections_or_one_folder) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("src/lib/a.c", "");
    BOOST_TEST(request({}, project.path()).sections.size() == 5U);
    BOOST_TEST(request({"all"}, project.path()).sections.size() == 5U);
    BOOST_TEST((request({"todos", "git"}, project.path()).sections == std::set{Section::git, Section::todos}));
    BOOST_TEST(request({"src/lib/"}, project.path()).folder == "src/lib");
    BOOST_TEST(request({"./src"}, project.path()).folder == "src");
    BOOST_TEST(request({"."}, project.path()).folder.empty());
    BOOST_TEST(request({"src", "todos"}, project.path()).sections.size() == 1U);
    BOOST_TEST(!request({"src"}, project.path()).sections.contains(Section::git));
}

BOOST_AUTO_TEST_CASE(a_folder_outside_of_the_project_is_refused) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("a/x.c", "");
    std::filesystem::create_symlink("/etc", project.path() / "etc");
    for (const char* word : {"..", "/etc", "/", "etc", "a/../..", "none", "a/x.c"}) {
        BOOST_TEST(std::holds_alternative<std::string>(read_request({word}, project.path())), word);
    }
    BOOST_TEST(std::holds_alternative<std::string>(read_request({"a", "a"}, project.path())));
}

BOOST_AUTO_TEST_CASE(build_commands_follow_the_files_beside) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("package.json", R"({"scripts": {"build": "tsc", "test": "vitest"}})");
    project.write("pnpm-lock.yaml", "");
    project.write("api/pyproject.toml", "");
    project.write("api/uv.lock", "");
    project.write("CMakeLists.txt", "");
    project.write("sub/CMakeLists.txt", "");
    project.write(
        "CMakePresets.json",
        R"({"configurePresets": [{"name": "base", "hidden": true}, {"name": "dev"}], "testPresets": [{"name": "ci"}]})");
    project.write("Makefile", "all:\n\ncheck: all\n");
    project.write("a/b/c/go.mod", "");
    BOOST_TEST(build_of(project) ==
               "CMakeLists.txt|CMake|cmake --preset dev|ctest --preset ci\n"
               "Makefile|Make|make|make check\n"
               "package.json|pnpm|pnpm run build|pnpm test\n"
               "api/pyproject.toml|uv|uv sync|uv run pytest\n");
}

BOOST_AUTO_TEST_CASE(hostile_build_files_put_nothing_into_commands) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("CMakeLists.txt", "");
    project.write("CMakePresets.json", R"({"configurePresets": [{"name": "x; rm -rf ~"}]})");
    project.write("package.json", "{broken");
    BOOST_TEST(build_of(project) ==
               "CMakeLists.txt|CMake|cmake -S . -B build && cmake --build build|ctest --test-dir build\n"
               "package.json|npm||\n");
}

BOOST_AUTO_TEST_CASE(every_section_is_a_block_of_markdown) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("README.md", "<img src=x>\n\nThe `Shop`\n=====\n");
    project.write("main.go", "// TODO\n");
    project.write("go.mod", "module shop\n");
    project.write(".github/workflows/ci.yml", "");
    project.write(".git/HEAD", "ref: refs/heads/main\n");
    const auto blocks = summarise(project.path(), request({}, project.path()), {});
    BOOST_REQUIRE(blocks.size() == 6U);
    BOOST_TEST(has(blocks[0], "# Workspace `"));
    BOOST_TEST(has(blocks[1], "`README.md`: The Shop"));
    BOOST_TEST(has(blocks[2], "- branch `main`, no commit yet"));
    BOOST_TEST(has(blocks[3], "| `go.mod` | Go | `go build ./...` | `go test ./...` |"));
    BOOST_TEST(has(blocks[3], "`.github/workflows/ci.yml`"));
    BOOST_TEST(has(blocks[4], "| Go | 1 | 8 B | "));
    BOOST_TEST(has(blocks[5], "TODO: 1, FIXME: 0"));
    BOOST_TEST(has(blocks[5], "| `main.go` | 1 | 1 |"));
    BOOST_TEST(summarise(project.path(), request({"git"}, project.path()), {}).size() == 2U);
}

BOOST_AUTO_TEST_CASE(an_empty_project_is_said_to_be_empty) {
    const skilldeck::test::TemporaryDirectory project;
    const auto blocks = summarise(project.path(), request({}, project.path()), {});
    BOOST_TEST(has(blocks[1], "no README"));
    BOOST_TEST(has(blocks[2], "not the top of a git work tree"));
    BOOST_TEST(has(blocks[3], "No file of a known build tool"));
    BOOST_TEST(has(blocks[4], "No file of a known language"));
    BOOST_TEST(has(blocks[5], "TODO: 0"));
}

BOOST_AUTO_TEST_CASE(without_time_the_answer_is_short_and_says_so) {
    const skilldeck::test::TemporaryDirectory project;
    project.write("a.c", "");
    const Budget no_time({}, [] { return std::optional(std::chrono::milliseconds(1)); });
    const auto blocks = summarise(project.path(), request({"languages"}, project.path()), no_time);
    BOOST_TEST(has(blocks[1], "Incomplete: time ran out."));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace workspace_context
