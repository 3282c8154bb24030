// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "build_files.hpp"
#include "git_state.hpp"
#include "languages.hpp"
#include "todos.hpp"

namespace workspace_context {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownLanguages = 12;
constexpr std::size_t kShownBuildSystems = 12;
constexpr std::size_t kShownAutomation = 10;
constexpr std::size_t kShownTodoFiles = 10;
constexpr std::size_t kReadmeBytes = 16 * 1024;
constexpr std::size_t kCommitDigits = 12;

struct SectionName {
    std::string_view word;
    Section section;
};
constexpr std::array<SectionName, 5> kSections = {{{"readme", Section::readme},
                                                   {"git", Section::git},
                                                   {"build", Section::build},
                                                   {"languages", Section::languages},
                                                   {"todos", Section::todos}}};

std::string size_text(std::uintmax_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " B";
    if (bytes < 1024 * 1024) return std::to_string((bytes + 512) / 1024) + " KiB";
    const auto tenths = (bytes * 10 + 512 * 1024) / (1024 * 1024);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MiB";
}

/// A path or another word of the project as code in Markdown.
std::string code(std::string_view text) {
    return "`" + one_line(text) + "`";
}

/// A table cell must not end the cell.
std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

std::string cut_note(const std::string& cut) {
    return cut.empty() ? "" : "\nIncomplete: " + cut + ".\n";
}

/// The first heading of a README: `# x`, an underlined line, or the first line there is.
std::string title_of(std::string_view text) {
    std::string first;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with("# ")) return one_line(line.substr(2));
        const std::string plain = one_line(line);
        const bool is_prose = !plain.empty() && plain.find_first_of("<![") != 0;
        if (first.empty() && is_prose) first = plain;
        const bool underlined = text.starts_with("===");
        if (underlined && is_prose) return plain;
    }
    return first;
}

std::string readme_block(const Workspace& workspace) {
    for (const std::string_view name : {"README.md", "README.rst", "README.txt", "README", "readme.md", "Readme.md"}) {
        const auto text = read_file(workspace.root / name, kReadmeBytes);
        if (!text) continue;
        const std::string title = title_of(*text);
        return "## README\n\n" + code(name) + (title.empty() ? std::string(" has no title.") : ": " + title) + "\n";
    }
    return "## README\n\nThere is no README at the top of the project.\n";
}

std::string git_block(const fs::path& project) {
    const auto state = read_git_state(project);
    std::string out = "## Git\n\n";
    if (!state) return out + "The project is not the top of a git work tree.\n";
    if (!state->is_readable) {
        return out + "A linked work tree; its git directory " + code(state->directory.generic_string()) +
               " cannot be read from here.\n";
    }
    if (state->branch.empty())
        out += "- HEAD is detached";
    else
        out += "- branch " + code(state->branch);
    if (state->commit.empty())
        out += ", no commit yet\n";
    else
        out += " at " + code(state->commit.substr(0, kCommitDigits)) + "\n";
    if (!state->upstream.empty()) out += "- upstream " + code(state->upstream) + "\n";
    for (const std::string& what : state->in_progress) out += "- **in progress: " + what + "**\n";
    for (const GitRemote& remote : state->remotes)
        out += "- remote " + code(remote.name) + ": " + code(remote.url) + "\n";
    if (state->stashes > 0) out += "- stashes: " + std::to_string(state->stashes) + "\n";
    if (state->is_linked)
        out += "- this is a linked work tree or submodule of " + code(state->directory.generic_string()) + "\n";
    if (state->worktrees > 0 && !state->is_linked)
        out += "- other work trees: " + std::to_string(state->worktrees) + "\n";
    if (state->is_shallow) out += "- the clone is shallow: older history is not there\n";
    return out;
}

std::string build_block(const Workspace& workspace) {
    const auto systems = find_build_systems(workspace);
    std::string out = "## Build and test\n\n";
    if (systems.empty())
        out += "No file of a known build tool was found.\n";
    else
        out += "Concluded from the files, not tried.\n\n| file | tool | build | test |\n|---|---|---|---|\n";
    for (std::size_t i = 0; i < std::min(systems.size(), kShownBuildSystems); ++i) {
        const BuildSystem& system = systems[i];
        out += "| " + cell(code(system.file)) + " | " + system.tool + " | " +
               (system.build.empty() ? "" : code(system.build)) + " | " +
               (system.test.empty() ? "" : code(system.test)) + " |\n";
    }
    if (systems.size() > kShownBuildSystems) {
        out += "\nand " + std::to_string(systems.size() - kShownBuildSystems) + " more\n";
    }
    const auto automation = find_automation(workspace);
    if (!automation.empty()) out += "\nHow it is run elsewhere:";
    for (std::size_t i = 0; i < std::min(automation.size(), kShownAutomation); ++i) {
        out += (i > 0 ? ", " : " ") + code(automation[i]);
    }
    return automation.empty() ? out : out + "\n";
}

std::string languages_block(const Workspace& workspace) {
    std::string out = "## Languages\n\n";
    const auto shares = count_languages(workspace.files);
    std::uintmax_t total = 0;
    for (const LanguageShare& share : shares) total += share.bytes;
    if (shares.empty()) return out + "No file of a known language was found.\n" + cut_note(workspace.cut);
    out += "| language | files | size | share |\n|---|---:|---:|---:|\n";
    for (std::size_t i = 0; i < std::min(shares.size(), kShownLanguages); ++i) {
        const LanguageShare& share = shares[i];
        const auto percent = total == 0 ? 0 : (share.bytes * 100 + total / 2) / total;
        out += "| " + std::string(share.name) + " | " + std::to_string(share.files) + " | " + size_text(share.bytes) +
               " | " + std::to_string(percent) + " % |\n";
    }
    if (shares.size() > kShownLanguages) out += "\nand " + std::to_string(shares.size() - kShownLanguages) + " more\n";
    return out + "\n" + std::to_string(workspace.files.size()) +
           " files, without what git ignores and without generated folders.\n" + cut_note(workspace.cut);
}

std::string todos_block(const Workspace& workspace, const Budget& budget) {
    const TodoReport report = count_todos(workspace, budget);
    std::string out = "## Notes in the code\n\n";
    for (std::size_t mark = 0; mark < kMarks.size(); ++mark) {
        out += (mark > 0 ? ", " : "") + std::string(kMarks[mark]) + ": " + std::to_string(report.counts[mark]);
    }
    out += " (in " + std::to_string(report.files_read) + " files read)\n";
    if (!report.files.empty()) out += "\n| file | notes | first at line |\n|---|---:|---:|\n";
    for (std::size_t i = 0; i < std::min(report.files.size(), kShownTodoFiles); ++i) {
        const TodoFile& file = report.files[i];
        out += "| " + cell(code(file.path)) + " | " + std::to_string(file.count) + " | " +
               std::to_string(file.first_line) + " |\n";
    }
    if (report.files.size() > kShownTodoFiles) {
        out += "\nand " + std::to_string(report.files.size() - kShownTodoFiles) + " more files\n";
    }
    return out + cut_note(report.cut.empty() ? workspace.cut : report.cut);
}

}  // namespace

std::variant<Request, std::string> read_request(const std::vector<std::string>& words, const fs::path& project) {
    Request request;
    for (const std::string& word : words) {
        const auto* section = std::find_if(kSections.begin(), kSections.end(),
                                           [&](const SectionName& name) { return name.word == word; });
        if (section != kSections.end()) {
            request.sections.insert(section->section);
            continue;
        }
        if (word == "all" || word.empty()) continue;
        if (!request.folder.empty())
            return "one folder at a time, not " + one_line(request.folder) + " and " + one_line(word);
        std::error_code error;
        const fs::path folder = fs::weakly_canonical(project / fs::path(word), error);
        const fs::path below = folder.lexically_relative(project);
        const bool is_inside = !error && !below.empty() && *below.begin() != "..";
        if (!is_inside || !fs::is_directory(folder, error)) {
            return "the project has no folder " + one_line(word) +
                   "; sections are readme, git, build, languages and todos";
        }
        request.folder = below == "." ? std::string() : below.generic_string();
    }
    if (request.sections.empty()) {
        for (const SectionName& name : kSections) request.sections.insert(name.section);
        // what a folder does not have of its own
        if (!request.folder.empty()) request.sections.erase(Section::git);
    }
    return request;
}

std::vector<std::string> summarise(const fs::path& project, const Request& request, const Budget& budget) {
    std::string head = "# Workspace " + code(project.filename().generic_string()) +
                       "\n\nProject directory: " + code(project.generic_string()) + "\n";
    if (!request.folder.empty()) head += "Only the folder " + code(request.folder) + ".\n";
    std::vector<std::string> blocks{std::move(head)};
    const auto wants = [&](Section section) { return request.sections.contains(section); };
    const bool needs_walk = wants(Section::build) || wants(Section::languages) || wants(Section::todos);
    Workspace workspace;
    workspace.root = project;
    if (needs_walk) workspace = walk(project, request.folder, budget);
    if (wants(Section::readme)) {
        Workspace top;
        top.root = project / fs::path(request.folder);
        blocks.push_back(readme_block(top));
    }
    if (wants(Section::git)) blocks.push_back(git_block(project));
    if (wants(Section::build)) blocks.push_back(build_block(workspace));
    if (wants(Section::languages)) blocks.push_back(languages_block(workspace));
    if (wants(Section::todos)) blocks.push_back(todos_block(workspace, budget));
    return blocks;
}

}  // namespace workspace_context
