// SPDX-License-Identifier: Apache-2.0
#include "permission/decision.hpp"

#include "judging.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck {

using namespace test;

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

BOOST_AUTO_TEST_CASE(what_no_allow_rule_lifts_names_the_rule_and_its_file) {
    const auto remedy = [](const std::vector<PermissionRule>& rules, std::string_view command) {
        return decide(rules, {"Bash", {{"command", command}}, {}, {}, {}}, kPlaces).remedy;
    };
    auto rules = rules_of({"Bash(curl:*)"}, {"Bash(git *)"}, {"Bash(ls)"});
    rules.back().origin.file = "/home/me/s.json";
    BOOST_TEST(remedy(rules, "curl x") ==
               "no allow rule lifts it: change the deny rule Bash(curl:*) in /home/me/s.json if it is yours");
    BOOST_TEST(remedy(rules, "sh -c $x").find("deny rule Bash(curl:*)") != std::string::npos);
    BOOST_TEST(remedy(rules, "git x").find("ask rule Bash(git *) in the user settings") != std::string::npos);
    BOOST_TEST(remedy(rules, "ls").empty());
    BOOST_TEST(remedy(rules, "make").empty());
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

BOOST_AUTO_TEST_CASE(a_forbidden_command_is_found_behind_whatever_runs_it) {
    const auto rules = rules_of({"Bash(rm:*)"}, {}, {"Bash"});
    check(rules, {
                     {"setpriv --reuid 1000 --clear-groups rm x", "deny"},
                     {"setpriv --reuid=1000 -- rm x", "deny"},
                     {"prlimit --nofile=10 rm x", "deny"},
                     {"prlimit --output NAME -n1 rm x", "deny"},
                     {"choom -n 5 -- rm x", "deny"},
                     {"choom --adjust 5 rm x", "deny"},
                     {"setarch -R rm x", "deny"},
                     {"ssh-agent -t 5 rm x", "deny"},
                     {"dbus-launch --exit-with-session rm x", "deny"},
                     {"dbus-run-session -- rm x", "deny"},
                     {"proxychains rm x", "deny"},
                     {"proxychains4 -q rm x", "deny"},
                     {"torsocks -i rm x", "deny"},
                     {"cpulimit -l 1 rm x", "deny"},
                     {"xvfb-run -a -s '-screen 0' rm x", "deny"},
                     {"faketime '2020-01-01' rm x", "deny"},
                     {"fakeroot -- rm x", "deny"},
                     {"eatmydata rm x", "deny"},
                     {"catchsegv rm x", "deny"},
                     {"valgrind --leak-check=full rm x", "deny"},
                     {"perf stat -e cycles rm x", "deny"},
                     {"perf record -o f -g -- rm x", "deny"},
                     {"ltrace -S rm x", "deny"},
                     {"numactl -l --membind 0 rm x", "deny"},
                     {"systemd-run --user -P rm x", "deny"},
                     {"systemd-inhibit --what=sleep rm x", "deny"},
                     {"gosu me rm x", "deny"},
                     {"linux64 rm x", "deny"},
                     {"chrt -f 1 rm x", "deny"},
                     {"taskset 1 rm x", "deny"},
                     {"ionice -c 3 rm x", "deny"},
                     {"prlimit --nofile=1 rm x", "deny"},
                     {"setarch x86_64 -R rm x", "deny"},
                     {"setarch ppc64 -R rm x", "deny"},
                     {"setarch x86_64 rm x", "deny"},
                     {"linux32 rm x", "deny"},
                     {"linux64 -R rm x", "deny"},
                     {"i386 rm x", "deny"},
                     {"x86_64 rm x", "deny"},
                     {"env -iu X rm x", "deny"},
                     {"env -u X rm x", "deny"},
                     {"env -uX rm x", "deny"},
                     {"env --unset X rm x", "deny"},
                     {"env --uns X rm x", "deny"},
                     {"env -iC / rm x", "deny"},
                     {"env -iS 'rm x'", "deny"},
                     {"env --split-string 'rm x'", "deny"},
                     {"env --split 'rm x'", "deny"},
                     {"env --split='rm x'", "deny"},
                     {"env - rm x", "deny"},
                     {"/lib64/ld-linux-x86-64.so.2 /bin/rm x", "deny"},
                     {"/lib64/ld-linux-x86-64.so.2 --preload ./x.so /bin/rm x", "deny"},
                     {"/lib/ld-musl-x86_64.so.1 --library-path=/lib -- /bin/rm x", "deny"},
                     {"timeout --signal KILL 5 rm x", "deny"},
                     {"timeout --sig KILL 5 rm x", "deny"},
                     {"timeout --preserve-status 5 rm x", "deny"},
                     {"nice --adjustment 5 rm x", "deny"},
                     {"sudo --user root rm x", "deny"},
                     {"xargs --max-args 1 rm", "deny"},
                     {"ionice --class 3 rm x", "deny"},
                     {"stdbuf --output L rm x", "deny"},
                     {"strace --output f rm x", "deny"},
                     {"su --command='rm x'", "deny"},
                     {"su --comm 'rm x' me", "deny"},
                     {"su -c'rm x'", "deny"},
                     {"start-stop-daemon --start --exec /bin/rm -- x", "ask"},
                     {"start-stop-daemon -Sx /bin/rm -- x", "ask"},
                     {"systemd-run rm x", "deny"},
                     {"runuser -u me -- rm x", "ask"},
                     {"ls | parallel rm", "ask"},
                     {"env -iu X ls", "allow"},
                     {"setpriv --reuid 1000 ls", "allow"},
                     {"timeout --preserve-status 5 ls", "allow"},
                 });
    check(rules_of({}, {}, {"Bash(ls *)", "Bash(timeout *)"}), {{"timeout --signal KILL 5 ls", "allow"},
                                                                {"setpriv ls", "default"},
                                                                {"linux32 ls", "default"},
                                                                {"env -iu X ls", "default"}});
}

BOOST_AUTO_TEST_CASE(a_name_whose_brackets_the_shell_computes_is_asked_about) {
    for (const auto* line : {
             "test -v 'a[$(rm x)]'",
             "test ! -v \"a[\\$(rm x)]\"",
             "[ -v 'a[$(rm x)]' ]",
             "[ $x 'a[$(rm x)]' ]",
             "[ -R 'a[$(rm x)]' ]",
             "printf -v 'a[$(rm x)]' y",
             "printf '-va[$(rm x)]' y",
             "printf -v \"$x\" y",
             "printf -v a[0] y",
             "builtin printf -v 'a[`rm x`]' y",
             "command printf -v 'a[`rm x`]' y",
             "read 'a[$(rm x)]'",
             "read -r 'a[$(rm x)]' < f",
             "read -p '? ' 'a[$(rm x)]'",
             "read $x",
             "unset 'a[$(rm x)]'",
             "unset -v 'a[$(rm x)]'",
             "unset \"$x\"",
             "declare 'a[$(rm x)]=1'",
             "declare -i 'x=a[$(rm x)]'",
             "declare -n 'x=a[$(rm x)]'",
             "typeset 'a[$(rm x)]'",
             "local 'a[$(rm x)]=1'",
             "export 'a[$(rm x)]=1'",
             "readonly 'a[$(rm x)]=1'",
             "let 'a[$(rm x)]'",
             "let x",
             "mapfile 'a[$(rm x)]'",
             "mapfile -C 'rm x' -c 1 a",
             "readarray -t 'a[$(rm x)]'",
             "getopts ab 'a[$(rm x)]'",
             "wait -p 'a[$(rm x)]'",
         }) {
        BOOST_TEST(judged(rules_of({"Bash(rm:*)"}, {}, {"Bash"}), line) == "ask", line);
        BOOST_TEST(judged(rules_of({"Bash(kill *)"}, {}, {"Bash"}), line) == "ask", line);
        BOOST_TEST(judged(rules_of({}, {}, {"Bash(test *)", "Bash([ *)", "Bash(printf *)", "Bash(read *)"}), line) ==
                       "default",
                   line);
    }
    for (const auto* line : {"test -v a", "[ -v a ]", "[ -f a[0] ]", "[ $x ]", "[ \"$x\" = '[a]' ]",
                             "printf '%s[a]\\n' \"$x\"", "printf -v a '[%s]' \"$x\"", "read -r -p 'Go on [y/n]? ' a",
                             "read a b", "unset a", "export A=\"$x\"", "export A=[b] B=$(ls)", "declare -a a",
                             "declare -A m", "local a=$1", "wait $x", "getopts 'a[b:' o", "mapfile -t a"}) {
        BOOST_TEST(judged(rules_of({"Bash(rm:*)"}, {}, {"Bash"}), line) == "allow", line);
    }
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
