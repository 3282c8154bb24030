// SPDX-License-Identifier: Apache-2.0
#include "market/tree_copy.hpp"

#include <utility>

namespace skilldeck {

namespace {

constexpr std::uint32_t kExecutableMode = 0755;
constexpr std::uint32_t kPlainMode = 0644;

class TreeCopy final : public TreeVisitor {
public:
    TreeCopy(FileWriter& writer, const Path& from, const Path& to, Diagnostics& warnings, const TreeLimits& limits)
        : writer_(writer), from_(from), to_(to), warnings_(warnings), limits_(limits) {}

    Result<> directory(const Path& relative) override { return writer_.make_directories(to_ / relative); }

    Result<> file(const Path& relative, const FileInfo& info) override {
        FileCopy copy;
        copy.from_root = from_;
        copy.from = relative;
        copy.to_root = to_;
        copy.to = relative;
        copy.mode = info.executable() ? kExecutableMode : kPlainMode;
        copy.limit = limits_.file_bytes;  // it may have grown since it was looked at
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
};

}  // namespace

Result<> copy_plugin_tree(const FileReader& files, FileWriter& writer, const Path& from, const Path& to,
                          Diagnostics& warnings, TreeLimits limits) {
    TreeCopy copy(writer, from, to, warnings, limits);
    return walk_plugin_tree(files, from, limits, copy);
}

}  // namespace skilldeck
