// SPDX-License-Identifier: Apache-2.0
#include "permission/call_rule.hpp"

#include "base/text.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kDomainPrefix = "domain:";
constexpr std::string_view kSkillPrefix = "skill:";

std::string small_letters(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

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

/// The path a call is about; nothing when it does not say.
std::optional<Path> path_of(const ToolCall& call, const ToolKind& kind) {
    auto text = input_text(call, kind.member);
    if (text.empty() && kind.member == "notebook_path") text = input_text(call, "file_path");
    if (text.empty() && !kind.searches) return std::nullopt;
    Path path(text);
    return call.tool == "Glob" ? path / fixed_part(input_text(call, "pattern")) : path;
}

bool path_fits(const PermissionRule& rule, const Path& path, const ToolKind& kind, PathNames names,
               const PermissionPlaces& places) {
    return path_rule_matches(*rule.specifier, path, kind.searches ? PathKind::directory : PathKind::file, names,
                             places);
}

bool domain_fits(std::string_view specifier, const std::string& host) {
    if (!specifier.starts_with(kDomainPrefix) || host.empty()) return false;
    return StarPattern(small_letters(trim(specifier.substr(kDomainPrefix.size())))).matches(host);
}

bool any_name_fits(std::string_view specifier, std::span<const std::string> names) {
    return std::ranges::any_of(names, [&](const auto& name) { return skill_rule_matches(specifier, name); });
}

RuleFit skill_fit(std::string_view specifier, const ToolCall& call) {
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

std::string agent_of(const ToolCall& call) {
    auto name = input_text(call, "subagent_type");
    return name.empty() ? input_text(call, "agentType") : name;
}

/// `member:value`. What a rule of another form means is not known, and a restriction is not lost by that.
RuleFit member_fit(std::string_view specifier, const ToolCall& call) {
    const auto colon = specifier.find(':');
    if (colon == std::string_view::npos) return RuleFit::maybe;
    const auto* value = call.input.if_contains(specifier.substr(0, colon));
    if (value == nullptr) return RuleFit::no;
    if (value->is_object() || value->is_array()) return RuleFit::maybe;
    const StarPattern pattern(trim(specifier.substr(colon + 1)));
    return pattern.matches(input_text(call, specifier.substr(0, colon))) ? RuleFit::yes : RuleFit::no;
}

RuleFit yes_if(bool fits) {
    return fits ? RuleFit::yes : RuleFit::no;
}

}  // namespace

std::string input_text(const ToolCall& call, std::string_view member) {
    const auto* value = call.input.if_contains(member);
    if (value == nullptr || value->is_object() || value->is_array() || value->is_null()) return {};
    return value->is_string() ? std::string(value->get_string()) : boost::json::serialize(*value);
}

std::string host_of_url(std::string_view url) {
    const auto scheme = url.find("://");
    const bool odd = std::ranges::any_of(
        url, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F || c == '\\'; });
    if (scheme == std::string_view::npos || odd) return {};
    auto host = url.substr(scheme + 3);
    host = host.substr(0, host.find_first_of("/?#"));
    host = host.substr(host.rfind('@') + 1);
    if (!host.starts_with('[')) host = host.substr(0, host.find(':'));
    if (host.starts_with('[')) host = host.substr(0, host.find(']') + 1);
    while (host.ends_with('.')) host.remove_suffix(1);
    return small_letters(host);
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
            return path ? yes_if(path_fits(rule, *path, kind, PathNames::any_name, places)) : RuleFit::maybe;
        }
        case RuleSubject::domain: {
            const auto host = host_of_url(input_text(call, kind.member));
            if (host.empty() || !rule.specifier->starts_with(kDomainPrefix)) return RuleFit::maybe;
            return yes_if(domain_fits(*rule.specifier, host));
        }
        case RuleSubject::skill: return skill_fit(*rule.specifier, call);
        case RuleSubject::agent: {
            if (StarPattern(*rule.specifier).matches(agent_of(call))) return RuleFit::yes;
            return rule.specifier->find(':') == std::string::npos ? RuleFit::no : member_fit(*rule.specifier, call);
        }
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
            return path && path_fits(rule, *path, kind, PathNames::every_name, places);
        }
        case RuleSubject::domain: return domain_fits(*rule.specifier, host_of_url(input_text(call, kind.member)));
        case RuleSubject::skill: {
            if (call.name_is_anothers && rule.specifier->find('@') == std::string::npos) return false;
            auto names = call.skill_names;
            names.push_back(input_text(call, "skill"));
            return any_name_fits(*rule.specifier, names);
        }
        case RuleSubject::agent: return StarPattern(*rule.specifier).matches(agent_of(call));
        case RuleSubject::command:
        case RuleSubject::members: return false;
    }
    return false;
}

}  // namespace skilldeck
