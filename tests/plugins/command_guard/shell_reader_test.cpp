// SPDX-License-Identifier: Apache-2.0
// The reader and the expansion: which words a line has, as a shell would see them.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "expansion.hpp"
#include "shell_syntax.hpp"

namespace command_guard {
namespace {

const Place kPlace{"/work/shop", "/work/shop", "/home/ada"};

List read(std::string_view text) {
    auto result = read_shell(text);
    const auto* problem = std::get_if<SyntaxProblem>(&result);
    BOOST_REQUIRE_MESSAGE(problem == nullptr, text << ": " << (problem != nullptr ? problem->what : ""));
    return std::get<List>(std::move(result));
}

const Command& first(const List& list) {
    return list.items.at(0).pipeline.stages.at(0);
}

/// The arguments of the first command, each in angle brackets; an unknown part is shown as a question mark.
std::string words(std::string_view text, const Scope& scope = {}) {
    const List list = read(text);
    std::string out;
    for (const Word& word : first(list).words) {
        for (const Text& field : Expander(scope, kPlace).fields(word)) {
            out += "<";
            for (const char c : field.value) out += c == kUnknown ? '?' : c;
            out += ">";
        }
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shell_reader)

BOOST_AUTO_TEST_CASE(quotes_and_escapes_are_removed) {
    BOOST_TEST(words(R"(a 'b c' "d e" f\ g "h\"i\x" '' "")") == R"(<a><b c><d e><f g><h"i\x><><>)");
    BOOST_TEST(words("$'a\\n\\x41\\101\\u00e9\\'' $\"t\"") == "<a\nAAé'><t>");
    BOOST_TEST(words("a\\\nb c") == "<ab><c>");
    BOOST_TEST(words("\"a\\\nb\"") == "<ab>");
    BOOST_TEST(words("a#b #c") == "<a#b>");
}

BOOST_AUTO_TEST_CASE(expansions_are_followed_as_far_as_they_are_known) {
    Scope scope;
    scope.directory = "/work/shop";
    scope.variables["x"] = "1 2";
    scope.variables["empty"] = "";
    scope.positional = std::vector<Text>{{"a b", false}, {"c", false}};
    BOOST_TEST(words("$x \"$x\" ${x}3 '$x'", scope) == "<1><2><1 2><1><23><$x>");
    BOOST_TEST(words("${empty:-d e} ${x:-d} \"${empty}\" $empty z", scope) == "<d e><1><2><><z>");
    BOOST_TEST(words("\"$@\" $1 \"$2\" $3 z", scope) == "<a b><c><a><b><c><z>");
    BOOST_TEST(words("$y a$y \"$y\" ${x#1} $((1+2)) $(ls)") == "<?><a?><?><?><?><?>");
    BOOST_TEST(words("$(pwd)/b `echo q`", scope) == "</work/shop/b><q>");
    BOOST_TEST(words("~ ~/x ~root '~' a~ \"~\"") == "</home/ada></home/ada/x></root><~><a~><~>");
}

BOOST_AUTO_TEST_CASE(braces_multiply_words) {
    BOOST_TEST(words("a{b,c}d {x} {} {1..3} '{a,b}' {a,{b,c}}") == "<abd><acd><{x}><{}><?><{a,b}><a><b><c>");
}

BOOST_AUTO_TEST_CASE(lists_pipelines_and_connectors_keep_their_order) {
    const List list = read("a && b || c; d & e | f |& g\nh");
    BOOST_REQUIRE(list.items.size() == 6U);
    BOOST_TEST((list.items[1].connector == Connector::and_then));
    BOOST_TEST((list.items[2].connector == Connector::or_else));
    BOOST_TEST((list.items[3].waiting == Waiting::background));
    BOOST_TEST(list.items[4].pipeline.stages.size() == 3U);
    BOOST_TEST(list.items[4].pipeline.stages[2].raw == "g");
    BOOST_TEST(list.items[5].pipeline.stages[0].raw == "h");
}

BOOST_AUTO_TEST_CASE(compound_commands_are_known_by_their_words) {
    BOOST_TEST((first(read("if a; then b; elif c; then d; else e; fi")).kind == CommandKind::conditional));
    BOOST_TEST(first(read("if a; then b; elif c; then d; else e; fi")).parts.size() == 5U);
    BOOST_TEST((first(read("while a; do b; done")).kind == CommandKind::loop));
    BOOST_TEST((first(read("for i in 1 2; do b; done")).kind == CommandKind::for_each));
    BOOST_TEST((first(read("for ((i=0; i<3; i++)); do b; done")).kind == CommandKind::loop));
    BOOST_TEST((first(read("case x in a|b) c;; (d) e;& *) f; esac")).kind == CommandKind::case_of));
    BOOST_TEST(first(read("case x in a|b) c;; (d) e;& *) f; esac")).parts.size() == 3U);
    BOOST_TEST((first(read("( a )")).kind == CommandKind::subshell));
    BOOST_TEST((first(read("{ a; }")).kind == CommandKind::group));
    BOOST_TEST((first(read("f () { a; }")).kind == CommandKind::function));
    BOOST_TEST(first(read("function f { a; }")).name == "f");
    BOOST_TEST((first(read("[[ a < b && ( c || d ) ]]")).kind == CommandKind::test));
    BOOST_TEST((first(read("((a > 1))")).kind == CommandKind::test));
    BOOST_TEST((first(read("if (a); then b; fi")).kind == CommandKind::conditional));
    BOOST_TEST((first(read("{ (a); }")).kind == CommandKind::group));
    BOOST_TEST((first(read("((a); (b))")).kind == CommandKind::subshell));
    BOOST_TEST((first(read("echo if then fi")).kind == CommandKind::simple));
}

BOOST_AUTO_TEST_CASE(redirections_are_no_arguments) {
    const List list = read("a <in >out 2>>err b >& both &>all {fd}>x <>y >|z 3<&- ");
    const Command& command = first(list);
    BOOST_TEST(command.words.size() == 2U);
    BOOST_REQUIRE(command.redirections.size() == 9U);
    BOOST_TEST(command.redirections[2].raw == "2>>err");
    BOOST_TEST(command.redirections[8].operation == "<&");
}

BOOST_AUTO_TEST_CASE(here_documents_end_at_their_delimiter) {
    const List list = read("cat <<A <<-'B C' x\none $y\nA\n\ttwo $y\n\tB C\nls");
    const Command& command = first(list);
    BOOST_TEST(command.words.size() == 2U);
    BOOST_REQUIRE(command.redirections.size() == 2U);
    BOOST_TEST(command.redirections[0].document->raw == "one $y\n");
    BOOST_TEST(command.redirections[0].document->pieces.size() == 3U);
    BOOST_TEST(command.redirections[1].document->raw == "two $y\n");
    BOOST_TEST(command.redirections[1].document->pieces.size() == 1U);
    BOOST_TEST(list.items.at(1).pipeline.stages.at(0).raw == "ls");
}

BOOST_AUTO_TEST_CASE(a_here_document_that_shells_end_in_different_places_is_a_problem) {
    for (const std::string_view text : {
             "cat <<E\nE\\\n\nrm x\nE",
             "cat <<E\nE\\\n\nrm x",
             "cat <<EOF\nEO\\\nF\nrm x\nEOF",
             "cat <<E\n\\\nE\nrm x",
             "cat <<E\na\\\nE\nrm x\nE",
             "cat <<E\na\\\\\\\nE\nrm x\nE",
             "cat <<-E\n\tE\\\n\nrm x\nE",
             "cat <<-E\n\t\\\n\tE\nrm x\nE",
             "cat <<-\"\tE\"\n\tE\nrm x",
             "cat <<'E\nF'\na\nE\nF\nrm x",
             "cat <<$(echo E)\na\n$(echo E)\nrm x",
             "cat <<`echo E`\na\n`echo E`\nrm x",
             "cat <<${x}\na\n${x}\nrm x",
             "cat <<$'E'\na\nE\nrm x",
             "cat <<E <<F\na\nE\\\n\nE\nb\nF\nrm x",
         }) {
        BOOST_TEST(std::holds_alternative<SyntaxProblem>(read_shell(text)), text);
    }
    const List expanded = read("cat <<E\\\n\n$(rm x)\nE");
    BOOST_TEST((first(expanded).redirections.at(0).document->pieces.at(0).kind == PieceKind::substitution));
    BOOST_TEST(read("cat <<E\na\\\\\nE\nrm x").items.size() == 2U);
    BOOST_TEST(read("cat <<E\na\\\nb\nE\nrm x").items.size() == 2U);
    BOOST_TEST(read("cat <<'E'\nE\\\n\nrm x\nE").items.size() == 1U);
    BOOST_TEST(read("cat <<\"\tE\"\n\tE\nrm x").items.size() == 2U);
}

BOOST_AUTO_TEST_CASE(assignments_stand_before_the_name) {
    const List list = read("A=1 B+=2 C=(x y) D[0]=z cmd E=3");
    const Command& command = first(list);
    BOOST_TEST(command.assignments.size() == 4U);
    BOOST_TEST(command.words.size() == 2U);
    BOOST_TEST(command.assignments[2].values.size() == 2U);
}

BOOST_AUTO_TEST_CASE(what_is_no_command_line_is_a_problem) {
    for (const std::string_view text : {"'",
                                        "\"",
                                        "`",
                                        "$(",
                                        "${",
                                        "${}",
                                        "(",
                                        ")",
                                        "{ a",
                                        "a |",
                                        "a &&",
                                        "a || ;",
                                        "&",
                                        "; a",
                                        "if",
                                        "if a; fi",
                                        "while a; done",
                                        "for",
                                        "for i",
                                        "for 1 in a; do b; done",
                                        "case",
                                        "case x in",
                                        "case x in a) b",
                                        "f() ",
                                        "[[ a",
                                        "a (b)",
                                        "do a",
                                        "fi",
                                        "a >",
                                        "a <",
                                        "x=(",
                                        "\\"}) {
        BOOST_TEST(std::holds_alternative<SyntaxProblem>(read_shell(text)), text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace command_guard
