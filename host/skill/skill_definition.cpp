// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_definition.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "skill/codes.hpp"

#include <algorithm>
#include <charconv>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 3> kRestrictions{"disable-model-invocation", "user-invocable",
                                                        "disallowed-tools"};
constexpr std::array<std::string_view, 5> kEfforts{"low", "medium", "high", "xhigh", "max"};

template <class List>
bool contains(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

char folded(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/// In any case, with and without `-`, `_` and blanks: `Disable_Model-Invocation` and `disableModelInvocation` are one.
bool is_spelling_of(std::string_view key, std::string_view restriction) {
    std::size_t at = 0;
    for (const char c : key) {
        if (c == '-' || c == '_' || c == ' ') continue;
        while (at < restriction.size() && restriction[at] == '-') ++at;
        if (at == restriction.size() || folded(c) != restriction[at]) return false;
        ++at;
    }
    return at == restriction.size();
}

std::string_view restriction_of(std::string_view key) {
    const auto found = std::find_if(kRestrictions.begin(), kRestrictions.end(),
                                    [&](std::string_view restriction) { return is_spelling_of(key, restriction); });
    return found == kRestrictions.end() ? std::string_view() : *found;
}

std::string_view kind_of(const FrontMatterValue& value) {
    if (value.null) return "empty";
    if (std::holds_alternative<FrontMatterValue::List>(value.value)) return "a list";
    if (std::holds_alternative<FrontMatterValue::Map>(value.value)) return "a map";
    return "text";
}

std::string well_formed(std::string text) {
    return is_valid_utf8(text) ? text : repair_utf8(text);
}

/// Reads the fields of one skill. A field that cannot be used is a diagnostic and is not set.
class Definer {
public:
    Definer(Skill& skill, FrontMatterValue::Map fields, const std::string& file)
        : skill_(skill), fields_(std::move(fields)), file_(file) {}

    void define() {
        define_name();
        skill_.display_name = text("display-name");
        skill_.description = text("description");
        define_aliases();
        skill_.when_to_use = text("when_to_use");
        define_argument_hint();
        skill_.arguments = list("arguments");
        skill_.allowed_tools = list("allowed-tools");
        skill_.disallowed_tools = list("disallowed-tools");
        define_model_and_effort();
        skill_.disable_model_invocation = restriction("disable-model-invocation", false, true);
        skill_.user_invocable = restriction("user-invocable", true, false);
        define_context();
        skill_.agent = text("agent");
        if (!skill_.is_command()) define_paths();
        define_shell();
        skill_.hooks = object("hooks");
        skill_.metadata = object("metadata");
        skill_.version = text("version");
        skill_.license = text("license");
        skill_.compatibility = text("compatibility");
    }

private:
    /// The last of the exact spelling; a restriction also in any other.
    FrontMatterValue* find(std::string_view key) {
        FrontMatterValue* other = nullptr;
        const bool any_spelling = contains(kRestrictions, key);
        for (auto& [name, value] : fields_) {
            if (name == key) return &value;
            if (!any_spelling || restriction_of(name) != key) continue;
            other = &value;
            report(code::skill_restriction_spelling, value, {name, key});
        }
        return other;
    }

    void report(Code code, const FrontMatterValue& value, std::initializer_list<std::string_view> arguments) {
        auto diagnostic = make_diagnostic(code, file_, arguments);
        if (value.line > 0) diagnostic.line = value.line;
        skill_.diagnostics.push_back(std::move(diagnostic));
    }

    std::string text(std::string_view key) {
        auto* value = find(key);
        if (value == nullptr || value->null) return {};
        auto* found = std::get_if<std::string>(&value->value);
        if (found == nullptr) {
            report(code::skill_field_ignored, *value, {key, kind_of(*value), "text"});
            return {};
        }
        const auto trimmed = trim(*found);
        const bool as_it_is = trimmed.size() == found->size() && found->size() == found->capacity();
        return well_formed(as_it_is ? std::move(*found) : std::string(trimmed));
    }

    std::vector<std::string> list(std::string_view key) {
        const auto* value = find(key);
        if (value == nullptr || value->null) return {};
        if (std::holds_alternative<FrontMatterValue::Map>(value->value)) {
            report(code::skill_field_ignored, *value, {key, "a map", "a list"});
            return {};
        }
        auto items = front_matter_list(*value);
        for (auto& item : items) item = well_formed(std::move(item));
        return items;
    }

    boost::json::object object(std::string_view key) {
        const auto* value = find(key);
        if (value == nullptr || value->null) return {};
        auto tree = front_matter_json(*value);
        if (auto* map = tree.if_object()) return std::move(*map);
        report(code::skill_field_ignored, *value, {key, kind_of(*value), "a map"});
        return {};
    }

    /// A value that is neither yes nor no is the one that restricts.
    bool restriction(std::string_view key, bool usual, bool restricting) {
        const auto* value = find(key);
        if (value == nullptr) return usual;
        if (const auto flag = front_matter_bool(*value)) return *flag;
        report(code::skill_restriction_unreadable, *value,
               {key, value->source.empty() ? "nothing" : value->source, restricting ? "true" : "false"});
        return restricting;
    }

    void define_name() {
        auto name = skill_.is_command() ? std::string() : to_nfc(text("name"));
        const auto prefix = skill_.source->name_prefix + ":";
        if (prefix.size() > 1 && name.starts_with(prefix)) name.erase(0, prefix.size());
        if (name.empty() || name == skill_.folder_name) {
            skill_.name = std::move(skill_.folder_name);
            skill_.folder_name.clear();
            return;
        }
        if (!is_usable_skill_name(name)) {
            const auto* value = find("name");
            report(code::skill_name_ignored, *value, {first_code_points(name, 40), skill_.folder_name});
            skill_.name = std::move(skill_.folder_name);
            skill_.folder_name.clear();
            return;
        }
        skill_.name = std::move(name);
        if (skill_.source->kind == SkillSource::Kind::root) {
            report(code::skill_name_mismatch, *find("name"), {skill_.name, skill_.folder_name});
        }
    }

    void define_aliases() {
        for (auto& alias : list("aliases")) {
            alias = to_nfc(alias);
            if (is_usable_skill_name(alias)) {
                skill_.aliases.push_back(std::move(alias));
            } else {
                report(code::skill_field_ignored, *find("aliases"), {"an alias", "not a usable name", "a name"});
            }
        }
    }

    /// `[file]` parses as a list and means literal text.
    void define_argument_hint() {
        const auto* value = find("argument-hint");
        if (value == nullptr || value->null) return;
        const auto scalar = front_matter_text(*value);
        skill_.argument_hint = well_formed(scalar ? *scalar : value->source);
    }

    void define_model_and_effort() {
        skill_.model = text("model");
        if (skill_.model == "inherit") skill_.model.clear();
        auto effort = text("effort");
        if (effort.empty()) return;
        unsigned long number = 0;
        const auto parsed = std::from_chars(effort.data(), effort.data() + effort.size(), number);
        const bool positive = parsed.ec == std::errc() && parsed.ptr == effort.data() + effort.size() && number > 0;
        if (positive || contains(kEfforts, effort)) {
            skill_.effort = std::move(effort);
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
        if (value == nullptr || value->null) return;
        for (auto& glob : front_matter_paths(*value)) {
            if (glob.ends_with("/**")) glob.resize(glob.size() - 3);
            if (!glob.empty() && glob != "**") skill_.paths.push_back(well_formed(std::move(glob)));
        }
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
    FrontMatterValue::Map fields_;  ///< texts are taken out of it as they are used
    const std::string& file_;
};

boost::json::value scalar_json(const FrontMatterValue& value, const std::string& text) {
    const bool quoted =
        !value.source.empty() && std::string_view("\"'|>").find(value.source[0]) != std::string_view::npos;
    if (quoted) return boost::json::value(text);
    if (text == "true" || text == "false") return boost::json::value(text == "true");
    std::int64_t whole = 0;
    const auto* end = text.data() + text.size();
    if (const auto parsed = std::from_chars(text.data(), end, whole); parsed.ec == std::errc() && parsed.ptr == end) {
        return boost::json::value(whole);
    }
    const bool numeric = !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
    double number = 0;
    if (const auto parsed = std::from_chars(text.data(), end, number);
        numeric && parsed.ec == std::errc() && parsed.ptr == end) {
        return boost::json::value(number);
    }
    return boost::json::value(text);
}

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

void define_skill(Skill& skill, FrontMatterValue::Map fields, const std::string& file) {
    Definer(skill, std::move(fields), file).define();
}

boost::json::value front_matter_json(const FrontMatterValue& value) {
    if (value.null) return nullptr;
    if (const auto* list = std::get_if<FrontMatterValue::List>(&value.value)) {
        boost::json::array items;
        for (const auto& item : *list) items.push_back(front_matter_json(item));
        return items;
    }
    if (const auto* map = std::get_if<FrontMatterValue::Map>(&value.value)) {
        boost::json::object members;
        for (const auto& [key, member] : *map) members[key] = front_matter_json(member);
        return members;
    }
    return scalar_json(value, std::get<std::string>(value.value));
}

std::string first_text_line(std::string_view body) {
    const auto start = body.find_first_not_of(kBeforeText);
    if (start == std::string_view::npos) return {};
    const char line_end = body.find('\n') == std::string_view::npos ? '\r' : '\n';
    return well_formed(std::string(trim(body.substr(start, body.find(line_end, start) - start))));
}

}  // namespace skilldeck
