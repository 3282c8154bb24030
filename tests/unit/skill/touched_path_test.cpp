// SPDX-License-Identifier: Apache-2.0
#include "skill/touched_path.hpp"

#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;

BOOST_FIXTURE_TEST_SUITE(touched_path, Workspace)

BOOST_AUTO_TEST_CASE(what_is_not_there_yet_stands_behind_what_is) {
    link(at("project"), "way");
    BOOST_TEST(real_place(files, at("way/new/folder/x.ts"))->string() == at("project/new/folder/x.ts").string());
    BOOST_TEST(real_place(files, at("project"))->string() == at("project").string());
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_nowhere_is_no_place) {
    link("gone", "project/link");
    BOOST_TEST(!real_place(files, at("project/link")).has_value());
    BOOST_TEST(!real_place(files, at("project/link/x.ts")).has_value());
}

BOOST_AUTO_TEST_CASE(patterns_see_a_path_from_the_project) {
    link(at("project"), "way");
    link(at("home"), "project/out");
    const auto seen = [&](const char* path) { return path_in_project(files, at(path), at("project")).value_or("-"); };
    BOOST_TEST(seen("project/src/a.ts") == "src/a.ts");
    BOOST_TEST(seen("project/new/a.ts") == "new/a.ts");
    BOOST_TEST(seen("way/src/a.ts") == "src/a.ts");      // another way to the same file
    BOOST_TEST(seen("project/out/a.ts") == "out/a.ts");  // its text decides
    BOOST_TEST(seen("home/a.ts") == "-");
    BOOST_TEST(seen("project-too/a.ts") == "-");
    BOOST_TEST(seen("project") == "-");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
