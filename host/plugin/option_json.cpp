// SPDX-License-Identifier: Apache-2.0
#include "plugin/option_json.hpp"

namespace skilldeck {

namespace {

void write_option(JsonWriter& out, const OptionValue& found) {
    const auto& option = found.option;
    out.begin_object();
    out.member("name", option.name);
    out.member("type", option_type_word(option.type));
    out.member("title", option.title);
    out.member("description", option.description);
    out.member("required", option.required);
    out.member("sensitive", option.sensitive);
    if (found.kept_secret) out.member("keptSecret", true);
    out.member("multiple", option.multiple);
    if (!option.choices.empty()) out.member("choices", option.choices);
    if (!option.sensitive && !option.default_value.is_null()) out.member("default", option.default_value);
    out.member("min", option.minimum);
    out.member("max", option.maximum);
    out.member("set", found.set());
    if (found.set() && !option.sensitive) out.member("value", found.value);
    if (found.source != OptionSource::nobody) out.member("source", option_source_word(found.source));
    out.member_if("file", found.file.generic_string());
    out.end_object();
}

}  // namespace

std::string shown_value(const OptionValue& found) {
    if (!found.set()) return "(not set)";
    if (found.kept_secret) return "(set; kept as a secret, as it was given)";
    return found.option.sensitive ? "(set)" : option_text(found.value);
}

void write_options(JsonWriter& out, const std::vector<OptionValue>& options) {
    out.begin_array();
    for (const auto& found : options) write_option(out, found);
    out.end_array();
}

}  // namespace skilldeck
