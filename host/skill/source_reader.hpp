// SPDX-License-Identifier: Apache-2.0
// Reads the skills of one source after the other: folders, links and files, each real file once. It owns what is
// followed and what is refused on the way; which sources there are is discovery.hpp. Inside skill/ only; one thread at
// a time.
#pragma once

#include "skill/discovery.hpp"
#include "skill/read_ahead.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace skilldeck {

/// Folders that no walk goes into, whatever is in them: those of version control and of what others wrote.
[[nodiscard]] bool is_never_entered(std::string_view name);

/// What a link may lead to: a folder it must stay in, a user whose file it must be.
struct LinkBounds {
    std::optional<Path> inside;
    std::optional<std::uint32_t> owner;
    bool plugin = false;
};

/// A source with its place in the order taken: whether it counts, and what is in its folder.
struct OpenedSource {
    std::shared_ptr<const SkillSource> source;
    LinkBounds bounds;
    std::optional<Path> real;                         ///< of a root or a folder of commands that is to be read
    std::vector<DirectoryEntry> entries;              ///< of a root
    RootAhead root;                                   ///< where there are entries
    std::vector<std::shared_ptr<const Skill>> ahead;  ///< one an entry; null: read_ahead() had something to say
    std::size_t taken = 0;                            ///< entries that were looked at after that
    Diagnostics diagnostics;                          ///< of opening it
};

class SourceReader {
public:
    /// What is found goes to `found`.
    SourceReader(const FileReader& files, const DiscoveryPlaces& places, Discovery& found)
        : files_(files), places_(places), found_(found) {}

    /// All of them, in this order.
    void read(std::vector<SkillSource> sources);

private:
    [[nodiscard]] OpenedSource open(SkillSource source);
    void read(OpenedSource& opened);

    /// Whether the links of a folder may lead anywhere in its repository.
    enum class Repository { whole, ignored };
    [[nodiscard]] LinkBounds bounds_of(const SkillSource& source);
    [[nodiscard]] LinkBounds project_bounds(const Path& real, Repository repository) const;
    [[nodiscard]] Path real_or_same(const Path& path) const;

    void report(Diagnostic diagnostic);
    void report(Code code, const Path& path, std::initializer_list<std::string_view> arguments = {});
    void keep(Result<Skill> skill);
    void keep(std::shared_ptr<const Skill> skill);
    void keep_ahead(OpenedSource& opened, std::size_t entry);
    [[nodiscard]] bool is_new(const std::string& real, const std::string& path, const std::string& name);
    void note_way(const std::string& path, std::string_view earlier, const std::string& name);
    [[nodiscard]] std::optional<std::string> read_ahead_as(std::string_view real) const;

    [[nodiscard]] bool may_follow(const Path& link, const Path& target);
    [[nodiscard]] std::optional<Path> follow(const Path& link);
    [[nodiscard]] std::optional<Path> enter_root(const Path& path);
    [[nodiscard]] std::optional<std::vector<DirectoryEntry>> list(const Path& folder);
    [[nodiscard]] bool may_enter_another();

    void read_root(OpenedSource& opened);
    void report_account_folder(const Path& path, std::string_view name);
    void read_links();
    void read_linked_folder(const Path& path, const std::string& name);
    void read_single_folder();
    void read_folder(const Path& path, const Path& real, const std::string& name);
    void read_entry(const Path& path, const Path& real, const std::string& name);
    void read_skill_file(const Path& path, const Path& real, FileStart start, const std::string& name);
    void report_nested(const Path& folder, const std::vector<DirectoryEntry>& entries, int depth);
    void read_command_folder(const Path& path, const Path& real, const std::string& prefix, int depth);
    void read_linked_command(const Path& path, const std::string& prefix, int depth);
    void enter_command_folder(const Path& path, const Path& real, const std::string& prefix, int depth);
    void read_single_command();

    const FileReader& files_;
    const DiscoveryPlaces& places_;
    Discovery& found_;
    std::shared_ptr<const SkillSource> source_;  ///< the one being read
    LinkBounds bounds_;
    std::optional<LinkBounds> start_bounds_;  ///< of every source of the project, once one was asked for
    std::size_t directories_ = 0, nested_reported_ = 0;
    bool full_ = false;
    /// What links of this source lead to, read behind everything that no link leads to: a file that is also there in
    /// itself keeps its own name.
    std::vector<std::function<void()>> links_;
    bool links_turn_ = false;
    std::unordered_set<std::string> entered_;  ///< real paths of folders
    /// Real path -> the path it was first reached by, but for what was read ahead: that is in opened_.
    std::unordered_map<std::string, std::string> files_read_;
    std::vector<OpenedSource> opened_;
};

}  // namespace skilldeck
