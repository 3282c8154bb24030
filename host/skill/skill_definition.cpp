// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_definition.hpp"

#include "base/codes.hpp"
#include "base/display_text.hpp"
#include "base/frontmatter_json.hpp"
#include "base/frontmatter_repair.hpp"
#include "base/json_writer.hpp"
#include "base/restriction_keys.hpp"
#include "base/text.hpp"
#include "skill/codes.hpp"

#include <algorithm>
#include <charconv>
#include <deque>

namespace skilldeck {

namespace {

constexpr std::string_view kClosed = "; what restricts the skill cannot be known, so the model may not call it";
constexpr std::size_t kShownValue = 60;  // code points of a value in a message
constexpr std::array<std::string_view, 5> kEfforts{"low", "medium", "high", "xhigh", "max"};

template <class List>
bool contains(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::string_view kind_of(const FrontMatterValue& value) {
    if (value.null) return "empty";
    if (std::holds_alternative<FrontMatterValue::List>(value.value)) return "a list";
    if (std::holds_alternative<FrontMatterValue::Map>(value.value)) return "a map";
    return "text";
}

KeptText well_formed(std::string_view text) {
    return is_valid_utf8(text) ? KeptText(text) : KeptText(repair_utf8(text));
}

template <class Text>
KeptList well_formed(const std::vector<Text>& texts) {
    if (std::all_of(texts.begin(), texts.end(), is_valid_utf8)) return KeptList(texts);
    std::vector<std::string> repaired;
    for (const std::string_view text : texts) repaired.push_back(repair_utf8(text));
    return KeptList(repaired);
}

std::vector<std::string_view> conditions_of(const FrontMatterValue& paths) {
    std::vector<std::string_view> conditions;
    for (auto glob : front_matter_paths_view(paths)) {
        if (glob.ends_with("/**")) glob.remove_suffix(3);
        if (!glob.empty() && glob != "**") conditions.push_back(glob);
    }
    return conditions;
}

template <class Text>
boost::json::value as_array(const std::vector<Text>& texts) {
    boost::json::array array;
    for (const std::string_view text : texts)
        array.emplace_back(is_valid_utf8(text) ? std::string(text) : repair_utf8(text));
    return array;
}

/// A key of kSkillProperties; any other does not compile.
struct PropertyKey {
    consteval PropertyKey(const char* key) : text(key) {
        while (kSkillProperties.at(slot).key != text) ++slot;
    }
    std::string_view text;
    std::size_t slot = 0;
};

/// Reads the fields of one skill. A field that cannot be used is a diagnostic and is not set.
class Definer {
public:
    Definer(Skill& skill, const FrontMatterValue::Map& fields, std::string_view file)
        : skill_(skill), fields_(fields), file_(file) {
        for (const auto& [name, value] : fields) {
            const auto known = std::ranges::find(kSkillProperties, name, &SkillProperty::key);
            if (known == kSkillProperties.end()) {
                strange_keys_ = true;
                continue;
            }
            auto& at = values_.at(static_cast<std::size_t>(known - kSkillProperties.begin()));
            if (at == nullptr) at = &value;
        }
    }

    void define() {
        define_name();
        skill_.display_name = well_formed(text("display-name"));
        skill_.description = well_formed(text("description"));
        define_aliases();
        skill_.when_to_use = well_formed(text("when_to_use"));
        define_argument_hint();
        skill_.arguments = well_formed(list("arguments"));
        if (is_list("allowed-tools")) skill_.allowed_tools = tools("allowed-tools");
        define_disallowed_tools();
        define_model_and_effort();
        skill_.disable_model_invocation = restriction("disable-model-invocation", false, true) || closed_;
        skill_.user_invocable = restriction("user-invocable", true, false);
        define_context();
        skill_.agent = well_formed(text("agent"));
        if (!skill_.is_command()) define_paths();
        define_shell();
        skill_.hooks = map_as_json("hooks");
        skill_.metadata = map_as_json("metadata");
        skill_.version = well_formed(text("version"));
        skill_.license = well_formed(text("license"));
        skill_.compatibility = well_formed(text("compatibility"));
    }

private:
    /// What is spelled exactly so; a restriction also in any other spelling.
    const FrontMatterValue* find(PropertyKey key) {
        const auto* exact = values_[key.slot];
        return strange_keys_ && !restriction_of(key.text).empty() ? find_any_spelling(key.text) : exact;
    }

    const FrontMatterValue* find_any_spelling(std::string_view key) {
        const FrontMatterValue* other = nullptr;
        for (const auto& [name, value] : fields_) {
            if (name == key) return &value;
            if (restriction_of(name) == key) {
                other = &value;
            } else if (value.null && restriction_of(take_glued_apart(name).key) == key) {
                other = &glued_.emplace_back(value);  // `{disable-model-invocation:true}` is one long key to YAML
                glued_.back().null = false;
                glued_.back().value = glued_.back().source = std::string(take_glued_apart(name).value);
            } else {
                continue;
            }
            report(code::skill_restriction_spelling, value, {name, key});
        }
        return other;
    }

    void report(Code code, const FrontMatterValue& value, std::initializer_list<std::string_view> arguments) {
        auto diagnostic = make_diagnostic(code, file_, arguments);
        if (value.line > 0) diagnostic.line = value.line;
        skill_.diagnostics.push_back(std::move(diagnostic));
    }

    std::string_view text(PropertyKey key) {
        const auto* value = find(key);
        if (value == nullptr || value->null) return {};
        if (const auto* found = std::get_if<std::string>(&value->value)) return trim(*found);
        report(code::skill_field_ignored, *value, {key.text, kind_of(*value), "text"});
        return {};
    }

    /// Whether there is a value that can be read as a list.
    bool is_list(PropertyKey key) {
        const auto* value = find(key);
        if (value == nullptr || value->null) return false;
        const bool map = std::holds_alternative<FrontMatterValue::Map>(value->value);
        if (!map && !is_lost_alias(*value)) return true;
        report(code::skill_field_ignored, *value, {key.text, map ? "a map" : "an alias of nothing", "a list"});
        return false;
    }

    std::vector<std::string_view> list(PropertyKey key) {
        return is_list(key) ? front_matter_list_view(*find(key)) : std::vector<std::string_view>();
    }

    KeptList tools(PropertyKey key) {
        const auto* value = find(key);
        const auto tools = front_matter_tools(*value);
        const auto written = front_matter_list_view(*value);
        for (const auto& tool : tools) {
            if (!contains(written, tool)) report(code::skill_tool_blank, *value, {key.text, tool});
        }
        return well_formed(tools);
    }

    /// A value that is a map, or nothing.
    const FrontMatterValue* map(PropertyKey key) {
        const auto* value = find(key);
        if (value == nullptr || value->null) return nullptr;
        if (std::holds_alternative<FrontMatterValue::Map>(value->value)) return value;
        report(code::skill_field_ignored, *value, {key.text, kind_of(*value), "a map"});
        return nullptr;
    }

    /// A value that is neither yes nor no is the one that restricts.
    bool restriction(PropertyKey key, bool usual, bool restricting) {
        const auto* value = find(key);
        if (value == nullptr) return usual;
        if (const auto flag = front_matter_bool(*value)) return *flag;
        report(code::skill_restriction_unreadable, *value,
               {key.text, value->source.empty() ? "nothing" : value->source, restricting ? "true" : "false"});
        return restricting;
    }

    /// What they are not allowed to do cannot be told from other text: then the model does nothing with the skill.
    void define_disallowed_tools() {
        const auto* value = find("disallowed-tools");
        if (value == nullptr || value->null) return;
        closed_ = !is_list_of_tools(*value);
        if (closed_) {
            const auto& written = value->source.empty() ? std::string(kind_of(*value)) : value->source;
            return report(code::skill_disallowed_tools_unreadable, *value, {first_code_points(written, kShownValue)});
        }
        skill_.disallowed_tools = tools("disallowed-tools");
    }

    /// Nothing of it may be lost: an alias that refers to nothing is no tool, a tag takes the word behind it away, and
    /// half a rule is none.
    [[nodiscard]] static bool is_list_of_tools(const FrontMatterValue& value) {
        if (std::holds_alternative<FrontMatterValue::Map>(value.value) || is_lost_alias(value)) return false;
        const auto tools = front_matter_tools(value);
        if (!std::all_of(tools.begin(), tools.end(), is_whole_rule)) return false;
        if (const auto* items = std::get_if<FrontMatterValue::List>(&value.value)) {
            const bool lost = std::any_of(items->begin(), items->end(), [](const FrontMatterValue& item) {
                return std::holds_alternative<FrontMatterValue::List>(item.value) || is_lost_alias(item) ||
                       has_tag(item);
            });
            return !lost && tools.empty() == items->empty();
        }
        const bool bracketed = value.source.starts_with('[');
        if (has_tag(value) || (bracketed && std::any_of(tools.begin(), tools.end(), is_alias))) return false;
        return !tools.empty() || trim(std::get<std::string>(value.value)).empty();
    }

    [[nodiscard]] static bool is_whole_rule(std::string_view tool) {
        int depth = 0;
        for (const char c : tool) {
            if (c == '(') ++depth;
            if (c == ')' && --depth < 0) return false;
        }
        return depth == 0 && !tool.empty() && tool.front() != '(';
    }

    /// `!Bash`, which YAML takes for the type of a value, as it does `!!str`.
    [[nodiscard]] static bool has_tag(const FrontMatterValue& value) {
        return value.source.starts_with('!') && !value.source.starts_with("!!");
    }

    [[nodiscard]] static bool is_lost_alias(const FrontMatterValue& value) {
        const auto* text = std::get_if<std::string>(&value.value);
        return text != nullptr && is_alias(*text) && value.source == *text;
    }

    void define_name() {
        auto name = skill_.is_command() ? std::string() : to_nfc(text("name"));
        const auto& prefix = skill_.source->name_prefix;
        if (!prefix.empty() && name.starts_with(prefix + ":")) name.erase(0, prefix.size() + 1);
        const bool other = !name.empty() && skill_.folder_name != name;
        if (!other || !is_usable_skill_name(name)) {
            if (other) {
                report(code::skill_name_ignored, *find("name"), {first_code_points(name, 40), skill_.folder_name});
            }
            skill_.name = skill_.folder_name.view();
            skill_.folder_name.clear();
            return;
        }
        skill_.name = std::move(name);
        if (skill_.source->kind == SkillSource::Kind::root) {
            report(code::skill_name_mismatch, *find("name"), {skill_.name, skill_.folder_name});
        }
    }

    void define_aliases() {
        std::vector<std::string> aliases;
        for (const auto written : list("aliases")) {
            auto alias = to_nfc(written);
            if (is_usable_skill_name(alias)) {
                aliases.push_back(std::move(alias));
            } else {
                report(code::skill_field_ignored, *find("aliases"), {"an alias", "not a usable name", "a name"});
            }
        }
        skill_.aliases = KeptList(aliases);
    }

    /// `[file]` parses as a list and means literal text.
    void define_argument_hint() {
        const auto* value = find("argument-hint");
        if (value == nullptr || value->null) return;
        const auto* scalar = std::get_if<std::string>(&value->value);
        skill_.argument_hint = well_formed(scalar != nullptr ? *scalar : value->source);
    }

    void define_model_and_effort() {
        const auto model = text("model");
        if (model != "inherit") skill_.model = well_formed(model);
        const auto effort = text("effort");
        if (effort.empty()) return;
        unsigned long number = 0;
        const auto parsed = std::from_chars(effort.data(), effort.data() + effort.size(), number);
        const bool positive = parsed.ec == std::errc() && parsed.ptr == effort.data() + effort.size() && number > 0;
        if (positive || contains(kEfforts, effort)) {
            skill_.effort = effort;
        } else {
            report(code::skill_effort_ignored, *find("effort"), {effort});
        }
    }

    void define_context() {
        const auto context = text("context");
        if (context == "fork") skill_.context = SkillContext::fork;
        if (context.empty() || context == "fork" || context == "inline") return;
        report(code::skill_field_ignored, *find("context"), {"context", context, "fork or inline"});
    }

    void define_paths() {
        const auto* value = find("paths");
        if (value != nullptr && !value->null) skill_.paths = well_formed(conditions_of(*value));
    }

    /// Empty without members.
    std::string map_as_json(PropertyKey key) {
        std::string text;
        const auto* members = map(key);
        if (members == nullptr || std::get<FrontMatterValue::Map>(members->value).empty()) return text;
        JsonWriter json(text);
        write_front_matter(*members, json);
        return text;
    }

    void define_shell() {
        const auto shell = text("shell");
        if (shell.empty()) return;
        if (shell == "bash" || shell == "powershell") {
            skill_.shell = shell;
        } else {
            report(code::skill_field_ignored, *find("shell"), {"shell", shell, "bash or powershell"});
        }
    }

    Skill& skill_;
    const FrontMatterValue::Map& fields_;
    std::string_view file_;
    std::array<const FrontMatterValue*, kSkillProperties.size()> values_{};  ///< in their order; null: not there
    std::deque<FrontMatterValue> glued_;
    bool strange_keys_ = false;
    bool closed_ = false;  ///< what restricts the skill is not known
};

}  // namespace

std::string_view skill_property_of(std::string_view key) {
    const auto restriction = restriction_of(key);
    const auto spelled = restriction.empty() ? key : restriction;
    for (const auto& property : kSkillProperties) {
        if (property.key == spelled) return property.name;
    }
    return {};
}

bool is_usable_skill_name(std::string_view name) {
    return !trim(name).empty() && is_valid_utf8(name) && !has_unsafe_characters(name) &&
           count_code_points(name) <= kSkillNameLimit;
}

void define_skill(Skill& skill, const FrontMatterValue::Map& fields, std::string_view file) {
    Definer(skill, fields, file).define();
}

boost::json::value read_property(std::string_view property, const FrontMatterValue& value) {
    constexpr std::array<std::string_view, 2> kLists{"aliases", "arguments"};
    const bool map = std::holds_alternative<FrontMatterValue::Map>(value.value);
    if (property.ends_with("Tools") && !map) return as_array(front_matter_tools(value));
    if (contains(kLists, property) && !map) return as_array(front_matter_list_view(value));
    if (property == "paths" && !map) return as_array(conditions_of(value));
    const bool disables = property == "disableModelInvocation";
    if (disables || property == "userInvocable") return front_matter_bool(value).value_or(disables);
    const auto* text = std::get_if<std::string>(&value.value);
    if (text != nullptr) return boost::json::value(trim(*text));
    if (property == "argumentHint") return boost::json::value(value.source);
    return front_matter_json(value);
}

bool close_unread(const FrontMatter& front_matter, std::string_view text, Diagnostics& diagnostics) {
    const bool unread =
        front_matter.reading == FrontMatterReading::unreadable || front_matter.reading == FrontMatterReading::none;
    if (!unread) return false;
    const auto is_about_it = [](const Diagnostic& diagnostic) {
        constexpr std::array kUnread{code::frontmatter_too_large, code::text_utf16, code::frontmatter_unreadable,
                                     code::frontmatter_too_many_values, code::frontmatter_unclosed};
        return std::find(kUnread.begin(), kUnread.end(), diagnostic.code) != kUnread.end();
    };
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(), is_about_it);
    if (found == diagnostics.end()) return false;
    const bool looked_at = found->code != code::frontmatter_too_large && found->code != code::text_utf16;
    const auto header =
        text.substr(0, found->code == code::frontmatter_unclosed ? text.size() : front_matter.body_offset);
    if (looked_at && !mentions_restriction(header)) return false;
    found->message += kClosed;
    return true;
}

std::size_t SkillHead::text_offset() const {
    const auto whole = body();
    const auto start = whole.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    const bool unclosed = front_matter.reading == FrontMatterReading::none && whole.substr(start).starts_with("---");
    if (!unclosed) return 0;
    const auto end = std::min(whole.find_first_of("\r\n"), whole.size());
    return trim(whole.substr(start, end - start)) == "---" ? end : 0;
}

std::string_view description_instead(std::string_view stand_in) {
    return stand_in.empty() ? "and there is no text whose first line could stand in"
                            : "the first line of the text stands in";
}

KeptText first_text_line(std::string_view body) {
    const auto start = body.find_first_not_of(kBeforeText);
    if (start == std::string_view::npos) return {};
    const char line_end = body.find('\n') == std::string_view::npos ? '\r' : '\n';
    return well_formed(trim(body.substr(start, body.find(line_end, start) - start)));
}

}  // namespace skilldeck
