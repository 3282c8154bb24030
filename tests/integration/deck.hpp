// SPDX-License-Identifier: Apache-2.0
// Runs the built program as a person would: a clean environment, a home of its own, whole output and exit status.
// One deck, one scratch directory, removed at the end.
#pragma once

#include "running.hpp"
#include "temporary_directory.hpp"

#include <boost/json.hpp>
#include <boost/test/tools/assertion_result.hpp>
#include <boost/test/tree/test_unit.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::test {

struct Run {
    int status = -1;  ///< exit status; 128 + signal when it was killed
    std::string out, err;

    /// The document on standard output; fails the test when it is none.
    [[nodiscard]] boost::json::value json() const;
    /// Both streams, for messages.
    [[nodiscard]] std::string all() const;
};

class Deck {
public:
    Deck();

    [[nodiscard]] const std::filesystem::path& path() const { return scratch_.path(); }
    [[nodiscard]] std::filesystem::path home() const { return path() / home_name; }
    [[nodiscard]] std::filesystem::path config() const { return home() / ".skilldeck"; }
    [[nodiscard]] std::filesystem::path project() const { return path() / project_name; }
    std::filesystem::path write(const std::filesystem::path& relative, std::string_view text) const {
        return scratch_.write(relative, text);
    }

    /// What run() starts: for a test that talks to it while it runs.
    [[nodiscard]] Start command(const std::vector<std::string>& words) const;
    /// `input` is standard input, which then ends.
    Run run(const std::vector<std::string>& words, std::string_view input = {}) const;
    /// The session with these lines piped in.
    Run session(const std::vector<std::string>& lines) const;

    /// Of `plugin list --all --json`: the object with this id; fails the test when there is none.
    [[nodiscard]] boost::json::object plugin(std::string_view id, const std::vector<std::string>& options = {}) const;
    /// The names of `skill list --json`, `plugin:name` for a plugin's.
    [[nodiscard]] std::vector<std::string> skills() const;

    /// A marketplace directory with one plugin: `files` are relative to the plugin. Returns the marketplace's path.
    std::filesystem::path marketplace(const std::string& name, const std::string& plugin,
                                      const std::map<std::string, std::string>& files) const;

    std::map<std::string, std::string> environment;
    std::string home_name = "home", project_name = "project";
    std::vector<std::string> options;   ///< before every command
    std::vector<std::string> launcher;  ///< the words that start the program for somebody else; empty: it starts itself
    std::string binary;                 ///< the program

private:
    TemporaryDirectory scratch_;
};

/// A SKILL.md.
[[nodiscard]] std::string skill_text(std::string_view name, std::string_view description, std::string_view body);

/// One file of the build: the bundled marketplace with the finished first-party plugins.
[[nodiscard]] std::filesystem::path bundled_marketplace();

[[nodiscard]] bool contains(std::string_view text, std::string_view part);

/// For boost::unit_test::precondition: managed settings count only where they belong to root, as the files of a test do
/// only when root runs it.
boost::test_tools::assertion_result files_belong_to_root(boost::unit_test::test_unit_id unit);

}  // namespace skilldeck::test
