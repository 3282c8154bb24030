// SPDX-License-Identifier: Apache-2.0
#include "skill/native_expansion.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "skill/arguments.hpp"
#include "skill/codes.hpp"

#include <boost/json/array.hpp>

#include <utility>

namespace skilldeck {

namespace {

std::string native_request(const ExpandRequest& request, const std::string& base_directory) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("args", request.arguments);
    json.member("argv", split_arguments(request.arguments.value_or(std::string())));
    json.member_if("baseDirectory", base_directory);
    json.end_object();
    return text;
}

Error native_error(const Skill& skill, const NativeReply& reply) {
    const auto message = reply.message.empty() ? std::string("it gave no reason") : clean_for_line(reply.message);
    const auto& plugin = skill.origin().plugin;
    switch (reply.outcome) {
        case NativeReply::Outcome::denied:
            return make_error(code::skill_render_denied, plugin, {skill.call_name(), message});
        case NativeReply::Outcome::unavailable:
            return make_error(code::skill_unavailable, plugin, {skill.call_name(), message});
        default: break;
    }
    auto error = make_error(code::skill_render_failed, plugin, {skill.call_name(), message});
    // The way out is that of the problem.
    if (!reply.diagnostics.empty() && !reply.diagnostics.front().hint.empty())
        error.hint = reply.diagnostics.front().hint;
    return error;
}

/// The text of `{blocks: [{type: "text", text}]}`. It was computed: nothing in it is a placeholder or a shell block.
Result<ExpandedSkill> take_native_text(const Skill& skill, ExpandedSkill result, const NativeReply& reply) {
    result.warnings = reply.diagnostics;
    if (reply.outcome != NativeReply::Outcome::ok) return native_error(skill, reply);
    const auto answer = parse_json_object(reply.output, skill.origin().plugin);
    if (!answer) {
        return make_error(code::skill_render_failed, skill.origin().plugin, {skill.call_name(), answer.error().what});
    }
    const auto* blocks = json_array(*answer, "blocks", skill.origin().plugin, result.warnings);
    if (blocks == nullptr) {
        return make_error(code::skill_render_failed, skill.origin().plugin,
                          {skill.call_name(), "its answer has no blocks"});
    }
    for (const auto& block : *blocks) {
        const auto* text = block.is_object() ? block.get_object().if_contains("text") : nullptr;
        if (text != nullptr && text->is_string()) {
            // Blocks are paragraphs of their own: Markdown needs the blank line between them.
            if (!result.text.empty()) result.text += result.text.ends_with('\n') ? "\n" : "\n\n";
            result.text += std::string_view(text->get_string());
        } else {
            result.warnings.push_back(make_diagnostic(code::skill_field_ignored, skill.origin().plugin,
                                                      {"a block", json_kind(block), "text"}));
        }
    }
    return result;
}

}  // namespace

void render_native_skill(std::shared_ptr<const Skill> skill, const ExpandRequest& request, ExpandedSkill result,
                         std::function<void(Result<ExpandedSkill>)> done) {
    if (!skill->source->native) {
        NativeReply absent{NativeReply::Outcome::unavailable, {}, "its module is not there", {}};
        return done(native_error(*skill, absent));
    }
    auto json = native_request(request, result.base_directory);
    auto& module = *skill->source->native;
    const auto name = skill->name;
    module.render_skill(name, std::move(json), request.cancel,
                        [skill = std::move(skill), result = std::move(result),
                         done = std::move(done)](NativeReply reply) { done(take_native_text(*skill, result, reply)); });
}

}  // namespace skilldeck
