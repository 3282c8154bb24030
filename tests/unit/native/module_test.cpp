// SPDX-License-Identifier: Apache-2.0
#include "native/module.hpp"
#include "native/codes.hpp"

#include "native/mapped_files.hpp"
#include "os/sealed_copy.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace skilldeck;

namespace {

std::string read_file(const Path& path) {
    std::ifstream file(path, std::ios::binary);
    BOOST_REQUIRE_MESSAGE(file, path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

const Path kPlugins(BAD_PLUGINS);
/// The name by which a test's own copy is recognised among the mappings.
const Path kShown("/store/acme/dev.skilldeck/module_test.so");

}  // namespace

BOOST_AUTO_TEST_SUITE(module)

BOOST_AUTO_TEST_CASE(a_closed_library_is_unmapped) {
    auto opened = Module::open_copy(read_file(kPlugins / "good.so"), kShown);
    BOOST_REQUIRE_MESSAGE(opened, (opened ? "" : to_line(opened.error())));
    BOOST_CHECK(test::is_mapped("module_test.so"));
    BOOST_CHECK(opened->symbol("skilldeck_plugin_entry_v1"));
    BOOST_CHECK(opened->symbol("no_such_symbol").error().code == code::native_symbol_missing);
    BOOST_CHECK(opened->close() == Module::Closed::unmapped);
    BOOST_CHECK(!test::is_mapped("module_test.so"));
}

BOOST_AUTO_TEST_CASE(a_kept_library_outlives_its_object) {
    const Path shown("/store/acme/kept_module_test.so");
    {
        auto opened = Module::open_copy(read_file(kPlugins / "good.so"), shown);
        BOOST_REQUIRE(opened);
        opened->keep();
    }
    BOOST_CHECK(test::is_mapped("kept_module_test.so"));
}

BOOST_AUTO_TEST_CASE(two_copies_are_two_libraries) {
    // The loader knows libraries by path: a path that came again would give the first one instead of the second.
    auto first = Module::open_copy(read_file(kPlugins / "good.so"), kShown);
    auto second = Module::open_copy(read_file(kPlugins / "good.so"), kShown);
    BOOST_REQUIRE(first && second);
    BOOST_CHECK(*first->symbol("skilldeck_plugin_entry_v1") != *second->symbol("skilldeck_plugin_entry_v1"));
    BOOST_CHECK(first->close() == Module::Closed::unmapped);
    BOOST_CHECK(second->close() == Module::Closed::unmapped);
}

BOOST_AUTO_TEST_CASE(a_library_that_stays_says_so) {
    auto opened = Module::open_copy(read_file(kPlugins / "no_delete.so"), "/store/acme/staying_module_test.so");
    BOOST_REQUIRE(opened);
    BOOST_CHECK(opened->close() == Module::Closed::still_mapped);
    BOOST_CHECK(test::is_mapped("staying_module_test.so"));
}

BOOST_AUTO_TEST_CASE(the_loaders_words_name_the_plugins_file) {
    const auto hollow = Module::open_copy(read_file(kPlugins / "unresolved_symbol.so"), kShown);
    BOOST_REQUIRE(!hollow);
    BOOST_CHECK(hollow.error().code == code::native_load_failed);
    BOOST_CHECK_EQUAL(hollow.error().where, kShown.string());
    BOOST_CHECK_EQUAL(hollow.error().what, "the loader refuses module_test.so: " + kShown.string() +
                                               ": undefined symbol: function_that_nobody_defines");
    const auto needy = Module::open_copy(read_file(kPlugins / "missing_library.so"), kShown);
    BOOST_REQUIRE(!needy);
    BOOST_CHECK_MESSAGE(needy.error().what.find("libskilldeck-absent.so.7") != std::string::npos, needy.error().what);
    BOOST_CHECK(needy.error().what.find("/proc/self/fd") == std::string::npos);
    BOOST_CHECK(!test::is_mapped("module_test.so"));
}

BOOST_AUTO_TEST_CASE(a_library_can_be_opened_in_place) {
    test::TemporaryDirectory directory;
    const auto file = directory.path() / "in_place_module_test.so";
    std::filesystem::copy_file(kPlugins / "good.so", file);
    auto opened = Module::open(file);
    BOOST_REQUIRE(opened);
    BOOST_CHECK(test::is_mapped("in_place_module_test.so"));
    BOOST_CHECK(opened->close() == Module::Closed::unmapped);
    BOOST_CHECK(Module::open(directory.path() / "none.so").error().what.find("none.so") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(sealed_copy)

BOOST_AUTO_TEST_CASE(a_copy_has_the_bytes_and_nobody_can_change_them) {
    const auto copy = SealedCopy::make("some bytes", "../a name");
    BOOST_REQUIRE(copy);
    BOOST_CHECK_EQUAL(read_file(copy->path()), "some bytes");
    std::ofstream writer(copy->path(), std::ios::binary | std::ios::in | std::ios::out);
    writer << "others";
    writer.flush();
    BOOST_CHECK(!writer);
    BOOST_CHECK_EQUAL(read_file(copy->path()), "some bytes");
}

BOOST_AUTO_TEST_CASE(a_copy_on_disk_is_private_and_leaves_nothing) {
    test::TemporaryDirectory parent;
    {
        const auto copy = SealedCopy::make_in_directory("some bytes", "lib.so", parent.path());
        BOOST_REQUIRE(copy);
        BOOST_CHECK_EQUAL(read_file(copy->path()), "some bytes");
        const auto rights = [](const Path& path) { return std::filesystem::status(path).permissions(); };
        BOOST_CHECK(rights(copy->path().parent_path()) == std::filesystem::perms::owner_all);
        BOOST_CHECK(rights(copy->path()) == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec));
    }
    BOOST_CHECK(std::filesystem::is_empty(parent.path()));
}

BOOST_AUTO_TEST_SUITE_END()
