// SPDX-License-Identifier: Apache-2.0
#include "market/git_fetcher.hpp"

#include "base/text.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSizePoll{200};                // of what is on its way
constexpr std::size_t kListBytes = 64 * 1024 * 1024;  // of a tree
constexpr std::size_t kErrorBytes = 64 * 1024;        // of what git says on the other stream
constexpr std::size_t kReasonLength = 200;            // of one line of that
constexpr std::uint32_t kFileMode = 0644, kFolderMode = 0755;
constexpr std::string_view kSubmoduleMode = "160000";

/// Beyond what the environment takes away: nothing of a repository, ours or theirs, makes git run something, speak to
/// somebody or change a byte of a file.
constexpr std::array kSettings{
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.symlinks=true",
    "core.fileMode=true",
    "core.autocrlf=false",
    "core.eol=lf",
    "core.attributesFile=/dev/null",
    "core.excludesFile=/dev/null",
    "core.protectHFS=true",
    "core.protectNTFS=true",
    "protocol.allow=never",
    "protocol.file.allow=always",
    "protocol.version=2",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    "fetch.fsckObjects=true",
    "fetch.unpackLimit=1",  // one pack: its size can be watched
    "fetch.writeCommitGraph=false",
    "transfer.bundleURI=false",
    "filter.lfs.process=",
    "filter.lfs.smudge=",
    "filter.lfs.required=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "init.defaultBranch=none",
};
/// Before every .gitattributes of the tree: files are written as they are in the repository.
constexpr std::string_view kAttributes = "* -text -eol -crlf -ident -filter -working-tree-encoding\n";

/// The line that says why, without git's own word before it.
std::string reason_in(std::string_view errors) {
    std::string_view reason;
    for (const auto line : split(errors, '\n')) {
        for (const std::string_view word : {"fatal: ", "error: "}) {
            if (line.starts_with(word) && reason.empty()) reason = trim(line.substr(word.size()));
        }
    }
    if (reason.empty()) reason = trim(errors);
    return std::string(first_code_points(reason.substr(0, reason.find('\n')), kReasonLength));
}

/// One fetch, step by step.
class Fetch {
public:
    Fetch(const GitTools& tools, const GitAddress& address, const Path& into)
        : tools_(tools),
          address_(address),
          repository_(into / "repository"),
          tree_(into / "tree"),
          environment_(git_environment(tools.environment, into)) {}

    Result<FetchedTree> run() {
        if (!tools_.reader.is_directory(address_.repository)) return failed("there is no such directory");
        if (auto made = make_repository(); !made) return made.error();
        if (auto got = get_objects(); !got) return got.error();
        auto commit = git({"rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}"});
        if (!commit) return commit.error();
        fetched_.commit = trim(*commit);
        if (!address_.sha.empty() && fetched_.commit != address_.sha) {
            return make_error(code::git_commit_differs, address_.shown,
                              {address_.shown, fetched_.commit, address_.sha});
        }
        const auto wanted = fetched_.commit + ":" + address_.directory;
        if (auto fits = judge_tree(wanted); !fits) return fits.error();
        const auto written = git({"--work-tree=" + tree_.string(), "read-tree", "--reset", "-u", wanted});
        if (!written) return written.error();
        fetched_.directory = tree_;
        return std::move(fetched_);
    }

private:
    [[nodiscard]] Error failed(std::string_view why) const {
        return make_error(code::git_fetch_failed, address_.shown, {address_.shown, why});
    }

    /// Empty, without the template of anybody, which could bring hooks.
    Result<> make_repository() {
        if (auto made = tools_.writer.make_directories(tree_, kFolderMode); !made) return made;
        const auto made = git({"init", "--quiet", "--bare", "--template=", "--", repository_.string()});
        if (!made) return made.error();
        if (auto folder = tools_.writer.make_directories(repository_ / "info", kFolderMode); !folder) return folder;
        return tools_.writer.write_new(repository_ / "info/attributes", kAttributes, kFileMode);
    }

    Result<> get_objects() {
        const auto wanted = !address_.sha.empty() ? address_.sha : address_.ref.empty() ? "HEAD" : address_.ref;
        watched_ = true;
        const auto got = git({"fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-auto-gc",
                              "--", address_.url, wanted});
        watched_ = false;
        return got ? Result<>() : Result<>(got.error());
    }

    /// What it would unpack to: a small pack can hold a large tree.
    Result<> judge_tree(const std::string& wanted) {
        const auto list = git({"ls-tree", "-r", "-t", "-l", "-z", "--full-tree", wanted});
        if (!list) return list.error();
        std::size_t entries = 0;
        std::uint64_t total = 0;
        for (const auto entry : split(*list, '\0')) {
            if (entry.empty()) continue;
            if (++entries > tools_.limits.entries) return beyond(code::tree_too_many, tools_.limits.entries);
            const auto tab = entry.find('\t');
            const auto path = tab == std::string_view::npos ? entry : entry.substr(tab + 1);
            if (entry.starts_with(kSubmoduleMode)) {
                fetched_.warnings.push_back(make_diagnostic(code::git_submodule_left_out, address_.shown, {path}));
            }
            const auto size = size_in(entry.substr(0, tab));
            total += size;
            if (size > tools_.limits.file_bytes) {
                return make_error(code::file_too_large, address_.shown + " " + std::string(path),
                                  {std::to_string(tools_.limits.file_bytes)});
            }
            if (total > tools_.limits.total_bytes) return beyond(code::tree_too_large, tools_.limits.total_bytes);
        }
        return {};
    }

    [[nodiscard]] Error beyond(Code code, std::uint64_t limit) const {
        return make_error(code, address_.shown, {std::to_string(limit)});
    }

    /// `100644 blob <digest>      16`: nothing but files have one.
    static std::uint64_t size_in(std::string_view fields) {
        const auto digits = fields.substr(std::min(fields.rfind(' ') + 1, fields.size()));
        std::uint64_t size = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), size);
        return size;
    }

    /// Its standard output.
    Result<std::string> git(std::vector<std::string> arguments) {
        ProcessSpec spec;
        spec.argv = {"git"};
        for (const auto* setting : kSettings) {
            spec.argv.emplace_back("-c");
            spec.argv.emplace_back(setting);
        }
        if (arguments.front() != "init") spec.argv.push_back("--git-dir=" + repository_.string());
        std::ranges::move(arguments, std::back_inserter(spec.argv));
        spec.working_directory = tree_;
        spec.environment = environment_;
        spec.timeout = tools_.timeout;
        spec.output_limit = kListBytes;
        auto outcome = wait_for(std::move(spec));
        if (too_large_) return beyond(code::tree_too_large, tools_.limits.total_bytes);
        return answer(std::move(outcome));
    }

    ProcessOutcome wait_for(ProcessSpec spec) {
        const auto outside = tools_.cancel ? tools_.cancel() : CancelToken();
        CancelSource cancel;
        const auto passed_on = outside.on_cancel([&cancel] { cancel.cancel(); });
        std::optional<ProcessOutcome> outcome;
        tools_.processes.run(std::move(spec), cancel.token(),
                             [&outcome](ProcessOutcome ended) { outcome = std::move(ended); });
        Reactor::Id timer = 0;
        const std::function<void()> look = [&] {
            too_large_ = pack_bytes() > tools_.limits.total_bytes;
            if (too_large_) return cancel.cancel();
            timer = tools_.reactor.after(kSizePoll, look);
        };
        if (watched_) timer = tools_.reactor.after(kSizePoll, look);
        tools_.reactor.run_until([&outcome] { return outcome.has_value(); });
        tools_.reactor.cancel(timer);
        if (watched_ && pack_bytes() > tools_.limits.total_bytes) too_large_ = true;
        return *std::move(outcome);
    }

    [[nodiscard]] std::uint64_t pack_bytes() const {
        const auto folder = repository_ / "objects/pack";
        const auto entries = tools_.reader.list(folder);
        std::uint64_t bytes = 0;
        for (const auto& entry : entries ? *entries : std::vector<DirectoryEntry>{}) {
            const auto info = tools_.reader.info(folder / entry.name, Links::keep);
            if (info) bytes += info->size;
        }
        return bytes;
    }

    [[nodiscard]] Result<std::string> answer(ProcessOutcome outcome) const {
        using End = ProcessOutcome::End;
        if (outcome.end == End::not_started)
            return make_error(code::git_missing, address_.shown, {address_.shown, outcome.reason});
        if (outcome.end == End::cancelled) return make_error(code::fetch_interrupted, address_.shown, {address_.shown});
        if (outcome.end == End::timed_out) {
            const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(tools_.timeout).count();
            return failed("git was not done after " + std::to_string(seconds) + " s");
        }
        if (outcome.end == End::signalled) return failed("git was ended by signal " + std::to_string(outcome.signal));
        const auto errors = std::string_view(outcome.errors).substr(0, kErrorBytes);
        if (outcome.exit_code != 0 && errors.find("dubious ownership") != std::string_view::npos)
            return make_error(code::git_owner_differs, address_.shown, {address_.shown});
        if (outcome.exit_code != 0) {
            const auto reason = reason_in(errors);
            return failed(reason.empty() ? "git ended with status " + std::to_string(outcome.exit_code) : reason);
        }
        if (outcome.output_cut) return beyond(code::tree_too_many, tools_.limits.entries);
        return std::move(outcome.output);
    }

    const GitTools& tools_;
    const GitAddress& address_;
    Path repository_, tree_;
    Environment environment_;
    FetchedTree fetched_;
    bool watched_ = false, too_large_ = false;
};

}  // namespace

Environment git_environment(Environment base, const Path& home) {
    std::erase_if(base, [](const auto& variable) {
        const std::string_view name = variable.first;
        return name.starts_with("GIT_") || name.starts_with("LC_") || name == "LANGUAGE" || name == "SSH_ASKPASS";
    });
    base["LC_ALL"] = "C";  // what it says is read
    base["HOME"] = base["XDG_CONFIG_HOME"] = home.string();
    base["GIT_CONFIG_NOSYSTEM"] = base["GIT_ATTR_NOSYSTEM"] = "1";
    base["GIT_CONFIG_SYSTEM"] = base["GIT_CONFIG_GLOBAL"] = "/dev/null";
    base["GIT_TERMINAL_PROMPT"] = base["GIT_OPTIONAL_LOCKS"] = "0";
    base["GIT_ALLOW_PROTOCOL"] = "file";
    // A repository with a promisor names a command that git would start to get what is missing.
    base["GIT_NO_LAZY_FETCH"] = "1";
    base["GIT_NO_REPLACE_OBJECTS"] = "1";
    base["GIT_LFS_SKIP_SMUDGE"] = "1";
    return base;
}

Result<FetchedTree> GitFetcher::fetch(const GitAddress& address, const Path& into) {
    return Fetch(tools_, address, into).run();
}

}  // namespace skilldeck
