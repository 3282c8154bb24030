// SPDX-License-Identifier: Apache-2.0
#include "package/new_plugin.hpp"
#include "package/codes.hpp"

#include "no_components.hpp"
#include "package/validation.hpp"
#include "package_fixture.hpp"

namespace skilldeck::test {

BOOST_AUTO_TEST_SUITE(new_plugins)

BOOST_AUTO_TEST_CASE(a_plugin_without_code_passes_the_strict_judge) {
    const auto files = new_plugin_files("release-notes", PluginLanguage::none, {});
    BOOST_REQUIRE(files.has_value());
    const TemporaryDirectory scratch;
    for (const auto& file : *files) scratch.write("release-notes" / file.path, file.text);
    const auto findings = validate_plugin(disk(), scratch.path() / "release-notes", {}, NoComponents());
    BOOST_TEST(validation_passed(findings, Strictness::warnings_fail));
    const auto package = must_read(scratch.path() / "release-notes");
    BOOST_TEST(package.name == "release-notes");
    BOOST_TEST(names_of(package.skills) == Names{"release-notes"});
}

BOOST_AUTO_TEST_CASE(the_name_goes_into_paths_texts_and_identifiers_of_a_template) {
    const std::vector<NewFile> templates{
        {"src/skilldeck_template_name.cpp", "namespace skilldeck_template_name {}", 0644},
        {"run.sh", "#!/bin/sh\necho skilldeck-template-name skilldeck-template-name", 0755}};
    const auto files = new_plugin_files("my-tool-1", PluginLanguage::cpp, templates);
    BOOST_REQUIRE(files.has_value());
    BOOST_TEST((*files)[0].path == Path("src/my_tool_1.cpp"));
    BOOST_TEST((*files)[0].text == "namespace my_tool_1 {}");
    BOOST_TEST((*files)[1].text == "#!/bin/sh\necho my-tool-1 my-tool-1");
    BOOST_TEST((*files)[1].mode == 0755U);
}

BOOST_AUTO_TEST_CASE(an_identifier_does_not_begin_with_a_digit) {
    const auto files = new_plugin_files("3d", PluginLanguage::c, {{"a.c", "int skilldeck_template_name;", 0644}});
    BOOST_TEST(files.value()[0].text == "int plugin_3d;");
}

BOOST_AUTO_TEST_CASE(bad_names_and_missing_templates_are_refused) {
    for (const std::string& name : Names{"", "Big", "a b", "../x", "a/b", "-a", "a.b", "123", "1e5", "true"}) {
        const auto files = new_plugin_files(name, PluginLanguage::none, {});
        BOOST_REQUIRE(!files.has_value());
        BOOST_TEST(files.error().code == code::new_plugin_name);
    }
    BOOST_TEST(new_plugin_files("a", PluginLanguage::cpp, {}).error().code == code::template_missing);
}

BOOST_AUTO_TEST_CASE(the_languages_have_words) {
    BOOST_TEST((parse_plugin_language("cpp") == PluginLanguage::cpp));
    BOOST_TEST((parse_plugin_language("c") == PluginLanguage::c));
    BOOST_TEST((parse_plugin_language("none") == PluginLanguage::none));
    BOOST_TEST(!parse_plugin_language("rust").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
