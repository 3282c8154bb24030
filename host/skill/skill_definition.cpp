// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_definition.hpp"

#include "base/display_text.hpp"
#include "base/json_writer.hpp"
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

KeptText well_formed(std::string_view text) {
    return is_valid_utf8(text) ? KeptText(text) : KeptText(repair_utf8(text));
}

KeptList well_formed(const std::vector<std::string_view>& texts) {
    if (std::all_of(texts.begin(), texts.end(), is_valid_utf8)) return KeptList(texts);
    std::vector<std::string> repaired;
    for (const auto text : texts) repaired.push_back(repair_utf8(text));
    return KeptList(repaired);
}

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

void write_front_matter(const FrontMatterValue& value, JsonWriter& json) {
    if (const auto* list = std::get_if<FrontMatterValue::List>(&value.value)) {
        json.begin_array();
        for (const auto& item : *list) write_front_matter(item, json);
        json.end_array();
    } else if (const auto* map = std::get_if<FrontMatterValue::Map>(&value.value)) {
        json.begin_object();
        for (const auto& [key, member] : *map) {
            json.key(std::string_view(key));
            write_front_matter(member, json);
        }
        json.end_object();
    } else {
        json.value(value.null ? boost::json::value() : scalar_json(value, std::get<std::string>(value.value)));
    }
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
        skill_.allowed_tools = well_formed(list("allowed-tools"));
        skill_.disallowed_tools = well_formed(list("disallowed-tools"));
        define_model_and_effort();
        skill_.disable_model_invocation = restriction("disable-model-invocation", false, true);
        skill_.user_invocable = restriction("user-invocable", true, false);
        define_context();
        skill_.agent = well_formed(text("agent"));
        if (!skill_.is_command()) define_paths();
        define_shell();
        if (const auto* hooks = map("hooks")) skill_.hooks = front_matter_json(*hooks).as_object();
        define_metadata();
        skill_.version = well_formed(text("version"));
        skill_.license = well_formed(text("license"));
        skill_.compatibility = well_formed(text("compatibility"));
    }

private:
    /// What is spelled exactly so; a restriction also in any other spelling.
    const FrontMatterValue* find(PropertyKey key) {
        const auto* exact = values_[key.slot];
        return strange_keys_ && contains(kRestrictions, key.text) ? find_any_spelling(key.text) : exact;
    }

    const FrontMatterValue* find_any_spelling(std::string_view key) {
        const FrontMatterValue* other = nullptr;
        for (const auto& [name, value] : fields_) {
            if (name == key) return &value;
            if (!is_spelling_of(name, key)) continue;
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

    std::string_view text(PropertyKey key) {
        const auto* value = find(key);
        if (value == nullptr || value->null) return {};
        if (const auto* found = std::get_if<std::string>(&value->value)) return trim(*found);
        report(code::skill_field_ignored, *value, {key.text, kind_of(*value), "text"});
        return {};
    }

    std::vector<std::string_view> list(PropertyKey key) {
        const auto* value = find(key);
        if (value == nullptr || value->null) return {};
        if (std::holds_alternative<FrontMatterValue::Map>(value->value)) {
            report(code::skill_field_ignored, *value, {key.text, "a map", "a list"});
            return {};
        }
        return front_matter_list_view(*value);
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
        if (value == nullptr || value->null) return;
        std::vector<std::string_view> paths;
        for (auto glob : front_matter_paths_view(*value)) {
            if (glob.ends_with("/**")) glob.remove_suffix(3);
            if (!glob.empty() && glob != "**") paths.push_back(glob);
        }
        skill_.paths = well_formed(paths);
    }

    void define_metadata() {
        const auto* metadata = map("metadata");
        if (metadata == nullptr || std::get<FrontMatterValue::Map>(metadata->value).empty()) return;
        std::string text;
        JsonWriter json(text);
        write_front_matter(*metadata, json);
        skill_.metadata = text;
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
    bool strange_keys_ = false;
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

KeptText first_text_line(std::string_view body) {
    const auto start = body.find_first_not_of(kBeforeText);
    if (start == std::string_view::npos) return {};
    const char line_end = body.find('\n') == std::string_view::npos ? '\r' : '\n';
    return well_formed(trim(body.substr(start, body.find(line_end, start) - start)));
}

}  // namespace skilldeck
