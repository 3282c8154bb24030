// SPDX-License-Identifier: Apache-2.0
#include "permission/call_rule.hpp"

#include "base/text.hpp"
#include "permission/web_host.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kSkillPrefix = "skill:";

std::string_view without_slash(std::string_view name) {
    if (name.starts_with('/')) name.remove_prefix(1);
    return name;
}

const ToolKind& kind_of(std::string_view tool) {
    static constexpr ToolKind kOther{};
    const auto* known = find_tool(tool);
    return known == nullptr ? kOther : *known;
}

/// The part of a glob before its first segment with a pattern.
Path fixed_part(std::string_view glob) {
    const auto pattern = std::min(glob.find_first_of("*?[{"), glob.size());
    return std::string(glob.substr(0, pattern == glob.size() ? glob.size() : glob.rfind('/', pattern) + 1));
}

bool is_absent_or_text(const ToolCall& call, std::string_view member) {
    return !call.input.contains(member) || has_text(call, member);
}

/// The path a call is about; nothing when it does not say.
std::optional<Path> path_of(const ToolCall& call, const ToolKind& kind) {
    if (!is_absent_or_text(call, kind.member)) return std::nullopt;
    auto text = input_text(call, kind.member);
    if (text.empty() && kind.member == "notebook_path" && has_text(call, "file_path")) {
        text = input_text(call, "file_path");
    }
    if (text.empty() && !kind.searches) return std::nullopt;
    if (call.tool != "Glob") return Path(text);
    if (!is_absent_or_text(call, "pattern")) return std::nullopt;
    const auto pattern = input_text(call, "pattern");
    const auto fixed = fixed_part(pattern);
    // Where a `..` behind a pattern leads, only the search itself finds out.
    if (pattern.find("..", fixed.generic_string().size()) != std::string::npos) return std::nullopt;
    return Path(text) / fixed;
}

bool path_fits(const PermissionRule& rule, const Path& path, const ToolKind& kind, PathNames names,
               const PermissionPlaces& places) {
    return path_rule_matches(*rule.specifier, path, kind.searches ? PathKind::directory : PathKind::file, names,
                             places);
}

RuleFit restricted_path(const PermissionRule& rule, const Path& path, const ToolKind& kind,
                        const PermissionPlaces& places) {
    if (path_fits(rule, path, kind, PathNames::any_name, places)) return RuleFit::yes;
    return is_computed_path(path, places) ? RuleFit::maybe : RuleFit::no;
}

/// The files among those it looks through that a search is about: one by name, or those of a pattern, which may be the
/// one of the rule.
RuleFit searched_files_fit(const PermissionRule& rule, const ToolCall& call, const Path& folder,
                           const PermissionPlaces& places) {
    if (!call.input.contains("glob")) return RuleFit::no;
    if (!has_text(call, "glob")) return RuleFit::maybe;
    auto glob = input_text(call, "glob");
    while (glob.starts_with("**/")) glob.erase(0, 3);
    if (path_rule_matches(*rule.specifier, folder / glob, PathKind::file, PathNames::any_name, places)) {
        return RuleFit::yes;
    }
    constexpr std::string_view kPatterns = "*?[{";
    const auto last = [](std::string_view text) { return std::string(text.substr(text.rfind('/') + 1)); };
    const auto pattern = last(glob), name = last(*rule.specifier);
    const bool every_file = pattern.find_first_not_of('*') == std::string::npos;
    if (every_file || glob.find_first_of(kPatterns) == std::string::npos) return RuleFit::no;
    if (name.find_first_of(kPatterns) != std::string::npos) return RuleFit::no;
    Diagnostics ignored;  // a pattern that cannot be read finds nothing
    const auto read = GlobSet::from_patterns(std::span(&pattern, 1), {}, ignored);
    return read.matches(name, PathKind::file) ? RuleFit::maybe : RuleFit::no;
}

WebHost host_of(const ToolCall& call, std::string_view member) {
    return host_of_url(has_text(call, member) ? input_text(call, member) : std::string());
}

RuleFit domain_fit(std::string_view specifier, const ToolCall& call, std::string_view member) {
    const auto host = host_of(call, member);
    const auto domain = domain_of_rule(specifier);
    if (host.name.empty() || !domain) return RuleFit::maybe;
    if (StarPattern(*domain).matches(host.name)) return RuleFit::yes;
    // The same name in the letters of another script, or in those that stand for them (`xn--`).
    const bool other_letters = !is_ascii_host(*domain) && host.name.find("xn--") != std::string::npos;
    return host.spelling == HostSpelling::plain && !other_letters ? RuleFit::no : RuleFit::maybe;
}

bool domain_allowed(std::string_view specifier, const ToolCall& call, std::string_view member) {
    const auto host = host_of(call, member);
    const auto domain = domain_of_rule(specifier);
    return domain && host.of_web && host.spelling == HostSpelling::plain && !host.name.empty() &&
           StarPattern(*domain).matches(host.name);
}

bool any_name_fits(std::string_view specifier, std::span<const std::string> names) {
    return std::ranges::any_of(names, [&](const auto& name) { return skill_rule_matches(specifier, name); });
}

RuleFit skill_fit(std::string_view specifier, const ToolCall& call) {
    if (!has_text(call, "skill")) return RuleFit::maybe;
    std::vector<std::string> names = call.skill_names;
    names.insert(names.end(), call.other_skill_names.begin(), call.other_skill_names.end());
    names.push_back(input_text(call, "skill"));
    const bool by_member = specifier.starts_with(kSkillPrefix);
    if (any_name_fits(specifier, names)) return RuleFit::yes;
    if (by_member && any_name_fits(specifier.substr(kSkillPrefix.size()), names)) return RuleFit::yes;
    if (specifier.find('*') == std::string_view::npos) return RuleFit::no;
    const StarPattern pattern(without_slash(specifier));
    const bool matches =
        std::ranges::any_of(names, [&](const auto& name) { return pattern.matches(without_slash(name)); });
    return matches ? RuleFit::yes : RuleFit::no;
}

/// Both members that may name an agent, those that do; nothing when one is no text. Without any it is the default one.
std::optional<std::vector<std::string>> agents_of(const ToolCall& call) {
    std::vector<std::string> names;
    for (const std::string_view member : {"subagent_type", "agentType"}) {
        if (!is_absent_or_text(call, member)) return std::nullopt;
        if (auto name = input_text(call, member); !name.empty()) names.push_back(std::move(name));
    }
    if (names.empty()) names.emplace_back();
    return names;
}

/// `member:value`. What a rule of another form means is not known, and a restriction is not lost by that.
RuleFit member_fit(std::string_view specifier, const ToolCall& call) {
    const auto colon = specifier.find(':');
    if (!is_member_specifier(call.tool, specifier)) return RuleFit::maybe;
    const auto* value = call.input.if_contains(specifier.substr(0, colon));
    if (value == nullptr) return RuleFit::no;
    if (value->is_object() || value->is_array()) return RuleFit::maybe;
    const StarPattern pattern(trim(specifier.substr(colon + 1)));
    return pattern.matches(input_text(call, specifier.substr(0, colon))) ? RuleFit::yes : RuleFit::no;
}

RuleFit agent_fit(const std::string& specifier, const ToolCall& call) {
    const auto names = agents_of(call);
    if (!names) return RuleFit::maybe;
    const StarPattern pattern(specifier);
    if (std::ranges::any_of(*names, [&](const auto& name) { return pattern.matches(name); })) return RuleFit::yes;
    return specifier.find(':') == std::string::npos ? RuleFit::no : member_fit(specifier, call);
}

bool agent_allowed(const std::string& specifier, const ToolCall& call) {
    const auto names = agents_of(call);
    const StarPattern pattern(specifier);
    return names && std::ranges::all_of(*names, [&](const auto& name) { return pattern.matches(name); });
}

}  // namespace

bool has_text(const ToolCall& call, std::string_view member) {
    const auto* value = call.input.if_contains(member);
    return value != nullptr && value->is_string();
}

std::string input_text(const ToolCall& call, std::string_view member) {
    const auto* value = call.input.if_contains(member);
    if (value == nullptr || value->is_object() || value->is_array() || value->is_null()) return {};
    return value->is_string() ? std::string(value->get_string()) : boost::json::serialize(*value);
}

RuleFit operand_fit(const PermissionRule& rule, const Path& path, const PermissionPlaces& places) {
    if (!rule.specifier) return RuleFit::yes;
    constexpr ToolKind kFileOrFolder{"", "", RuleSubject::path, "", true};
    return restricted_path(rule, path, kFileOrFolder, places);
}

bool skill_rule_matches(std::string_view specifier, std::string_view name) {
    const auto wanted = to_nfc(without_slash(specifier));
    const auto called = to_nfc(without_slash(name));
    if (!wanted.ends_with(":*") && !wanted.ends_with(" *")) return wanted == called;
    const std::string_view prefix(wanted.data(), wanted.size() - 2);
    if (!called.starts_with(prefix)) return false;
    if (called.size() == prefix.size() || prefix.ends_with('_')) return true;
    return called[prefix.size()] == ' ' || called[prefix.size()] == ':';
}

RuleFit call_fit(const PermissionRule& rule, const ToolCall& call, const PermissionPlaces& places) {
    if (!rule.specifier) return RuleFit::yes;
    const auto& kind = kind_of(call.tool);
    switch (kind.subject) {
        case RuleSubject::path: {
            const auto path = path_of(call, kind);
            if (!path) return RuleFit::maybe;
            const auto fit = restricted_path(rule, *path, kind, places);
            return call.tool == "Grep" ? std::max(fit, searched_files_fit(rule, call, *path, places)) : fit;
        }
        case RuleSubject::domain: return domain_fit(*rule.specifier, call, kind.member);
        case RuleSubject::skill: return skill_fit(*rule.specifier, call);
        case RuleSubject::agent: return agent_fit(*rule.specifier, call);
        case RuleSubject::command:
        case RuleSubject::members: return member_fit(*rule.specifier, call);
    }
    return RuleFit::maybe;
}

bool call_allowed(const PermissionRule& rule, const ToolCall& call, const PermissionPlaces& places) {
    if (!rule.specifier) return true;
    const auto& kind = kind_of(call.tool);
    switch (kind.subject) {
        case RuleSubject::path: {
            const auto path = path_of(call, kind);
            return path && !is_computed_path(*path, places) &&
                   path_fits(rule, *path, kind, PathNames::every_name, places);
        }
        case RuleSubject::domain: return domain_allowed(*rule.specifier, call, kind.member);
        case RuleSubject::skill: {
            if (!has_text(call, "skill")) return false;
            if (call.name_is_anothers && rule.specifier->find('@') == std::string::npos) return false;
            auto names = call.skill_names;
            names.push_back(input_text(call, "skill"));
            return any_name_fits(*rule.specifier, names);
        }
        case RuleSubject::agent: return agent_allowed(*rule.specifier, call);
        case RuleSubject::command:
        case RuleSubject::members: return false;
    }
    return false;
}

}  // namespace skilldeck
