// SPDX-License-Identifier: Apache-2.0
#include "os/digest.hpp"

#include "base/text.hpp"
#include "os/codes.hpp"

#include <sha2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace skilldeck {

namespace {

constexpr std::uint32_t kSetIdBits = 06000;
constexpr std::string_view kLink = "link ", kArrow = " -> ";

class Sha256 {
public:
    Sha256() { SHA256Init(&state_); }
    void add(std::string_view bytes) {
        SHA256Update(&state_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    [[nodiscard]] std::string hex() {
        static constexpr std::string_view kDigits = "0123456789abcdef";
        std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
        SHA256Final(digest.data(), &state_);
        std::string text;
        for (const auto byte : digest) {
            text += kDigits[byte >> 4U];
            text += kDigits[byte & 15U];
        }
        return text;
    }

private:
    SHA2_CTX state_{};
};

/// One line stays one line and one link stays one link, whatever the names hold: two different trees must never have
/// the same list, for approvals hang on its digest.
std::string escape(std::string_view name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '\n')
            text += "\\n";
        else if (name[i] == '\\')
            text += "\\\\";
        else if (name.substr(i, kArrow.size()) == kArrow)
            text += "\\ ";
        else
            text += name[i];
    }
    return text;
}

struct Room {
    std::uint64_t most, left;  ///< bytes of files
};

struct Line {
    std::string path;  ///< below the root, with slashes
    std::string text;
};

Result<std::string> line_of(const FileReader& files, const Path& entry, const std::string& relative, Room& room) {
    const auto info = files.info(entry, Links::keep);
    if (!info) return info.error();
    if (info->kind == FileKind::link) {
        const auto target = files.read_link(entry);
        if (!target) return target.error();
        return std::string(kLink) + escape(target->string()) + std::string(kArrow) + escape(relative) + "\n";
    }
    if (info->kind != FileKind::regular)
        return make_error(code::file_unreadable, entry.string(), {"not a regular file"});
    if ((info->mode & kSetIdBits) != 0)
        return make_error(code::file_unreadable, entry.string(), {"a set-id file is refused"});
    if (info->size > room.left) return make_error(code::file_too_large, entry.string(), {std::to_string(room.most)});
    room.left -= info->size;
    const auto digest = sha256_of_file(files, entry);
    if (!digest) return digest.error();
    return std::string(info->executable() ? "755 " : "644 ") + *digest + " " + escape(relative) + "\n";
}

/// Adds the lines of one directory and puts the directories in it on `pending`.
Result<> add_directory(const FileReader& files, const Path& root, const std::string& relative,
                       std::vector<std::string>& pending, std::vector<Line>& lines, Room& room) {
    const auto entries = files.list(relative.empty() ? root : root / relative);
    if (!entries) return entries.error();
    for (const auto& entry : *entries) {
        auto path = relative.empty() ? entry.name : relative + "/" + entry.name;
        if (entry.kind == FileKind::directory) {
            pending.push_back(std::move(path));
            continue;
        }
        auto text = line_of(files, root / path, path, room);
        if (!text) return text.error();
        lines.push_back({std::move(path), std::move(*text)});
    }
    return {};
}

}  // namespace

std::string sha256(std::string_view bytes) {
    Sha256 digest;
    digest.add(bytes);
    return digest.hex();
}

Result<std::string> sha256_of_file(const FileReader& files, const Path& file) {
    Sha256 digest;
    if (const auto read = files.read_pieces(file, [&](std::string_view piece) { digest.add(piece); }); !read)
        return read.error();
    return digest.hex();
}

Result<std::string> tree_manifest(const FileReader& files, const Path& root) {
    return tree_manifest(files, root, std::numeric_limits<std::uint64_t>::max());
}

Result<std::string> tree_manifest(const FileReader& files, const Path& root, std::uint64_t most_bytes) {
    std::vector<Line> lines;
    Room room{most_bytes, most_bytes};
    std::vector<std::string> pending{""};
    while (!pending.empty()) {
        const auto directory = std::move(pending.back());
        pending.pop_back();
        if (const auto added = add_directory(files, root, directory, pending, lines, room); !added)
            return added.error();
    }
    std::ranges::sort(lines, {}, &Line::path);
    std::string text;
    for (const auto& line : lines) text += line.text;
    return text;
}

std::string_view manifest_path(std::string_view line) {
    if (line.starts_with(kLink)) return line.substr(line.rfind(kArrow) + kArrow.size());
    return line.substr(line.find(' ', line.find(' ') + 1) + 1);
}

std::string manifest_below(std::string_view manifest, std::string_view folder) {
    std::string below;
    for (const auto line : split(manifest, '\n')) {
        const auto path = manifest_path(line);
        if (path.size() <= folder.size() || !path.starts_with(folder) || path[folder.size()] != '/') continue;
        below += line.substr(0, line.size() - path.size());
        below += path.substr(folder.size() + 1);
        below += '\n';
    }
    return below;
}

Result<std::string> tree_digest(const FileReader& files, const Path& root) {
    const auto manifest = tree_manifest(files, root);
    if (!manifest) return manifest.error();
    return sha256(*manifest);
}

}  // namespace skilldeck
