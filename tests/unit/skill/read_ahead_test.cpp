// SPDX-License-Identifier: Apache-2.0
// Many folders are read on a few threads: what is found, its order and what is said of it are as if one had read them.
#include "skill/read_ahead.hpp"

#include "skill/codes.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <mutex>
#include <new>
#include <thread>

namespace skilldeck {

using namespace test;

namespace {

constexpr std::size_t kMany = 3 * kFewFolders;

std::string folder_name(std::size_t index) {
    return "s" + std::to_string(1'000 + index);
}

/// The real disk, which remembers who read.
class WatchedReader final : public FileReader {
public:
    Result<FileInfo> info(const Path& path, Links links) const override { return files_.info(path, links); }
    Result<std::string> read(const Path& path, std::size_t limit) const override { return files_.read(path, limit); }
    Result<std::string> read_head(const Path& path, std::size_t bytes) const override {
        return files_.read_head(path, bytes);
    }
    Result<FileStart> read_start(const Path& path, std::size_t bytes, Links links) const override {
        {
            const std::scoped_lock lock(mutex_);
            readers_.insert(std::this_thread::get_id());
            ++reads_;
        }
        if (fails_.exchange(false)) throw std::bad_alloc();
        return files_.read_start(path, bytes, links);
    }
    Result<std::vector<DirectoryEntry>> list(const Path& directory) const override { return files_.list(directory); }
    Result<Path> real_path(const Path& path) const override { return files_.real_path(path); }
    Result<Path> read_link(const Path& path) const override { return files_.read_link(path); }

    [[nodiscard]] std::set<std::thread::id> readers() const { return readers_; }
    [[nodiscard]] std::size_t reads() const { return reads_; }
    void fail_once() { fails_ = true; }

private:
    FileSystem files_;
    mutable std::mutex mutex_;
    mutable std::set<std::thread::id> readers_;
    mutable std::size_t reads_ = 0;
    mutable std::atomic<bool> fails_{false};
};

struct ManyFolders : Workspace {
    void write(std::size_t count) const {
        for (std::size_t i = 0; i < count; ++i) named(Path("home/.skilldeck/skills") / folder_name(i));
    }
    [[nodiscard]] Discovery discover_with(const FileReader& reader) const {
        return discover_skills(reader, places, switches, {});
    }
    static void check_order(const Discovery& found, std::size_t count) {
        BOOST_REQUIRE(found.skills.size() == count);
        for (std::size_t i = 0; i < count; ++i) BOOST_REQUIRE(found.skills[i]->name == folder_name(i));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(read_ahead_of_many, ManyFolders)

BOOST_AUTO_TEST_CASE(few_are_read_by_the_caller_alone_and_each_once) {
    write(kFewFolders);
    const WatchedReader reader;
    check_order(discover_with(reader), kFewFolders);
    BOOST_TEST((reader.readers() == std::set{std::this_thread::get_id()}));
    BOOST_TEST(reader.reads() == kFewFolders);
}

BOOST_AUTO_TEST_CASE(many_are_read_by_a_few_threads_in_the_same_order_and_each_once) {
    write(kMany);
    const WatchedReader reader;
    const auto found = discover_with(reader);
    check_order(found, kMany);
    BOOST_TEST(found.diagnostics.empty());
    BOOST_TEST(reader.reads() == kMany);
    BOOST_TEST(reader.readers().size() <= kReaderThreads);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_some_of_many_is_said_in_their_order) {
    write(kMany);
    const Path root("home/.skilldeck/skills");
    std::filesystem::remove_all(at(root / folder_name(10)));
    link("nowhere", root / folder_name(10));
    std::filesystem::remove(at(root / folder_name(300) / "SKILL.md"));
    std::filesystem::create_directories(at(root / folder_name(300) / "SKILL.md"));
    std::filesystem::remove(at(root / folder_name(400) / "SKILL.md"));
    named(root / folder_name(400) / "deep");
    skill(root / folder_name(500), "---\nname: _canonical_x\ndescription: x\n---\n");
    std::filesystem::remove(at(root / folder_name(600) / "SKILL.md"));
    directory.write(root / folder_name(600) / "skill.md", "---\ndescription: lower\n---\n");
    link(folder_name(20), root / "t-again");
    named("project/.claude/skills/last");

    const auto found = discover_with(files);
    BOOST_TEST(found.skills.size() == kMany - 4 + 1);
    BOOST_TEST(found.skills.back()->name == "last");
    const std::vector<std::string_view> wanted{"skill-not-a-file", "skill-nested", "skill-name-reserved",
                                               "skill-link-dangling", "skill-duplicate-file"};
    std::vector<std::string_view> codes;
    for (const auto& diagnostic : found.diagnostics) codes.push_back(diagnostic.code.info().text);
    BOOST_TEST(codes == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(sources_of_many_are_gathered_before_they_are_read) {
    // Each has few, together they are many.
    for (const auto* place : {"home/.skilldeck/skills", "home/.agents/skills", "home/.claude/skills"}) {
        for (std::size_t i = 0; i < kFewFolders / 2; ++i) {
            named(Path(place) / (std::string(1, place[6]) + folder_name(i)));
        }
    }
    directory.write("home/.claude/commands/last.md", "x");
    const auto found = discover_with(files);
    BOOST_REQUIRE(found.skills.size() == 3 * kFewFolders / 2 + 1);
    BOOST_TEST(found.skills.front()->name == "s" + folder_name(0));
    BOOST_TEST(found.skills[kFewFolders / 2]->name == "a" + folder_name(0));
    BOOST_TEST(found.skills.back()->name == "last");
}

BOOST_AUTO_TEST_CASE(a_thread_that_runs_out_of_memory_costs_no_skill) {
    write(kMany);
    WatchedReader reader;
    reader.fail_once();
    if (std::thread::hardware_concurrency() < 2) return;  // no threads: the caller meets it
    check_order(discover_with(reader), kMany);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
