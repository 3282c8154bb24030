// SPDX-License-Identifier: Apache-2.0
#include "lane.hpp"

#include <boost/json.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace skilldeck::faults {

namespace {

namespace json = boost::json;

constexpr int kLookEvery = 10, kMarketplaceEvery = 8;
constexpr int kTriesToKill = 10;                  // times as many commands as a lane has
constexpr std::chrono::microseconds kSlice{300};  // what a doomed process runs between two looks at it
constexpr int kStarts = 0644;

std::string version_text(int patch) {
    return "1.0." + std::to_string(patch);
}

std::vector<char*> pointers(Words& words) {
    std::vector<char*> all;
    for (auto& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

void write_file(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<std::string> lines_of(const std::string& list) {
    std::vector<std::string> lines;
    const auto document = json::parse(list);
    for (const auto& row : document.as_array()) {
        const auto text = [&](const char* key) { return std::string(row.at(key).as_string()); };
        lines.push_back(text("id") + " " + text("version") + " " + text("scope") +
                        (row.at("enabled").as_bool() ? " enabled" : " disabled"));
    }
    return lines;
}

std::array<fs::path, 3> Place::settings() const {
    return {config() / "settings.json", project() / ".skilldeck/settings.json",
            project() / ".skilldeck/settings.local.json"};
}

pid_t Place::start(const Words& words, const fs::path& out, const fs::path& err) const {
    Words argv{program_.string()};
    argv.insert(argv.end(), words.begin(), words.end());
    Words environment{"PATH=/usr/bin:/bin", "HOME=" + (root_ / "home").string()};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_APPEND, kStarts);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_APPEND, kStarts);
    posix_spawn_file_actions_addchdir_np(&actions, project().c_str());
    pid_t process = -1;
    const int failed =
        posix_spawn(&process, program_.c_str(), &actions, nullptr, pointers(argv).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error(program_.string() + " cannot be started");
    return process;
}

std::string Plugin::line() const {
    if (!installed) return {};
    return name + "@shop " + version_text(version) + " " + scope + (enabled ? " enabled" : " disabled");
}

void write_marketplace(const fs::path& root, const std::string& name, const std::vector<std::string>& plugins) {
    json::array entries;
    for (const auto& plugin : plugins) {
        entries.push_back(json::object{{"name", plugin}, {"source", "./" + plugin}});
        write_plugin(root, plugin, 0);
    }
    write_file(root / ".claude-plugin/marketplace.json",
               json::serialize(json::object{{"name", name}, {"owner", {{"name", "o"}}}, {"plugins", entries}}));
}

void write_plugin(const fs::path& root, const std::string& name, int version) {
    const auto text = version_text(version);
    write_file(root / name / "skills/do/SKILL.md", "---\nname: do\ndescription: d\n---\nBody of " + text + ".\n");
    write_file(root / name / "tools/run.sh", "#!/bin/sh\n");
    fs::permissions(root / name / "tools/run.sh", fs::perms{0755});
    write_file(root / name / ".claude-plugin/plugin.json",
               json::serialize(json::object{{"name", name}, {"version", text}}));
}

std::vector<std::string> Lane::plugins_of(int number) {
    const auto first = "l" + std::to_string(number);
    return {first + "-user", first + "-project", first + "-local"};
}

Lane::Lane(const Place& place, int number, unsigned seed, Fate fate)
    : place_(place), number_(number), folder_(place.lane(number)), random_(seed), fate_(fate) {
    const auto names = plugins_of(number);
    const std::array scopes{"user", "project", "local"};
    for (std::size_t i = 0; i < own_.size(); ++i) {
        own_[i].name = names[i];
        own_[i].scope = scopes[i];
    }
}

void Lane::run(int operations) {
    // A command may be too quick to be caught in the middle: then the next one is tried.
    const int most = fate_ == Fate::is_killed ? kTriesToKill * operations : operations;
    for (int done = 1; done <= most; ++done) {
        doomed_ = fate_ == Fate::is_killed && done > operations / 2;
        if (!doomed_ && random_() % kMarketplaceEvery == 0) {
            change_marketplace();
            continue;
        }
        auto& plugin = own_[random_() % own_.size()];
        const auto step = choose(plugin);
        if (!change(step.words)) {
            write("before", plugin.line());
            write("after", step.after.line());
            plugin = {};  // main() judges it by those two
            break;
        }
        plugin = step.after;
        if (done % kLookEvery == 0) check_list();
    }
    if (fate_ == Fate::is_killed && !fs::exists(folder_ / "before")) fail("no command was caught in the middle");
    std::string wanted;
    for (const auto& plugin : own_) wanted += plugin.installed ? plugin.line() + "\n" : "";
    write("wanted", wanted);
}

Lane::Step Lane::choose(const Plugin& plugin) {
    Step step{{}, plugin};
    auto& after = step.after;
    const auto id = plugin.name + "@shop";
    if (!plugin.installed) {
        step.words = {"plugin", "install", id, "--scope", plugin.scope, "--yes"};
        after.installed = after.enabled = true;
        after.version = plugin.released;
        after.previous = -1;
        return step;
    }
    switch (random_() % 6) {
        case 0:
            step.words = {"plugin", "disable", id, "--scope", plugin.scope};
            after.enabled = false;
            break;
        case 1:
            step.words = {"plugin", "enable", id, "--scope", plugin.scope};
            after.enabled = true;
            break;
        case 2:
            step.words = {"plugin", "uninstall", id, "--scope", plugin.scope};
            after.installed = after.enabled = false;
            break;
        case 3:
            if (plugin.previous >= 0) {
                step.words = {"plugin", "rollback", id};
                std::swap(after.version, after.previous);
                break;
            }
            [[fallthrough]];
        default:
            after.version = after.released = plugin.released + 1;
            after.previous = plugin.version;
            write_plugin(place_.shop(), plugin.name, after.version);
            step.words = {"plugin", "update", id, "--yes"};
    }
    return step;
}

void Lane::change_marketplace() {
    if (random_() % 3 == 0) {
        (void)change({"marketplace", "update", "shop"});
        return;
    }
    const auto name = "own-" + std::to_string(number_);
    if (added_) (void)change({"marketplace", "remove", name});
    if (!added_) (void)change({"marketplace", "add", (place_.root() / name).string()});
    added_ = !added_;
}

bool Lane::change(const Words& words) {
    std::error_code ignored;
    fs::remove(folder_ / "out", ignored);
    const auto process = place_.start(words, folder_ / "out", folder_ / "said");
    const auto said_before = text_of(folder_ / "said").size();
    if (doomed_ && kill_in_the_middle(process)) return false;
    int status = 0;
    if (!doomed_) ::waitpid(process, &status, 0);
    const auto said = text_of(folder_ / "said");
    for (const auto* cleaned : {"removed what an interrupted", " was finished (", " was undone ("}) {
        if (said.find(cleaned, said_before) != std::string::npos) fs::remove(place_.leftover());
    }
    if (status != 0) {
        std::string command;
        for (const auto& word : words) command += word + " ";
        fail(command + "ended with " + std::to_string(status) + ": " + text_of(folder_ / "said"));
    }
    return true;
}

/// Stops the process again and again until it holds the store's lock with something unfinished on the disk, and kills
/// it there; false when it came to its end before.
bool Lane::kill_in_the_middle(pid_t process) {
    for (;;) {
        std::this_thread::sleep_for(kSlice);
        ::kill(process, SIGSTOP);
        int status = 0;
        ::waitpid(process, &status, WUNTRACED);
        if (!WIFSTOPPED(status)) {
            if (status != 0) fail("a command ended with " + std::to_string(status) + ": " + text_of(folder_ / "said"));
            return false;
        }
        bool holds = false;
        const auto own = fs::path("/proc") / std::to_string(process);
        for (const auto& descriptor : fs::directory_iterator(own / "fd")) {
            std::error_code gone;
            if (fs::read_symlink(descriptor, gone) != place_.plugins()) continue;
            holds = holds || text_of(own / "fdinfo" / descriptor.path().filename()).find("FLOCK") != std::string::npos;
        }
        const auto unfinished = holds ? left_unfinished() : std::string();
        if (!unfinished.empty()) write_file(place_.leftover(), unfinished);
        ::kill(process, unfinished.empty() ? SIGCONT : SIGKILL);
        if (unfinished.empty()) continue;
        ::waitpid(process, &status, 0);
        write("unfinished", unfinished);
        return true;
    }
}

/// Nothing while what an earlier kill left has not been said: it may be that which is on the disk, and whoever has
/// cleaned it must live to say so.
std::string Lane::left_unfinished() const {
    if (fs::exists(place_.leftover())) return {};
    std::error_code missing;
    const auto staging = fs::directory_iterator(place_.plugins() / "cache/.staging", missing);
    const bool staged = !missing && staging != fs::directory_iterator();
    return std::string(staged ? "staging " : "") + (fs::exists(place_.plugins() / "journal.json") ? "journal" : "");
}

void Lane::check_list() {
    const auto process = place_.start({"plugin", "list", "--json"}, folder_ / "list", folder_ / "said");
    int status = 0;
    ::waitpid(process, &status, 0);
    const auto lines = status == 0 ? lines_of(text_of(folder_ / "list")) : std::vector<std::string>{};
    fs::remove(folder_ / "list");
    for (const auto& plugin : own_) {
        const auto found = std::ranges::find_if(
            lines, [&](const std::string& line) { return line.starts_with(plugin.name + "@shop "); });
        const auto line = found == lines.end() ? std::string() : *found;
        if (line != plugin.line()) fail("listed \"" + line + "\" in place of \"" + plugin.line() + "\"");
    }
}

void Lane::fail(const std::string& what) const {
    std::ofstream(folder_ / "failures", std::ios::app) << "lane " << number_ << ": " << what << "\n";
}

void Lane::write(const char* file, const std::string& text) const {
    std::ofstream(folder_ / file, std::ios::binary) << text;
}

}  // namespace skilldeck::faults
