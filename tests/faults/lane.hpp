// SPDX-License-Identifier: Apache-2.0
// One lane of many that change a store at once: commands of the built program one after the other, chosen by a seed, on
// three plugins of its own (one a scope) and a marketplace of its own, with a model of what they should leave. Runs in
// a process of its own and writes what it found into its folder.
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::faults {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// Where everything stands, below one scratch folder, and how the program is run there.
class Place {
public:
    Place(fs::path program, fs::path root) : program_(std::move(program)), root_(std::move(root)) {}

    [[nodiscard]] const fs::path& root() const { return root_; }
    [[nodiscard]] fs::path config() const { return root_ / "home/.skilldeck"; }
    [[nodiscard]] fs::path plugins() const { return config() / "plugins"; }
    [[nodiscard]] fs::path project() const { return root_ / "project"; }
    [[nodiscard]] fs::path shop() const { return root_ / "shop"; }
    [[nodiscard]] fs::path lane(int number) const { return root_ / ("lane-" + std::to_string(number)); }
    /// There from a kill until a command says what became of what the kill left.
    [[nodiscard]] fs::path leftover() const { return root_ / "leftover"; }
    /// Every settings file that commands write to.
    [[nodiscard]] std::array<fs::path, 3> settings() const;

    /// Starts the program; standard output and error are appended to the files.
    [[nodiscard]] pid_t start(const Words& words, const fs::path& out, const fs::path& err) const;

private:
    fs::path program_, root_;
};

struct Plugin {
    std::string name, scope;
    bool installed = false, enabled = false;
    int version = 0, previous = -1, released = 0;  ///< patch numbers; no previous one: -1

    /// `name@shop 1.0.4 user enabled` as main() makes it of `plugin list`; empty when it is not installed.
    [[nodiscard]] std::string line() const;
};

/// A marketplace with one plugin a name.
void write_marketplace(const fs::path& root, const std::string& name, const std::vector<std::string>& plugins);
void write_plugin(const fs::path& root, const std::string& name, int version);

enum class Fate { lives, is_killed };

class Lane {
public:
    Lane(const Place& place, int number, unsigned seed, Fate fate);

    /// Writes `failures`, `wanted` (a line a plugin) and, of a killed one, `before`, `after` and `unfinished` (what the
    /// kill left: `staging`, `journal`) into its folder.
    void run(int operations);

    [[nodiscard]] static std::vector<std::string> plugins_of(int number);

private:
    struct Step {
        Words words;
        Plugin after;
    };
    [[nodiscard]] Step choose(const Plugin& plugin);
    void change_marketplace();
    /// False when the process was killed.
    [[nodiscard]] bool change(const Words& words);
    [[nodiscard]] bool kill_in_the_middle(pid_t process);
    [[nodiscard]] std::string left_unfinished() const;
    void check_list();
    void fail(const std::string& what) const;
    void write(const char* file, const std::string& text) const;

    const Place& place_;
    int number_;
    fs::path folder_;
    std::mt19937 random_;
    Fate fate_;
    bool doomed_ = false, added_ = false;
    std::array<Plugin, 3> own_;
};

[[nodiscard]] std::string text_of(const fs::path& file);
/// `id version scope state` of every row of `plugin list --json`.
[[nodiscard]] std::vector<std::string> lines_of(const std::string& list);

}  // namespace skilldeck::faults
