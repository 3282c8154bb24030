// SPDX-License-Identifier: Apache-2.0
#include "skill/bundled.hpp"
#include "skill/codes.hpp"

#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(bundled)

BOOST_AUTO_TEST_CASE(the_nine_bundled_skills_are_in_the_program) {
    Workspace workspace;
    const auto all = workspace.catalogue(bundled_skill_sources());
    const Strings wanted{"batch",    "debug", "keybindings-help", "lorem-ipsum", "remember",
                         "simplify", "stuck", "update-config",    "verify"};
    BOOST_TEST(usable_names(*all) == wanted, boost::test_tools::per_element());
    BOOST_TEST(all->diagnostics().empty());
    for (const auto& entry : all->entries()) {
        BOOST_TEST(entry.skill->diagnostics.empty(), entry.qualified_name);
        BOOST_TEST((entry.skill->origin().loaded_from == LoadedFrom::bundled));
        BOOST_TEST(skill_asks(workspace.files, *entry.skill).empty(), entry.qualified_name);
        BOOST_TEST(*entry.skill->content_length > 500U, entry.qualified_name);
    }
    const Strings for_people{"batch", "lorem-ipsum"};
    for (const auto& entry : all->entries()) {
        const bool wanted_disabled = std::ranges::count(for_people, entry.skill->name) > 0;
        BOOST_TEST(entry.model_disabled == wanted_disabled, entry.qualified_name);
        BOOST_TEST(entry.skill->user_invocable, entry.qualified_name);
        BOOST_TEST(entry.skill->allowed_tools.empty(), entry.qualified_name);
    }
}

BOOST_AUTO_TEST_CASE(a_bundled_skill_expands_without_warnings_and_keeps_its_arguments) {
    Workspace workspace;
    const auto all = workspace.catalogue(bundled_skill_sources());
    for (const auto& entry : all->entries()) {
        ExpandRequest request;
        request.arguments = "rename a to b";
        expand(workspace.files, entry.skill, request, [&](Result<ExpandedSkill> result) {
            BOOST_REQUIRE(result.has_value());
            BOOST_TEST(result->warnings.empty(), entry.qualified_name);
            BOOST_TEST(result->text.ends_with("\n\nARGUMENTS: rename a to b"), entry.qualified_name);
            BOOST_TEST(result->base_directory.empty());
        });
    }
}

BOOST_AUTO_TEST_CASE(embedded_text_is_the_text_of_the_file) {
    FileSystem files;
    BOOST_REQUIRE(!bundled_files().empty());
    for (const auto& file : bundled_files()) {
        const auto text = files.read(Path(PROJECT_SOURCE) / "skills" / file.path, 1'000'000).value();
        BOOST_TEST(std::string(file.text) == text, std::string(file.path));
    }
}

BOOST_AUTO_TEST_CASE(reference_files_are_written_out_once_and_private) {
    TemporaryDirectory directory;
    FileSystem files;
    const auto root = directory.path() / "run";
    BundledFiles bundle(files, root);
    std::vector<std::thread> threads;
    std::vector<Path> folders(8);
    for (auto& folder : folders) {
        threads.emplace_back([&] { folder = bundle.directory_of("update-config").value(); });
    }
    for (auto& thread : threads) thread.join();
    for (const auto& folder : folders) BOOST_TEST(folder == root / "update-config");
    BOOST_TEST((files.info(root)->mode & 07777U) == 0700U);
    BOOST_TEST((files.info(folders[0] / "references/settings.md")->mode & 07777U) == 0600U);
    BOOST_TEST(bundle.directory_of("verify").value().empty());
}

BOOST_AUTO_TEST_CASE(a_reference_file_cannot_leave_its_folder) {
    TemporaryDirectory directory;
    FileSystem files;
    for (const std::string_view path : {"x/../../evil.txt", "x//etc/evil.txt", "x/./../../evil.txt"}) {
        const std::array<EmbeddedFile, 1> bad{EmbeddedFile{path, "x"}};
        BundledFiles bundle(files, directory.path() / "run", bad);
        const auto refused = bundle.directory_of("x");
        BOOST_REQUIRE(refused.has_error());
        BOOST_TEST((refused.error().code == code::bundled_path_refused));
    }
    BOOST_TEST(!std::filesystem::exists(directory.path() / "evil.txt"));
    BOOST_TEST(!std::filesystem::exists(directory.path() / "run"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_there_already_is_not_written_into) {
    TemporaryDirectory directory;
    FileSystem files;
    directory.write("run/update-config/references/settings.md", "planted");
    BundledFiles bundle(files, directory.path() / "run");
    BOOST_TEST(bundle.directory_of("update-config").has_error());
    BOOST_TEST(files.read(directory.path() / "run/update-config/references/settings.md", 100).value() == "planted");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
