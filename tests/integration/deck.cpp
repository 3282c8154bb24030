// SPDX-License-Identifier: Apache-2.0
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <utility>

namespace skilldeck::test {

boost::json::value Run::json() const {
    boost::system::error_code error;
    auto value = boost::json::parse(out, error);
    BOOST_REQUIRE_MESSAGE(!error, "not JSON: " << all());
    return value;
}

std::string Run::all() const {
    return "exit " + std::to_string(status) + "\n" + out + err;
}

Deck::Deck() : binary(SKILLDECK_PROGRAM) {
    std::filesystem::create_directories(home());
    std::filesystem::create_directories(project());
}

Start Deck::command(const std::vector<std::string>& words) const {
    Start start;
    start.argv = launcher;
    start.argv.push_back(binary);
    start.argv.insert(start.argv.end(), options.begin(), options.end());
    start.argv.insert(start.argv.end(), words.begin(), words.end());
    std::map<std::string, std::string> variables{{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                                                 {"HOME", home().string()},
                                                 {"LANG", "C.UTF-8"},
                                                 {"TZ", "UTC"},
                                                 {"TMPDIR", path().string()}};
    for (const auto* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"}) {
        if (const auto* value = getenv(name)) variables[name] = value;
    }
    for (const auto& [name, value] : environment) variables[name] = value;
    for (const auto& [name, value] : variables) start.environment.push_back(name + "=" + value);
    std::filesystem::create_directories(project());
    start.directory = project();
    return start;
}

Run Deck::run(const std::vector<std::string>& words, std::string_view input) const {
    Running program(command(words));
    program.type(input);
    program.end_input();
    Run run;
    run.status = program.wait();
    run.out = std::move(program.out);
    run.err = std::move(program.err);
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

boost::test_tools::assertion_result files_belong_to_root(boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result result(::geteuid() == 0);
    result.message() << "managed files cannot be written here";
    return result;
}

}  // namespace skilldeck::test
