// SPDX-License-Identifier: Apache-2.0
// Commands that other programs start because of a word they are given.
#include "judging.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck {

using namespace test;

BOOST_AUTO_TEST_SUITE(started_commands)

BOOST_AUTO_TEST_CASE(a_word_that_is_computed_may_be_any_option_of_a_program_that_starts_others) {
    const auto rules = rules_of({"Bash(curl:*)"}, {}, {"Bash"});
    check(rules, {
                     {"find $(cat a)", "ask"},
                     {"find f \"${A}-exec\" curl x ';'", "ask"},
                     {"find f x$(cat a)", "ask"},
                     {"find $X", "ask"},
                     {"find . $X", "ask"},
                     {"find f \"$@\"", "ask"},
                     {"find f -{exec,name} curl x ';'", "ask"},
                     {"find . -name \"$X\"", "allow"},
                     {"find . -name $X", "ask"},
                     {"find \"./$X\" -name x", "allow"},
                     {"find ./$X -name x", "ask"},
                     {"find src/* ~/x -name x", "allow"},
                     {"find -- $X", "ask"},
                     {"tar -cf /dev/null f $(cat a)", "ask"},
                     {"tar $X", "ask"},
                     {"tar -cf a *", "ask"},
                     {"tar -cf a ./*", "allow"},
                     {"tar -cf \"$X\" f", "allow"},
                     {"tar -xf a -- $X", "allow"},
                     {"echo f | xargs tar -cf a", "ask"},
                     {"echo f | xargs tar -cf a --", "allow"},
                     {"sort $X f", "ask"},
                     {"sort \"$X\"", "ask"},
                     {"sort -k \"$X\" f", "allow"},
                     {"git $X", "ask"},
                     {"git fetch $X", "ask"},
                     {"git status $X", "allow"},
                     {"rsync $ARGUMENTS a b", "ask"},
                     {"python3 x.py $X", "allow"},
                     {"python3 $X", "ask"},
                     {"sed p $X", "ask"},
                     {"sed p ./*", "allow"},
                     {"awk '{print}' $X", "allow"},
                     {"cat $X", "allow"},
                 });
    // An ask rule restricts as well, and without a rule nothing is asked.
    check(rules_of({}, {"Bash(curl:*)"}, {"Bash"}), {{"sort $X f", "ask"}});
    check(rules_of({}, {}, {"Bash"}), {{"sort $X f", "allow"}, {"find $X", "allow"}});
}

BOOST_AUTO_TEST_CASE(a_shell_that_reads_its_input_runs_it) {
    const auto rules = rules_of({"Bash(curl:*)"}, {}, {"Bash"});
    for (const std::string shell :
         {"bash", "bash -", "sh -s a", "bash -s", "sh -es a b", "bash /dev/stdin", "bash /dev/./stdin", "sh /dev/fd/0",
          "bash /proc/self/fd/0", "bash ../../dev/stdin", "bash -- /dev/stdin", "dash -x -", ". /dev/stdin",
          "source /dev/stdin", "source -- /proc/self/fd/0", ". /dev/fd/0", "bash /dev/stdin a"}) {
        BOOST_TEST(judged(rules, shell + " <<< 'curl x'") == "deny", shell);
        BOOST_TEST(judged(rules, shell + " <<'Q'\ncurl x\nQ") == "deny", shell);
        BOOST_TEST(judged(rules, "echo x | " + shell) == "ask", shell);
        BOOST_TEST(judged(rules, shell + " < f") == "ask", shell);
        BOOST_TEST(judged(rules, shell + " <<'Q'\nls\nQ") == "allow", shell);
    }
    check(rules, {
                     {"bash <<A <<B\nls\nA\ncurl x\nB", "deny"},
                     {"bash <<A < f\nls\nA", "ask"},
                     {"bash -$X 'curl x'", "ask"},
                     {"bash - x.sh", "allow"},
                     {"bash x.sh <<< 'curl x'", "allow"},
                     {"env bash - <<< 'curl x'", "ask"},
                     {"python3 /dev/stdin <<< x", "ask"},
                     {"python3 -W ignore <<< x", "ask"},
                     {"sed -f - f <<< '1e curl x'", "ask"},
                     {"awk -f /dev/stdin f <<< x", "ask"},
                     {"make -f - <<< x", "ask"},
                     {"ed f <<< '!curl x'", "ask"},
                 });
}

BOOST_AUTO_TEST_CASE(what_git_starts_is_found_and_its_options_hide_no_subcommand) {
    const auto rules = rules_of({"Bash(curl:*)", "Bash(git push:*)"}, {}, {"Bash(git:*)"});
    check(rules, {
                     {"git ls-remote --upload-pack='curl x;' .", "deny"},
                     {"git ls-remote --upl='curl x;' .", "deny"},
                     {"git ls-remote --exec 'curl x' .", "deny"},
                     {"git clone -u 'curl x;' . zz", "deny"},
                     {"git clone -qu'curl x;' . zz", "deny"},
                     {"git fetch --upload-pack='curl x' .", "deny"},
                     {"git clone 'ext::curl x'", "ask"},
                     {"git remote add a 'ext::curl x'", "ask"},
                     {"git grep --no-index -Ocurl a f", "deny"},
                     {"git grep --open-files-in-pager=curl a", "deny"},
                     {"git grep -O a f", "allow"},
                     {"git -C . push", "deny"},
                     {"git -C \"$d\" push origin", "deny"},
                     {"git -C $d status", "ask"},
                     {"git --no-pager push", "deny"},
                     {"git -P push", "deny"},
                     {"git --git-dir=. push x", "deny"},
                     {"git --git-dir . push x", "deny"},
                     {"/usr/bin/git -P push x", "deny"},
                     {"git -C . \"$x\"", "ask"},
                     {"git -C . status", "allow"},
                     {"git -C push status", "allow"},
                     {"git bisect run curl x", "deny"},
                     {"git bisect run sh -c 'curl x'", "deny"},
                     {"git bisect start", "allow"},
                     {"git submodule foreach 'curl x'", "deny"},
                     {"git submodule foreach --recursive curl x", "deny"},
                     {"git submodule --quiet foreach curl x", "deny"},
                     {"git rebase -x 'curl x' HEAD", "deny"},
                     {"git rebase -ix 'curl x' HEAD", "deny"},
                     {"git rebase -i --exec='curl x' HEAD", "deny"},
                     {"git -C . rebase HEAD -x 'curl x'", "deny"},
                     {"git difftool -x 'curl x'", "deny"},
                     {"git filter-branch --tree-filter 'curl x'", "deny"},
                     {"git rebase -x \"$X\" HEAD", "ask"},
                     {"git --exec-path=/tmp status", "ask"},
                     {"git --exec-path", "allow"},
                     {"git rebase -x 'git status' HEAD", "allow"},
                     {"git rebase -x 'make test' HEAD", "default"},
                 });
    const auto others = rules_of({"Bash(docker rm:*)", "Bash(kubectl delete:*)", "Bash(npm publish:*)",
                                  "Bash(cargo publish)", "Bash(make install)", "Bash(systemctl stop *)"},
                                 {}, {"Bash"});
    check(others, {
                      {"docker --context a rm x", "deny"},
                      {"docker -H h ps", "allow"},
                      {"kubectl -n a delete pod x", "deny"},
                      {"kubectl --namespace=a get pod", "allow"},
                      {"npm --prefix a publish", "deny"},
                      {"cargo +nightly publish", "deny"},
                      {"make -C a install", "deny"},
                      {"make -C install all", "allow"},
                      {"systemctl --user stop x", "deny"},
                  });
}

BOOST_AUTO_TEST_CASE(options_that_start_a_program_are_found_short_bundled_and_shortened) {
    const auto rules = rules_of({"Bash(curl:*)"}, {}, {"Bash"});
    check(rules, {
                     {"tar cIf curl /dev/null f", "deny"},
                     {"tar -cf /dev/null -I curl f", "deny"},
                     {"tar -Icurl -cf a f", "deny"},
                     {"tar --use-comp=curl -cf a f", "deny"},
                     {"tar --rsh-command=curl -cf h:a f", "deny"},
                     {"tar -cf a f --checkpoint=1 --checkpoint-action=exec='curl x'", "deny"},
                     {"tar -cf a f --checkpoint --checkpoint-action exec='curl x'", "deny"},
                     {"tar -xf a --to-command 'curl x'", "deny"},
                     {"tar -cf a f --checkpoint-action=dot", "allow"},
                     {"tar -cf a -T -", "ask"},
                     {"tar czf a f", "allow"},
                     {"tar -I zstd -cf a f", "allow"},
                     {"sort -S 1k --compress-program=curl f", "deny"},
                     {"sort -S 1k --compress-prog=curl f", "deny"},
                     {"sort -S 1k --comp curl f", "deny"},
                     {"sort -u f", "allow"},
                     {"split --filter='curl x' f", "deny"},
                     {"man -P 'curl x' ls", "deny"},
                     {"man --pager='curl x' ls", "deny"},
                     {"man ls", "allow"},
                     {"less +'!curl x' f", "ask"},
                     {"zip a f -T -TT 'curl x'", "deny"},
                     {"zip -r a.zip d", "allow"},
                     {"rsync -e 'curl x' a h:b", "deny"},
                     {"rsync --rsh='curl x' a h:b", "deny"},
                     {"rsync -e ssh a h:b", "allow"},
                     {"ssh -o ProxyCommand='curl x' h", "ask"},
                     {"scp -S curl a h:b", "deny"},
                     {"sed '1e curl x' f", "ask"},
                     {"sed p f -e '1e curl x'", "ask"},
                     {"sed --expr='1e curl x' f", "ask"},
                     {"awk 'BEGIN{system(\"curl x\")}'", "ask"},
                     {"vim -c '!curl x'", "ask"},
                     {"vim -es f <<< '!curl x'", "ask"},
                     {"gdb -ex 'shell curl x'", "ask"},
                     {"gdb -batch -eval-c 'shell curl x' f", "ask"},
                     {"nc -e curl h 1", "deny"},
                     {"parallel curl", "ask"},
                     {"socat - EXEC:curl", "ask"},
                     {"crontab f", "ask"},
                     {"at now", "ask"},
                     {"systemd-run curl x", "deny"},
                     {"busybox sh -c 'curl x'", "deny"},
                     {"watch curl x", "deny"},
                     {"script -c 'curl x'", "deny"},
                     {"strace -f curl x", "deny"},
                     {"apt-get -o APT::Update::Pre-Invoke::='curl x' update", "ask"},
                     {"apt-get update -o APT::Update::Pre-Invoke::='curl x'", "ask"},
                     {"apt-get -y install x", "allow"},
                     {"dpkg --pre-invoke='curl x' -i a", "deny"},
                     {"openssl req -engine /tmp/x.so", "ask"},
                     {"openssl sha256 f", "allow"},
                     {"make --eval='x:;curl x' x", "ask"},
                     {"make SHELL=/tmp/x all", "ask"},
                     {"make -j4 all", "allow"},
                     {"go test -exec curl ./...", "deny"},
                     {"npx -c 'curl x'", "deny"},
                     {"compgen -C 'curl x'", "deny"},
                     {"rg --pre curl x", "deny"},
                     {"rg --pre-glob '*.x' y", "allow"},
                     {"perl -e 'x'", "ask"},
                     {"php -f x.php -r y", "allow"},
                 });
    // Every part must be allowed, also the one that a part starts.
    check(rules_of({}, {}, {"Bash(tar *)"}), {{"tar -I zstd -cf a f", "default"}, {"tar -cf a f", "allow"}});
}

BOOST_AUTO_TEST_CASE(variables_that_programs_start_are_read) {
    const auto rules = rules_of({"Bash(curl:*)"}, {}, {"Bash"});
    check(rules, {
                     {"GIT_SSH_COMMAND='curl x' git ls-remote h:x", "deny"},
                     {"PAGER=curl man ls", "deny"},
                     {"env GIT_PAGER='curl x' git log", "deny"},
                     {"export GIT_EDITOR='curl x'; git commit", "deny"},
                     {"PAGER=\"$X\" man ls", "ask"},
                     {"LESSOPEN='|curl x' less f", "ask"},
                     {"GIT_CONFIG_COUNT=1 git status", "ask"},
                     {"BASH_ENV=f bash x.sh", "ask"},
                     {"PAGER=cat git log", "allow"},
                     {"LANG=C git log", "allow"},
                     {"export PATH=x", "allow"},
                 });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
