// SPDX-License-Identifier: Apache-2.0
#include "market/credentials.hpp"
#include "market/codes.hpp"
#include "temporary_directory.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

using namespace skilldeck;

namespace {

struct Stored {
    test::TemporaryDirectory scratch;
    FileSystem files;
    Path file = scratch.path() / "home/credentials.json";
    Credentials credentials{files, files, file};

    [[nodiscard]] mode_t mode(const Path& of) const {
        struct stat found {};
        BOOST_REQUIRE(::stat(of.c_str(), &found) == 0);
        return found.st_mode & 07777;
    }
    [[nodiscard]] std::string text() const { return files.read(file, 100'000).value(); }
    void set(std::string_view id, const boost::json::object& values) {
        Diagnostics found;
        BOOST_REQUIRE(credentials.change_plugin_options(id, values, found));
        BOOST_TEST(found.empty());
    }
    std::string read() const {
        Diagnostics found;
        auto options = boost::json::serialize(credentials.plugin_options(found));
        BOOST_TEST(found.empty());
        return options;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(credentials)

BOOST_AUTO_TEST_CASE(secrets_are_kept_for_their_plugin_in_a_file_that_nobody_else_reads) {
    Stored stored;
    BOOST_TEST(stored.read() == "{}");
    BOOST_TEST(!std::filesystem::exists(stored.file));
    stored.set("a@m", {{"TOKEN", "s3cret"}, {"PIN", 12}});
    stored.set("b@m", {{"TOKEN", "other"}});
    BOOST_TEST(stored.mode(stored.file) == 0600U);
    BOOST_TEST(stored.read() == R"({"a@m":{"TOKEN":"s3cret","PIN":12},"b@m":{"TOKEN":"other"}})");
    stored.set("a@m", {{"TOKEN", nullptr}});
    BOOST_TEST(stored.read() == R"({"a@m":{"PIN":12},"b@m":{"TOKEN":"other"}})");
    BOOST_REQUIRE(stored.credentials.forget_plugin("a@m"));
    BOOST_REQUIRE(stored.credentials.forget_plugin("nobody@m"));
    BOOST_TEST(stored.read() == R"({"b@m":{"TOKEN":"other"}})");
}

BOOST_AUTO_TEST_CASE(members_of_others_stay) {
    Stored stored;
    stored.scratch.write("home/credentials.json", R"({"version": 1, "oauth": {"x": 1}})");
    ::chmod(stored.file.c_str(), 0600);
    stored.set("a@m", {{"K", "v"}});
    BOOST_TEST(stored.text() == "{\"version\":1,\"oauth\":{\"x\":1},\"pluginOptions\":{\"a@m\":{\"K\":\"v\"}}}\n");
}

BOOST_AUTO_TEST_CASE(a_file_that_others_may_read_is_reported_and_closed_by_the_next_write) {
    Stored stored;
    stored.set("a@m", {{"K", "v"}});
    ::chmod(stored.file.c_str(), 0644);
    Diagnostics found;
    BOOST_TEST(boost::json::serialize(stored.credentials.plugin_options(found)) == R"({"a@m":{"K":"v"}})");
    BOOST_TEST_REQUIRE(found.size() == 1U);
    BOOST_CHECK(found[0].code == code::credentials_readable_by_others);
    stored.set("a@m", {{"L", "w"}});
    BOOST_TEST(stored.mode(stored.file) == 0600U);
    BOOST_TEST(stored.read() == R"({"a@m":{"K":"v","L":"w"}})");
}

BOOST_AUTO_TEST_CASE(a_file_that_others_may_write_is_not_used_and_not_changed) {
    Stored stored;
    stored.set("a@m", {{"K", "v"}});
    const auto before = stored.text();
    ::chmod(stored.file.c_str(), 0666);
    Diagnostics found;
    BOOST_TEST(stored.credentials.plugin_options(found).empty());
    BOOST_TEST_REQUIRE(found.size() == 1U);
    BOOST_CHECK(found[0].code == code::credentials_writable_by_others);
    const auto changed = stored.credentials.change_plugin_options("a@m", {{"K", "w"}}, found);
    BOOST_TEST_REQUIRE(!changed);
    BOOST_CHECK(changed.error().code == code::credentials_writable_by_others);
    BOOST_TEST(stored.text() == before);
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_kept_as_it_was_where_nobody_else_reads_it) {
    Stored stored;
    for (const auto* damage : {"{\"version\": 1,", "[]", R"({"version": 1, "pluginOptions": "s3cret"})"}) {
        stored.scratch.write("home/credentials.json", damage);
        ::chmod(stored.file.c_str(), 0600);
        Diagnostics found;
        BOOST_TEST(stored.credentials.plugin_options(found).empty());
        BOOST_TEST_REQUIRE(found.size() == 1U);
        BOOST_CHECK(found[0].code == code::state_file_damaged);
        BOOST_TEST(found[0].message.find("s3cret") == std::string::npos);
        BOOST_REQUIRE(stored.credentials.forget_plugin("a@m"));
        BOOST_TEST(stored.text() == damage);
        found.clear();
        BOOST_REQUIRE(stored.credentials.change_plugin_options("a@m", {{"K", "v"}}, found));
        BOOST_TEST(found.size() == 1U);
        std::size_t copies = 0;
        for (const auto& entry : std::filesystem::directory_iterator(stored.file.parent_path())) {
            if (entry.path().filename().string().find(".damaged.") == std::string::npos) continue;
            if (stored.files.read(entry.path(), 1000).value() != damage) continue;
            ++copies;
            BOOST_TEST(stored.mode(entry.path()) == 0600U);
        }
        BOOST_TEST(copies == 1U);
        BOOST_TEST(stored.read() == R"({"a@m":{"K":"v"}})");
    }
}

BOOST_AUTO_TEST_CASE(a_file_of_a_newer_version_is_never_written) {
    Stored stored;
    const std::string newer = R"({"version": 2, "pluginOptions": {"a@m": {"K": "v"}}})";
    stored.scratch.write("home/credentials.json", newer);
    ::chmod(stored.file.c_str(), 0600);
    Diagnostics found;
    BOOST_TEST(boost::json::serialize(stored.credentials.plugin_options(found)) == R"({"a@m":{"K":"v"}})");
    BOOST_TEST_REQUIRE(found.size() == 1U);
    BOOST_CHECK(found[0].code == code::state_file_newer);
    BOOST_TEST(!stored.credentials.change_plugin_options("a@m", {{"K", "w"}}, found));
    BOOST_TEST(!stored.credentials.forget_plugin("a@m"));
    BOOST_TEST(stored.text() == newer);
}

BOOST_AUTO_TEST_SUITE_END()
