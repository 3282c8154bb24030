// SPDX-License-Identifier: Apache-2.0
#include "package_fixture.hpp"

#include "base/codes.hpp"
#include "package/codes.hpp"

#include <algorithm>

namespace skilldeck::test {

namespace {

const std::string kDigest(64, 'A');

std::string declared(std::string_view rest = {}) {
    return R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/libx.so", "sha256": ")" + kDigest +
           "\"}}" + std::string(rest) + "}";
}

class NativePlugin {
public:
    explicit NativePlugin(const std::string& module) {
        directory.write("skills/s/SKILL.md", "S.");
        directory.write("dev.skilldeck/libx.so", "library");
        directory.write("dev.skilldeck/module.json", module);
    }
    [[nodiscard]] PluginPackage read() const {
        PackageOptions options;
        options.platform = "linux-x86_64";
        return must_read(directory.path(), options);
    }
    TemporaryDirectory directory;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(native_modules)

BOOST_AUTO_TEST_CASE(every_field_is_read) {
    const NativePlugin plugin(R"({
        "abi": 1,
        "modules": {"linux-x86_64": {"path": "dev.skilldeck/libx.so", "sha256": ")" +
                              kDigest + R"("},
                    "windows-x86_64": {"path": "dev.skilldeck/x.dll", "sha256": ")" +
                              kDigest + R"("},
                    "plan9-mips": "whatever"},
        "requires": {"host": ">=1.0", "os": ["linux"], "env": ["TOKEN"], "commands": ["git"]},
        "contributes": {"skills": ["summary"], "dynamicSkills": true, "mcpServers": ["acme"], "availability": true},
        "permissions": {"read": ["${projectDir}"], "write": ["/tmp/x"], "network": true, "exec": true, "session": true},
        "concurrent": true})");
    plugin.directory.write("dev.skilldeck/skills.json",
                           R"([{"name": "summary", "description": "Sums up"}, {"description": "nameless"}, 5,
                                                            {"name": "summary"}])");
    const auto package = plugin.read();
    BOOST_REQUIRE(package.native.has_value());
    const auto& module = *package.native;
    BOOST_TEST(module.abi == 1U);
    BOOST_TEST(module.platform == "linux-x86_64");
    BOOST_TEST(module.library == package.root / "dev.skilldeck/libx.so");
    BOOST_TEST(module.sha256 == std::string(64, 'a'));
    BOOST_TEST(module.platforms == (Names{"linux-x86_64", "windows-x86_64"}));
    BOOST_TEST(module.requires_host == ">=1.0");
    BOOST_TEST(module.requires_os == Names{"linux"});
    BOOST_TEST(module.requires_env == Names{"TOKEN"});
    BOOST_TEST(module.requires_commands == Names{"git"});
    BOOST_TEST(module.skills == Names{"summary"});
    BOOST_TEST(module.mcp_servers == Names{"acme"});
    BOOST_TEST(module.permission_read == Names{"${projectDir}"});
    BOOST_TEST(module.permission_write == Names{"/tmp/x"});
    BOOST_TEST((module.dynamic_skills && module.availability && module.concurrent));
    BOOST_TEST((module.permission_network && module.permission_exec && module.permission_session));
    BOOST_TEST(module.skill_items.size() == 1U);
    BOOST_TEST(
        codes_of(package.diagnostics) ==
            (std::vector<Code>{code::native_skill_invalid, code::native_skill_invalid, code::native_skill_twice}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_declaration_that_says_one_thing_twice_is_refused) {
    for (const auto& text : {declared(R"(, "abi": 1)"), declared(R"(, "concurrent": false, "concurrent": true)"),
                             declared(R"(, "permissions": {"exec": false, "exec": true})")}) {
        const auto package = NativePlugin(text).read();
        BOOST_TEST(!package.native.has_value(), text);
        BOOST_TEST(package.refused_native.has_value(), text);
        for (const auto code : {code::json_member_twice, code::module_refused}) {
            BOOST_TEST(std::ranges::count(package.diagnostics, code, &Diagnostic::code) == 1, text);
        }
    }
    const auto whole = NativePlugin(declared()).read();
    BOOST_TEST(whole.native.has_value());
}

BOOST_AUTO_TEST_CASE(what_stands_twice_in_a_file_of_a_plugin_is_said_by_its_reader) {
    const NativePlugin plugin(declared());
    const auto& directory = plugin.directory;
    directory.write(".claude-plugin/plugin.json", R"({"name": "a", "version": "1.0.0", "version": "2.0.0"})");
    directory.write("hooks/hooks.json", R"({"hooks": {"Stop": [], "Stop": []}})");
    directory.write(".mcp.json", R"({"s": {"command": "a", "command": "b"}})");
    directory.write("dev.skilldeck/skills.json", R"([{"name": "s", "name": "t"}])");
    const auto package = plugin.read();
    BOOST_TEST(std::ranges::count(package.diagnostics, code::json_member_twice, &Diagnostic::code) == 4);
    BOOST_TEST(package.native.has_value());
}

BOOST_AUTO_TEST_CASE(nothing_is_granted_that_is_not_asked_for) {
    const auto module = NativePlugin(declared()).read().native.value();
    BOOST_TEST(
        !(module.permission_network || module.permission_exec || module.permission_session || module.concurrent));
    BOOST_TEST((module.permission_read.empty() && module.permission_write.empty()));
}

BOOST_AUTO_TEST_CASE(a_machine_without_a_library_still_knows_the_module) {
    PackageOptions options;
    options.platform = "linux-aarch64";
    const NativePlugin plugin(declared());
    const auto module = must_read(plugin.directory.path(), options).native.value();
    BOOST_TEST(module.platform.empty());
    BOOST_TEST(module.library.empty());
    BOOST_TEST(module.platforms == Names{"linux-x86_64"});
}

BOOST_AUTO_TEST_CASE(a_missing_library_is_a_diagnostic_that_names_the_path) {
    const NativePlugin plugin(declared());
    std::filesystem::remove(plugin.directory.path() / "dev.skilldeck/libx.so");
    const auto package = plugin.read();
    BOOST_TEST(package.native.has_value());
    BOOST_TEST(names_of(package.skills) == Names{"s"});
    const auto* missing = find_code(package.diagnostics, code::module_library_missing);
    BOOST_REQUIRE(missing != nullptr);
    BOOST_TEST(missing->message.find((package.root / "dev.skilldeck/libx.so").string()) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_library_outside_the_plugin_is_refused) {
    const TemporaryDirectory elsewhere;
    elsewhere.write("evil.so", "evil");
    for (const std::string& path : Names{"../evil.so", (elsewhere.path() / "evil.so").string(),
                                         "dev.skilldeck/../../evil.so", "dev.skilldeck\\\\libx.so", ""}) {
        const NativePlugin plugin(R"({"abi": 1, "modules": {"linux-x86_64": {"path": ")" + path + R"(", "sha256": ")" +
                                  kDigest + "\"}}}");
        const auto package = plugin.read();
        BOOST_TEST(!package.native.has_value(), path);
        BOOST_TEST(find_code(package.diagnostics, code::module_path_outside) != nullptr, path);
    }
    const NativePlugin plugin(declared());
    std::filesystem::remove(plugin.directory.path() / "dev.skilldeck/libx.so");
    std::filesystem::create_symlink(elsewhere.path() / "evil.so", plugin.directory.path() / "dev.skilldeck/libx.so");
    BOOST_TEST(!plugin.read().native.has_value());
}

BOOST_AUTO_TEST_CASE(a_declaration_with_a_wrong_field_gives_no_module_and_keeps_the_plugin) {
    const std::vector<std::pair<std::string, Code>> modules{
        {"{", code::json_malformed},
        {R"({"modules": {}})", code::module_abi_missing},
        {R"({"abi": 0, "modules": {}})", code::module_abi_missing},
        {R"({"abi": "1", "modules": {}})", code::module_abi_missing},
        {R"({"abi": 1})", code::module_without_library},
        {R"({"abi": 1, "modules": {"beos-x86": {}}})", code::module_without_library},
        {R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/libx.so", "sha256": "12"}}})",
         code::module_digest_invalid},
        {R"({"abi": 1, "modules": {"linux-x86_64": "dev.skilldeck/libx.so"}})", code::json_wrong_type},
        {declared(R"(, "requires": [])"), code::json_wrong_type},
        {declared(R"(, "requires": {"os": "linux"})"), code::json_wrong_type},
        {declared(R"(, "requires": {"host": "whenever"})"), code::module_range_invalid},
        {declared(R"(, "contributes": {"skills": [1]})"), code::json_wrong_type},
        {declared(R"(, "permissions": {"network": "yes"})"), code::json_wrong_type},
        {declared(R"(, "permissions": {"read": "/"})"), code::json_wrong_type},
        {declared(R"(, "concurrent": 1)"), code::json_wrong_type},
    };
    for (const auto& [text, code] : modules) {
        const auto package = NativePlugin(text).read();
        BOOST_TEST(!package.native.has_value(), text);
        BOOST_TEST(find_code(package.diagnostics, code) != nullptr, text);
        BOOST_TEST(names_of(package.skills) == Names{"s"});
    }
}

BOOST_AUTO_TEST_CASE(an_unknown_field_is_a_warning) {
    const auto package = NativePlugin(declared(R"(, "permissions": {"microphone": true}, "colour": 1)")).read();
    BOOST_TEST(package.native.has_value());
    BOOST_TEST(
        codes_of(package.diagnostics) == (std::vector<Code>{code::package_field_unknown, code::package_field_unknown}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_word_of_this_build_is_a_known_one) {
    const auto word = this_platform();
    const auto module = R"({"abi": 1, "modules": {")" + std::string(word) +
                        R"(": {"path": "dev.skilldeck/libx.so", "sha256": ")" + kDigest + "\"}}}";
    BOOST_TEST(must_read(NativePlugin(module).directory.path()).native.value().platform == word);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
