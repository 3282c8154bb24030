// SPDX-License-Identifier: Apache-2.0
#include "hook/event.hpp"

#include "base/json.hpp"
#include "base/json_duplicates.hpp"
#include "base/text.hpp"
#include "hook/codes.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::string_view kNameField = "hook_event_name";
constexpr std::string_view kDirectoryField = "cwd";

Error unknown_event(std::string_view name) {
    const auto near = nearest(name, hook_event_names());
    return make_error(code::hook_event_not_known, {}, {name, near.empty() ? "none" : join(near, ", ")});
}

/// Puts a member first without touching the rest: numbers and escapes of the event stay as they were written.
void insert_member(HookEvent& event, std::string_view key, std::string_view value) {
    const bool only = event.fields.empty();
    event.fields[key] = value;
    const auto member = boost::json::serialize(boost::json::string(key)) + ":" +
                        boost::json::serialize(boost::json::string(value)) + (only ? "" : ",");
    event.text.insert(event.text.find('{') + 1, member);
}

}  // namespace

Result<HookEvent> make_hook_event(std::string_view name, std::string_view text, std::string_view cwd) {
    HookEvent event;
    event.info = find_hook_event(name);
    if (event.info == nullptr) return unknown_event(name);
    auto fields = parse_json_object(text, "standard input");
    if (!fields) return fields.error();
    event.fields = std::move(*fields);
    for (const auto& twice : json_duplicates(text)) event.repeated.push_back(twice.name());
    event.text = trim(text);
    if (event.text.starts_with("\xEF\xBB\xBF")) event.text.erase(0, 3);

    const auto* directory = event.fields.if_contains(kDirectoryField);
    if (directory == nullptr && !cwd.empty()) insert_member(event, kDirectoryField, cwd);
    const auto* said = event.fields.if_contains(kNameField);
    if (said == nullptr) {
        insert_member(event, kNameField, name);
    } else if (*said != boost::json::value(name)) {
        event.fields[kNameField] = name;
        event.text = boost::json::serialize(event.fields);
    }
    return event;
}

bool is_subject_repeated(const HookEvent& event) {
    return std::ranges::find(event.repeated, event.info->matcher_field) != event.repeated.end();
}

std::optional<std::string> matcher_subject(const HookEvent& event) {
    const auto* value = event.fields.if_contains(event.info->matcher_field);
    if (event.info->matcher_field.empty() || value == nullptr || !value->is_string()) return std::nullopt;
    std::string subject(value->get_string());
    if (event.info->name != "FileChanged") return subject;
    const auto slash = subject.find_last_of("/\\");
    return slash == std::string::npos ? subject : subject.substr(slash + 1);
}

}  // namespace skilldeck
