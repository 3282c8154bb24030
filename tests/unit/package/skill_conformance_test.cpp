// SPDX-License-Identifier: Apache-2.0
#include "package_fixture.hpp"

#include "package/skill_conformance.hpp"

namespace skilldeck::test {

namespace {

std::size_t faults(std::string_view header, std::string_view folder = "deploy") {
    return skill_conformance_faults("---\n" + std::string(header) + "---\nText.\n", folder).size();
}

const std::string kSound = "name: deploy\ndescription: Ships it.\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(skill_conformance)

BOOST_AUTO_TEST_CASE(a_name_and_a_description_are_enough) {
    BOOST_TEST(faults(kSound) == 0U);
    BOOST_TEST(faults(kSound + "license: MIT\ncompatibility: needs git\nmetadata:\n  version: \"1\"\n"
                               "allowed-tools: Bash(git:*) Read\ncolor: red\n") == 0U);
}

BOOST_AUTO_TEST_CASE(both_are_required) {
    BOOST_TEST(faults("description: Ships it.\n") == 1U);
    BOOST_TEST(faults("name: deploy\n") == 1U);
    BOOST_TEST(faults("name:\ndescription: \"\"\n") == 2U);
    BOOST_TEST(faults("name: [deploy]\ndescription: {a: b}\n") == 2U);
    BOOST_TEST(faults("other: x\n") == 2U);
}

BOOST_AUTO_TEST_CASE(a_name_has_a_form_and_is_that_of_the_folder) {
    for (const std::string name : {"Deploy", "-deploy", "deploy-", "de--ploy", "de.ploy", "de ploy", "d\u00e9"}) {
        BOOST_TEST(faults("name: " + name + "\ndescription: d\n", name) == 1U, name);
    }
    BOOST_TEST(faults("name: other\ndescription: d\n") == 1U);
    const std::string longest(64, 'a'), too_long(65, 'a');
    BOOST_TEST(faults("name: " + longest + "\ndescription: d\n", longest) == 0U);
    BOOST_TEST(faults("name: " + too_long + "\ndescription: d\n", too_long) == 1U);
}

BOOST_AUTO_TEST_CASE(texts_have_a_length_in_characters) {
    std::string text;
    for (int i = 0; i < 1024; ++i) text += "\u00e4";
    BOOST_TEST(faults("name: deploy\ndescription: " + text + "\n") == 0U);
    BOOST_TEST(faults("name: deploy\ndescription: " + text + "x\n") == 1U);
    BOOST_TEST(faults(kSound + "compatibility: " + std::string(500, 'x') + "\n") == 0U);
    BOOST_TEST(faults(kSound + "compatibility: " + std::string(501, 'x') + "\n") == 1U);
    BOOST_TEST(faults(kSound + "compatibility:\n") == 1U);
    // The line end of a block belongs to its text.
    BOOST_TEST(faults("name: deploy\ndescription: |\n  " + std::string(1023, 'x') + "\n") == 0U);
    BOOST_TEST(faults("name: deploy\ndescription: |\n  " + std::string(1024, 'x') + "\n") == 1U);
}

BOOST_AUTO_TEST_CASE(the_other_fields_have_a_type) {
    BOOST_TEST(faults(kSound + "allowed-tools: [Read, Grep]\n") == 1U);
    BOOST_TEST(faults(kSound + "allowed-tools: Read, Grep\n") == 1U);
    BOOST_TEST(faults(kSound + "allowed-tools: Bash(a,b) Read\n") == 0U);
    BOOST_TEST(faults(kSound + "license: {name: MIT}\n") == 1U);
    BOOST_TEST(faults(kSound + "metadata: text\n") == 1U);
    BOOST_TEST(faults(kSound + "metadata:\n  a: [1]\n") == 1U);
}

BOOST_AUTO_TEST_CASE(front_matter_must_be_there_and_be_yaml) {
    BOOST_TEST(skill_conformance_faults("Text.\n", "deploy").size() == 1U);
    BOOST_TEST(skill_conformance_faults("---\nname: deploy\n", "deploy").size() == 1U);
    BOOST_TEST(faults("name: deploy\ndescription: Ships: it\n") == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
