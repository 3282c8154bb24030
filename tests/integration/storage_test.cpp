// SPDX-License-Identifier: Apache-2.0
// A disk that is full or read-only, folders without permission, files of somebody else: one line says what and one how
// to mend it, and nothing is lost.
#include "deck.hpp"
#include "file_tree.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::size_t kPage = 4096, kMostFreePages = 28;
constexpr unsigned kSomebody = 65534, kSomebodyElse = 1234;

bool is_root() {
    return ::geteuid() == 0;
}

/// In a mount namespace of this process, so that nothing is left mounted.
bool may_mount() {
    static const bool may =
        is_root() && ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
    return may;
}

boost::test_tools::assertion_result mounting(boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result result(may_mount());
    result.message() << "a file system may not be mounted here";
    return result;
}

boost::test_tools::assertion_result giving_files_away(boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result result(is_root());
    result.message() << "files cannot be given to somebody else here";
    return result;
}

/// A file system of its own.
class SmallDisk {
public:
    SmallDisk(fs::path place, std::size_t bytes) : place_(std::move(place)) {
        fs::create_directories(place_);
        const auto options = "mode=755,size=" + std::to_string(bytes);
        BOOST_TEST_REQUIRE(::mount("small", place_.c_str(), "tmpfs", 0, options.c_str()) == 0);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    ~SmallDisk() { ::umount2(place_.c_str(), MNT_DETACH); }

    void make_read_only() const {
        BOOST_TEST_REQUIRE(::mount("small", place_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0);
    }
    /// Leaves room for so many pages.
    void fill_up_to(std::size_t free_pages) const {
        const int file = ::open(filler().c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        BOOST_TEST_REQUIRE(file >= 0);
        const std::string page(kPage, 'x');
        off_t size = 0;
        while (::write(file, page.data(), page.size()) == static_cast<ssize_t>(page.size())) size += kPage;
        const auto kept = std::max<off_t>(0, size - static_cast<off_t>(free_pages * kPage));
        BOOST_TEST_REQUIRE(::ftruncate(file, kept) == 0);
        ::close(file);
    }
    void make_room() const { fs::remove(filler()); }

private:
    [[nodiscard]] fs::path filler() const { return place_ / "filler"; }
    fs::path place_;
};

/// One error with its hint, and nothing else.
void check_refusal(const Run& run, std::string_view reason) {
    BOOST_TEST_CONTEXT(run.all()) {
        BOOST_TEST(run.status == 1);
        BOOST_TEST(std::count(run.err.begin(), run.err.end(), '\n') == 2);
        BOOST_TEST(run.err.starts_with("error: "));
        BOOST_TEST(contains(run.err, "\nhint: "));
        BOOST_TEST(contains(run.err, reason));
    }
}

/// `id version state` of every plugin.
std::string listed(const Deck& deck) {
    const auto run = deck.run({"plugin", "list", "--json"});
    BOOST_TEST_REQUIRE(run.status == 0, run.all());
    std::string lines;
    const auto document = run.json();
    for (const auto& row : document.as_array()) {
        lines += std::string(row.at("id").as_string()) + " " + std::string(row.at("version").as_string()) +
                 (row.at("enabled").as_bool() ? " enabled\n" : " disabled\n");
    }
    return lines;
}

/// It and everything below.
void give_to(const fs::path& root, unsigned user) {
    BOOST_TEST_REQUIRE(::lchown(root.c_str(), user, user) == 0);
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        BOOST_TEST_REQUIRE(::lchown(entry.path().c_str(), user, user) == 0);
    }
}

/// `p` installed, `q` not yet, a newer `p` in the marketplace.
class Shop : public Deck {
public:
    /// Somebody for whom permissions count, with a copy of the program that they may run.
    void belong_to_somebody() {
        if (!is_root()) return;
        fs::copy_file(binary, path() / "skilldeck");
        binary = (path() / "skilldeck").string();
        const auto id = std::to_string(kSomebody);
        launcher = {"/usr/bin/setpriv", "--reuid=" + id, "--regid=" + id, "--clear-groups", "--"};
    }

    void open() {
        write_plugin("p", "1.0.0");
        write_plugin("q", "1.0.0");
        write("shop/.claude-plugin/marketplace.json",
              R"({"name": "shop", "owner": {"name": "o"}, "plugins": [{"name": "p", "source": "./p"},
                 {"name": "q", "source": "./q"}]})");
        write("other/.claude-plugin/marketplace.json", R"({"name": "other", "owner": {"name": "o"}, "plugins": []})");
        write("home/.skilldeck/settings.json", "{\r\n\t\"mine\" : [1,2 ,3]\n}\n");
        if (!launcher.empty()) give_to(path(), kSomebody);
        BOOST_TEST_REQUIRE(run({"marketplace", "add", (path() / "shop").string()}).status == 0);
        BOOST_TEST_REQUIRE(run({"plugin", "install", "p@shop"}).status == 0);
        write_plugin("p", "1.1.0");
    }

    /// Every command that changes the store or a settings file.
    [[nodiscard]] std::vector<Words> changes() const {
        return {{"plugin", "install", "q@shop"},   {"plugin", "update", "p@shop"},
                {"plugin", "disable", "p@shop"},   {"plugin", "uninstall", "p@shop"},
                {"marketplace", "remove", "shop"}, {"marketplace", "add", (path() / "other").string()}};
    }

private:
    void write_plugin(const std::string& name, const std::string& version) const {
        write("shop/" + name + "/.claude-plugin/plugin.json",
              R"({"name": ")" + name + R"(", "version": ")" + version + "\"}");
        write("shop/" + name + "/skills/do/SKILL.md", skill_text("do", "Does", "Body of " + version + ".\n"));
    }
};

unsigned owner_of(const fs::path& file) {
    struct stat status {};
    BOOST_TEST_REQUIRE(::lstat(file.c_str(), &status) == 0);
    return status.st_uid;
}

/// Without the right to write there while it lives.
class WithoutWriting {
public:
    explicit WithoutWriting(fs::path place, fs::perms left = fs::perms{0555})
        : place_(std::move(place)), before_(fs::status(place_).permissions()) {
        fs::permissions(place_, left);
    }
    WithoutWriting(const WithoutWriting&) = delete;
    WithoutWriting& operator=(const WithoutWriting&) = delete;
    ~WithoutWriting() { fs::permissions(place_, before_); }

private:
    fs::path place_;
    fs::perms before_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(storage)

BOOST_AUTO_TEST_CASE(a_full_disk_leaves_before_or_after_and_says_so, *boost::unit_test::precondition(mounting)) {
    Shop shop;
    const SmallDisk disk(shop.home(), 256 * kPage);
    shop.open();
    const auto before = lasting_state(shop.config());
    const auto list_before = listed(shop);
    fs::copy(shop.config(), shop.path() / "kept", fs::copy_options::recursive);
    for (const auto& words : shop.changes()) {
        std::size_t refused = 0, done = 0;
        for (std::size_t pages = 0; pages <= kMostFreePages; ++pages) {
            disk.fill_up_to(pages);
            const auto run = shop.run(words);
            const auto list = listed(shop);
            disk.make_room();
            BOOST_TEST_CONTEXT(words[1] << " with " << pages << " free pages: " << run.all()) {
                if (run.status != 0) {
                    ++refused;
                    check_refusal(run, "No space left on device");
                    BOOST_TEST(list == list_before);
                    BOOST_TEST(differences(before, lasting_state(shop.config())) == "");
                } else {
                    ++done;
                    BOOST_TEST(shop.run({"marketplace", "list"}).status == 0);
                    BOOST_TEST(!contains(text_of(shop.config() / "settings.json"), "\"q@shop\": false"));
                }
            }
            fs::remove_all(shop.config());
            fs::copy(shop.path() / "kept", shop.config(), fs::copy_options::recursive);
        }
        BOOST_TEST(done > 0U, words[1]);
        BOOST_TEST((refused > 0U || words[1] == "uninstall" || words[1] == "remove"), words[1]);
    }
}

BOOST_AUTO_TEST_CASE(a_read_only_disk_can_be_read_and_says_why_nothing_changes,
                     *boost::unit_test::precondition(mounting)) {
    Shop shop;
    const SmallDisk disk(shop.home(), 256 * kPage);
    shop.open();
    const auto before = lasting_state(shop.config());
    disk.make_read_only();
    BOOST_TEST(listed(shop) == "p@shop 1.0.0 enabled\n");
    BOOST_TEST(contains(shop.run({"skill", "expand", "p:do"}).out, "\nBody of 1.0.0.\n"));
    for (const auto& words : shop.changes()) check_refusal(shop.run(words), "Read-only file system");
    BOOST_TEST(differences(before, lasting_state(shop.config())) == "");
}

BOOST_AUTO_TEST_CASE(a_folder_that_may_not_be_written_is_named) {
    Shop shop;
    shop.belong_to_somebody();
    shop.open();
    const auto before = lasting_state(shop.config());
    const auto changes = shop.changes();
    const auto check = [&](const fs::path& place, const std::vector<Words>& commands) {
        const WithoutWriting held(place);
        BOOST_TEST(listed(shop) == "p@shop 1.0.0 enabled\n");
        for (const auto& words : commands) {
            BOOST_TEST_CONTEXT(place << ", " << words[1]) {
                const auto run = shop.run(words);
                check_refusal(run, "Permission denied");
                BOOST_TEST(contains(run.err, place.string()));
            }
        }
    };
    check(shop.config() / "plugins", {changes[0], changes[1], changes[3], changes[4], changes[5]});
    check(shop.config() / "plugins/cache", {changes[0], changes[1]});
    check(shop.config(), {changes[2]});
    BOOST_TEST(differences(before, lasting_state(shop.config())) == "");
}

BOOST_AUTO_TEST_CASE(a_settings_file_that_may_not_be_read_loses_nothing) {
    Shop shop;
    shop.belong_to_somebody();
    shop.open();
    const auto file = shop.config() / "settings.json";
    const auto text = text_of(file);
    {
        const WithoutWriting held(file, fs::perms{0});
        for (const auto& words : {Words{"plugin", "disable", "p@shop"}, Words{"plugin", "enable", "p@shop"}}) {
            const auto run = shop.run(words);
            check_refusal(run, "Permission denied");
            BOOST_TEST(contains(run.err, file.string()));
        }
    }
    BOOST_TEST(text_of(file) == text);
}

BOOST_AUTO_TEST_CASE(files_of_somebody_else_stay_theirs, *boost::unit_test::precondition(giving_files_away)) {
    Shop shop;
    shop.open();
    give_to(shop.home(), kSomebodyElse);
    fs::permissions(shop.config() / "settings.json", fs::perms{0600});
    for (const auto& words : shop.changes()) {
        const auto run = shop.run(words);
        BOOST_TEST(run.status == 0, run.all());
    }
    for (const auto* file : {"settings.json", "plugins/installed_plugins.json", "plugins/known_marketplaces.json"}) {
        BOOST_TEST(owner_of(shop.config() / file) == kSomebodyElse, file);
    }
    BOOST_TEST((fs::status(shop.config() / "settings.json").permissions() == fs::perms{0600}));
}

BOOST_AUTO_TEST_CASE(what_somebody_else_keeps_to_themselves_is_left_alone,
                     *boost::unit_test::precondition(giving_files_away)) {
    Shop shop;
    shop.belong_to_somebody();
    shop.open();
    const auto file = shop.config() / "settings.json";
    BOOST_TEST_REQUIRE(::chown(file.c_str(), 0, 0) == 0);
    fs::permissions(file, fs::perms{0600});
    const auto text = text_of(file);
    const auto run = shop.run({"plugin", "disable", "p@shop"});
    check_refusal(run, "Permission denied");
    BOOST_TEST(contains(run.err, file.string()));
    BOOST_TEST(text_of(file) == text);
    BOOST_TEST(owner_of(file) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
