// SPDX-License-Identifier: Apache-2.0
// usage: many_processes SKILLDECK [LANES OPERATIONS SEED] [--namespaces]
// Many lanes (lane.hpp) change one store at once (B112), three of them are killed in the middle of a change. Then every
// plugin is as its lane left it (of a killed one as before or after its last command), what the kills left was said and
// cleaned, and once everything is taken away again the settings files have their first bytes. --namespaces: each half
// of the lanes has process numbers and a host name of its own; exit status 77 where that is not permitted.
#include "lane.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <vector>

namespace skilldeck::faults {

namespace {

constexpr int kSkipped = 77, kSmallLanes = 8, kSmallOperations = 24;
constexpr std::array<const char*, 3> kSettings{"{\r\n\t\"mine\" : [1,2 ,3],\n  \"enabledPlugins\":{ }\n}\n",
                                               "{ \"theirs\":1.50e1,\n\"enabledPlugins\": {\"else@where\" :false} }",
                                               "\xEF\xBB\xBF{\"enabledPlugins\":{},\"last\":\"\\u00e9\"}\r\n"};

enum class Namespaces { none, two };

struct Request {
    fs::path program;
    int lanes = kSmallLanes, operations = kSmallOperations;
    unsigned seed = 1;
    Namespaces namespaces = Namespaces::none;
};

int failures = 0;

void require(bool holds, const std::string& what) {
    if (holds) return;
    ++failures;
    std::cerr << "does not hold: " << what << '\n';
}

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++found;
    return found;
}

bool write_map(const char* file, const std::string& text) {
    const int descriptor = ::open(file, O_WRONLY | O_CLOEXEC);
    const bool written = descriptor >= 0 && ::write(descriptor, text.data(), text.size()) >= 0;
    if (descriptor >= 0) ::close(descriptor);
    return written;
}

/// The children of this process number from 1, its host has another name.
bool enter_namespaces(int half) {
    const auto user = ::geteuid();
    const auto group = ::getegid();
    const int own = CLONE_NEWPID | CLONE_NEWUTS;
    if (user == 0) return ::unshare(own) == 0 && ::sethostname(half == 0 ? "one" : "other", 3) == 0;
    return ::unshare(own | CLONE_NEWUSER) == 0 && write_map("/proc/self/setgroups", "deny") &&
           write_map("/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1") &&
           write_map("/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
}

/// /proc of the numbers of this namespace: a lane looks at its own children there.
bool see_own_processes() {
    return ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("proc", "/proc", "proc", 0, nullptr) == 0;
}

/// A child that does this and ends.
template <typename Do>
pid_t fork_to(const Do& action) {
    const auto child = ::fork();
    if (child < 0) throw std::runtime_error("no process can be made");
    if (child > 0) return child;
    int status = 0;
    try {
        status = action();
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        status = EXIT_FAILURE;
    }
    std::_Exit(status);
}

/// The worst status of them.
int wait_for(const std::vector<pid_t>& processes) {
    int worst = 0;
    for (const auto process : processes) {
        int status = 0;
        ::waitpid(process, &status, 0);
        worst = std::max(worst, WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
    }
    return worst;
}

class Trial {
public:
    Trial(const Request& request, fs::path root) : request_(request), place_(request.program, std::move(root)) {
        victims_ = {1, request.lanes / 2, request.lanes - 1};
    }

    /// kSkipped, or 0 when the lanes have run.
    int run() {
        prepare();
        std::vector<pid_t> halves;
        const int half = request_.namespaces == Namespaces::two ? request_.lanes / 2 : request_.lanes;
        for (int first = 0; first < request_.lanes; first += half) {
            halves.push_back(fork_to([&] { return run_half(first, std::min(first + half, request_.lanes)); }));
        }
        return wait_for(halves);
    }

    void judge() {
        said("marketplace update shop", act({"marketplace", "update", "shop"}));  // the next run
        std::string everything = text_of(place_.root() / "said");
        std::size_t staging = 0, journals = 0;
        for (int lane = 0; lane < request_.lanes; ++lane) {
            const auto folder = place_.lane(lane);
            const auto failed = text_of(folder / "failures");
            require(failed.empty(), failed);
            everything += text_of(folder / "said");
            const auto unfinished = text_of(folder / "unfinished");
            staging += count(unfinished, "staging");
            journals += count(unfinished, "journal");
        }
        require(count(everything, "removed what an interrupted command had left") == staging,
                std::to_string(staging) + " staging places were left, said was: " + everything);
        const auto ended = count(everything, " was finished (") + count(everything, " was undone (");
        require(ended == journals, std::to_string(journals) + " changes were left, said was: " + everything);
        judge_plugins();
        take_all_away();
    }

private:
    void prepare() {
        std::vector<std::string> plugins;
        for (int lane = 0; lane < request_.lanes; ++lane) {
            fs::create_directories(place_.lane(lane));
            const auto own = "own-" + std::to_string(lane);
            write_marketplace(place_.root() / own, own, {"p"});
            for (const auto& name : Lane::plugins_of(lane)) plugins.push_back(name);
        }
        write_marketplace(place_.shop(), "shop", plugins);
        for (std::size_t i = 0; i < kSettings.size(); ++i) {
            fs::create_directories(place_.settings()[i].parent_path());
            std::ofstream(place_.settings()[i], std::ios::binary) << kSettings[i];
        }
        said("trust add", act({"trust", "add"}));
        said("marketplace add", act({"marketplace", "add", place_.shop().string()}));
    }

    int run_half(int first, int last) const {
        const bool apart = request_.namespaces == Namespaces::two;
        if (apart && !enter_namespaces(first == 0 ? 0 : 1)) return kSkipped;
        return wait_for({fork_to([&] {  // the first of the new numbers; they all end with it
            if (apart && !see_own_processes()) return kSkipped;
            std::vector<pid_t> lanes;
            for (int lane = first; lane < last; ++lane) {
                lanes.push_back(fork_to([&] {
                    const auto fate = victims_.contains(lane) ? Fate::is_killed : Fate::lives;
                    Lane(place_, lane, request_.seed * 1000 + static_cast<unsigned>(lane), fate)
                        .run(request_.operations);
                    return 0;
                }));
            }
            return wait_for(lanes);
        })});
    }

    [[nodiscard]] int act(const Words& words) const {
        int status = 0;
        ::waitpid(place_.start(words, place_.root() / "out", place_.root() / "said"), &status, 0);
        return status;
    }

    void said(const std::string& command, int status) const {
        require(status == 0, command + " failed: " + text_of(place_.root() / "said"));
    }

    [[nodiscard]] std::vector<std::string> listed() const {
        fs::remove(place_.root() / "out");
        said("plugin list", act({"plugin", "list", "--json"}));
        return lines_of(text_of(place_.root() / "out"));
    }

    void judge_plugins() const {
        const auto lines = listed();
        std::set<std::string> there(lines.begin(), lines.end());
        for (int lane = 0; lane < request_.lanes; ++lane) {
            const auto wanted = text_of(place_.lane(lane) / "wanted");
            for (std::size_t at = 0; at < wanted.size(); at = wanted.find('\n', at) + 1) {
                const auto line = wanted.substr(at, wanted.find('\n', at) - at);
                require(there.erase(line) == 1, "\"" + line + "\" is lost");
            }
            if (!victims_.contains(lane)) continue;
            const auto before = text_of(place_.lane(lane) / "before"), after = text_of(place_.lane(lane) / "after");
            const auto found = there.erase(before) + (after == before ? 0 : there.erase(after));
            require(found == 1 || (found == 0 && (before.empty() || after.empty())),
                    "lane " + std::to_string(lane) + " is neither \"" + before + "\" nor \"" + after + "\"");
        }
        for (const auto& line : there) require(false, "\"" + line + "\" is what nobody wanted");
        said("doctor", act({"doctor"}));  // every stored copy is as its list of files says
    }

    void take_all_away() const {
        for (const auto& line : listed()) {
            const auto scope = line.substr(line.find(' ', line.find(' ') + 1) + 1);
            said("plugin uninstall " + line, act({"plugin", "uninstall", line.substr(0, line.find(' ')), "--scope",
                                                  scope.substr(0, scope.find(' '))}));
        }
        require(listed().empty(), "something is still installed");
        for (std::size_t i = 0; i < kSettings.size(); ++i) {
            const auto file = place_.settings()[i];
            require(text_of(file) == kSettings[i], file.string() + " is now " + text_of(file));
        }
        for (const auto* folder : {"cache", "data"}) {
            if (!fs::exists(place_.plugins() / folder)) continue;
            for (const auto& entry : fs::recursive_directory_iterator(place_.plugins() / folder)) {
                require(entry.is_directory(), entry.path().string() + " is left over");
            }
        }
        require(!fs::exists(place_.plugins() / "journal.json"), "a journal is left over");
    }

    Request request_;
    Place place_;
    std::set<int> victims_;
};

Request read_request(std::vector<std::string> words) {
    Request request;
    if (!words.empty() && words.back() == "--namespaces") {
        request.namespaces = Namespaces::two;
        words.pop_back();
    }
    if (words.size() != 1 && words.size() != 4)
        throw std::runtime_error("usage: many_processes SKILLDECK [LANES OPERATIONS SEED] [--namespaces]");
    request.program = fs::canonical(words[0]);
    if (words.size() == 1) return request;
    request.lanes = std::stoi(words[1]);
    request.operations = std::stoi(words[2]);
    request.seed = static_cast<unsigned>(std::stoul(words[3]));
    return request;
}

int main_of(const std::vector<std::string>& words) {
    const auto request = read_request(words);
    std::string pattern = (fs::temp_directory_path() / "skilldeck-many-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch folder");
    const auto root = fs::canonical(pattern);
    fs::create_directories(root / "project");
    Trial trial(request, root);
    const auto ran = trial.run();
    if (ran == kSkipped) std::cout << "skipped: no process and host-name namespaces may be made here\n";
    if (ran == 0) trial.judge();
    fs::remove_all(root);
    std::cout << request.lanes << " lanes of " << request.operations << " commands, " << failures << " failures\n";
    return ran != 0 ? ran : failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

}  // namespace skilldeck::faults

int main(int argc, char** argv) {
    try {
        return skilldeck::faults::main_of({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
