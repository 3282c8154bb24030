// SPDX-License-Identifier: Apache-2.0
// Where the value of a variable is code, and where it is a word (D14).
#include "permission/evaluated_variables.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

namespace {

bool runs(std::string_view line) {
    return code_with_variables(line, {"A"}).has_value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(evaluated_variables)

BOOST_AUTO_TEST_CASE(what_is_computed_is_code) {
    for (const auto* line : {"echo $((1+$A))",
                             "echo $((A))",
                             "echo \"$(( ${A} * 2 ))\"",
                             "echo $[$A]",
                             "(( $A > 1 )) && ls",
                             "((x=$A))",
                             "[[ $A -eq 1 ]]",
                             "[[ 1 -lt \"$A\" ]]",
                             "[[ -v $A ]]",
                             "echo ${a[$A]}",
                             "echo ${PATH:$A:1}",
                             "echo ${#a[$A]}",
                             "echo ${!A}",
                             "echo ${A@P}",
                             "test -v \"$A\"",
                             "[ -v \"$A\" ]",
                             "printf -v \"$A\" x",
                             "let \"x=$A\"",
                             "for ((i=0;i<$A;i++)); do ls; done",
                             "read \"$A\"",
                             "declare \"$A=1\"",
                             "export \"$A\"",
                             "unset \"$A\"",
                             "local \"$A\"",
                             "declare -i n=\"$A\"",
                             "declare -i n; n=$A",
                             "a[$A]=1",
                             "a=([$A]=1)",
                             "getopts ab \"$A\"",
                             "cat <<E\n$((A))\nE",
                             "cat <<< $(($A))",
                             "echo \"$(test -v $A)\"",
                             "echo `test -v $A`"}) {
        BOOST_TEST(runs(line), line);
    }
}

BOOST_AUTO_TEST_CASE(what_reads_code_runs_it) {
    for (const auto* line : {"eval \"echo $A\"",
                             "trap \"$A\" EXIT",
                             "source \"$A\"",
                             ". $A",
                             "sh -c \"$A\"",
                             "bash -c \"echo $A\"",
                             "timeout 5 sh -c \"$A\"",
                             "bash $A",
                             "bash <<< \"$A\"",
                             "bash <<E\n$A\nE",
                             "echo \"$A\" | sh",
                             "source <(echo \"$A\")",
                             "$A",
                             "\"$A\" --version",
                             "x$A y",
                             "timeout 5 \"$A\"",
                             "env \"$A\"",
                             "xargs $A",
                             "find . -exec $A \\;",
                             "watch \"$A\"",
                             "su -c \"$A\"",
                             "python3 -c \"$A\"",
                             "python3 -c \"print($A)\"",
                             "python3 $A",
                             "echo \"$A\" | python3",
                             "node -e \"$A\"",
                             "node --eval=\"$A\"",
                             "perl -ne \"$A\"",
                             "awk \"/$A/\" f",
                             "sed -n \"${A}p\" f",
                             "sed -e \"$A\" f",
                             "PAGER=\"$A\" git log",
                             "git -c \"$A\" log",
                             "git rebase -x \"$A\"",
                             "tar -x --to-command=\"$A\" -f f",
                             "fd -x \"$A\"",
                             "echo \"$A\" | xargs sh -c"}) {
        BOOST_TEST(runs(line), line);
    }
}

BOOST_AUTO_TEST_CASE(what_takes_its_value_from_it_is_as_it) {
    for (const auto* line :
         {"x=$A; echo $((x))", "x=$A; y=x; echo $((y))", "export x=$A; echo $((x))", "printf -v x %s $A; echo $((x))",
          "read x <<< $A; echo $((x))", "echo $A | while read -r x; do echo $((x)); done",
          "for x in $A; do echo $((x)); done", "x=$(echo $A); [[ $x -gt 1 ]]", "set -- $A; echo $(($1))",
          "set -- $A; echo $((${1}))", "x=($A); echo $((x))", "mapfile x <<< $A; let x", "x=$A sh -c 'echo $((x))'"}) {
        BOOST_TEST(runs(line), line);
    }
}

BOOST_AUTO_TEST_CASE(a_word_is_a_word) {
    for (const auto* line : {"echo $A",
                             "echo \"$A\" '$((A))'",
                             "git log $A",
                             "gh issue view \"$A\" --json body",
                             "cat $A | head -5",
                             "x=$A; echo ${x:-none} ${x:0:7} ${x%.md} ${x//a/$A} ${#x}",
                             "n=1; echo $((n+1)) \"$A\"",
                             "[ -z \"$A\" ] && echo none",
                             "[ \"$A\" -gt 1 ]",
                             "[[ $A == x* && 1 -eq 2 ]]",
                             "[[ -n $A ]]",
                             "for f in $A; do cat \"$f\"; done",
                             "read -r x <<< \"$A\"; echo \"$x\"",
                             "sh -c 'echo \"$1\"' _ \"$A\"",
                             "bash ./run.sh \"$A\"",
                             "python3 run.py $A",
                             "python3 -c 'import sys; print(sys.argv)' \"$A\"",
                             "grep -rn \"$A\" . | awk '{print $1}'",
                             "echo \"$A\" | sed 's/a/b/'",
                             "sed -n 1p $A",
                             "find . -name \"$A\"",
                             "printf '%s' \"$A\"",
                             "export X=\"$A\"",
                             "f=$A; test -f \"$f\" && cat < \"$f\"",
                             "case $A in a) ls;; esac",
                             "cat <<E\n$A\nE",
                             "echo \"$A\" | while read -r l; do echo \"$l\"; done",
                             "files=($A)",
                             "curl x | sh",
                             "timeout 5 echo $A",
                             "npm test -- $A",
                             "jq --arg a \"$A\" '.x == $a' f",
                             "x=$B; echo $((x))"}) {
        BOOST_TEST(!runs(line), line);
    }
}

BOOST_AUTO_TEST_CASE(the_place_is_shown_as_it_is_written) {
    BOOST_TEST(code_with_variables("ls; echo $((1+$A))", {"A"}).value() == "((1+$A))");
    BOOST_TEST(code_with_variables("echo \"$A", {"A"}).value() == "echo \"$A");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
