// SPDX-License-Identifier: Apache-2.0
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

namespace skilldeck::test {

namespace {

struct Pipe {
    int read = -1, write = -1;
    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
        read = ends[0];
        write = ends[1];
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        close_read();
        close_write();
    }
    void close_read() { close_one(read); }
    void close_write() { close_one(write); }

private:
    static void close_one(int& descriptor) {
        if (descriptor >= 0) ::close(descriptor);
        descriptor = -1;
    }
};

/// Writes the input and reads both outputs at once, so that neither side waits for the other.
void talk(Pipe& in, Pipe& out, Pipe& err, std::string_view input, Run& run) {
    std::signal(SIGPIPE, SIG_IGN);
    fcntl(in.write, F_SETFL, O_NONBLOCK);
    while (out.read >= 0 || err.read >= 0) {
        if (input.empty()) in.close_write();
        std::array<pollfd, 3> waiting{pollfd{out.read, POLLIN, 0}, pollfd{err.read, POLLIN, 0},
                                      pollfd{in.write, POLLOUT, 0}};
        if (poll(waiting.data(), waiting.size(), -1) < 0) continue;
        if (waiting[2].revents != 0 && in.write >= 0) {
            const auto written = ::write(in.write, input.data(), input.size());
            if (written > 0) input.remove_prefix(static_cast<std::size_t>(written));
            if (written < 0 && errno != EAGAIN) input = {};
        }
        std::array<char, 65536> buffer;
        if (waiting[0].revents != 0) {
            const auto got = ::read(out.read, buffer.data(), buffer.size());
            got > 0 ? static_cast<void>(run.out.append(buffer.data(), static_cast<std::size_t>(got)))
                    : out.close_read();
        }
        if (waiting[1].revents != 0) {
            const auto got = ::read(err.read, buffer.data(), buffer.size());
            got > 0 ? static_cast<void>(run.err.append(buffer.data(), static_cast<std::size_t>(got)))
                    : err.close_read();
        }
    }
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> all;
    for (auto& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace

boost::json::value Run::json() const {
    boost::system::error_code error;
    auto value = boost::json::parse(out, error);
    BOOST_REQUIRE_MESSAGE(!error, "not JSON: " << all());
    return value;
}

std::string Run::all() const {
    return "exit " + std::to_string(status) + "\n" + out + err;
}

Deck::Deck() {
    std::filesystem::create_directories(home());
    std::filesystem::create_directories(project());
}

Run Deck::run(const std::vector<std::string>& words, std::string_view input) const {
    std::vector<std::string> argv{SKILLDECK_PROGRAM};
    argv.insert(argv.end(), options.begin(), options.end());
    argv.insert(argv.end(), words.begin(), words.end());
    std::map<std::string, std::string> variables{{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                                                 {"HOME", home().string()},
                                                 {"LANG", "C.UTF-8"},
                                                 {"TZ", "UTC"},
                                                 {"TMPDIR", path().string()}};
    for (const auto* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"}) {
        if (const auto* value = getenv(name)) variables[name] = value;
    }
    for (const auto& [name, value] : environment) variables[name] = value;
    std::vector<std::string> environment_texts;
    for (const auto& [name, value] : variables) environment_texts.push_back(name + "=" + value);

    std::filesystem::create_directories(project());
    Pipe in, out, err;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.read, 0);
    posix_spawn_file_actions_adddup2(&actions, out.write, 1);
    posix_spawn_file_actions_adddup2(&actions, err.write, 2);
    posix_spawn_file_actions_addchdir_np(&actions, project().c_str());
    auto argv_pointers = pointers(argv);
    auto environment_pointers = pointers(environment_texts);
    pid_t child = 0;
    const int error =
        posix_spawn(&child, argv[0].c_str(), &actions, nullptr, argv_pointers.data(), environment_pointers.data());
    posix_spawn_file_actions_destroy(&actions);
    BOOST_REQUIRE_MESSAGE(error == 0, "cannot start " << argv[0]);
    in.close_read();
    out.close_write();
    err.close_write();
    Run run;
    talk(in, out, err, input, run);
    int status = 0;
    waitpid(child, &status, 0);
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return run;
}

Run Deck::session(const std::vector<std::string>& lines) const {
    std::string input;
    for (const auto& line : lines) input += line + "\n";
    return run({}, input);
}

boost::json::object Deck::plugin(std::string_view id, const std::vector<std::string>& more) const {
    std::vector<std::string> words{"plugin", "list", "--all", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const auto listed = run(words);
    const auto document = listed.json();
    for (const auto& plugin : document.as_array()) {
        if (std::string(plugin.at("id").as_string()) == id) return plugin.as_object();
    }
    BOOST_REQUIRE_MESSAGE(false, "no plugin " << id << " in " << listed.all());
    return {};
}

std::vector<std::string> Deck::skills() const {
    std::vector<std::string> names;
    const auto document = run({"skill", "list", "--json"}).json();
    for (const auto& skill : document.as_array()) {
        const auto qualified = std::string(skill.at("qualifiedName").as_string());
        names.push_back(qualified.substr(0, qualified.rfind('@')));
    }
    return names;
}

std::filesystem::path Deck::marketplace(const std::string& name, const std::string& plugin,
                                        const std::map<std::string, std::string>& files) const {
    const std::filesystem::path root = name + "-marketplace";
    for (const auto& [file, text] : files) write(root / "plugins" / plugin / file, text);
    boost::json::object entry{{"name", plugin}, {"source", "./plugins/" + plugin}};
    boost::json::object manifest{{"name", name}, {"owner", {{"name", "Tests"}}}};
    manifest["plugins"] = boost::json::array{entry};
    write(root / ".claude-plugin" / "marketplace.json", boost::json::serialize(manifest));
    return path() / root;
}

std::string skill_text(std::string_view name, std::string_view description, std::string_view body) {
    return "---\nname: " + std::string(name) + "\ndescription: " + std::string(description) + "\n---\n" +
           std::string(body);
}

std::filesystem::path bundled_marketplace() {
    return BUNDLED_MARKETPLACE;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace skilldeck::test
