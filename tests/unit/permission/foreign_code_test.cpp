// SPDX-License-Identifier: Apache-2.0
#include "permission/foreign_code.hpp"

#include "judging.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck {

using namespace test;

BOOST_AUTO_TEST_SUITE(foreign_code)

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
                     {"tar cf a b -I 'rm x'", "deny"},
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
