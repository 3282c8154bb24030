// SPDX-License-Identifier: Apache-2.0
// Rules about files and the commands of a line that read or change them; and the spellings of a path.
#include "judging.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck {

using namespace test;

BOOST_AUTO_TEST_SUITE(file_operands)

BOOST_AUTO_TEST_CASE(a_file_command_is_held_against_the_rules_about_files) {
    const auto rules = rules_of({"Read(~/.ssh/**)", "Read(./.env)", "Edit(./secret/**)"}, {}, {"Bash"});
    check(rules, {
                     {"cat ~/.ssh/id_rsa", "deny"},
                     {"cat /home/me/.ssh/id_rsa", "deny"},
                     {"cat ~/.ssh/\"id_rsa\"", "deny"},
                     {"cat < ~/.ssh/id_rsa", "deny"},
                     {"cat \"$HOME/.ssh/id_rsa\"", "ask"},
                     {"cat ~root/x", "ask"},
                     {"cat .env", "deny"},
                     {"/bin/cat ./.env", "deny"},
                     {"cat /work/app/src/.env", "deny"},
                     {"cat x/../.env", "deny"},
                     {"cat -- .env", "deny"},
                     {"cat $'.env'", "deny"},
                     {"cat $'\\x2eenv'", "deny"},
                     {"cat a b .env", "deny"},
                     {"head -n 5 .env", "deny"},
                     {"head -n .env x", "allow"},
                     {"tail -f .env", "deny"},
                     {"sed -n p .env", "deny"},
                     {"sed -n -e p .env", "deny"},
                     {"sed .env x", "allow"},  // its script
                     {"awk '{print}' .env", "deny"},
                     {"grep x .env", "deny"},
                     {"grep -e x .env", "deny"},
                     {"grep .env x", "allow"},
                     {"grep -f .env x", "deny"},
                     {"grep -r x ~/.ssh", "deny"},
                     {"rg x .env", "deny"},
                     {"rg -g .env x", "deny"},
                     {"less .env", "deny"},
                     {"diff .env x", "deny"},
                     {"base64 .env", "deny"},
                     {"sort .env", "deny"},
                     {"xxd .env", "deny"},
                     {"cp .env x", "deny"},
                     {"cp -t d .env", "deny"},
                     {"mv .env x", "deny"},
                     {"ln -s .env x", "deny"},
                     {"dd if=.env of=x", "deny"},
                     {". ./.env", "deny"},
                     {"source .env", "deny"},
                     {"sudo cat .env", "deny"},
                     {"sh -c 'cat .env'", "deny"},
                     {"echo $(cat .env)", "deny"},
                     {"find . -exec cat .env ';'", "deny"},
                     {"cat $f", "ask"},
                     {"cat .e*", "ask"},
                     {"cat \"$f\"", "ask"},
                     {"ls | xargs cat", "ask"},
                     {"cat x.txt", "allow"},
                     {"cat .env.example", "allow"},
                     {"ls .env", "allow"},
                     {"echo .env", "allow"},
                     {"echo $f", "allow"},
                     {"cat /dev/null -", "allow"},
                     {"cat ~/.ssh2/x", "allow"},
                     {"tee secret/a", "deny"},
                     {"tee -a x secret/a", "deny"},
                     {"cp f secret/b", "deny"},
                     {"cp f secret", "deny"},
                     {"cp -t secret f", "deny"},
                     {"cp --target-directory=secret f", "deny"},
                     {"mv secret/a x", "deny"},
                     {"rm -rf secret", "deny"},
                     {"rm secret/a", "deny"},
                     {"touch secret/a", "deny"},
                     {"truncate -s 0 secret/a", "deny"},
                     {"sed -i s/a/b/ secret/a", "deny"},
                     {"sed -i.bak s/a/b/ secret/a", "deny"},
                     {"sed --in-place s/a/b/ secret/a", "deny"},
                     {"sed -ni p secret/a", "deny"},
                     {"sed s/a/b/ secret/a", "allow"},
                     {"ln x secret/a", "deny"},
                     {"install -m 600 x secret/a", "deny"},
                     {"dd if=x of=secret/a", "deny"},
                     {"sort -o secret/a x", "deny"},
                     {"uniq x secret/a", "deny"},
                     {"cat secret/a", "allow"},
                     {"rm $f", "ask"},
                     {"cd secret && rm a", "deny"},
                     {"cd /work/app/src/secret; rm a", "deny"},
                     {"cd ..; cat src/.env", "deny"},
                     {"cd; cat .ssh/id_rsa", "deny"},
                     {"cd secret; echo x > a", "deny"},
                     {"cd $d; rm a", "ask"},
                     {"cd $d; rm /tmp/a", "allow"},
                     {"cd lib && rm a", "allow"},
                 });
    // A file that is copied into a folder has its name there.
    check(rules_of({"Edit(./.env)"}, {}, {"Bash"}), {{"cp /tmp/.env .", "deny"}, {"cp /tmp/x .", "allow"}});
    // Rules of every call of a tool, and lists that ask.
    check(rules_of({"Edit"}, {}, {"Bash"}), {{"rm x", "deny"}, {"cat x", "allow"}, {"sed -i p x", "deny"}});
    check(rules_of({}, {"Read(*.env)"}, {"Bash"}), {{"cat a.env", "ask"}, {"cat a", "allow"}});
    // Without such a rule nothing more is asked, and leave to read is none to run.
    check(rules_of({}, {}, {"Bash"}), {{"cat $f", "allow"}, {"rm $f", "allow"}});
    check(rules_of({"Bash(curl *)"}, {}, {"Bash"}), {{"cat $f", "allow"}, {"cat .e*", "allow"}});
    check(rules_of({}, {}, {"Read"}), {{"cat x", "default"}});
}

BOOST_AUTO_TEST_CASE(a_home_in_a_path_is_the_home_of_the_rule) {
    struct Row {
        std::string path;
        std::string_view denied, allowed;
    };
    const std::vector<Row> table{
        {"~/.ssh/id_rsa", "deny", "default"},  // it may also be a folder of that name
        {"/home/me/.ssh/id_rsa", "deny", "allow"}, {"~/x/../.ssh/id_rsa", "deny", "default"},
        {"~root/.ssh/id_rsa", "ask", "default"},   {"$HOME/.ssh/id_rsa", "ask", "default"},
        {"${HOME}/.ssh/id_rsa", "ask", "default"}, {"~/x", "default", "default"},
        {"routes/$id.ts", "default", "default"},
    };
    for (const auto& row : table) {
        BOOST_TEST(judged(rules_of({"Read(~/.ssh/**)"}, {}, {}), "Read", {{"file_path", row.path}}) == row.denied,
                   row.path);
        BOOST_TEST(judged(rules_of({}, {}, {"Read(~/.ssh/**)"}), "Read", {{"file_path", row.path}}) == row.allowed,
                   row.path);
    }
    BOOST_TEST(judged(rules_of({"Edit(~/.bashrc)"}, {}, {}), "Write", {{"file_path", "~/.bashrc"}}) == "deny");
    BOOST_TEST(judged(rules_of({"Read(~/.ssh/**)"}, {}, {}), "Grep", {{"path", "~/.ssh"}}) == "deny");
}

BOOST_AUTO_TEST_CASE(the_files_a_search_is_about_are_held_against_the_rules) {
    struct Row {
        std::string glob;
        std::string_view wanted;
    };
    const std::vector<Row> table{
        {".env", "deny"}, {"./.env", "deny"},  {"**/.env", "deny"}, {".en?", "ask"},       {"{.env,x}", "ask"},
        {"*.env", "ask"}, {"*.ts", "default"}, {"*", "default"},    {"x/.env", "default"}, {"", "default"},
    };
    for (const auto& row : table) {
        BOOST_TEST(
            judged(rules_of({"Read(./.env)"}, {}, {}), "Grep", {{"pattern", "x"}, {"glob", row.glob}}) == row.wanted,
            row.glob);
    }
    BOOST_TEST(judged(rules_of({"Read(./.env)"}, {}, {}), "Grep", {{"path", ".."}, {"glob", "src/.env"}}) == "deny");
    BOOST_TEST(judged(rules_of({"Read(./.env)"}, {}, {}), "Grep", {{"glob", boost::json::array{".env"}}}) == "ask");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
