// SPDX-License-Identifier: Apache-2.0
// `skill list|show|expand|validate`.
#include "app/codes.hpp"
#include "app/commands.hpp"
#include "app/skill_call.hpp"
#include "app/touched_files.hpp"
#include "app/validation.hpp"
#include "base/display_text.hpp"
#include "base/text.hpp"
#include "skill/skill_output.hpp"
#include "skill/skill_validation.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::string_view kModel = "model";

/// A leading slash is dropped.
bool names_nothing(std::string_view name) {
    return name.empty() || name == "/";
}

Error no_name(std::string_view command) {
    return make_error(code::usage_wrong, command, {"the skill's name is empty"});
}

/// Below the list: the skills that plugins have and may not bring, which the states of the list have no word for.
void mention_withheld(CommandContext& context) {
    for (const auto& plugin : context.host.plugins()->plugins()) {
        if (!plugin.active()) continue;
        for (const auto& refusal : plugin.refused) {
            constexpr std::string_view kSkill = "skill ";
            if (!refusal.what.starts_with(kSkill)) continue;
            context.out.answer_line("not there: " + plugin.component_name() + ":" +
                                    clean_for_line(refusal.what.substr(kSkill.size())) + " (" +
                                    clean_for_line(refusal.why) + ")");
        }
    }
}

}  // namespace

ExitStatus skill_list(CommandContext& context, const SkillListArguments& arguments) {
    Diagnostics of_touch;
    const auto touched = touch_files(context.host, arguments.touched, of_touch);
    if (!touched) return fail(context, touched.error());
    context.out.diagnostic_lines(of_touch);
    const auto catalogue = context.host.catalogue();
    if (!catalogue) return fail(context, catalogue.error());
    const auto selection = arguments.all ? SkillSelection::all : SkillSelection::usable;
    auto& out = context.out;
    const auto write = [&out](std::string_view text) { out.answer(text); };
    if (out.json()) {
        write_skill_list_json(**catalogue, selection, write);
        out.diagnostic_lines(context.host.diagnostics());
        return ExitStatus::done;
    }
    write_skill_list_text(**catalogue, selection, out.columns(), write);
    if (arguments.all) mention_withheld(context);
    for (const auto& entry : (*catalogue)->entries()) out.diagnostic_lines(entry.skill->diagnostics);
    out.diagnostic_lines((*catalogue)->diagnostics());
    out.diagnostic_lines(context.host.diagnostics());
    return ExitStatus::done;
}

ExitStatus skill_show(CommandContext& context, const std::string& name) {
    if (names_nothing(name)) return fail(context, no_name("skill show"));
    const auto catalogue = context.host.catalogue();
    if (!catalogue) return fail(context, catalogue.error());
    const auto* entry = (*catalogue)->find(name);
    if (entry == nullptr) return fail(context, (*catalogue)->unknown_skill(name));
    auto& out = context.out;
    const auto write = [&out](std::string_view text) { out.answer(text); };
    const auto& files = context.host.world().files;
    out.json() ? write_skill_show_json(files, *entry, write) : write_skill_show_text(files, *entry, write);
    return ExitStatus::done;
}

ExitStatus skill_expand(CommandContext& context, const SkillExpandArguments& arguments) {
    const bool by_model = arguments.as == kModel;
    // The model's empty name is the first refusal of its tool; a person's is a slip on the command line.
    if (!by_model && names_nothing(arguments.name)) return fail(context, no_name("skill expand"));
    Diagnostics of_touch;
    const auto touched = touch_files(context.host, arguments.touched, of_touch);
    if (!touched) return fail(context, touched.error());
    context.out.diagnostic_lines(of_touch);
    SkillCall call;
    call.name = arguments.name;
    if (!arguments.words.empty()) call.arguments = join(arguments.words, " ");
    call.caller = by_model ? Caller::model : Caller::user;
    call.shell_blocks = arguments.no_shell ? ShellBlocks::not_wanted : ShellBlocks::allowed;
    if (context.out.interactive() && !context.out.json()) call.ask = context.ask;
    context.host.world().stop_signals.watch();
    const auto expanded = expand_skill(context.host, call);
    if (!expanded) return fail(context, expanded.error());
    auto& out = context.out;
    if (out.json()) {
        write_expanded_json(*expanded, [&out](std::string_view text) { out.answer(text); });
    } else {
        out.answer_foreign(expanded->text);
        if (!expanded->text.ends_with('\n')) out.answer("\n");
    }
    out.diagnostic_lines(expanded->warnings);
    return ExitStatus::done;
}

/// Each path is judged, whatever the others are.
ExitStatus skill_validate(CommandContext& context, const SkillValidateArguments& arguments) {
    auto& world = context.host.world();
    ValidationAnswer answer;
    answer.form = arguments.sarif ? FindingsForm::sarif : FindingsForm::text_or_json;
    answer.root = world.working_directory;
    Mending mending(world.files);
    for (const auto& given : arguments.paths) {
        const auto path = (world.working_directory / given).lexically_normal();
        const auto skills = skills_to_judge(world.files, path);
        if (!skills) answer.findings.push_back(to_diagnostic(skills.error()));
        for (const auto& skill : skills ? *skills : std::vector<SkillToJudge>{}) {
            if (arguments.fix) mending.mend_skill(skill);
            auto found = validate_skill(world.files, skill, SkillStandard::agent_skills);
            std::move(found.begin(), found.end(), std::back_inserter(answer.findings));
        }
    }
    std::move(mending.problems.begin(), mending.problems.end(), std::back_inserter(answer.findings));
    answer.mended = std::move(mending.mended);
    const bool failed = std::any_of(answer.findings.begin(), answer.findings.end(),
                                    [](const auto& finding) { return finding.severity == Severity::error; });
    answer.verdict = failed ? Verdict::failed : Verdict::passed;
    return answer_validation(context, answer);
}

}  // namespace skilldeck
