// SPDX-License-Identifier: Apache-2.0
#include "plugin/native_answers.hpp"

#include "base/json.hpp"
#include "native/codes.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 23> kSkillKeys{
    "name",          "displayName",    "description",     "aliases", "whenToUse",       "argumentHint",
    "arguments",     "allowedTools",   "disallowedTools", "model",   "effort",          "context",
    "agent",         "paths",          "shell",           "hooks",   "version",         "metadata",
    "userInvocable", "modelInvocable", "files",           "enabled", "enabledIsDynamic"};

template <class Names>
bool holds(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string in_quotes(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

/// One answer under judgement.
class Judgement {
public:
    Judgement(const NativeModule& module, NativeReply reply) : module_(module), reply_(std::move(reply)) {}

    void drop(std::string_view what) {
        reply_.diagnostics.push_back(make_diagnostic(code::native_undeclared, where(), {what}));
    }
    void note(Code code, std::initializer_list<std::string_view> arguments) {
        reply_.diagnostics.push_back(make_diagnostic(code, where(), arguments));
    }
    [[nodiscard]] NativeReply accept(const boost::json::value& answer) {
        reply_.output = boost::json::serialize(answer);
        return std::move(reply_);
    }
    [[nodiscard]] NativeReply refuse(std::string_view what, std::string_view wanted) {
        note(code::native_bad_answer, {what, wanted});
        reply_.outcome = NativeReply::Outcome::failed;
        reply_.message = reply_.diagnostics.back().message;
        reply_.output.clear();
        return std::move(reply_);
    }
    [[nodiscard]] bool ok() const { return reply_.outcome == NativeReply::Outcome::ok; }
    [[nodiscard]] NativeReply pass() { return std::move(reply_); }

    /// The answer as JSON of one kind, or nothing.
    [[nodiscard]] std::optional<boost::json::value> parse(boost::json::kind wanted) const {
        auto parsed = parse_json(reply_.output, where());
        if (!parsed || parsed->kind() != wanted) return std::nullopt;
        return std::move(*parsed);
    }

private:
    [[nodiscard]] std::string where() const { return module_.library.string(); }

    const NativeModule& module_;
    NativeReply reply_;
};

/// The skill's name, or nothing when the item is no skill.
std::optional<std::string> name_of(const boost::json::value& item) {
    if (!item.is_object()) return std::nullopt;
    const auto name = json_text(item.get_object(), "name");
    return name.empty() ? std::nullopt : std::optional<std::string>(name);
}

bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/// Whether the `!` at `at` follows the backticks that open a fence, blanks between allowed.
bool opens_fence(std::string_view text, std::size_t at) {
    auto before = text.substr(0, at);
    while (!before.empty() && (before.back() == ' ' || before.back() == '\t')) before.remove_suffix(1);
    return before.ends_with("```") || before.ends_with("~~~");
}

bool opens_inline(std::string_view text, std::size_t at) {
    return (at == 0 || is_blank(text[at - 1])) && at + 1 < text.size() && text[at + 1] == '`';
}

}  // namespace

bool declares_skill(const NativeModule& module, std::string_view skill) {
    return module.dynamic_skills || holds(module.skills, skill);
}

std::string defuse_shell_blocks(std::string_view text) {
    std::string defused;
    defused.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '!' && (opens_inline(text, at) || opens_fence(text, at))) defused += '\\';
        defused += text[at];
    }
    return defused;
}

NativeReply judge_skill_list(const NativeModule& module, NativeReply reply) {
    Judgement judgement(module, std::move(reply));
    if (!judgement.ok()) return judgement.pass();
    auto answer = judgement.parse(boost::json::kind::array);
    if (!answer) return judgement.refuse("skills.list", "a JSON array of skills");
    boost::json::array kept;
    for (auto& item : answer->get_array()) {
        const auto name = name_of(item);
        if (!name) {
            judgement.note(code::native_bad_answer, {"an item of skills.list", "an object with a name"});
            continue;
        }
        if (!declares_skill(module, *name)) {
            judgement.drop("the skill " + in_quotes(*name));
            continue;
        }
        boost::json::object skill;
        for (auto& [key, value] : item.get_object()) {
            if (holds(kSkillKeys, std::string_view(key.data(), key.size())))
                skill[key] = std::move(value);
            else
                judgement.drop("the key " + in_quotes({key.data(), key.size()}) + " of the skill " + in_quotes(*name));
        }
        kept.push_back(std::move(skill));
    }
    return judgement.accept(kept);
}

NativeReply judge_rendered_skill(const NativeModule& module, std::string_view skill, NativeReply reply) {
    Judgement judgement(module, std::move(reply));
    if (!judgement.ok()) return judgement.pass();
    constexpr std::string_view kWanted = "{\"blocks\": [{\"type\": \"text\", \"text\": …}]}";
    auto answer = judgement.parse(boost::json::kind::object);
    const auto* blocks = answer ? json_array(answer->get_object(), "blocks") : nullptr;
    if (blocks == nullptr) return judgement.refuse("skills.render", kWanted);
    boost::json::array kept;
    bool defused = false;
    for (const auto& block : *blocks) {
        const auto* text = block.is_object() ? block.get_object().if_contains("text") : nullptr;
        const bool is_text = text != nullptr && text->is_string() && json_text(block.get_object(), "type") == "text";
        if (!is_text) {
            judgement.note(code::native_bad_answer, {"a block of skills.render", "a text"});
            continue;
        }
        const auto written = json_text(*text);
        const auto safe = defuse_shell_blocks(written);
        defused = defused || safe != written;
        kept.push_back(boost::json::object{{"type", "text"}, {"text", safe}});
    }
    if (kept.empty()) return judgement.refuse("skills.render", kWanted);
    if (defused) judgement.note(code::native_shell_text, {skill});
    return judgement.accept(boost::json::object{{"blocks", std::move(kept)}});
}

NativeReply judge_server_list(const NativeModule& module, NativeReply reply) {
    Judgement judgement(module, std::move(reply));
    if (!judgement.ok()) return judgement.pass();
    auto answer = judgement.parse(boost::json::kind::object);
    const auto* servers = answer ? json_object(answer->get_object(), "mcpServers") : nullptr;
    if (servers == nullptr) return judgement.refuse("mcp-servers.list", "{\"mcpServers\": {…}}");
    boost::json::object kept;
    for (const auto& [key, value] : *servers) {
        const std::string_view name(key.data(), key.size());
        if (holds(module.mcp_servers, name))
            kept[key] = value;
        else
            judgement.drop("the MCP server " + in_quotes(name));
    }
    return judgement.accept(boost::json::object{{"mcpServers", std::move(kept)}});
}

}  // namespace skilldeck
