// SPDX-License-Identifier: Apache-2.0
#include "os/file_system.hpp"
#include "os/codes.hpp"
#include "os/file_lock.hpp"

#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

namespace skilldeck {

namespace {

namespace fs = std::filesystem;

std::uint32_t mode_of(const Path& path) {
    return FileSystem().info(path, Links::keep)->mode;
}

std::string text_of(const Path& path) {
    return FileSystem().read(path, 1 << 20).value();
}

std::size_t entries_in(const Path& directory) {
    return FileSystem().list(directory)->size();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(file_reading)

BOOST_AUTO_TEST_CASE(a_missing_file_is_named_as_missing) {
    const test::TemporaryDirectory scratch;
    const FileSystem files;
    const auto file = scratch.path() / "none" / "x";
    BOOST_TEST((files.read(file, 10).error().code == code::file_not_found));
    BOOST_TEST(files.read(file, 10).error().where == file.string());
    BOOST_TEST((files.info(file).error().code == code::file_not_found));
    BOOST_TEST((files.list(file).error().code == code::file_not_found));
    BOOST_TEST((files.real_path(file).error().code == code::file_not_found));
    BOOST_TEST(!files.is_file(file));
}

BOOST_AUTO_TEST_CASE(a_file_is_read_whole_with_every_byte) {
    const test::TemporaryDirectory scratch;
    std::string bytes(200'000, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i % 251);
    const auto file = scratch.write("all", bytes);
    BOOST_TEST((FileSystem().read(file, bytes.size()).value() == bytes));
    BOOST_TEST((FileSystem().read_head(file, 70'000).value() == bytes.substr(0, 70'000)));
    std::string pieces;
    BOOST_TEST(FileSystem().read_pieces(file, [&](std::string_view piece) { pieces += piece; }).has_value());
    BOOST_TEST((pieces == bytes));
}

BOOST_AUTO_TEST_CASE(a_part_of_a_file_is_read_from_where_it_begins) {
    const test::TemporaryDirectory scratch;
    const auto file = scratch.write("ten", "0123456789");
    const FileSystem disk;
    BOOST_TEST(disk.read_part(file, 0, 4).value() == "0123");
    BOOST_TEST(disk.read_part(file, 7, 2).value() == "78");
    BOOST_TEST(disk.read_part(file, 8, 9).value() == "89");
    BOOST_TEST(disk.read_part(file, 10, 1).value().empty());
    BOOST_TEST(disk.read_part(file, ~std::uint64_t{0}, 1).value().empty());
    BOOST_TEST((disk.read_part(scratch.path(), 0, 1).error().code == code::file_unreadable));
    // A reader that cannot start in the middle gives the same.
    BOOST_TEST(disk.FileReader::read_part(file, 7, 2).value() == "78");
    BOOST_TEST(disk.FileReader::read_part(file, 11, 2).value().empty());
}

BOOST_AUTO_TEST_CASE(a_file_above_the_limit_is_refused_and_one_at_the_limit_is_read) {
    const test::TemporaryDirectory scratch;
    const auto file = scratch.write("ten", "0123456789");
    BOOST_TEST(FileSystem().read(file, 10).value() == "0123456789");
    const auto refused = FileSystem().read(file, 9);
    BOOST_TEST((refused.error().code == code::file_too_large));
    BOOST_TEST(refused.error().what == "larger than the limit of 9 bytes");
}

BOOST_AUTO_TEST_CASE(a_fifo_a_device_and_a_directory_are_refused_without_waiting) {
    const test::TemporaryDirectory scratch;
    const auto fifo = scratch.path() / "fifo";
    BOOST_REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    for (const auto& path : {fifo, Path("/dev/zero"), scratch.path()}) {
        BOOST_TEST((FileSystem().read(path, 10).error().code == code::file_unreadable));
        BOOST_TEST((FileSystem().read_head(path, 10).error().code == code::file_unreadable));
    }
    BOOST_TEST((FileSystem().info(fifo)->kind == FileKind::other));
}

BOOST_AUTO_TEST_CASE(the_start_of_a_file_comes_with_what_it_is) {
    const test::TemporaryDirectory scratch;
    const auto file = scratch.write("file", "0123456789");
    const auto link = scratch.path() / "link";
    const auto fifo = scratch.path() / "fifo";
    fs::create_symlink("file", link);
    BOOST_REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    for (const auto links : {Links::keep, Links::follow}) {
        const auto start = FileSystem().read_start(file, 4, links).value();
        BOOST_TEST(start.text == "0123");
        BOOST_TEST(start.info.size == 10U);
        BOOST_TEST(FileSystem().read_start(file, 100, links)->text == "0123456789");
        BOOST_TEST((FileSystem().read_start(fifo, 4, links)->info.kind == FileKind::other));
        BOOST_TEST((FileSystem().read_start(scratch.path(), 4, links)->info.kind == FileKind::directory));
        BOOST_TEST((FileSystem().read_start(scratch.path() / "none", 4, links).error().code == code::file_not_found));
        BOOST_TEST((FileSystem().read_start(file / "none", 4, links).error().code == code::file_not_found));
    }
    BOOST_TEST((FileSystem().read_start(link, 4, Links::keep)->info.kind == FileKind::link));
    BOOST_TEST(FileSystem().read_start(link, 4, Links::keep)->text.empty());
    BOOST_TEST(FileSystem().read_start(link, 4, Links::follow)->text == "0123");
}

BOOST_AUTO_TEST_CASE(a_list_holds_every_name_in_byte_order) {
    const test::TemporaryDirectory scratch;
    for (const auto* name : {"b", "a\nline", "B", " blank ", "\xff\xfe", "é", ".hidden"}) scratch.write(name, "x");
    fs::create_directory(scratch.path() / "a");
    fs::create_symlink("a", scratch.path() / "link");
    const auto entries = FileSystem().list(scratch.path()).value();
    std::vector<std::string> names;
    for (const auto& entry : entries) names.push_back(entry.name);
    const std::vector<std::string> wanted{" blank ", ".hidden", "B", "a", "a\nline", "b", "link", "é", "\xff\xfe"};
    BOOST_TEST(names == wanted, boost::test_tools::per_element());
    BOOST_TEST((entries[3].kind == FileKind::directory));
    BOOST_TEST((entries[6].kind == FileKind::link));
}

BOOST_AUTO_TEST_CASE(a_link_is_followed_or_kept_as_asked) {
    const test::TemporaryDirectory scratch;
    const auto file = scratch.write("file", "12345");
    const auto link = scratch.path() / "link";
    fs::create_symlink("file", link);
    BOOST_TEST((FileSystem().info(link)->kind == FileKind::regular));
    BOOST_TEST(FileSystem().info(link)->size == 5U);
    BOOST_TEST((FileSystem().info(link, Links::keep)->kind == FileKind::link));
    BOOST_TEST(FileSystem().read_link(link)->string() == "file");
    BOOST_TEST(FileSystem().real_path(link)->string() == file.string());
    BOOST_TEST((FileSystem().read_link(file).error().code == code::file_unreadable));
    BOOST_TEST(FileSystem().info(link)->inode == FileSystem().info(file)->inode);
}

BOOST_AUTO_TEST_CASE(below_is_decided_by_components_not_by_text) {
    BOOST_TEST(lies_below("/a/market/x", "/a/market"));
    BOOST_TEST(lies_below("/a/market", "/a/market"));
    BOOST_TEST(lies_below("/a/market/x", "/a/market/"));
    BOOST_TEST(!lies_below("/a/market-evil/x", "/a/market"));
    BOOST_TEST(!lies_below("/a", "/a/market"));
    BOOST_TEST(lies_below("/a", "/"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(file_writing)

BOOST_AUTO_TEST_CASE(a_written_file_has_the_bytes_the_mode_and_no_left_over_beside_it) {
    const test::TemporaryDirectory scratch;
    FileSystem files;
    const auto file = scratch.path() / "new\nname";
    BOOST_TEST(files.write_atomically(file, "secret", 0600).has_value());
    BOOST_TEST(text_of(file) == "secret");
    BOOST_TEST(mode_of(file) == 0600U);
    BOOST_TEST(entries_in(scratch.path()) == 1U);
}

BOOST_AUTO_TEST_CASE(an_existing_file_keeps_its_mode) {
    const test::TemporaryDirectory scratch;
    const auto file = scratch.write("settings.json", "{}");
    BOOST_REQUIRE(::chmod(file.c_str(), 0640) == 0);
    BOOST_TEST(FileSystem().write_atomically(file, "{\"a\":1}", 0600).has_value());
    BOOST_TEST(mode_of(file) == 0640U);
    BOOST_TEST(text_of(file) == "{\"a\":1}");
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link_and_its_target_is_written) {
    const test::TemporaryDirectory scratch;
    const auto target = scratch.write("dotfiles/settings.json", "old");
    fs::create_directories(scratch.path() / "home");
    const auto link = scratch.path() / "home" / "settings.json";
    fs::create_symlink("../dotfiles/settings.json", link);
    BOOST_TEST(FileSystem().write_atomically(link, "new").has_value());
    BOOST_TEST(fs::is_symlink(link));
    BOOST_TEST(text_of(target) == "new");

    const auto dangling = scratch.path() / "home" / "other.json";
    fs::create_symlink(scratch.path() / "dotfiles" / "other.json", dangling);
    BOOST_TEST(FileSystem().write_atomically(dangling, "made").has_value());
    BOOST_TEST(text_of(scratch.path() / "dotfiles" / "other.json") == "made");

    const auto loop = scratch.path() / "loop";
    fs::create_symlink("loop", loop);
    BOOST_TEST((FileSystem().write_atomically(loop, "x").error().code == code::file_unwritable));
}

BOOST_AUTO_TEST_CASE(a_very_long_name_can_be_written) {
    const test::TemporaryDirectory scratch;
    const auto file = scratch.path() / std::string(255, 'n');
    BOOST_TEST(FileSystem().write_atomically(file, "x").has_value());
    BOOST_TEST(text_of(file) == "x");
}

BOOST_AUTO_TEST_CASE(a_failed_write_leaves_what_was_there_and_nothing_else) {
    const test::TemporaryDirectory scratch;
    FileSystem files;
    fs::create_directories(scratch.path() / "directory");
    const auto refused = files.write_atomically(scratch.path() / "directory", "x");
    BOOST_TEST((refused.error().code == code::file_unwritable));
    BOOST_TEST(refused.error().what == "cannot be written: not a regular file");
    const auto nowhere = scratch.path() / "none" / "file";
    BOOST_TEST(files.write_atomically(nowhere, "x").error().what == "cannot be written: No such file or directory");
    BOOST_TEST(entries_in(scratch.path()) == 1U);
    BOOST_TEST(entries_in(scratch.path() / "directory") == 0U);
}

BOOST_AUTO_TEST_CASE(a_new_file_never_replaces_one_and_never_follows_a_link) {
    const test::TemporaryDirectory scratch;
    FileSystem files;
    const auto file = scratch.path() / "tool";
    BOOST_TEST(files.write_new(file, "first", 0700).has_value());
    BOOST_TEST(mode_of(file) == 0700U);
    BOOST_TEST((files.write_new(file, "second", 0700).error().code == code::file_unwritable));
    BOOST_TEST(text_of(file) == "first");
    BOOST_TEST(files.make_link(scratch.path() / "elsewhere", scratch.path() / "link").has_value());
    BOOST_TEST(files.write_new(scratch.path() / "link", "x", 0600).has_error());
    BOOST_TEST(!fs::exists(scratch.path() / "elsewhere"));
}

BOOST_AUTO_TEST_CASE(directories_are_made_with_their_parents_and_once_more_without_harm) {
    const test::TemporaryDirectory scratch;
    FileSystem files;
    const auto deep = scratch.path() / "a" / "b" / "c";
    BOOST_TEST(files.make_directories(deep, 0700).has_value());
    BOOST_TEST(files.make_directories(deep / "", 0700).has_value());
    BOOST_TEST(files.make_directories(scratch.path() / "d" / "").has_value());
    BOOST_TEST(mode_of(scratch.path() / "a") == 0700U);
    BOOST_TEST(mode_of(deep) == 0700U);
    const auto file = scratch.write("file", "x");
    BOOST_TEST(files.make_directories(file).error().what == "cannot be written: Not a directory");
    BOOST_TEST(files.make_directories(file / "below").has_error());
}

BOOST_AUTO_TEST_CASE(renaming_and_syncing_say_what_is_missing) {
    const test::TemporaryDirectory scratch;
    FileSystem files;
    const auto from = scratch.write("from", "x");
    BOOST_TEST(files.rename(from, scratch.path() / "to").has_value());
    BOOST_TEST(text_of(scratch.path() / "to") == "x");
    BOOST_TEST(files.rename(from, scratch.path() / "to").error().where == from.string());
    BOOST_TEST(files.sync_directory(scratch.path()).has_value());
    BOOST_TEST(files.sync_file_system(scratch.path()).has_value());
    BOOST_TEST(files.sync_directory(scratch.path() / "none").has_error());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(tree_removal)

BOOST_AUTO_TEST_CASE(a_tree_goes_and_what_its_links_point_to_stays) {
    const test::TemporaryDirectory scratch;
    const auto outside = scratch.write("outside/kept", "kept");
    scratch.write("tree/a/b/file", "x");
    scratch.write("tree/a/new\nline \xff", "x");
    fs::create_directory_symlink(scratch.path() / "outside", scratch.path() / "tree" / "a" / "link");
    BOOST_REQUIRE(::mkfifo((scratch.path() / "tree" / "fifo").c_str(), 0600) == 0);
    BOOST_TEST(FileSystem().remove_tree(scratch.path() / "tree" / "").has_value());
    BOOST_TEST(!fs::exists(scratch.path() / "tree"));
    BOOST_TEST(text_of(outside) == "kept");
}

BOOST_AUTO_TEST_CASE(a_link_at_the_top_is_removed_itself) {
    const test::TemporaryDirectory scratch;
    const auto kept = scratch.write("outside/kept", "kept");
    fs::create_directory_symlink("outside", scratch.path() / "link");
    BOOST_TEST(FileSystem().remove_tree(scratch.path() / "link").has_value());
    BOOST_TEST(!fs::is_symlink(scratch.path() / "link"));
    BOOST_TEST(text_of(kept) == "kept");
}

BOOST_AUTO_TEST_CASE(directories_that_may_not_be_read_or_changed_are_removed_too) {
    const test::TemporaryDirectory scratch;
    for (const auto mode : {0U, 0500U, 0300U}) {
        const auto file = scratch.write("tree/inner/file", "x");
        BOOST_REQUIRE(::chmod(file.parent_path().c_str(), mode) == 0);
        BOOST_TEST(FileSystem().remove_tree(scratch.path() / "tree").has_value());
        BOOST_TEST(!fs::exists(scratch.path() / "tree"));
    }
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_fine_and_what_names_no_entry_is_refused) {
    const test::TemporaryDirectory scratch;
    BOOST_TEST(FileSystem().remove_tree(scratch.path() / "none").has_value());
    BOOST_TEST(FileSystem().remove_tree(scratch.path() / "none" / "below").has_value());
    for (const auto* path : {"/", "..", "."}) BOOST_TEST(FileSystem().remove_tree(path).has_error());
    BOOST_TEST(FileSystem().remove_tree(scratch.path() / "..").has_error());
    BOOST_TEST(fs::exists(scratch.path()));
}

BOOST_AUTO_TEST_CASE(what_a_killed_writer_left_is_named_and_swept_by_the_next_one_when_nobody_holds_it) {
    const test::TemporaryDirectory scratch;
    FileSystem files;
    std::vector<std::string> swept;
    files.on_stray([&](const Path& file) { swept.push_back(file.filename().string()); });
    const auto stray = scratch.write(".state.json.123.tmp", "half");
    const auto held = scratch.write(".state.json.456.tmp", "half");
    const auto other = scratch.write(".other.json.123.tmp", "half");
    for (const auto* name : {".state.json.12a.tmp", ".state.json..tmp", "state.json.123.tmp", ".123.tmp", "..1.tmp"})
        scratch.write(name, "of nobody");
    const auto lock = FileLock::take(held, std::chrono::seconds(0));
    BOOST_REQUIRE(lock.has_value());
    fs::create_directory(scratch.path() / ".state.json.77.tmp");

    BOOST_TEST((files.stray_temporaries(scratch.path()) == std::vector<Path>{other, stray}));
    BOOST_TEST(files.stray_temporaries(scratch.path() / "nowhere").empty());
    BOOST_TEST(files.write_atomically(scratch.path() / "state.json", "{}").has_value());
    BOOST_TEST(swept == std::vector<std::string>{".state.json.123.tmp"}, boost::test_tools::per_element());
    BOOST_TEST(!fs::exists(stray));
    for (const auto* name : {".state.json.456.tmp", ".other.json.123.tmp", ".state.json.12a.tmp", ".state.json..tmp",
                             "state.json.123.tmp", ".123.tmp", "..1.tmp", ".state.json.77.tmp"})
        BOOST_TEST(fs::exists(scratch.path() / name), name);
    BOOST_TEST(text_of(scratch.path() / "state.json") == "{}");
}

BOOST_AUTO_TEST_CASE(writers_of_one_file_without_a_lock_do_not_sweep_each_other_away) {
    const test::TemporaryDirectory scratch;
    std::atomic<int> failed = 0;
    std::vector<std::thread> writers;
    for (int i = 0; i < 8; ++i) {
        writers.emplace_back([&] {
            FileSystem files;
            for (int k = 0; k < 200; ++k) {
                if (!files.write_atomically(scratch.path() / "state.json", "{}")) ++failed;
            }
        });
    }
    for (auto& writer : writers) writer.join();
    BOOST_TEST(failed == 0);
    BOOST_TEST(FileSystem().stray_temporaries(scratch.path()).empty());
}

BOOST_AUTO_TEST_CASE(whether_a_folder_can_be_written_is_known_before) {
    const test::TemporaryDirectory scratch;
    const FileSystem files;
    BOOST_TEST(files.can_write_in(scratch.path()).has_value());
    BOOST_TEST(files.can_write_in(scratch.path() / "not" / "there").has_value());
    const auto file = scratch.write("file", "");
    for (const auto& blocked : {file, file / "below"}) {
        const auto refused = files.can_write_in(blocked);
        BOOST_TEST_REQUIRE(!refused.has_value());
        BOOST_TEST((refused.error().code == code::file_unwritable));
        BOOST_TEST(refused.error().where == file.string());
    }
    BOOST_TEST(!fs::exists(scratch.path() / "not"));
}

BOOST_AUTO_TEST_CASE(a_folder_without_the_permission_is_not_writable_for_a_user) {
    if (::geteuid() == 0) {
        BOOST_TEST_MESSAGE("skipped: root may write everywhere");
        return;
    }
    const test::TemporaryDirectory scratch;
    const auto closed = scratch.path() / "closed";
    fs::create_directory(closed);
    BOOST_REQUIRE(::chmod(closed.c_str(), 0555) == 0);
    BOOST_TEST((FileSystem().can_write_in(closed / "x").error().where == closed.string()));
    BOOST_REQUIRE(::chmod(closed.c_str(), 0755) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
