// SPDX-License-Identifier: Apache-2.0
// The steps of every write, and what is there when the process dies before each of them.
#include "os/codes.hpp"
#include "os/file_system.hpp"
#include "recorded_changes.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <memory>

namespace skilldeck {

namespace {

namespace fs = std::filesystem;

struct Recorded {
    test::TemporaryDirectory scratch;
    std::shared_ptr<test::RecordedChanges> changes = std::make_shared<test::RecordedChanges>(scratch.path());
    FileSystem files{changes};

    /// The kinds of the steps, a word each.
    [[nodiscard]] std::vector<std::string> steps() const {
        std::vector<std::string> all;
        for (const auto& change : changes->changes()) all.push_back(word_of(change));
        return all;
    }
    [[nodiscard]] std::string text(const Path& name) const {
        return files.read(scratch.path() / name, 1 << 20).value();
    }
};

using Steps = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(recorded_changes)

BOOST_AUTO_TEST_CASE(an_atomic_write_is_create_write_sync_rename_and_sync_of_the_folder) {
    Recorded at;
    BOOST_TEST(at.files.write_atomically(at.scratch.path() / "f", "text").has_value());
    BOOST_TEST(at.steps() == (Steps{"create", "write", "sync", "rename", "sync"}), boost::test_tools::per_element());
    BOOST_TEST(at.changes->changes()[2].path.string().starts_with(".f."));
    BOOST_TEST(at.changes->changes()[3].to == "f");
    BOOST_TEST(at.changes->changes()[4].path == ".");
}

BOOST_AUTO_TEST_CASE(a_tree_is_removed_one_entry_at_a_time) {
    Recorded at;
    at.scratch.write("tree/a/one", "1");
    at.scratch.write("tree/a/two", "2");
    fs::create_symlink("a", at.scratch.path() / "tree" / "link");
    BOOST_TEST(at.files.remove_tree(at.scratch.path() / "tree").has_value());
    auto steps = at.steps();
    BOOST_TEST(std::ranges::count(steps, "unlink") == 3);
    BOOST_TEST(std::ranges::count(steps, "remove directory") == 2);
    BOOST_TEST(steps.size() == 5U);
    BOOST_TEST(at.changes->changes().back().path == "tree");
}

BOOST_AUTO_TEST_CASE(a_copy_is_create_write_and_mode) {
    Recorded at;
    at.scratch.write("from/f", "text");
    fs::create_directory(at.scratch.path() / "to");
    FileCopy copy{at.scratch.path() / "from", "f", at.scratch.path() / "to", "f", 0755, 100};
    BOOST_TEST(at.files.copy_file(copy).has_value());
    BOOST_TEST(at.steps() == (Steps{"create", "write", "set mode"}), boost::test_tools::per_element());
    BOOST_TEST(at.changes->changes()[0].path == "to/f");
    BOOST_TEST(at.changes->changes()[1].text == "text");
}

BOOST_AUTO_TEST_CASE(a_file_is_before_or_after_wherever_its_writer_is_killed) {
    std::size_t before = 0, after = 0;
    for (std::size_t step = 0;; ++step) {
        Recorded at;
        at.scratch.write("state", "old");
        at.changes->stop_before(step);
        const auto written = at.files.write_atomically(at.scratch.path() / "state", "new");
        const auto text = at.text("state");
        BOOST_TEST((text == "old" || text == "new"), "after " << step << " steps: " << text);
        ++(text == "old" ? before : after);
        if (!at.changes->reached()) break;
        BOOST_TEST(!written.has_value());
    }
    BOOST_TEST(before == 5U);  // create, write, mode of the old file, sync, rename
    BOOST_TEST(after == 2U);   // sync of the folder, all
}

BOOST_AUTO_TEST_CASE(after_the_stop_nothing_happens_not_even_the_tidying) {
    Recorded at;
    at.changes->stop_before(2);
    BOOST_TEST(at.files.write_atomically(at.scratch.path() / "f", "text").has_error());
    BOOST_TEST(at.files.write_new(at.scratch.path() / "other", "text", 0644).has_error());
    BOOST_TEST(at.changes->reached());
    const auto left = at.files.list(at.scratch.path()).value();
    BOOST_REQUIRE(left.size() == 1U);
    BOOST_TEST(left[0].name.starts_with(".f."));
}

BOOST_AUTO_TEST_CASE(a_full_disk_leaves_the_old_file_and_no_temporary_one) {
    for (std::size_t step = 0; step < 5; ++step) {
        Recorded at;
        at.scratch.write("state", "old");
        at.changes->fail_at(step);
        const auto refused = at.files.write_atomically(at.scratch.path() / "state", "new");
        BOOST_TEST((refused.error().code == code::file_unwritable));
        BOOST_TEST(at.text("state") == "old");
        BOOST_TEST(at.files.list(at.scratch.path())->size() == 1U);
    }
}

BOOST_AUTO_TEST_CASE(made_directories_are_on_the_disk_at_once_when_asked) {
    Recorded at;
    BOOST_TEST(at.files.make_directories(at.scratch.path() / "a/b", 0755, Durable::now).has_value());
    BOOST_TEST(at.steps() == (Steps{"make directory", "sync", "make directory", "sync"}),
               boost::test_tools::per_element());
    BOOST_TEST(at.changes->changes()[1].path == ".");
    BOOST_TEST(at.changes->changes()[3].path == "a");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(confined_writing)

namespace {

/// `root/` to write in, `outside/` to be left alone, and a link to it at `root/link` and `root/a/link`.
struct Confined {
    Confined() {
        scratch.write("outside/kept", "kept");
        scratch.write("root/a/file", "old");
        scratch.write("source/file", "new");
        for (const auto* link : {"root/link", "root/a/link"})
            fs::create_directory_symlink(scratch.path() / "outside", scratch.path() / link);
    }
    [[nodiscard]] Path root() const { return scratch.path() / "root"; }
    [[nodiscard]] std::size_t outside() const { return files.list(scratch.path() / "outside")->size(); }

    test::TemporaryDirectory scratch;
    FileSystem files;
    std::unique_ptr<FileWriter> writer = files.confined(scratch.path() / "root" / "");
};

}  // namespace

BOOST_AUTO_TEST_CASE(below_the_root_everything_can_be_done) {
    Confined at;
    const auto deep = at.root() / "new/deep";
    BOOST_TEST(at.writer->make_directories(deep).has_value());
    BOOST_TEST(at.writer->make_directories(deep / "").has_value());
    BOOST_TEST(at.writer->write_new(deep / "n", "1", 0644).has_value());
    BOOST_TEST(at.writer->write_atomically(deep / "w", "2").has_value());
    BOOST_TEST(at.writer->copy_file({at.scratch.path() / "source", "file", deep, "c", 0644, 100}).has_value());
    BOOST_TEST(at.writer->make_link("n", deep / "l").has_value());
    BOOST_TEST(at.writer->rename(deep / "n", at.root() / "a/n").has_value());
    BOOST_TEST(at.writer->sync_directory(deep).has_value());
    BOOST_TEST(at.writer->sync_directory(at.root()).has_value());
    BOOST_TEST(at.writer->sync_file_system(deep).has_value());
    BOOST_TEST(at.files.list(deep)->size() == 3U);
    BOOST_TEST(at.writer->remove_tree(at.root() / "new").has_value());
    BOOST_TEST(at.writer->remove_tree(at.root() / "a/link").has_value());
    BOOST_TEST(!fs::exists(at.root() / "new"));
    BOOST_TEST(at.outside() == 1U);
}

BOOST_AUTO_TEST_CASE(a_link_on_the_way_is_refused_by_every_change) {
    Confined at;
    for (const auto* link : {"link", "a/link"}) {
        const auto way = at.root() / link;
        const std::vector<std::function<Result<>()>> changes{
            [&] { return at.writer->make_directories(way / "x"); },
            [&] { return at.writer->make_directories(way / "x/y"); },
            [&] { return at.writer->make_directories(way); },
            [&] { return at.writer->write_atomically(way / "kept", "x"); },
            [&] { return at.writer->write_new(way / "x", "x", 0644); },
            [&] {
                return at.writer->copy_file({at.scratch.path() / "source", "file", way, "x", 0644, 100});
            },
            [&] {
                return at.writer->copy_file(
                    {at.scratch.path() / "source", "file", at.root(), Path(link) / "x", 0644, 100});
            },
            [&] { return at.writer->make_link("t", way / "x"); },
            [&] { return at.writer->rename(at.root() / "a/file", way / "x"); },
            [&] { return at.writer->rename(way / "kept", at.root() / "x"); },
            [&] { return at.writer->remove_tree(way / "kept"); },
            [&] { return at.writer->sync_directory(way); },
            [&] { return at.writer->sync_file_system(way); },
        };
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const auto refused = changes[i]();
            BOOST_REQUIRE_MESSAGE(refused.has_error(), "change " << i << " through " << link);
            BOOST_TEST((refused.error().code == code::file_unwritable), "change " << i << ": " << refused.error().what);
        }
        BOOST_TEST(at.outside() == 1U);
        BOOST_TEST(at.files.read(at.scratch.path() / "outside/kept", 100).value() == "kept");
    }
}

BOOST_AUTO_TEST_CASE(a_link_at_the_end_is_not_written_through) {
    Confined at;
    fs::create_symlink(at.scratch.path() / "outside" / "kept", at.root() / "state");
    BOOST_TEST(at.writer->write_atomically(at.root() / "state", "x").has_error());
    BOOST_TEST(at.files.read(at.scratch.path() / "outside/kept", 100).value() == "kept");
}

BOOST_AUTO_TEST_CASE(what_is_outside_is_refused_however_it_is_written) {
    Confined at;
    const auto before = at.files.list(at.scratch.path())->size();
    for (const auto& path : {at.scratch.path() / "x", at.root() / "../x", at.root(), at.root() / "a/../../x",
                             Path(at.root().string() + "-beside")}) {
        BOOST_TEST(at.writer->write_new(path, "x", 0644).has_error(), path);
        BOOST_TEST(at.writer->remove_tree(path).has_error(), path);
    }
    BOOST_TEST(at.writer->rename(at.root() / "a/file", at.scratch.path() / "x").has_error());
    BOOST_TEST(at.writer->copy_file({at.scratch.path() / "source", "file", at.root(), "../x", 0644, 9}).has_error());
    BOOST_TEST(at.files.list(at.scratch.path())->size() == before);
    BOOST_TEST(fs::exists(at.root() / "a/file"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
