// SPDX-License-Identifier: Apache-2.0
#include "permission/decision.hpp"

#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace skilldeck {

namespace {

using Strings = std::vector<std::string>;
using Verdict = PermissionVerdict;

std::vector<PermissionRule> rules_of(const Strings& deny, const Strings& ask, const Strings& allow) {
    std::vector<PermissionRule> rules;
    const auto add = [&rules](const Strings& texts, RuleList list) {
        for (const auto& text : texts) rules.push_back(parse_permission_rule(text, list, {"user", {}}).value());
    };
    add(allow, RuleList::allow);
    add(ask, RuleList::ask);
    add(deny, RuleList::deny);
    return rules;
}

std::string_view word(Verdict verdict) {
    switch (verdict) {
        case Verdict::unspoken: return "default";
        case Verdict::allow: return "allow";
        case Verdict::ask: return "ask";
        case Verdict::deny: return "deny";
    }
    return "?";
}

const PermissionPlaces kPlaces{"/work/app/src", "/work/app", "/home/me", nullptr};

std::string_view judged(const std::vector<PermissionRule>& rules, std::string_view tool, boost::json::object input) {
    return word(decide(rules, {std::string(tool), std::move(input), {}, {}, {}}, kPlaces).verdict);
}

std::string_view judged(const std::vector<PermissionRule>& rules, std::string_view command) {
    return judged(rules, "Bash", {{"command", command}});
}

struct Line {
    std::string_view command, wanted;
};

void check(const std::vector<PermissionRule>& rules, const std::vector<Line>& table) {
    for (const auto& [command, wanted] : table) BOOST_TEST(judged(rules, command) == wanted, command);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decision)

BOOST_AUTO_TEST_CASE(while_rules_cannot_be_read_only_what_stands_above_allows_and_the_rest_asks) {
    auto rules = rules_of({}, {}, {"Bash(ls *)", "Read", "Write(/tmp/**)"});
    rules.push_back({"/s.json:1:2 cannot be read: x", RuleList::unreadable, {"user", "/s.json"}, "*", {}});
    const auto below = rules_of({"Bash(rm *)"}, {}, {"Bash(make *)", "Bash", "Edit", "Write"});
    rules.insert(rules.end(), below.begin(), below.end());
    check(rules,
          {{"ls -l", "allow"}, {"make all", "ask"}, {"ls; make all", "ask"}, {"rm x", "deny"}, {"ls > x", "ask"}});
    BOOST_TEST(judged(rules, "Read", {{"file_path", "/x"}}) == "allow");
    BOOST_TEST(judged(rules, "Edit", {{"file_path", "/x"}}) == "ask");
    BOOST_TEST(judged(rules, "WebFetch", {{"url", "https://a.net"}}) == "ask");
    ToolCall call;
    call.tool = "Edit";
    const auto decision = decide(rules, call, kPlaces);
    BOOST_TEST(decision.unreadable);
    BOOST_TEST(!decision.rule);
    BOOST_TEST(decision.reason == "it might be denied by the user settings, as /s.json:1:2 cannot be read: x");
}

BOOST_AUTO_TEST_CASE(an_allowed_prefix_allows_nothing_behind_it) {
    const auto rules = rules_of(
        {}, {},
        {"Bash(ls:*)", "Bash(cat *)", "Bash(git status)", "Bash(git commit *)", "Bash(echo*)", "Bash(npm run test *)",
         "Bash(* --version)", "Bash(find *)", "Bash(xargs *)", "Bash(env *)", "Bash(sh *)", "Edit(//tmp/out/**)"});
    check(rules, {
                     {"ls", "allow"},
                     {"ls -la", "allow"},
                     {"  ls   -la  ", "allow"},
                     {"l's' -la", "allow"},
                     {"lsof", "default"},
                     {"ls; ls -l", "allow"},
                     {"ls && cat x | cat", "allow"},
                     {"ls && rm x", "default"},
                     {"ls || rm x", "default"},
                     {"ls ; rm x", "default"},
                     {"ls | rm x", "default"},
                     {"ls |& rm x", "default"},
                     {"ls & rm x", "default"},
                     {"ls\nrm x", "default"},
                     {"ls \\\n-la", "allow"},
                     {"ls \\\n; rm x", "default"},
                     {"ls $(rm x)", "default"},
                     {"ls `rm x`", "default"},
                     {"ls \"$(rm x)\"", "default"},
                     {"ls \"`rm x`\"", "default"},
                     {"ls '$(rm x)'", "allow"},
                     {"ls <(rm x)", "default"},
                     {"ls $(cat x)", "allow"},
                     {"ls ${x:-$(rm x)}", "default"},
                     {"ls $((x))", "default"},
                     {"ls $((1+1))", "allow"},
                     {"ls ${x@P}", "default"},
                     {"ls $x", "allow"},
                     {"ls \"$x\" ${y}", "allow"},
                     {"ls *.c", "allow"},
                     {"ls # rm x", "allow"},
                     {"ls # '\nrm x", "default"},
                     {"(ls)", "allow"},
                     {"(ls; rm x)", "default"},
                     {"{ ls; }", "allow"},
                     {"! ls", "allow"},
                     {"if ls; then cat x; fi", "allow"},
                     {"if ls; then rm x; fi", "default"},
                     {"for f in *.c; do cat \"$f\"; done", "allow"},
                     {"for PATH in /tmp; do ls; done", "default"},
                     {"for f in $(rm x); do ls; done", "default"},
                     {"while ls; do rm x; done", "default"},
                     {"case $x in a) rm x;; esac", "default"},
                     {"case $x in a) ls;; esac", "allow"},
                     {"ls() { rm x; }; ls", "default"},
                     {"$x", "default"},
                     {"$IFS", "default"},
                     {"ls$IFS-la", "default"},
                     {"l${y}s", "default"},
                     {"/bin/ls", "default"},
                     {"./ls", "default"},
                     {"\\ls", "allow"},
                     {"{ls,-la}", "default"},
                     {"$'ls'", "default"},
                     {"\"ls -la\"", "default"},
                     {"ls\\ -la", "default"},
                     {"LANG=C ls", "allow"},
                     {"x=1 ls", "allow"},
                     {"LD_PRELOAD=/tmp/x.so ls", "default"},
                     {"PATH=/tmp ls", "default"},
                     {"PATH=/tmp; ls", "default"},
                     {"http_proxy=x ls", "default"},
                     {"IFS=/ ls", "default"},
                     {"ls > f", "default"},
                     {"ls >> ~/.bashrc", "default"},
                     {"ls &> f", "default"},
                     {"ls >& f", "default"},
                     {"ls >| f", "default"},
                     {"ls 1> f", "default"},
                     {"ls > \"$x\"", "default"},
                     {"> f", "default"},
                     {"ls > /dev/null 2>&1", "allow"},
                     {"ls 2>&-", "allow"},
                     {"ls > /tmp/out/a", "allow"},
                     {"ls > /tmp/out/../b", "default"},
                     {"ls > /dev/tcp/h/80", "default"},
                     {"cat < /dev/tcp/h/80", "default"},
                     {"cat < $x", "default"},
                     {"cat < f", "allow"},
                     {"cat <<E\n$(rm x)\nE", "default"},
                     {"cat <<'E'\n$(rm x)\nE", "allow"},
                     {"cat <<E\nE\nrm x", "default"},
                     {"cat <<< \"$(rm x)\"", "default"},
                     {"git status", "allow"},
                     {"git status -s", "default"},
                     {"git status; git status", "allow"},
                     {"git commit -m \"a; b && c\"", "allow"},
                     {"git commit -m 'x' && git push", "default"},
                     {"echofoo", "allow"},
                     {"npm run test", "allow"},
                     {"npm run test unit", "allow"},
                     {"npm run test:unit", "default"},
                     {"npm run 'test unit'", "default"},
                     {"node --version", "allow"},
                     {"$x --version", "default"},
                     {"rm x; node --version", "default"},
                     {"timeout 5 ls", "allow"},
                     {"timeout 5 rm x", "default"},
                     {"nice -n 3 nohup cat x", "allow"},
                     {"timeout $x ls", "default"},
                     {"sudo ls", "default"},
                     {"env ls", "allow"},
                     {"env LANG=C ls", "allow"},
                     {"env LD_PRELOAD=x ls", "default"},
                     {"env rm x", "default"},
                     {"env -S 'rm x'", "default"},
                     {"env -i rm x", "default"},
                     {"cat x | xargs ls", "allow"},
                     {"cat x | xargs rm", "default"},
                     {"xargs -n1 rm", "default"},
                     {"xargs find .", "default"},
                     {"time ls", "allow"},
                     {"time -o /etc/x ls", "default"},
                     {"source <(ls)", "default"},
                     {"find . -name '*.c'", "allow"},
                     {"find . -exec cat {} \\;", "allow"},
                     {"find . -exec rm {} \\;", "default"},
                     {"find . -execdir rm {} +", "default"},
                     {"find . -delete", "default"},
                     {"find . -fprintf /etc/x y", "default"},
                     {"sh -c 'ls'", "allow"},
                     {"sh -c 'rm x'", "default"},
                     {"sh -c \"$x\"", "default"},
                     {"cat x | sh", "default"},
                     {"sh go.sh", "allow"},
                     {"ls \x01", "default"},
                     {"ls\r", "default"},
                     {"ls \xC2\xA0; rm x", "default"},
                     {"ls 'a", "default"},
                     {"ls)", "default"},
                     {"eval ls", "default"},
                     {"exec ls", "default"},
                     {"", "default"},
                 });
}

BOOST_AUTO_TEST_CASE(a_forbidden_command_is_found_wherever_it_hides) {
    const auto rules = rules_of({"Bash(rm:*)", "Bash(git push *)", "Bash(curl https://evil.example/*)"}, {}, {"Bash"});
    check(rules, {
                     {"ls", "allow"},
                     {"rm", "deny"},
                     {"rm -rf /", "deny"},
                     {"rmdir x", "allow"},
                     {"/bin/rm x", "deny"},
                     {"\\rm x", "deny"},
                     {"'rm' x", "deny"},
                     {"r\"m\" x", "deny"},
                     {"$'\\x72\\155' x", "deny"},
                     {"\"r\"'m' x", "deny"},
                     {"ls; rm x", "deny"},
                     {"ls\nrm x", "deny"},
                     {"ls & rm x", "deny"},
                     {"(rm x)", "deny"},
                     {"{ rm x; }", "deny"},
                     {"if true; then rm x; fi", "deny"},
                     {"f() { rm x; }; f", "deny"},
                     {"function f { rm x; }", "deny"},
                     {"coproc rm x", "deny"},
                     {"case a in a) rm x;; esac", "deny"},
                     {"echo $(rm x)", "deny"},
                     {"echo `rm x`", "deny"},
                     {"echo \"a `rm x`\"", "deny"},
                     {"echo <(rm x)", "deny"},
                     {"echo ${x:-$(rm x)}", "deny"},
                     {"echo $((a[$(rm x)]))", "deny"},
                     {"cat <<E\n$(rm x)\nE", "deny"},
                     {"FOO=1 rm x", "deny"},
                     {"> f rm x", "deny"},
                     {"timeout 5 rm x", "deny"},
                     {"nice -n 5 rm x", "deny"},
                     {"nohup rm x &", "deny"},
                     {"env A=1 rm x", "deny"},
                     {"env -i rm x", "deny"},
                     {"env -S 'rm x'", "deny"},
                     {"env -S'rm x'", "deny"},
                     {"sudo -u root rm x", "deny"},
                     {"echo x | xargs rm", "deny"},
                     {"xargs -I{} rm {}", "deny"},
                     {"find . -exec rm {} +", "deny"},
                     {"sh -c 'rm x'", "deny"},
                     {"bash -lc \"rm x\"", "deny"},
                     {"eval 'rm x'", "deny"},
                     {"eval rm x", "deny"},
                     {"sh <<'E'\nrm x\nE", "deny"},
                     {"sh <<< 'rm x'", "deny"},
                     {"trap 'rm x' EXIT", "deny"},
                     {"busybox rm x", "deny"},
                     {"exec rm x", "deny"},
                     {"command rm x", "deny"},
                     {"builtin rm x", "deny"},
                     {"time rm x", "deny"},
                     {"! rm x", "deny"},
                     {"git  push", "deny"},
                     {"git push origin", "deny"},
                     {"git pull", "allow"},
                     {"git commit -m 'rm x'", "allow"},
                     {"echo rm x", "allow"},
                     {"echo 'rm x' # rm x", "allow"},
                     {"curl https://evil.example/x", "deny"},
                     // What cannot be known is asked about.
                     {"$x", "ask"},
                     {"r$x y", "ask"},
                     {"{rm,x}", "ask"},
                     {"/bin/r? x", "ask"},
                     {"git $x", "ask"},
                     {"echo x | sh", "ask"},
                     {"source <(echo x)", "ask"},
                     {". ./x.sh", "allow"},
                     {"sh -c \"$x\"", "ask"},
                     {"echo $((x))", "ask"},
                     {"echo 'a", "ask"},
                     {"r\\\nm x", "ask"},
                     {"echo $x", "allow"},
                     {"curl $url", "ask"},
                     {"cat $x", "allow"},
                 });
}

BOOST_AUTO_TEST_CASE(code_that_is_not_read_is_asked_about_where_something_is_forbidden) {
    const auto rules = rules_of({"Bash(rm:*)"}, {}, {"Bash"});
    check(rules, {
                     {"python3 -c 'import os'", "ask"},
                     {"python3.11 -Ic 'x'", "ask"},
                     {"python3 -W ignore -c x", "ask"},
                     {"/usr/bin/python -c x", "ask"},
                     {"python3 <<'E'\nx\nE", "ask"},
                     {"echo x | python3", "ask"},
                     {"echo x | python3 -", "ask"},
                     {"python3 -u $x", "ask"},
                     {"env python3 -c x", "ask"},
                     {"echo x | xargs python3", "ask"},
                     {"timeout 5 python3 -c x", "ask"},
                     {"python3 x.py", "allow"},
                     {"python3 x.py -c y", "allow"},
                     {"python3 -m pytest -c x", "allow"},
                     {"python3 --version", "allow"},
                     {"perl -e x", "ask"},
                     {"perl -lane 'print' f", "ask"},
                     {"perl -Ielse x.pl", "allow"},
                     {"ruby -e x", "ask"},
                     {"ruby -Itest x.rb", "allow"},
                     {"node -e x", "ask"},
                     {"node --eval=x", "ask"},
                     {"node -v", "allow"},
                     {"node x.js -e prod", "allow"},
                     {"php -r x", "ask"},
                     {"awk '{print $1}' f", "allow"},
                     {"awk '$1 > 5 || /a|b/ {print}' f", "allow"},
                     {"awk -F: -v n=\"$n\" '{print n}' f", "allow"},
                     {"awk -f p.awk f", "allow"},
                     {"awk 'BEGIN {system(\"rm x\")}'", "ask"},
                     {"awk '{print | \"sh\"}'", "ask"},
                     {"awk '{print > \"f\"}'", "ask"},
                     {"awk '{\"rm x\" | getline}'", "ask"},
                     {"awk 'BEGIN {f = \"sys\" \"tem\"; @f(\"rm x\")}'", "ask"},
                     {"awk \"$p\"", "ask"},
                     {"awk \"{print; $p}\"", "ask"},
                     {"gawk -e '{print}' -e 'END {system(\"x\")}'", "ask"},
                     {"gawk -l x '{print}'", "ask"},
                     {"find . -exec awk 'BEGIN{system(\"x\")}' {} +", "ask"},
                     {"busybox awk 'BEGIN{system(\"x\")}'", "ask"},
                     {"sed 's/a/b/g' f", "allow"},
                     {"sed -n '1,5p; /x/,$d; $!{s|a/b|c|2;p}' f", "allow"},
                     {"sed -e ':a' -e 'N;$!ba;s/\\n/ /g' f", "allow"},
                     {"sed -i.file 's/e/w/' f", "allow"},
                     {"sed '1i text; e rm x' f", "allow"},
                     {"sed -f x.sed f", "allow"},
                     {"sed 's/a/rm x/e'", "ask"},
                     {"sed 's/a/b/w f'", "ask"},
                     {"sed '1e rm x'", "ask"},
                     {"sed ':a e rm x'", "ask"},
                     {"sed -e 's/a/b/' -e 'w f'", "ask"},
                     {"sed --expression='e rm x'", "ask"},
                     {"sed \"s/a/$x/\"", "ask"},
                     {"git -c alias.x='!rm x' x", "ask"},
                     {"git -C d status", "allow"},
                     {"git commit -c HEAD", "allow"},
                     {"tar cf a b -I 'rm x'", "ask"},
                     {"tar -xf a", "allow"},
                     {"vim f -c '!rm x'", "ask"},
                 });
    // Nothing is forbidden that the code could do.
    check(rules_of({}, {}, {"Bash"}), {{"python3 -c x", "allow"}, {"awk '{print | \"sh\"}'", "allow"}});
}

BOOST_AUTO_TEST_CASE(an_allowed_interpreter_may_run_code_and_an_allowed_text_tool_only_prints) {
    const auto rules =
        rules_of({}, {}, {"Bash(python3 *)", "Bash(awk *)", "Bash(sed *)", "Bash(awk 'BEGIN {system(\"ls\")}')"});
    check(rules, {
                     {"python3 -c x", "allow"},
                     {"awk '{print $1}' f", "allow"},
                     {"awk '{print | \"rm x\"}' f", "default"},
                     {"awk 'BEGIN {system(\"ls\")}'", "allow"},
                     {"sed 's/a/b/' f", "allow"},
                     {"sed 'w f'", "default"},
                     {"sed \"$x\" f", "default"},
                 });
}

BOOST_AUTO_TEST_CASE(deny_beats_ask_beats_allow) {
    const auto rules = rules_of({"Bash(git push --force *)"}, {"Bash(git push *)"}, {"Bash(git *)"});
    check(rules, {{"git status", "allow"},
                  {"git push", "ask"},
                  {"git push --force", "deny"},
                  {"git status && git push", "ask"},
                  {"git push; git push --force", "deny"},
                  {"git push $x", "ask"}});
    const auto named = decide(rules, {"Bash", {{"command", "git push"}}, {}, {}, {}}, kPlaces);
    BOOST_REQUIRE(named.rule.has_value());
    BOOST_TEST(named.rule->text == "Bash(git push *)");
    BOOST_TEST((named.rule->list == RuleList::ask));
    BOOST_TEST(named.rule->origin.source == "user");
    BOOST_TEST(named.part == "git push");
}

BOOST_AUTO_TEST_CASE(a_refusal_names_the_part) {
    const auto rules = rules_of({}, {}, {"Bash(git *)"});
    const auto refused = decide(rules, {"Bash", {{"command", "git log | wc -l"}}, {}, {}, {}}, kPlaces);
    BOOST_TEST((refused.verdict == Verdict::unspoken));
    BOOST_TEST(refused.part == "wc -l");
    BOOST_TEST(refused.reason.find("wc -l") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_whole_tool_and_every_form_of_it) {
    for (const auto* text : {"Bash", "Bash(*)", "Bash(:*)"}) {
        check(rules_of({}, {}, {text}), {{"rm -rf $x", "allow"}, {"a 'b", "allow"}, {"a > f", "allow"}});
        check(rules_of({text}, {}, {"Bash(ls *)"}), {{"ls", "deny"}, {"$x", "deny"}});
    }
}

BOOST_AUTO_TEST_CASE(an_exact_rule_allows_its_own_redirection) {
    check(rules_of({}, {}, {"Bash(make > log)", "Bash(FOO=1 make)"}),
          {{"make > log", "allow"}, {"make >log", "default"}, {"FOO=1 make", "allow"}, {"make", "default"}});
}

BOOST_AUTO_TEST_CASE(files_a_command_is_redirected_to_obey_the_rules_of_files) {
    check(rules_of({"Edit(/secrets/**)"}, {"Read(~/.ssh/**)"}, {"Bash"}), {{"echo x > /work/app/secrets/a", "deny"},
                                                                           {"echo x > ../secrets/a", "deny"},
                                                                           {"echo x > a", "allow"},
                                                                           {"echo x > $f", "ask"},
                                                                           {"echo x > /dev/null", "allow"},
                                                                           {"cat < /home/me/.ssh/id", "ask"}});
}

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
        {"WebFetch", "anything", "allow"},
    };
    for (const auto& row : table) {
        BOOST_TEST(judged(rules_of({}, {}, {row.rule}), "WebFetch", {{"url", row.url}}) == row.wanted, row.url);
    }
    BOOST_TEST(judged(rules_of({"WebFetch(domain:evil.net)"}, {}, {}), "WebFetch", {{"url", "nothing"}}) == "ask");
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

BOOST_AUTO_TEST_CASE(a_condition_that_cannot_be_decided_may_hold) {
    const auto fit = [](std::string_view rule, std::string_view command) {
        const auto parsed = parse_permission_rule(rule, RuleList::deny, {"hook", {}}).value();
        return condition_fit(parsed, {"Bash", {{"command", command}}, {}, {}, {}}, kPlaces);
    };
    BOOST_TEST((fit("Bash(git push *)", "git push") == RuleFit::yes));
    BOOST_TEST((fit("Bash(git push *)", "A=1 git push && ls") == RuleFit::yes));
    BOOST_TEST((fit("Bash(git push *)", "ls") == RuleFit::no));
    BOOST_TEST((fit("Bash(git push *)", "ls $(date)") == RuleFit::maybe));
    BOOST_TEST((fit("Bash(git *)", "ls $(date)") == RuleFit::no));
    BOOST_TEST((fit("Bash(git *)", "$x") == RuleFit::maybe));
    BOOST_TEST((fit("Edit(src/**)", "ls") == RuleFit::no));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
