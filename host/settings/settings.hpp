// SPDX-License-Identifier: Apache-2.0
// Settings in layers. Each layer is one file (or the --settings value) of one scope; a higher one wins key by key,
// maps such as `enabledPlugins` entry by entry. An immutable value once loaded; safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Where a value, record or file belongs; highest first.
enum class Scope { managed, flag, local, project, user };
[[nodiscard]] std::string_view scope_word(Scope scope);
[[nodiscard]] std::optional<Scope> parse_scope(std::string_view word);

struct SettingsLayer {
    Scope scope = Scope::user;
    Path file;                          ///< empty for an inline --settings value
    boost::json::object values;         ///< without the keys that this scope may not set
    std::vector<std::string> left_out;  ///< those keys; each is a diagnostic
    bool effective = true;  ///< false: a project or local file before workspace trust; only what restricts counts
    bool damaged = false;   ///< the file is there and could not be read: it counts as empty, but loosens nothing
    /// By key that may forbid: why what the layer says there cannot be known, with file, line and column.
    std::map<std::string, std::string, std::less<>> unreadable{};

    [[nodiscard]] std::string_view why_unreadable(std::string_view key) const;  ///< empty: it can be known
};

/// What a message calls the file of a layer: `--settings` where there is none.
[[nodiscard]] std::string settings_file_name(const Path& file);

/// Where the files are. All absolute.
struct SettingsPlaces {
    Path config_dir;                  ///< ~/.skilldeck
    Path home;                        ///< its .claude governs another program and is never read; may be empty
    Path project_dir;                 ///< the repository root, or the working directory
    std::vector<Path> managed_dirs;   ///< /etc/skilldeck first, then an added one
    std::optional<std::string> flag;  ///< --settings: a file or inline JSON
    bool compat = true;               ///< also read <project>/.claude/settings*.json
    bool project_trusted = false;
    bool config_dir_is_home = false;  ///< the project's .skilldeck is the user's: read once, as user
};

class Settings {
public:
    Settings() = default;
    Settings(std::vector<SettingsLayer> layers, Diagnostics diagnostics);

    /// Highest scope first; a `.skilldeck` file before the `.claude` file of its scope.
    [[nodiscard]] std::span<const SettingsLayer> layers() const { return layers_; }
    [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

    /// The value of the highest effective layer that has `key`, or null.
    [[nodiscard]] const boost::json::value* find(std::string_view key) const;
    /// The member `member` of the map `key`, looked up entry by entry: the highest effective layer that has that
    /// member.
    [[nodiscard]] const boost::json::value* find_member(std::string_view key, std::string_view member) const;
    [[nodiscard]] bool flag(std::string_view key) const;  ///< true only when it is JSON true

private:
    std::vector<SettingsLayer> layers_;
    Diagnostics diagnostics_;
};

/// Reads every layer. A damaged user, project or local file is a diagnostic and counts as empty (it is never
/// rewritten); what it might have forbidden is not allowed by that: enablement.hpp, permission/decision.hpp. A managed
/// file that is damaged, or not root's, or writable by others is an error: the host must not start without its policy.
[[nodiscard]] Result<Settings> load_settings(const FileReader& files, const SettingsPlaces& places);

/// Every file that load_settings may read, there or not: a change of one of them changes the settings.
[[nodiscard]] std::vector<Path> settings_files(const SettingsPlaces& places);

/// The file a change of `scope` goes to: the one of that scope which already has the member, else the map `key`, else
/// the .skilldeck one. Errors: managed and flag scopes cannot be written (settings_scope_read_only).
[[nodiscard]] Result<Path> settings_file_for(const Settings& settings, const SettingsPlaces& places, Scope scope,
                                             std::string_view key, std::string_view member = {});

/// Every file of `scope` that has the member, the one that counts first; none has it: the one of settings_file_for().
[[nodiscard]] Result<std::vector<Path>> settings_files_with(const Settings& settings, const SettingsPlaces& places,
                                                            Scope scope, std::string_view key, std::string_view member);

/// Sets or removes one member of one map (`enabledPlugins`, id) in a settings text: only the bytes of that member
/// change. `value` is JSON text, nothing removes. An empty or blank text is taken as `{}` and a line end. Removing what
/// was just set gives the text of before, byte for byte. Of a key that is there twice the last one counts, as when
/// reading. Errors: json_malformed and json_wrong_type with line and column; the text is then not to be written.
[[nodiscard]] Result<std::string> edit_settings_member(std::string_view text, std::string_view where,
                                                       std::string_view map_key, std::string_view member_key,
                                                       const std::optional<std::string>& value);

/// Where a write to `file`, which may be a link or lie behind one, really goes. A project is other people's: what
/// leaves `root` by a link is refused (settings_link_outside), whether the link's target is there or not.
[[nodiscard]] Result<Path> settings_target_below(const FileReader& files, const Path& file, const Path& root);

/// The whole change under a lock beside the file: read, edit, write atomically. The file and its folders are made if
/// needed; what would not change is not written. Errors as above, and those of reading, writing and the lock.
Result<> change_settings(const FileReader& reader, FileWriter& writer, const Path& file, std::string_view map_key,
                         std::string_view member_key, const std::optional<std::string>& value);

}  // namespace skilldeck
