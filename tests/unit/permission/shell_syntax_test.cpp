// SPDX-License-Identifier: Apache-2.0
#include "permission/shell_syntax.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck {

namespace {

using Strings = std::vector<std::string>;

/// The words of each command that runs something; unknown words between angle brackets.
Strings commands_of(std::string_view line, const ShellVariables& variables = {}) {
    Strings out;
    for (const auto& command : read_shell_line(line, variables).commands) {
        if (command.role == ShellRole::header) continue;
        std::string text;
        for (const auto& word : command.words) {
            text += (text.empty() ? "" : " ") + (word.known() ? word.text() : "<" + word.text() + ">");
        }
        if (command.more_words) text += " <>";
        out.push_back(text);
    }
    return out;
}

struct Split {
    std::string_view line;
    Strings commands;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(shell_syntax)

BOOST_AUTO_TEST_CASE(a_line_is_split_into_its_commands) {
    const std::vector<Split> table{
        {"", {}},
        {"  # only a comment", {}},
        {"git status", {"git status"}},
        {"  git   status  ", {"git status"}},
        {"a; b", {"a", "b"}},
        {"a && b || c", {"a", "b", "c"}},
        {"a | b |& c", {"a", "b", "c"}},
        {"a & b &", {"a", "b"}},
        {"a\nb\n\nc", {"a", "b", "c"}},
        {"a \\\n  b", {"a b"}},
        {"a # b; c\nd", {"a", "d"}},
        {"a#b c", {"a#b c"}},
        {"(a; b) && { c; }", {"a", "b", "c"}},
        {"! a", {"a"}},
        {"time -p a", {"a"}},
        {"if a; then b; elif c; then d; else e; fi", {"a", "b", "c", "d", "e"}},
        {"while a; do b; done", {"a", "b"}},
        {"for x in 1 2; do a $x; done", {"a <$x>"}},
        {"for x; do a; done", {"a"}},
        {"case $x in a|b) c;; (d) e;& *) f;; esac; g", {"c", "e", "f", "g"}},
        {"f() { a; }; b", {"a", "b"}},
        {"a 'b c' \"d e\" f\\ g", {"a b c d e f g"}},
        {"a'b'\"c\"d", {"abcd"}},
        {"a \"$(b c)\" d", {"a <$(b c)> d", "b c"}},
        {"a `b \\`c\\``", {"a <`b \\`c\\``>", "b <`c`>", "c"}},
        {"a <(b) >(c)", {"a <<(b)> <>(c)>", "b", "c"}},
        {"a $(b $(c; d) | e)", {"a <$(b $(c; d) | e)>", "b <$(c; d)>", "c", "d", "e"}},
        {"a \"${x:-$(b)}\"", {"a <${x:-$(b)}>", "b"}},
        {"a '$(b)'", {"a $(b)"}},
        {"a \\$(b)", {"a $"}},
        {"a $'\\x72m' $\"b\"", {"a rm b"}},
        {"a *.c ~/x [ab] {1,2}", {"a <*.c> <~/x> <[ab]> <{1,2}>"}},
        {"a {} {x}", {"a {} {x}"}},
        {"FOO=1 BAR='2 3' a b", {"a b"}},
        {"x=$(a)", {"", "a"}},
        {"a > f 2>&1 < g >> h", {"a"}},
        {"a &> f", {"a"}},
        {"> f", {""}},
        {"a <<E\nb $(c) `d`\nE\ne", {"a", "c", "d", "e"}},
        {"a <<'E'\nb $(c)\nE\ne", {"a", "e"}},
        {"a <<-E\n\tb\n\tE\ne", {"a", "e"}},
        {"a <<E; b\nE\nc", {"a", "b", "c"}},
        {"a <<< \"$(b)\"", {"a", "b"}},
        {"[[ -f x && $(a) == y ]] && b", {"[[ -f x & & <$(a)> == y", "a", "b"}},
        {"[ -f x ] && a", {"[ -f x ]", "a"}},
        {"echo $((1 + 2))", {"echo <$((1 + 2))>"}},
        // wrappers
        {"timeout 5 a b", {"timeout 5 a b", "a b"}},
        {"timeout -k 1 --signal=KILL 5s a", {"timeout -k 1 --signal=KILL 5s a", "a"}},
        {"nice -n 5 nohup a", {"nice -n 5 nohup a", "nohup a", "a"}},
        {"env A=1 a b", {"env A=1 a b", "a b"}},
        {"env -i -u B a", {"env -i -u B a", "a"}},
        {"env -S 'a b' c", {"env -S a b c", "env a b c", "a b c"}},
        {"env", {"env"}},
        {"xargs a b", {"xargs a b", "a b <>"}},
        {"xargs -I{} a {} c", {"xargs -I{} a {} c", "a <{}> c <>"}},
        {"xargs", {"xargs"}},
        {"sudo -u me A=1 a", {"sudo -u me A=1 a", "a"}},
        {"command -v a", {"command -v a"}},
        {"command a", {"command a", "a"}},
        {"sh -c 'a; b'", {"sh -c a; b", "a", "b"}},
        {"bash -euo pipefail -c 'a | b' x", {"bash -euo pipefail -c a | b x", "a", "b"}},
        {"sh script.sh", {"sh script.sh"}},
        {"sh <<'E'\na\nE", {"sh", "a"}},
        {"eval a 'b; c'", {"eval a b; c", "a b", "c"}},
        {"find . -name x -exec a {} \\; -exec b {} +",
         {"find . -name x -exec a {} ; -exec b {} +", "a <{}>", "b <{}>"}},
        {"trap 'a' EXIT", {"trap a EXIT", "a"}},
        {"watch -n 1 a b", {"watch -n 1 a b", "a b"}},
        {"su me -c 'a b'", {"su me -c a b", "a b"}},
        {"busybox rm x", {"busybox rm x", "rm x"}},
        {"timeout 5 sh -c 'nice a'", {"timeout 5 sh -c nice a", "sh -c nice a", "nice a", "a"}},
    };
    for (const auto& [line, wanted] : table) {
        BOOST_TEST_CONTEXT(line) {
            BOOST_TEST(commands_of(line) == wanted, boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_known_is_said) {
    const std::string too_deep = [] {
        std::string text;
        for (int i = 0; i < 1000; ++i) text += "$(";
        return text;
    }();
    const std::vector<std::string> lines{
        "$x a",
        "a$x b",
        "/bin/l* a",
        "{rm,-rf,/}",
        "$'ls' a",
        "a 'b",
        "a \"b",
        "a `b",
        "a $(b",
        "a ${b",
        "a)",
        "(a",
        "a \x01 b",
        "a\rb",
        "a \xFF",
        "a\\\nb",
        "$\\\n(a)",
        "a $((x))",
        "a $((x[$(b)]))",
        "a $[1+x]",
        "a ${x:y}",
        "a ${x@P}",
        "a ${!x}",
        "a ${x[y]}",
        "a ${x:=y}",
        "a ${ b; }",
        "((x++))",
        "for ((;;)); do a; done",
        "[[ $x -eq 1 ]]",
        "f() { a; }; f",
        "function f { a; }",
        "coproc a",
        "a=(b c)",
        "a <<E$x\nE",
        "a $(b <<E\n)",
        "a <<E x=(b\nE\n)",
        "a >(b <<E >&c\nd=(~\n\ne",
        "a >",
        "a ;; b",
        "esac",
        "for 1 in a; do b; done",
        "case x a",
        "sh -c \"$x\"",
        "sh $x",
        "sh",
        "a | sh",
        "eval $x",
        "xargs sh -c",
        "env -S 'a b'",
        "env $x a",
        "timeout $x a",
        "nice $x",
        "!(a)b c)",
        too_deep,
        std::string(kShellLineLimit + 1, 'a'),
    };
    for (const auto& line : lines) {
        BOOST_TEST(!read_shell_line(line).readable(), line.substr(0, 60));
    }
}

BOOST_AUTO_TEST_CASE(a_here_document_ends_where_every_shell_ends_it_or_is_not_read) {
    // What the shells agree on, run with bash and dash.
    const std::vector<Split> same{
        {"cat <<E\\\n\n$(rm x)\nE", {"cat", "rm x"}},
        {"cat <<\\\nE\n$(rm x)\nE", {"cat", "rm x"}},
        {"cat <<E\na\\\\\nE\nrm x", {"cat", "rm x"}},
        {"cat <<E\na\\\nb\nE\nrm x", {"cat", "rm x"}},
        {"cat <<\\E\nE\\\n\nrm x\nE", {"cat"}},
        {"cat <<'E'\nE\\\n\nrm x\nE", {"cat"}},
        {"cat <<\"E\"\\\n\n$(rm x)\nE", {"cat"}},
        {"cat <<-E\n\ta\\\n\tb\n\tE\nrm x", {"cat", "rm x"}},
        {"cat <<\"\tE\"\n\tE\nrm x", {"cat", "rm x"}},
        {"cat <<\"\"\na\n\nrm x", {"cat", "rm x"}},
        {"cat <<\"E\\\nF\"\na\nEF\nrm x", {"cat", "rm x"}},
    };
    for (const auto& [line, wanted] : same) {
        BOOST_TEST_CONTEXT(line) {
            const auto read = read_shell_line(line);
            BOOST_TEST(read.readable());
            BOOST_TEST(commands_of(line) == wanted, boost::test_tools::per_element());
        }
    }
    // What they differ on: one of them runs rm.
    for (const auto* line : {
             "cat <<E\nE\\\n\nrm x\nE",
             "cat <<E\nE\\\n\nrm x",
             "cat <<EOF\nEO\\\nF\nrm x\nEOF",
             "cat <<E\n\\\nE\nrm x",
             "cat <<E\na\\\nE\nrm x\nE",
             "cat <<E\na\\\nE\ncat <<'F'\nE\n$(rm x)\nF",
             "cat <<E\na\\\\\\\nE\nrm x\nE",
             "cat <<-E\n\tE\\\n\nrm x\nE",
             "cat <<-E\n\t\\\n\tE\nrm x\nE\nrm y",
             "cat <<-EF\n\tE\\\n\tF\nrm x\nEF",
             "cat <<-\"\tE\"\n\tE\nrm x\nE\nrm y",
             "cat <<-\"E\tF\"\nrm x\nE\tF",
             "cat <<E\"\nX\"\na\nE\nX\nrm x",
             "cat <<'E\nF'\na\nE\nF\nrm x",
             "cat <<E\\\nF\nrm x\nEF",
             "cat <<$'E'\na\nE\nrm x",
             "cat <<E <<F\na\nE\\\n\nE\nb\nF\nrm x",
             "sh <<E\nE\\\n\nrm x\nE",
         }) {
        BOOST_TEST(!read_shell_line(line).readable(), line);
    }
}

BOOST_AUTO_TEST_CASE(what_is_plain_is_readable) {
    for (const auto* line :
         {"ls -la", "git commit -m \"a b\"", "a \"$x\"", "a $x", "a *.c", "a ${x} ${#x} ${x%.c} ${x:-y}", "a 2>&1 | b",
          "a > f", "x=1 a", "for f in *.c; do a \"$f\"; done", "echo $((2*3))", "a <<'E'\n$(x)\nE", "sh a.sh",
          "[[ -f x ]]", "a \"b\\\"c\" 'd'"}) {
        BOOST_TEST(read_shell_line(line).readable(), line);
    }
}

BOOST_AUTO_TEST_CASE(a_part_keeps_its_text_and_place) {
    const std::string_view line = "cd src && FOO=1 make -j2 > log 2>&1 ; echo \"$(date)\" # end";
    const auto read = read_shell_line(line);
    Strings texts;
    for (const auto& command : read.commands) {
        texts.push_back(command.text);
        BOOST_TEST(line.substr(command.begin, command.end - command.begin) == command.text);
    }
    const Strings wanted{"cd src", "FOO=1 make -j2 > log 2>&1", "echo \"$(date)\"", "date"};
    BOOST_TEST(texts == wanted, boost::test_tools::per_element());
    const auto& make = read.commands[1];
    BOOST_TEST(make.assignments[0].name == "FOO");
    BOOST_REQUIRE(make.redirections.size() == 2U);
    BOOST_TEST((make.redirections[0].use == ShellRedirection::Use::writes));
    BOOST_TEST(make.redirections[0].target.text() == "log");
    BOOST_TEST((make.redirections[1].use == ShellRedirection::Use::duplicates));
}

BOOST_AUTO_TEST_CASE(redirections_are_told_apart) {
    using Use = ShellRedirection::Use;
    const std::vector<std::pair<std::string_view, Use>> table{
        {"a > f", Use::writes},     {"a >> f", Use::writes},          {"a >| f", Use::writes},
        {"a <> f", Use::writes},    {"a &> f", Use::writes},          {"a &>> f", Use::writes},
        {"a >& f", Use::writes},    {"a 3> f", Use::writes},          {"a {fd}> f", Use::writes},
        {"a < f", Use::reads},      {"a >&2", Use::duplicates},       {"a 2>&-", Use::duplicates},
        {"a <&3", Use::duplicates}, {"a <<E\nE", Use::here_document}, {"a <<< b", Use::here_string},
    };
    for (const auto& [line, use] : table) {
        const auto read = read_shell_line(line);
        BOOST_TEST_REQUIRE(read.commands[0].redirections.size() == 1U, line);
        BOOST_TEST((read.commands[0].redirections[0].use == use), line);
        BOOST_TEST(read.commands[0].words.size() == 1U, line);
    }
}

BOOST_AUTO_TEST_CASE(known_variables_have_their_values) {
    const ShellVariables variables{{"DIR", "/skills/a"}, {"WHAT", "x; rm y"}, {"NONE", ""}};
    BOOST_TEST(commands_of("sh \"${DIR}/go.sh\" \"$WHAT\"", variables) == Strings{"sh /skills/a/go.sh x; rm y"},
               boost::test_tools::per_element());
    BOOST_TEST(read_shell_line("sh \"$DIR/go.sh\"", variables).readable());
    BOOST_TEST(commands_of("a $DIR", variables) == Strings{"a /skills/a"}, boost::test_tools::per_element());
    // Without quotes such a value is several words, or none.
    BOOST_TEST(commands_of("a $WHAT $NONE", variables) == Strings{"a <$WHAT> <$NONE>"},
               boost::test_tools::per_element());
    // The line may change it.
    for (const auto* line : {"DIR=/tmp; a \"$DIR\"", "read DIR; a \"$DIR\"", "a \"${DIR:=b}\" \"$DIR\""}) {
        BOOST_TEST(commands_of(line, variables).back().find("<") != std::string::npos, line);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
