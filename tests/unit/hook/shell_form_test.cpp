// SPDX-License-Identifier: Apache-2.0
#include "hook/shell_form.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

namespace {

const HookVariables& variables() {
    static const HookVariables values{{"ROOT", "/my plugins/$HOME"}, {"DATA", "/data"}};
    return values;
}

std::string quoted(std::string_view command) {
    return quote_variables(command, variables());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shell_form)

BOOST_AUTO_TEST_CASE(a_bare_variable_is_put_in_double_quotes) {
    BOOST_TEST(quoted("sh ${ROOT}/x.sh A") == "sh \"${ROOT}\"/x.sh A");
    BOOST_TEST(quoted("$ROOT/x") == "\"${ROOT}\"/x");
    BOOST_TEST(quoted("a=${DATA}:$ROOT") == "a=\"${DATA}\":\"${ROOT}\"");
}

BOOST_AUTO_TEST_CASE(a_quoted_variable_stays_quoted_and_one_in_single_quotes_works) {
    BOOST_TEST(quoted("sh \"${ROOT}/x.sh\"") == "sh \"${ROOT}/x.sh\"");
    BOOST_TEST(quoted("node -e 'require(\"${ROOT}/x\")'") == "node -e 'require(\"'\"${ROOT}\"'/x\")'");
    BOOST_TEST(quoted("echo \"it's ${ROOT}\" ${ROOT}") == "echo \"it's ${ROOT}\" \"${ROOT}\"");
}

BOOST_AUTO_TEST_CASE(a_substitution_inside_quotes_begins_anew) {
    BOOST_TEST(quoted("x=\"$(cat ${ROOT}/a)\" ${ROOT}") == "x=\"$(cat \"${ROOT}\"/a)\" \"${ROOT}\"");
    BOOST_TEST(quoted("echo \"`ls $ROOT`\"") == "echo \"`ls \"${ROOT}\"`\"");
}

BOOST_AUTO_TEST_CASE(other_variables_escapes_and_longer_names_are_left_alone) {
    for (const auto* command : {"echo $HOME ${HOME}", "echo \\${ROOT}", "echo $ROOTS ${ROOTS}", "echo ${ROOT:-x} $",
                                "a#b", "echo 'it'\\''s'"}) {
        BOOST_TEST(quoted(command) == command);
    }
}

BOOST_AUTO_TEST_CASE(comments_and_here_documents_are_left_alone) {
    BOOST_TEST(quoted("# it's ${X}\necho ${ROOT}") == "# it's ${X}\necho \"${ROOT}\"");
    BOOST_TEST(quoted("cat <<EOF ${ROOT}\n${ROOT} it's\nEOF\necho ${ROOT}") ==
               "cat <<EOF \"${ROOT}\"\n${ROOT} it's\nEOF\necho \"${ROOT}\"");
    BOOST_TEST(quoted("cat <<-'E'\n\t$ROOT\n\tE\n$ROOT") == "cat <<-'E'\n\t$ROOT\n\tE\n\"${ROOT}\"");
    BOOST_TEST(quoted("cat <<<${ROOT}") == "cat <<<\"${ROOT}\"");
}

BOOST_AUTO_TEST_CASE(exec_form_takes_the_value_as_text_once) {
    BOOST_TEST(replace_variables("--root=${ROOT}:${ROOT} $ROOT ${OTHER}", variables()) ==
               "--root=/my plugins/$HOME:/my plugins/$HOME $ROOT ${OTHER}");
    BOOST_TEST(replace_variables("${A}", {{"A", "${B}"}, {"B", "x"}}) == "${B}");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
