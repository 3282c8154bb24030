// SPDX-License-Identifier: Apache-2.0
// Plugins of Agent Plugins 1.0.0 in the tests of this folder.
#pragma once

#include "package_fixture.hpp"

#include <string>
#include <string_view>

namespace skilldeck::test {

inline constexpr std::string_view kPluginSchema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
inline constexpr std::string_view kServersSchema = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json";

inline std::string agent_skill(std::string_view name) {
    return "---\nname: " + std::string(name) + "\ndescription: Does it.\n---\nDo it.\n";
}

/// A plugin with the conforming skill `s`, the server `m`, and the given members beside `$schema`.
class AgentPlugin {
public:
    explicit AgentPlugin(std::string_view members = R"("name": "a")") {
        manifest(std::string(R"("$schema": ")") + std::string(kPluginSchema) + "\", " + std::string(members));
        skill("s");
        servers(R"("m": {"type": "stdio", "command": "m"})");
    }
    void manifest(std::string_view members) const { directory.write("plugin.json", "{" + std::string(members) + "}"); }
    void skill(const std::string& name) const { directory.write("skills/" + name + "/SKILL.md", agent_skill(name)); }
    void servers(std::string_view members) const {
        directory.write("mcp.json", R"({"$schema": ")" + std::string(kServersSchema) + R"(", "mcpServers": {)" +
                                        std::string(members) + "}}");
    }
    void link(const Path& target, const Path& link) const {
        std::filesystem::create_directories((path() / link).parent_path());
        std::filesystem::create_symlink(target, path() / link);
    }
    void replace_by_link(const Path& target, const Path& place) const {
        std::filesystem::remove_all(path() / place);
        link(target, place);
    }
    [[nodiscard]] const Path& path() const { return directory.path(); }
    [[nodiscard]] PluginPackage read(const PackageOptions& options = {}) const { return must_read(path(), options); }
    [[nodiscard]] Code refusal() const { return test::refusal(path()); }

    TemporaryDirectory directory;
};

/// Remembers every path it was asked for.
class RecordingReader final : public FileReader {
public:
    [[nodiscard]] Result<FileInfo> info(const Path& path, Links links) const override {
        return disk().info(seen(path), links);
    }
    [[nodiscard]] Result<std::string> read(const Path& path, std::size_t limit) const override {
        return disk().read(seen(path), limit);
    }
    [[nodiscard]] Result<std::string> read_head(const Path& path, std::size_t bytes) const override {
        return disk().read_head(seen(path), bytes);
    }
    [[nodiscard]] Result<std::vector<DirectoryEntry>> list(const Path& path) const override {
        return disk().list(seen(path));
    }
    [[nodiscard]] Result<Path> real_path(const Path& path) const override { return disk().real_path(seen(path)); }
    [[nodiscard]] Result<Path> read_link(const Path& path) const override { return disk().read_link(seen(path)); }

    [[nodiscard]] const std::vector<Path>& paths() const { return paths_; }

private:
    const Path& seen(const Path& path) const {
        paths_.push_back(path);
        return path;
    }
    mutable std::vector<Path> paths_;
};

}  // namespace skilldeck::test
