// SPDX-License-Identifier: Apache-2.0
#include "os/file_stamps.hpp"

#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(file_stamps)

BOOST_AUTO_TEST_CASE(what_nobody_touched_has_not_changed) {
    const test::TemporaryDirectory scratch;
    const FileSystem files;
    const auto there = scratch.write("a", "1");
    const FileStamps stamps(files, {there, scratch.path() / "absent"});
    BOOST_TEST(!stamps.changed(files));
    BOOST_TEST(!FileStamps().changed(files));
}

BOOST_AUTO_TEST_CASE(writing_replacing_making_and_removing_are_changes) {
    const test::TemporaryDirectory scratch;
    FileSystem files;
    const auto file = scratch.path() / "a";
    const auto stamps = [&] { return FileStamps(files, {file}); };

    const auto absent = stamps();
    scratch.write("a", "1");
    BOOST_TEST(absent.changed(files));

    const auto short_one = stamps();
    scratch.write("a", "12");
    BOOST_TEST(short_one.changed(files));

    // The same size, perhaps the same moment: a file put in its place is another file.
    const auto replaced = stamps();
    BOOST_TEST(files.write_atomically(file, "21").has_value());
    BOOST_TEST(replaced.changed(files));

    const auto present = stamps();
    BOOST_TEST(files.remove_tree(file).has_value());
    BOOST_TEST(present.changed(files));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
