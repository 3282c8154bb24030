// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <skilldeck/cpp/utf8.hpp>

#include "ignore_rules.hpp"

namespace workspace_context {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIgnoreFileBytes = 64 * 1024;

/// Generated, vendored or of a tool: never part of what a project is about, whether or not a .gitignore says so.
constexpr std::array<std::string_view, 26> kSkipped = {
    ".git",        ".hg",       ".svn",  "node_modules", "bower_components", "build", "dist",        "target",
    "out",         "_build",    ".venv", "venv",         "__pycache__",      ".tox",  ".mypy_cache", ".pytest_cache",
    ".ruff_cache", ".gradle",   ".idea", ".vs",          ".cache",           ".next", ".nuxt",       ".terraform",
    "DerivedData", "CMakeFiles"};

bool is_skipped(std::string_view name) {
    const bool is_build_variant = name.starts_with("cmake-build-") || name.ends_with(".egg-info");
    return is_build_variant || std::find(kSkipped.begin(), kSkipped.end(), name) != kSkipped.end();
}

class Walk {
public:
    Walk(const fs::path& root, const Budget& budget, const WalkLimits& limits) : budget_(budget), limits_(limits) {
        workspace_.root = root;
    }

    Workspace run(std::string_view folder) {
        // the ignore files above the folder count as well
        if (!folder.empty()) read_ignore_file("");
        for (std::size_t at = folder.find('/'); at != std::string_view::npos; at = folder.find('/', at + 1)) {
            read_ignore_file(folder.substr(0, at));
        }
        visit(std::string(folder), 0);
        std::sort(workspace_.files.begin(), workspace_.files.end(),
                  [](const File& a, const File& b) { return a.path < b.path; });
        return std::move(workspace_);
    }

private:
    void cut(std::string why) {
        if (workspace_.cut.empty()) workspace_.cut = std::move(why);
    }

    void read_ignore_file(std::string_view directory) {
        if (const auto text = read_file(workspace_.root / fs::path(directory) / ".gitignore", kIgnoreFileBytes)) {
            rules_.add(directory, *text);
        }
    }

    void visit(const std::string& directory, std::size_t depth) {
        if (!workspace_.cut.empty()) return;
        if (!budget_.go_on()) return cut("time ran out");
        if (++directories_ > limits_.directories)
            return cut("more than " + std::to_string(limits_.directories) + " folders");
        if (depth > limits_.depth) return;
        read_ignore_file(directory);
        std::error_code error;
        std::vector<std::string> below;
        const auto options = fs::directory_options::skip_permission_denied;
        for (fs::directory_iterator it(workspace_.root / directory, options, error), end; !error && it != end;
             it.increment(error)) {
            if (auto subdirectory = take(*it, directory)) below.push_back(std::move(*subdirectory));
            if (!workspace_.cut.empty()) return;
        }
        std::sort(below.begin(), below.end());
        for (const std::string& subdirectory : below) visit(subdirectory, depth + 1);
    }

    /// Notes a file; hands back a directory that is to be visited.
    std::optional<std::string> take(const fs::directory_entry& entry, const std::string& directory) {
        std::error_code error;
        const std::string name = entry.path().filename().generic_string();
        const std::string path = directory.empty() ? name : directory + "/" + name;
        const auto status = entry.symlink_status(error);
        if (error || !skd::is_utf8(name)) return std::nullopt;
        if (fs::is_directory(status)) {
            return is_skipped(name) || rules_.ignores(path, EntryKind::directory) ? std::nullopt : std::optional(path);
        }
        if (!fs::is_regular_file(status) || rules_.ignores(path, EntryKind::file)) return std::nullopt;
        const auto size = entry.file_size(error);
        if (error) return std::nullopt;
        if (workspace_.files.size() >= limits_.files) {
            cut("more than " + std::to_string(limits_.files) + " files");
        } else {
            workspace_.files.push_back({path, size});
        }
        return std::nullopt;
    }

    const Budget& budget_;
    const WalkLimits& limits_;
    IgnoreRules rules_;
    Workspace workspace_;
    std::size_t directories_ = 0;
};

}  // namespace

Workspace walk(const fs::path& root, std::string_view folder, const Budget& budget, const WalkLimits& limits) {
    return Walk(root, budget, limits).run(folder);
}

std::optional<std::string> read_file(const fs::path& path, std::size_t most) {
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(path, error))) return std::nullopt;
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::string text(most, '\0');
    in.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

std::string one_line(std::string_view text, std::size_t most) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = skd::utf8_sequence(text, at);
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::string_view piece = text.substr(at, std::max<std::size_t>(length, 1));
        at += piece.size();
        if (length == 0) continue;
        if (out.size() + length > most) return out + "…";
        // C1 controls, bidirectional and zero-width characters could hide or reorder what a person reads
        const bool is_invisible = (length == 2 && piece < "\xC2\xA0") ||
                                  (piece >= "\xE2\x80\x8B" && piece <= "\xE2\x80\x8F") ||
                                  (piece >= "\xE2\x80\xA8" && piece <= "\xE2\x80\xAE") ||
                                  (piece >= "\xE2\x81\xA0" && piece <= "\xE2\x81\xAF") || piece == "\xEF\xBB\xBF";
        if (is_invisible || byte == 0x7F || byte == '`') continue;
        const bool is_blank = byte <= 0x20;
        if (is_blank && (out.empty() || out.back() == ' ')) continue;
        if (is_blank)
            out.push_back(' ');
        else
            out.append(piece);
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

}  // namespace workspace_context
