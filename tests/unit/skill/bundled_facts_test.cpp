// SPDX-License-Identifier: Apache-2.0
// What bundled skills say about this program is true of it, and they fit where the program shows them.
#include "base/hook_event.hpp"
#include "base/json.hpp"
#include "bundled_texts.hpp"
#include "plugin/contributions.hpp"
#include "settings/setting_keys.hpp"
#include "skill/listing_budget.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;

namespace {

/// What of a skill is attached again after compaction, at four code points a token.
constexpr std::size_t kReattachedCodePoints = std::size_t{5'000} * 4;
constexpr std::string_view kReference = "update-config/references/settings.md";

std::set<std::string> keys_of_the_reference() {
    const auto cells = first_cells(embedded_text(kReference), "| key |");
    return {cells.begin(), cells.end()};
}

/// The texts between a fence of the language and the next fence.
std::vector<std::string> fenced(std::string_view text, std::string_view language) {
    std::vector<std::string> blocks;
    const auto open = "```" + std::string(language) + "\n";
    for (auto at = text.find(open); at != std::string_view::npos; at = text.find(open, at)) {
        at += open.size();
        const auto end = text.find("```", at);
        blocks.emplace_back(text.substr(at, end - at));
        at = end + 3;
    }
    return blocks;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bundled_facts)

BOOST_AUTO_TEST_CASE(a_description_says_what_and_when_and_is_never_cut_in_the_listing) {
    Workspace workspace;
    const auto all = workspace.catalogue(bundled_skill_sources());
    for (const auto& entry : all->entries()) {
        const auto& skill = *entry.skill;
        BOOST_TEST(skill.description.view().find(". Use ") != std::string::npos, skill.name);
        const auto shown =
            skill.description.string() + (skill.when_to_use.empty() ? "" : " - " + skill.when_to_use.string());
        BOOST_TEST(count_code_points(shown) <= kListingEntryLimit, skill.name << ": " << count_code_points(shown));
        BOOST_TEST(!skill.argument_hint.empty(), skill.name);
    }
}

BOOST_AUTO_TEST_CASE(a_bundled_skill_survives_compaction_whole) {
    for (const auto& name : bundled_names()) {
        const auto size = count_code_points(embedded_text(name + "/SKILL.md"));
        BOOST_TEST(size <= kReattachedCodePoints, name << ": " << size);
    }
}

BOOST_AUTO_TEST_CASE(every_setting_that_update_config_names_is_one_of_this_host) {
    auto keys = keys_of_the_reference();
    BOOST_TEST(keys.size() > 20U);
    const auto common = first_cells(embedded_text("update-config/SKILL.md"), "| key |");
    BOOST_TEST(common.size() > 5U);
    for (const auto& key : common) BOOST_TEST(keys.contains(key), key << " is not in the reference");
    for (const auto& key : keys) BOOST_TEST((find_setting(key) != nullptr), key);
}

BOOST_AUTO_TEST_CASE(every_example_of_update_config_is_json_with_keys_of_its_table) {
    const auto keys = keys_of_the_reference();
    const auto examples = fenced(embedded_text(kReference), "json");
    BOOST_TEST(examples.size() >= 5U);
    for (const auto& example : examples) {
        const auto settings = parse_json_object(example, "settings.md");
        BOOST_REQUIRE_MESSAGE(settings.has_value(), example);
        for (const auto& member : *settings) BOOST_TEST(keys.contains(std::string(member.key())), member.key());
    }
}

BOOST_AUTO_TEST_CASE(the_hooks_of_its_examples_are_read_without_a_remark) {
    std::size_t read = 0;
    for (const auto& example : fenced(embedded_text(kReference), "json")) {
        const auto settings = parse_json_object(example, "settings.md").value();
        const auto* hooks = settings.if_contains("hooks");
        if (hooks == nullptr) continue;
        Diagnostics diagnostics;
        read += read_hooks(hooks->as_object(), {}, diagnostics).size();
        BOOST_TEST(diagnostics.empty());
    }
    BOOST_TEST(read == 2U);
}

BOOST_AUTO_TEST_CASE(the_reference_names_every_hook_event_and_every_skill_source) {
    const auto text = embedded_text(kReference);
    const auto named = [&](std::string_view word) {
        return text.find("`" + std::string(word) + "`") != std::string_view::npos;
    };
    for (const auto& event : hook_events()) BOOST_TEST(named(event.name), event.name);
    for (auto kind = SkillSourceKind::managed; kind <= SkillSourceKind::remote;
         kind = static_cast<SkillSourceKind>(static_cast<std::uint8_t>(kind) + 1)) {
        BOOST_TEST(named(skill_source_word(kind)), skill_source_word(kind));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
