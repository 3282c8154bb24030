// SPDX-License-Identifier: Apache-2.0
#include "git_repository.hpp"

#include "os/process.hpp"

#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>

namespace skilldeck::test {

namespace fs = std::filesystem;

namespace {

ProcessOutcome run(const fs::path& directory, std::vector<std::string> arguments) {
    const auto reactor = make_reactor();
    const auto processes = make_process_runner(*reactor);
    ProcessSpec spec;
    spec.argv = {"git",
                 "-c",
                 "user.name=Author",
                 "-c",
                 "user.email=author@example.org",
                 "-c",
                 "init.defaultBranch=main",
                 "-c",
                 "protocol.file.allow=always",
                 "-c",
                 "commit.gpgSign=false",
                 "-c",
                 "core.hooksPath=/dev/null"};
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    spec.working_directory = directory;
    spec.environment = child_environment();
    std::erase_if(spec.environment, [](const auto& variable) { return variable.first.starts_with("GIT_"); });
    spec.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
    spec.environment["GIT_CONFIG_NOSYSTEM"] = "1";
    std::optional<ProcessOutcome> outcome;
    processes->run(std::move(spec), {}, [&](ProcessOutcome ended) { outcome = std::move(ended); });
    reactor->run_until([&] { return outcome.has_value(); });
    return *std::move(outcome);
}

bool succeeded(const ProcessOutcome& outcome) {
    return outcome.end == ProcessOutcome::End::exited && outcome.exit_code == 0;
}

}  // namespace

bool git_starts() {
    return succeeded(run("/", {"--version"}));
}

std::string run_git(const fs::path& directory, const std::vector<std::string>& arguments) {
    auto outcome = run(directory, arguments);
    if (!succeeded(outcome))
        throw std::runtime_error("git " + arguments.front() + ": " + outcome.errors + outcome.reason);
    while (outcome.output.ends_with('\n')) outcome.output.pop_back();
    return outcome.output;
}

GitRepository::GitRepository(const fs::path& place) : place_(place) {
    fs::create_directories(place_);
    run_git(place_, {"init", "--quiet", "--bare", "served.git"});
    run_git(place_, {"init", "--quiet", "work"});
}

fs::path GitRepository::write(const fs::path& relative, std::string_view text) const {
    const auto file = work() / relative;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

std::string GitRepository::commit(const std::string& message) const {
    run_git(work(), {"add", "--all"});
    return commit_added(message);
}

std::string GitRepository::commit_alone(const std::string& relative) const {
    run_git(work(), {"add", "--", relative});
    return commit_added(relative);
}

std::string GitRepository::commit_added(const std::string& message) const {
    run_git(work(), {"commit", "--quiet", "--allow-empty", "-m", message});
    run_git(work(), {"push", "--quiet", "--force", served().string(), "HEAD:refs/heads/main"});
    return run_git(work(), {"rev-parse", "HEAD"});
}

void GitRepository::tag(const std::string& name) const {
    run_git(work(), {"tag", "-a", "-m", name, name});
    run_git(work(), {"push", "--quiet", served().string(), "refs/tags/" + name});
}

}  // namespace skilldeck::test
