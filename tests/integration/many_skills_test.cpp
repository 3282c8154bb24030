// SPDX-License-Identifier: Apache-2.0
// Ten thousand skills: every one comes out, in its order, also where the reader is slow.
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace skilldeck::test {

namespace {

constexpr int kSkills = 10'000;

std::string name_of(int index) {
    const auto digits = std::to_string(100'000 + index);
    return "skill-" + digits.substr(1);
}

void write_skills(Deck& deck) {
    for (int i = 0; i < kSkills; ++i) {
        deck.write("home/.skilldeck/skills/" + name_of(i) + "/SKILL.md",
                   skill_text(name_of(i), "Does number " + std::to_string(i), "Body.\n"));
    }
    deck.options = {"--sources=user"};
}

void check_order(const boost::json::array& list) {
    BOOST_REQUIRE(list.size() == static_cast<std::size_t>(kSkills));
    for (int i = 0; i < kSkills; ++i) {
        BOOST_REQUIRE(list[static_cast<std::size_t>(i)].at("name").as_string() == name_of(i));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(many_skills)

// One case: the files are written once.
BOOST_AUTO_TEST_CASE(a_slow_reader_gets_all_of_them_and_the_model_every_name) {
    Deck deck;
    write_skills(deck);
    const auto quick = deck.run({"skill", "list", "--json"});
    BOOST_TEST(quick.status == 0);
    const auto document = quick.json();
    check_order(document.as_array());
    for (const auto streams : {Streams::slow_pipes, Streams::refusing_pipes}) {
        auto start = deck.command({"skill", "list", "--json"});
        start.streams = streams;
        Running slow(start);
        slow.end_input();
        BOOST_TEST(slow.wait() == 0);
        BOOST_TEST((slow.out == quick.out), slow.out.size() << " bytes of " << quick.out.size());
    }

    const auto listing = deck.run({"skill", "listing", "--json"}).json();
    check_order(listing.at("entries").as_array());
    BOOST_TEST(listing.at("level").as_int64() == 3);
    const auto& said = listing.at("diagnostics").as_array();
    BOOST_REQUIRE(said.size() == 2U);
    BOOST_TEST(said[0].at("code").as_string() == "skill-listing-cut");
    BOOST_TEST(said[1].at("code").as_string() == "skill-listing-over-budget");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
