// SPDX-License-Identifier: Apache-2.0
#include "os/temporary_directory.hpp"

#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace skilldeck {

namespace {

/// TMPDIR for one test.
struct Elsewhere {
    test::TemporaryDirectory scratch;
    Elsewhere() { ::setenv("TMPDIR", scratch.path().c_str(), 1); }
    ~Elsewhere() { ::unsetenv("TMPDIR"); }
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;

    [[nodiscard]] Path aged(const std::string& name, int hours) const {
        const auto directory = scratch.path() / name;
        std::filesystem::create_directories(directory / "files");
        const auto now = std::filesystem::file_time_type::clock::now();
        std::filesystem::last_write_time(directory, now - std::chrono::hours(hours));
        return directory;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(temporary_directory)

BOOST_AUTO_TEST_CASE(it_goes_with_its_value_unless_it_is_left) {
    const Elsewhere place;
    Path gone, stays;
    {
        auto first = TemporaryDirectory::make("a"), second = TemporaryDirectory::make("a");
        BOOST_TEST_REQUIRE((first.has_value() && second.has_value()));
        gone = first->path();
        stays = second->path();
        second->leave();
    }
    BOOST_TEST(!std::filesystem::exists(gone));
    BOOST_TEST(std::filesystem::is_directory(stays));
}

BOOST_AUTO_TEST_CASE(only_old_ones_of_the_name_are_removed_and_no_link_is_followed) {
    const Elsewhere place;
    const auto old = place.aged("a.1", 25), young = place.aged("a.2", 23), other = place.aged("ab.1", 25);
    const auto target = place.aged("target", 25), link = place.scratch.path() / "a.link";
    std::filesystem::create_directory_symlink(target, link);
    TemporaryDirectory::remove_left("a", std::chrono::hours(24));
    BOOST_TEST(!std::filesystem::exists(old));
    for (const auto& stays : {young, other, target, link}) BOOST_TEST(std::filesystem::exists(stays), stays);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
