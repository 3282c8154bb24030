// SPDX-License-Identifier: Apache-2.0
#include "permission/call_rule.hpp"

#include "judging.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace skilldeck {

using namespace test;

BOOST_AUTO_TEST_SUITE(call_rule)

// B074
BOOST_AUTO_TEST_CASE(rules_about_skills_end_at_a_separator) {
    struct Row {
        Strings deny, ask, allow;
        std::string name, wanted;
    };
    const std::vector<Row> table{
        {{"Skill(deploy:*)"}, {}, {}, "deploy", "deny"},
        {{"Skill(deploy:*)"}, {}, {}, "deploy:prod", "deny"},
        {{"Skill(deploy:*)"}, {}, {}, "deployer", "default"},
        {{"Skill(deploy:*)"}, {}, {}, "predeploy", "default"},
        {{"Skill(deploy *)"}, {}, {}, "deploy", "deny"},
        {{"Skill(deploy *)"}, {}, {}, "deployer", "default"},
        {{"Skill(ops:*)"}, {}, {"Skill(ops:status)"}, "ops:status", "deny"},
        {{"Skill(ops:*)"}, {}, {}, "opsx:status", "default"},
        {{}, {"Skill(ops:restart)"}, {"Skill(ops:*)"}, "ops:restart", "ask"},
        {{}, {"Skill(ops:restart)"}, {"Skill(ops:*)"}, "ops:status", "allow"},
        {{"Skill"}, {}, {}, "anything", "deny"},
        {{"Skill(Deploy)"}, {}, {"Skill(deploy)"}, "deploy", "allow"},
        {{"Skill(Deploy)"}, {}, {"Skill(deploy)"}, "Deploy", "deny"},
        {{"Skill(/deploy)"}, {}, {}, "deploy", "deny"},
        {{"Skill(deploy)"}, {}, {}, "/deploy", "deny"},
        {{"Skill(_canonical_:*)"}, {}, {}, "_canonical_x", "deny"},
        {{"Skill(skill:deploy)"}, {}, {}, "deploy", "deny"},
        {{}, {}, {"Skill(skill:deploy)"}, "deploy", "default"},
    };
    for (const auto& row : table) {
        const auto rules = rules_of(row.deny, row.ask, row.allow);
        BOOST_TEST(judged(rules, "Skill", {{"skill", row.name}}) == row.wanted, row.name);
        BOOST_TEST(judged(rules, "Skill", {{"skill", row.name}, {"args", "x"}}) == row.wanted, row.name);
    }
}

BOOST_AUTO_TEST_CASE(a_skill_is_forbidden_by_any_of_its_names_and_allowed_by_two) {
    ToolCall call{"Skill", {{"skill", "go"}}, {"deploy@user", "go"}, {"deploy", "ship"}, {}};
    const auto verdict = [&](const Strings& deny, const Strings& allow) {
        return word(decide(rules_of(deny, {}, allow), call, kPlaces).verdict);
    };
    BOOST_TEST(verdict({"Skill(ship)"}, {}) == "deny");
    BOOST_TEST(verdict({"Skill(deploy@user)"}, {}) == "deny");
    BOOST_TEST(verdict({}, {"Skill(go)"}) == "allow");
    BOOST_TEST(verdict({}, {"Skill(deploy@user)"}) == "allow");
    BOOST_TEST(verdict({}, {"Skill(ship)"}) == "default");
}

BOOST_AUTO_TEST_CASE(leave_for_a_plugin_s_skills_is_none_for_another_plugin_of_its_name) {
    const std::string theirs = "hello:greeting@elsewhere";
    ToolCall call{"Skill", {{"skill", theirs}}, {theirs, theirs}, {"hello:greeting"}, {}, true};
    const auto verdict = [&](const Strings& deny, const Strings& allow) {
        return word(decide(rules_of(deny, {}, allow), call, kPlaces).verdict);
    };
    BOOST_TEST(verdict({}, {"Skill(hello:*)"}) == "default");
    BOOST_TEST(verdict({}, {"Skill(hello *)"}) == "default");
    BOOST_TEST(verdict({}, {"Skill(hello:greeting)"}) == "default");
    BOOST_TEST(verdict({}, {"Skill(hello:greeting@elsewhere)"}) == "allow");
    BOOST_TEST(verdict({}, {"Skill"}) == "allow");
    BOOST_TEST(verdict({"Skill(hello:*)"}, {}) == "deny");
    call.name_is_anothers = false;
    BOOST_TEST(verdict({}, {"Skill(hello:*)"}) == "allow");
}

BOOST_AUTO_TEST_CASE(rules_about_files_follow_their_four_roots) {
    struct Row {
        std::string rule, tool, path, wanted;
    };
    const std::vector<Row> table{
        {"Read(//etc/passwd)", "Read", "/etc/passwd", "deny"},
        {"Read(/etc/passwd)", "Read", "/etc/passwd", "default"},
        {"Read(/secrets/**)", "Read", "/work/app/secrets/a/b", "deny"},
        {"Read(/secrets/**)", "Read", "/work/app/src/secrets/a", "default"},
        {"Read(~/.ssh/**)", "Read", "/home/me/.ssh/id", "deny"},
        {"Read(./.env)", "Read", "/work/app/src/.env", "deny"},
        {"Read(./.env)", "Read", "/work/app/.env", "default"},
        {"Read(*.env)", "Read", "/work/app/src/deep/a.env", "deny"},
        {"Read(*.env)", "Read", "a.env", "deny"},
        {"Read(*.env)", "Read", "x/../b.env", "deny"},
        {"Read(//work/**)", "Read", "../../../work/app/x", "deny"},
        {"Read(secrets/**)", "Grep", "/work/app/src/secrets", "deny"},
        {"Read(secrets/**)", "Grep", "/work/app/src", "default"},
        {"Read(!a)", "Read", "/work/app/src/!a", "deny"},
        {"Edit(src/**)", "Write", "/work/app/src/src/a.c", "deny"},
        {"Edit(/src/**)", "MultiEdit", "/work/app/src/a.c", "deny"},
        {"Write(/src/**)", "Edit", "/work/app/src/a.c", "default"},
        {"Write(/src/**)", "Write", "/work/app/src/a.c", "deny"},
        {"Read(/src/**)", "Edit", "/work/app/src/a.c", "default"},
        {"Read", "Glob", "", "deny"},
        {"Edit(/{src,lib}/*.c)", "Edit", "/work/app/lib/a.c", "deny"},
    };
    for (const auto& row : table) {
        const auto* member = row.tool == "Grep" || row.tool == "Glob" ? "path" : "file_path";
        BOOST_TEST(judged(rules_of({row.rule}, {}, {}), row.tool, {{member, row.path}}) == row.wanted,
                   row.rule << " " << row.path);
    }
}

BOOST_AUTO_TEST_CASE(a_link_is_judged_by_both_its_names) {
    const test::TemporaryDirectory directory;
    directory.write("secret/key", "x");
    std::filesystem::create_directory_symlink(directory.path() / "secret", directory.path() / "open");
    const FileSystem files;
    const PermissionPlaces places{directory.path(), directory.path(), {}, &files};
    const auto verdict = [&](const Strings& deny, const Strings& allow, const char* path) {
        const ToolCall call{"Read", {{"file_path", (directory.path() / path).string()}}, {}, {}, {}};
        return word(decide(rules_of(deny, {}, allow), call, places).verdict);
    };
    BOOST_TEST(verdict({"Read(/secret/**)"}, {}, "open/key") == "deny");
    BOOST_TEST(verdict({"Read(/open/**)"}, {}, "open/key") == "deny");
    BOOST_TEST(verdict({}, {"Read(/open/**)"}, "open/key") == "default");
    BOOST_TEST(verdict({}, {"Read(/open/**)", "Read(/secret/**)"}, "open/key") == "default");
    BOOST_TEST(verdict({}, {"Read(/**)"}, "open/key") == "allow");
    BOOST_TEST(verdict({"Read(/secret/**)"}, {}, "open/new/file") == "deny");
}

BOOST_AUTO_TEST_CASE(what_stands_above_a_link_is_judged_as_the_text_and_as_the_system_say) {
    const test::TemporaryDirectory directory;
    directory.write("secret/k", "x");
    directory.write("open/k", "x");
    directory.write("secret/deep/x", "x");
    std::filesystem::create_directories(directory.path() / "src");
    const auto link = [&](const char* target, const char* name) {
        std::filesystem::create_symlink(target, directory.path() / "src" / name);
    };
    link("../secret", "lnk");
    link("../secret/deep", "deep");
    link("../secret/new", "dangling");
    link("loop", "loop");
    const FileSystem files;
    const PermissionPlaces places{directory.path() / "src", directory.path(), {}, &files};
    const auto verdict = [&](const Strings& deny, const Strings& allow, ToolCall call) {
        return word(decide(rules_of(deny, {}, allow), call, places).verdict);
    };
    struct Row {
        std::string path;
        std::string_view wanted;
    };
    const std::vector<Row> table{
        {"lnk/../secret/k", "deny"}, {"lnk/../open/k", "default"},       {"deep/../k", "deny"},
        {"./deep/.././k", "deny"},   {"deep/../../open/k", "default"},   {"lnk/k", "deny"},
        {"new/../lnk/k", "deny"},    {"new/../deep/../k", "deny"},       {"dangling", "deny"},
        {"dangling/../k", "deny"},   {"lnk/../src/lnk/new", "deny"},     {"deep/../new/file", "deny"},
        {"loop/x", "default"},       {"../secret/../open/k", "default"}, {"../secret/k", "deny"},
    };
    for (const auto& row : table) {
        for (const auto& path : {row.path, (directory.path() / "src").string() + "/" + row.path}) {
            const auto line = "cat x > " + path;
            BOOST_TEST(verdict({"Read(/secret/**)"}, {}, {"Read", {{"file_path", path}}, {}, {}, {}}) == row.wanted,
                       path);
            BOOST_TEST(verdict({"Edit(/secret/**)"}, {}, {"Write", {{"file_path", path}}, {}, {}, {}}) == row.wanted,
                       path);
            BOOST_TEST(verdict({"Read(/secret/**)"}, {}, {"Grep", {{"path", path}}, {}, {}, {}}) == row.wanted, path);
            BOOST_TEST(
                verdict({"Read(/secret/**)"}, {}, {"Glob", {{"pattern", path + "/*"}}, {}, {}, {}}) == row.wanted,
                path);
            BOOST_TEST(verdict({"Edit(/secret/**)"}, {}, {"Bash", {{"command", line}}, {}, {}, {}}) == row.wanted,
                       path);
            BOOST_TEST(
                verdict({"Read(/secret/**)"}, {}, {"Bash", {{"command", "cat < " + path}}, {}, {}, {}}) == row.wanted,
                path);
        }
    }
    // Leave needs every name.
    const auto allowed = [&](const Strings& allow, const char* path) {
        return verdict({}, allow, {"Read", {{"file_path", path}}, {}, {}, {}});
    };
    BOOST_TEST(allowed({"Read(/src/**)"}, "deep/../k") == "default");
    BOOST_TEST(allowed({"Read(/secret/**)"}, "deep/../k") == "default");
    BOOST_TEST(allowed({"Read(/src/**)"}, "dangling") == "default");
    BOOST_TEST(allowed({"Read(/**)"}, "deep/../k") == "allow");
    BOOST_TEST(allowed({"Read(/src/**)"}, "new/../k") == "allow");
}

BOOST_AUTO_TEST_CASE(rules_about_addresses_compare_the_host) {
    struct Row {
        std::string rule, url, wanted;
    };
    const std::vector<Row> table{
        {"WebFetch(domain:example.com)", "https://example.com/x", "allow"},
        {"WebFetch(domain:example.com)", "https://EXAMPLE.com.:8443", "allow"},
        {"WebFetch(domain:example.com)", "https://sub.example.com", "default"},
        {"WebFetch(domain:*.example.com)", "https://sub.example.com", "allow"},
        {"WebFetch(domain:*.example.com)", "https://evil-example.com", "default"},
        {"WebFetch(domain:example.com)", "https://example.com@evil.net/", "default"},
        {"WebFetch(domain:example.com)", "https://evil.net/?example.com", "default"},
        {"WebFetch(domain:example.com)", "https://evil.net\\@example.com", "default"},
        {"WebFetch(domain:example.com)", "example.com", "default"},
        {"WebFetch(domain:example.com)", "HTTP://example.com/x", "allow"},
        {"WebFetch(domain:example.com)", "file://example.com/etc/passwd", "default"},
        {"WebFetch(domain:example.com)", "ftp://example.com/", "default"},
        {"WebFetch(domain:example.com)", "javascript:x//://example.com/", "default"},
        {"WebFetch(domain:*)", "gopher://example.com/", "default"},
        {"WebFetch(domain:*)", "http://example.com/", "allow"},
        {"WebFetch", "anything", "allow"},
    };
    for (const auto& row : table) {
        BOOST_TEST(judged(rules_of({}, {}, {row.rule}), "WebFetch", {{"url", row.url}}) == row.wanted, row.url);
    }
    BOOST_TEST(judged(rules_of({"WebFetch(domain:evil.net)"}, {}, {}), "WebFetch", {{"url", "nothing"}}) == "ask");
    BOOST_TEST(judged(rules_of({"WebFetch(domain:evil.net)"}, {}, {}), "WebFetch", {{"url", "file://evil.net/x"}}) ==
               "deny");
    for (const auto* rule : {"PowerShell(rm:*)", "PowerShell(rm *)"}) {
        BOOST_TEST(judged(rules_of({rule}, {}, {"PowerShell"}), "PowerShell", {{"command", "rm x"}}) == "ask");
    }
    BOOST_TEST(judged(rules_of({"PowerShell(command:rm *)"}, {}, {}), "PowerShell", {{"command", "rm x"}}) == "deny");
}

BOOST_AUTO_TEST_CASE(an_address_is_forbidden_however_its_host_is_spelled) {
    struct Row {
        std::string domain, url;
        std::string_view denied, allowed;
    };
    const std::vector<Row> table{
        {"evil.net", "https://evil.net", "deny", "allow"},
        {"evil.net", "https://EVIL.net./x", "deny", "allow"},
        {"evil.net", "https://good.net", "default", "default"},
        {"evil.net", "https://ev%69l.net", "deny", "default"},
        {"evil.net", "https://evil%2Enet", "deny", "default"},
        {"evil.net", "https://evil%2enet%3a80/", "ask", "default"},
        {"evil.net", "https://good.net%40evil.net/", "ask", "default"},
        {"evil.net", "https://evil%2", "ask", "default"},
        {"evil.net", "https://%FF.net", "ask", "default"},
        {"evil.net", "https://evil%252Enet", "ask", "default"},
        {"evil.net", "https://\xEF\xBD\x85vil.net", "deny", "default"},  // a wide e
        {"evil.net", "https://evil\xE3\x80\x82net", "deny", "default"},  // the three wide dots
        {"evil.net", "https://evil\xEF\xBC\x8Enet", "deny", "default"},
        {"evil.net", "https://evil\xEF\xBD\xA1net", "deny", "default"},
        {"evil.net", "https://evil%E3%80%82net", "deny", "default"},
        {"evil.net", "https://ev\xC2\xADil.net", "deny", "default"},      // a soft hyphen
        {"evil.net", "https://ev\xE2\x80\x8Bil.net", "deny", "default"},  // a space without width
        {"evil.net", "https://ev\xE2\x85\xB0l.net", "deny", "default"},   // a small Roman one
        {"evil.net",
         "https://b\xC3\xBC"
         "cher.de",
         "ask", "default"},
        {"evil.net", "https://[::1]/", "ask", "default"},
        {"127.0.0.1", "http://127.0.0.1/", "deny", "allow"},
        {"127.0.0.1", "http://127.1/", "ask", "default"},
        {"127.0.0.1", "http://0x7f000001/", "ask", "default"},
        {"127.0.0.1", "http://0177.0.0.1/", "ask", "default"},
        {"127.0.0.1", "http://2130706433/", "ask", "default"},
        {"127.0.0.1", "http://127.0.0.2/", "default", "default"},
        {"b\xC3\xBC"
         "cher.de",
         "https://b\xC3\xBC"
         "cher.de",
         "deny", "default"},
        {"b\xC3\xBC"
         "cher.de",
         "https://xn--bcher-kva.de", "ask", "default"},
        {"Evil.NET.", "https://evil.net", "deny", "allow"},
        {"*.evil.net", "https://a.ev%69l.net", "deny", "default"},
    };
    for (const auto& row : table) {
        const auto rule = "WebFetch(domain:" + row.domain + ")";
        BOOST_TEST(judged(rules_of({rule}, {}, {}), "WebFetch", {{"url", row.url}}) == row.denied, row.url);
        BOOST_TEST(judged(rules_of({}, {}, {rule}), "WebFetch", {{"url", row.url}}) == row.allowed, row.url);
    }
}

BOOST_AUTO_TEST_CASE(rules_about_servers_agents_and_members) {
    struct Row {
        std::string rule, tool;
        boost::json::object input;
        std::string wanted;
    };
    const std::vector<Row> table{
        {"mcp__box", "mcp__box__get", {}, "deny"},
        {"mcp__box__*", "mcp__box__get", {}, "deny"},
        {"mcp__box__get", "mcp__box__get", {}, "deny"},
        {"mcp__box__get", "mcp__box__get_all", {}, "default"},
        {"mcp__box__get_*", "mcp__box__get_all", {}, "deny"},
        {"mcp__bo", "mcp__box__get", {}, "default"},
        {"mcp__*", "mcp__box__get", {}, "deny"},
        {"*", "Bash", {{"command", "ls"}}, "deny"},
        {"Agent(Explore)", "Agent", {{"subagent_type", "Explore"}}, "deny"},
        {"Task(Explore)", "Agent", {{"agentType", "Explore"}}, "deny"},
        {"Agent(Explore)", "Agent", {{"subagent_type", "Plan"}}, "default"},
        {"mcp__box__get(size:big)", "mcp__box__get", {{"size", "big"}}, "deny"},
        {"mcp__box__get(size:big)", "mcp__box__get", {{"size", "small"}}, "default"},
        {"mcp__box__get(big)", "mcp__box__get", {}, "ask"},
        {"bash", "Bash", {{"command", "ls"}}, "default"},
    };
    for (const auto& row : table) {
        BOOST_TEST(judged(rules_of({row.rule}, {}, {}), row.tool, row.input) == row.wanted, row.rule);
    }
    BOOST_TEST(judged(rules_of({}, {}, {"mcp__box__get(size:big)"}), "mcp__box__get", {{"size", "big"}}) == "default");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
