// SPDX-License-Identifier: Apache-2.0
#include "os/spawn.hpp"

#include "os/process_tree.hpp"
#include "os/system_error.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>

#include <sstream>

namespace skilldeck {

namespace {

constexpr int kFirstOwnDescriptor = 3;
constexpr const char* kDefaultPath = "/usr/local/bin:/usr/bin:/bin";

struct Pipe {
    Descriptor read, write;
};

/// Above the standard descriptors, which the child's are copied onto.
int raise(Descriptor& descriptor) {
    if (descriptor.get() >= kFirstOwnDescriptor) return 0;
    descriptor = Descriptor(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, kFirstOwnDescriptor));
    return descriptor.open() ? 0 : errno;
}

int make_pipe(Pipe& pipe) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return errno;
    pipe.read = Descriptor(ends[0]);
    pipe.write = Descriptor(ends[1]);
    if (const int error = raise(pipe.read)) return error;
    return raise(pipe.write);
}

int make_non_blocking(const Descriptor& descriptor) {
    return ::fcntl(descriptor.get(), F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
}

class FileActions {
public:
    FileActions() { ::posix_spawn_file_actions_init(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    [[nodiscard]] posix_spawn_file_actions_t* get() { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

/// A session of its own: its own group, and no terminal to be stopped by. Signals as a fresh program expects them.
class Attributes {
public:
    Attributes() {
        ::posix_spawnattr_init(&attributes_);
        sigset_t none, all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }
    [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

private:
    posix_spawnattr_t attributes_{};
};

/// The program as a path, looked up on the child's own PATH. An entry that is not absolute counts from its directory.
struct Program {
    std::string path;
    int error = 0;
};

Program find_program(const ProcessSpec& spec) {
    const auto& name = spec.argv.front();
    if (name.find('/') != std::string::npos) return {name};
    const auto variable = spec.environment.find("PATH");
    std::istringstream folders(variable == spec.environment.end() ? kDefaultPath : variable->second);
    int error = ENOENT;
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto candidate = Path(folder.empty() ? "." : folder) / name;
        const auto seen = spec.working_directory / candidate;
        struct stat status {};
        if (::stat(seen.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
        if (::access(seen.c_str(), X_OK) == 0) return {candidate.string()};
        error = EACCES;
    }
    return {{}, error};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (auto& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

std::vector<std::string> environment_lines(const ProcessSpec& spec, const std::string& mark) {
    std::vector<std::string> lines;
    for (const auto& [name, value] : spec.environment) {
        if (name != kProcessMark) lines.push_back(name + "=" + value);
    }
    lines.push_back(std::string(kProcessMark) + "=" + mark);
    return lines;
}

bool holds_nul(const std::vector<std::string>& texts) {
    for (const auto& text : texts) {
        if (text.find('\0') != std::string::npos) return true;
    }
    return false;
}

std::string unusable_directory(const Path& directory) {
    struct stat status {};
    if (::stat(directory.c_str(), &status) != 0)
        return "working directory " + directory.string() + ": " + system_reason(errno);
    if (!S_ISDIR(status.st_mode)) return "working directory " + directory.string() + ": " + system_reason(ENOTDIR);
    return {};
}

Spawned refused(std::string reason) {
    Spawned spawned;
    spawned.reason = std::move(reason);
    return spawned;
}

}  // namespace

Spawned spawn(const ProcessSpec& spec, const std::string& mark) {
    if (spec.argv.empty() || spec.argv.front().empty()) return refused("no program is named");
    if (auto reason = unusable_directory(spec.working_directory); !reason.empty()) return refused(std::move(reason));
    const auto program = find_program(spec);
    if (program.error != 0) return refused(system_reason(program.error));
    auto arguments = spec.argv;
    auto environment = environment_lines(spec, mark);
    if (holds_nul(arguments) || holds_nul(environment)) return refused("an argument or variable holds a NUL character");

    Pipe input, output, errors;
    for (auto* pipe : {&input, &output, &errors}) {
        if (const int error = make_pipe(*pipe)) return refused(system_reason(error));
    }
    for (auto* end : {&input.write, &output.read, &errors.read}) {
        if (const int error = make_non_blocking(*end)) return refused(system_reason(error));
    }
    FileActions actions;
    ::posix_spawn_file_actions_adddup2(actions.get(), input.read.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(actions.get(), output.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(actions.get(), errors.write.get(), STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(actions.get(), kFirstOwnDescriptor);
    ::posix_spawn_file_actions_addchdir_np(actions.get(), spec.working_directory.c_str());

    const Attributes attributes;
    pid_t process = -1;
    const int error = ::posix_spawn(&process, program.path.c_str(), actions.get(), attributes.get(),
                                    pointers(arguments).data(), pointers(environment).data());
    if (error != 0) return refused(system_reason(error));
    return {process, std::move(input.write), std::move(output.read), std::move(errors.read), {}};
}

}  // namespace skilldeck
