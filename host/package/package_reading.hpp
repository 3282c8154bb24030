// SPDX-License-Identifier: Apache-2.0
// What the format adapters share while one directory is read: the package in the making, and finding component files
// without ever leaving the plugin. Used inside package/ only; not for sharing between threads.
#pragma once

#include "package/package.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr std::size_t kManifestBytes = 256 * 1024;
inline constexpr std::size_t kComponentFileBytes = 1024 * 1024;
inline constexpr std::size_t kPackageJsonDepth = 32;
inline constexpr std::size_t kPackageDirectories = 20'000;

/// A path as a manifest or entry writes it.
struct WrittenPath {
    std::string_view component;  ///< the key: "skills", "commands", …
    std::string_view text;
    Place place;
};

class PackageReading {
public:
    PackageReading(const FileReader& reader, Path real_root);

    const FileReader& files;
    PluginPackage package;

    void report(Code code, const Path& file, std::initializer_list<std::string_view> arguments = {});
    void report(Code code, Place place, std::initializer_list<std::string_view> arguments = {});
    void report(const Error& error, Severity severity);
    /// Adds the kind to the package's unsupported ones, once.
    void unsupported(std::string_view kind);

    /// A JSON document from a file inside the plugin, with the limits above. What stands twice in it is a diagnostic.
    [[nodiscard]] Result<boost::json::value> read_json(const Path& file, std::size_t bytes = kManifestBytes);
    /// The same, and the root must be an object.
    [[nodiscard]] Result<boost::json::object> read_json_object(const Path& file, std::size_t bytes = kManifestBytes);

    /// The real path of something inside the plugin; nothing when it is absent, and a diagnostic when it is a link that
    /// leads outside or nowhere.
    [[nodiscard]] std::optional<Path> inside(const Path& path);
    /// The same for a path somebody wrote: it must be relative, with forward slashes, inside, and there.
    [[nodiscard]] std::optional<Path> locate(const WrittenPath& written);

    /// A directory that holds SKILL.md is that skill; else each of its direct children that does.
    void add_skill_path(const Path& directory);
    /// The direct children of a directory.
    void add_skills_below(const Path& directory);
    /// The root's own SKILL.md, named like the plugin; false when there is none.
    bool add_root_skill();
    /// At the end: SKILL.md files that lie too deep below a folder of skills, unless something else named them.
    void report_nested_skills();
    /// Says that the root's SKILL.md is there and was not read, if that is so.
    void report_unread_root_skill();
    /// Every `.md` below a directory, its folders as name segments; or one file.
    void add_commands(const Path& path);
    void add_agents(const Path& path);
    void add_command_text(CommandFile command);
    /// A file with the member `hooks`; a file that was read already counts once.
    void add_hooks_file(const Path& file);
    /// `place` is that of the events.
    void add_hooks(const Place& place, const boost::json::object& events);
    /// A file with or without the member `mcpServers`.
    void add_mcp_file(const Path& file);
    /// Servers of a name that an earlier document has replace them there; one that cannot be used is refused.
    void add_mcp(PackageFormat format, const Place& place, boost::json::object servers);
    /// `why`: the first thing that is wrong with it.
    void refuse_server(PackageFormat format, const Place& place, const boost::json::key_value_pair& server,
                       std::string why);

    /// Whether something of that kind has the path, wherever it leads; says nothing about it.
    [[nodiscard]] bool has_directory(std::string_view relative) const;
    [[nodiscard]] bool has_file(std::string_view relative) const;
    /// The real directory or file of that relative path inside the plugin. What is there and is something else is a
    /// diagnostic.
    [[nodiscard]] std::optional<Path> default_directory(std::string_view relative);
    [[nodiscard]] std::optional<Path> default_file(std::string_view relative);

private:
    [[nodiscard]] std::optional<Path> skill_file(const Path& directory);
    /// Notes what somebody will look for in vain, a few of each folder.
    void note_unread(const Path& path, std::string_view why);
    bool add_skill(const Path& directory, std::string_view name);
    /// True: there is one.
    bool find_nested_skills(const Path& directory, int depth);
    void add_markdown(const Path& path, std::string_view kind);
    void walk_markdown(const Path& directory, const std::string& prefix, std::string_view kind);
    void add_markdown_file(const Path& file, const std::string& name, std::string_view kind);
    /// False, with one diagnostic, beyond the limit.
    bool count_directory();

    std::set<Path> seen_files_, walked_;
    std::vector<Path> nested_skills_;
    std::size_t directories_ = 0, noted_unread_ = 0;
    bool full_ = false;
};

/// `commands` or `agents`: the folder, the manifest key and the word of its messages.
inline constexpr std::string_view kCommands = "commands";
inline constexpr std::string_view kAgents = "agents";

/// A JSON object from a file inside the plugin, with the limits above, for who judges what was read already.
[[nodiscard]] Result<boost::json::object> read_package_json(const FileReader& files, const Path& file,
                                                            std::size_t bytes = kManifestBytes);

/// Descriptive members: one of the wrong type is dropped with a warning. `place` is that of the object.
[[nodiscard]] std::string descriptive_text(const boost::json::object& object, std::string_view key, const Place& place,
                                           Diagnostics& diagnostics);
/// The member `version`; one that cannot be used is dropped with a warning as well.
[[nodiscard]] std::string descriptive_version(const boost::json::object& object, const Place& place,
                                              Diagnostics& diagnostics);
[[nodiscard]] std::vector<std::string> descriptive_texts(const boost::json::object& object, std::string_view key,
                                                         const Place& place, Diagnostics& diagnostics);
[[nodiscard]] std::optional<bool> descriptive_flag(const boost::json::object& object, std::string_view key,
                                                   const Place& place, Diagnostics& diagnostics);

}  // namespace skilldeck
