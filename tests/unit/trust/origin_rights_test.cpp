// SPDX-License-Identifier: Apache-2.0
// The table of rights, row by row.
#include "trust/origin_rights.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

using namespace skilldeck;

namespace {

constexpr std::array kRights{Right::shell_blocks, Right::allowed_tools, Right::hooks, Right::mcp_servers,
                             Right::native_code};
constexpr auto Y = Grant::yes, N = Grant::never, T = Grant::after_trust, A = Grant::after_approval;

struct Row {
    LoadedFrom loaded_from;
    Scope scope;
    bool trusted;
    std::array<Grant, 5> grants;  ///< in the order of kRights
};

// clang-format off
constexpr Row kTable[] = {
    // loaded from                    scope           trusted   shell tools hooks mcp native
    {LoadedFrom::bundled,             Scope::user,    true,    {Y, Y, Y, Y, Y}},
    {LoadedFrom::managed,             Scope::managed, true,    {Y, Y, Y, Y, Y}},
    {LoadedFrom::skills,              Scope::user,    true,    {Y, Y, Y, Y, N}},
    {LoadedFrom::skills,              Scope::flag,    true,    {Y, Y, Y, Y, N}},
    {LoadedFrom::skills,              Scope::project, false,   {T, T, T, T, N}},
    {LoadedFrom::skills,              Scope::project, true,    {Y, Y, Y, A, N}},
    {LoadedFrom::skills,              Scope::local,   false,   {T, T, T, T, N}},
    {LoadedFrom::skills,              Scope::local,   true,    {Y, Y, Y, A, N}},
    {LoadedFrom::commands_deprecated, Scope::user,    true,    {Y, Y, Y, Y, N}},
    {LoadedFrom::commands_deprecated, Scope::project, false,   {T, T, T, T, N}},
    {LoadedFrom::plugin,              Scope::managed, true,    {Y, Y, Y, Y, A}},
    {LoadedFrom::plugin,              Scope::user,    true,    {Y, Y, Y, Y, A}},
    {LoadedFrom::plugin,              Scope::flag,    true,    {Y, Y, Y, Y, A}},
    {LoadedFrom::plugin,              Scope::project, false,   {T, T, T, T, T}},
    {LoadedFrom::plugin,              Scope::project, true,    {Y, Y, Y, A, A}},
    {LoadedFrom::plugin,              Scope::local,   false,   {T, T, T, T, T}},
    {LoadedFrom::mcp,                 Scope::user,    true,    {N, A, N, N, N}},
    {LoadedFrom::mcp,                 Scope::project, true,    {N, A, N, N, N}},
    {LoadedFrom::remote,              Scope::user,    true,    {N, A, N, N, N}},
};
// clang-format on

}  // namespace

BOOST_AUTO_TEST_SUITE(origin_rights)

BOOST_AUTO_TEST_CASE(the_table_holds) {
    for (const auto& row : kTable) {
        const Origin origin{row.loaded_from, "s", "", row.scope, row.trusted};
        for (std::size_t i = 0; i < kRights.size(); ++i) {
            BOOST_TEST_CONTEXT(loaded_from_word(row.loaded_from) << " " << scope_word(row.scope) << " right " << i) {
                BOOST_CHECK(origin_grant(origin, kRights[i]) == row.grants[i]);
                BOOST_TEST(has_right(origin, kRights[i]) == (row.grants[i] == Grant::yes));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_words_are_those_of_the_interface) {
    BOOST_TEST(loaded_from_word(LoadedFrom::commands_deprecated) == "commands_DEPRECATED");
    BOOST_TEST(loaded_from_word(LoadedFrom::plugin) == "plugin");
    BOOST_TEST(loaded_from_word(LoadedFrom::bundled) == "bundled");
}

BOOST_AUTO_TEST_SUITE_END()
