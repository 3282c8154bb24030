// SPDX-License-Identifier: Apache-2.0
#include "skill/expansion.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "skill/arguments.hpp"
#include "skill/body_tokens.hpp"
#include "skill/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <set>

namespace skilldeck {

namespace {

constexpr std::size_t kShownCommand = 120;  // code points of a command in a warning
constexpr std::string_view kBaseDirectoryLine = "Base directory for this skill: ";
constexpr std::string_view kArgumentsLine = "ARGUMENTS: ";

/// The value of `${name}`, or nothing: then it stays as it is written.
std::optional<std::string> variable_value(std::string_view name, const Skill& skill, const ExpandRequest& request,
                                          const Path& directory) {
    const auto known = [](const Path& path) {
        return path.empty() ? std::nullopt : std::optional<std::string>(path.string());
    };
    if (name == "CLAUDE_SKILL_DIR" || name == "SKILL_DIR") return known(directory);
    if (name == "CLAUDE_PROJECT_DIR") return known(request.project_dir);
    if (name == "CLAUDE_PLUGIN_ROOT" || name == "PLUGIN_ROOT") return known(skill.source->plugin_root);
    if (name == "CLAUDE_PLUGIN_DATA" || name == "PLUGIN_DATA") return known(skill.source->plugin_data);
    if (name == "CLAUDE_SESSION_ID" && !request.session_id.empty()) return request.session_id;
    return std::nullopt;
}

/// Copies the body and puts a value in the place of each token.
class Filler {
public:
    Filler(const Skill& skill, const ExpandRequest& request, const SkillBody& body, ExpandedSkill& result)
        : skill_(skill), request_(request), body_(body), result_(result) {
        directory_ = request.base_directory.empty() ? skill.directory() : request.base_directory;
        if (takes_arguments()) words_ = split_arguments(*request.arguments);
    }

    void fill() {
        const std::string_view text = body_.text;
        std::size_t done = 0;
        for (const auto& token : find_body_tokens(text, skill_.arguments)) {
            result_.text.append(text, done, token.begin - done);
            if (!put(token)) result_.text.append(text, token.begin, token.end - token.begin);
            done = token.end;
        }
        result_.text.append(text, done);
        append_untaken_arguments();
    }

private:
    /// Called without arguments, and in remote skills, a placeholder is text.
    bool takes_arguments() const { return request_.arguments && !is_remote(); }
    bool is_remote() const { return skill_.origin().loaded_from == LoadedFrom::remote; }

    bool put(const BodyToken& token) {
        switch (token.kind) {
            case BodyTokenKind::escape: return !is_remote();
            case BodyTokenKind::all_arguments:
                return put_argument(token, takes_arguments() ? &*request_.arguments : nullptr);
            case BodyTokenKind::indexed: return put_argument(token, word(token.index));
            case BodyTokenKind::named: return put_named(token);
            case BodyTokenKind::variable: return put_variable(token.text);
            case BodyTokenKind::inline_shell:
            case BodyTokenKind::fenced_shell: return put_shell(token);
        }
        return false;
    }

    const std::string* word(std::size_t index) const { return index < words_.size() ? &words_[index] : nullptr; }

    bool put_argument(const BodyToken& token, const std::string* value) {
        if (value == nullptr) return false;
        result_.text += *value;
        taken_ = true;
        if (token.kind == BodyTokenKind::indexed) warn_if_undeclared(token);
        return true;
    }

    /// A declared name without a value is empty text.
    bool put_named(const BodyToken& token) {
        if (!takes_arguments()) return false;
        if (const auto* value = word(token.index)) result_.text += *value;
        taken_ = true;
        return true;
    }

    bool put_variable(std::string_view name) {
        const auto value = variable_value(name, skill_, request_, directory_);
        if (value) result_.text += *value;
        return value.has_value();
    }

    bool put_shell(const BodyToken& token) {
        const bool forbidden =
            request_.shell_blocks == ShellBlocks::forbidden || !has_right(skill_.origin(), Right::shell_blocks);
        result_.text += forbidden ? kShellBlockForbidden : kShellBlockNotRun;
        const auto command = clean_for_line(first_code_points(trim(token.text), kShownCommand));
        warn(forbidden ? code::shell_block_forbidden : code::shell_block_not_run, token, command);
        return true;
    }

    /// A dollar sign with digits is more often a price or a field of awk than a placeholder.
    void warn_if_undeclared(const BodyToken& token) {
        if (!skill_.arguments.empty() || !skill_.argument_hint.empty()) return;
        const auto spelled = std::string_view(body_.text).substr(token.begin + 1, token.end - token.begin - 1);
        if (warned_.emplace(spelled).second) warn(code::skill_placeholder_undeclared, token, spelled);
    }

    void warn(Code code, const BodyToken& token, std::string_view argument) {
        auto warning = make_diagnostic(code, skill_.file.string(), {argument});
        warning.plugin = skill_.origin().plugin;
        const auto before = std::string_view(body_.text).substr(0, token.begin);
        warning.line = body_.first_line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
        result_.warnings.push_back(std::move(warning));
    }

    void append_untaken_arguments() {
        if (taken_ || !request_.arguments || trim(*request_.arguments).empty()) return;
        auto& text = result_.text;
        if (!text.empty() && text.back() != '\n') text += '\n';
        text += '\n';
        text += kArgumentsLine;
        text += *request_.arguments;
    }

    const Skill& skill_;
    const ExpandRequest& request_;
    const SkillBody& body_;
    ExpandedSkill& result_;
    Path directory_;
    std::vector<std::string> words_;
    std::set<std::string, std::less<>> warned_;
    bool taken_ = false;
};

/// Rules may name the skill's folder; only rights that its origin has count.
std::vector<std::string> allowed_tools(const Skill& skill, const ExpandRequest& request) {
    std::vector<std::string> tools;
    if (!has_right(skill.origin(), Right::allowed_tools)) return tools;
    const auto directory = request.base_directory.empty() ? skill.directory() : request.base_directory;
    for (const auto& tool : skill.allowed_tools) {
        std::string filled;
        std::size_t done = 0;
        for (const auto& token : find_body_tokens(tool, {}, ShellTokens::ignore)) {
            if (token.kind != BodyTokenKind::variable) continue;
            const auto value = variable_value(token.text, skill, request, directory);
            if (!value) continue;
            filled.append(tool, done, token.begin - done).append(*value);
            done = token.end;
        }
        tools.push_back(filled.append(tool, done));
    }
    return tools;
}

ExpandedSkill start(const Skill& skill, const ExpandRequest& request) {
    ExpandedSkill result;
    result.name = skill.call_name();
    result.allowed_tools = allowed_tools(skill, request);
    result.model = skill.model;
    result.effort = skill.effort;
    result.context = skill.context;
    const auto kind = skill.source->kind;
    if (!request.base_directory.empty()) {
        result.base_directory = request.base_directory.string();
    } else if (kind == SkillSource::Kind::root || kind == SkillSource::Kind::directory) {
        result.base_directory = skill.directory().string();
    }
    if (!result.base_directory.empty()) {
        result.text.append(kBaseDirectoryLine).append(result.base_directory).append("\n\n");
    }
    return result;
}

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
    switch (reply.outcome) {
        case NativeReply::Outcome::denied:
            return make_error(code::skill_render_denied, skill.origin().plugin, {skill.call_name(), message});
        case NativeReply::Outcome::unavailable:
            return make_error(code::skill_unavailable, skill.origin().plugin, {skill.call_name(), message});
        default: return make_error(code::skill_render_failed, skill.origin().plugin, {skill.call_name(), message});
    }
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

void expand_native(std::shared_ptr<const Skill> skill, ExpandRequest request,
                   std::function<void(Result<ExpandedSkill>)> done) {
    if (!skill->source->native) {
        NativeReply absent{NativeReply::Outcome::unavailable, {}, "its module is not there", {}};
        return done(native_error(*skill, absent));
    }
    auto result = start(*skill, request);
    auto json = native_request(request, result.base_directory);
    auto& module = *skill->source->native;
    const auto name = skill->name;
    module.render_skill(name, std::move(json), request.cancel,
                        [skill = std::move(skill), result = std::move(result),
                         done = std::move(done)](NativeReply reply) { done(take_native_text(*skill, result, reply)); });
}

}  // namespace

void expand(const FileReader& files, std::shared_ptr<const Skill> skill, ExpandRequest request,
            std::function<void(Result<ExpandedSkill>)> done) {
    if (skill->source->kind == SkillSource::Kind::native)
        return expand_native(std::move(skill), std::move(request), done);
    const auto body = read_skill_body(files, *skill);
    if (!body) return done(body.error());
    auto result = start(*skill, request);
    Filler(*skill, request, *body, result).fill();
    done(std::move(result));
}

}  // namespace skilldeck
