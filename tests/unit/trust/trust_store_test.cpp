// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_store.hpp"
#include "base/json.hpp"
#include "os/codes.hpp"
#include "os/damaged_copy.hpp"
#include "power_loss.hpp"
#include "recorded_changes.hpp"
#include "temporary_directory.hpp"
#include "trust/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <thread>

using namespace skilldeck;

namespace {

namespace fs = std::filesystem;

class FixedClock final : public Clock {
public:
    [[nodiscard]] std::chrono::system_clock::time_point now() const override {
        return std::chrono::system_clock::time_point(std::chrono::seconds(1'767'225'600));  // 2026-01-01
    }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return {}; }
};

constexpr std::array<std::string_view, 1> kFirstParty{"f00d"};

struct Deck {
    test::TemporaryDirectory directory;
    FileSystem disk;
    FixedClock clock;
    Path file = directory.path() / "home/.skilldeck/trust.json";
    Path home = directory.path() / "home";
    Path project = directory.path() / "project";
    TrustStore store{disk, disk, clock, file, kFirstParty};

    Deck() {
        fs::create_directories(home);
        fs::create_directories(project);
        fs::permissions(project, fs::perms(0755));
    }
    void write(std::string_view text, unsigned mode = 0600) const {
        directory.write("home/.skilldeck/trust.json", text);
        fs::permissions(file, fs::perms(mode));
    }
    [[nodiscard]] std::string text() const { return *disk.read(file, 100'000); }
    [[nodiscard]] std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : *disk.list(file.parent_path())) names.push_back(entry.name);
        return names;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(trust_store)

BOOST_AUTO_TEST_CASE(nothing_is_trusted_without_a_file_and_asking_makes_none) {
    Deck deck;
    BOOST_TEST(!*deck.store.workspace_trusted(deck.project));
    BOOST_CHECK(*deck.store.native_approval("a@m", "abc") == NativeApproval::none);
    BOOST_TEST(deck.store.workspaces()->empty());
    BOOST_TEST(!fs::exists(deck.file));
}

BOOST_AUTO_TEST_CASE(a_workspace_is_trusted_exactly_and_by_its_real_path) {
    Deck deck;
    fs::create_directories(deck.project / "below");
    fs::create_directory_symlink(deck.project, deck.directory.path() / "link");
    BOOST_TEST(deck.store.trust_workspace(deck.directory.path() / "link", deck.home).has_value());
    BOOST_TEST(*deck.store.workspace_trusted(deck.project));
    BOOST_TEST(*deck.store.workspace_trusted(deck.directory.path() / "link"));
    BOOST_TEST(!*deck.store.workspace_trusted(deck.project / "below"));
    BOOST_TEST(!*deck.store.workspace_trusted(deck.directory.path()));
    const std::vector<std::string> expected{deck.project.string()};
    BOOST_TEST(*deck.store.workspaces() == expected, boost::test_tools::per_element());
    BOOST_TEST((deck.disk.info(deck.file)->mode & 0777U) == 0600U);
    BOOST_TEST(deck.text().find("2026-01-01T00:00:00.000Z") != std::string::npos);

    BOOST_TEST(*deck.store.forget_workspace(deck.project));
    BOOST_TEST(!*deck.store.forget_workspace(deck.project));
    BOOST_TEST(!*deck.store.workspace_trusted(deck.project));
}

BOOST_AUTO_TEST_CASE(a_workspace_that_is_gone_can_be_forgotten) {
    Deck deck;
    BOOST_TEST(deck.store.trust_workspace(deck.project, deck.home).has_value());
    fs::remove_all(deck.project);
    BOOST_TEST(*deck.store.forget_workspace(deck.project));
}

BOOST_AUTO_TEST_CASE(the_root_the_home_and_what_everybody_may_write_to_are_refused) {
    Deck deck;
    fs::create_directory_symlink(deck.home, deck.directory.path() / "home-link");
    const auto open = deck.directory.path() / "open";
    fs::create_directories(open);
    fs::permissions(open, fs::perms(01777));
    for (const auto& place : {Path("/"), deck.home, deck.directory.path() / "home-link", open}) {
        const auto trusted = deck.store.trust_workspace(place, deck.home);
        BOOST_TEST_REQUIRE(!trusted.has_value());
        BOOST_CHECK(trusted.error().code == code::trust_refused);
        BOOST_TEST(!trusted.error().hint.empty());
    }
    BOOST_TEST(!fs::exists(deck.file));
}

BOOST_AUTO_TEST_CASE(a_workspace_that_became_open_to_everybody_is_no_longer_trusted) {
    Deck deck;
    BOOST_TEST(deck.store.trust_workspace(deck.project, deck.home).has_value());
    fs::permissions(deck.project, fs::perms(0777));
    BOOST_TEST(!*deck.store.workspace_trusted(deck.project));
}

BOOST_AUTO_TEST_CASE(a_native_approval_is_bound_to_plugin_and_digest) {
    Deck deck;
    BOOST_TEST(deck.store.approve_native("a@m", "abc", NativeApproval::isolated).has_value());
    BOOST_TEST(deck.store.approve_native("a@m", "def", NativeApproval::in_process).has_value());
    BOOST_CHECK(*deck.store.native_approval("a@m", "abc") == NativeApproval::isolated);
    BOOST_CHECK(*deck.store.native_approval("a@m", "def") == NativeApproval::in_process);
    BOOST_CHECK(*deck.store.native_approval("a@m", "123") == NativeApproval::none);
    BOOST_CHECK(*deck.store.native_approval("b@m", "abc") == NativeApproval::none);
    BOOST_CHECK(*deck.store.native_approval("a@m", "") == NativeApproval::none);
    BOOST_TEST(*deck.store.forget_native("a@m"));
    BOOST_TEST(!*deck.store.forget_native("a@m"));
    BOOST_CHECK(*deck.store.native_approval("a@m", "def") == NativeApproval::none);
}

BOOST_AUTO_TEST_CASE(first_party_digests_need_no_record_and_cannot_be_recorded) {
    Deck deck;
    BOOST_CHECK(*deck.store.native_approval("whoever@m", "f00d") == NativeApproval::first_party);
    BOOST_TEST(!deck.store.approve_native("a@m", "abc", NativeApproval::first_party).has_value());
    BOOST_TEST(!deck.store.approve_native("a@m", "abc", NativeApproval::none).has_value());
    BOOST_TEST(!deck.store.approve_native("a@m", "", NativeApproval::isolated).has_value());
}

BOOST_AUTO_TEST_CASE(a_server_asks_again_when_its_configuration_changed) {
    Deck deck;
    BOOST_TEST(deck.store.approve_server(deck.project, "db", "abc").has_value());
    BOOST_TEST(*deck.store.server_approved(deck.project, "db", "abc"));
    BOOST_TEST(!*deck.store.server_approved(deck.project, "db", "def"));
    BOOST_TEST(!*deck.store.server_approved(deck.project, "other", "abc"));
    BOOST_TEST(!*deck.store.server_approved(deck.home, "db", "abc"));
}

BOOST_AUTO_TEST_CASE(unknown_fields_survive_a_change) {
    Deck deck;
    deck.write(
        R"({"version": 1, "keys": {"k": [1, 2]}, "native": {"b@m": {"d": {"runs": "isolated", "note": "mine"}}}})");
    BOOST_TEST(deck.store.trust_workspace(deck.project, deck.home).has_value());
    const auto root = *parse_json_object(deck.text(), "");
    BOOST_TEST(root.at("keys").at("k").as_array().size() == 2U);
    BOOST_TEST(root.at("native").at("b@m").at("d").at("note").as_string() == "mine");
    BOOST_CHECK(*deck.store.native_approval("b@m", "d") == NativeApproval::isolated);
}

BOOST_AUTO_TEST_CASE(a_newer_file_grants_nothing_and_is_never_written) {
    Deck deck;
    const std::string newer = R"({"version": 2, "workspaces": {")" + deck.project.string() + R"(": {}}})";
    deck.write(newer);
    for (const auto& error :
         {deck.store.workspace_trusted(deck.project).error(), deck.store.workspaces().error(),
          deck.store.native_approval("a@m", "abc").error(), deck.store.highest_version("a@m").error(),
          deck.store.forget_workspace(deck.project).error()}) {
        BOOST_CHECK(error.code == code::state_version_newer);
    }
    const auto changed = deck.store.approve_native("a@m", "abc", NativeApproval::isolated);
    BOOST_TEST_REQUIRE(!changed.has_value());
    BOOST_CHECK(changed.error().code == code::state_version_newer);
    BOOST_TEST(deck.text() == newer);
}

BOOST_AUTO_TEST_CASE(a_damaged_file_trusts_nobody_and_is_copied_aside_before_a_write) {
    for (const std::string damaged :
         {"", " \n", "{\"version\": 1,", "[]", R"({"version": "1"})", R"({"version": 1, "workspaces": []})"}) {
        Deck deck;
        deck.write(damaged);
        const auto asked = deck.store.workspace_trusted(deck.project);
        BOOST_TEST_REQUIRE(!asked.has_value());
        BOOST_CHECK(asked.error().code == code::trust_file_damaged);
        const auto copy = damaged_copy_path(deck.file, damaged);
        BOOST_TEST(asked.error().what.find(copy.string()) != std::string::npos, asked.error().what);
        BOOST_CHECK(deck.store.forget_workspace(deck.project).error().code == code::trust_file_damaged);
        BOOST_CHECK(deck.store.forget_native("a@m").error().code == code::trust_file_damaged);
        BOOST_TEST(deck.text() == damaged);
        Diagnostics said;
        deck.store.on_replaced([&](const Diagnostic& problem) { said.push_back(problem); });
        BOOST_TEST(deck.store.trust_workspace(deck.project, deck.home).has_value());
        BOOST_TEST(*deck.store.workspace_trusted(deck.project));
        BOOST_TEST_REQUIRE(said.size() == 1U);
        BOOST_CHECK(said[0].code == code::trust_file_replaced);
        BOOST_TEST(said[0].message.find(copy.string()) != std::string::npos, said[0].message);
        BOOST_TEST(*deck.disk.read(copy, 1000) == damaged);
        BOOST_TEST((deck.disk.info(copy)->mode & 0777U) == 0600U);
    }
}

BOOST_AUTO_TEST_CASE(an_empty_object_is_no_damage) {
    Deck deck;
    deck.write("{}");
    BOOST_TEST(!*deck.store.workspace_trusted(deck.project));
    BOOST_TEST(deck.store.trust_workspace(deck.project, deck.home).has_value());
    BOOST_TEST(deck.files().size() == 1U);  // the file and its lock
}

BOOST_AUTO_TEST_CASE(a_link_to_nothing_trusts_nobody_and_says_so) {
    Deck deck;
    std::filesystem::create_directories(deck.file.parent_path());
    std::filesystem::create_symlink("gone.json", deck.file);
    BOOST_CHECK(deck.store.workspace_trusted(deck.project).error().code == code::file_unreadable);
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_gone_is_forgotten_by_the_path_it_had) {
    Deck deck;
    const auto project = deck.directory.path() / "passing";
    std::filesystem::create_directories(project);
    BOOST_TEST(deck.store.trust_workspace(project, deck.home).has_value());
    std::filesystem::remove(project);
    BOOST_TEST(*deck.store.forget_workspace(project / "../passing/"));
    BOOST_TEST(deck.store.workspaces()->empty());
    std::filesystem::create_directories(project);
    BOOST_TEST(deck.store.trust_workspace(project, deck.home).has_value());
    std::filesystem::remove(project);
    std::filesystem::create_symlink(deck.project, project);
    BOOST_TEST(*deck.store.forget_workspace(project));
    BOOST_TEST(deck.store.workspaces()->empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_others_may_write_to_is_no_trust) {
    Deck deck;
    deck.write(R"({"version": 1, "workspaces": {")" + deck.project.string() + R"(": {}}})", 0666);
    const auto asked = deck.store.workspace_trusted(deck.project);
    BOOST_TEST_REQUIRE(!asked.has_value());
    BOOST_CHECK(asked.error().code == code::trust_file_exposed);
    BOOST_CHECK(deck.store.approve_native("a@m", "d", NativeApproval::isolated).error().code ==
                code::trust_file_exposed);
}

BOOST_AUTO_TEST_CASE(a_file_that_others_may_read_becomes_private_with_the_next_change) {
    Deck deck;
    deck.write(R"({"version": 1})", 0644);
    BOOST_TEST(deck.store.trust_workspace(deck.project, deck.home).has_value());
    BOOST_TEST((deck.disk.info(deck.file)->mode & 0777U) == 0600U);
}

BOOST_AUTO_TEST_CASE(a_power_cut_while_it_becomes_private_leaves_the_records_of_before_or_after) {
    Deck deck;
    const std::string before = R"({"version": 1, "versions": {"a@m": {"highest": "1.0.0"}}})";
    deck.write(before, 0640);
    test::PowerLoss power(deck.directory.path());
    const auto changes = std::make_shared<test::RecordedChanges>(deck.directory.path());
    FileSystem disk(changes);
    BOOST_TEST(TrustStore(disk, disk, deck.clock, deck.file, {}).remember_versions({{"a@m", "2.0.0"}}).has_value());
    const auto after = deck.text();
    BOOST_TEST(after != before);
    const auto record = changes->changes();
    power.follow(record);
    for (std::size_t done = 0; done <= record.size(); ++done) {
        for (const auto& tree : power.left_after(done)) {
            test::put(tree, deck.directory.path());
            const auto where = done == 0 ? std::string("nothing") : test::to_text(record[done - 1]);
            const auto left = deck.text();
            BOOST_TEST((left == after || (left == before && done < record.size())), where << " was last: " << left);
            const auto mode = deck.disk.info(deck.file)->mode & 0777U;
            BOOST_TEST(mode == (left == after ? 0600U : 0640U), where);
        }
    }
}

BOOST_AUTO_TEST_CASE(concurrent_changes_are_all_kept) {
    Deck deck;
    constexpr int kWriters = 12;
    std::vector<std::thread> writers;
    for (int i = 0; i < kWriters; ++i) {
        writers.emplace_back([&deck, i] {
            FileSystem disk;
            TrustStore store(disk, disk, deck.clock, deck.file, kFirstParty);
            const auto ignored = store.approve_native("p" + std::to_string(i) + "@m", "d", NativeApproval::isolated);
            static_cast<void>(ignored);
        });
    }
    for (auto& writer : writers) writer.join();
    for (int i = 0; i < kWriters; ++i) {
        BOOST_CHECK(*deck.store.native_approval("p" + std::to_string(i) + "@m", "d") == NativeApproval::isolated);
    }
}

BOOST_AUTO_TEST_CASE(the_highest_version_is_kept_and_only_rises) {
    Deck deck;
    BOOST_TEST(*deck.store.highest_version("p@m") == "");
    BOOST_TEST(!deck.store.remember_versions({{"p@m", "12ab34cd56ef"}}).has_error());
    BOOST_TEST(!deck.store.remember_versions({{"p@m", "linked"}}).has_error());
    BOOST_TEST(!fs::exists(deck.file));
    for (const auto& [version, highest] : std::vector<std::pair<std::string, std::string>>{
             {"1.2.0", "1.2.0"}, {"1.10.0", "1.10.0"}, {"1.9.0", "1.10.0"}, {"2.0.0-rc.1", "2.0.0-rc.1"}}) {
        BOOST_TEST(deck.store.remember_versions({{"p@m", version}}).has_value());
        BOOST_TEST(*deck.store.highest_version("p@m") == highest);
    }
    BOOST_TEST(*deck.store.highest_version("q@m") == "");
    BOOST_TEST(deck.store.forget_native("p@m").has_value());
    BOOST_TEST(*deck.store.highest_version("p@m") == "2.0.0-rc.1");
}

BOOST_AUTO_TEST_CASE(the_versions_of_one_change_come_in_one_write) {
    Deck deck;
    BOOST_TEST(deck.store.remember_versions({{"p@m", "2.0.0"}}).has_value());
    const auto changes = std::make_shared<test::RecordedChanges>(deck.directory.path());
    FileSystem disk(changes);
    TrustStore store(disk, disk, deck.clock, deck.file, {});
    BOOST_TEST(store.remember_versions({{"p@m", "1.0.0"}, {"q@m", "1.0.0"}, {"r@m", "linked"}}).has_value());
    const auto in_one = changes->changes().size();
    BOOST_TEST(*store.highest_version("p@m") == "2.0.0");
    BOOST_TEST(*store.highest_version("q@m") == "1.0.0");
    BOOST_TEST(deck.text().find("r@m") == std::string::npos);
    BOOST_TEST(store.remember_versions({{"p@m", "3.0.0"}, {"q@m", "3.0.0"}}).has_value());
    BOOST_TEST(changes->changes().size() == 2 * in_one);
    BOOST_TEST(*store.highest_version("p@m") == "3.0.0");
    BOOST_TEST(*store.highest_version("q@m") == "3.0.0");
}

BOOST_AUTO_TEST_SUITE_END()
