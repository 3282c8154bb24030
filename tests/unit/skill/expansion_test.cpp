// SPDX-License-Identifier: Apache-2.0
#include "skill_samples.hpp"

#include "os/codes.hpp"
#include "skill/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>

namespace skilldeck {

using namespace test;
using Strings = std::vector<std::string>;

namespace {

/// Answers at once with what it was given.
class EchoingModule final : public NativeContributor {
public:
    explicit EchoingModule(NativeReply reply) : reply_(std::move(reply)) {}
    void run_hook(std::string, std::string, std::chrono::milliseconds, CancelToken, Done) override {}
    void list_skills(CancelToken, Done done) override { done(reply_); }
    void render_skill(std::string skill, std::string request_json, CancelToken, Done done) override {
        asked_skill = std::move(skill);
        request = std::move(request_json);
        done(reply_);
    }
    void read_skill_file(std::string, std::string, CancelToken, Done) override {}

    std::string asked_skill, request;

private:
    NativeReply reply_;
};

struct Expanding {
    TemporaryDirectory directory;
    FileSystem files;
    ExpandRequest request;
    SkillSource source = source_of_user(directory.path());

    std::shared_ptr<const Skill> skill(std::string_view body, std::string_view header = "description: x\n") {
        const auto file =
            directory.write("probe/SKILL.md", "---\n" + std::string(header) + "---\n" + std::string(body));
        return std::make_shared<const Skill>(read_skill(files, file, "probe", shared(source)).value());
    }
    Result<ExpandedSkill> call(std::shared_ptr<const Skill> called, std::optional<std::string> arguments) {
        request.arguments = std::move(arguments);
        std::optional<Result<ExpandedSkill>> answer;
        expand(files, std::move(called), request, [&](Result<ExpandedSkill> result) { answer = std::move(result); });
        BOOST_REQUIRE(answer.has_value());
        return *answer;
    }
    ExpandedSkill expanded(std::string_view body, std::optional<std::string> arguments,
                           std::string_view header = "description: x\n") {
        return call(skill(body, header), std::move(arguments)).value();
    }
    /// The text after the line of the base directory.
    std::string text(std::string_view body, std::optional<std::string> arguments,
                     std::string_view header = "description: x\n") {
        const auto result = expanded(body, std::move(arguments), header);
        const auto first = "Base directory for this skill: " + (directory.path() / "probe").string() + "\n\n";
        BOOST_TEST(result.text.starts_with(first));
        return result.text.substr(first.size());
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(expansion, Expanding)

// B027, B041
BOOST_AUTO_TEST_CASE(indexes_count_from_zero) {
    BOOST_TEST(text("[$0] [$1] [$2] [$ARGUMENTS[1]]\n", "one two") == "[one] [two] [$2] [two]\n");
    BOOST_TEST(text("$0", "only") == "only");
}

// B028
BOOST_AUTO_TEST_CASE(the_longest_run_of_digits_is_the_index) {
    const auto* body = "a=[$1] b=[$10] c=[$0] d=[$ARGUMENTS[1]] e=[$ARGUMENTS[10]] f=[$11] g=[$ARGUMENTS[11]]";
    BOOST_TEST(text(body, "w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10") ==
               "a=[w1] b=[w10] c=[w0] d=[w1] e=[w10] f=[$11] g=[$ARGUMENTS[11]]");
    BOOST_TEST(text(body, "\"two words\" 'x y' z") ==
               "a=[x y] b=[$10] c=[two words] d=[x y] e=[$ARGUMENTS[10]] f=[$11] g=[$ARGUMENTS[11]]");
    BOOST_TEST(text("[$99999999999999999999]", "a").starts_with("[$99999999999999999999]\n"));
}

// B029, B038
BOOST_AUTO_TEST_CASE(a_number_that_a_word_goes_on_from_is_no_placeholder) {
    BOOST_TEST(text("$5K $1st $2_x $2.5K $0", "a b c") == "$5K $1st $2_x c.5K a");
}

// B029
BOOST_AUTO_TEST_CASE(a_placeholder_nobody_declared_is_pointed_out) {
    const auto prices = expanded("Costs $1 or $1,\n\\$0 is free, $9 stays", "a b");
    BOOST_REQUIRE(count_code(prices.warnings, code::skill_placeholder_undeclared) == 1U);
    BOOST_TEST(prices.warnings[0].line.value_or(0) == 4);
    BOOST_TEST(prices.warnings[0].message.find("$1") != std::string::npos);
    BOOST_TEST(expanded("$0", "a", "arguments: file\n").warnings.empty());
    BOOST_TEST(expanded("$0", "a", "argument-hint: <file>\n").warnings.empty());
    BOOST_TEST(expanded("$ARGUMENTS", "a").warnings.empty());
}

// B030
BOOST_AUTO_TEST_CASE(what_has_no_argument_stays_as_it_is_written) {
    const auto* body = "awk '{print $2, $5}' costs $4,000 and $5K; first=$0; esc=\\$0 and \\$4,000; all=\\$ARGUMENTS";
    BOOST_TEST(text(body, "SOLO") ==
               "awk '{print $2, $5}' costs $4,000 and $5K; first=SOLO; esc=$0 and $4,000; all=$ARGUMENTS");
    BOOST_TEST(text(body, std::nullopt) ==
               "awk '{print $2, $5}' costs $4,000 and $5K; first=$0; esc=$0 and $4,000; all=$ARGUMENTS");
    BOOST_TEST(text("[$ARGUMENTS] [$name]", std::nullopt, "arguments: name\n") == "[$ARGUMENTS] [$name]");
    BOOST_TEST(text("[$ARGUMENTS] [$name] [$0]", "", "arguments: name\n") == "[] [] [$0]");
}

// B031
BOOST_AUTO_TEST_CASE(one_backslash_escapes_and_two_do_not) {
    BOOST_TEST(text("\\$0 \\$1 \\$ARGUMENTS \\$ARGUMENTS[0] \\$who $0", "a b", "arguments: [x, who]\n") ==
               "$0 $1 $ARGUMENTS $ARGUMENTS[0] $who a");
    BOOST_TEST(text("\\$0 \\$1 \\$ARGUMENTS", std::nullopt) == "$0 $1 $ARGUMENTS");
    BOOST_TEST(text("\\\\$0 \\$HOME \\n \\${CLAUDE_PROJECT_DIR}", "a") == "\\\\a \\$HOME \\n \\${CLAUDE_PROJECT_DIR}");
    request.project_dir = "/w";
    BOOST_TEST(text("\\${CLAUDE_PROJECT_DIR}", std::nullopt) == "\\/w");
}

// B032
BOOST_AUTO_TEST_CASE(arguments_appear_byte_for_byte) {
    const std::string raw = "100$$ $& $` \\1 %s {0} \\\\n $0 $ARGUMENTS !`date` ${CLAUDE_SKILL_DIR}";
    BOOST_TEST(text("raw=$ARGUMENTS|end", raw) == "raw=" + raw + "|end");
}

// B035
BOOST_AUTO_TEST_CASE(an_apostrophe_in_the_arguments_is_no_error) {
    BOOST_TEST(text("[$0] [$1] [$ARGUMENTS]", "don't  stop") == "[don't] [stop] [don't  stop]");
}

// B036
BOOST_AUTO_TEST_CASE(arguments_nobody_took_come_last) {
    BOOST_TEST(text("No placeholder.\n", "deploy \"now please\"") ==
               "No placeholder.\n\nARGUMENTS: deploy \"now please\"");
    BOOST_TEST(text("Only $3 here.", "deploy") == "Only $3 here.\n\nARGUMENTS: deploy");
    BOOST_TEST(text("Use $0 here.\n", "deploy") == "Use deploy here.\n");
    BOOST_TEST(text("No placeholder.\n", std::nullopt) == "No placeholder.\n");
    BOOST_TEST(text("No placeholder.\n", "") == "No placeholder.\n");
    BOOST_TEST(text("Escaped \\$0.", "deploy") == "Escaped $0.\n\nARGUMENTS: deploy");
    BOOST_TEST(text("Declared [$b].", "one", "arguments: [a, b]\n") == "Declared [].");
}

// B037
BOOST_AUTO_TEST_CASE(declared_names_are_placeholders) {
    for (const auto* header : {"arguments: src dst\n", "arguments: [src, dst]\n"}) {
        const auto* body = "from=[$src] to=[$dst] long=[$dstX] none=[$nope] pos=[$0]";
        BOOST_TEST(text(body, "alpha", header) == "from=[alpha] to=[] long=[$dstX] none=[$nope] pos=[alpha]");
        BOOST_TEST(text(body, "alpha \"b c\"", header) ==
                   "from=[alpha] to=[b c] long=[$dstX] none=[$nope] pos=[alpha]");
    }
    BOOST_TEST(text("$a $ab $issue-number $issue-x $a.b", "1 2 3 4", "arguments: [a, issue, issue-number, 'a.b']\n") ==
               "1 $ab 3 2-x 4");
}

// B039
BOOST_AUTO_TEST_CASE(a_forked_skill_is_filled_like_any_other) {
    const auto forked = expanded("Do $0.", "it", "context: fork\narguments: what\n");
    BOOST_TEST((forked.context == SkillContext::fork));
    BOOST_TEST(forked.text.ends_with("Do it."));
}

// B040
BOOST_AUTO_TEST_CASE(files_beside_the_skill_are_left_alone) {
    const auto beside = directory.write("probe/reference.md", "keep $0 and $ARGUMENTS");
    (void)text("see reference.md $0", "x");
    BOOST_TEST(files.read(beside, 100).value() == "keep $0 and $ARGUMENTS");
}

BOOST_AUTO_TEST_CASE(variables_have_their_values_and_unknown_ones_stay) {
    const auto folder = (directory.path() / "probe").string();
    request.session_id = "s-1";
    request.project_dir = "/work/my project";
    source.plugin_root = directory.path();
    source.plugin_data = "/data/x";
    BOOST_TEST(text("${CLAUDE_SKILL_DIR} ${SKILL_DIR} ${CLAUDE_SESSION_ID} ${CLAUDE_PROJECT_DIR}", std::nullopt) ==
               folder + " " + folder + " s-1 /work/my project");
    const auto root = directory.path().string();
    BOOST_TEST(text("${CLAUDE_PLUGIN_ROOT} ${PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} ${PLUGIN_DATA}", std::nullopt) ==
               root + " " + root + " /data/x /data/x");
    BOOST_TEST(text("${HOME} ${} ${CLAUDE_SKILL_DIR $SKILL_DIR ${claude_skill_dir}", std::nullopt) ==
               "${HOME} ${} ${CLAUDE_SKILL_DIR $SKILL_DIR ${claude_skill_dir}");
    source = source_of_user(directory.path());
    BOOST_TEST(text("${CLAUDE_PLUGIN_ROOT}", std::nullopt) == "${CLAUDE_PLUGIN_ROOT}");
}

// B052
BOOST_AUTO_TEST_CASE(rules_of_allowed_tools_may_name_the_folder) {
    const auto result = expanded("x", std::nullopt, "allowed-tools: Bash(${CLAUDE_SKILL_DIR}/x.sh *), Read\n");
    const Strings wanted{"Bash(" + (directory.path() / "probe").string() + "/x.sh *)", "Read"};
    BOOST_TEST(result.allowed_tools == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(allowed_tools_of_an_untrusted_project_do_not_count) {
    source.origin.scope = Scope::project;
    source.origin.trusted = false;
    BOOST_TEST(expanded("x", std::nullopt, "allowed-tools: Read\n").allowed_tools.empty());
    source.origin.trusted = true;
    BOOST_TEST(expanded("x", std::nullopt, "allowed-tools: Read\n").allowed_tools.size() == 1U);
}

BOOST_AUTO_TEST_CASE(shell_blocks_that_must_not_run_say_why) {
    const auto blocks = [this] { return text("!`date`", std::nullopt); };
    BOOST_TEST(blocks() == kShellNotWanted);  // nothing here runs commands
    request.shell_blocks = ShellBlocks::not_wanted;
    BOOST_TEST(blocks() == kShellNotWanted);
    request.shell_blocks = ShellBlocks::disabled_by_policy;
    BOOST_TEST(blocks() == kShellDisabledByPolicy);
    source.origin.scope = Scope::project;
    source.origin.trusted = false;
    BOOST_TEST(blocks() == kShellNotTrusted);
    source.origin.loaded_from = LoadedFrom::mcp;
    BOOST_TEST(blocks() == kShellNeverRuns);
    const auto result = expanded("Now: !`date $0`\n```!\nls\n```\nend\n", "x");
    BOOST_TEST(result.text.ends_with("Now: " + std::string(kShellNeverRuns) + "\n" + std::string(kShellNeverRuns) +
                                     "\nend\n\nARGUMENTS: x"));
    BOOST_REQUIRE(count_code(result.warnings, code::shell_block_forbidden) == 2U);
    BOOST_TEST(result.warnings[0].message.find("date $0") != std::string::npos);
    BOOST_TEST(result.warnings[0].line.value_or(0) == 4);
    BOOST_TEST(result.shell.empty());
}

BOOST_AUTO_TEST_CASE(managed_settings_can_leave_allowed_tools_out) {
    request.allowed_tools = AllowedTools::ignored;
    BOOST_TEST(expanded("x", std::nullopt, "allowed-tools: Read\n").allowed_tools.empty());
}

// D3
BOOST_AUTO_TEST_CASE(documentation_of_shell_blocks_is_kept) {
    const std::string body = "```markdown\n!`touch x`\n```\nSpan: `` !`touch x` ``\n";
    BOOST_TEST(text(body, std::nullopt) == body);
}

BOOST_AUTO_TEST_CASE(a_remote_skill_takes_no_arguments_into_its_text) {
    source.origin.loaded_from = LoadedFrom::remote;
    BOOST_TEST(text("$0 \\$0 $ARGUMENTS", "x") == "$0 \\$0 $ARGUMENTS\n\nARGUMENTS: x");
}

BOOST_AUTO_TEST_CASE(a_command_has_no_base_directory) {
    const auto file = directory.write("commands/solo.md", "Say $ARGUMENTS.\n");
    const auto place = shared(source_of_user(directory.path() / "commands", SkillSource::Kind::commands));
    const auto command = std::make_shared<const Skill>(read_skill(files, file, "solo", place).value());
    const auto result = call(command, "hi").value();
    BOOST_TEST(result.text == "Say hi.\n");
    BOOST_TEST(result.base_directory.empty());
}

BOOST_AUTO_TEST_CASE(the_body_is_read_as_it_is_now) {
    const auto probe = skill("old");
    directory.write("probe/SKILL.md", "new");
    BOOST_TEST(call(probe, std::nullopt)->text.ends_with("\n\nnew"));
    std::filesystem::remove(probe->file);
    BOOST_TEST((call(probe, std::nullopt).error().code == code::file_not_found));
}

BOOST_AUTO_TEST_CASE(ill_formed_text_is_repaired) {
    BOOST_TEST(text("a\xFF$0", "b") ==
               "a\uFFFD"
               "b");
}

BOOST_AUTO_TEST_CASE(a_native_skill_computes_its_text_and_nothing_in_it_is_live) {
    NativeReply reply;
    reply.outcome = NativeReply::Outcome::ok;
    reply.output = R"({"blocks":[{"type":"text","text":"A $0 !`date` "},{"type":"image"},{"type":"text","text":"B"}]})";
    const auto module = std::make_shared<EchoingModule>(reply);
    source = source_of_plugin(directory.path(), "acme", "market");
    source.kind = SkillSource::Kind::native;
    source.native = module;
    const auto native = std::make_shared<const Skill>(skill_from_item({{"name", "sum"}}, {}, shared(source)).value());
    const auto result = call(native, "one \"two three\"").value();
    BOOST_TEST(result.name == "acme:sum");
    BOOST_TEST(result.text == "A $0 !`date` \n\nB");
    BOOST_TEST(count_code(result.warnings, code::skill_field_ignored) == 1U);
    BOOST_TEST(module->asked_skill == "sum");
    BOOST_TEST(module->request == R"({"args":"one \"two three\"","argv":["one","two three"]})");
    (void)call(native, std::nullopt);
    BOOST_TEST(module->request == R"({"argv":[]})");
}

BOOST_AUTO_TEST_CASE(what_a_module_cannot_do_is_an_error_with_its_reason) {
    const auto code_of = [&](NativeReply reply) {
        source = source_of_plugin(directory.path(), "acme", "market");
        source.kind = SkillSource::Kind::native;
        source.native = std::make_shared<EchoingModule>(std::move(reply));
        const auto native =
            std::make_shared<const Skill>(skill_from_item({{"name", "sum"}}, {}, shared(source)).value());
        return call(native, std::nullopt).error().code;
    };
    using Outcome = NativeReply::Outcome;
    BOOST_TEST((code_of({Outcome::denied, {}, "no", {}}) == code::skill_render_denied));
    BOOST_TEST((code_of({Outcome::unavailable, {}, "later", {}}) == code::skill_unavailable));
    BOOST_TEST((code_of({Outcome::timed_out, {}, "slow", {}}) == code::skill_render_failed));
    BOOST_TEST((code_of({Outcome::ok, "not json", {}, {}}) == code::skill_render_failed));
    BOOST_TEST((code_of({Outcome::ok, "{}", {}, {}}) == code::skill_render_failed));
}

BOOST_AUTO_TEST_CASE(options_of_the_plugin_stand_in_the_text_and_secrets_do_not) {
    Expanding expanding;
    expanding.source.options = std::make_shared<const OptionTexts>(OptionTexts{{
        {.name = "host", .text = "h.org $1 ${user_config.TOKEN}", .set = true},
        {.name = "TOKEN", .text = "s3cret", .set = true, .sensitive = true},
        {.name = "note"},
    }});
    BOOST_TEST(
        expanding.text("Ask ${user_config.host}. <${user_config.note}> ${user_config.TOKEN} ${user_config.nope}\n",
                       std::nullopt) ==
        "Ask h.org $1 ${user_config.TOKEN}. <> [secret option TOKEN] ${user_config.nope}\n");
    Expanding other;
    BOOST_TEST(other.text("${user_config.host}\n", std::nullopt) == "${user_config.host}\n");
}

BOOST_AUTO_TEST_CASE(a_skill_waits_for_a_required_option_that_it_uses) {
    Expanding expanding;
    expanding.source.options = std::make_shared<const OptionTexts>(OptionTexts{{{.name = "host", .required = true}}});
    const auto refused = expanding.call(expanding.skill("Ask ${user_config.host}.\n"), std::nullopt);
    BOOST_TEST_REQUIRE(!refused);
    BOOST_CHECK(refused.error().code == code::skill_option_missing);
    BOOST_TEST(refused.error().what == "it waits for the option \"host\" of its plugin");
    BOOST_TEST(expanding.text("Plain.\n", std::nullopt) == "Plain.\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
