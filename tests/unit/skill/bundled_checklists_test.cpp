// SPDX-License-Identifier: Apache-2.0
// tests/golden/skills/<name>.md says what a bundled skill promises and with which words; here the words are held to the
// skill. Whether the words keep the promise is for a reader to say.
#include "bundled_texts.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <map>
#include <optional>

namespace skilldeck {

using namespace test;

namespace {

constexpr std::size_t kFewestItems = 10, kMostItems = 20;
/// A shorter phrase is found by chance.
constexpr std::size_t kShortestPhrase = 8;
constexpr std::string_view kFrontMatter = "front matter";

/// `- [x] property — place "phrase"`; the place is empty for the prompt itself.
struct ChecklistItem {
    std::string property, place, phrase;
};

Path checklist_folder() {
    return Path(PROJECT_SOURCE) / "tests/golden/skills";
}

/// Nothing: the line is not of that form.
std::optional<ChecklistItem> parse_item(std::string_view line) {
    constexpr std::string_view kTick = "- [x] ", kDash = " — ";
    const auto dash = line.find(kDash);
    if (!line.starts_with(kTick) || dash == std::string_view::npos || !line.ends_with('"')) return std::nullopt;
    const auto rest = line.substr(dash + kDash.size());
    const auto quote = rest.find('"');
    if (quote + 1 >= rest.size()) return std::nullopt;
    ChecklistItem item;
    item.property = trim(line.substr(kTick.size(), dash - kTick.size()));
    item.place = trim(rest.substr(0, quote));
    item.phrase = rest.substr(quote + 1, rest.size() - quote - 2);
    if (item.property.empty() || item.phrase.size() < kShortestPhrase) return std::nullopt;
    return item;
}

/// Name of the skill -> lines that begin as a list does.
std::map<std::string, std::vector<std::string>> read_checklists() {
    const FileSystem files;
    std::map<std::string, std::vector<std::string>> checklists;
    for (const auto& entry : std::filesystem::directory_iterator(checklist_folder())) {
        if (entry.path().filename() == "README.md") continue;
        auto& lines = checklists[entry.path().stem().string()];
        const auto text = files.read(entry.path(), 1'000'000).value();
        for (const auto line : split(text, '\n')) {
            if (line.starts_with('-')) lines.emplace_back(trim(line));
        }
    }
    return checklists;
}

std::string expanded(const Workspace& workspace, const Catalogue& catalogue, const std::string& name) {
    const auto* entry = catalogue.find(name);
    BOOST_REQUIRE_MESSAGE(entry != nullptr, name);
    std::string text;
    expand(workspace.files, entry->skill, {}, [&](Result<ExpandedSkill> result) { text = result.value().text; });
    return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bundled_checklists)

BOOST_AUTO_TEST_CASE(every_bundled_skill_has_a_checklist_and_every_checklist_a_skill) {
    std::set<std::string> listed;
    for (const auto& [name, lines] : read_checklists()) {
        listed.insert(name);
        BOOST_TEST((lines.size() >= kFewestItems && lines.size() <= kMostItems), name << ": " << lines.size());
    }
    BOOST_TEST(listed == bundled_names(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_promise_of_a_checklist_stands_in_its_skill) {
    Workspace workspace;
    const auto catalogue = workspace.catalogue(bundled_skill_sources());
    for (const auto& [name, lines] : read_checklists()) {
        const auto prompt = one_line(expanded(workspace, *catalogue, name));
        for (const auto& line : lines) {
            const auto item = parse_item(line);
            BOOST_TEST(item.has_value(), name << ".md: not `- [x] property — \"phrase\"`: " << line);
            if (!item) continue;
            auto text = prompt;
            if (item->place == kFrontMatter) text = one_line(front_matter_of(embedded_text(name + "/SKILL.md")));
            if (!item->place.empty() && item->place != kFrontMatter)
                text = one_line(embedded_text(name + "/" + item->place));
            BOOST_TEST(text.find(one_line(item->phrase)) != std::string::npos,
                       name << " no longer keeps \"" << item->property << "\": " << item->phrase);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_checklist_line_is_read_as_its_readme_says) {
    const auto plain = parse_item("- [x] asks first — \"Ask the \"user\" first\"").value();
    BOOST_TEST(plain.property == "asks first");
    BOOST_TEST(plain.place == "");
    BOOST_TEST(plain.phrase == "Ask the \"user\" first");
    BOOST_TEST(parse_item("- [x] flag — front matter \"flag: true\"").value().place == "front matter");
    for (const auto* wrong : {"- [ ] asks first — \"Ask the user\"", "- [x] asks first \"Ask the user\"",
                              "- [x] asks first — Ask the user", "- [x] asks first — \"\"", "- [x] asks — \"Ask\""}) {
        BOOST_TEST(!parse_item(wrong).has_value(), wrong);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
