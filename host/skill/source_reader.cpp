// SPDX-License-Identifier: Apache-2.0
#include "skill/source_reader.hpp"

#include "base/display_text.hpp"
#include "os/codes.hpp"
#include "skill/codes.hpp"
#include "skill/read_ahead.hpp"
#include "skill/skill_definition.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace skilldeck {

namespace {

constexpr int kNestedDepth = 3;  // folders below a child of a root in which a misplaced SKILL.md is looked for
constexpr std::size_t kReportedNested = 20;
constexpr std::array<std::string_view, 6> kNeverEntered{".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__"};
constexpr std::string_view kAccountFolder = "synced";  // another program's copy of an account's skills
constexpr std::string_view kAccountName = "anthropic-skills", kAccountPrefix = "anthropic-skills:";
constexpr std::string_view kRemotePrefix = "_canonical_";
constexpr std::string_view kCommandSuffix = ".md";

/// The SKILL.md of a folder right below a root, as text: putting a Path together costs more than opening it.
std::string skill_file_in(const std::string& root, std::string_view folder) {
    return (root + "/").append(folder).append("/").append(kSkillFileName);
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (auto& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    return result;
}

bool is_account_folder(std::string_view name) {
    return lower(name) == kAccountFolder;
}

/// In a folder of skills.
bool is_no_skill(std::string_view name) {
    return is_never_entered(name) || is_account_folder(name);
}

bool is_reserved(const Skill& skill) {
    const auto& name = skill.name;
    const bool account = name == kAccountName || name.starts_with(kAccountPrefix);
    const bool remote = name.starts_with(kRemotePrefix) && skill.origin().loaded_from != LoadedFrom::remote;
    return remote || (account && skill.source->name_prefix.empty());
}

/// `deploy` of `deploy.md`; nothing for a file that is no command.
std::optional<std::string> command_name(std::string_view file) {
    if (!file.ends_with(kCommandSuffix)) return std::nullopt;
    return std::string(file.substr(0, file.size() - kCommandSuffix.size()));
}

bool is_folder_of_many(const SkillSource& source) {
    return source.kind == SkillSource::Kind::root || source.kind == SkillSource::Kind::commands;
}

/// The folders of a root that should hold a skill, up to the limit of a root.
void collect_folders(OpenedSource& opened, std::vector<FolderAhead>& folders) {
    opened.ahead.resize(opened.entries.size());
    folders.reserve(folders.size() + opened.entries.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < opened.entries.size() && count < kDirectoriesPerRoot; ++i) {
        const auto& entry = opened.entries[i];
        if (entry.kind != FileKind::directory || is_no_skill(entry.name) || !is_usable_skill_name(entry.name)) {
            continue;
        }
        folders.push_back({&opened.root, &entry.name, &opened.ahead[i]});
        ++count;
    }
}

}  // namespace

bool is_never_entered(std::string_view name) {
    return std::find(kNeverEntered.begin(), kNeverEntered.end(), name) != kNeverEntered.end();
}

void SourceReader::read(std::vector<SkillSource> sources) {
    opened_.reserve(sources.size());
    for (auto& source : sources) opened_.push_back(open(std::move(source)));
    std::vector<FolderAhead> folders;
    for (auto& source : opened_) collect_folders(source, folders);
    read_ahead(files_, folders);
    found_.skills.reserve(folders.size() + sources.size());
    for (auto& source : opened_) read(source);
}

OpenedSource SourceReader::open(SkillSource source) {
    OpenedSource opened;
    opened.source = source_ = std::make_shared<const SkillSource>(std::move(source));
    const auto& given = *source_;
    opened.bounds = bounds_ = bounds_of(given);
    const bool root = given.kind == SkillSource::Kind::root;
    if (!root && given.kind != SkillSource::Kind::commands) return opened;
    const auto said_before = found_.diagnostics.size();
    opened.real = enter_root(given.path);
    auto entries = root && opened.real ? list(*opened.real) : std::nullopt;
    if (entries) {
        opened.entries = std::move(*entries);
        opened.root = {opened.source, given.path.string(), files_.open_folder(*opened.real)};
    }
    const auto said = found_.diagnostics.begin() + static_cast<std::ptrdiff_t>(said_before);
    opened.diagnostics.assign(std::make_move_iterator(said), std::make_move_iterator(found_.diagnostics.end()));
    found_.diagnostics.erase(said, found_.diagnostics.end());
    return opened;
}

void SourceReader::read(OpenedSource& opened) {
    source_ = opened.source;
    bounds_ = opened.bounds;
    directories_ = 0;
    nested_reported_ = 0;
    full_ = false;
    links_turn_ = false;
    for (auto& diagnostic : opened.diagnostics) found_.diagnostics.push_back(std::move(diagnostic));
    switch (source_->kind) {
        case SkillSource::Kind::root: return read_root(opened);
        case SkillSource::Kind::directory: return read_single_folder();
        case SkillSource::Kind::commands:
            if (opened.real) read_command_folder(source_->path, *opened.real, "", 0);
            return read_links();
        case SkillSource::Kind::command: return read_single_command();
        case SkillSource::Kind::native: return keep(skill_from_item(source_->item, source_->path, source_));
        case SkillSource::Kind::bundled: return keep(skill_from_text(source_));
        case SkillSource::Kind::dynamic: return;  // answers when asked; see dynamic_skill_sources()
    }
}

LinkBounds SourceReader::bounds_of(const SkillSource& source) {
    LinkBounds bounds;
    if (!source.plugin_root.empty()) {
        bounds.plugin = true;
        bounds.inside = real_or_same(source.plugin_root);
    } else if (source.origin.scope == Scope::project && !source.origin.trusted) {
        const bool added = source.qualified_origin.starts_with("add/");
        if (added) return project_bounds(real_or_same(source.path.parent_path().parent_path()), Repository::ignored);
        if (!start_bounds_) start_bounds_ = project_bounds(real_or_same(places_.start_directory), Repository::whole);
        return *start_bounds_;
    }
    return bounds;
}

Path SourceReader::real_or_same(const Path& path) const {
    auto real = files_.real_path(path);
    if (!real) return path;
    return std::move(*real);
}

LinkBounds SourceReader::project_bounds(const Path& real, Repository repository) const {
    LinkBounds bounds;
    bounds.inside = real;
    if (repository == Repository::whole) bounds.inside = repository_root(files_, real).value_or(real);
    const auto info = files_.info(places_.home.empty() ? real : places_.home);
    if (info) bounds.owner = info->owner;
    return bounds;
}

void SourceReader::report(Diagnostic diagnostic) {
    diagnostic.plugin = source_->origin.plugin;
    found_.diagnostics.push_back(std::move(diagnostic));
}
void SourceReader::report(Code code, const Path& path, std::initializer_list<std::string_view> arguments) {
    report(make_diagnostic(code, path.string(), arguments));
}

void SourceReader::keep(Result<Skill> skill) {
    if (!skill) return report(to_diagnostic(skill.error()));
    keep(std::make_shared<const Skill>(std::move(*skill)));
}

void SourceReader::keep(std::shared_ptr<const Skill> skill) {
    if (is_reserved(*skill)) return report(code::skill_name_reserved, skill->file, {skill->name});
    found_.skills.push_back(std::move(skill));
}

/// One that was read ahead. No two of these are one file: only what was reached in another way can be the same.
void SourceReader::keep_ahead(OpenedSource& opened, std::size_t entry) {
    const auto& skill = opened.ahead[entry];
    if (!files_read_.empty()) {
        const auto earlier = files_read_.find(skill_file_in(opened.real->string(), opened.entries[entry].name));
        if (earlier != files_read_.end()) {
            return note_way(skill->file.string(), earlier->second, opened.entries[entry].name);
        }
    }
    keep(skill);
}

/// Whether a file was not read before; if it was, that is reported, and what it would be called here is kept.
bool SourceReader::is_new(const std::string& real, const std::string& path, const std::string& name) {
    const auto ahead = read_ahead_as(real);
    const auto [earlier, added] = files_read_.try_emplace(real, path);
    if (!added || ahead) note_way(path, ahead ? *ahead : earlier->second, name);
    return added && !ahead;
}

void SourceReader::note_way(const std::string& path, std::string_view earlier, const std::string& name) {
    report(code::skill_duplicate_file, Path(path), {earlier});
    found_.ways.push_back({std::string(earlier), name, source_});
}

/// The path that a file was taken by which read_ahead() has read.
std::optional<std::string> SourceReader::read_ahead_as(std::string_view real) const {
    for (const auto& opened : opened_) {
        const auto root = opened.real ? opened.real->string() + "/" : std::string();
        if (opened.taken == 0 || !real.starts_with(root)) continue;
        const auto name = real.substr(root.size(), real.find('/', root.size()) - root.size());
        const auto entry = std::ranges::lower_bound(opened.entries, name, {}, &DirectoryEntry::name);
        const auto at = static_cast<std::size_t>(entry - opened.entries.begin());
        if (at >= opened.taken || entry->name != name || !opened.ahead[at]) continue;
        if (real == skill_file_in(opened.real->string(), name)) return opened.ahead[at]->file.string();
    }
    return std::nullopt;
}

/// Whether what a link leads to may be read; if not, that is reported.
bool SourceReader::may_follow(const Path& link, const Path& target) {
    if (!bounds_.inside) return true;
    if (!lies_below(target, *bounds_.inside)) {
        if (bounds_.plugin) {
            report(code::skill_plugin_link_refused, link, {target.string()});
        } else {
            report(code::skill_link_refused, link, {bounds_.inside->string(), target.string()});
        }
        return false;
    }
    const auto info = files_.info(target);
    if (!bounds_.owner || !info || info->owner == *bounds_.owner) return true;
    report(code::skill_owner_refused, link, {target.string()});
    return false;
}

/// The target of a link, or nothing, reported.
std::optional<Path> SourceReader::follow(const Path& link) {
    auto target = files_.real_path(link);
    if (!target) {
        const auto leads_to = files_.read_link(link);
        report(code::skill_link_dangling, link, {leads_to ? leads_to->string() : std::string()});
        return std::nullopt;
    }
    if (!may_follow(link, *target)) return std::nullopt;
    return std::move(*target);
}

/// The real folder of a source, unless it does not exist, was read before or lies out of bounds.
std::optional<Path> SourceReader::enter_root(const Path& path) {
    auto real = files_.real_path(path);
    if (!real) {
        if (real.error().code != code::file_not_found) report(to_diagnostic(real.error()));
        return std::nullopt;
    }
    if (!entered_.insert(real->string()).second) return std::nullopt;
    if (*real != path && !may_follow(path, *real)) return std::nullopt;
    return std::move(*real);
}

std::optional<std::vector<DirectoryEntry>> SourceReader::list(const Path& folder) {
    auto entries = files_.list(folder);
    if (entries) return std::move(*entries);
    report(to_diagnostic(entries.error()));
    return std::nullopt;
}

/// Counts a folder; false once there are too many below this root, which is reported once.
bool SourceReader::may_enter_another() {
    if (++directories_ <= kDirectoriesPerRoot) return true;
    if (!full_) report(code::skill_too_many_directories, source_->path, {std::to_string(kDirectoriesPerRoot)});
    full_ = true;
    return false;
}

void SourceReader::read_root(OpenedSource& opened) {
    for (std::size_t i = 0; i < opened.entries.size(); ++i) {
        const auto& entry = opened.entries[i];
        if (opened.ahead[i]) {
            if (!may_enter_another()) break;
            keep_ahead(opened, i);
            opened.taken = i + 1;
            continue;
        }
        const auto path = source_->path / entry.name;
        if (is_never_entered(entry.name)) continue;
        if (is_account_folder(entry.name)) {
            report_account_folder(path, entry.name);
            continue;
        }
        if (!is_usable_skill_name(entry.name)) {
            report(to_diagnostic(make_error(code::skill_name_refused, path.string(), {with_breaks_shown(entry.name)})));
        } else if (entry.kind == FileKind::directory) {
            if (!may_enter_another()) break;
            read_folder(path, *opened.real / entry.name, entry.name);
        } else if (entry.kind == FileKind::link) {
            links_.emplace_back([this, path, name = entry.name] { read_linked_folder(path, name); });
        }
    }
    read_links();
}

void SourceReader::read_links() {
    links_turn_ = true;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const auto read_link = std::move(links_[i]);  // it may add more
        read_link();
    }
    links_.clear();
}

/// A folder of skills is none: the first that is too deep in it says enough.
void SourceReader::read_linked_folder(const Path& path, const std::string& name) {
    const auto target = follow(path);
    if (!target || !files_.is_directory(*target) || !may_enter_another()) return;
    const auto reported = std::exchange(nested_reported_, kReportedNested - 1);
    read_folder(path, *target, name);
    nested_reported_ = reported;
}

/// The skills of an account are in folders of it; a skill right in it is one that somebody meant.
void SourceReader::report_account_folder(const Path& path, std::string_view name) {
    const auto file = path / kSkillFileName;
    if (files_.info(file)) report(code::skill_name_reserved, file, {name});
}

/// A source that is one skill; its path is the folder or the file in it.
void SourceReader::read_single_folder() {
    const auto& path = source_->path;
    const auto info = files_.info(path);
    const auto real = files_.real_path(path);
    if (!info || !real) return report(to_diagnostic(info ? real.error() : info.error()));
    if (*real != path && !may_follow(path, *real)) return;
    const auto folder = info->kind == FileKind::directory ? path : path.parent_path();
    const auto name = source_->name.empty() ? folder.filename().string() : source_->name;
    if (info->kind == FileKind::directory) return read_folder(path, *real, name);
    read_entry(path, *real, name);
}

/// One folder that may hold a skill. `path` is how it was reached, `real` where it is.
void SourceReader::read_folder(const Path& path, const Path& real, const std::string& name) {
    const auto file = path / kSkillFileName;
    auto start = files_.read_start(file, kSkillHeadBytes, Links::keep);
    if (start) return read_skill_file(file, real / kSkillFileName, std::move(*start), name);
    if (start.error().code != code::file_not_found) return report(to_diagnostic(start.error()));
    const auto entries = list(path);
    if (!entries) return;
    for (const auto& entry : *entries) {
        if (lower(entry.name) != lower(kSkillFileName)) continue;
        return read_entry(path / entry.name, real / entry.name, name);
    }
    if (source_->kind == SkillSource::Kind::root) report_nested(path, *entries, 1);
}

void SourceReader::read_entry(const Path& path, const Path& real, const std::string& name) {
    auto start = files_.read_start(path, kSkillHeadBytes, Links::keep);
    if (!start) return report(to_diagnostic(start.error()));
    read_skill_file(path, real, std::move(*start), name);
}

void SourceReader::read_skill_file(const Path& path, const Path& real, FileStart start, const std::string& name) {
    const bool link = start.info.kind == FileKind::link;
    if (link && !links_turn_ && is_folder_of_many(*source_)) {
        links_.emplace_back([this, path, real, name] { read_entry(path, real, name); });
        return;
    }
    const auto target = link ? follow(path) : std::optional<Path>(real);
    if (!target) return;
    if (!is_new(target->string(), path.string(), name)) return;
    if (link) {
        auto behind = files_.read_start(*target, kSkillHeadBytes, Links::keep);
        if (!behind) return report(to_diagnostic(behind.error()));
        start = std::move(*behind);
    }
    auto skill = std::make_shared<Skill>();
    const auto read = read_skill(files_, path.string(), start, name, source_, *skill);
    if (!read) return report(to_diagnostic(read.error()));
    if (!skill->is_command() && path.filename() != kSkillFileName) {
        skill->diagnostics.push_back(
            make_diagnostic(code::skill_file_name_case, path.string(), {path.filename().string()}));
    }
    keep(std::shared_ptr<const Skill>(std::move(skill)));
}

/// Skills are the direct children of a root; one further down is not read, but not passed over in silence either.
void SourceReader::report_nested(const Path& folder, const std::vector<DirectoryEntry>& entries, int depth) {
    for (const auto& entry : entries) {
        if (entry.kind != FileKind::directory || is_no_skill(entry.name)) continue;
        if (!may_enter_another() || nested_reported_ >= kReportedNested) return;
        const auto below = folder / entry.name;
        if (files_.info(below / kSkillFileName, Links::keep)) {
            ++nested_reported_;
            report(code::skill_nested, below / kSkillFileName, {source_->path.string()});
            continue;
        }
        const auto deeper = depth < kNestedDepth ? files_.list(below) : Result<std::vector<DirectoryEntry>>({});
        if (deeper) report_nested(below, *deeper, depth + 1);
    }
}

void SourceReader::read_command_folder(const Path& path, const Path& real, const std::string& prefix, int depth) {
    const auto entries = list(path);
    if (!entries) return;
    for (const auto& entry : *entries) {
        if (is_no_skill(entry.name)) continue;
        const auto below = path / entry.name;
        if (entry.kind == FileKind::link) {
            links_.emplace_back([this, below, prefix, depth] { read_linked_command(below, prefix, depth); });
        } else if (entry.kind == FileKind::directory) {
            if (!may_enter_another()) return;
            enter_command_folder(below, real / entry.name, prefix + entry.name + ":", depth + 1);
        } else if (const auto name = command_name(entry.name)) {
            read_entry(below, real / entry.name, prefix + *name);
        }
    }
}

void SourceReader::read_linked_command(const Path& path, const std::string& prefix, int depth) {
    const auto target = follow(path);
    if (!target) return;
    const auto name = path.filename().string();
    if (files_.is_directory(*target)) {
        if (may_enter_another()) enter_command_folder(path, *target, prefix + name + ":", depth + 1);
    } else if (const auto stem = command_name(name)) {
        read_entry(path, *target, prefix + *stem);
    }
}

void SourceReader::enter_command_folder(const Path& path, const Path& real, const std::string& prefix, int depth) {
    if (depth > kCommandFolderDepth) {
        return report(code::skill_commands_too_deep, path, {std::to_string(kCommandFolderDepth)});
    }
    if (entered_.insert(real.string()).second) read_command_folder(path, real, prefix, depth);
}

void SourceReader::read_single_command() {
    if (has_own_text(*source_)) return keep(skill_from_text(source_));
    read_entry(source_->path, source_->path, source_->name);
}

}  // namespace skilldeck
