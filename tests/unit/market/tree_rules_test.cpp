// SPDX-License-Identifier: Apache-2.0
#include "market/tree_rules.hpp"
#include "market/codes.hpp"
#include "market/tree_copy.hpp"
#include "os/codes.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <string>

namespace skilldeck::test {

namespace {

/// `tree-link-outside a/out`, a line each; places relative to the root.
std::string judged(const Path& root, const TreeLimits& limits = {}) {
    std::string text;
    for (const auto& finding : judge_plugin_tree(FileSystem(), root, limits)) {
        text += std::string(finding.code.info().text) + " " +
                Path(finding.file).lexically_relative(root).generic_string() + "\n";
    }
    return text;
}

Code refusal(const TemporaryDirectory& scratch, const Path& root, const TreeLimits& limits = {}) {
    FileSystem files;
    Diagnostics warnings;
    static int copies = 0;
    const auto to = scratch.path() / ("copy-" + std::to_string(copies++));
    const auto copied = copy_plugin_tree(files, files, root, to, warnings, limits);
    return copied ? Code() : copied.error().code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tree_rules)

BOOST_AUTO_TEST_CASE(every_offence_is_named_and_the_first_stops_a_copy) {
    const TemporaryDirectory scratch;
    const auto root = scratch.path() / "plugin";
    scratch.write("secret.txt", "x");
    scratch.write("plugin/a/README.md", "x");
    scratch.write("plugin/a/readme.MD", "x");
    scratch.write("plugin/b/caf\u00e9.md", "x");
    scratch.write("plugin/b/cafe\u0301.md", "x");
    scratch.write("plugin/files.sha256", "x");
    scratch.write("plugin/inside.md", "x");
    std::filesystem::create_symlink("/etc/passwd", root / "absolute");
    std::filesystem::create_symlink("../secret.txt", root / "climbing");
    std::filesystem::create_symlink("inside.md", root / "good-link");
    BOOST_REQUIRE(::mkfifo((root / "pipe").c_str(), 0600) == 0);
    BOOST_REQUIRE(::chmod(scratch.write("plugin/set-id", "x").c_str(), 04755) == 0);
    scratch.write("plugin/line\nbreak", "x");
    BOOST_TEST(judged(root) ==
               "tree-link-outside absolute\ntree-link-outside climbing\ntree-reserved-name files.sha256\n"
               "tree-unsafe-name line\nbreak\ntree-special-file pipe\ntree-set-id set-id\n"
               "tree-names-collide b/café.md\ntree-names-collide a/readme.MD\n");
    BOOST_TEST((refusal(scratch, root) == code::tree_link_outside));
}

BOOST_AUTO_TEST_CASE(the_limits_hold_for_both) {
    const TemporaryDirectory scratch;
    const auto root = scratch.path() / "plugin";
    for (const auto* name : {"plugin/a", "plugin/b", "plugin/c"}) scratch.write(name, "12345");
    BOOST_TEST(judged(root).empty());
    struct Limit {
        TreeLimits limits;
        Code code;
    };
    const Limit kLimits[] = {{{.entries = 2}, code::tree_too_many},
                             {{.entries = 9, .file_bytes = 4}, code::file_too_large},
                             {{.entries = 9, .file_bytes = 9, .total_bytes = 14}, code::tree_too_large}};
    for (const auto& [limits, code] : kLimits) {
        const auto findings = judge_plugin_tree(FileSystem(), root, limits);
        BOOST_REQUIRE(!findings.empty());
        BOOST_TEST((findings.front().code == code), findings.front().message);
        BOOST_TEST((refusal(scratch, root, limits) == code));
    }
    BOOST_TEST(judge_plugin_tree(FileSystem(), root, {.entries = 9, .file_bytes = 4}).size() == 3U);
}

BOOST_AUTO_TEST_CASE(what_git_keeps_is_not_looked_at) {
    const TemporaryDirectory scratch;
    const auto root = scratch.path() / "plugin";
    scratch.write("plugin/.git/HEAD", "x");
    std::filesystem::create_symlink("/etc/passwd", root / ".git/out");
    BOOST_TEST(judged(root).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
