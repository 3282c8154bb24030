// SPDX-License-Identifier: Apache-2.0
#include "settings/marketplace_rules.hpp"

#include "base/json.hpp"
#include "settings/codes.hpp"
#include "settings/source_places.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

/// A kind of rule and the member without which it says nothing.
struct RuleKind {
    std::string_view word, member;
};
constexpr std::array kRuleKinds{RuleKind{"github", "repo"},
                                RuleKind{"git", "url"},
                                RuleKind{"url", "url"},
                                RuleKind{"archive", "url"},
                                RuleKind{"file", "path"},
                                RuleKind{"directory", "path"},
                                RuleKind{"settings", "name"},
                                RuleKind{"npm", "package"},
                                RuleKind{"hostPattern", "hostPattern"},
                                RuleKind{"pathPattern", "pathPattern"},
                                RuleKind{"skills-dir", ""}};

const RuleKind* find_kind(std::string_view word) {
    const auto found = std::ranges::find(kRuleKinds, word, &RuleKind::word);
    return found == kRuleKinds.end() ? nullptr : &*found;
}

bool is_local(std::string_view kind) {
    return kind == "directory" || kind == "file";
}
bool is_download(std::string_view kind) {
    return kind == "url" || kind == "archive";
}
/// `owner/*`.
bool means_all_of_owner(const json::object& rule) {
    return source_kind(rule) == "github" && json_text(rule, "repo").ends_with("/*");
}

std::string comparable_path(const json::object& source) {
    auto path = Path(json_text(source, "path")).lexically_normal().generic_string();
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path;
}

std::string found_on(const json::object& rule, const RuleKind* kind) {
    if (kind == nullptr) {
        const auto word = source_kind(rule);
        return word.empty() ? "a rule without \"source\"" : "a rule of the unknown kind \"" + word + "\"";
    }
    return "a rule of the kind \"" + std::string(kind->word) + "\" without \"" + std::string(kind->member) + "\"";
}

/// A rule that can be used; else why not, in `problem`.
std::optional<MarketplaceRule> read_rule(const json::value& value, std::string& problem) {
    if (!value.is_object()) {
        problem = json_kind(value);
        return std::nullopt;
    }
    MarketplaceRule rule{value.get_object(), {}, {}};
    const auto* kind = find_kind(source_kind(rule.fields));
    const bool complete = kind != nullptr && (kind->member.empty() || !json_text(rule.fields, kind->member).empty());
    if (!complete) {
        problem = found_on(rule.fields, kind);
        return std::nullopt;
    }
    if (!kind->word.ends_with("Pattern")) return rule;
    rule.pattern = SearchPattern::compile(json_text(rule.fields, kind->member), problem);
    if (rule.pattern) return rule;
    problem = "a broken expression (" + problem + ")";
    return std::nullopt;
}

std::string text_of(std::string_view name, const Path& file) {
    return std::string(name) + " in " + file.string();
}

void report_strict(const WrittenRules& written, std::optional<std::size_t> index, std::string_view found,
                   std::string_view wanted, std::string_view counts_as, Diagnostics& diagnostics) {
    auto place = Place(written.file.string()) / written.key;
    std::string name(written.key);
    if (index) {
        place = place / *index;
        name += "[" + std::to_string(*index) + "]";
    }
    diagnostics.push_back(make_diagnostic(code::policy_value_strict, place.value(), {name, found, wanted, counts_as}));
}

constexpr std::string_view kList = "a list of maps", kRule = "the source of a marketplace";

// ---- allowing: exactly what the rule says ----

/// Both have the member and mean the same by it, or neither has it.
bool same_text(const json::object& rule, const json::object& source, std::string_view key) {
    return json_text(rule, key) == json_text(source, key);
}

bool allows_github(const json::object& rule, const json::object& source) {
    const auto wanted = json_text(rule, "repo");
    auto repository = std::string(json_text(source, "repo"));
    repository.resize(std::min(repository.find_first_of("@#"), repository.size()));
    if (json_text(rule, "ref") != source_ref(source)) return false;
    if (!means_all_of_owner(rule)) return wanted == repository && same_text(rule, source, "path");
    const auto owner = wanted.substr(0, wanted.size() - 1);  // with its slash
    const bool below = repository.starts_with(owner) && repository.size() > owner.size() &&
                       repository.find('/', owner.size()) == std::string::npos;
    return below && (!rule.contains("path") || same_text(rule, source, "path"));
}

bool allows_git(const json::object& rule, const json::object& source) {
    auto address = std::string(json_text(source, "url"));
    // In the path of a directory of this machine it stands for itself.
    if (source_address(source) && json_text(rule, "url").find('#') == std::string_view::npos)
        address.resize(std::min(address.find('#'), address.size()));
    return json_text(rule, "url") == address && source_ref(rule) == source_ref(source) &&
           same_text(rule, source, "path");
}

/// Of a source of this machine there is no host to search in.
SearchPattern::Found search_host(const MarketplaceRule& rule, const json::object& source) {
    const auto address = source_address(source);
    if (!address) return SearchPattern::Found::no;
    const auto& host = address->host;
    return rule.pattern->search(std::string_view(host).substr(0, host.find(':', host.find(']') + 1)));
}

bool is_of_hosts(const MarketplaceRule& rule) {
    return source_kind(rule.fields) == "hostPattern";
}

bool pattern_allows(const MarketplaceRule& rule, const json::object& source) {
    if (is_of_hosts(rule)) return search_host(rule, source) == SearchPattern::Found::yes;
    return is_local(source_kind(source)) && rule.pattern->search(comparable_path(source)) == SearchPattern::Found::yes;
}

bool allows(const MarketplaceRule& rule, const json::object& source) {
    if (rule.pattern) return pattern_allows(rule, source);
    const auto kind = source_kind(rule.fields);
    if (kind != source_kind(source)) return false;
    if (kind == "github") return allows_github(rule.fields, source);
    if (kind == "git") return allows_git(rule.fields, source);
    if (is_download(kind)) return same_text(rule.fields, source, "url");
    if (is_local(kind)) return comparable_path(rule.fields) == comparable_path(source);
    if (kind != "settings") return false;  // npm has no marketplaces, skills-dir means none
    const auto* wanted = rule.fields.if_contains("plugins");
    const auto* plugins = source.if_contains("plugins");
    const bool same_plugins = wanted == nullptr || plugins == nullptr ? wanted == plugins : *wanted == *plugins;
    return same_text(rule.fields, source, "name") && same_plugins;
}

// ---- blocking: every spelling of what the rule says ----

/// A rule that names no part of a repository means all of it.
bool covers(std::string_view wanted, std::string_view value) {
    return wanted.empty() || wanted == value;
}

bool is_of_owner(const SourcePlaces& rule, const SourcePlaces& source) {
    const auto& path = rule.address->path;
    return source.address && source.address->host == rule.address->host &&
           source.address->path.starts_with(path.substr(0, path.find('/') + 1));
}

bool blocks_place(const FileReader& files, const json::object& rule, const json::object& source) {
    const auto wanted = source_places(files, rule), places = source_places(files, source);
    const bool known = wanted.address || !wanted.roots.empty();
    // An address that is none may be anything git knows.
    if (!known) return json_text(rule, "url") == json_text(source, "url");
    const bool met = means_all_of_owner(rule) ? is_of_owner(wanted, places) : wanted.meet(places);
    return met && covers(wanted.ref, places.ref) && covers(wanted.inner, places.inner);
}

/// What cannot be searched in time counts as found.
bool pattern_blocks(const FileReader& files, const MarketplaceRule& rule, const json::object& source) {
    if (is_of_hosts(rule)) return search_host(rule, source) != SearchPattern::Found::no;
    const auto places = source_places(files, source);
    const auto found = [&](const std::string& path) { return rule.pattern->search(path) != SearchPattern::Found::no; };
    return std::ranges::any_of(places.roots, found) ||
           (places.is_file && std::ranges::any_of(places.catalogues, found));
}

bool blocks(const FileReader& files, const MarketplaceRule& rule, const json::object& source) {
    const auto kind = source_kind(rule.fields);
    const auto other = source_kind(source);
    if (kind == "skills-dir") return false;
    // Of a kind that this host cannot compare only what lies on this machine is known to be something else.
    if (find_kind(other) == nullptr) return !is_local(kind);
    if (rule.pattern) return pattern_blocks(files, rule, source);
    if (kind != "settings" && kind != "npm") return blocks_place(files, rule.fields, source);
    return kind == other && same_text(rule.fields, source, find_kind(kind)->member);
}

}  // namespace

bool MarketplaceRules::limit() const {
    return !all_blocked.empty() || !allowed.empty() ||
           std::ranges::any_of(blocked, [](const auto& rule) { return source_kind(rule.fields) != "skills-dir"; });
}

void read_allowed_marketplaces(const WrittenRules& written, MarketplaceRules& rules, Diagnostics& diagnostics) {
    auto& list = rules.allowed.emplace_back();
    list.text = text_of(written.key, written.file);
    if (!written.value.is_array()) {
        return report_strict(written, std::nullopt, json_kind(written.value), kList, "an empty list", diagnostics);
    }
    const auto& items = written.value.get_array();
    for (std::size_t i = 0; i < items.size(); ++i) {
        std::string problem;
        auto rule = read_rule(items[i], problem);
        if (!rule) {
            report_strict(written, i, problem, kRule, "no marketplace", diagnostics);
            continue;
        }
        rule->text = text_of(std::string(written.key) + "[" + std::to_string(i) + "]", written.file);
        list.rules.push_back(*std::move(rule));
    }
}

void read_blocked_marketplaces(const WrittenRules& written, MarketplaceRules& rules, Diagnostics& diagnostics) {
    const auto block_all = [&](std::optional<std::size_t> index, std::string_view found, std::string_view wanted) {
        const auto name = std::string(written.key) + (index ? "[" + std::to_string(*index) + "]" : "");
        if (rules.all_blocked.empty()) rules.all_blocked = text_of(name, written.file);
        report_strict(written, index, found, wanted, "every marketplace", diagnostics);
    };
    if (!written.value.is_array()) return block_all(std::nullopt, json_kind(written.value), kList);
    const auto& items = written.value.get_array();
    for (std::size_t i = 0; i < items.size(); ++i) {
        std::string problem;
        auto rule = read_rule(items[i], problem);
        if (!rule) {
            block_all(i, problem, kRule);
            continue;
        }
        rule->text = text_of(std::string(written.key) + "[" + std::to_string(i) + "]", written.file);
        rules.blocked.push_back(*std::move(rule));
    }
}

std::optional<Error> marketplace_refusal(const FileReader& files, const MarketplaceRules& rules, std::string_view name,
                                         const json::object& source) {
    if (!rules.all_blocked.empty()) return make_error(code::marketplace_blocked, {}, {name, rules.all_blocked});
    for (const auto& rule : rules.blocked) {
        if (blocks(files, rule, source)) return make_error(code::marketplace_blocked, {}, {name, rule.text});
    }
    for (const auto& list : rules.allowed) {
        const auto fits = [&](const MarketplaceRule& rule) { return allows(rule, source); };
        if (std::ranges::none_of(list.rules, fits)) {
            return make_error(code::marketplace_not_known, {}, {name, list.text});
        }
    }
    return std::nullopt;
}

std::optional<Error> unknown_marketplace_refusal(const MarketplaceRules& rules, std::string_view name) {
    if (!rules.limit()) return std::nullopt;
    if (!rules.all_blocked.empty()) return make_error(code::marketplace_blocked, {}, {name, rules.all_blocked});
    if (!rules.allowed.empty()) return make_error(code::marketplace_not_known, {}, {name, rules.allowed.front().text});
    return make_error(code::marketplace_source_unknown, {}, {name, rules.blocked.front().text});
}

}  // namespace skilldeck
