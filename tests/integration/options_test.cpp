// SPDX-License-Identifier: Apache-2.0
// The options of a plugin with the built program: set, shown, delivered, kept and forgotten; a secret is never seen.
#include "deck.hpp"
#include "file_tree.hpp"
#include "running.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

namespace skilldeck::test {

namespace {

constexpr std::string_view kSecret = "s3cret-value";

std::map<std::string, std::string> chatty_plugin(const std::string& version = "1.0.0") {
    return {{".claude-plugin/plugin.json",
             R"({"name": "p", "version": ")" + version + R"(", "description": "d", "userConfig": {
                "HOST": {"type": "string", "title": "Host", "description": "Where to ask", "required": true},
                "TOKEN": {"type": "string", "title": "Token", "description": "Who asks", "required": true, "sensitive": true},
                "depth": {"type": "number", "title": "Depth", "description": "How deep", "min": 1, "max": 9, "default": 2},
                "mode": {"type": "string", "title": "Mode", "description": "How", "options": ["fast", "slow"], "default": "fast"},
                "tags": {"type": "string", "title": "Tags", "description": "Which", "multiple": true},
                "root": {"type": "directory", "title": "Root", "description": "Where"}}})"},
            {"skills/ask/SKILL.md",
             skill_text("ask", "Asks", "Ask ${user_config.HOST} as ${user_config.TOKEN}, ${user_config.mode}.\n")},
            {"hooks/hooks.json", R"({"hooks": {"PreToolUse": [{"hooks": [
                {"type": "command", "command": "/bin/sh", "args": ["-c", "test \"$1\" = h.org && test \"$CLAUDE_PLUGIN_OPTION_TOKEN\" = s3cret-value && echo told", "sh", "${user_config.HOST}"], "onFailure": "block"}]}],
              "SessionStart": [{"hooks": [{"type": "command", "command": "echo \"depth $CLAUDE_PLUGIN_OPTION_DEPTH\""}]}]}})"}};
}

struct Installed : Deck {
    Installed() {
        run({"marketplace", "add", marketplace("m", "p", chatty_plugin()).string()});
        installed = run({"plugin", "install", "p@m"});
        BOOST_TEST_REQUIRE(installed.status == 0, installed.all());
    }
    void configure() const {
        const auto set = run({"plugin", "configure", "p@m", "HOST=h.org"});
        BOOST_TEST_REQUIRE(set.status == 0, set.all());
        const auto secret = run({"plugin", "configure", "p@m", "--stdin", "TOKEN"}, std::string(kSecret) + "\n");
        BOOST_TEST_REQUIRE(secret.status == 0, secret.all());
        BOOST_TEST(!contains(secret.all(), kSecret));
    }
    [[nodiscard]] boost::json::object option(std::string_view name) const {
        const auto shown = run({"plugin", "configure", "p@m", "--json"});
        const auto document = shown.json();
        for (const auto& each : document.at("options").as_array()) {
            if (std::string(each.at("name").as_string()) == name) return each.as_object();
        }
        BOOST_FAIL("there is no option " << name << ": " << shown.all());
        return {};
    }
    [[nodiscard]] Run tool_event() const {
        return run({"hook", "run", "PreToolUse", "--trace"}, R"({"tool_name": "Read", "tool_input": {}})");
    }
    Run installed;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(options)

BOOST_AUTO_TEST_CASE(what_is_missing_is_said_and_waits) {
    const Installed deck;
    BOOST_TEST(contains(deck.installed.err,
                        "the option \"HOST\" needs a value: Host; waiting for it: hook PreToolUse[0].hooks[0]"));
    BOOST_TEST(contains(deck.installed.err, "the option \"TOKEN\" needs a value: Token"));
    BOOST_TEST(contains(deck.installed.err, "skilldeck plugin configure p@m"));
    BOOST_TEST(contains(deck.installed.out, "2 options can be set"));
    // A guard that cannot be asked blocks, as it says.
    const auto blocked = deck.tool_event();
    BOOST_TEST(blocked.json().at("decision") == "deny", blocked.all());
    BOOST_TEST(contains(blocked.all(), "it waits for the option"));
    const auto asked = deck.run({"skill", "expand", "p:ask", "--json"});
    BOOST_TEST(asked.status == 1);
    BOOST_TEST(asked.json().at("error").at("code") == "skill-option-missing");
    const auto started = deck.run({"hook", "run", "SessionStart"}, R"({"source": "startup"})");
    BOOST_TEST(contains(started.out, "depth 2"), started.all());
    const auto explained = deck.run({"plugin", "explain", "p@m"});
    BOOST_TEST(contains(explained.out, "(not set)"), explained.all());
    const auto doctor = deck.run({"doctor", "--json"});
    BOOST_TEST(contains(doctor.out, "plugin-option-missing"));
}

BOOST_AUTO_TEST_CASE(what_is_set_arrives_and_a_secret_is_seen_nowhere) {
    const Installed deck;
    deck.configure();
    const auto settings = text_of(deck.config() / "settings.json");
    BOOST_TEST(contains(settings, R"("p@m": {"options":{"HOST":"h.org"}})"), settings);
    BOOST_TEST(!contains(settings, kSecret));
    struct stat found {};
    BOOST_REQUIRE(::stat((deck.config() / "credentials.json").c_str(), &found) == 0);
    BOOST_TEST((found.st_mode & 07777) == 0600U);
    BOOST_TEST(contains(text_of(deck.config() / "credentials.json"), kSecret));

    const auto asked = deck.tool_event();
    BOOST_TEST(asked.json().at("decision") == "none", asked.all());
    const auto expanded = deck.run({"skill", "expand", "p:ask"});
    BOOST_TEST(contains(expanded.out, "Ask h.org as [secret option TOKEN], fast."), expanded.all());
    const std::vector<std::vector<std::string>> lookers{
        {"plugin", "explain", "p@m"},          {"plugin", "explain", "p@m", "--json"},
        {"plugin", "configure", "p@m"},        {"plugin", "configure", "p@m", "--json"},
        {"plugin", "list", "--all", "--json"}, {"doctor"},
        {"-vv", "doctor", "--json"},           {"self", "report"},
        {"self", "report", "--json"},          {"hook", "list", "--json"},
        {"skill", "expand", "p:ask", "--json"}};
    for (const auto& words : lookers) {
        const auto shown = deck.run(words);
        BOOST_TEST(!contains(shown.all(), kSecret), words[0] << " " << words[1] << ":\n" << shown.all());
    }
    BOOST_TEST(!contains(asked.all(), kSecret));
    BOOST_TEST(contains(deck.run({"plugin", "explain", "p@m"}).out, "(set)"));
    const auto token = deck.option("TOKEN");
    BOOST_TEST(token.at("set") == true);
    BOOST_TEST(token.at("source") == "credentials");
    BOOST_TEST(!token.contains("value"));
    BOOST_TEST(deck.option("HOST").at("value") == "h.org");
    BOOST_TEST(deck.option("depth").at("source") == "default");
}

BOOST_AUTO_TEST_CASE(a_secret_on_the_command_line_is_wrong_usage_and_is_not_repeated) {
    const Installed deck;
    const auto refused = deck.run({"plugin", "configure", "p@m", "TOKEN=" + std::string(kSecret)});
    BOOST_TEST(refused.status == 2);
    BOOST_TEST(contains(refused.err, "--stdin TOKEN"), refused.err);
    BOOST_TEST(!contains(refused.all(), kSecret));
    BOOST_TEST(deck.option("TOKEN").at("set") == false);
}

BOOST_AUTO_TEST_CASE(values_are_judged_before_anything_is_written) {
    const Installed deck;
    const auto before = text_of(deck.config() / "settings.json");
    struct Row {
        std::vector<std::string> words;
        const char *code, *says;
    };
    const Row rows[] = {
        {{"depth=10"}, "plugin-option-refused", "is above 9"},
        {{"depth=deep"}, "plugin-option-refused", "is a string, wanted a number"},
        {{"mode=medium"}, "plugin-option-refused", "is none of \"fast\", \"slow\""},
        {{"HOST="}, "plugin-option-refused", "is empty, and it is required"},
        {{"root=nowhere"}, "plugin-option-refused", "names no directory"},
        {{"HOST=h", "hots=x"}, "plugin-option-unknown", "has no option \"hots\""},
        {{"HOST"}, "plugin-option-form", "KEY=VALUE"},
    };
    for (const auto& row : rows) {
        std::vector<std::string> words{"plugin", "configure", "p@m", "--json"};
        words.insert(words.end(), row.words.begin(), row.words.end());
        const auto refused = deck.run(words);
        BOOST_TEST(refused.status != 0);
        BOOST_TEST(refused.json().at("error").at("code") == row.code);
        BOOST_TEST(contains(refused.err, row.says), refused.err);
        BOOST_TEST(text_of(deck.config() / "settings.json") == before);
    }
}

BOOST_AUTO_TEST_CASE(every_type_has_a_spelling_and_a_document_may_hold_them_all) {
    const Installed deck;
    std::filesystem::create_directories(deck.project() / "data");
    const auto set =
        deck.run({"plugin", "configure", "p@m", "depth=3", "tags=a", "tags=b c", "root=data", "mode=slow", "--json"});
    BOOST_TEST_REQUIRE(set.status == 0, set.all());
    BOOST_TEST(set.json().at("command") == "plugin configure");
    BOOST_TEST(set.json().at("outcome") == "done");
    BOOST_TEST(deck.option("depth").at("value") == 3);
    BOOST_TEST(boost::json::serialize(deck.option("tags").at("value")) == R"(["a","b c"])");
    BOOST_TEST(deck.option("root").at("value").as_string() == (deck.project() / "data").string());
    const auto document =
        deck.run({"plugin", "configure", "p@m", "--from", "-"},
                 R"({"TOKEN": ")" + std::string(kSecret) + R"(", "HOST": "h.org", "depth": 4, "tags": ["x"]})");
    BOOST_TEST_REQUIRE(document.status == 0, document.all());
    BOOST_TEST(deck.option("depth").at("value") == 4);
    BOOST_TEST(deck.option("TOKEN").at("source") == "credentials");
    BOOST_TEST(!contains(text_of(deck.config() / "settings.json"), kSecret));
    BOOST_TEST(deck.run({"plugin", "configure", "p@m", "--unset", "depth", "--unset", "TOKEN"}).status == 0);
    BOOST_TEST(deck.option("depth").at("value") == 2);
    BOOST_TEST(deck.option("TOKEN").at("set") == false);
    BOOST_TEST(!contains(text_of(deck.config() / "credentials.json"), kSecret));
}

BOOST_AUTO_TEST_CASE(an_install_takes_options_along_and_an_unknown_one_does_not_stop_it) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "p", chatty_plugin()).string()});
    deck.write("project/values.json", R"({"TOKEN": ")" + std::string(kSecret) + R"("})");
    const auto installed = deck.run({"plugin", "install", "p@m", "--option", "HOST=h.org", "--option", "nope=1",
                                     "--options-from", "values.json", "--json"});
    BOOST_TEST_REQUIRE(installed.status == 0, installed.all());
    BOOST_TEST(installed.json().at("outcome") == "done");
    BOOST_TEST(!contains(installed.all(), kSecret));
    std::vector<std::string> warned;
    const auto action = installed.json();
    for (const auto& each : action.at("warnings").as_array()) warned.emplace_back(each.at("code").as_string());
    BOOST_TEST(warned == std::vector<std::string>{"plugin-option-not-applied"}, boost::test_tools::per_element());
    BOOST_TEST(deck.run({"hook", "run", "PreToolUse"}, R"({"tool_name": "Read"})").json().at("decision") == "none");
}

BOOST_AUTO_TEST_CASE(values_outlive_an_update_and_go_with_the_data) {
    const Installed deck;
    deck.configure();
    const auto marketplace = deck.marketplace("m", "p", chatty_plugin("1.1.0"));
    const auto updated = deck.run({"plugin", "update", "p@m", "--yes"});
    BOOST_TEST_REQUIRE(updated.status == 0, updated.all());
    BOOST_TEST(deck.plugin("p@m").at("version") == "1.1.0");
    BOOST_TEST(deck.tool_event().json().at("decision") == "none");
    BOOST_TEST(deck.run({"plugin", "uninstall", "p@m", "--keep-data"}).status == 0);
    BOOST_TEST(contains(text_of(deck.config() / "credentials.json"), kSecret));
    BOOST_TEST(deck.run({"plugin", "install", "p@m"}).status == 0);
    BOOST_TEST(deck.option("TOKEN").at("set") == true);
    BOOST_TEST(deck.run({"plugin", "uninstall", "p@m"}).status == 0);
    BOOST_TEST(!contains(text_of(deck.config() / "credentials.json"), kSecret));
    BOOST_TEST(!contains(text_of(deck.config() / "settings.json"), "pluginConfigs"),
               text_of(deck.config() / "settings.json"));
}

BOOST_AUTO_TEST_CASE(a_project_sets_no_option) {
    Installed deck;
    deck.options = {"--trust-project"};
    for (const auto* file : {"project/.skilldeck/settings.json", "project/.skilldeck/settings.local.json",
                             "project/.claude/settings.json"})
        deck.write(file, R"({"pluginConfigs": {"p@m": {"options": {"HOST": "evil", "TOKEN": "evil"}}}})");
    BOOST_TEST(deck.option("HOST").at("set") == false);
    BOOST_TEST(deck.option("TOKEN").at("set") == false);
    const auto doctor = deck.run({"doctor", "--json"});
    BOOST_TEST(contains(doctor.out, "settings-key-left-out"));
}

BOOST_AUTO_TEST_CASE(a_terminal_is_asked_and_shows_no_secret) {
    const Installed deck;
    auto start = deck.command({"plugin", "configure", "p@m"});
    start.streams = Streams::terminal;
    Running running(start);
    running.wait_for("Where to ask: ");
    running.type("h.org\n");
    running.wait_for("Who asks: ");
    running.type(std::string(kSecret) + "\n");
    running.wait_for("How deep [2]: ");
    running.type("12\n");
    running.wait_for("is above 9");
    running.wait_for("How deep [2]: ");
    running.type("5\n");
    for (const auto* next : {"How [fast]: ", "Which: ", "Where: "}) {
        running.wait_for(next);
        running.type("\n");
    }
    BOOST_TEST(running.wait() == 0, running.out);
    BOOST_TEST(!contains(running.out, kSecret), running.out);
    BOOST_TEST(deck.option("depth").at("value") == 5);
    BOOST_TEST(deck.option("TOKEN").at("source") == "credentials");
    BOOST_TEST(deck.tool_event().json().at("decision") == "none");
}

BOOST_AUTO_TEST_CASE(an_update_does_not_unmask_what_was_given_as_a_secret) {
    for (const auto* later : {"", R"(, "sensitive": null)", R"(, "sensitive": false)"}) {
        const Installed deck;
        deck.configure();
        auto files = chatty_plugin("1.0.1");
        auto& manifest = files[".claude-plugin/plugin.json"];
        const std::string_view declared = R"(, "sensitive": true)";
        manifest.replace(manifest.find(declared), declared.size(), later);
        deck.marketplace("m", "p", files);
        BOOST_TEST_REQUIRE(deck.run({"plugin", "update", "p@m"}).status == 0);
        BOOST_TEST(deck.plugin("p@m").at("version") == "1.0.1");
        const std::vector<std::vector<std::string>> lookers{{"plugin", "configure", "p@m"},
                                                            {"plugin", "configure", "p@m", "--json"},
                                                            {"plugin", "explain", "p@m"},
                                                            {"skill", "expand", "p:ask"},
                                                            {"skill", "expand", "p:ask", "--json"},
                                                            {"plugin", "explain", "p@m", "--json"},
                                                            {"-vv", "doctor", "--json"}};
        for (const auto& words : lookers) {
            const auto shown = deck.run(words);
            BOOST_TEST(!contains(shown.all(), kSecret), words[0] << " " << words[1] << ":\n" << shown.all());
        }
        BOOST_TEST(contains(deck.run({"plugin", "configure", "p@m"}).out, "(set; kept as a secret, as it was given)"));
        BOOST_TEST(deck.option("TOKEN").at("keptSecret") == true);
        BOOST_TEST(contains(deck.run({"skill", "expand", "p:ask"}).out, "[secret option TOKEN]"));
        BOOST_TEST(deck.tool_event().json().at("decision") == "none");  // the hook still gets it
        BOOST_TEST(deck.run({"plugin", "configure", "p@m", "TOKEN=open"}).status == 2);
        BOOST_TEST(deck.run({"plugin", "configure", "p@m", "--stdin", "TOKEN"}, "another-s3cret").status == 0);
        BOOST_TEST(contains(text_of(deck.config() / "credentials.json"), "another-s3cret"));
        BOOST_TEST(!contains(text_of(deck.config() / "settings.json"), "s3cret"));
    }
}

BOOST_AUTO_TEST_CASE(values_follow_a_plugin_that_its_marketplace_renames) {
    const Installed deck;
    deck.configure();
    auto files = chatty_plugin("1.0.1");
    deck.marketplace("m", "p", files);
    deck.write(
        "m-marketplace/.claude-plugin/marketplace.json",
        R"({"name": "m", "owner": {"name": "o"}, "renames": {"p": "c"}, "plugins": [{"name": "c", "source": "./plugins/p"}]})");
    const auto updated = deck.run({"plugin", "update", "p@m", "--yes"});
    BOOST_TEST_REQUIRE(updated.status == 0, updated.all());
    const auto shown = deck.run({"plugin", "configure", "c@m"});
    BOOST_TEST(contains(shown.out, "h.org"), shown.all());
    BOOST_TEST(contains(shown.out, "(set)"), shown.all());
    const auto settings = text_of(deck.config() / "settings.json"),
               credentials = text_of(deck.config() / "credentials.json");
    BOOST_TEST(!contains(settings, "p@m"), settings);
    BOOST_TEST(!contains(credentials, "p@m"));
    BOOST_TEST(deck.run({"plugin", "uninstall", "c@m"}).status == 0);
    BOOST_TEST(!contains(text_of(deck.config() / "credentials.json"), kSecret));
    BOOST_TEST(!contains(text_of(deck.config() / "settings.json"), "pluginConfigs"));
}

BOOST_AUTO_TEST_CASE(values_of_a_plugin_that_is_gone_are_named_and_can_be_taken_away) {
    const Installed deck;
    deck.configure();
    BOOST_TEST(!contains(deck.run({"doctor", "--json"}).out, "plugin-options-left"));
    BOOST_TEST(deck.run({"plugin", "uninstall", "p@m", "--keep-data"}).status == 0);
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(contains(doctor.all(), "option values of \"p@m\" are kept, and it is not installed: HOST, TOKEN"),
               doctor.all());
    BOOST_TEST(contains(doctor.all(), "skilldeck plugin configure p@m --unset HOST --unset TOKEN"), doctor.all());
    const auto unknown = deck.run({"plugin", "configure", "p@m", "--unset", "tok", "--json"});
    BOOST_TEST(unknown.json().at("error").at("code") == "plugin-option-unknown", unknown.all());
    BOOST_TEST(deck.run({"plugin", "configure", "nobody@m", "--unset", "TOKEN"}).status != 0);
    const auto unset = deck.run({"plugin", "configure", "p@m", "--unset", "HOST", "--unset", "TOKEN"});
    BOOST_TEST(unset.status == 0, unset.all());
    BOOST_TEST(!contains(text_of(deck.config() / "credentials.json"), kSecret));
    BOOST_TEST(!contains(text_of(deck.config() / "settings.json"), "pluginConfigs"));
    BOOST_TEST(!contains(deck.run({"doctor", "--json"}).out, "plugin-options-left"));
}

BOOST_AUTO_TEST_CASE(what_a_killed_writer_left_of_a_secret_is_named_and_goes_with_the_next_change) {
    const Installed deck;
    const auto left = deck.write("home/.skilldeck/.credentials.json.123456.tmp", kSecret);
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(contains(doctor.all(), left.string()), doctor.all());
    BOOST_TEST(contains(doctor.all(), "a writer that was killed left it"), doctor.all());
    BOOST_TEST(std::filesystem::exists(left));
    const auto set = deck.run({"plugin", "configure", "p@m", "--stdin", "TOKEN"}, "other");
    BOOST_TEST(contains(set.err, "removed " + left.string() + ", which a writer that was killed had left"), set.all());
    BOOST_TEST(!std::filesystem::exists(left));
    BOOST_TEST(!contains(deck.run({"doctor", "--json"}).out, "temporary-file-left"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
