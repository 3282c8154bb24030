// SPDX-License-Identifier: Apache-2.0
// What of a source reaches git, and what never does.
#include "market/git_address.hpp"
#include "base/json.hpp"
#include "market/codes.hpp"
#include "market_fixture.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

using boost::json::object;

Result<GitAddress> of_plugin(const object& source) {
    const auto parsed = parse_plugin_source(source, {}, "m.json");
    return parsed ? plugin_git_address(*parsed, "entry") : Result<GitAddress>(parsed.error());
}

Result<GitAddress> of_marketplace(const object& source) {
    const auto parsed = parse_marketplace_source(source, "shop");
    return parsed ? marketplace_git_address(*parsed, "shop") : Result<GitAddress>(parsed.error());
}

const FileSystem& disk() {
    static const FileSystem files;
    return files;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(git_addresses)

BOOST_AUTO_TEST_CASE(a_path_and_a_file_address_are_the_same_repository) {
    const auto by_path = of_plugin({{"source", "git"}, {"url", "/srv/a b/r.git"}}).value();
    const auto by_url = of_plugin({{"source", "url"}, {"url", "file:///srv/a%20b/r.git"}}).value();
    BOOST_TEST(by_path.url == "file:///srv/a%20b/r.git");
    BOOST_TEST(by_path.url == by_url.url);
    BOOST_TEST(by_url.repository == Path("/srv/a b/r.git"));
    BOOST_TEST(by_url.shown == "file:///srv/a%20b/r.git");
    BOOST_TEST(of_plugin({{"source", "git"}, {"url", "/srv/\xC3\xA9#1.git"}}).value().url ==
               "file:///srv/%C3%A9%231.git");
}

BOOST_AUTO_TEST_CASE(ref_commit_and_directory_go_along) {
    const std::string sha(40, 'a');
    const auto address =
        of_plugin({{"source", "git-subdir"}, {"url", "/r"}, {"ref", "feature/x"}, {"sha", sha}, {"path", "./a/./b/"}})
            .value();
    BOOST_TEST(address.ref == "feature/x");
    BOOST_TEST(address.sha == sha);
    BOOST_TEST(address.directory == "a/b");
    BOOST_TEST(of_plugin({{"source", "url"}, {"url", "/r"}, {"path", "a"}}).value().directory == "a");
    BOOST_TEST(of_marketplace({{"source", "git"}, {"url", "/r"}, {"path", "a/m.json"}}).value().directory == "");
}

BOOST_AUTO_TEST_CASE(what_is_not_on_this_machine_is_unsupported_and_says_why) {
    for (const std::string& url :
         Names{"https://example.org/r.git", "http://example.org/r", "ssh://git@example.org/r", "git://example.org/r",
               "git@example.org:o/r.git", "example.org:r", "owner/repository", "ext::sh -c true", "fd::17", "::x"}) {
        const auto address = of_plugin({{"source", "url"}, {"url", url}});
        BOOST_REQUIRE_MESSAGE(!address, url);
        BOOST_TEST(address.error().code == code::unsupported_source, url);
        BOOST_TEST(address.error().what ==
                   "sources of the kind \"url\" cannot be used by this host: network sources are not available in this "
                   "version");
    }
    const auto shorthand = of_plugin({{"source", "github"}, {"repo", "o/r"}});
    BOOST_TEST(shorthand.error().code == code::unsupported_source);
    BOOST_TEST(of_marketplace({{"source", "github"}, {"repo", "o/r"}}).error().code == code::unsupported_source);
    // As a marketplace's source that is a JSON file elsewhere.
    BOOST_TEST(of_marketplace({{"source", "url"}, {"url", "file:///m.json"}}).error().code == code::unsupported_source);
}

BOOST_AUTO_TEST_CASE(an_address_that_git_could_take_for_something_else_is_refused) {
    for (const std::string& url :
         Names{"--upload-pack=touch /tmp/x", "-u/srv/r", "./r.git", "../r", "~/r", "file://host/r", "file://",
               "file:///a%00b", "file:///a%1bb", "file:///a%", "file:///a%g1", "file:///%ff", ""}) {
        const auto address = of_plugin({{"source", "git"}, {"url", url}});
        BOOST_REQUIRE_MESSAGE(!address, url);
        BOOST_TEST(address.error().code == code::source_invalid, url);
        BOOST_TEST(address.error().where == "entry");
    }
    BOOST_TEST(of_plugin({{"source", "git"}}).error().code == code::source_invalid);
    BOOST_TEST(of_plugin({{"source", "git"}, {"url", 3}}).error().code == code::source_invalid);
}

BOOST_AUTO_TEST_CASE(a_ref_that_is_none_is_refused) {
    for (const std::string& ref : Names{"--output=/tmp/x",
                                        "-",
                                        "+main",
                                        "main:refs/heads/x",
                                        "a b",
                                        "a..b",
                                        "a~1",
                                        "a^",
                                        "a?",
                                        "a*",
                                        "a[",
                                        "a\\b",
                                        "@",
                                        "a@{1}",
                                        "a.lock",
                                        "a/",
                                        "/a",
                                        "a//b",
                                        ".a",
                                        "a/.b",
                                        "a.",
                                        std::string(300, 'a')}) {
        const auto address = of_plugin({{"source", "git"}, {"url", "/r"}, {"ref", ref}});
        BOOST_REQUIRE_MESSAGE(!address, ref);
        BOOST_TEST(address.error().code == code::source_invalid, ref);
    }
    for (const std::string& ref : Names{"main", "v1.0.0", "refs/heads/main", "a-b/c_d", "release@2"}) {
        BOOST_TEST(of_plugin({{"source", "git"}, {"url", "/r"}, {"ref", ref}}).value().ref == ref);
    }
}

BOOST_AUTO_TEST_CASE(a_pin_is_a_whole_commit) {
    for (const std::string& sha : Names{"1", std::string(39, 'a'), std::string(41, 'a'), std::string(40, 'A'),
                                        std::string(40, 'g'), "--" + std::string(38, 'a')}) {
        BOOST_TEST(of_plugin({{"source", "git"}, {"url", "/r"}, {"sha", sha}}).error().code == code::source_invalid,
                   sha);
    }
    BOOST_TEST(of_plugin({{"source", "git"}, {"url", "/r"}, {"sha", std::string(64, '0')}}).has_value());
}

BOOST_AUTO_TEST_CASE(a_directory_stays_in_its_repository) {
    for (const std::string& path : Names{"../x", "a/../../x", "/etc", "a\\b", ".git", "a/.GIT/hooks"}) {
        BOOST_TEST(
            of_plugin({{"source", "git-subdir"}, {"url", "/r"}, {"path", path}}).error().code == code::source_invalid,
            path);
        BOOST_TEST(
            of_marketplace({{"source", "git"}, {"url", "/r"}, {"path", path}}).error().code == code::source_invalid,
            path);
    }
    BOOST_TEST(of_plugin({{"source", "git-subdir"}, {"url", "/r"}}).error().what ==
               "source \"git-subdir\" has no \"path\"");
}

BOOST_AUTO_TEST_CASE(the_path_of_a_marketplace_is_its_file_or_its_root) {
    const TemporaryDirectory scratch;
    for (const char* file : {"clone/.claude-plugin/marketplace.json", "clone/sub/.claude-plugin/marketplace.json",
                             "clone/flat.json", "outside.json"}) {
        scratch.write(file, "{}");
    }
    const auto clone = scratch.path() / "clone";
    std::filesystem::create_symlink("../outside.json", clone / "out.json");
    const auto located = [&](const std::string& path) {
        const auto source = parse_marketplace_source({{"source", "git"}, {"url", "/r"}, {"path", path}}, {});
        return locate_in_clone(disk(), source.value(), clone);
    };
    BOOST_TEST(located("").value().root == clone);
    BOOST_TEST(located("sub").value().root == clone / "sub");
    BOOST_TEST(located("sub/.claude-plugin/marketplace.json").value().root == clone / "sub");
    BOOST_TEST(located("flat.json").value().root == clone);
    BOOST_TEST(located("flat.json").value().file == clone / "flat.json");
    BOOST_TEST(located("none").error().code == code::marketplace_file_missing);
    BOOST_TEST(located("out.json").error().code == code::source_outside);
}

BOOST_AUTO_TEST_CASE(what_people_type_names_repositories_too) {
    const TemporaryDirectory scratch;
    for (const char* file : {"r.git/HEAD", "r.git/objects/x", "r.git/refs/x", "a#b.git/HEAD", "a#b.git/objects/x",
                             "a#b.git/refs/x", "work/.git/HEAD", "work/.claude-plugin/marketplace.json"}) {
        scratch.write(file, "");
    }
    const auto read = [&](std::string_view text) { return read_source_argument(disk(), text, scratch.path()).value(); };
    const auto bare = (scratch.path() / "r.git").string();
    BOOST_TEST(boost::json::serialize(read("r.git").to_record()) == R"({"source":"git","url":")" + bare + "\"}");
    BOOST_TEST(boost::json::serialize(read("./r.git#v1").to_record()) ==
               R"({"source":"git","url":")" + bare + R"(","ref":"v1"})");
    const auto marked = read("a#b.git");
    BOOST_TEST(json_text(marked.fields, "url") == (scratch.path() / "a#b.git").string());
    BOOST_TEST((read("work").kind == SourceKind::directory));
    BOOST_TEST(boost::json::serialize(read("file:///x/r.git#main").to_record()) ==
               R"({"source":"git","url":"file:///x/r.git","ref":"main"})");
    const auto whole = R"({"source":"git","url":"/x","sha":"1","path":"p"})";
    BOOST_TEST(boost::json::serialize(read(whole).to_record()) == whole);
    BOOST_TEST(read(R"({"source": "directory", "path": "work"})").path == (scratch.path() / "work").string());
    BOOST_TEST(!read_source_argument(disk(), "{", scratch.path()).has_value());
    BOOST_TEST(read_source_argument(disk(), R"({"path": "x"})", scratch.path()).error().code == code::source_invalid);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
