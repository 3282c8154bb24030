// SPDX-License-Identifier: Apache-2.0
#include "skill/activation.hpp"

#include "skill/codes.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

struct Touching : Workspace {
    Activation activation;
    Diagnostics found;

    void touch(const Path& file) { activation.note_folders(files, places, at(file).lexically_normal(), found); }
    /// From the scratch directory.
    [[nodiscard]] Strings folders() const {
        Strings names;
        for (const auto& folder : activation.nested_folders()) {
            names.push_back(folder.lexically_relative(directory.path()).generic_string());
        }
        return names;
    }
    void folders_are(const Strings& wanted) const { BOOST_TEST(folders() == wanted, boost::test_tools::per_element()); }
    void closed_at(const Path& folder, std::string_view why) const {
        const auto note = find_code(found, code::skill_nested_closed);
        BOOST_TEST(note.file == at(folder).string());
        BOOST_TEST(note.message.ends_with(why), note.message);
        BOOST_TEST((note.severity == Severity::note));
    }
};

/// The real disk, on which one folder is somebody else's.
class OtherOwner final : public FileReader {
public:
    explicit OtherOwner(Path folder) : folder_(std::move(folder)) {}

    Result<FileInfo> info(const Path& path, Links links) const override {
        auto info = files_.info(path, links);
        if (info && path == folder_) info->owner += 1;
        return info;
    }
    Result<std::string> read(const Path& path, std::size_t limit) const override { return files_.read(path, limit); }
    Result<std::string> read_head(const Path& path, std::size_t bytes) const override {
        return files_.read_head(path, bytes);
    }
    Result<std::vector<DirectoryEntry>> list(const Path& folder) const override { return files_.list(folder); }
    Result<Path> real_path(const Path& path) const override { return files_.real_path(path); }
    Result<Path> read_link(const Path& path) const override { return files_.read_link(path); }

private:
    Path folder_;
    FileSystem files_;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(activation, Touching)

BOOST_AUTO_TEST_CASE(folders_from_the_file_up_to_the_start_directory_nearest_first) {
    repository("project");
    places.start_directory = at("project/apps");
    std::filesystem::create_directories(at("project/apps/web/src"));
    touch("project/apps/web/src/a.ts");
    folders_are({"project/apps/web/src", "project/apps/web"});
    touch("project/apps/top.ts");
    touch("project/other/b.ts");
    touch("home/c.ts");
    folders_are({"project/apps/web/src", "project/apps/web"});
    BOOST_TEST(found.empty());
}

BOOST_AUTO_TEST_CASE(a_folder_is_judged_once_and_what_was_first_stays_first) {
    touch("project/a/b/x");
    touch("project/a/c/y");
    touch("project/a/b/z");
    folders_are({"project/a/b", "project/a", "project/a/c"});
    directory.write("project/.gitignore", "a\n");
    touch("project/a/d/x");
    folders_are({"project/a/b", "project/a", "project/a/c"});
    closed_at("project/a/d", "git ignores it");
}

BOOST_AUTO_TEST_CASE(neither_file_nor_folder_need_exist) {
    touch("project/new/folder/x.ts");
    folders_are({"project/new/folder", "project/new"});
}

BOOST_AUTO_TEST_CASE(an_ignored_folder_closes_what_is_below) {
    repository("project");
    directory.write("project/.gitignore", "dist\n");
    directory.write("project/apps/.gitignore", "!dist\n");
    touch("project/packages/dist/lib/x.ts");
    folders_are({"project/packages"});
    closed_at("project/packages/dist", "git ignores it");
    touch("project/packages/dist/other/x.ts");
    BOOST_TEST(found.size() == 1U);  // said once
    touch("project/apps/dist/x.ts");
    folders_are({"project/packages", "project/apps/dist", "project/apps"});
}

// B057
BOOST_AUTO_TEST_CASE(folders_of_dependencies_and_of_version_control_are_closed) {
    for (const std::string folder : {"node_modules", ".git", ".hg", ".svn", ".jj", "__pycache__"}) {
        found.clear();
        touch("project/" + folder + "/lib/x.ts");
        closed_at("project/" + folder, "folders of this name are never entered");
    }
    folders_are({});
}

// B057: what lies below a skill is part of it.
BOOST_AUTO_TEST_CASE(folders_of_skills_have_no_others_below) {
    for (const std::string folder : {".skilldeck", ".claude", ".agents"}) {
        touch("project/" + folder + "/skills/outer/examples/x.md");
    }
    folders_are({});
}

BOOST_AUTO_TEST_CASE(another_repository_is_not_entered) {
    repository("project");
    directory.write("project/libs/module/.git", "gitdir: ../../.git/modules/module\n");
    repository("project/libs/clone");
    touch("project/libs/module/src/x");
    closed_at("project/libs/module", "it is another repository");
    touch("project/libs/clone/x");
    folders_are({"project/libs"});
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_out_is_not_followed) {
    std::filesystem::create_directories(at("home/other/deep"));
    link(at("home/other"), "project/apps");
    touch("project/apps/deep/x.ts");
    folders_are({});
    const auto note = find_code(found, code::skill_touch_leaves);
    BOOST_TEST(note.file == at("project/apps/deep/x.ts").string());
    link(at("home/other/file"), "project/lib/x.ts");  // leads nowhere yet
    touch("project/lib/x.ts");
    folders_are({});
}

BOOST_AUTO_TEST_CASE(links_inside_are_taken_for_what_they_lead_to) {
    std::filesystem::create_directories(at("project/real/deep"));
    link("real", "project/way");
    link(at("project"), "elsewhere");
    touch("project/way/deep/x.ts");
    touch("elsewhere/real/x.ts");
    folders_are({"project/real/deep", "project/real"});
    BOOST_TEST(found.empty());
}

BOOST_AUTO_TEST_CASE(a_folder_that_everybody_may_write_to_is_closed) {
    std::filesystem::create_directories(at("project/uploads/x"));
    std::filesystem::permissions(at("project/uploads"), std::filesystem::perms::all);
    touch("project/uploads/x/y");
    folders_are({});
    closed_at("project/uploads", "everybody may write to it");
}

BOOST_AUTO_TEST_CASE(a_folder_of_another_user_is_closed) {
    std::filesystem::create_directories(at("project/theirs"));
    std::filesystem::create_directories(at("project/mine"));
    const OtherOwner reader(at("project/theirs"));
    activation.note_folders(reader, places, at("project/theirs/x/y"), found);
    activation.note_folders(reader, places, at("project/mine/y"), found);
    folders_are({"project/mine"});
    closed_at("project/theirs", "it belongs to another user, or everybody may write to it");
}

BOOST_AUTO_TEST_CASE(a_path_as_deep_as_no_project_ends) {
    Path deep = "project";
    for (std::size_t i = 0; i < kNestedDepth + 10; ++i) deep /= "d";
    touch(deep / "x");
    BOOST_TEST(activation.nested_folders().size() == kNestedDepth);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
