// SPDX-License-Identifier: Apache-2.0
// `skill validate` and `plugin validate` from outside: JSON, SARIF, exit status.
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

namespace skilldeck::test {

namespace {

namespace json = boost::json;

const json::object* with_code(const json::array& findings, std::string_view code) {
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&](const json::value& finding) { return finding.at("code").as_string() == code; });
    return found == findings.end() ? nullptr : &found->as_object();
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(validation)

BOOST_AUTO_TEST_CASE(findings_have_file_line_column_code_and_hint) {
    const Deck deck;
    const auto file = deck.write("tidy/SKILL.md", "---\nname: tidy\ndescription: A b: c d e.\n---\nTidy.\n");
    const auto run = deck.run({"skill", "validate", "--json", (deck.path() / "tidy").string()});
    BOOST_TEST(run.status == 1);
    const auto answer = run.json().as_object();
    BOOST_TEST(answer.at("ok").as_bool() == false);
    const auto* finding = with_code(answer.at("findings").as_array(), "frontmatter-repaired");
    BOOST_REQUIRE(finding != nullptr);
    BOOST_TEST(finding->at("severity").as_string() == "error");
    BOOST_TEST(finding->at("file").as_string() == file.string());
    BOOST_TEST(finding->at("line").as_int64() == 3);
    BOOST_TEST(finding->at("column").as_int64() == 14);
    BOOST_TEST(!finding->at("hint").as_string().empty());
}

BOOST_AUTO_TEST_CASE(several_paths_are_judged_whatever_the_others_are) {
    const Deck deck;
    deck.write("good/SKILL.md", skill_text("good", "Says hello when somebody arrives.", "Hello.\n"));
    const auto good = (deck.path() / "good").string();
    BOOST_TEST(deck.run({"skill", "validate", good}).status == 0);
    const auto run = deck.run({"skill", "validate", "--json", (deck.path() / "nowhere").string(), good});
    BOOST_TEST(run.status == 1);
    const auto findings = run.json().at("findings").as_array();
    BOOST_TEST(findings.size() == 1U);
    BOOST_TEST(with_code(findings, "file-not-found") != nullptr);
    BOOST_TEST(deck.run({"skill", "validate"}).status == 2);
}

/// The whole log, written out by hand from SARIF 2.1.0: columns count UTF-16 code units.
BOOST_AUTO_TEST_CASE(the_sarif_log_is_what_the_standard_says) {
    const Deck deck;
    deck.write("project/a b/SKILL.md",
               "---\nname: x\ndescription: Says hello when somebody arrives.\n---\n"
               "😀é [g](gone.md)\n");
    const auto run = deck.run(
        {"--project", deck.project().string(), "skill", "validate", "--sarif", (deck.project() / "a b").string()});
    BOOST_TEST(run.status == 1);
    const auto log = run.json().as_object();
    BOOST_TEST(log.at("version").as_string() == "2.1.0");
    BOOST_TEST(log.at("$schema").as_string() ==
               "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    BOOST_REQUIRE(log.at("runs").as_array().size() == 1U);
    const auto& only = log.at("runs").as_array()[0].as_object();
    BOOST_TEST(only.at("columnKind").as_string() == "utf16CodeUnits");
    const auto& driver = only.at("tool").at("driver").as_object();
    BOOST_TEST(driver.at("name").as_string() == "skilldeck");
    const auto& rules = driver.at("rules").as_array();
    const auto& results = only.at("results").as_array();
    BOOST_REQUIRE(results.size() == 2U);

    const auto& mismatch = results[0].as_object();
    const json::value wanted{
        {"ruleId", "skill-name-mismatch"},
        {"ruleIndex", 0},
        {"level", "error"},
        {"message",
         {{"text",
           "the name x differs from the folder a b; both call the skill (hint: give the folder the name of the "
           "skill)"}}},
        {"locations", json::array{{{"physicalLocation",
                                    {{"artifactLocation", {{"uri", "a%20b/SKILL.md"}, {"uriBaseId", "ROOT"}}},
                                     {"region", {{"startLine", 2}, {"startColumn", 7}}}}}}}}};
    auto same = mismatch;
    same["locations"].at(0).at("physicalLocation").at("artifactLocation").as_object()["uri"] = "a%20b/SKILL.md";
    BOOST_TEST(json::value(same) == wanted);
    const auto base = std::string(only.at("originalUriBaseIds").at("ROOT").at("uri").as_string());
    const auto uri = mismatch.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri").as_string();
    BOOST_TEST(base.starts_with("file:///"));
    BOOST_TEST(base.ends_with("/"));
    BOOST_TEST((base + std::string(uri)).ends_with("/project/a%20b/SKILL.md"));

    const auto& missing = results[1].as_object();
    BOOST_TEST(missing.at("ruleId").as_string() == "skill-reference-missing");
    BOOST_TEST(missing.at("level").as_string() == "warning");
    const auto& region = missing.at("locations").at(0).at("physicalLocation").at("region").as_object();
    BOOST_TEST(region.at("startLine").as_int64() == 5);
    BOOST_TEST(region.at("startColumn").as_int64() == 9);  // 😀 takes two units, é one

    for (const auto& result : results) {
        const auto& rule = rules.at(static_cast<std::size_t>(result.at("ruleIndex").as_int64())).as_object();
        BOOST_TEST(rule.at("id").as_string() == result.at("ruleId").as_string());
        BOOST_TEST(!rule.at("shortDescription").at("text").as_string().empty());
        BOOST_TEST(!rule.at("help").at("text").as_string().empty());
        const auto level = std::string(rule.at("defaultConfiguration").at("level").as_string());
        BOOST_TEST((level == "note" || level == "warning" || level == "error"));
    }
}

BOOST_AUTO_TEST_CASE(a_sarif_log_without_findings_is_still_a_log) {
    const Deck deck;
    deck.write("good/SKILL.md", skill_text("good", "Says hello when somebody arrives.", "Hello.\n"));
    const auto run = deck.run({"skill", "validate", "--sarif", (deck.path() / "good").string()});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(run.json().at("runs").at(0).at("results").as_array().empty());
}

BOOST_AUTO_TEST_CASE(the_first_party_plugins_are_good) {
    const Deck deck;
    const auto run = deck.run({"plugin", "validate", "--json", bundled_marketplace().string()});
    BOOST_TEST(run.status == 0, run.all());
    const auto findings = run.json().at("findings").as_array();
    for (const auto& finding : findings) BOOST_TEST(finding.at("severity").as_string() != "error", run.all());
    std::size_t native = 0;
    for (const auto* plugin : {"hello", "command-guard", "workspace-context"}) {
        const auto root = bundled_marketplace() / "plugins" / plugin;
        if (!std::filesystem::exists(root / "dev.skilldeck/module.json")) continue;
        ++native;
        BOOST_TEST(deck.run({"plugin", "validate", root.string()}).status == 0, plugin);
    }
    BOOST_TEST(native == 3U);
}

BOOST_AUTO_TEST_CASE(a_library_is_judged_without_being_opened) {
    const Deck deck;
    const auto root = deck.path() / "copy";
    std::filesystem::copy(bundled_marketplace() / "plugins/hello", root, std::filesystem::copy_options::recursive);
    const auto rename = [&](const std::string& name) {
        deck.write("copy/plugin.json",
                   "{\"$schema\": \"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json\", \"name\": \"" + name +
                       "\", \"version\": \"1\", \"description\": \"d\", \"author\": {\"name\": \"a\"}}");
    };
    rename("hello");
    BOOST_TEST(deck.run({"plugin", "validate", root.string()}).status == 0);
    rename("other");
    const auto run = deck.run({"plugin", "validate", "--json", root.string()});
    BOOST_TEST(run.status == 1);
    BOOST_TEST(with_code(run.json().at("findings").as_array(), "native-name-differs") != nullptr, run.all());
}

BOOST_AUTO_TEST_CASE(skills_that_are_declared_and_not_described_are_found) {
    const Deck deck;
    deck.write("p/.claude-plugin/plugin.json", R"({"name": "p", "version": "1.0.0", "description": "d"})");
    deck.write("p/dev.skilldeck/module.json", R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/p.so",)"
                                              R"("sha256": ")" +
                                                  std::string(64, 'a') + R"("}}, "contributes": {"skills": ["a"]}})");
    deck.write("p/dev.skilldeck/skills.json", R"([{"name": "b", "description": "d"}])");
    const auto findings =
        deck.run({"plugin", "validate", "--json", (deck.path() / "p").string()}).json().at("findings").as_array();
    for (const auto* code : {"native-skill-undescribed", "native-skill-undeclared"}) {
        const auto* finding = with_code(findings, code);
        BOOST_REQUIRE_MESSAGE(finding != nullptr, code);
        BOOST_TEST(finding->at("severity").as_string() == "warning");
    }
}

BOOST_AUTO_TEST_CASE(hooks_and_skills_of_a_plugin_are_judged_in_their_files) {
    const Deck deck;
    deck.write("p/.claude-plugin/plugin.json",
               "{\"name\": \"p\", \"version\": \"1\", \"description\": \"d\", \"author\": {\"name\": \"a\"}}");
    deck.write("p/hooks/hooks.json",
               "{\"hooks\": {\"PreToolUse\": [\n {\"matcher\": \"Bash(\", \"hooks\": [\n  {\"type\": \"command\"},\n"
               "  {\"type\": \"command\", \"command\": \"true\", \"timeout\": 5000}]}],\n \"Stopp\": []}}");
    deck.write("p/skills/s/SKILL.md", "---\nname: other\ndescription: Sorts: all of it.\n---\nS.\n");
    const auto run = deck.run({"plugin", "validate", "--json", (deck.path() / "p").string()});
    const auto findings = run.json().at("findings").as_array();
    const auto place = [&](std::string_view code) {
        const auto* finding = with_code(findings, code);
        if (finding == nullptr) return "no " + std::string(code);
        return std::string(finding->at("severity").as_string()) + " " + std::to_string(finding->at("line").as_int64()) +
               ":" + std::to_string(finding->at("column").as_int64());
    };
    BOOST_TEST(place("hook-entry-invalid") == "error 3:3");
    BOOST_TEST(place("hook-timeout-large") == "warning 4:3");
    BOOST_TEST(place("hook-event-unknown") == "warning 5:2");
    BOOST_TEST(place("hook-matcher-invalid") == "error 2:14");
    BOOST_TEST(place("skill-name-mismatch") == "warning 2:7");
    BOOST_TEST(place("frontmatter-repaired") == "error 3:14");
}

BOOST_AUTO_TEST_CASE(fix_mends_what_is_mechanical_and_says_so_once) {
    const Deck deck;
    const auto manifest = deck.write("p/.claude-plugin/plugin.json",
                                     "{\"name\": \"p\", \"version\": \"1\", \"description\": \"d\",\n"
                                     " \"author\": {\"name\": \"a\"}, \"skills\": [\"more\"]}\n");
    deck.write("p/more/one/SKILL.md", "---\nname: one\ndescription: Does one thing: this.\n---\nOne.\n");
    deck.write("p/skills/two/SKILL.md", "---\r\nname: Two\r\ndescription: Does two things well.\r\n---\r\nTwo.\r\n");
    deck.write("p/agents/a.md", "---\ndescription: Helps: with a.\n---\nA.\n");
    const auto script = deck.write("p/run.sh", "#!/bin/sh\r\ntrue\r\n");
    deck.write("p/hooks/hooks.json",
               "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": "
               "\"\\\"${CLAUDE_PLUGIN_ROOT}/run.sh\\\"\"}]}]}}");
    const auto path = (deck.path() / "p").string();
    BOOST_TEST(deck.run({"plugin", "validate", path}).status == 1);
    const auto fixed = deck.run({"plugin", "validate", "--fix", "--strict", "--json", path});
    BOOST_TEST(fixed.status == 0, fixed.all());
    BOOST_TEST(fixed.json().at("fixed").as_array().size() == 7U, fixed.all());
    BOOST_TEST(read_file(manifest) ==
               "{\"name\": \"p\", \"version\": \"1\", \"description\": \"d\",\n"
               " \"author\": {\"name\": \"a\"}, \"skills\": [\"./more\"]}\n");
    BOOST_TEST(read_file(deck.path() / "p/skills/two/SKILL.md") ==
               "---\nname: two\ndescription: Does two things well.\n---\nTwo.\n");
    BOOST_TEST(read_file(script) == "#!/bin/sh\ntrue\n");
    BOOST_TEST(((std::filesystem::status(script).permissions() & std::filesystem::perms::owner_exec) !=
                std::filesystem::perms::none));
    const auto again = deck.run({"plugin", "validate", "--fix", "--json", path});
    BOOST_TEST(!again.json().as_object().contains("fixed"), again.all());
}

BOOST_AUTO_TEST_CASE(fix_writes_through_no_link) {
    const Deck deck;
    const std::string text = "---\nname: s\ndescription: Sorts: all of it.\n---\nS.\n";
    const auto outside = deck.write("outside.md", text);
    std::filesystem::create_directories(deck.path() / "s");
    std::filesystem::create_symlink(outside, deck.path() / "s/SKILL.md");
    const auto linked = deck.run({"skill", "validate", "--fix", (deck.path() / "s").string()});
    BOOST_TEST(linked.status == 1);
    BOOST_TEST(linked.all().find("--fix left it alone: it is a link") != std::string::npos, linked.all());
    BOOST_TEST(read_file(outside) == text);
}

BOOST_AUTO_TEST_CASE(the_source_of_a_native_plugin_is_told_apart) {
    const Deck deck;
    BOOST_TEST(deck.run({"plugin", "new", "mine", "--lang", "cpp", "--dir", deck.path().string()}).status == 0);
    for (const auto* command : {"validate", "test"}) {
        const auto run = deck.run({"plugin", command, (deck.path() / "mine").string()});
        BOOST_TEST(run.status == 1);
        BOOST_TEST(contains(run.all(), "build/plugin/mine"), run.all());
    }
}

/// What is wrong with a plugin, each fault once, as the loader, the lists and the validator see it.
BOOST_AUTO_TEST_CASE(the_validator_and_the_loader_find_the_same) {
    Deck deck;
    const auto plugin = deck.path() / "vm";
    deck.write("vm/.claude-plugin/plugin.json",
               R"({"name": "vm", "version": "1.0.0", "description": "d", "author": {"name": "a"}})");
    deck.write("vm/commands/c.md", "---\ndescription: d\ndisable-model-invocation: maybe\nmodel: [a]\n---\nb\n");
    deck.write("vm/agents/a.md", "---\nname: same\ndescription: x\n---\nb\n");
    deck.write("vm/agents/b.md", "---\nname: same\ndescription: x\n---\nb\n");
    deck.write("vm/skills/one/SKILL.md", skill_text("two", "Says hello when somebody arrives.", "Hello.\n"));
    deck.write("vm/skills/two/SKILL.md", skill_text("two", "Says hello when somebody arrives.", "Hello.\n"));
    deck.write("vm/skills/loose.md", "Loose.");
    deck.write("vm/.mcp.json", R"({"y": {"command": ["a"]}, "none": {}, "good": {"command": "x"}})");
    deck.write("vm/hooks/hooks.json", R"({"hooks": {
        "PreToolUse": [{"matcher": "([", "hooks": [{"type": "command", "command": "true"}]}],
        "Stop": [{"hooks": [{"type": "prompt", "prompt": "Done?"}]}],
        "NoSuchEvent": [{"hooks": [{"type": "command", "command": "true"}]}]}})");
    deck.options = {"--plugin-dir", plugin.string()};
    const auto validated = deck.run({"plugin", "validate", "--json", plugin.string()});
    const auto doctor = deck.run({"doctor", "--json"});
    const auto findings = validated.json().at("findings").as_array();
    const auto problems = doctor.json().at("findings").as_array();
    BOOST_TEST(validated.status == 1);
    BOOST_TEST(doctor.status == 1);
    for (const auto* code :
         {"skill-restriction-unreadable", "skill-field-ignored", "mcp-server-invalid", "mcp-server-without-endpoint",
          "hook-matcher-invalid", "hook-kind-not-run", "hook-event-unknown", "package-file-unread"}) {
        BOOST_TEST((with_code(findings, code) != nullptr), "validate: " << code);
        BOOST_TEST((with_code(problems, code) != nullptr), "doctor: " << code);
    }
    BOOST_TEST((with_code(problems, "contribution-refused") == nullptr));
    std::string twice;
    for (const auto& finding : findings) {
        if (finding.at("code").as_string() != "package-twice") continue;
        twice += std::filesystem::path(finding.at("file").as_string().c_str()).lexically_relative(plugin).string() +
                 ": " + finding.at("message").as_string().c_str() + "\n";
    }
    const std::string rest = " has the name, and this one is not reached by it\n";
    BOOST_TEST(twice == "skills/one/SKILL.md: skill \"two\" is there twice; " +
                            (plugin / "skills/two/SKILL.md").string() + rest +
                            "agents/b.md: agent \"same\" is there twice; " + (plugin / "agents/a.md").string() + rest);

    const auto listed = deck.plugin("vm@inline").at("contributions").as_object();
    BOOST_TEST(listed.at("hooks").at("PreToolUse") == 1);  // declared; explain says that it is refused
    BOOST_TEST(listed.at("mcpServers") == json::array{"good"});
    const auto explained = deck.run({"plugin", "explain", "vm@inline", "--json"}).json();
    std::map<std::string, std::string> states;
    for (const auto& item : explained.at("contributions").as_array()) {
        states[item.at("kind").as_string().c_str() + std::string(" ") + item.at("name").as_string().c_str()] =
            item.at("state").as_string().c_str();
    }
    const std::map<std::string, std::string> wanted{{"skill one", "shadowed"},
                                                    {"skill two", "active"},
                                                    {"command c", "active"},
                                                    {"agent a", "active"},
                                                    {"agent b", "active"},
                                                    {"mcpServer y", "refused"},
                                                    {"mcpServer none", "refused"},
                                                    {"mcpServer good", "active"},
                                                    {"hook PreToolUse[0].hooks[0]", "refused"},
                                                    {"hook Stop[0].hooks[0]", "refused"},
                                                    {"hook NoSuchEvent[0].hooks[0]", "refused"}};
    for (const auto& [name, state] : wanted) BOOST_TEST(states[name] == state, name << " is " << states[name]);
    BOOST_TEST(states.size() == wanted.size());
}

BOOST_AUTO_TEST_CASE(what_fix_changes_was_found_before) {
    const Deck deck;
    const auto plugin = (deck.path() / "p").string();
    deck.write(
        "p/.claude-plugin/plugin.json",
        "\xEF\xBB\xBF{\"name\": \"p\", \"version\": \"1.0.0\", \"description\": \"d\", \"author\": {\"name\": \"a\"}}");
    const auto hooks = deck.write("p/hooks/hooks.json", "\xEF\xBB\xBF{\"hooks\": {}}");
    deck.write("p/commands/c.md", "---\ndescription: d\nargument-hint: 7\n---\nb\n");
    const auto before = deck.run({"plugin", "validate", "--json", plugin}).json().at("findings").as_array();
    BOOST_TEST(before.size() == 3U);
    BOOST_TEST((with_code(before, "json-byte-order-mark") != nullptr));
    BOOST_TEST((with_code(before, "skill-field-not-text") != nullptr));
    const auto fixed = deck.run({"plugin", "validate", "--fix", "--json", plugin}).json().as_object();
    BOOST_TEST(fixed.at("fixed").as_array().size() == 3U);
    BOOST_TEST(fixed.at("findings").as_array().empty());
    BOOST_TEST(read_file(hooks) == "{\"hooks\": {}}");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
