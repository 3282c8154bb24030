// SPDX-License-Identifier: Apache-2.0
// Repositories that tests fetch from, made by the real git as an author would, without anybody's configuration.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::test {

/// Whether there is one on PATH (git_is_there.hpp makes a precondition of it).
[[nodiscard]] bool git_starts();

/// Standard output of git, run in `directory`; throws with what git says when it fails.
std::string run_git(const std::filesystem::path& directory, const std::vector<std::string>& arguments);

/// A bare repository and the working tree that its commits are made in.
class GitRepository {
public:
    /// `place` is made: `place/work` and `place/served.git`.
    explicit GitRepository(const std::filesystem::path& place);

    [[nodiscard]] std::filesystem::path work() const { return place_ / "work"; }
    [[nodiscard]] std::filesystem::path served() const { return place_ / "served.git"; }
    [[nodiscard]] std::string url() const { return "file://" + served().string(); }

    std::filesystem::path write(const std::filesystem::path& relative, std::string_view text) const;
    /// Everything that stands in the working tree, pushed to the branch `main`; its commit.
    std::string commit(const std::string& message = "change") const;
    /// One file of it, whatever git would say of the others.
    std::string commit_alone(const std::string& relative) const;
    void tag(const std::string& name) const;

private:
    [[nodiscard]] std::string commit_added(const std::string& message) const;

    std::filesystem::path place_;
};

}  // namespace skilldeck::test
