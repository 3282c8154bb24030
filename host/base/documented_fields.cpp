// SPDX-License-Identifier: Apache-2.0
#include "base/documented_fields.hpp"

#include <algorithm>
#include <array>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 42> kDocumentedFields{
    "name",          "description",     "when_to_use",   "argument-hint",
    "arguments",     "aliases",         "display-name",  "disable-model-invocation",
    "model",         "user-invocable",  "allowed-tools", "disallowed-tools",
    "effort",        "context",         "agent",         "background",
    "hooks",         "paths",           "shell",         "metadata",
    "license",       "compatibility",   "version",       "author",
    "tools",         "disallowedTools", "maxTurns",      "skills",
    "memory",        "isolation",       "color",         "permissionMode",
    "mcpServers",    "initialPrompt",   "experimental",  "omitClaudeMd",
    "allowed_tools", "argument_hint",   "tags",          "category",
    "globs",         "keywords"};

constexpr std::array<std::string_view, 5> kMaps{"hooks", "metadata", "author", "mcpServers", "experimental"};

}  // namespace

std::span<const std::string_view> documented_fields() {
    return kDocumentedFields;
}

bool is_documented_field(std::string_view key) {
    return std::find(kDocumentedFields.begin(), kDocumentedFields.end(), key) != kDocumentedFields.end();
}

bool holds_no_map(std::string_view key) {
    return is_documented_field(key) && std::find(kMaps.begin(), kMaps.end(), key) == kMaps.end();
}

}  // namespace skilldeck
