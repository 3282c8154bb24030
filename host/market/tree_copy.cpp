// SPDX-License-Identifier: Apache-2.0
#include "market/tree_copy.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::uint32_t kSetIdBits = 06000;
constexpr std::uint32_t kExecutableMode = 0755;
constexpr std::uint32_t kPlainMode = 0644;
constexpr std::string_view kGitFolder = ".git";

class TreeCopy {
public:
    TreeCopy(const FileReader& files, FileWriter& writer, const Path& from, const Path& to, Diagnostics& warnings,
             TreeLimits limits)
        : files_(files), writer_(writer), from_(from), to_(to), warnings_(warnings), limits_(limits) {}

    Result<> run() {
        pending_.emplace_back();
        while (!pending_.empty()) {
            const Path directory = std::move(pending_.back());
            pending_.pop_back();
            if (auto copied = copy_directory(directory); !copied) return copied;
        }
        return {};
    }

private:
    [[nodiscard]] Error refuse(Code code, const Path& relative,
                               std::initializer_list<std::string_view> arguments = {}) const {
        return make_error(code, (from_ / relative).generic_string(), arguments);
    }

    Result<> copy_directory(const Path& relative) {
        if (auto made = writer_.make_directories(to_ / relative); !made) return made;
        const auto entries = files_.list(from_ / relative);
        if (!entries) return entries.error();
        std::map<std::string, std::string> names;  // folded -> as written
        for (const auto& entry : *entries) {
            if (entry.name == kGitFolder) continue;
            if (relative.empty() && entry.name == kStoredManifest) {
                warnings_.push_back(make_diagnostic(code::tree_reserved_name, (from_ / entry.name).generic_string()));
                continue;
            }
            if (++entries_ > limits_.entries) return refuse(code::tree_too_many, {}, {std::to_string(limits_.entries)});
            const Path path = relative / entry.name;
            if (!is_valid_utf8(entry.name) || has_unsafe_characters(entry.name))
                return refuse(code::tree_unsafe_name, path);
            const auto [other, is_new] = names.emplace(fold_name(entry.name), entry.name);
            if (!is_new) return refuse(code::tree_names_collide, path, {other->second});
            if (auto copied = copy_entry(entry, path); !copied) return copied;
        }
        return {};
    }

    Result<> copy_entry(const DirectoryEntry& entry, const Path& relative) {
        switch (entry.kind) {
            case FileKind::directory: pending_.push_back(relative); return {};
            case FileKind::link: return copy_link(relative);
            case FileKind::regular: return copy_file(relative);
            case FileKind::other: break;
        }
        return refuse(code::tree_special_file, relative);
    }

    Result<> copy_file(const Path& relative) {
        const auto info = files_.info(from_ / relative, Links::keep);
        if (!info) return info.error();
        if ((info->mode & kSetIdBits) != 0) return refuse(code::tree_set_id, relative);
        bytes_ += info->size;
        if (bytes_ > limits_.total_bytes)
            return refuse(code::tree_too_large, {}, {std::to_string(limits_.total_bytes)});
        FileCopy copy;
        copy.from_root = from_;
        copy.from = relative;
        copy.to_root = to_;
        copy.to = relative;
        copy.mode = info->executable() ? kExecutableMode : kPlainMode;
        copy.limit = limits_.file_bytes;
        return writer_.copy_file(copy);
    }

    /// A link stays a link. It may end anywhere below the root, also at nothing, but not outside.
    Result<> copy_link(const Path& relative) {
        const auto target = files_.read_link(from_ / relative);
        if (!target) return target.error();
        if (target->is_absolute() || climbs_out(relative.parent_path() / *target)) {
            return refuse(code::tree_link_outside, relative, {target->generic_string()});
        }
        const auto real = files_.real_path(from_ / relative);
        if (real && !lies_below(*real, from_))
            return refuse(code::tree_link_outside, relative, {target->generic_string()});
        return writer_.make_link(*target, to_ / relative);
    }

    [[nodiscard]] static bool climbs_out(const Path& relative) {
        int depth = 0;
        for (const auto& component : relative) {
            if (component == "..") {
                --depth;
            } else if (component != "." && !component.empty()) {
                ++depth;
            }
            if (depth < 0) return true;
        }
        return false;
    }

    const FileReader& files_;
    FileWriter& writer_;
    const Path& from_;
    const Path& to_;
    Diagnostics& warnings_;
    TreeLimits limits_;
    std::vector<Path> pending_;
    std::size_t entries_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace

Result<> copy_plugin_tree(const FileReader& files, FileWriter& writer, const Path& from, const Path& to,
                          Diagnostics& warnings, TreeLimits limits) {
    return TreeCopy(files, writer, from, to, warnings, limits).run();
}

}  // namespace skilldeck
