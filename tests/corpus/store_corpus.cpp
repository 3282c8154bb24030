// SPDX-License-Identifier: Apache-2.0
// The built program takes every marketplace of the corpus through the life of each of its plugins: what is there
// installs as it was expected, goes off, on, forward, back and away; what is not there fails alone, by name; and the
// store is as it was. A sample of the marketplaces; with SKILLDECK_CORPUS_ALL every one.
#include "deck.hpp"
#include "file_tree.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t kSampleOf = 5;
constexpr const char* kAdded = "ADDED.txt";
/// A settings file of somebody who types: blanks, tabs and line ends of their own.
constexpr std::string_view kSettings = "{\r\n\t\"mine\" : [1,2 ,3],\n  \"enabledPlugins\":{ }\n}\n";

std::string text_in(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

bool says_yes(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value != nullptr && *value == json::value(true);
}

std::size_t count_in(const json::object& contributions, std::string_view key) {
    return contributions.at(key).as_array().size();
}

json::object without_zeros(const json::object& counts) {
    json::object left;
    for (const auto& count : counts) {
        if (count.value().to_number<int>() != 0) left[count.key()] = count.value();
    }
    return left;
}

std::vector<std::string> sorted_names(const json::value& list) {
    std::vector<std::string> names;
    for (const auto& name : list.as_array()) names.emplace_back(name.as_string());
    std::ranges::sort(names);
    return names;
}

/// One marketplace with what is expected of its entries.
class Catalogue {
public:
    /// `repository`: what the folders of the expectations count from; `root`: of the marketplace in it.
    /// `agreed`: places of entries that expect.json holds for a conflict and the host, on purpose, does not.
    Catalogue(const Deck& deck, fs::path repository, fs::path root, const json::object& expected,
              const std::set<std::string>& agreed)
        : deck_(deck), repository_(std::move(repository)), root_(std::move(root)), name_(text_in(expected, "name")) {
        std::size_t index = 0;
        for (const auto& item : expected.at("plugins").as_array()) {
            const auto& entry = item.as_object();
            const bool agrees = agreed.contains("plugins[" + std::to_string(index++) + "]");
            const bool good = says_yes(entry, "dirExists") && (agrees || !says_yes(entry, "conflict"));
            (good ? good_ : bad_).push_back(entry);
        }
    }

    void live() {
        BOOST_TEST(act({"marketplace", "add", root_.string()}) == name_);
        refuse_the_others();
        install();
        switch_off_and_on();
        update_and_go_back();
        for (const auto& entry : good_) BOOST_TEST(act({"plugin", "uninstall", id(entry)}) == id(entry));
        BOOST_TEST(act({"marketplace", "remove", name_}) == name_);
    }

    [[nodiscard]] std::size_t lived() const { return good_.size(); }
    [[nodiscard]] std::size_t refused() const { return bad_.size(); }

private:
    [[nodiscard]] std::string id(const json::object& entry) const { return text_in(entry, "name") + "@" + name_; }

    /// The id that the action answers with; a failure fails the test.
    [[nodiscard]] std::string act(std::vector<std::string> words) const {
        words.emplace_back("--json");
        const auto run = deck_.run(words);
        BOOST_TEST_REQUIRE(run.status == 0, run.all());
        const auto answer = run.json().as_object();
        BOOST_TEST(answer.at("outcome") == "done", run.all());
        return text_in(answer, "id");
    }

    /// No network and no git here, so that what comes from elsewhere cannot come.
    void refuse_the_others() const {
        const auto before = lasting_state(deck_.config());
        for (const auto& entry : bad_) {
            const auto run = deck_.run({"plugin", "install", id(entry), "--yes", "--json"});
            BOOST_TEST_CONTEXT(id(entry) << ": " << run.all()) {
                BOOST_TEST(run.status == 1);
                const auto answer = run.json().as_object();
                BOOST_TEST_REQUIRE(answer.contains("error"));
                const auto code = text_in(answer.at("error").as_object(), "code");
                BOOST_TEST(!code.empty());
                if (says_yes(entry, "conflict")) BOOST_TEST(code == "package-conflict");
                if (entry.contains("dirExists") && !says_yes(entry, "dirExists")) BOOST_TEST(code == "source-missing");
                BOOST_TEST(contains(run.err, text_in(entry, "name")));
            }
        }
        BOOST_TEST(differences(before, lasting_state(deck_.config())) == "");
    }

    void install() {
        for (const auto& entry : good_) BOOST_TEST(act({"plugin", "install", id(entry), "--yes"}) == id(entry));
        const auto rows = listed();
        for (const auto& entry : good_) {
            BOOST_TEST_CONTEXT(id(entry)) {
                const auto row = rows.find(id(entry));
                BOOST_TEST_REQUIRE((row != rows.end()));
                BOOST_TEST(row->second.at("enabled").as_bool());
                check_components(row->second.at("contributions").as_object(), entry.at("components").as_object());
                check_copy(text_in(row->second, "path"), repository_ / text_in(entry, "dir"));
                first_path_[id(entry)] = text_in(row->second, "path");
            }
        }
    }

    static void check_components(const json::object& got, const json::object& wanted) {
        for (const auto* kind : {"skills", "commands", "agents"}) {
            BOOST_TEST(count_in(got, kind) == wanted.at(kind).to_number<std::size_t>(), kind);
        }
        BOOST_TEST(without_zeros(got.at("hooks").as_object()) == without_zeros(wanted.at("hookEvents").as_object()));
        BOOST_TEST((sorted_names(got.at("mcpServers")) == sorted_names(wanted.at("mcpServers"))));
    }

    /// Every file of the source with its bytes and its execute bit, and only the store's list besides.
    void check_copy(const fs::path& copy, const fs::path& source) const {
        BOOST_TEST(copy.string().starts_with((deck_.config() / "plugins/cache" / name_).string()));
        auto stored = files_of(copy);
        BOOST_TEST(stored.erase("files.sha256") == 1U);
        BOOST_TEST(differences(files_of(source), stored) == "");
    }

    static FileTree files_of(const fs::path& root) {
        FileTree files;
        for (const auto& entry : fs::recursive_directory_iterator(root)) {
            if (entry.is_directory()) continue;
            const bool runs = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
            files[entry.path().lexically_relative(root).string()] = (runs ? "x " : "- ") + text_of(entry.path());
        }
        return files;
    }

    void switch_off_and_on() const {
        if (good_.empty()) return;
        BOOST_TEST(deck_.run({"plugin", "disable", "--all"}).status == 0);
        for (const auto& [id, row] : listed()) BOOST_TEST(!row.at("enabled").as_bool(), id);
        for (const auto& entry : good_) BOOST_TEST(act({"plugin", "enable", id(entry)}) == id(entry));
        for (const auto& [id, row] : listed()) BOOST_TEST(row.at("enabled").as_bool(), id);
    }

    void update_and_go_back() const {
        if (good_.empty()) return;
        for (const auto& entry : good_) std::ofstream(repository_ / text_in(entry, "dir") / kAdded) << "new\n";
        const auto updated = deck_.run({"plugin", "update", "--yes", "--json"});
        BOOST_TEST_REQUIRE(updated.status == 0, updated.all());
        BOOST_TEST(updated.json().as_array().size() == good_.size());
        for (const auto& [id, row] : listed()) {
            BOOST_TEST(text_in(row, "path") != first_path_.at(id), id);
            BOOST_TEST(fs::exists(fs::path(text_in(row, "path")) / kAdded), id);
        }
        for (const auto& entry : good_) BOOST_TEST(act({"plugin", "rollback", id(entry)}) == id(entry));
        for (const auto& [id, row] : listed()) {
            BOOST_TEST(text_in(row, "path") == first_path_.at(id), id);
            BOOST_TEST(!fs::exists(fs::path(text_in(row, "path")) / kAdded), id);
        }
    }

    [[nodiscard]] std::map<std::string, json::object> listed() const {
        const auto run = deck_.run({"plugin", "list", "--all", "--json"});
        std::map<std::string, json::object> rows;
        const auto document = run.json();
        for (const auto& row : document.as_array()) rows[text_in(row.as_object(), "id")] = row.as_object();
        BOOST_TEST(rows.size() == good_.size(), run.err);
        return rows;
    }

    const Deck& deck_;
    fs::path repository_, root_;
    std::string name_;
    std::vector<json::object> good_, bad_;
    std::map<std::string, std::string> first_path_;
};

/// Every N-th by their order in the expectations.
class Corpus {
public:
    explicit Corpus(const fs::path& folder) : folder_(folder), expected_(json::parse(text_of(folder / "expect.json"))) {
        if (std::getenv("SKILLDECK_CORPUS_ALL") != nullptr) every_ = 1;
    }

    template <typename Visit>
    void each(const Visit& visit) const {
        std::size_t index = 0;
        for (const auto& repository : expected_.at("handed").at("repos").as_object()) {
            const auto* marketplaces = repository.value().as_object().if_contains("marketplaces");
            if (marketplaces == nullptr) continue;
            for (const auto& item : marketplaces->as_object()) {
                const auto& expected = item.value().as_object();
                if (!says_yes(expected, "claude") || index++ % every_ != 0) continue;
                visit(folder_ / "handed" / std::string(repository.key()), std::string(item.key()), expected);
            }
        }
    }

private:
    fs::path folder_;
    json::value expected_;
    std::size_t every_ = kSampleOf;
};

/// Of a marketplace's file: where disagreements.json says that there is no conflict.
std::set<std::string> agreed_entries(const std::string& repository, const std::string& file) {
    std::set<std::string> places;
    const auto document = json::parse(text_of(DISAGREEMENTS));
    for (const auto& item : document.at("disagreements").as_array()) {
        const auto& known = item.as_object();
        const auto place = text_in(known, "file");
        if (text_in(known, "field") != "entry.conflict" || text_in(known, "repository") != repository) continue;
        if (place.starts_with(file + " ")) places.insert(place.substr(file.size() + 1));
    }
    return places;
}

/// The store as it is once something was in it and went.
void use_once(const Deck& deck) {
    deck.write("home/.skilldeck/settings.json", kSettings);
    const auto market =
        deck.marketplace("first", "p",
                         {{".claude-plugin/plugin.json", R"({"name": "p", "version": "1.0.0"})"},  // trust remembers it
                          {"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hi.\n")}});
    BOOST_TEST_REQUIRE(deck.run({"marketplace", "add", market.string()}).status == 0);
    BOOST_TEST_REQUIRE(deck.run({"plugin", "install", "p@first"}).status == 0);
    BOOST_TEST_REQUIRE(deck.run({"marketplace", "remove", "first"}).status == 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(real_plugins_live_and_go_without_a_trace) {
    const auto* folder = std::getenv("SKILLDECK_CORPUS");
    if (folder == nullptr || *folder == '\0') {
        std::cout << "skipped: SKILLDECK_CORPUS does not name a folder with handed/ and expect.json\n";
        return;
    }
    Deck deck;
    deck.environment["PATH"] = (deck.path() / "no programs").string();
    use_once(deck);
    const auto start = lasting_state(deck.config());
    std::size_t marketplaces = 0, lived = 0, refused = 0;
    Corpus(folder).each([&](const fs::path& repository, const std::string& file, const json::object& expected) {
        const auto copy = deck.path() / "repository";
        fs::remove_all(copy);
        fs::copy(repository, copy, fs::copy_options::recursive);
        const auto root = (copy / file).parent_path().parent_path();
        BOOST_TEST_CONTEXT(repository.filename() << "/" << file) {
            ++marketplaces;
            if (!expected.at("name").is_null()) {
                Catalogue catalogue(deck, copy, root, expected, agreed_entries(repository.filename().string(), file));
                catalogue.live();
                lived += catalogue.lived();
                refused += catalogue.refused();
            } else {
                BOOST_TEST(deck.run({"marketplace", "add", root.string(), "--json"}).status == 1);
            }
            BOOST_TEST(differences(start, lasting_state(deck.config())) == "");
        }
    });
    BOOST_TEST(marketplaces > 0U);
    std::cout << marketplaces << " marketplaces, " << lived << " plugins lived, " << refused << " entries refused\n";
}

}  // namespace skilldeck::test
