// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostic_json.hpp"

namespace skilldeck {

void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic) {
    json.begin_object();
    json.member("severity", severity_word(diagnostic.severity));
    json.member("code", diagnostic.code.info().text);
    json.member_if("plugin", diagnostic.plugin);
    json.member("message", diagnostic.message);
    json.member_if("file", diagnostic.file);
    json.member("line", diagnostic.line);
    json.member("column", diagnostic.column);
    json.member_if("hint", diagnostic.hint);
    json.end_object();
}

void write_diagnostics(JsonWriter& json, std::string_view name, const Diagnostics& diagnostics) {
    json.key(name);
    json.begin_array();
    for (const auto& diagnostic : diagnostics) write_diagnostic(json, diagnostic);
    json.end_array();
}

}  // namespace skilldeck
