// SPDX-License-Identifier: Apache-2.0
// The listing of two hundred skills at each level, word for word, in tests/golden/listing_*.txt;
// SKILLDECK_GOLDEN=accept rewrites the files.
#include "base/text.hpp"
#include "skill/codes.hpp"
#include "skill/listing.hpp"
#include "synthetic_skills.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace skilldeck {

using namespace test;

namespace {

struct Harbour : Workspace {
    Harbour() : all(catalogue(write_synthetic_skills(*this))) {}
    std::shared_ptr<const Catalogue> all;

    [[nodiscard]] Listing listing(std::size_t characters) const {
        ListingRequest request;
        request.budget.characters = characters;
        request.usage = synthetic_usage(*all);
        return make_listing(all, request);
    }
};

void check(const Listing& listing, const std::string& name) {
    const auto said = listing.text + "\n";
    const auto file = Path(PROJECT_SOURCE) / "tests/golden" / ("listing_" + name + ".txt");
    if (const auto* wish = std::getenv("SKILLDECK_GOLDEN"); wish != nullptr && std::string_view(wish) == "accept") {
        std::ofstream(file, std::ios::binary) << said;
    }
    std::ifstream in(file, std::ios::binary);
    std::ostringstream wanted;
    wanted << in.rdbuf();
    BOOST_TEST(said == wanted.str(), "the listing differs from " << file << ":\n" << said);
}

/// What holds at every level.
void check_rules(const Listing& listing) {
    BOOST_TEST(listing.entries.size() == 200U);
    BOOST_TEST(listing.absent.empty());
    BOOST_TEST(listing.used == count_code_points(listing.text));
    const auto lines = split(listing.text, '\n');
    BOOST_REQUIRE(lines.size() == 200U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& entry = listing.entries[i];
        const auto begin = "- " + entry.skill->skill->call_name();
        BOOST_TEST(lines[i].starts_with(begin), lines[i]);
        BOOST_TEST(count_code_points(lines[i]) <= count_code_points(begin) + 2 + 250);
        BOOST_TEST(((entry.cut > 0 && entry.shown > 0) == lines[i].ends_with("…")), lines[i]);
    }
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(listing_golden, Harbour)

BOOST_AUTO_TEST_CASE(two_hundred_skills_whole) {
    const auto made = listing(100'000);
    check_rules(made);
    BOOST_TEST((made.level == ListingLevel::full));
    check(made, "full");
}

BOOST_AUTO_TEST_CASE(two_hundred_skills_shortened) {
    const auto made = listing(16'000);
    check_rules(made);
    BOOST_TEST((made.level == ListingLevel::shortened));
    BOOST_TEST(made.used <= 16'000U);
    check(made, "shortened");
}

BOOST_AUTO_TEST_CASE(two_hundred_skills_by_name_only) {
    const auto made = listing(6'500);
    check_rules(made);
    BOOST_TEST((made.level == ListingLevel::name_only));
    BOOST_TEST(made.used <= 6'500U);
    check(made, "names");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
