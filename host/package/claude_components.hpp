// SPDX-License-Identifier: Apache-2.0
// The component keys of the Claude layout and its default folders: their shapes, and the components they lead to. How a
// manifest and a marketplace entry combine is claude_format.cpp. Used inside package/ only, by one thread.
#pragma once

#include "package/formats.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::string_view kClaudeHooksFile = "hooks/hooks.json";
inline constexpr std::string_view kClaudeMcpFile = ".mcp.json";

/// `place` is that of the fields. Error: json_wrong_type for a component key of a shape it cannot have.
[[nodiscard]] Result<> judge_components(const boost::json::object& fields, const Place& place);

/// A path or a list of paths, as judge_components() lets it through.
[[nodiscard]] std::vector<std::string> component_texts(const boost::json::value& value);

/// The components of one plugin, read from one or two documents that have been judged: its manifest and the entry.
class ClaudeComponents {
public:
    ClaudeComponents(PackageReading& reading, ClaudeParts parts, bool has_skills_key)
        : reading_(reading), parts_(parts), has_skills_key_(has_skills_key) {}

    /// The default folders, as far as the manifest does not replace them; they come first.
    void read_defaults(const boost::json::object& manifest, const Place& place);
    /// What the manifest, or the entry in its place, names.
    void read_all(const boost::json::object& fields, const Place& place);
    /// What an entry adds beside a manifest, except its hooks.
    void read_added(const boost::json::object& fields, const Place& place);
    void read_skills(const boost::json::object& fields, const Place& place);

private:
    void read_commands(const boost::json::object& fields, const Place& place);
    void read_agents(const boost::json::object& fields, const Place& place);
    void read_hooks(const boost::json::object& fields, const Place& place);
    void read_mcp(const boost::json::object& fields, const Place& place);
    void read_unsupported(const boost::json::object& fields);
    void read_default_skills();
    void read_default_markdown(std::string_view key, const boost::json::object& manifest, const Place& place);
    [[nodiscard]] bool names_inside(const boost::json::value& value, const Path& folder) const;
    void read_mapped_command(std::string_view name, const boost::json::value& value, const Place& place);

    PackageReading& reading_;
    ClaudeParts parts_;
    bool has_skills_key_;
};

}  // namespace skilldeck
