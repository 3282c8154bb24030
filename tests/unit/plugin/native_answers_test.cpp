// SPDX-License-Identifier: Apache-2.0
#include "plugin/native_answers.hpp"
#include "native/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace skilldeck;

namespace {

NativeReply answered(std::string output) {
    NativeReply reply;
    reply.outcome = NativeReply::Outcome::ok;
    reply.output = std::move(output);
    return reply;
}

NativeModule module_with(bool dynamic) {
    NativeModule module;
    module.skills = {"summary"};
    module.mcp_servers = {"acme"};
    module.dynamic_skills = dynamic;
    return module;
}

std::size_t count(const NativeReply& reply, Code code) {
    return static_cast<std::size_t>(std::ranges::count(reply.diagnostics, code, &Diagnostic::code));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(native_answers)

BOOST_AUTO_TEST_CASE(skills_outside_the_declaration_are_dropped_and_the_others_stay) {
    const std::string output =
        R"([{"name": "summary", "description": "d"}, {"name": "stray"}, 7, {"name": ""}, {"description": "x"}])";
    const auto reply = judge_skill_list(module_with(false), answered(output));
    BOOST_CHECK(reply.outcome == NativeReply::Outcome::ok);
    BOOST_TEST(reply.output == R"([{"name":"summary","description":"d"}])");
    BOOST_TEST(count(reply, code::native_undeclared) == 1U);
    BOOST_TEST(count(reply, code::native_bad_answer) == 3U);
    BOOST_TEST(reply.diagnostics[0].message.find("\"stray\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(dynamic_skills_need_no_declaration) {
    const auto reply = judge_skill_list(module_with(true), answered(R"([{"name": "stray"}])"));
    BOOST_TEST(reply.output == R"([{"name":"stray"}])");
    BOOST_TEST(reply.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(what_only_the_host_may_say_is_taken_out) {
    const auto reply = judge_skill_list(
        module_with(false), answered(R"([{"name": "summary", "loadedFrom": "bundled", "plugin": "other@market"}])"));
    BOOST_TEST(reply.output == R"([{"name":"summary"}])");
    BOOST_TEST(count(reply, code::native_undeclared) == 2U);
}

BOOST_AUTO_TEST_CASE(a_rendered_text_holds_no_live_shell_block) {
    const auto reply = judge_rendered_skill(
        module_with(false), "summary",
        answered(R"({"blocks": [{"type": "text", "text": "run !`id`\n```!\nid\n```\n"}, {"type": "image"}]})"));
    BOOST_CHECK(reply.outcome == NativeReply::Outcome::ok);
    BOOST_TEST(reply.output == R"({"blocks":[{"type":"text","text":"run \\!`id`\n```\\!\nid\n```\n"}]})");
    BOOST_TEST(count(reply, code::native_shell_text) == 1U);
    BOOST_TEST(count(reply, code::native_bad_answer) == 1U);
}

BOOST_AUTO_TEST_CASE(only_what_would_run_is_defused) {
    const std::string harmless = "Hello! KEY=!`x` a!b `!` ``` bash\n!\n```\n!= `y`";
    BOOST_TEST(defuse_shell_blocks(harmless) == harmless);
    BOOST_TEST(defuse_shell_blocks("!`a` and\t!`b`\n!`c`") == "\\!`a` and\t\\!`b`\n\\!`c`");
    BOOST_TEST(defuse_shell_blocks("  ```` !\nid") == "  ```` \\!\nid");
    BOOST_TEST(defuse_shell_blocks("~~~!\nid") == "~~~\\!\nid");
}

BOOST_AUTO_TEST_CASE(a_render_without_a_text_is_a_failure) {
    for (const std::string output :
         {R"({"blocks": []})", R"({"blocks": [{"type": "image"}]})", R"({"text": "x"})", "[]", ""}) {
        const auto reply = judge_rendered_skill(module_with(false), "summary", answered(output));
        BOOST_CHECK(reply.outcome == NativeReply::Outcome::failed);
        BOOST_TEST(!reply.message.empty());
        BOOST_TEST(reply.output.empty());
    }
}

BOOST_AUTO_TEST_CASE(servers_outside_the_declaration_are_dropped) {
    const auto reply = judge_server_list(
        module_with(true), answered(R"({"mcpServers": {"acme": {"command": "a"}, "other": {"command": "b"}}})"));
    BOOST_TEST(reply.output == R"({"mcpServers":{"acme":{"command":"a"}}})");
    BOOST_TEST(count(reply, code::native_undeclared) == 1U);
}

BOOST_AUTO_TEST_CASE(a_reply_that_is_not_ok_passes_as_it_is) {
    NativeReply denied;
    denied.outcome = NativeReply::Outcome::denied;
    denied.message = "no";
    const auto reply = judge_skill_list(module_with(false), denied);
    BOOST_CHECK(reply.outcome == NativeReply::Outcome::denied);
    BOOST_TEST(reply.message == "no");
}

BOOST_AUTO_TEST_SUITE_END()
