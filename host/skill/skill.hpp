// SPDX-License-Identifier: Apache-2.0
// One skill, whatever its origin, as an immutable value, and how it is read: the head of a file for listing, the body
// on use. It owns what front matter and skills.json mean; where skills are looked for is discovery.hpp. Safe from any
// thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"
#include "plugin/contributions.hpp"
#include "skill/kept_text.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::string_view kSkillFileName = "SKILL.md";
inline constexpr std::string_view kBuiltinWord = "builtin";  ///< stands for the path of what is built into the program
inline constexpr std::size_t kSkillNameLimit = 256;          ///< code points; a longer name is not used
inline constexpr std::size_t kSkillFileLimit = 10 * 1024 * 1024;  ///< bytes of a whole SKILL.md

enum class SkillContext : std::uint8_t { in_line, fork };
[[nodiscard]] std::string_view skill_context_word(SkillContext context);  ///< `inline`, `fork`

struct Skill {
    std::shared_ptr<const SkillSource> source;  ///< the place: origin, plugin folders, native module; never null
    KeptPath file;                              ///< SKILL.md or the command file; empty for native and bundled skills

    std::string name;      ///< without the plugin; NFC
    KeptText folder_name;  ///< the second name it is called by when it differs from `name`, else empty; NFC
    KeptText description, when_to_use, argument_hint, version;
    KeptList aliases, arguments, allowed_tools, disallowed_tools;
    KeptList paths;  ///< conditions; `/**` at an end dropped, `**` alone is none
    KeptText display_name;
    KeptText model;   ///< empty: none or `inherit`
    KeptText effort;  ///< `low|medium|high|xhigh|max`, a positive integer, or empty
    KeptText agent, shell, license, compatibility;
    KeptText hooks;            ///< event name -> groups, as read_hooks() takes it; as JSON
    KeptText metadata;         ///< a map, as JSON
    KeptList reference_files;  ///< native and bundled: relative to the skill; of a folder: see skill_files()
    SkillContext context = SkillContext::in_line;
    bool disable_model_invocation = false;
    bool user_invocable = true;
    bool enabled = true;                          ///< false: its module says so in skills.json
    std::optional<std::uint64_t> content_length;  ///< bytes after the front matter; unknown for a native skill
    Diagnostics diagnostics;

    [[nodiscard]] const Origin& origin() const { return source->origin; }
    [[nodiscard]] bool is_command() const;  ///< a legacy command file
    /// The folder that `${CLAUDE_SKILL_DIR}` names; empty for native and bundled skills.
    [[nodiscard]] Path directory() const { return Path(file.view()).parent_path(); }
    /// The name in slash commands and the listing: `plugin:name` or `name`.
    [[nodiscard]] std::string call_name() const;
};

/// Reads one SKILL.md or command file for listing: 2 KiB, more until the front matter ends.
/// A command's `item` says more than its file and goes before it. `folder_name` is what it is called without a `name`
/// (the folder, the file without `.md`, `a:b` for a command below a folder). Errors: those of FileReader,
/// skill_name_refused when neither name can be used.
[[nodiscard]] Result<Skill> read_skill(const FileReader& files, const Path& file, std::string_view folder_name,
                                       std::shared_ptr<const SkillSource> source);

/// The same from the source's `name` and `text` (a bundled skill; a command written into a manifest).
[[nodiscard]] Result<Skill> skill_from_text(std::shared_ptr<const SkillSource> source);

/// From the source's `item` of skills.json. `file` names skills.json in diagnostics.
/// Errors: skill_item_invalid without a usable name.
[[nodiscard]] Result<Skill> skill_from_item(const boost::json::object& item, const Path& file,
                                            std::shared_ptr<const SkillSource> source);

struct SkillBody {
    std::string text;    ///< valid UTF-8, after the front matter, without a byte order mark, lines end in LF
    int first_line = 1;  ///< of the text in its file
};

/// The body as it is on the disk now. Errors: those of FileReader; skill_has_no_text for a native skill. Bytes that are
/// not UTF-8 are U+FFFD in it, and `warnings` says where the first was.
[[nodiscard]] Result<SkillBody> read_skill_body(const FileReader& files, const Skill& skill);
[[nodiscard]] Result<SkillBody> read_skill_body(const FileReader& files, const Skill& skill, Diagnostics& warnings);

/// Where one property of the definition came from, for `skill show`.
struct SkillField {
    std::string name;          ///< the property as JSON output spells it: `allowedTools`
    boost::json::value value;  ///< as read: a text, yes or no, a list however it is written
    std::string file;          ///< the file, folder or skills.json; `builtin` for a bundled skill
    std::optional<int> line;
};

/// Every property that something said, in the order of the file; what was derived (a name from the folder) comes last.
/// Front matter is read again, so that a listing need not keep it.
[[nodiscard]] std::vector<SkillField> skill_fields(const FileReader& files, const Skill& skill);

/// The files of the skill, sorted, absolute (native and bundled: relative); at most 1,000, 8 folders deep, links not
/// followed.
[[nodiscard]] std::vector<std::string> skill_files(const FileReader& files, const Skill& skill);

/// The properties that make a call by the model ask first: those that are set and not on the list of safe ones. Empty:
/// safe.
[[nodiscard]] std::vector<std::string> skill_asks(const FileReader& files, const Skill& skill);

}  // namespace skilldeck
