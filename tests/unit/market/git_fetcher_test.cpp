// SPDX-License-Identifier: Apache-2.0
// Fetching by the real git, from repositories that mean well and from those that do not.
#include "git_fixture.hpp"
#include "market/codes.hpp"
#include "os/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>
#include <unistd.h>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

struct Place : Fetching {
    TemporaryDirectory scratch;
    GitRepository repository{scratch.path() / "origin"};
    int number = 0;

    [[nodiscard]] GitAddress address(const std::string& ref = {}, const std::string& sha = {},
                                     const std::string& directory = {}) const {
        const auto url = repository.url();
        return {repository.served(), url, url, ref, sha, directory};
    }
    Result<FetchedTree> get(const GitAddress& wanted) {
        return fetch(wanted, scratch.path() / ("into" + std::to_string(++number)));
    }
    Result<FetchedTree> get() { return get(address()); }
    FetchedTree got(const GitAddress& wanted) {
        auto tree = get(wanted);
        BOOST_REQUIRE_MESSAGE(tree.has_value(), (tree ? std::string() : to_line(tree.error())));
        return *std::move(tree);
    }
    FetchedTree got() { return got(address()); }
    [[nodiscard]] std::string text(const Path& file) const { return files.read(file, 1 << 20).value(); }

    /// A script that leaves a mark when anything runs it.
    [[nodiscard]] std::string trap() const {
        const auto script = scratch.write("trap.sh", "#!/bin/sh\ntouch '" + mark().string() + "'\ncat\n");
        fs::permissions(script, fs::perms(0755));
        return script.string();
    }
    [[nodiscard]] Path mark() const { return scratch.path() / "ran"; }
};

Names names_below(const Path& root) {
    Names names;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        names.push_back(entry.path().lexically_relative(root).string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(git_fetching, *boost::unit_test::precondition(git_is_there))

BOOST_AUTO_TEST_CASE(the_tree_of_a_commit_comes_without_anything_of_gits) {
    Place place;
    place.repository.write("a/b c", "one");
    fs::permissions(place.repository.write("run.sh", "#!/bin/sh\n"), fs::perms(0755));
    fs::create_symlink("a", place.repository.work() / "link");
    const auto commit = place.repository.commit();
    const auto tree = place.got();
    BOOST_TEST(tree.commit == commit);
    BOOST_TEST(names_below(tree.directory) == (Names{"a", "a/b c", "link", "run.sh"}));
    BOOST_TEST(place.text(tree.directory / "a/b c") == "one");
    BOOST_TEST(place.files.info(tree.directory / "run.sh")->executable());
    BOOST_TEST(fs::read_symlink(tree.directory / "link") == Path("a"));
    BOOST_TEST(tree.warnings.empty());
}

BOOST_AUTO_TEST_CASE(a_branch_a_tag_and_a_commit_can_be_asked_for) {
    Place place;
    place.repository.write("file", "old");
    const auto old = place.repository.commit();
    place.repository.tag("v1");
    place.repository.write("file", "new");
    const auto now = place.repository.commit();
    BOOST_TEST(place.got(place.address("main")).commit == now);
    BOOST_TEST(place.got(place.address("refs/heads/main")).commit == now);
    BOOST_TEST(place.got(place.address("v1")).commit == old);
    const auto pinned = place.got(place.address({}, old));
    BOOST_TEST(pinned.commit == old);
    BOOST_TEST(place.text(pinned.directory / "file") == "old");
    BOOST_TEST(place.got(place.address("main", old)).commit == old);  // the pin wins
}

BOOST_AUTO_TEST_CASE(a_pin_that_is_not_there_or_no_commit_is_refused) {
    Place place;
    place.repository.write("file", "x");
    place.repository.commit();
    place.repository.tag("v1");
    const auto missing = place.get(place.address({}, std::string(40, '1')));
    BOOST_TEST(missing.error().code == code::git_fetch_failed);
    const auto tag = run_git(place.repository.work(), {"rev-parse", "v1"});
    BOOST_TEST(place.get(place.address({}, tag)).error().code == code::git_commit_differs);
}

BOOST_AUTO_TEST_CASE(a_directory_is_all_that_comes_of_a_repository) {
    Place place;
    place.repository.write("plugins/p/skills/do/SKILL.md", "x");
    place.repository.write("other", "x");
    place.repository.commit();
    const auto tree = place.got(place.address({}, {}, "plugins/p"));
    BOOST_TEST(names_below(tree.directory) == (Names{"skills", "skills/do", "skills/do/SKILL.md"}));
    BOOST_TEST(place.get(place.address({}, {}, "plugins/q")).error().code == code::git_fetch_failed);
    BOOST_TEST(place.get(place.address({}, {}, "other")).error().code == code::git_fetch_failed);
}

BOOST_AUTO_TEST_CASE(bytes_stay_as_they_are_in_the_repository) {  // B086
    Place place;
    place.repository.write("lf", "a\nb\n");
    place.repository.write("crlf", "a\r\nb\r\n");
    place.repository.write("ident", "$Id$\n");
    place.repository.write("coded", "a\n");
    place.repository.commit();
    // Git itself checks before it adds whether a file is what the attributes call it; this one is not.
    place.repository.write(".gitattributes", "lf text eol=crlf\nident ident\ncoded working-tree-encoding=UTF-16\n");
    place.repository.commit_alone(".gitattributes");
    const auto tree = place.got();
    BOOST_TEST(place.text(tree.directory / "lf") == "a\nb\n");
    BOOST_TEST(place.text(tree.directory / "crlf") == "a\r\nb\r\n");
    BOOST_TEST(place.text(tree.directory / "ident") == "$Id$\n");
    BOOST_TEST(place.text(tree.directory / "coded") == "a\n");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_repository_is_said) {
    Place place;
    auto address = place.address();
    BOOST_TEST(place.get().error().code == code::git_fetch_failed);  // without a commit
    address.repository = place.scratch.path() / "none";
    BOOST_TEST(place.get(address).error().what.find("there is no such directory") != std::string::npos);
    place.repository.write("file", "x");
    place.repository.commit();
    BOOST_TEST(place.get(place.address("nobranch")).error().what ==
               place.repository.url() + " could not be fetched: couldn't find remote ref nobranch");
    fs::create_directories(place.scratch.path() / "empty");
    address = {
        place.scratch.path() / "empty", "file://" + (place.scratch.path() / "empty").string(), "empty", {}, {}, {}};
    BOOST_TEST(place.get(address).error().code == code::git_fetch_failed);
}

BOOST_AUTO_TEST_CASE(without_git_it_says_what_is_missing_and_how_to_mend_it) {
    Environment environment = child_environment();
    environment["PATH"] = "/nowhere";
    Fetching fetching(environment);
    const TemporaryDirectory scratch;
    const auto path = scratch.path();
    const auto refused = fetching.fetch({path, "file://" + path.string(), "the address", {}, {}, {}}, path / "into");
    BOOST_TEST(refused.error().code == code::git_missing);
    BOOST_TEST(refused.error().what.find("the address is a git repository") == 0U);
    BOOST_TEST(refused.error().hint.find("install git") == 0U);
}

BOOST_AUTO_TEST_CASE(nothing_of_the_users_configuration_counts) {
    Environment environment = child_environment();
    const TemporaryDirectory home;
    home.write(".gitconfig",
               "[protocol \"file\"]\n\tallow = never\n[core]\n\tautocrlf = true\n[url \"file:///nowhere/\"]\n"
               "\tinsteadOf = file:///\n");
    home.write("attributes", "* text eol=crlf\n");
    environment["HOME"] = environment["XDG_CONFIG_HOME"] = home.path().string();
    environment["GIT_DIR"] = "/nowhere";
    environment["GIT_CONFIG_COUNT"] = "1";
    environment["GIT_CONFIG_KEY_0"] = "core.attributesFile";
    environment["GIT_CONFIG_VALUE_0"] = (home.path() / "attributes").string();
    environment["GIT_NO_LAZY_FETCH"] = "0";
    Fetching fetching(environment);
    GitRepository repository(home.path() / "origin");
    repository.write("lf", "a\n");
    repository.commit();
    const auto url = repository.url();
    const auto tree = fetching.fetch({repository.served(), url, url, {}, {}, {}}, home.path() / "into");
    BOOST_REQUIRE_MESSAGE(tree.has_value(), (tree ? std::string() : to_line(tree.error())));
    BOOST_TEST(fetching.files.read(tree->directory / "lf", 10).value() == "a\n");
    BOOST_TEST(git_environment(environment, "/home").at("GIT_NO_LAZY_FETCH") == "1");
    BOOST_TEST(!git_environment(environment, "/home").contains("GIT_CONFIG_COUNT"));
}

BOOST_AUTO_TEST_CASE(a_hostile_repository_runs_nothing) {
    Place place;
    place.repository.write("file", "the text that will be missing");
    place.repository.write(".gitattributes", "* filter=evil diff=evil merge=evil\n");
    const auto commit = place.repository.commit();
    const auto trap = place.trap();
    const auto set = [&](const std::string& key, const std::string& value) {
        run_git(place.repository.served(), {"config", key, value});
    };
    for (const char* key : {"core.fsmonitor", "core.sshCommand", "core.gitProxy", "core.alternateRefsCommand",
                            "core.editor", "core.pager", "uploadpack.packObjectsHook", "filter.evil.smudge",
                            "filter.evil.clean", "filter.evil.process", "diff.evil.textconv", "diff.external",
                            "remote.origin.uploadpack", "remote.origin.vcs", "credential.helper", "gpg.program"}) {
        set(key, trap);
    }
    set("core.hooksPath", place.scratch.path().string());
    for (const char* hook : {"post-checkout", "reference-transaction", "post-index-change", "pre-receive",
                             "post-upload-pack", "fsmonitor-watchman"}) {
        for (const auto& folder : {place.repository.served() / "hooks", place.scratch.path()}) {
            fs::create_directories(folder);
            fs::copy_file(trap, folder / hook, fs::copy_options::overwrite_existing);
        }
    }
    const auto tree = place.got();
    BOOST_TEST(tree.commit == commit);
    BOOST_TEST(place.text(tree.directory / "file") == "the text that will be missing");
    BOOST_TEST(!fs::exists(place.mark()));

    // A promisor: what is missing would be fetched by the command that the repository names.
    set("remote.origin.url", place.repository.url());
    set("remote.origin.promisor", "true");
    set("remote.origin.partialclonefilter", "blob:none");
    set("core.repositoryformatversion", "1");
    set("extensions.partialClone", "origin");
    const auto blob = run_git(place.repository.work(), {"rev-parse", "HEAD:file"});
    fs::remove(place.repository.served() / "objects" / blob.substr(0, 2) / blob.substr(2));
    BOOST_TEST(place.get().error().code == code::git_fetch_failed);
    BOOST_TEST(!fs::exists(place.mark()));
}

BOOST_AUTO_TEST_CASE(submodules_are_left_out_and_said) {
    Place place;
    GitRepository inner(place.scratch.path() / "inner");
    inner.write("secret", "x");
    inner.commit();
    place.repository.write("file", "x");
    place.repository.commit();
    run_git(place.repository.work(), {"submodule", "--quiet", "add", inner.url(), "module"});
    place.repository.commit();
    const auto tree = place.got();
    BOOST_TEST(!fs::exists(tree.directory / "module/secret"));
    BOOST_REQUIRE(tree.warnings.size() == 1U);
    BOOST_TEST(tree.warnings[0].code == code::git_submodule_left_out);
    BOOST_TEST(tree.warnings[0].message.find("\"module\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_tree_that_brings_a_git_directory_or_leads_out_is_refused) {
    for (const std::string& name : Names{".git", ".GIT", "git~1", ".."}) {
        Place place;
        place.repository.write("file", "x");
        place.repository.commit();
        const auto blob = run_git(place.repository.work(), {"rev-parse", "HEAD:file"});
        // A link called so, as a tree that no porcelain makes.
        place.scratch.write("entry", "120000 blob " + blob + "\t" + name + "\n");
        std::string object = "120000 " + name + '\0';
        for (std::size_t at = 0; at < blob.size(); at += 2)
            object += static_cast<char>(std::stoi(blob.substr(at, 2), nullptr, 16));
        const auto file = place.scratch.write("tree", object);
        const auto work = place.repository.work();
        const auto tree = run_git(work, {"hash-object", "-t", "tree", "-w", "--literally", file.string()});
        const auto commit = run_git(work, {"commit-tree", "-m", "evil", tree});
        run_git(work, {"push", "--quiet", "--force", place.repository.served().string(), commit + ":refs/heads/main"});
        const auto refused = place.get();
        BOOST_REQUIRE_MESSAGE(!refused, name);
        BOOST_TEST(refused.error().code == code::git_fetch_failed, name);
    }
}

BOOST_AUTO_TEST_CASE(a_repository_whose_git_directory_is_a_link_is_read_and_nothing_else) {
    Place place;
    place.repository.write("file", "x");
    const auto commit = place.repository.commit();
    fs::create_directories(place.scratch.path() / "fake");
    fs::create_directory_symlink(place.repository.served(), place.scratch.path() / "fake/.git");
    auto address = place.address();
    address.repository = place.scratch.path() / "fake";
    address.url = "file://" + address.repository.string();
    BOOST_TEST(place.got(address).commit == commit);
    BOOST_TEST(!fs::exists(place.repository.served() / "index"));
}

BOOST_AUTO_TEST_CASE(limits_hold_before_anything_is_unpacked) {
    Place place;
    place.repository.write("a", std::string(5000, 'a'));
    place.repository.write("b", std::string(5000, 'b'));
    place.repository.commit();
    const auto refused = [&](TreeLimits limits) {
        place.tools.limits = limits;
        const auto tree = place.get();
        BOOST_REQUIRE(!tree);
        const auto into = place.scratch.path() / ("into" + std::to_string(place.number));
        BOOST_TEST(fs::is_empty(into / "tree"));
        return tree.error();
    };
    BOOST_TEST(refused({.entries = 1}).code == code::tree_too_many);
    BOOST_TEST(refused({.file_bytes = 4999}).code == code::file_too_large);
    BOOST_TEST(refused({.total_bytes = 9999}).code == code::tree_too_large);
    place.tools.limits = {.entries = 2, .file_bytes = 5000, .total_bytes = 10000};
    BOOST_TEST(place.get().has_value());
    // A pack that is too large is not even listed.
    std::string noise;
    for (std::uint32_t i = 0, x = 1; i < 30000; ++i)
        noise += static_cast<char>((x = x * 1664525U + 1013904223U) >> 24U);
    place.repository.write("noise", noise);
    place.repository.commit();
    BOOST_TEST(refused({.total_bytes = 20000}).code == code::tree_too_large);
}

BOOST_AUTO_TEST_CASE(a_repository_of_somebody_else_is_refused_with_the_way_out) {
    Place place;
    place.repository.write("file", "x");
    place.repository.commit();
    if (::geteuid() != 0) return;  // nobody else can be made the owner
    for (const auto& entry : fs::recursive_directory_iterator(place.repository.served()))
        BOOST_REQUIRE(::chown(entry.path().c_str(), 65534, 65534) == 0);
    BOOST_REQUIRE(::chown(place.repository.served().c_str(), 65534, 65534) == 0);
    const auto refused = place.get();
    BOOST_TEST(refused.error().code == code::git_owner_differs);
    BOOST_TEST(refused.error().hint.find("git clone") != std::string::npos);
}

/// A git that does not end by itself, before the real one on PATH.
class Endless : public Place {
public:
    Endless() {
        fs::permissions(scratch.write("bin/git", "#!/bin/sh\necho $$ >'" + started().string() + "'\nexec sleep 1000\n"),
                        fs::perms(0755));
        tools.environment["PATH"] = (scratch.path() / "bin").string() + ":/usr/bin:/bin";
    }
    [[nodiscard]] Path started() const { return scratch.path() / "started"; }
};

BOOST_AUTO_TEST_CASE(a_git_that_hangs_is_ended_at_the_deadline) {
    Endless place;
    place.tools.timeout = std::chrono::milliseconds(200);
    const auto refused = place.get();
    BOOST_TEST(refused.error().code == code::git_fetch_failed);
    BOOST_TEST(refused.error().what.find("was not done after") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_cancelled_fetch_says_so) {
    Endless place;
    CancelSource source;
    place.tools.cancel = [&] { return source.token(); };
    std::function<void()> look = [&] {
        if (fs::exists(place.started())) return source.cancel();
        place.reactor->after(std::chrono::milliseconds(5), look);
    };
    place.reactor->post(look);
    BOOST_TEST(place.get().error().code == code::fetch_interrupted);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
