// SPDX-License-Identifier: Apache-2.0
#include "os/digest.hpp"
#include "os/codes.hpp"

#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

namespace skilldeck {

namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(digest)

BOOST_AUTO_TEST_CASE(bytes_and_files_have_the_published_digests) {
    BOOST_TEST(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    BOOST_TEST(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const test::TemporaryDirectory scratch;
    const auto million = scratch.write("million", std::string(1'000'000, 'a'));
    BOOST_TEST(sha256_of_file(FileSystem(), million).value() ==
               "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    BOOST_TEST((sha256_of_file(FileSystem(), scratch.path() / "none").error().code == code::file_not_found));
}

BOOST_AUTO_TEST_CASE(a_manifest_is_sorted_by_the_whole_path) {
    const test::TemporaryDirectory scratch;
    const auto abc = sha256("abc");
    scratch.write("a/x", "abc");
    const auto tool = scratch.write("a.b", "abc");
    BOOST_REQUIRE(::chmod(tool.c_str(), 0700) == 0);
    BOOST_REQUIRE(::chmod(scratch.write("z", "abc").c_str(), 0600) == 0);
    fs::create_symlink("../z", scratch.path() / "a" / "link");
    fs::create_directory(scratch.path() / "empty");
    BOOST_TEST(tree_manifest(FileSystem(), scratch.path()).value() ==
               "755 " + abc + " a.b\n" + "link ../z -> a/link\n" + "644 " + abc + " a/x\n" + "644 " + abc + " z\n");
    BOOST_TEST(tree_digest(FileSystem(), scratch.path()).value() ==
               sha256(tree_manifest(FileSystem(), scratch.path()).value()));
}

BOOST_AUTO_TEST_CASE(two_trees_never_have_the_same_manifest) {
    const test::TemporaryDirectory one, other;
    one.write("a", "abc");
    one.write("b", "abc");
    other.write("a\n644 " + sha256("abc") + " b", "abc");
    BOOST_TEST(tree_digest(FileSystem(), one.path()).value() != tree_digest(FileSystem(), other.path()).value());

    const test::TemporaryDirectory left, right;
    fs::create_symlink("x", left.path() / "y -> z");
    fs::create_symlink("x -> y", right.path() / "z");
    BOOST_TEST(tree_digest(FileSystem(), left.path()).value() != tree_digest(FileSystem(), right.path()).value());
}

BOOST_AUTO_TEST_CASE(a_fifo_and_a_set_id_file_are_errors_that_name_them) {
    const test::TemporaryDirectory scratch;
    const auto fifo = scratch.path() / "fifo";
    BOOST_REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    BOOST_TEST(tree_manifest(FileSystem(), scratch.path()).error().where == fifo.string());
    fs::remove(fifo);
    const auto file = scratch.write("root-shell", "x");
    BOOST_REQUIRE(::chmod(file.c_str(), 04755) == 0);
    BOOST_TEST(tree_manifest(FileSystem(), scratch.path()).error().where == file.string());
}

BOOST_AUTO_TEST_CASE(the_part_of_a_list_about_a_folder_is_the_list_of_that_folder) {
    const test::TemporaryDirectory directory;
    FileSystem disk;
    for (const auto* file : {"a b/x", "a b/deep/y z", "a bc", "a", "other/a b/x"}) directory.write(file, file);
    std::filesystem::create_symlink("x", directory.path() / "a b/link");
    const auto whole = tree_manifest(disk, directory.path()).value();
    BOOST_TEST(manifest_below(whole, "a b") == tree_manifest(disk, directory.path() / "a b").value());
    BOOST_TEST(manifest_below(whole, "nothing") == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
