// SPDX-License-Identifier: Apache-2.0
#include "market/tree_rules.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::uint32_t kSetIdBits = 06000;
constexpr std::string_view kGitFolder = ".git";

class TreeWalk {
public:
    TreeWalk(const FileReader& files, const Path& root, const TreeLimits& limits, TreeVisitor& visitor)
        : files_(files), root_(root), limits_(limits), visitor_(visitor) {}

    Result<> run() {
        pending_.emplace_back();
        while (!pending_.empty() && !full_) {
            const Path directory = std::move(pending_.back());
            pending_.pop_back();
            if (auto done = walk_directory(directory); !done) return done;
        }
        return {};
    }

private:
    Result<> refuse(Code code, const Path& relative, std::initializer_list<std::string_view> arguments = {}) {
        return visitor_.refused(make_error(code, (root_ / relative).generic_string(), arguments));
    }

    Result<> end_beyond(Code code, std::uint64_t limit) {
        full_ = true;
        return visitor_.refused(make_error(code, root_.generic_string(), {std::to_string(limit)}));
    }

    Result<> walk_directory(const Path& relative) {
        if (auto done = visitor_.directory(relative); !done) return done;
        const auto entries = files_.list(root_ / relative);
        if (!entries) return visitor_.refused(entries.error());
        std::map<std::string, std::string> names;  // folded -> as written
        for (const auto& entry : *entries) {
            if (entry.name == kGitFolder) continue;
            if (relative.empty() && entry.name == kStoredManifest) {
                visitor_.left_out(make_diagnostic(code::tree_reserved_name, (root_ / entry.name).generic_string()));
                continue;
            }
            if (++entries_ > limits_.entries) return end_beyond(code::tree_too_many, limits_.entries);
            const auto [other, is_new] = names.emplace(fold_name(entry.name), entry.name);
            auto done = is_new ? walk_entry(entry, relative / entry.name)
                               : refuse(code::tree_names_collide, relative / entry.name, {other->second});
            if (!done || full_) return done;
        }
        return {};
    }

    Result<> walk_entry(const DirectoryEntry& entry, const Path& relative) {
        if (!is_valid_utf8(entry.name) || has_unsafe_characters(entry.name)) {
            return refuse(code::tree_unsafe_name, relative);
        }
        switch (entry.kind) {
            case FileKind::directory: pending_.push_back(relative); return {};
            case FileKind::link: return walk_link(relative);
            case FileKind::regular: return walk_file(relative);
            case FileKind::other: break;
        }
        return refuse(code::tree_special_file, relative);
    }

    Result<> walk_file(const Path& relative) {
        const auto info = files_.info(root_ / relative, Links::keep);
        if (!info) return visitor_.refused(info.error());
        if ((info->mode & kSetIdBits) != 0) return refuse(code::tree_set_id, relative);
        bytes_ += info->size;
        if (bytes_ > limits_.total_bytes) return end_beyond(code::tree_too_large, limits_.total_bytes);
        if (info->size > limits_.file_bytes) {
            return refuse(code::file_too_large, relative, {std::to_string(limits_.file_bytes)});
        }
        return visitor_.file(relative, *info);
    }

    /// A link stays a link. It may end anywhere below the root, also at nothing, but not outside.
    Result<> walk_link(const Path& relative) {
        const auto target = files_.read_link(root_ / relative);
        if (!target) return visitor_.refused(target.error());
        const auto real = files_.real_path(root_ / relative);
        const bool outside = target->is_absolute() || climbs_out(relative.parent_path() / *target) ||
                             (real && !lies_below(*real, root_));
        if (outside) return refuse(code::tree_link_outside, relative, {target->generic_string()});
        return visitor_.link(relative, *target);
    }

    const FileReader& files_;
    const Path& root_;
    const TreeLimits& limits_;
    TreeVisitor& visitor_;
    std::vector<Path> pending_;
    std::size_t entries_ = 0;
    std::uint64_t bytes_ = 0;
    bool full_ = false;
};

class TreeJudge final : public TreeVisitor {
public:
    Diagnostics findings;

    Result<> directory(const Path&) override { return {}; }
    Result<> file(const Path&, const FileInfo&) override { return {}; }
    Result<> link(const Path&, const Path&) override { return {}; }
    Result<> refused(Error why) override {
        findings.push_back(to_diagnostic(why));
        return {};
    }
    void left_out(Diagnostic what) override { findings.push_back(std::move(what)); }
};

}  // namespace

Result<> walk_plugin_tree(const FileReader& files, const Path& root, const TreeLimits& limits, TreeVisitor& visitor) {
    return TreeWalk(files, root, limits, visitor).run();
}

Diagnostics judge_plugin_tree(const FileReader& files, const Path& root, const TreeLimits& limits) {
    TreeJudge judge;
    if (const auto walked = walk_plugin_tree(files, root, limits, judge); !walked) {
        judge.findings.push_back(to_diagnostic(walked.error()));
    }
    return std::move(judge.findings);
}

}  // namespace skilldeck
