// SPDX-License-Identifier: Apache-2.0
// File changes below a scratch directory that are really done, recorded, and can stop like a killed process: from the
// chosen step on nothing happens any more. Syncing is only recorded: what a power cut does with the record is
// power_loss.hpp. One thread.
#pragma once

#include "os/file_changes.hpp"
#include "os/file_system.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck::test {

struct Change {
    enum class Kind {
        create,
        write,
        set_mode,
        set_owner,
        make_directory,
        make_link,
        rename,
        unlink,
        remove_directory,
        sync,
        sync_file_system,
    } kind;
    Path path;         ///< of what is changed, relative to the scratch directory
    Path to;           ///< of a rename
    std::string text;  ///< what is written; the target of a link
    std::uint32_t mode = 0;
};

[[nodiscard]] std::string word_of(const Change& change);
[[nodiscard]] std::string to_text(const Change& change);

class RecordedChanges final : public FileChanges {
public:
    /// Changes outside `scratch` (a real path) are refused.
    explicit RecordedChanges(Path scratch) : scratch_(std::move(scratch)) {}

    /// The steps of before are forgotten; the `step`-th from now, 0 the first, and all after it do not happen.
    void stop_before(std::size_t step);
    /// As before, but only that one step fails, for want of space, and the program goes on.
    void fail_at(std::size_t step);
    /// Nothing is stopped any more.
    void go_on();

    /// Whether the program came to that step.
    [[nodiscard]] bool reached() const { return reached_; }
    /// What was done.
    [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }

    Descriptor create(int folder, const std::string& name, std::uint32_t mode) override;
    int write(int file, std::string_view bytes) override;
    int set_mode(int file, std::uint32_t mode) override;
    int set_owner(int file, std::uint32_t user, std::uint32_t group) override;
    int make_directory(int folder, const std::string& name, std::uint32_t mode) override;
    int make_link(const std::string& target, int folder, const std::string& name) override;
    int rename(int from_folder, const std::string& from, int to_folder, const std::string& to) override;
    int unlink(int folder, const std::string& name) override;
    int remove_directory(int folder, const std::string& name) override;
    int sync(int file_or_directory) override;
    int sync_file_system(int place) override;

private:
    [[nodiscard]] Path path_of(int descriptor) const;
    /// 0 when the step may be done; it is recorded then.
    int step(Change change);
    int done(int error);

    Path scratch_;
    std::shared_ptr<FileChanges> system_ = system_file_changes();
    std::vector<Change> changes_;
    bool limited_ = false, once_ = false, reached_ = false;
    std::size_t limit_ = 0;
};

}  // namespace skilldeck::test
