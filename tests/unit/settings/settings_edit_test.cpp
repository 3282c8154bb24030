// SPDX-License-Identifier: Apache-2.0
// Only the bytes of the member that changes may change.
#include "base/codes.hpp"
#include "base/json.hpp"
#include "os/file_system.hpp"
#include "settings/codes.hpp"
#include "settings/settings.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <filesystem>
#include <random>
#include <thread>

using namespace skilldeck;
using Value = std::optional<std::string>;

namespace {

const std::string kBom = "\xEF\xBB\xBF";

std::string edited(std::string_view text, std::string_view id, const Value& value) {
    const auto result = edit_settings_member(text, "settings.json", "enabledPlugins", id, value);
    BOOST_TEST_REQUIRE(result.has_value());
    return *result;
}

Error refused(std::string_view text) {
    const auto result = edit_settings_member(text, "settings.json", "enabledPlugins", "a@m", "true");
    BOOST_TEST_REQUIRE(!result.has_value());
    return result.error();
}

bool holds(std::string_view text, std::string_view id, bool value) {
    const auto document = parse_json_object(text, "");
    BOOST_TEST_REQUIRE(document.has_value());
    const auto* found =
        document->at("enabledPlugins").as_object().if_contains(boost::json::string_view(id.data(), id.size()));
    return found != nullptr && *found == value;
}

/// Texts as people and programs write them.
const std::vector<std::string> kTexts{
    "{}",
    "{}\n",
    "{ }",
    "{\n}\n",
    "  {}  ",
    kBom + "{}",
    kBom + "{\r\n  \"a\": 1\r\n}\r\n",
    "{\"a\":1}",
    "{\"a\":1,\"b\":[1,2,{\"c\":\"}\"}]}",
    "{ \"a\" : 1 , \"b\" : 2 }\n",
    "{\n  \"a\": 1\n}\n",
    "{\n  \"a\": 1\n}",
    "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": 0.010\r\n\t}\r\n}",
    "{\n    \"enabledPlugins\": {},\n    \"a\": 1\n}\n",
    "{\n    \"a\": 1,\n    \"enabledPlugins\": {}\n}\n",
    "{\"enabledPlugins\":{}}",
    "{\"enabledPlugins\": { }}",
    "{\n\t\"enabledPlugins\": {\n\t}\n}\n",
    "{\n  \"enabledPlugins\": {\n    \"x@m\": true\n  },\n  \"z\": null\n}\n",
    "{\n  \"enabledPlugins\": {\"x@m\":true,\"y@m\":false}\n}\n",
    "{\n  \"enabledPlugins\": { \"x@m\": true }\n}\n",
    "{\"enabledPlugins\": {\"old@m\": true}, \"enabledPlugins\": {\"x@m\": true}}",
    "{\"enabledPlugins\": {\"old@m\": true}, \"enabledPlugins\": {}}",
    "{\"enabledPlugins\": {\"x@m\": true, \"x@m\": false}}",
    "{\"enabled\\u0050lugins\": {\"x@m\": true}}",
    "{\"deep\": {\"enabledPlugins\": {\"a@m\": false}}, \"s\": \"\\\"enabledPlugins\\\": {\\\\\"}",
    "{\n\n  \"a\": 1,\n\n  \"b\": 1e-2\n\n}\n\n",
};

/// Writes random settings texts: any layout, escapes, nesting, with or without the map. The same for the same seed.
class TextMaker {
public:
    explicit TextMaker(std::uint32_t seed) : random_(seed) {}

    std::string text() {
        std::string made = (one_of(8) == 0 ? kBom : "") + blank() + "{";
        const auto members = one_of(5);
        const auto map_at = one_of(7);
        for (std::uint32_t i = 0; i < members; ++i) {
            made += (i > 0 ? blank() + "," : "") + blank();
            made += i == map_at ? "\"enabledPlugins\"" : key();
            made += blank() + ":" + blank() + (i == map_at ? object(1) : value(3));
        }
        return made + blank() + "}" + blank();
    }

private:
    std::uint32_t one_of(std::uint32_t count) { return static_cast<std::uint32_t>(random_()) % count; }
    std::string blank() {
        const std::array<const char*, 7> blanks{"", "", " ", "\n", "\r\n\t", "\n    ", "  "};
        return blanks[one_of(blanks.size())];
    }
    std::string key() { return "\"k" + std::to_string(number_++) + (one_of(3) == 0 ? "\\\"}{\\\\" : "") + "\""; }
    std::string object(std::uint32_t depth) {
        std::string made = "{";
        const auto members = one_of(4);
        for (std::uint32_t i = 0; i < members; ++i) {
            made += (i > 0 ? blank() + "," : "") + blank() + key() + blank() + ":" + blank() + value(depth - 1);
        }
        return made + blank() + "}";
    }
    std::string value(std::uint32_t depth) {
        const std::array<const char*, 7> plain{
            "true", "null", "0.010", "-1E+2", "\"a,b:{}[]\"", "\"\\\\\"", "[1, {\"x\": [\"]\"]}]"};
        return depth > 0 && one_of(2) == 0 ? object(depth) : plain[one_of(plain.size())];
    }

    std::minstd_rand random_;
    int number_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(settings_edit)

BOOST_AUTO_TEST_CASE(in_random_texts_setting_then_removing_gives_the_same_bytes) {
    constexpr std::uint32_t kTextsToTry = 3000;
    for (std::uint32_t seed = 1; seed <= kTextsToTry; ++seed) {
        const auto text = TextMaker(seed).text();
        const auto set = edited(text, "a@m", "true");
        const auto second = edited(set, "b@m", "false");
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST_REQUIRE(holds(second, "a@m", true));
            BOOST_TEST_REQUIRE(holds(second, "b@m", false));
            BOOST_TEST_REQUIRE(edited(second, "b@m", std::nullopt) == set);
            BOOST_TEST_REQUIRE(edited(set, "a@m", std::nullopt) == text);
        }
    }
}

BOOST_AUTO_TEST_CASE(setting_then_removing_gives_the_same_bytes) {
    for (const auto& text : kTexts) {
        for (const auto* id : {"a@m", "q\"uote@m", "\xC3\xA9@m"}) {
            BOOST_TEST_CONTEXT(text) {
                const auto set = edited(text, id, "true");
                BOOST_TEST(holds(set, id, true));
                BOOST_TEST(edited(set, id, std::nullopt) == text);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(several_settings_removed_in_reverse_give_the_same_bytes) {
    for (const auto& text : kTexts) {
        BOOST_TEST_CONTEXT(text) {
            const auto one = edited(text, "one@m", "true");
            const auto two = edited(one, "two@m", "false");
            const auto three = edited(two, "three@m", "true");
            BOOST_TEST(holds(three, "one@m", true));
            BOOST_TEST(holds(three, "two@m", false));
            BOOST_TEST(edited(three, "three@m", std::nullopt) == two);
            BOOST_TEST(edited(two, "two@m", std::nullopt) == one);
            BOOST_TEST(edited(one, "one@m", std::nullopt) == text);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_change_of_value_and_back_gives_the_same_bytes) {
    for (const auto& text : kTexts) {
        BOOST_TEST_CONTEXT(text) {
            const auto set = edited(text, "a@m", "true");
            const auto turned = edited(set, "a@m", "false");
            BOOST_TEST(turned.size() == set.size() + 1);
            BOOST_TEST(edited(turned, "a@m", "true") == set);
            BOOST_TEST(edited(set, "a@m", "true") == set);
        }
    }
}

BOOST_AUTO_TEST_CASE(removing_what_is_not_there_changes_nothing) {
    for (const auto& text : kTexts) BOOST_TEST(edited(text, "nobody@m", std::nullopt) == text);
    BOOST_TEST(edited("", "a@m", std::nullopt) == "");
    BOOST_TEST(edited(" \n", "a@m", std::nullopt) == " \n");
}

BOOST_AUTO_TEST_CASE(the_members_beside_it_keep_their_bytes) {
    const std::string text =
        "{\n  \"enabledPlugins\": {\"a@m\" : true,  \"b@m\":true, \"c@m\": true},\n  \"n\": 0.010\n}";
    BOOST_TEST(edited(text, "b@m", "false") ==
               "{\n  \"enabledPlugins\": {\"a@m\" : true,  \"b@m\":false, \"c@m\": true},\n  \"n\": 0.010\n}");
    BOOST_TEST(edited(text, "a@m", std::nullopt) ==
               "{\n  \"enabledPlugins\": {\"b@m\":true, \"c@m\": true},\n  \"n\": 0.010\n}");
    BOOST_TEST(edited(text, "b@m", std::nullopt) ==
               "{\n  \"enabledPlugins\": {\"a@m\" : true, \"c@m\": true},\n  \"n\": 0.010\n}");
    BOOST_TEST(edited(text, "c@m", std::nullopt) ==
               "{\n  \"enabledPlugins\": {\"a@m\" : true,  \"b@m\":true},\n  \"n\": 0.010\n}");
}

BOOST_AUTO_TEST_CASE(a_new_map_follows_the_layout_of_the_file) {
    BOOST_TEST(edited("{}\n", "a@m", "true") == "{\n  \"enabledPlugins\": {\n    \"a@m\": true\n  }\n}\n");
    BOOST_TEST(edited("{\r\n\t\"x\": 1\r\n}\r\n", "a@m", "true") ==
               "{\r\n\t\"x\": 1,\r\n\t\"enabledPlugins\": {\r\n\t\t\"a@m\": true\r\n\t}\r\n}\r\n");
    BOOST_TEST(edited("{\n    \"x\": 1\n}", "a@m", "true") ==
               "{\n    \"x\": 1,\n    \"enabledPlugins\": {\n        \"a@m\": true\n    }\n}");
    BOOST_TEST(edited("{\"x\": 1}", "a@m", "true") == "{\"x\": 1, \"enabledPlugins\": { \"a@m\": true }}");
}

BOOST_AUTO_TEST_CASE(an_empty_text_becomes_an_object) {
    const auto* made = "{\n  \"enabledPlugins\": {\n    \"a@m\": true\n  }\n}\n";
    BOOST_TEST(edited("", "a@m", "true") == made);
    BOOST_TEST(edited(" \r\n", "a@m", "true") == made);
    BOOST_TEST(edited(kBom, "a@m", "true") == kBom + made);
}

BOOST_AUTO_TEST_CASE(of_a_repeated_key_the_last_counts_and_removal_takes_all) {
    const std::string text = "{\"enabledPlugins\": {\"a@m\": true, \"b@m\": true, \"a@m\": true}}";
    BOOST_TEST(edited(text, "a@m", "false") == "{\"enabledPlugins\": {\"a@m\": true, \"b@m\": true, \"a@m\": false}}");
    BOOST_TEST(edited(text, "a@m", std::nullopt) == "{\"enabledPlugins\": {\"b@m\": true}}");
}

BOOST_AUTO_TEST_CASE(removing_the_last_plugin_of_a_hand_written_map_leaves_an_empty_map) {
    BOOST_TEST(edited("{\n  \"enabledPlugins\": {\n    \"a@m\": true },\n  \"x\": 1\n}\n", "a@m", std::nullopt) ==
               "{\n  \"enabledPlugins\": {},\n  \"x\": 1\n}\n");
}

BOOST_AUTO_TEST_CASE(a_text_that_is_not_json_is_refused_with_line_and_column) {
    const auto comma = refused("{\n  \"enabledPlugins\": {\n    \"x@m\": true,\n  }\n}\n");
    BOOST_CHECK(comma.code == code::json_malformed);
    BOOST_TEST(comma.where == "settings.json");
    BOOST_TEST(comma.what.find("line 4, column 3") != std::string::npos);
    BOOST_CHECK(refused("{\n  // note\n  \"a\": 1\n}").code == code::json_malformed);
    BOOST_TEST(refused("{\n  // note\n  \"a\": 1\n}").what.find("line 2, column 3") != std::string::npos);
    BOOST_CHECK(refused("{} {}").code == code::json_malformed);
    BOOST_CHECK(refused("{\"a\": 1").code == code::json_malformed);
}

BOOST_AUTO_TEST_CASE(a_root_or_map_of_another_type_is_refused_with_its_place) {
    const auto list = refused("\n [1, 2]");
    BOOST_CHECK(list.code == code::json_wrong_type);
    BOOST_TEST(list.what.find("line 2, column 2") != std::string::npos);
    const auto map = refused("{\n  \"enabledPlugins\": [\"x@m\"]\n}");
    BOOST_CHECK(map.code == code::json_wrong_type);
    BOOST_TEST(map.what.find("enabledPlugins") != std::string::npos);
    BOOST_TEST(map.what.find("line 2, column 21") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_left_as_it_was) {
    test::TemporaryDirectory directory;
    FileSystem disk;
    const std::string text = "{\"enabledPlugins\": {\"x@m\": true,}}";
    const auto file = directory.write("settings.json", text);
    const auto changed = change_settings(disk, disk, file, "enabledPlugins", "a@m", "true");
    BOOST_TEST_REQUIRE(!changed.has_value());
    BOOST_TEST(changed.error().where == file.string());
    BOOST_TEST(*disk.read(file, 1000) == text);
}

BOOST_AUTO_TEST_CASE(a_change_makes_the_file_and_its_folder) {
    test::TemporaryDirectory directory;
    FileSystem disk;
    const auto file = directory.path() / "new" / "settings.json";
    BOOST_TEST(change_settings(disk, disk, file, "enabledPlugins", "a@m", std::nullopt).has_value());
    BOOST_TEST(!disk.is_directory(file.parent_path()));
    BOOST_TEST(change_settings(disk, disk, file, "enabledPlugins", "a@m", "true").has_value());
    BOOST_TEST(holds(*disk.read(file, 1000), "a@m", true));
}

BOOST_AUTO_TEST_CASE(a_write_in_a_project_stays_below_it) {
    namespace fs = std::filesystem;
    test::TemporaryDirectory directory;
    const FileSystem disk;
    const auto root = fs::canonical(directory.path());
    const auto victim = directory.write("victim.json", "{}");
    fs::create_directories(root / "elsewhere");
    const auto target = [&](const Path& file) { return settings_target_below(disk, file, root / "project"); };
    directory.write("project/.skilldeck/inside.json", "{}");
    const auto folder = root / "project/.skilldeck";

    fs::create_symlink("../../victim.json", folder / "link.json");
    fs::create_symlink("../../not-there.json", folder / "dangling.json");
    fs::create_symlink(root / "elsewhere", root / "project/.linked");
    for (const auto& file : {folder / "link.json", folder / "dangling.json"}) {
        const auto refused = target(file);
        BOOST_TEST_REQUIRE(!refused.has_value());
        BOOST_CHECK(refused.error().code == code::settings_link_outside);
        BOOST_TEST(refused.error().where == file.string());
        BOOST_TEST(!refused.error().hint.empty());
    }
    const auto behind = target(root / "project/.linked/settings.json");
    BOOST_TEST_REQUIRE(!behind.has_value());
    BOOST_TEST(behind.error().where == (root / "project/.linked").string());
    BOOST_TEST(behind.error().what.find((root / "elsewhere").string()) != std::string::npos);

    fs::create_symlink("inside.json", folder / "near.json");
    BOOST_TEST(*target(folder / "near.json") == folder / "inside.json");
    BOOST_TEST(*target(folder / "new.json") == folder / "new.json");
    BOOST_TEST(*target(root / "project/no/folder/new.json") == root / "project/no/folder/new.json");
    BOOST_TEST(*disk.read(victim, 10) == "{}");
}

BOOST_AUTO_TEST_CASE(sixteen_writers_lose_nothing) {
    test::TemporaryDirectory directory;
    const auto file = directory.write("settings.json", "{\"kept\": 0.010}");
    constexpr int kWriters = 16;
    std::vector<std::thread> writers;
    for (int i = 0; i < kWriters; ++i) {
        writers.emplace_back([&file, i] {
            FileSystem disk;
            change_settings(disk, disk, file, "enabledPlugins", "p" + std::to_string(i) + "@m", "true");
        });
    }
    for (auto& writer : writers) writer.join();
    const auto text = *FileSystem().read(file, 100'000);
    for (int i = 0; i < kWriters; ++i) BOOST_TEST(holds(text, "p" + std::to_string(i) + "@m", true));
    BOOST_TEST(text.starts_with("{\"kept\": 0.010"));
}

BOOST_AUTO_TEST_SUITE_END()
