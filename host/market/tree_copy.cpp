// SPDX-License-Identifier: Apache-2.0
#include "market/tree_copy.hpp"

#include <utility>

namespace skilldeck {

namespace {

constexpr std::uint32_t kExecutableMode = 0755;
constexpr std::uint32_t kPlainMode = 0644;
constexpr std::size_t kFilesAStep = 64;  ///< of progress

class TreeCopy final : public TreeVisitor {
public:
    TreeCopy(FileWriter& writer, const Path& from, const Path& to, Diagnostics& warnings, const TreeLimits& limits,
             const CopyProgress& progress)
        : writer_(writer), from_(from), to_(to), warnings_(warnings), limits_(limits), progress_(progress) {}

    Result<> directory(const Path& relative) override { return writer_.make_directories(to_ / relative); }

    Result<> file(const Path& relative, const FileInfo& info) override {
        FileCopy copy;
        copy.from_root = from_;
        copy.from = relative;
        copy.to_root = to_;
        copy.to = relative;
        copy.mode = info.executable() ? kExecutableMode : kPlainMode;
        copy.limit = limits_.file_bytes;  // it may have grown since it was looked at
        if (progress_ && files_ % kFilesAStep == 0) progress_(files_);
        ++files_;
        return writer_.copy_file(copy);
    }

    Result<> link(const Path& relative, const Path& target) override {
        return writer_.make_link(target, to_ / relative);
    }

    Result<> refused(Error why) override { return why; }
    void left_out(Diagnostic what) override { warnings_.push_back(std::move(what)); }

private:
    FileWriter& writer_;
    const Path& from_;
    const Path& to_;
    Diagnostics& warnings_;
    const TreeLimits& limits_;
    const CopyProgress& progress_;
    std::size_t files_ = 0;
};

}  // namespace

Result<> copy_plugin_tree(const FileReader& files, FileWriter& writer, const Path& from, const Path& to,
                          Diagnostics& warnings, TreeLimits limits, const CopyProgress& progress) {
    TreeCopy copy(writer, from, to, warnings, limits, progress);
    return walk_plugin_tree(files, from, limits, copy);
}

}  // namespace skilldeck
