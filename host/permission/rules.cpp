// SPDX-License-Identifier: Apache-2.0
#include "permission/rules.hpp"

#include "base/codes.hpp"
#include "base/display_text.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "permission/codes.hpp"
#include "permission/path_rule.hpp"
#include "permission/tools.hpp"
#include "permission/web_host.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kMcpPrefix = "mcp__", kSkillTool = "Skill";
constexpr std::size_t kShownEntry = 200;  ///< code points of an entry in a reason
constexpr std::array kLists{RuleList::deny, RuleList::ask, RuleList::allow};

Error malformed(std::string_view text, RuleList list, const RuleOrigin& origin, std::string_view why) {
    return make_error(code::permission_rule_malformed, origin.file.string(), {rule_list_word(list), text, why});
}

bool is_tool_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_-.:*").find(c) != std::string_view::npos;
    });
}

bool has_control_characters(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

/// `\(` and `\)` stand for the parentheses; other backslashes are the pattern's.
std::string unescape(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool escaped = text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '(' || text[at + 1] == ')');
        out += text[escaped ? ++at : at];
    }
    return out;
}

/// Why a rule for these tools must not allow; empty when it may.
std::string_view too_wide(std::string_view tool) {
    const auto star = tool.find('*');
    if (star == std::string_view::npos) return {};
    const auto server = tool.starts_with(kMcpPrefix) ? tool.find("__", kMcpPrefix.size()) : std::string_view::npos;
    if (server != std::string_view::npos && server > kMcpPrefix.size() && server < star) return {};
    return "a pattern of tools can allow only those of one server, as mcp__server__*";
}

/// A tool nobody knows is one of another agent's, unless it looks like a slip.
void check_tool(const PermissionRule& rule, Diagnostics& diagnostics) {
    if (rule.tool.starts_with(kMcpPrefix) || rule.tool.find('*') != std::string::npos) return;
    if (is_known_tool(rule.tool)) return;
    const auto near = tools_near(rule.tool);
    if (near.empty()) return;
    diagnostics.push_back(make_diagnostic(code::permission_rule_unknown_tool, rule.origin.file.string(),
                                          {rule_list_word(rule.list), rule.text, rule.tool, join(near, ", ")}));
}

/// Why no command is like what the rule says; empty when one may be.
std::string_view why_never(const PermissionRule& rule) {
    const auto* tool = find_tool(rule.tool);
    if (tool == nullptr || tool->subject != RuleSubject::command || !rule.specifier) return {};
    const auto& text = *rule.specifier;
    if (text.find(":* ") != std::string::npos) return "its :* does not stand at its end";
    const auto program = text.substr(0, text.find_first_of(" :"));
    return has_unsafe_characters(program) ? "its command holds a character that is not seen" : std::string_view();
}

void check_pattern(const PermissionRule& rule, Diagnostics& diagnostics) {
    const auto why = why_never(rule);
    if (why.empty()) return;
    diagnostics.push_back(make_diagnostic(code::permission_rule_never_matches, rule.origin.file.string(),
                                          {rule_list_word(rule.list), rule.text, why}));
}

/// What a rule about members of the input does otherwise than it seems to; empty when nothing.
std::string why_unspecific(const PermissionRule& rule) {
    const auto* tool = find_tool(rule.tool);
    const bool of_members = tool == nullptr || tool->subject == RuleSubject::members;
    if (!rule.specifier || !of_members || rule.tool.find('*') != std::string::npos) return {};
    if (rule.list == RuleList::allow) {
        const bool known = tool != nullptr || rule.tool.starts_with(kMcpPrefix);
        return known ? "allows nothing: only every call of " + rule.tool + " can be allowed" : std::string();
    }
    if (is_member_specifier(rule.tool, *rule.specifier)) return {};
    return "makes every call of " + rule.tool + " ask: its parentheses hold no member:value of the input";
}

void check_members(const PermissionRule& rule, Diagnostics& diagnostics) {
    const auto why = why_unspecific(rule);
    if (why.empty()) return;
    diagnostics.push_back(make_diagnostic(code::permission_rule_unspecific, rule.origin.file.string(),
                                          {rule_list_word(rule.list), rule.text, why}));
}

void add_rule(std::string_view text, RuleList list, const RuleOrigin& origin, PermissionRules& into) {
    auto rule = parse_permission_rule(text, list, origin);
    if (!rule) {
        into.diagnostics.push_back(to_diagnostic(rule.error()));
        return;
    }
    const auto said = into.diagnostics.size();
    check_tool(*rule, into.diagnostics);
    check_pattern(*rule, into.diagnostics);
    if (into.diagnostics.size() == said) check_members(*rule, into.diagnostics);
    into.rules.push_back(std::move(*rule));
}

/// The known tool that the entry names in any case; empty when it names none.
std::string known_tool(std::string_view name) {
    const auto near = tools_near(name);
    return near.size() == 1 && fold_name(near.front()) == fold_name(name) ? near.front() : std::string();
}

/// What an entry that is no rule may be about, from how it begins: a tool, else every one.
std::string tool_of_malformed(std::string_view text) {
    const auto begin = std::min(text.find_first_not_of(" \t\r\n\"'`["), text.size());
    const auto name = trim(text.substr(begin, text.find_first_of("([{<:=,;\"'` \t\r\n", begin) - begin));
    if (auto tool = known_tool(name); !tool.empty()) return tool;
    const bool of_server = fold_name(name).starts_with(kMcpPrefix) && name.size() > kMcpPrefix.size();
    return of_server && is_tool_name(name) ? std::string(name) : "*";
}

/// What stands in for an entry that restricts and cannot be read.
PermissionRule unreadable_entry(std::string_view entry, std::string_view why, std::string tool, const Place& place,
                                const RuleOrigin& origin) {
    auto text = place.file + " at " + place.pointer + ": " + std::string(first_code_points(entry, kShownEntry)) + " " +
                std::string(why);
    return {std::move(text), RuleList::unreadable, origin, std::move(tool), {}};
}

/// Every entry of a list that restricts closes what it may be about, if it is no rule. One about skills matches
/// nothing, as it does in other hosts: a skill is a text, and what it then does is judged again.
void add_unreadable_entry(const boost::json::value& entry, RuleList list, const Place& place, const RuleOrigin& origin,
                          PermissionRules& into) {
    if (!entry.is_string()) {
        into.rules.push_back(
            unreadable_entry(boost::json::serialize(entry), "is no text of a rule", "*", place, origin));
        return;
    }
    const auto text = json_text(entry);
    const auto rule = parse_permission_rule(text, list, origin);
    auto tool = rule ? known_tool(rule->tool) : tool_of_malformed(text);
    const bool fits = rule && (tool.empty() || tool == rule->tool);
    if (fits || tool == kSkillTool) return;
    const auto why =
        rule ? "names the tool " + tool + " in another case" : std::string("is not a rule that can be read");
    into.rules.push_back(unreadable_entry(text, why, std::move(tool), place, origin));
}

void add_unreadable_entries(const boost::json::object& permissions, RuleList list, const Place& place,
                            const RuleOrigin& origin, PermissionRules& into) {
    if (list == RuleList::allow) return;
    const auto word = rule_list_word(list);
    const auto* entries = permissions.if_contains(word);
    if (entries == nullptr) return;
    if (entries->is_string()) return add_unreadable_entry(*entries, list, place / word, origin, into);
    if (!entries->is_array()) return;  // nothing, or what the layer as a whole says
    const auto& array = entries->get_array();
    for (std::size_t i = 0; i < array.size(); ++i) {
        add_unreadable_entry(array[i], list, place / word / i, origin, into);
    }
}

/// Elsewhere null is nothing; here it stands where rules should.
void report_null(const boost::json::object& permissions, std::string_view list, const Place& place,
                 Diagnostics& diagnostics) {
    const auto* rules = permissions.if_contains(list);
    if (rules == nullptr || !rules->is_null()) return;
    diagnostics.push_back(
        make_diagnostic(code::json_wrong_type, (place / list).value(), {list, json_kind(*rules), "a list of strings"}));
}

/// One of two equal rules stands for both.
Place place_of_rule(const boost::json::object& permissions, std::string_view list, std::string_view text,
                    const Place& place) {
    const auto* rules = json_array(permissions, list);
    if (rules == nullptr) return place / list;  // one rule without a list around it
    const auto found = std::ranges::find_if(
        *rules, [&](const boost::json::value& rule) { return rule.is_string() && json_text(rule) == text; });
    return place / list / static_cast<std::size_t>(found - rules->begin());
}

/// Rules that cannot be read might deny, and so might hooks, where those of the layer run.
std::string_view why_unknown(const SettingsLayer& layer) {
    const auto of_rules = layer.why_unreadable("permissions");
    return of_rules.empty() && layer.effective ? layer.why_unreadable("hooks") : of_rules;
}

bool counts(const SettingsLayer& layer, RuleList list, AllowRules counted) {
    if (list != RuleList::allow) return true;
    return layer.effective && (counted == AllowRules::of_every_layer || layer.scope == Scope::managed);
}

}  // namespace

std::string_view rule_list_word(RuleList list) {
    switch (list) {
        case RuleList::deny: return "deny";
        case RuleList::ask: return "ask";
        case RuleList::allow: return "allow";
        case RuleList::unreadable: return "unreadable";
    }
    return "deny";
}

Result<PermissionRule> parse_permission_rule(std::string_view text, RuleList list, RuleOrigin origin) {
    const auto fail = [&](std::string_view why) { return malformed(text, list, origin, why); };
    const auto whole = trim(text);
    if (whole.empty()) return fail("it is empty");
    if (whole.size() > kPermissionRuleLimit) return fail("it is longer than 1000 bytes");
    if (!is_valid_utf8(whole) || has_control_characters(whole)) return fail("it holds control characters");
    const auto open = whole.find('(');
    PermissionRule rule{std::string(text), list, std::move(origin), std::string(trim(whole.substr(0, open))), {}};
    if (!is_tool_name(rule.tool)) {
        return malformed(text, list, rule.origin, "it does not begin with the name of a tool");
    }
    if (list == RuleList::allow && !too_wide(rule.tool).empty()) {
        return malformed(text, list, rule.origin, too_wide(rule.tool));
    }
    if (open == std::string_view::npos) return rule;
    if (!whole.ends_with(')')) return malformed(text, list, rule.origin, "its parenthesis is not closed");
    const auto specifier = unescape(whole.substr(open + 1, whole.size() - open - 2));
    if (trim(specifier).empty()) return malformed(text, list, rule.origin, "its parentheses are empty");
    if (specifier != "*" && specifier != ":*") rule.specifier = std::string(trim(specifier));
    const auto* kind = find_tool(rule.tool);
    const bool of_domain = rule.specifier && kind != nullptr && kind->subject == RuleSubject::domain;
    if (of_domain && !domain_of_rule(*rule.specifier)) {
        return malformed(text, list, rule.origin, "its parentheses hold no domain:example.com");
    }
    if (rule.specifier && is_path_tool(rule.tool)) {
        if (const auto glob = check_path_pattern(*rule.specifier); !glob) {
            return malformed(text, list, rule.origin, glob.error().what);
        }
    }
    return rule;
}

PermissionRules read_permission_rules(const Settings& settings, AllowRules counted) {
    PermissionRules read;
    for (const auto& layer : settings.layers()) {
        const auto file = settings_file_name(layer.file);
        const auto* permissions = json_object(layer.values, "permissions", Place(file), read.diagnostics);
        const auto place = Place(file) / "permissions";
        const RuleOrigin origin{std::string(scope_word(layer.scope)), layer.file};
        if (const auto why = why_unknown(layer); !why.empty()) {
            read.rules.push_back({std::string(why), RuleList::unreadable, origin, "*", {}});
        }
        if (permissions == nullptr) continue;
        for (const auto list : kLists) {
            if (!counts(layer, list, counted)) continue;
            const auto word = rule_list_word(list);
            report_null(*permissions, word, place, read.diagnostics);
            add_unreadable_entries(*permissions, list, place, origin, read);
            for (const auto& text : json_strings(*permissions, word, place, read.diagnostics)) {
                const auto before = read.diagnostics.size();
                add_rule(text, list, origin, read);
                const auto of_rule = place_of_rule(*permissions, word, text, place);
                for (auto i = before; i < read.diagnostics.size(); ++i) {
                    read.diagnostics[i].pointer = of_rule.pointer;
                    read.diagnostics[i].part = Place::Part::value;
                }
            }
        }
    }
    return read;
}

PermissionRules allowed_tools_rules(std::span<const std::string> tools, const RuleOrigin& origin) {
    PermissionRules read;
    for (const auto& tool : tools) add_rule(tool, RuleList::allow, origin, read);
    return read;
}

}  // namespace skilldeck
