// SPDX-License-Identifier: Apache-2.0
#include "package/claude_server.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "package/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 5> kServerTypes{"stdio", "http", "sse", "streamable-http", "ws"};
constexpr std::array<std::string_view, 4> kTexts{"command", "url", "type", "cwd"};
constexpr std::array<std::string_view, 2> kMaps{"env", "headers"};

class ServerJudge {
public:
    ServerJudge(std::string_view name, const json::object& fields, const Place& place)
        : name_(name), fields_(fields), place_(place) {}

    Diagnostics judge() {
        if (!fields_.contains("command") && !fields_.contains("url")) {
            found_.push_back(make_diagnostic(code::mcp_server_without_endpoint, place_, {name_}));
            return std::move(found_);
        }
        for (const auto key : kTexts) judge_text(key);
        judge_arguments();
        for (const auto key : kMaps) judge_map(key);
        judge_type();
        return std::move(found_);
    }

private:
    void find(const std::string& why) {
        found_.push_back(make_diagnostic(code::mcp_server_invalid, place_, {name_, why}));
    }
    void wrong(std::string_view key, const json::value& value, std::string_view wanted) {
        find("\"" + std::string(key) + "\" is " + std::string(json_kind(value)) + ", wanted " + std::string(wanted));
    }

    void judge_text(std::string_view key) {
        const auto* value = fields_.if_contains(key);
        if (value == nullptr) return;
        if (!value->is_string()) return wrong(key, *value, "a string");
        if (!trim(json_text(*value)).empty()) return;
        // A place that its user fills in: that is how such files are shared.
        const bool endpoint = key == "command" || key == "url";
        if (endpoint) {
            found_.push_back(make_diagnostic(code::mcp_server_not_configured, place_, {name_, key}));
        } else {
            find("\"" + std::string(key) + "\" is empty");
        }
    }

    void judge_arguments() {
        const auto* value = fields_.if_contains("args");
        if (value == nullptr) return;
        const auto is_text = [](const json::value& item) { return item.is_string(); };
        if (!value->is_array()) return wrong("args", *value, "a list of strings");
        if (!std::ranges::all_of(value->get_array(), is_text)) find("\"args\" is not a list of strings");
    }

    void judge_map(std::string_view key) {
        const auto* value = fields_.if_contains(key);
        if (value == nullptr) return;
        if (!value->is_object()) return wrong(key, *value, "an object of strings");
        for (const auto& member : value->get_object()) {
            if (!member.value().is_string())
                wrong(std::string(key) + "." + std::string(member.key()), member.value(), "a string");
        }
    }

    void judge_type() {
        const auto* type = fields_.if_contains("type");
        if (type == nullptr || !type->is_string() || trim(json_text(*type)).empty()) return;
        const auto word = json_text(*type);
        if (std::ranges::find(kServerTypes, word) == kServerTypes.end()) {
            find("no transport has the type \"" + std::string(word) + "\"");
        }
    }

    std::string_view name_;
    const json::object& fields_;
    const Place& place_;
    Diagnostics found_;
};

}  // namespace

Diagnostics claude_server_faults(std::string_view name, const json::object& fields, const Place& place) {
    return ServerJudge(name, fields, place).judge();
}

}  // namespace skilldeck
