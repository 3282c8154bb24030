// SPDX-License-Identifier: Apache-2.0
// The native side of workspace-context: the computed skill `summary`. It has no state, so that calls may overlap
// ("concurrent" in module.json). It reads below the project directory and, for a
// linked work tree, in the git directory that this names.
#include <algorithm>
#include <filesystem>
#include <skilldeck/plugin.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "json_value.hpp"
#include "summary.hpp"

namespace {

using plugin_support::JsonValue;
using workspace_context::Budget;
using workspace_context::Request;

/// The words of a request: `argv`, or where a host sends none `args` split at blanks.
std::vector<std::string> words_of(std::string_view request_json) {
    const auto read = plugin_support::read_json(request_json);
    const auto* request = std::get_if<JsonValue>(&read);
    if (request == nullptr || request->as_object() == nullptr) {
        throw skd::Failure(SKD_ERR_INVALID_ARGUMENT, "the request is not a JSON object");
    }
    std::vector<std::string> words;
    if (const JsonValue* argv = request->find("argv"); argv != nullptr && argv->as_array() != nullptr) {
        for (const JsonValue& word : *argv->as_array()) {
            if (const std::string* text = word.as_string()) words.push_back(*text);
        }
        return words;
    }
    const std::string args = request->text_at("args").value_or("");
    for (std::size_t at = args.find_first_not_of(' '); at != std::string::npos; at = args.find_first_not_of(' ', at)) {
        const std::size_t end = std::min(args.find(' ', at), args.size());
        words.push_back(args.substr(at, end - at));
        at = end;
    }
    return words;
}

/// The directory of the session's project, without links on the way.
std::filesystem::path project_of(const skd::Call& call) {
    const skd::Reply info = call.session("info");
    if (!info.ok()) throw skd::Failure(SKD_ERR_UNAVAILABLE, "the host tells no project directory: " + info.text());
    const auto read = plugin_support::read_json(info.text());
    const auto* session = std::get_if<JsonValue>(&read);
    std::string directory;
    if (session != nullptr) directory = session->text_at("projectDir").value_or(session->text_at("cwd").value_or(""));
    std::error_code error;
    auto path = std::filesystem::canonical(directory, error);
    if (error || !std::filesystem::is_directory(path, error)) {
        throw skd::Failure(SKD_ERR_UNAVAILABLE, "the project directory cannot be read: " + directory);
    }
    return path;
}

class WorkspaceContext {
public:
    skd::Reply render_skill(skd::Call call, std::string_view skill, std::string_view request_json) {
        if (skill != "summary") return skd::fail(SKD_ERR_NOT_FOUND, "there is no skill " + std::string(skill));
        const auto project = project_of(call);
        const auto request = workspace_context::read_request(words_of(request_json), project);
        if (const auto* problem = std::get_if<std::string>(&request)) {
            return skd::fail(SKD_ERR_INVALID_ARGUMENT, *problem);
        }
        const Budget budget([&call] { return call.cancelled(); }, [&call] { return call.remaining(); });
        try {
            return skd::ok(blocks_json(workspace_context::summarise(project, std::get<Request>(request), budget)));
        } catch (const workspace_context::Cancelled&) {
            return skd::fail(SKD_ERR_CANCELLED, "cancelled");
        }
    }

private:
    static std::string blocks_json(const std::vector<std::string>& blocks) {
        std::string out = R"({"blocks":[)";
        for (const std::string& block : blocks) {
            if (&block != &blocks.front()) out += ",";
            out += R"({"type":"text","text":)";
            plugin_support::append_json_string(out, block);
            out += "}";
        }
        return out + "]}";
    }
};

}  // namespace

SKD_PLUGIN(WorkspaceContext, "workspace-context", "1.0.0");
