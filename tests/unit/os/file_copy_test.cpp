// SPDX-License-Identifier: Apache-2.0
#include "os/codes.hpp"
#include "os/file_system.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

namespace skilldeck {

namespace {

/// Two trees to copy between.
struct Trees {
    Trees() {
        scratch.write("from/a/file", "bytes");
        std::filesystem::create_directories(scratch.path() / "to/a");
    }
    Result<> copy(const Path& from, const Path& to, std::uint64_t limit = 100, std::uint32_t mode = 0644) {
        FileCopy order;
        order.from_root = scratch.path() / "from";
        order.from = from;
        order.to_root = scratch.path() / "to";
        order.to = to;
        order.limit = limit;
        order.mode = mode;
        return files.copy_file(order);
    }
    test::TemporaryDirectory scratch;
    FileSystem files;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(copying_a_file)

BOOST_AUTO_TEST_CASE(bytes_and_mode_arrive_whatever_the_umask) {
    Trees trees;
    const auto umask_before = ::umask(077);
    const auto copied = trees.copy("a/file", "a/copy", 100, 0755);
    ::umask(umask_before);
    BOOST_REQUIRE(copied.has_value());
    BOOST_TEST(trees.files.read(trees.scratch.path() / "to/a/copy", 100).value() == "bytes");
    BOOST_TEST(trees.files.info(trees.scratch.path() / "to/a/copy")->mode == 0755U);
}

BOOST_AUTO_TEST_CASE(no_link_is_followed_on_either_side) {
    Trees trees;
    std::filesystem::create_symlink("file", trees.scratch.path() / "from/a/link");
    std::filesystem::create_directory_symlink("a", trees.scratch.path() / "from/folder");
    std::filesystem::create_directory_symlink("a", trees.scratch.path() / "to/folder");
    BOOST_TEST((trees.copy("a/link", "a/x").error().code == code::file_unreadable));
    BOOST_TEST((trees.copy("folder/file", "a/x").error().code == code::file_unreadable));
    BOOST_TEST((trees.copy("a/file", "folder/x").error().code == code::file_unwritable));
    BOOST_TEST((trees.copy("../from/a/file", "a/x").error().code == code::file_unreadable));
}

BOOST_AUTO_TEST_CASE(only_regular_files_within_the_limit_and_only_to_a_new_name) {
    Trees trees;
    BOOST_REQUIRE(mkfifo((trees.scratch.path() / "from/fifo").c_str(), 0600) == 0);
    BOOST_TEST((trees.copy("fifo", "a/x").error().code == code::file_unreadable));
    BOOST_TEST((trees.copy("missing", "a/x").error().code == code::file_not_found));
    BOOST_TEST((trees.copy("a/file", "a/x", 4).error().code == code::file_too_large));
    BOOST_TEST(trees.copy("a/file", "a/y", 5).has_value());
    BOOST_TEST((trees.copy("a/file", "a/y", 5).error().code == code::file_unwritable));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
