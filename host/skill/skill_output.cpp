// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_output.hpp"

#include "base/diagnostic_json.hpp"
#include "base/display_text.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::size_t kNameColumn = 32;    // a longer name pushes its row to the right
constexpr std::size_t kSmallestText = 20;  // columns a description gets on a narrow terminal

bool is_selected(const CatalogueEntry& entry, SkillSelection selection) {
    return selection == SkillSelection::all || entry.state == SkillState::active ||
           entry.state == SkillState::conditional;
}

template <class Name>
void write_texts(const Name& name, const KeptList& texts, JsonWriter& json) {
    json.key(name);
    json.begin_array();
    for (const auto text : texts) json.value(text);
    json.end_array();
}

/// The members of the list object, without its braces.
void write_members(const CatalogueEntry& entry, JsonWriter& json) {
    const auto& skill = *entry.skill;
    const auto& origin = skill.origin();
    json.member("name", entry.called_in_folder ? entry.call_name() : skill.name);
    json.member("qualifiedName", entry.qualified_name);
    json.member_if("displayName", skill.display_name);
    write_texts("aliases", skill.aliases, json);
    json.member("description", skill.description.view());
    json.member_if("whenToUse", skill.when_to_use);
    json.member_if("argumentHint", skill.argument_hint);
    write_texts("arguments", skill.arguments, json);
    json.member("loadedFrom", loaded_from_word(origin.loaded_from));
    json.member("source", origin.source);
    json.member_if("plugin", origin.plugin);
    json.member_if("path", skill.file);
    json.member_if("version", skill.version);
    json.member("userInvocable", skill.user_invocable);
    json.member("modelInvocable", !entry.model_disabled);
    json.member("context", skill_context_word(skill.context));
    json.member_if("agent", skill.agent);
    json.member_if("model", skill.model);
    json.member_if("effort", skill.effort);
    write_texts("allowedTools", skill.allowed_tools, json);
    write_texts("paths", skill.paths, json);
    json.member("state", skill_state_word(entry.state));
    json.member_if("shadowedBy", entry.shadowed_by);
    if (skill.content_length) json.member("contentLength", static_cast<std::int64_t>(*skill.content_length));
    write_diagnostics(json, "diagnostics", skill.diagnostics);
}

/// Text cut to so many columns, with `…` where something is missing. Clean text only.
std::string cut_to_width(std::string_view text, std::size_t columns) {
    if (display_width(text) <= columns) return std::string(text);
    std::size_t points = std::min(count_code_points(text), columns);
    while (points > 0 && display_width(first_code_points(text, points)) + 1 > columns) --points;
    return std::string(first_code_points(text, points)) + "…";
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string cell = clean_for_line(text);
    const auto width = display_width(cell);
    cell.append(width < columns ? columns - width : 0, ' ');
    return cell;
}

std::string origin_cell(const CatalogueEntry& entry) {
    const auto name = entry.qualified_name.view();
    const auto at = name.rfind('@');
    std::string cell(at == std::string_view::npos ? std::string_view() : name.substr(at + 1));
    if (entry.state == SkillState::active) return cell;
    cell += " (" + std::string(skill_state_word(entry.state));
    if (!entry.shadowed_by.empty()) cell += " by " + entry.shadowed_by.string();
    return cell + ")";
}

void write_line(std::string_view label, std::string_view value, std::string& out) {
    constexpr std::size_t kLabelColumn = 18;
    if (value.empty()) return;
    auto cell = padded(label, kLabelColumn);
    if (!cell.ends_with(' ')) cell += "  ";
    out += cell + clean_for_line(value) + "\n";
}

std::string in_words(const boost::json::value& value) {
    if (value.is_string()) return std::string(value.get_string());
    const auto* items = value.if_array();
    if (items == nullptr) return boost::json::serialize(value);
    std::vector<std::string> texts;
    for (const auto& item : *items) texts.push_back(in_words(item));
    return join(texts, ", ");
}

/// With line and column where both are known.
std::string place_in_words(const Diagnostic& warning) {
    if (warning.file.empty()) return {};
    std::string place = warning.file;
    if (warning.line && warning.column) {
        place += ":" + std::to_string(*warning.line) + ":" + std::to_string(*warning.column);
    }
    return " (" + place + ")";
}

std::string calls_of(const Skill& skill) {
    if (!skill.disable_model_invocation) return skill.user_invocable ? "user and model" : "model";
    return skill.user_invocable ? "user" : "nobody";
}

}  // namespace

void write_skill_list_json(const Catalogue& catalogue, SkillSelection selection, const WriteText& write) {
    std::string piece;
    JsonWriter json(piece);
    json.begin_array();
    for (const auto& entry : catalogue.entries()) {
        if (!is_selected(entry, selection)) continue;
        json.begin_object();
        write_members(entry, json);
        json.end_object();
        write(piece);
        piece.clear();
    }
    json.end_array();
    write(piece + "\n");
}

void write_skill_list_text(const Catalogue& catalogue, SkillSelection selection, std::size_t width,
                           const WriteText& write) {
    std::size_t name_column = 4, origin_column = 6;
    for (const auto& entry : catalogue.entries()) {
        if (!is_selected(entry, selection)) continue;
        name_column = std::max(name_column, std::min(kNameColumn, display_width(clean_for_line(entry.call_name()))));
        origin_column =
            std::max(origin_column, std::min(kNameColumn, display_width(clean_for_line(origin_cell(entry)))));
    }
    const auto left = name_column + origin_column + 4;
    const auto text_column = width == 0 ? std::size_t{0} : std::max(kSmallestText, width > left ? width - left : 0);
    for (const auto& entry : catalogue.entries()) {
        if (!is_selected(entry, selection)) continue;
        const auto text = clean_for_line(entry.skill->description);
        write(padded(entry.call_name(), name_column) + "  " + padded(origin_cell(entry), origin_column) + "  " +
              (text_column == 0 ? text : cut_to_width(text, text_column)) + "\n");
    }
}

void write_skill_show_json(const FileReader& files, const CatalogueEntry& entry, const WriteText& write) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    write_members(entry, json);
    json.member("files", skill_files(files, *entry.skill));
    json.key("fields");
    json.begin_object();
    for (const auto& field : skill_fields(files, *entry.skill)) {
        json.key(field.name);
        json.begin_object();
        json.member("value", field.value);
        json.member("file", field.file);
        json.member("line", field.line);
        json.end_object();
    }
    json.end_object();
    const auto asks = skill_asks(files, *entry.skill);
    json.member("safe", asks.empty());
    json.member("asks", asks);
    json.end_object();
    write(text + "\n");
}

void write_skill_show_text(const FileReader& files, const CatalogueEntry& entry, const WriteText& write) {
    const auto& skill = *entry.skill;
    std::string out;
    write_line("name", entry.call_name(), out);
    write_line("qualified name", entry.qualified_name, out);
    write_line("state", skill_state_word(entry.state), out);
    write_line("hidden behind", entry.shadowed_by, out);
    write_line("loaded from", loaded_from_word(skill.origin().loaded_from), out);
    write_line("source", skill.origin().source, out);
    write_line("called by", calls_of(skill), out);
    const auto asks = skill_asks(files, skill);
    write_line("when called", asks.empty() ? "runs without asking" : "asks first, because of " + join(asks, ", "), out);
    for (const auto& field : skill_fields(files, skill)) {
        const auto line = field.line ? ":" + std::to_string(*field.line) : std::string();
        write_line(field.name, in_words(field.value) + "  [" + field.file + line + "]", out);
    }
    for (const auto& file : skill_files(files, skill)) write_line("file", file, out);
    for (const auto& diagnostic : skill.diagnostics) {
        write_line(severity_word(diagnostic.severity), diagnostic.message, out);
        write_line("  hint", diagnostic.hint, out);
    }
    write(out);
}

void write_expanded_json(const ExpandedSkill& expanded, const WriteText& write) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("name", expanded.name);
    json.key("blocks");
    json.begin_array();
    json.begin_object();
    json.member("type", "text");
    json.member("text", expanded.text);
    json.end_object();
    json.end_array();
    json.member("allowedTools", expanded.allowed_tools);
    json.member_if("model", expanded.model);
    json.member_if("effort", expanded.effort);
    json.member("context", skill_context_word(expanded.context));
    json.member_if("baseDirectory", expanded.base_directory);
    json.key("shell");
    json.begin_array();
    for (const auto& run : expanded.shell) {
        json.begin_object();
        json.member("command", run.command);
        json.member("exitCode", run.exit_code);
        json.member("ms", static_cast<std::int64_t>(run.elapsed.count()));
        json.end_object();
    }
    json.end_array();
    json.key("warnings");
    json.begin_array();
    for (const auto& warning : expanded.warnings) {
        json.value(std::string_view(warning.message + place_in_words(warning)));
    }
    json.end_array();
    json.end_object();
    write(text + "\n");
}

}  // namespace skilldeck
