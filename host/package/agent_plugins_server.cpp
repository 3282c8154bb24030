// SPDX-License-Identifier: Apache-2.0
// The rules are Agent Plugins 1.0.0, 4.1 and 7.2.1.
#include "package/agent_plugins_server.hpp"

#include "base/json.hpp"
#include "package/package_reading.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

using Fault = std::optional<std::string>;

constexpr std::string_view kPluginRoot = "${PLUGIN_ROOT}", kPluginData = "${PLUGIN_DATA}";
constexpr std::array<std::string_view, 2> kReservedVariables{"PLUGIN_ROOT", "PLUGIN_DATA"};
constexpr std::array<std::string_view, 5> kStdioFields{"type", "command", "args", "env", "cwd"};
constexpr std::array<std::string_view, 3> kRemoteFields{"type", "url", "headers"};
constexpr std::string_view kTokenMarks = "!#$%&'*+-.^_`|~";        // of header names, RFC 9110 section 5.6.2
constexpr std::string_view kUrlMarks = "-._~:/?#[]@!$&'()*+,;=%";  // RFC 3986 section 2

std::string quoted(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (auto& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    return result;
}

Fault wrong_kind(std::string_view key, const json::value& value, std::string_view wanted) {
    return quoted(key) + " is " + std::string(json_kind(value)) + ", wanted " + std::string(wanted);
}

template <class Fields>
Fault unknown_field(const json::object& server, const Fields& known, std::string_view type) {
    for (const auto& member : server) {
        if (std::ranges::find(known, std::string_view(member.key())) != known.end()) continue;
        return "the field " + quoted(member.key()) + " does not belong to a server of type " + quoted(type);
    }
    return std::nullopt;
}

Fault missing_text(const json::object& server, std::string_view key) {
    const auto* value = server.if_contains(key);
    if (value == nullptr) return quoted(key) + " is missing";
    if (!value->is_string()) return wrong_kind(key, *value, "a string");
    if (value->get_string().empty()) return quoted(key) + " is empty";
    return std::nullopt;
}

/// Whether a path below the root still lies there once the links on the way are followed, as far as it exists.
bool stays_inside(const FileReader& files, const Path& root, std::string_view relative) {
    if (climbs_out(Path(relative))) return false;
    for (Path path = root / Path(relative); !path.empty() && path != path.parent_path(); path = path.parent_path()) {
        if (const auto real = files.real_path(path)) return lies_below(*real, root);
        if (files.info(path, Links::keep)) return false;  // a link to what is not there yet
    }
    return false;
}

Fault command_fault(const FileReader& files, const Path& root, std::string_view command) {
    if (std::ranges::any_of(command, is_control)) return "\"command\" has a control character";
    if (command.starts_with("./")) {
        if (stays_inside(files, root, command)) return std::nullopt;
        return "\"command\" " + quoted(command) + " leads out of the plugin";
    }
    if (command.find_first_of("/\\") != std::string_view::npos || command == "." || command == "..") {
        return "\"command\" " + quoted(command) + " is neither a bare program name nor a path that begins with ./";
    }
    if (command.find(' ') == std::string_view::npos) return std::nullopt;
    return "\"command\" " + quoted(command) + " is more than one word; arguments belong into \"args\"";
}

Fault environment_fault(const json::value& environment) {
    if (!environment.is_object()) return wrong_kind("env", environment, "an object of strings");
    for (const auto& member : environment.get_object()) {
        const std::string_view name = member.key();
        if (std::ranges::find(kReservedVariables, name) != kReservedVariables.end()) {
            return "\"env\" sets " + std::string(name) + ", which the host sets itself";
        }
        if (!member.value().is_string()) return wrong_kind("env." + std::string(name), member.value(), "a string");
    }
    return std::nullopt;
}

/// The path behind a placeholder: `${PLUGIN_ROOT}/a` gives `/a`, another text nothing.
std::optional<std::string_view> behind(std::string_view text, std::string_view placeholder) {
    if (!text.starts_with(placeholder)) return std::nullopt;
    text.remove_prefix(placeholder.size());
    if (!text.empty() && text.front() != '/') return std::nullopt;
    return text;
}

Fault directory_fault(const FileReader& files, const Path& root, std::string_view directory) {
    const auto outside = [&](std::string_view place) {
        return "\"cwd\" " + quoted(directory) + " leads out of the plugin" + std::string(place);
    };
    if (const auto rest = behind(directory, kPluginData)) {
        return climbs_out(Path("." + std::string(*rest))) ? Fault(outside("'s data folder")) : std::nullopt;
    }
    if (const auto rest = behind(directory, kPluginRoot)) {
        return stays_inside(files, root, "." + std::string(*rest)) ? std::nullopt : Fault(outside(""));
    }
    if (directory.starts_with("./")) {
        return stays_inside(files, root, directory) ? std::nullopt : Fault(outside(""));
    }
    return "\"cwd\" " + quoted(directory) + " begins with none of ./, ${PLUGIN_ROOT} and ${PLUGIN_DATA}";
}

Fault stdio_fault(const FileReader& files, const Path& root, const json::object& server) {
    if (auto fault = unknown_field(server, kStdioFields, "stdio")) return fault;
    if (auto fault = missing_text(server, "command")) return fault;
    if (auto fault = command_fault(files, root, json_text(server.at("command")))) return fault;
    if (const auto* arguments = server.if_contains("args")) {
        const auto is_text = [](const json::value& item) { return item.is_string(); };
        if (!arguments->is_array() || !std::ranges::all_of(arguments->get_array(), is_text)) {
            return "\"args\" is not a list of strings";
        }
    }
    if (const auto* environment = server.if_contains("env")) {
        if (auto fault = environment_fault(*environment)) return fault;
    }
    const auto* directory = server.if_contains("cwd");
    if (directory == nullptr) return std::nullopt;
    if (!directory->is_string()) return wrong_kind("cwd", *directory, "a string");
    return directory_fault(files, root, json_text(*directory));
}

bool is_loopback(std::string_view host) {
    if (lower(host) == "localhost" || host == "[::1]") return true;
    int parts = 0, first = -1;
    while (parts < 4) {
        const auto end = std::min(host.find('.'), host.size());
        int number = 0;
        const auto parsed = std::from_chars(host.data(), host.data() + end, number);
        const bool decimal = end > 0 && end <= 3 && parsed.ec == std::errc() && parsed.ptr == host.data() + end;
        if (!decimal || number < 0 || number > 255 || (end > 1 && host.front() == '0')) return false;
        if (parts++ == 0) first = number;
        if (end == host.size()) break;
        host.remove_prefix(end + 1);
        if (parts == 4) return false;
    }
    return parts == 4 && first == 127;
}

bool is_port(std::string_view port) {
    unsigned number = 0;
    const auto parsed = std::from_chars(port.data(), port.data() + port.size(), number);
    return port.empty() || (parsed.ec == std::errc() && parsed.ptr == port.data() + port.size() && number <= 65535);
}

Fault url_fault(std::string_view url) {
    const auto bad = [&](std::string_view why) { return "\"url\" " + quoted(url) + " " + std::string(why); };
    const auto allowed = [](char c) { return is_alphanumeric(c) || kUrlMarks.find(c) != std::string_view::npos; };
    if (!std::ranges::all_of(url, allowed)) return bad("has a character that no address has; nothing is expanded");
    const auto scheme_end = url.find("://");
    const auto scheme = lower(url.substr(0, std::min(scheme_end, url.size())));
    if (scheme_end == std::string_view::npos || (scheme != "http" && scheme != "https")) {
        return bad("is not an absolute http or https address");
    }
    if (url.find('#') != std::string_view::npos) return bad("has a fragment");
    auto host = url.substr(scheme_end + 3);
    host = host.substr(0, std::min(host.find_first_of("/?"), host.size()));
    if (host.find('@') != std::string_view::npos) return bad("has user information");
    const auto address_end = host.starts_with('[') ? host.find(']') : 0;
    if (address_end == std::string_view::npos) return bad("has no host");
    const auto colon = host.find(':', address_end);
    if (colon != std::string_view::npos) {
        if (!is_port(host.substr(colon + 1))) return bad("has no usable port");
        host = host.substr(0, colon);
    }
    const bool is_host = std::ranges::all_of(host, [](char c) {
        return is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == ':' || c == '[' || c == ']' || c == '%';
    });
    if (host.empty() || !is_host) return bad("has no host");
    if (scheme == "https" || is_loopback(host)) return std::nullopt;
    return bad("must be https: only a loopback address may be http");
}

bool is_header_name(std::string_view name) {
    const auto allowed = [](char c) { return is_alphanumeric(c) || kTokenMarks.find(c) != std::string_view::npos; };
    return !name.empty() && std::ranges::all_of(name, allowed);
}

bool is_header_value(std::string_view value) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    if (!value.empty() && (is_blank(value.front()) || is_blank(value.back()))) return false;
    return std::ranges::none_of(value, [](char c) { return c != '\t' && is_control(c); });
}

Fault headers_fault(const json::value& headers) {
    if (!headers.is_object()) return wrong_kind("headers", headers, "an object of strings");
    std::set<std::string> names;
    for (const auto& member : headers.get_object()) {
        const std::string_view name = member.key();
        if (!is_header_name(name)) return quoted(name) + " is not the name of a header";
        if (!names.insert(lower(name)).second) return "the header " + quoted(name) + " is there twice";
        if (!member.value().is_string()) return wrong_kind("headers." + std::string(name), member.value(), "a string");
        if (!is_header_value(json_text(member.value()))) {
            return "the value of the header " + quoted(name) + " cannot be sent";
        }
    }
    return std::nullopt;
}

Fault remote_fault(const json::object& server, std::string_view type) {
    if (auto fault = unknown_field(server, kRemoteFields, type)) return fault;
    if (auto fault = missing_text(server, "url")) return fault;
    if (auto fault = url_fault(json_text(server.at("url")))) return fault;
    const auto* headers = server.if_contains("headers");
    return headers != nullptr ? headers_fault(*headers) : std::nullopt;
}

}  // namespace

std::optional<std::string> agent_plugins_server_fault(const FileReader& files, const Path& root,
                                                      const boost::json::value& server) {
    if (!server.is_object()) return "it is " + std::string(json_kind(server)) + ", wanted an object";
    const auto& fields = server.get_object();
    if (auto fault = missing_text(fields, "type")) return fault;
    const auto type = json_text(fields.at("type"));
    if (type == "stdio") return stdio_fault(files, root, fields);
    if (type == "streamable-http" || type == "sse") return remote_fault(fields, type);
    return "\"type\" is " + quoted(type) + ", wanted stdio, streamable-http or sse";
}

}  // namespace skilldeck
