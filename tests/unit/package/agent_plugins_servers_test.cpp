// SPDX-License-Identifier: Apache-2.0
// Agent Plugins 1.0.0, one test for each MUST about mcp.json and its servers; the section is the beginning of the name.
#include "agent_plugins_fixture.hpp"

#include "base/codes.hpp"
#include "package/codes.hpp"

#include <boost/json/serialize.hpp>

namespace skilldeck::test {

namespace {

/// The plugin with one server `x` of these members, beside the sound server `m`.
PluginPackage with_server(std::string_view members, const AgentPlugin& plugin = AgentPlugin()) {
    plugin.servers(R"("m": {"type": "stdio", "command": "m"}, "x": {)" + std::string(members) + "}");
    return plugin.read();
}

bool is_used(std::string_view members) {
    const auto package = with_server(members);
    const bool used = servers_of(package) == Names{"m", "x"};
    BOOST_TEST(package.diagnostics.empty() == used, members);
    return used;
}

/// Skipped alone, and said.
bool is_skipped(std::string_view members) {
    const auto package = with_server(members);
    return servers_of(package) == Names{"m"} && names_of(package.skills) == Names{"s"} &&
           codes_of(package.diagnostics) == std::vector<Code>{code::mcp_server_invalid};
}

std::string stdio(std::string_view more) {
    return R"("type": "stdio", )" + std::string(more);
}

std::string remote(std::string_view url, std::string_view more = {}) {
    return R"("type": "streamable-http", "url": ")" + std::string(url) + "\"" + std::string(more);
}

void document(const AgentPlugin& plugin, std::string_view text) {
    plugin.directory.write("mcp.json", text);
}

std::string schema(std::string_view version = "1.0.0") {
    return R"("$schema": "https://agent-plugins.org/schemas/)" + std::string(version) + R"(/mcp.schema.json")";
}

/// MCP is disabled for this plugin, the rest is read.
void check_disabled(std::string_view text, Code code) {
    const AgentPlugin plugin;
    document(plugin, text);
    const auto package = plugin.read();
    BOOST_TEST(find_code(package.diagnostics, code) != nullptr, text);
    BOOST_TEST(package.mcp.empty(), text);
    BOOST_TEST(names_of(package.skills) == Names{"s"});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(agent_plugins_servers)

BOOST_AUTO_TEST_CASE(s4_1_a_plugin_relative_path_begins_with_dot_slash) {
    BOOST_TEST(is_used(stdio(R"("command": "./bin/server", "cwd": "./data")")));
    BOOST_TEST(is_skipped(stdio(R"("command": "bin/server")")));
    BOOST_TEST(is_skipped(stdio(R"("command": "m", "cwd": "data")")));
}

BOOST_AUTO_TEST_CASE(s4_1_a_plugin_relative_path_stays_inside_once_resolved) {
    const TemporaryDirectory elsewhere;
    const AgentPlugin plugin;
    plugin.link(elsewhere.path(), "out");
    plugin.link(elsewhere.path() / "not-yet", "later");
    plugin.directory.write("real/server", "");
    plugin.link("real", "in");
    BOOST_TEST(servers_of(with_server(stdio(R"("command": "./in/server", "cwd": "./in")"), plugin)) ==
               (Names{"m", "x"}));
    for (const std::string_view path :
         {"./out/server", "./out", "./later", "./later/server", "./../a", "./in/../../a"}) {
        const auto text = "\"" + std::string(path) + "\"";
        BOOST_TEST(servers_of(with_server(stdio("\"command\": " + text), plugin)) == Names{"m"}, path);
        BOOST_TEST(servers_of(with_server(stdio(R"("command": "m", "cwd": )" + text), plugin)) == Names{"m"}, path);
    }
}

BOOST_AUTO_TEST_CASE(s4_1_arguments_and_variables_are_opaque) {
    BOOST_TEST(is_used(stdio(R"("command": "m", "args": ["../x", "/etc", "C:\\x"], "env": {"P": "../../y"})")));
}

BOOST_AUTO_TEST_CASE(s7_2_1_the_document_is_an_object_of_two_members) {
    check_disabled("{", code::json_malformed);
    check_disabled("[]", code::json_wrong_type);
    check_disabled("{" + schema() + "}", code::mcp_servers_missing);
    check_disabled("{" + schema() + R"(, "mcpServers": []})", code::json_wrong_type);
    check_disabled("{" + schema() + R"(, "mcpServers": {}, "inputs": []})", code::mcp_field_refused);
    check_disabled(R"({"mcpServers": {}})", code::mcp_schema_unsupported);
}

BOOST_AUTO_TEST_CASE(s7_2_1_no_servers_at_all_is_valid) {
    const AgentPlugin plugin;
    plugin.servers("");
    BOOST_TEST(plugin.read().diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(s7_2_1_the_schema_is_the_canonical_identifier) {
    for (const std::string_view value :
         {R"("https://agent-plugins.org/schemas/1.0.0/plugin.schema.json")", R"("mcp.schema.json")", "1", "null"}) {
        check_disabled(R"({"mcpServers": {}, "$schema": )" + std::string(value) + "}", code::mcp_schema_unsupported);
    }
}

BOOST_AUTO_TEST_CASE(s7_2_1_servers_come_from_mcp_json_alone) {
    const AgentPlugin plugin(R"("name": "a", "mcpServers": {"inline": {"type": "stdio", "command": "x"}})");
    plugin.directory.write(".mcp.json", R"({"mcpServers": {"claude": {"command": "x"}}})");
    plugin.directory.write("config/mcp.json", "{" + schema() + R"(, "mcpServers": {"deep": {}}})");
    BOOST_TEST(servers_of(plugin.read()) == Names{"m"});
    std::filesystem::remove(plugin.path() / "mcp.json");
    BOOST_TEST(plugin.read().mcp.empty());
}

BOOST_AUTO_TEST_CASE(s7_2_1_a_server_says_its_type) {
    BOOST_TEST(is_skipped(R"("command": "x")"));
    BOOST_TEST(is_skipped(R"("type": "http", "url": "https://example.org")"));
    BOOST_TEST(is_skipped(R"("type": 1, "command": "x")"));
    BOOST_TEST(is_skipped(""));
    BOOST_TEST(is_used(R"("type": "sse", "url": "https://example.org/sse")"));
}

BOOST_AUTO_TEST_CASE(s7_2_1_a_server_has_no_unknown_field_and_none_of_another_variant) {
    BOOST_TEST(is_skipped(stdio(R"("command": "x", "timeout": 5)")));
    BOOST_TEST(is_skipped(stdio(R"("command": "x", "url": "https://example.org")")));
    BOOST_TEST(is_skipped(remote("https://example.org", R"(, "command": "x")")));
    BOOST_TEST(is_skipped(remote("https://example.org", R"(, "oauth": {})")));
}

BOOST_AUTO_TEST_CASE(s7_2_1_each_field_has_its_type) {
    for (const std::string_view more :
         {R"("args": "a")", R"("args": [1])", R"("args": null)", R"("env": [])", R"("env": {"A": 1})", R"("cwd": 1)"}) {
        BOOST_TEST(is_skipped(stdio(R"("command": "x", )" + std::string(more))), more);
    }
    BOOST_TEST(is_skipped(stdio(R"("args": [])")));
    BOOST_TEST(is_skipped(stdio(R"("command": "")")));
    BOOST_TEST(is_skipped(stdio(R"("command": ["x"])")));
    BOOST_TEST(is_skipped(R"("type": "streamable-http")"));
    BOOST_TEST(is_skipped(R"("type": "streamable-http", "url": {})"));
    BOOST_TEST(is_skipped(remote("https://example.org", R"(, "headers": [])")));
    BOOST_TEST(is_skipped(remote("https://example.org", R"(, "headers": {"A": 1})")));
}

BOOST_AUTO_TEST_CASE(s7_2_1_a_command_is_one_token_bare_or_below_the_plugin) {
    for (const std::string_view command : {"npx", "python3.11", "./bin/server", "./my server"}) {
        BOOST_TEST(is_used(stdio("\"command\": \"" + std::string(command) + "\"")), command);
    }
    for (const std::string_view command :
         {"npx -y tool", "/usr/bin/env", "../server", "bin/server", "~/server", "C:\\\\tool.exe", "..", "a\\nb"}) {
        BOOST_TEST(is_skipped(stdio("\"command\": \"" + std::string(command) + "\"")), command);
    }
}

BOOST_AUTO_TEST_CASE(s7_2_1_no_placeholder_is_expanded_in_a_command) {
    BOOST_TEST(is_skipped(stdio(R"("command": "${PLUGIN_ROOT}/bin/server")")));
    BOOST_TEST(is_used(stdio(R"("command": "${PLUGIN_ROOT}")")));  // a bare name that no program will have
}

BOOST_AUTO_TEST_CASE(s7_2_1_a_working_directory_has_one_of_three_forms) {
    for (const std::string_view cwd : {"./", "./data", "${PLUGIN_ROOT}", "${PLUGIN_ROOT}/a/..", "${PLUGIN_DATA}",
                                       "${PLUGIN_DATA}/cache", "${PLUGIN_DATA}/a/../b"}) {
        BOOST_TEST(is_used(stdio(R"("command": "x", "cwd": ")" + std::string(cwd) + "\"")), cwd);
    }
    for (const std::string_view cwd : {"", ".", "data", "/tmp", "${PLUGIN_ROOT}x", "${PLUGIN_DATA}x", "${HOME}", "~",
                                       "${PLUGIN_ROOT}/..", "${PLUGIN_DATA}/..", "${PLUGIN_DATA}/a/../../b"}) {
        BOOST_TEST(is_skipped(stdio(R"("command": "x", "cwd": ")" + std::string(cwd) + "\"")), cwd);
    }
}

BOOST_AUTO_TEST_CASE(s7_2_1_a_url_is_absolute_http_without_user_and_fragment) {
    for (const std::string_view url : {"https://example.org", "https://example.org:8443/mcp?a=b",
                                       "HTTPS://example.org/", "https://[2001:db8::1]/mcp", "https://127.0.0.1/"}) {
        BOOST_TEST(is_used(remote(url)), url);
    }
    for (const std::string_view url :
         {"", "/mcp", "example.org/mcp", "ftp://example.org", "wss://example.org", "https://", "https:///mcp",
          "https://user@example.org", "https://user:word@example.org", "https://example.org/#top",
          "https://example.org:port/", "https://example.org:99999/", "https://exa mple.org", "https://[::1/"}) {
        BOOST_TEST(is_skipped(remote(url)), url);
    }
}

BOOST_AUTO_TEST_CASE(s7_2_1_only_a_loopback_endpoint_may_do_without_https) {
    for (const std::string_view url : {"http://localhost", "http://localhost:8080/mcp", "http://127.0.0.1:1/",
                                       "http://127.9.8.7", "http://[::1]:3/"}) {
        BOOST_TEST(is_used(remote(url)), url);
    }
    for (const std::string_view url :
         {"http://example.org", "http://localhost.example.org", "http://128.0.0.1", "http://127.0.0.1.example.org",
          "http://127.1", "http://0127.0.0.1", "http://127.0.0.256", "http://[::2]", "http://mylocalhost",
          "http://127.0.0.1.2"}) {
        BOOST_TEST(is_skipped(remote(url)), url);
    }
}

BOOST_AUTO_TEST_CASE(s7_2_1_headers_are_valid_http_fields) {
    BOOST_TEST(is_used(remote("https://example.org", R"(, "headers": {"X-Tenant": "a b\tc", "E": ""})")));
    for (const std::string_view headers :
         {R"({"": "a"})", R"({"X Y": "a"})", R"({"X:": "a"})", R"({"\u00e4": "a"})", R"({"X": "a\r\nY: b"})",
          R"({"X": "a\u0000"})", R"({"X": " a"})", R"({"X": "a "})", R"({"X": "\u007f"})"}) {
        BOOST_TEST(is_skipped(remote("https://example.org", R"(, "headers": )" + std::string(headers))), headers);
    }
}

BOOST_AUTO_TEST_CASE(s7_2_1_a_header_is_not_there_twice_in_another_case) {
    BOOST_TEST(is_skipped(remote("https://example.org", R"(, "headers": {"X-A": "1", "x-a": "2"})")));
}

BOOST_AUTO_TEST_CASE(s7_2_1_nothing_is_expanded_in_a_url_and_in_headers) {
    BOOST_TEST(is_skipped(remote("https://${HOST}/mcp")));
    BOOST_TEST(is_skipped(remote("https://example.org/${TENANT}")));
    const auto package = with_server(remote("https://example.org", R"(, "headers": {"X": "${TOKEN}"})"));
    const auto& server = package.mcp.front().servers.at("x").as_object();
    BOOST_TEST(boost::json::serialize(server.at("headers")) == R"({"X":"${TOKEN}"})");
}

BOOST_AUTO_TEST_CASE(s7_2_2_1_a_document_that_fails_disables_mcp_for_this_plugin_only) {
    check_disabled("{" + schema() + R"(, "mcpServers": {"m": {"type": "stdio", "command": "m"}}, "x": 1})",
                   code::mcp_field_refused);
}

BOOST_AUTO_TEST_CASE(s7_2_2_3_a_server_that_fails_is_skipped_alone) {
    const AgentPlugin plugin;
    plugin.servers(R"("a": {"type": "stdio", "command": "a"}, "b": 5, "c": {"type": "stdio"}, "d": [],
                      "e": {"type": "sse", "url": "https://example.org"})");
    const auto package = plugin.read();
    BOOST_TEST(servers_of(package) == (Names{"a", "e"}));
    const auto codes = codes_of(package.diagnostics);
    BOOST_TEST(std::count(codes.begin(), codes.end(), code::mcp_server_invalid) == 3);
    BOOST_TEST(package.diagnostics[0].message.find("\"b\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(s9_2_a_server_does_not_set_the_variables_of_the_host) {
    BOOST_TEST(is_skipped(stdio(R"("command": "x", "env": {"PLUGIN_ROOT": "/"})")));
    BOOST_TEST(is_skipped(stdio(R"("command": "x", "env": {"PLUGIN_DATA": "/"})")));
    BOOST_TEST(is_used(stdio(R"("command": "x", "env": {"PLUGIN_ROOT_2": "${PLUGIN_ROOT}"})")));
}

BOOST_AUTO_TEST_CASE(s10_1_the_versions_of_both_files_are_one) {
    check_disabled("{" + schema("2.0.0") + R"(, "mcpServers": {}})", code::mcp_schema_unsupported);
    check_disabled("{" + schema("0.9.0") + R"(, "mcpServers": {}})", code::mcp_schema_unsupported);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
