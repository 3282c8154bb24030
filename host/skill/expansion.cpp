// SPDX-License-Identifier: Apache-2.0
#include "skill/expansion.hpp"

#include "base/display_text.hpp"
#include "base/option_reference.hpp"
#include "base/shell_quoting.hpp"
#include "base/text.hpp"
#include "skill/argument_code.hpp"
#include "skill/arguments.hpp"
#include "skill/body_tokens.hpp"
#include "skill/codes.hpp"
#include "skill/native_expansion.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kShownCommand = 120;  // code points of a command in a warning
constexpr std::string_view kBaseDirectoryLine = "Base directory for this skill: ";
constexpr std::string_view kArgumentsLine = "ARGUMENTS: ";

constexpr std::array<std::string_view, 8> kVariables{"CLAUDE_SKILL_DIR",   "SKILL_DIR",        "CLAUDE_PROJECT_DIR",
                                                     "CLAUDE_PLUGIN_ROOT", "PLUGIN_ROOT",      "CLAUDE_PLUGIN_DATA",
                                                     "PLUGIN_DATA",        "CLAUDE_SESSION_ID"};

/// What stands for a secret: the text of a skill is read by a model and kept.
std::string secret_placeholder(std::string_view name) {
    return "[secret option " + std::string(name) + "]";
}

/// The value of an option of the skill's plugin; nothing for what is none.
std::optional<std::string> option_value(std::string_view name, const Skill& skill) {
    const auto* option = skill.source->options ? skill.source->options->find(name) : nullptr;
    if (option == nullptr) return std::nullopt;
    return option->sensitive ? secret_placeholder(name) : option->text;
}

/// The name behind `user_config.`, or nothing.
std::optional<std::string_view> option_name(std::string_view variable) {
    if (!variable.starts_with(kOptionReferencePrefix)) return std::nullopt;
    return variable.substr(kOptionReferencePrefix.size());
}

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
    if (const auto option = option_name(name)) return option_value(*option, skill);
    if (name == "CLAUDE_SESSION_ID" && !request.session_id.empty()) return request.session_id;
    return std::nullopt;
}

/// The body with a value in the place of each token: texts, and between them the shell blocks that are still to run.
struct Filled {
    std::vector<std::string> texts{1};  ///< one more than there are blocks
    std::vector<ShellBlock> blocks;
};

/// Copies the body and puts a value in the place of each token.
class Filler {
public:
    Filler(const Skill& skill, const ExpandRequest& request, const SkillBody& body, Diagnostics& warnings)
        : skill_(skill), request_(request), body_(body), warnings_(warnings) {
        directory_ = request.base_directory.empty() ? skill.directory() : request.base_directory;
        argument_names_ = skill.arguments.strings();
        if (takes_arguments()) words_ = split_arguments(*request.arguments);
    }

    Filled fill() {
        const std::string_view text = body_.text;
        std::size_t done = 0;
        for (const auto& token : find_body_tokens(text, argument_names_)) {
            out().append(text, done, token.begin - done);
            if (!put(token)) out().append(text, token.begin, token.end - token.begin);
            done = token.end;
        }
        out().append(text, done);
        append_untaken_arguments();
        return std::move(filled_);
    }

private:
    std::string& out() { return filled_.texts.back(); }

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
            case BodyTokenKind::fenced_shell: put_shell(token); return true;
        }
        return false;
    }

    const std::string* word(std::size_t index) const { return index < words_.size() ? &words_[index] : nullptr; }

    bool put_argument(const BodyToken& token, const std::string* value) {
        if (value == nullptr) return false;
        out() += *value;
        taken_ = true;
        if (token.kind == BodyTokenKind::indexed) warn_if_undeclared(token);
        return true;
    }

    /// A declared name without a value is empty text.
    bool put_named(const BodyToken& token) {
        if (!takes_arguments()) return false;
        if (const auto* value = word(token.index)) out() += *value;
        taken_ = true;
        return true;
    }

    bool put_variable(std::string_view name) {
        const auto value = variable_value(name, skill_, request_, directory_);
        if (value) out() += *value;
        return value.has_value();
    }

    void put_shell(const BodyToken& token) {
        const auto instead = why_not_run();
        if (instead.empty()) {
            filled_.blocks.push_back(shell_block(token));
            filled_.texts.emplace_back();
            return;
        }
        out() += instead;
        const auto command = clean_for_line(first_code_points(trim(token.text), kShownCommand));
        warn(instead == kShellNotWanted ? code::shell_block_not_wanted : code::shell_block_forbidden, token, command);
    }

    /// The text that stands for a block that does not run; empty for one that does.
    std::string_view why_not_run() const {
        const auto grant = origin_grant(skill_.origin(), Right::shell_blocks);
        if (grant == Grant::after_trust) return kShellNotTrusted;
        if (grant != Grant::yes) return kShellNeverRuns;
        if (request_.shell_blocks == ShellBlocks::disabled_by_policy) return kShellDisabledByPolicy;
        const bool wanted = request_.shell_blocks == ShellBlocks::allowed && request_.shell.processes != nullptr;
        return wanted ? std::string_view() : kShellNotWanted;
    }

    ShellBlock shell_block(const BodyToken& token) {
        ShellBlock block;
        block.written = trim(token.text);
        block.line = line_of(token);
        for (const auto name : kVariables) {
            if (auto value = variable_value(name, skill_, request_, directory_)) {
                block.variables[std::string(name)] = *std::move(value);
            }
        }
        if (takes_arguments()) set_argument(block, std::string(kArgumentsVariable), *request_.arguments);
        block.command = rewrite_shell_references(block.written, [&](std::string_view rest, ShellQuoting quoting) {
            return shell_reference(rest, quoting, block);
        });
        return block;
    }

    /// A placeholder inside a shell block becomes a variable with its value; one without a value stays as it is.
    std::optional<ShellReference> shell_reference(std::string_view rest, ShellQuoting quoting, ShellBlock& block) {
        const auto token = reference_at_start(rest, argument_names_);
        if (!token) return std::nullopt;
        if (token->kind == BodyTokenKind::variable) {
            auto value = variable_value(token->text, skill_, request_, directory_);
            if (!value) return std::nullopt;
            if (const auto option = option_name(token->text)) {
                auto variable = std::string(kOptionVariablePrefixes.front()) + option_variable_name(*option);
                block.variables[variable] = *std::move(value);
                return ShellReference{token->end, std::move(variable), ShellReference::Bare::one_word};
            }
            return ShellReference{token->end, std::string(token->text), ShellReference::Bare::one_word};
        }
        auto reference = takes_arguments() ? argument_reference(*token, rest, quoting) : std::nullopt;
        if (!reference) return std::nullopt;
        if (token->kind != BodyTokenKind::all_arguments) {
            const auto* value = word(token->index);
            if (value == nullptr && token->kind != BodyTokenKind::named) return std::nullopt;
            set_argument(block, reference->variable, value == nullptr ? std::string() : *value);
        }
        taken_ = true;
        return reference;
    }

    static void set_argument(ShellBlock& block, const std::string& variable, std::string value) {
        block.variables[variable] = std::move(value);
        block.arguments.insert(variable);
    }

    /// A dollar sign with digits is more often a price or a field of awk than a placeholder.
    void warn_if_undeclared(const BodyToken& token) {
        if (!skill_.arguments.empty() || !skill_.argument_hint.empty()) return;
        const auto spelled = std::string_view(body_.text).substr(token.begin + 1, token.end - token.begin - 1);
        if (warned_.emplace(spelled).second) warn(code::skill_placeholder_undeclared, token, spelled);
    }

    int line_of(const BodyToken& token) const {
        const auto before = std::string_view(body_.text).substr(0, token.begin);
        return body_.first_line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    }

    void warn(Code code, const BodyToken& token, std::string_view argument) {
        auto warning = make_diagnostic(code, skill_.file, {argument});
        warning.plugin = skill_.origin().plugin;
        warning.line = line_of(token);
        warnings_.push_back(std::move(warning));
    }

    void append_untaken_arguments() {
        if (taken_ || !request_.arguments || trim(*request_.arguments).empty()) return;
        auto& text = out();
        if (!text.empty() && text.back() != '\n') text += '\n';
        text += '\n';
        text += kArgumentsLine;
        text += *request_.arguments;
    }

    const Skill& skill_;
    const ExpandRequest& request_;
    const SkillBody& body_;
    Diagnostics& warnings_;
    Filled filled_;
    Path directory_;
    std::vector<std::string> argument_names_, words_;
    std::set<std::string, std::less<>> warned_;
    bool taken_ = false;
};

/// Rules may name the skill's folder; only rights that its origin has count.
std::vector<std::string> allowed_tools(const Skill& skill, const ExpandRequest& request) {
    std::vector<std::string> tools;
    const bool ignored = request.allowed_tools == AllowedTools::ignored;
    if (ignored || !has_right(skill.origin(), Right::allowed_tools)) return tools;
    const auto directory = request.base_directory.empty() ? skill.directory() : request.base_directory;
    for (const auto tool : skill.allowed_tools) {
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

/// A text with a hole where its user has something to say is no use.
std::optional<Error> awaited_option(const Skill& skill, const SkillBody& body) {
    if (!skill.source->options) return std::nullopt;
    for (const auto& name : options_in(body.text)) {
        const auto* option = skill.source->options->find(name);
        if (option == nullptr || !option->required || option->set) continue;
        return make_error(code::skill_option_missing, skill.file.string(), {name, skill.origin().plugin});
    }
    return std::nullopt;
}

ExpandedSkill start(const Skill& skill, const ExpandRequest& request) {
    ExpandedSkill result;
    result.name = skill.call_name();
    result.allowed_tools = allowed_tools(skill, request);
    result.model = skill.model.string();
    result.effort = skill.effort.string();
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

/// Puts the outputs of the blocks between the texts.
void join_outputs(const Filled& filled, std::vector<ShellOutput> outputs, ExpandedSkill& result) {
    result.text += filled.texts.front();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        auto& output = outputs[i];
        result.text += output.text;
        result.text += filled.texts[i + 1];
        result.shell.push_back(std::move(output.run));
        result.warnings.insert(result.warnings.end(), output.warnings.begin(), output.warnings.end());
    }
}

}  // namespace

void expand(const FileReader& files, std::shared_ptr<const Skill> skill, ExpandRequest request,
            std::function<void(Result<ExpandedSkill>)> done) {
    auto result = start(*skill, request);
    if (skill->source->kind == SkillSource::Kind::native) {
        return render_native_skill(std::move(skill), request, std::move(result), std::move(done));
    }
    const auto body = read_skill_body(files, *skill, result.warnings);
    if (!body) return done(body.error());
    if (auto awaited = awaited_option(*skill, *body)) return done(*std::move(awaited));
    auto filled = Filler(*skill, request, *body, result.warnings).fill();
    if (filled.blocks.empty()) {
        join_outputs(filled, {}, result);
        return done(std::move(result));
    }
    auto own = allowed_tools_rules(result.allowed_tools, {"skill " + skill->call_name(), skill->file});
    auto& rules = request.shell.rules;
    rules.insert(rules.end(), own.rules.begin(), own.rules.end());
    result.warnings.insert(result.warnings.end(), own.diagnostics.begin(), own.diagnostics.end());
    auto blocks = std::move(filled.blocks);
    run_shell_blocks(files, std::move(skill), std::move(request.shell), std::move(blocks), request.cancel,
                     [filled = std::move(filled), result = std::move(result),
                      done = std::move(done)](Result<std::vector<ShellOutput>> outputs) mutable {
                         if (!outputs) return done(outputs.error());
                         join_outputs(filled, *std::move(outputs), result);
                         done(std::move(result));
                     });
}

}  // namespace skilldeck
