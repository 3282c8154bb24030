// SPDX-License-Identifier: Apache-2.0
#include "package/package_reading.hpp"

#include "base/codes.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "os/codes.hpp"
#include "package/claude_server.hpp"
#include "package/codes.hpp"
#include "package/json_validation.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kSkillFile = "SKILL.md";
constexpr std::string_view kLowerSkillFile = "skill.md";
constexpr int kNestedDepth = 3;  // folders below a child of skills/ in which a misplaced SKILL.md is looked for
constexpr std::size_t kReportedNested = 20;
constexpr std::array<std::string_view, 6> kNeverSearched{".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__"};
constexpr std::string_view kMarkdown = ".md";
constexpr std::string_view kReadme = "README.md";
constexpr std::size_t kReportedUnread = 20;

/// In any case: `UP.MD` was meant as one too.
bool is_markdown_like(std::string_view name) {
    return fold_name(name).ends_with(kMarkdown);
}

void as_warnings(Diagnostics found, Diagnostics& diagnostics) {
    for (auto& diagnostic : found) {
        diagnostic.severity = Severity::warning;
        diagnostic.message += "; it is ignored";
        diagnostics.push_back(std::move(diagnostic));
    }
}

Diagnostics faults_of_server(std::string_view name, const boost::json::value& value, const Place& place) {
    if (value.is_object()) return claude_server_faults(name, value.get_object(), place);
    const auto fault = "it is " + std::string(json_kind(value)) + ", wanted an object";
    return {make_diagnostic(code::mcp_server_invalid, place, {name, fault})};
}

}  // namespace

PackageReading::PackageReading(const FileReader& reader, Path real_root) : files(reader) {
    package.root = std::move(real_root);
}

void PackageReading::report(Code code, const Path& file, std::initializer_list<std::string_view> arguments) {
    package.diagnostics.push_back(make_diagnostic(code, file.string(), arguments));
}

void PackageReading::report(Code code, Place place, std::initializer_list<std::string_view> arguments) {
    package.diagnostics.push_back(make_diagnostic(code, std::move(place), arguments));
}

void PackageReading::report(const Error& error, Severity severity) {
    package.diagnostics.push_back(to_diagnostic(error));
    package.diagnostics.back().severity = severity;
}

void PackageReading::unsupported(std::string_view kind) {
    auto& kinds = package.unsupported;
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.emplace_back(kind);
}

Result<boost::json::value> PackageReading::read_json(const Path& file, std::size_t bytes) {
    const auto text = files.read(file, bytes);
    if (!text) return text.error();
    auto document = parse_json(*text, file.string(), {bytes, kPackageJsonDepth});
    if (document) report_repeated_members(*text, file, package.diagnostics);
    return document;
}

Result<boost::json::object> PackageReading::read_json_object(const Path& file, std::size_t bytes) {
    auto document = read_json(file, bytes);
    return document ? json_document_object(*std::move(document), file.string()) : document.error();
}

std::optional<Path> PackageReading::inside(const Path& path) {
    const auto real = files.real_path(path);
    if (real && lies_below(*real, package.root)) return *real;
    if (real) {
        report(code::package_link_outside, path, {real->generic_string()});
    } else if (const auto target = files.read_link(path)) {
        report(code::package_link_dangling, path, {target->generic_string()});
    } else if (real.error().code != code::file_not_found) {
        report(real.error(), Severity::error);
    }
    return std::nullopt;
}

std::optional<Path> PackageReading::locate(const WrittenPath& written) {
    const Path relative(written.text);
    const auto refuse = [&](Code code) {
        report(code, written.place.value(), {written.component, written.text});
        return std::nullopt;
    };
    if (written.text.empty() || written.text.find('\\') != std::string_view::npos)
        return refuse(code::package_path_form);
    if (relative.is_absolute() || climbs_out(relative)) return refuse(code::package_path_outside);
    const auto real = files.real_path(package.root / relative);
    if (!real) return refuse(code::package_path_missing);
    if (!lies_below(*real, package.root)) return refuse(code::package_path_outside);
    if (!written.text.starts_with("./") && written.text != ".") {
        report(code::package_path_without_dot, written.place.value(), {written.component, written.text});
    }
    return *real;
}

bool PackageReading::count_directory() {
    if (++directories_ <= kPackageDirectories) return true;
    if (!std::exchange(full_, true)) {
        report(code::package_too_many_directories, package.root, {std::to_string(kPackageDirectories)});
    }
    return false;
}

std::optional<Path> PackageReading::skill_file(const Path& directory) {
    for (const auto name : {kSkillFile, kLowerSkillFile}) {
        const auto file = inside(directory / name);
        if (file && files.is_file(*file)) return file;
        if (file) report(code::package_wrong_kind, directory / name, {name, "a file"});
    }
    return std::nullopt;
}

bool PackageReading::add_skill(const Path& directory, std::string_view name) {
    const auto file = skill_file(directory);
    if (!file) return false;
    if (seen_files_.insert(*file).second) package.skills.push_back({std::string(name), *file});
    return true;
}

void PackageReading::add_skill_path(const Path& directory) {
    if (!files.is_directory(directory)) {
        report(code::package_wrong_kind, directory, {"skills", "a directory"});
        return;
    }
    if (directory == package.root ? add_root_skill() : add_skill(directory, directory.filename().string())) return;
    add_skills_below(directory);
}

void PackageReading::add_skills_below(const Path& directory) {
    const auto entries = files.list(directory);
    if (!entries) {
        report(entries.error(), Severity::error);
        return;
    }
    for (const auto& entry : *entries) {
        if (entry.kind == FileKind::regular && is_markdown_like(entry.name) && entry.name != kReadme)
            note_unread(directory / entry.name, "a skill is a folder with a SKILL.md");
        if (entry.kind != FileKind::directory && entry.kind != FileKind::link) continue;
        const auto child = entry.kind == FileKind::link ? inside(directory / entry.name) : directory / entry.name;
        if (!child || !files.is_directory(*child)) continue;
        if (!count_directory()) return;
        const auto said = package.diagnostics.size();
        if (add_skill(*child, entry.name) || find_nested_skills(*child, 1)) continue;
        const bool searched =
            !entry.name.starts_with('.') && std::ranges::find(kNeverSearched, entry.name) == kNeverSearched.end();
        if (searched && package.diagnostics.size() == said) note_unread(directory / entry.name, "it holds no SKILL.md");
    }
}

void PackageReading::note_unread(const Path& path, std::string_view why) {
    if (++noted_unread_ <= kReportedUnread) report(code::package_file_unread, path, {why});
}

/// Only the direct children of a folder of skills are skills; one further down is not passed over in silence.
bool PackageReading::find_nested_skills(const Path& directory, int depth) {
    const auto entries = files.list(directory);
    if (!entries) return false;
    bool found = false;
    for (const auto& entry : *entries) {
        const bool searched = std::ranges::find(kNeverSearched, entry.name) == kNeverSearched.end();
        if (entry.kind != FileKind::directory || !searched || !count_directory()) continue;
        const Path below = directory / entry.name;
        if (files.is_file(below / kSkillFile)) {
            nested_skills_.push_back(below / kSkillFile);
            found = true;
        } else if (depth < kNestedDepth) {
            found = find_nested_skills(below, depth + 1) || found;
        }
    }
    return found;
}

void PackageReading::report_nested_skills() {
    std::size_t reported = 0;
    for (const auto& file : nested_skills_) {
        if (seen_files_.contains(file)) continue;
        if (++reported > kReportedNested) return;
        report(code::package_skill_nested, file);
    }
}

void PackageReading::report_unread_root_skill() {
    const auto real = files.real_path(package.root / kSkillFile);
    if (real && files.is_file(*real) && !seen_files_.contains(*real)) report(code::package_root_skill_unread, *real);
}

bool PackageReading::add_root_skill() {
    return add_skill(package.root, package.name);
}

void PackageReading::add_commands(const Path& path) {
    add_markdown(path, kCommands);
}

void PackageReading::add_agents(const Path& path) {
    add_markdown(path, kAgents);
}

void PackageReading::add_command_text(CommandFile command) {
    package.commands.push_back(std::move(command));
}

void PackageReading::add_markdown(const Path& path, std::string_view kind) {
    if (files.is_directory(path)) {
        walked_.clear();
        walk_markdown(path, {}, kind);
    } else if (path.extension() == kMarkdown) {
        add_markdown_file(path, path.stem().string(), kind);
    } else {
        report(code::package_wrong_kind, path, {kind, "a Markdown file or a directory"});
    }
}

void PackageReading::walk_markdown(const Path& directory, const std::string& prefix, std::string_view kind) {
    if (!walked_.insert(directory).second || !count_directory()) return;
    const auto entries = files.list(directory);
    if (!entries) {
        report(entries.error(), Severity::error);
        return;
    }
    for (const auto& entry : *entries) {
        const auto path = entry.kind == FileKind::link ? inside(directory / entry.name) : directory / entry.name;
        if (!path || entry.kind == FileKind::other) continue;
        if (files.is_directory(*path)) {
            walk_markdown(*path, prefix + entry.name + ":", kind);
        } else if (Path(entry.name).extension() == kMarkdown && files.is_file(*path)) {
            add_markdown_file(*path, prefix + Path(entry.name).stem().string(), kind);
        } else if (!entry.name.starts_with('.')) {
            note_unread(directory / entry.name, "its name does not end in .md");
        }
    }
}

void PackageReading::add_markdown_file(const Path& file, const std::string& name, std::string_view kind) {
    if (!seen_files_.insert(file).second) return;
    if (kind == kAgents) {
        package.agents.push_back({name, file});
    } else {
        package.commands.push_back({name, file, std::nullopt, {}});
    }
}

void PackageReading::add_hooks_file(const Path& file) {
    if (!seen_files_.insert(file).second) return;
    package.json_files.push_back(file);
    const auto document = read_json_object(file, kComponentFileBytes);
    if (!document) {
        report(document.error(), Severity::error);
        return;
    }
    if (document->contains("modules")) unsupported("mods");
    const auto place = Place(file.string()) / "hooks";
    if (const auto* events = json_object(*document, "hooks")) {
        add_hooks(place, *events);
    } else if (document->contains("hooks") || !document->contains("modules")) {
        report(code::hooks_not_wrapped, place);
    }
}

void PackageReading::add_hooks(const Place& place, const boost::json::object& events) {
    if (!events.empty()) package.hooks.push_back({Path(place.file), events, place.pointer});
}

void PackageReading::add_mcp_file(const Path& file) {
    if (!seen_files_.insert(file).second) return;
    package.json_files.push_back(file);
    auto document = read_json_object(file, kComponentFileBytes);
    if (!document) {
        report(document.error(), Severity::error);
        return;
    }
    auto* wrapped = document->if_contains("mcpServers");
    const Place place(file.string());
    if (wrapped == nullptr) {
        document->erase("$schema");
        add_mcp(PackageFormat::claude, place, std::move(*document));
    } else if (wrapped->is_object()) {
        add_mcp(PackageFormat::claude, place / "mcpServers", std::move(wrapped->get_object()));
    } else {
        report(code::json_wrong_type, (place / "mcpServers").value(), {"mcpServers", json_kind(*wrapped), "an object"});
    }
}

void PackageReading::add_mcp(PackageFormat format, const Place& place, boost::json::object servers) {
    for (auto server = servers.begin(); server != servers.end();) {
        const auto at = place / server->key();
        auto faults = format == PackageFormat::claude ? faults_of_server(server->key(), server->value(), at)
                                                      : Diagnostics{};  // judged where it is read
        const auto fatal = std::ranges::find(faults, Severity::error, &Diagnostic::severity);
        const bool refused = fatal != faults.end();
        if (refused) refuse_server(format, at, *server, fatal->message);
        for (auto& fault : faults) package.diagnostics.push_back(std::move(fault));
        server = refused ? servers.stable_erase(server) : std::next(server);
    }
    for (auto& earlier : package.mcp) {
        for (const auto& server : servers) {
            const auto* replaced = earlier.servers.find(server.key());
            if (replaced != earlier.servers.end()) earlier.servers.stable_erase(replaced);
        }
    }
    std::erase_if(package.mcp, [](const McpDocument& document) { return document.servers.empty(); });
    if (!servers.empty()) package.mcp.push_back({format, Path(place.file), std::move(servers), place.pointer});
}

void PackageReading::refuse_server(PackageFormat format, const Place& place, const boost::json::key_value_pair& server,
                                   std::string why) {
    const auto* fields = server.value().if_object();
    package.refused_servers.push_back(
        {server.key(), std::move(why), fields != nullptr ? *fields : boost::json::object(), place, format});
}

bool PackageReading::has_directory(std::string_view relative) const {
    return files.is_directory(package.root / Path(relative));
}

bool PackageReading::has_file(std::string_view relative) const {
    return files.is_file(package.root / Path(relative));
}

std::optional<Path> PackageReading::default_directory(std::string_view relative) {
    auto path = inside(package.root / Path(relative));
    if (!path || files.is_directory(*path)) return path;
    report(code::package_wrong_kind, package.root / Path(relative), {relative, "a directory"});
    return std::nullopt;
}

std::optional<Path> PackageReading::default_file(std::string_view relative) {
    auto path = inside(package.root / Path(relative));
    if (!path || files.is_file(*path)) return path;
    report(code::package_wrong_kind, package.root / Path(relative), {relative, "a file"});
    return std::nullopt;
}

Result<boost::json::object> read_package_json(const FileReader& files, const Path& file, std::size_t bytes) {
    const auto text = files.read(file, bytes);
    if (!text) return text.error();
    return parse_json_object(*text, file.string(), {bytes, kPackageJsonDepth});
}

std::string descriptive_text(const boost::json::object& object, std::string_view key, const Place& place,
                             Diagnostics& diagnostics) {
    Diagnostics found;
    auto text = json_string(object, key, place, found);
    as_warnings(std::move(found), diagnostics);
    return std::move(text).value_or(std::string{});
}

std::string descriptive_version(const boost::json::object& object, const Place& place, Diagnostics& diagnostics) {
    auto version = descriptive_text(object, "version", place, diagnostics);
    const auto problem = version_problem(version);
    if (problem.empty()) return version;
    diagnostics.push_back(make_diagnostic(code::package_version_unusable, (place / "version").value(), {problem}));
    return {};
}

std::vector<std::string> descriptive_texts(const boost::json::object& object, std::string_view key, const Place& place,
                                           Diagnostics& diagnostics) {
    Diagnostics found;
    auto texts = json_strings(object, key, place, found);
    as_warnings(std::move(found), diagnostics);
    return texts;
}

std::optional<bool> descriptive_flag(const boost::json::object& object, std::string_view key, const Place& place,
                                     Diagnostics& diagnostics) {
    Diagnostics found;
    const auto flag = json_bool(object, key, place, found);
    as_warnings(std::move(found), diagnostics);
    return flag;
}

}  // namespace skilldeck
