// SPDX-License-Identifier: Apache-2.0
// How much of a file a listing reads, and that what it says does not depend on where a read happened to end.
#include "skill_samples.hpp"

#include "base/codes.hpp"
#include "skill/skill_definition.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

namespace skilldeck {

using namespace test;

namespace {

/// One file in memory; remembers the longest piece that was asked for.
class OneFile final : public FileReader {
public:
    explicit OneFile(std::string text) : text_(std::move(text)) {}

    Result<FileInfo> info(const Path&, Links) const override {
        FileInfo found;
        found.kind = FileKind::regular;
        found.size = text_.size();
        return found;
    }
    Result<std::string> read(const Path&, std::size_t) const override { return text_; }
    Result<std::string> read_head(const Path&, std::size_t bytes) const override {
        longest_ = std::max(longest_, bytes);
        return text_.substr(0, bytes);
    }
    Result<std::vector<DirectoryEntry>> list(const Path&) const override { return std::vector<DirectoryEntry>{}; }
    Result<Path> real_path(const Path& path) const override { return path; }
    Result<Path> read_link(const Path& path) const override { return path; }

    [[nodiscard]] std::size_t longest() const { return longest_; }

private:
    std::string text_;
    mutable std::size_t longest_ = 0;
};

struct Listed {
    Result<Skill> skill;
    std::size_t read;
};

Listed list(const std::string& text) {
    const OneFile file(text);
    auto skill = read_skill(file, "/skills/folder/SKILL.md", "folder", shared(source_of_user("/skills")));
    return {std::move(skill), file.longest()};
}

constexpr std::string_view kBody = "# Title\n\nThe body.\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(skill_head)

BOOST_AUTO_TEST_CASE(a_usual_file_is_read_once_and_not_to_its_end) {
    const auto text = "---\nname: a\ndescription: b\n---\n" + std::string(5'000'000, 'x');
    const auto listed = list(text);
    BOOST_TEST(listed.skill->name == "a");
    BOOST_TEST(listed.read == kSkillHeadBytes);
    BOOST_TEST(listed.skill->content_length.value() == 5'000'000u);
}

BOOST_AUTO_TEST_CASE(wherever_the_first_read_ends_the_skill_is_the_same) {
    for (const std::string line_end : {"\n", "\r\n"}) {
        // The closing fence, the line ends and the characters of two and three bytes all meet the edge.
        for (std::size_t filling = kSkillHeadBytes - 100; filling < kSkillHeadBytes + 4; ++filling) {
            std::string text = "\xEF\xBB\xBF---" + line_end + "name: a" + line_end + "license: ";
            text += std::string(filling - text.size(), 'x') + "\xC3\xA9\xE6\xBC\xA2" + line_end;
            text += "description: \xE6\xBC\xA2\xC3\xA9 end" + line_end + "----: x" + line_end + "version: 1" +
                    line_end + "---" + line_end + std::string(kBody);
            const auto skill = *list(text).skill;
            BOOST_TEST(skill.name == "a");
            BOOST_TEST(skill.description == "\xE6\xBC\xA2\xC3\xA9 end");
            BOOST_TEST(skill.version == "1");
            BOOST_TEST(skill.content_length.value() == kBody.size());
            BOOST_TEST(std::string_view(skill.license).ends_with("x\xC3\xA9\xE6\xBC\xA2"));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_file_of_any_size_gives_the_body_line_that_stands_for_a_description) {
    for (std::size_t blanks = 0; blanks < 6'000; blanks += 37) {
        const auto listed = list("---\nname: a\n---\n" + std::string(blanks, '\n') + "# First words\nMore.\n");
        BOOST_TEST(listed.skill->description == "First words");
    }
}

BOOST_AUTO_TEST_CASE(a_carriage_return_ends_lines_only_in_a_file_without_a_line_feed) {
    const auto old = list("---\rname: a\r---\r# First\rsecond\r" + std::string(5000, 'x'));
    BOOST_TEST(old.skill->name == "a");
    BOOST_TEST(old.skill->description == "First");
    const auto late = list("---\rname: a\r---\r" + std::string(5000, 'x') + "\nlast\n");
    BOOST_TEST(late.skill->name == "folder");
}

BOOST_AUTO_TEST_CASE(front_matter_above_its_limit_is_called_too_large_and_not_open) {
    std::string header = "---\nname: a\n";
    while (header.size() <= 200'000) header += "# filling filling filling\n";
    const auto listed = list(header + "---\nbody\n");
    BOOST_REQUIRE(listed.skill.has_value());
    BOOST_TEST(listed.skill->name == "folder");
    BOOST_TEST(listed.read < 100'000u);
    BOOST_TEST(!listed.skill->content_length.has_value());
    BOOST_TEST(count_code(listed.skill->diagnostics, code::frontmatter_too_large) == 1u);
    BOOST_TEST(count_code(listed.skill->diagnostics, code::frontmatter_unclosed) == 0u);

    const auto one_line = list("---\nname: " + std::string(200'000, 'x'));
    BOOST_TEST(count_code(one_line.skill->diagnostics, code::frontmatter_too_large) == 1u);
    const auto open = list("---\nname: a\n" + std::string(3000, 'x'));
    BOOST_TEST(count_code(open.skill->diagnostics, code::frontmatter_unclosed) == 1u);
}

BOOST_AUTO_TEST_CASE(a_file_above_the_limit_is_refused_without_being_read) {
    const Workspace workspace;
    workspace.named("home/.skilldeck/skills/fine");
    workspace.named("home/.skilldeck/skills/huge");
    const auto file = workspace.at("home/.skilldeck/skills/huge/SKILL.md");
    std::filesystem::resize_file(file, 500U * 1024 * 1024);
    const auto found = workspace.discover();
    BOOST_TEST(names_of(found) == std::vector<std::string>{"fine"}, boost::test_tools::per_element());
    const auto refused = find_code(found.diagnostics, code::file_too_large);
    BOOST_TEST(refused.file == file.string());
    BOOST_TEST(refused.message == "larger than the limit of 10485760 bytes");
    Skill huge;
    huge.source = shared(source_of_user());
    huge.file = file;
    BOOST_TEST((read_skill_body(workspace.files, huge).error().code == code::file_too_large));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
