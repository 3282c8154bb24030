// SPDX-License-Identifier: Apache-2.0
// Who decides whether a plugin is enabled: every combination of sources that speak, against the order written down.
#include "settings/enablement.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>

using namespace skilldeck;

namespace {

constexpr std::string_view kId = "a@m";

enum class Says { nothing, no, yes };
enum class Trust { no, yes };

/// Highest first: managed, --settings, local, project, user, marketplace entry, manifest.
constexpr std::size_t kSources = 7;
using Voices = std::array<Says, kSources>;
constexpr std::array kScopes{Scope::managed, Scope::flag, Scope::local, Scope::project, Scope::user};
constexpr std::array kDeciders{DecidedBy::managed, DecidedBy::flag,  DecidedBy::local,   DecidedBy::project,
                               DecidedBy::user,    DecidedBy::entry, DecidedBy::manifest};

SettingsLayer layer(Scope scope, boost::json::value says, Trust trust = Trust::yes) {
    boost::json::object plugins;
    plugins["a@m"] = std::move(says);
    const bool project = scope == Scope::local || scope == Scope::project;
    return {.scope = scope,
            .file = Path("/" + std::string(scope_word(scope)) + "/settings.json"),
            .values = {{"enabledPlugins", std::move(plugins)}},
            .left_out = {},
            .effective = trust == Trust::yes || !project};
}

std::optional<bool> as_default(Says says) {
    return says == Says::nothing ? std::nullopt : std::optional(says == Says::yes);
}

Enablement resolve(const Voices& voices, Trust trust) {
    std::vector<SettingsLayer> layers;
    for (std::size_t i = 0; i < kScopes.size(); ++i) {
        if (voices[i] != Says::nothing) layers.push_back(layer(kScopes[i], voices[i] == Says::yes, trust));
    }
    PluginDefaults defaults;
    defaults.entry = as_default(voices[5]);
    defaults.manifest = as_default(voices[6]);
    return resolve_enablement(Settings(std::move(layers), {}), kId, defaults);
}

/// The rule, said once more in the plainest way.
std::pair<bool, DecidedBy> expected(const Voices& voices, Trust trust) {
    for (std::size_t i = 0; i < kSources; ++i) {
        const bool project = kDeciders[i] == DecidedBy::local || kDeciders[i] == DecidedBy::project;
        if (voices[i] == Says::nothing) continue;
        if (project && trust == Trust::no) continue;
        return {voices[i] == Says::yes, kDeciders[i]};
    }
    return {true, DecidedBy::system_default};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(enablement)

BOOST_AUTO_TEST_CASE(the_first_source_that_speaks_decides_in_every_combination) {
    constexpr int kCombinations = 3 * 3 * 3 * 3 * 3 * 3 * 3;
    for (const auto trust : {Trust::no, Trust::yes}) {
        for (int combination = 0; combination < kCombinations; ++combination) {
            Voices voices{};
            for (int rest = combination; auto& voice : voices) {
                voice = static_cast<Says>(rest % 3);
                rest /= 3;
            }
            const auto found = resolve(voices, trust);
            const auto [enabled, decided_by] = expected(voices, trust);
            BOOST_TEST_REQUIRE(found.enabled == enabled);
            BOOST_TEST_REQUIRE((found.decided_by == decided_by));
            BOOST_TEST_REQUIRE(std::ranges::count_if(found.chain, &EnablementStep::wins) == 1);
            const auto winner = std::ranges::find_if(found.chain, &EnablementStep::wins);
            BOOST_TEST_REQUIRE((winner->source == decided_by));
            BOOST_TEST_REQUIRE(*winner->says == enabled);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_chain_names_every_source_in_order) {
    const auto found =
        resolve_enablement(Settings(), kId, {.entry = {}, .manifest = {}, .entry_file = "/e", .manifest_file = "/m"});
    std::vector<std::string> words;
    for (const auto& step : found.chain) words.emplace_back(decided_by_word(step.source));
    const std::vector<std::string> all{"managed", "flag", "local", "project", "user", "entry", "manifest", "default"};
    BOOST_TEST(words == all, boost::test_tools::per_element());
    BOOST_TEST(found.chain[5].file == Path("/e"));
    BOOST_TEST(found.chain[6].file == Path("/m"));
    BOOST_TEST(found.enabled);
}

BOOST_AUTO_TEST_CASE(of_two_managed_files_one_false_is_enough) {
    for (const bool first : {false, true}) {
        const Settings settings({layer(Scope::managed, first), layer(Scope::managed, !first), layer(Scope::user, true)},
                                {});
        const auto found = resolve_enablement(settings, kId, {});
        BOOST_TEST(!found.enabled);
        BOOST_CHECK(found.decided_by == DecidedBy::managed);
        BOOST_TEST(found.chain[first ? 1 : 0].wins);
    }
}

BOOST_AUTO_TEST_CASE(a_value_that_is_no_boolean_does_not_count_but_switches_off_in_managed_settings) {
    const auto user = resolve_enablement(Settings({layer(Scope::user, "false")}, {}), kId, {});
    BOOST_TEST(user.enabled);
    BOOST_CHECK(user.decided_by == DecidedBy::system_default);
    BOOST_TEST(user.chain[4].note.find("not counted") != std::string::npos);
    const auto managed = resolve_enablement(Settings({layer(Scope::managed, "true")}, {}), kId, {});
    BOOST_TEST(!managed.enabled);
    BOOST_CHECK(managed.decided_by == DecidedBy::managed);
}

BOOST_AUTO_TEST_CASE(a_plugin_that_is_held_is_on_only_where_a_settings_file_says_so) {
    PluginDefaults defaults{.entry = true, .manifest = true, .entry_file = {}, .manifest_file = {}, .held = "lost"};
    const auto silent = resolve_enablement(Settings(), kId, defaults);
    BOOST_TEST(!silent.enabled);
    BOOST_CHECK(silent.decided_by == DecidedBy::system_default);
    BOOST_TEST(silent.chain[5].note == "not counted: lost");
    BOOST_TEST(silent.chain[7].note == "lost");
    BOOST_TEST(resolve_enablement(Settings({layer(Scope::user, true)}, {}), kId, defaults).enabled);
    BOOST_TEST(!resolve_enablement(Settings({layer(Scope::project, true, Trust::no)}, {}), kId, defaults).enabled);
    defaults.entry = false;
    BOOST_CHECK(resolve_enablement(Settings(), kId, defaults).decided_by == DecidedBy::entry);
}

BOOST_AUTO_TEST_CASE(a_layer_that_cannot_be_read_switches_off_what_no_layer_above_it_decides) {
    const auto broken = [](Scope scope, Trust trust = Trust::yes) {
        SettingsLayer found = layer(scope, nullptr, trust);
        found.values.clear();
        found.damaged = true;
        found.unreadable["enabledPlugins"] = "/s.json:3:1 cannot be read: x";
        return found;
    };
    const PluginDefaults on{.entry = true, .manifest = true, .entry_file = {}, .manifest_file = {}};
    const auto off = resolve_enablement(Settings({broken(Scope::user)}, {}), kId, on);
    BOOST_TEST(!off.enabled);
    BOOST_CHECK(off.decided_by == DecidedBy::user);
    BOOST_TEST_REQUIRE(off.unreadable() != nullptr);
    BOOST_TEST(off.unreadable()->note == "/s.json:3:1 cannot be read: x");
    for (const bool says : {false, true}) {
        const auto above =
            resolve_enablement(Settings({layer(Scope::project, says), broken(Scope::user)}, {}), kId, {});
        BOOST_TEST(above.enabled == says);
        BOOST_CHECK(above.decided_by == DecidedBy::project);
        BOOST_TEST(above.unreadable() == nullptr);
        const auto below =
            resolve_enablement(Settings({broken(Scope::project), layer(Scope::user, says)}, {}), kId, on);
        BOOST_TEST(!below.enabled);
        BOOST_CHECK(below.decided_by == DecidedBy::project);
    }
    const auto untrusted =
        resolve_enablement(Settings({broken(Scope::project, Trust::no), layer(Scope::user, true)}, {}), kId, {});
    BOOST_TEST(untrusted.enabled);
    BOOST_CHECK(untrusted.decided_by == DecidedBy::user);
}

BOOST_AUTO_TEST_CASE(before_workspace_trust_the_chain_says_why_a_project_was_not_heard) {
    const auto found = resolve_enablement(Settings({layer(Scope::project, true, Trust::no)}, {}), kId, {});
    BOOST_CHECK(found.decided_by == DecidedBy::system_default);
    BOOST_TEST(*found.chain[3].says);
    BOOST_TEST(found.chain[3].note == "not counted: the workspace is not trusted");
}

BOOST_AUTO_TEST_CASE(a_name_without_marketplace_forbids_and_enables_nothing) {
    const auto with = [](Scope scope, std::string_view entries) {
        return SettingsLayer{
            .scope = scope, .file = "/f", .values = {{"enabledPlugins", boost::json::parse(entries)}}, .left_out = {}};
    };
    const auto enabled = [](std::vector<SettingsLayer> layers, std::optional<bool> manifest = {}) {
        PluginDefaults defaults;
        defaults.manifest = manifest;
        return resolve_enablement(Settings(std::move(layers), {}), kId, defaults).enabled;
    };
    BOOST_TEST(!enabled({with(Scope::user, R"({"a": false})")}));
    BOOST_TEST(!enabled({with(Scope::user, R"({"a": false, "a@m": true})")}));
    BOOST_TEST(!enabled({with(Scope::managed, R"({"a": false})"), with(Scope::user, R"({"a@m": true})")}));
    BOOST_TEST(!enabled({with(Scope::managed, R"({"a": 7})")}));
    BOOST_TEST(enabled({with(Scope::user, R"({"b": false, "a@other": false})")}));
    BOOST_TEST(enabled({with(Scope::local, R"({"a@m": true})"), with(Scope::user, R"({"a": false})")}));
    BOOST_TEST(!enabled({with(Scope::user, R"({"a": true})")}, false));
}

BOOST_AUTO_TEST_CASE(managed_settings_that_mean_another_plugin_force_nothing_on_and_still_forbid) {
    PluginDefaults defaults;
    defaults.managed_held = "its marketplace is another one";
    const auto by = [&](bool managed, std::optional<bool> user) {
        std::vector<SettingsLayer> layers{layer(Scope::managed, managed)};
        if (user) layers.push_back(layer(Scope::user, *user));
        return resolve_enablement(Settings(std::move(layers), {}), kId, defaults);
    };
    const auto held = by(true, false);
    BOOST_TEST(!held.enabled);
    BOOST_TEST((held.decided_by == DecidedBy::user));
    BOOST_TEST(held.chain.front().note == "not counted: its marketplace is another one");
    BOOST_TEST((by(true, std::nullopt).decided_by == DecidedBy::system_default));
    const auto forbidden = by(false, true);
    BOOST_TEST(!forbidden.enabled);
    BOOST_TEST((forbidden.decided_by == DecidedBy::managed));
}

BOOST_AUTO_TEST_SUITE_END()
