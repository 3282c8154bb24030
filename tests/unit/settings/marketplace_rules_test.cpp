// SPDX-License-Identifier: Apache-2.0
#include "settings/marketplace_rules.hpp"
#include "settings/repository_address.hpp"
#include "settings/source_places.hpp"
#include "temporary_directory.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace skilldeck;

namespace {

boost::json::object object(std::string_view text) {
    return boost::json::parse(boost::json::string_view(text.data(), text.size())).as_object();
}

boost::json::value one_rule(std::string_view rule) {
    return boost::json::array{object(rule)};
}

bool allowed(std::string_view rule, std::string_view source) {
    MarketplaceRules rules;
    Diagnostics found;
    read_allowed_marketplaces({one_rule(rule), "strictKnownMarketplaces", "/m"}, rules, found);
    return !marketplace_refusal(FileSystem(), rules, "m", object(source));
}

bool blocked(std::string_view rule, std::string_view source) {
    MarketplaceRules rules;
    Diagnostics found;
    read_blocked_marketplaces({one_rule(rule), "blockedMarketplaces", "/m"}, rules, found);
    return marketplace_refusal(FileSystem(), rules, "m", object(source)).has_value();
}

struct Row {
    const char *rule, *source;
    bool matches;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(marketplace_rules)

BOOST_AUTO_TEST_CASE(an_allow_rule_means_exactly_what_it_says) {
    const Row rows[] = {
        {R"({"source":"github","repo":"acme/tools"})", R"({"kind":"github","repo":"acme/tools"})", true},
        {R"({"source":"github","repo":"acme/tools"})", R"({"kind":"github","repo":"Acme/tools"})", false},
        {R"({"source":"github","repo":"acme/tools"})", R"({"kind":"github","repo":"acme/tools","ref":"v1"})", false},
        {R"({"source":"github","repo":"acme/tools","ref":"v1"})", R"({"kind":"github","repo":"acme/tools"})", false},
        {R"({"source":"github","repo":"acme/tools","ref":"v1"})", R"({"kind":"github","repo":"acme/tools","ref":"v1"})",
         true},
        {R"({"source":"github","repo":"acme/tools","ref":"v1"})", R"({"kind":"github","repo":"acme/tools@v1"})", true},
        {R"({"source":"github","repo":"acme/tools"})", R"({"kind":"github","repo":"acme/tools@v1"})", false},
        {R"({"source":"github","repo":"acme/tools"})", R"({"kind":"github","repo":"acme/tools","path":"p"})", false},
        {R"({"source":"github","repo":"acme/tools","path":"p"})", R"({"kind":"github","repo":"acme/tools","path":"p"})",
         true},
        {R"({"source":"github","repo":"acme/tools"})", R"({"kind":"github","repo":"acme/tools","sparsePaths":["a"]})",
         true},
        {R"({"source":"github","repo":"acme/*"})", R"({"kind":"github","repo":"acme/tools"})", true},
        {R"({"source":"github","repo":"acme/*"})", R"({"kind":"github","repo":"acme/tools","path":"p"})", true},
        {R"({"source":"github","repo":"acme/*","path":"q"})", R"({"kind":"github","repo":"acme/tools","path":"p"})",
         false},
        {R"({"source":"github","repo":"acme/*"})", R"({"kind":"github","repo":"ACME/tools"})", false},
        {R"({"source":"github","repo":"acme/*"})", R"({"kind":"github","repo":"acme-evil/tools"})", false},
        {R"({"source":"github","repo":"acme/*"})", R"({"kind":"github","repo":"acme/a/b"})", false},
        {R"({"source":"github","repo":"acme/*"})", R"({"kind":"github","repo":"acme/"})", false},
        {R"({"source":"github","repo":"acme/tools"})", R"({"kind":"git","url":"https://github.com/acme/tools"})",
         false},
        {R"({"source":"git","url":"https://h/a.git"})", R"({"kind":"git","url":"https://h/a.git"})", true},
        {R"({"source":"git","url":"https://h/a.git"})", R"({"kind":"git","url":"https://h/a"})", false},
        {R"({"source":"git","url":"https://h/a.git"})", R"({"kind":"git","url":"https://h/a.git#dev"})", false},
        {R"({"source":"git","url":"https://h/a.git","ref":"dev"})", R"({"kind":"git","url":"https://h/a.git#dev"})",
         true},
        {R"({"source":"git","url":"https://h/a.git"})", R"({"kind":"git","url":"https://h/a.git","path":"p"})", false},
        {R"({"source":"git","url":"https://h/a.git"})", R"({"kind":"url","url":"https://h/a.git"})", false},
        {R"({"source":"url","url":"https://h/m.json"})",
         R"({"kind":"url","url":"https://h/m.json","headers":{"a":"b"}})", true},
        {R"({"source":"url","url":"https://h/m.json"})", R"({"kind":"url","url":"https://h/n.json"})", false},
        {R"({"source":"file","path":"/s/m.json"})", R"({"kind":"file","path":"/s/./m.json"})", true},
        {R"({"source":"directory","path":"/s"})", R"({"kind":"file","path":"/s/.claude-plugin/marketplace.json"})",
         false},
        {R"({"source":"settings","name":"m","plugins":[{"name":"a"}]})",
         R"({"kind":"settings","name":"m","plugins":[{"name":"a"}]})", true},
        {R"({"source":"settings","name":"m","plugins":[{"name":"a"}]})",
         R"({"kind":"settings","name":"m","plugins":[{"name":"b"}]})", false},
        {R"({"source":"npm","package":"m"})", R"({"kind":"npm","package":"m"})", false},
        {R"({"source":"skills-dir"})", R"({"kind":"directory","path":"/s"})", false},
        {R"({"source":"hostPattern","hostPattern":"^git\\.acme\\.com$"})",
         R"({"kind":"git","url":"https://git.acme.com/x"})", true},
        {R"({"source":"hostPattern","hostPattern":"^git\\.acme\\.com$"})",
         R"({"kind":"git","url":"git@git.acme.com:x/y.git"})", true},
        {R"({"source":"hostPattern","hostPattern":"^git\\.acme\\.com$"})",
         R"({"kind":"git","url":"ssh://git@git.acme.com:2222/x"})", true},
        {R"({"source":"hostPattern","hostPattern":"^git\\.acme\\.com$"})",
         R"({"kind":"url","url":"https://git.acme.com@evil.org/m.json"})", false},
        {R"({"source":"hostPattern","hostPattern":"^git\\.acme\\.com$"})",
         R"({"kind":"url","url":"https://evil.org/git.acme.com"})", false},
        {R"({"source":"hostPattern","hostPattern":"^github\\.com$"})", R"({"kind":"github","repo":"a/b"})", true},
        {R"({"source":"hostPattern","hostPattern":"acme"})", R"({"kind":"url","url":"https://x.acme.org/m.json"})",
         true},
        {R"({"source":"hostPattern","hostPattern":".*"})", R"({"kind":"directory","path":"/s"})", false},
        {R"({"source":"pathPattern","pathPattern":"^/opt/approved/"})",
         R"({"kind":"directory","path":"/opt/approved/m"})", true},
        {R"({"source":"pathPattern","pathPattern":"^/opt/approved/"})",
         R"({"kind":"directory","path":"/opt/approved/../m"})", false},
        {R"({"source":"pathPattern","pathPattern":"^/opt/"})", R"({"kind":"file","path":"/opt/m.json"})", true},
        {R"({"source":"pathPattern","pathPattern":".*"})", R"({"kind":"git","url":"https://h/x"})", false},
        {R"({"source":"hostPattern","hostPattern":".*"})", R"({"kind":"later","url":"https://h/x"})", false},
    };
    for (const auto& row : rows)
        BOOST_TEST(allowed(row.rule, row.source) == row.matches, row.rule << " / " << row.source);
}

BOOST_AUTO_TEST_CASE(a_block_rule_means_every_spelling) {
    const Row rows[] = {
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"github","repo":"Bad/Tools"})", true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"github","repo":"bad/tools","ref":"v1","path":"p"})",
         true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"github","repo":"bad/tools@v1"})", true},
        {R"({"source":"github","repo":"bad/tools","ref":"v1"})", R"({"kind":"github","repo":"bad/tools","ref":"v1"})",
         true},
        {R"({"source":"github","repo":"bad/tools","ref":"v1"})", R"({"kind":"github","repo":"bad/tools","ref":"v2"})",
         false},
        {R"({"source":"github","repo":"bad/tools","path":"p"})", R"({"kind":"github","repo":"bad/tools","path":"q"})",
         false},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"github","repo":"bad/toolsmith"})", false},
        {R"({"source":"github","repo":"bad/*"})", R"({"kind":"github","repo":"BAD/x"})", true},
        {R"({"source":"github","repo":"bad/*"})", R"({"kind":"github","repo":"badly/x"})", false},
        {R"({"source":"github","repo":"bad/*"})", R"({"kind":"git","url":"https://github.com/bad/x.git"})", true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"git","url":"https://github.com/bad/tools"})", true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"git","url":"https://GitHub.com/bad/tools.git/"})",
         true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"git","url":"https://www.github.com/bad//tools"})",
         true},
        {R"({"source":"github","repo":"bad/tools"})",
         R"({"kind":"git","url":"https://u:p@github.com:443/bad/%74ools"})", true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"git","url":"git@github.com:bad/tools.git"})", true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"git","url":"github.com:bad/tools"})", true},
        {R"({"source":"github","repo":"bad/tools"})",
         R"({"kind":"git","url":"ssh://git@ssh.github.com:443/bad/tools"})", true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"git","url":"https://github.com/x/../bad/tools"})",
         true},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"git","url":"https://gitlab.com/bad/tools"})", false},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"directory","path":"/bad/tools"})", false},
        {R"({"source":"git","url":"git@h.org:bad/x.git"})", R"({"kind":"git","url":"https://h.org/bad/x"})", true},
        {R"({"source":"git","url":"https://h.org/bad/x"})", R"({"kind":"git","url":"https://h.org:8443/bad/x"})",
         false},
        {R"({"source":"git","url":"https://github.com/bad/x"})", R"({"kind":"github","repo":"bad/x"})", true},
        {R"({"source":"git","url":"/srv/bad"})", R"({"kind":"git","url":"/srv/bad"})", true},
        {R"({"source":"url","url":"https://h.org/m.json"})", R"({"kind":"url","url":"https://H.org:443/m.json"})",
         true},
        {R"({"source":"url","url":"https://h.org/m.json"})", R"({"kind":"url","url":"https://h.org/n.json"})", false},
        {R"({"source":"directory","path":"/bad"})", R"({"kind":"directory","path":"/bad/"})", true},
        {R"({"source":"directory","path":"/bad"})", R"({"kind":"file","path":"/bad/.claude-plugin/marketplace.json"})",
         true},
        {R"({"source":"directory","path":"/bad"})", R"({"kind":"directory","path":"/bad/below"})", false},
        {R"({"source":"settings","name":"m"})", R"({"kind":"settings","name":"m","plugins":[]})", true},
        {R"({"source":"npm","package":"m"})", R"({"kind":"npm","package":"m"})", true},
        {R"({"source":"npm","package":"m"})", R"({"kind":"github","repo":"m/m"})", false},
        {R"({"source":"hostPattern","hostPattern":"bad"})",
         R"({"kind":"git","url":"https://user@very.bad.org:8443/x"})", true},
        {R"({"source":"hostPattern","hostPattern":"^bad\\.org$"})", R"({"kind":"git","url":"https://BAD.org.:8443/x"})",
         true},
        {R"({"source":"pathPattern","pathPattern":"^/tmp"})", R"({"kind":"directory","path":"/tmp/m"})", true},
        {R"({"source":"pathPattern","pathPattern":"^/tmp"})", R"({"kind":"directory","path":"/srv/m"})", false},
        {R"({"source":"skills-dir"})", R"({"kind":"directory","path":"/srv/m"})", false},
        {R"({"source":"github","repo":"bad/tools"})", R"({"kind":"later","where":"bad/tools"})", true},
        {R"({"source":"directory","path":"/bad"})", R"({"kind":"later","where":"bad/tools"})", false},
    };
    for (const auto& row : rows)
        BOOST_TEST(blocked(row.rule, row.source) == row.matches, row.rule << " / " << row.source);
}

/// `m` is a marketplace, `ml` a link to it, `m.git` and `bare` are repositories, `deep/l` is a link to `m`.
struct Disk {
    Disk() {
        for (const auto* market : {"m", "other", "sp ace"})
            directory.write(std::string(market) + "/.claude-plugin/marketplace.json", "{}");
        for (const auto* repository : {"m.git", "bare", "n.git"}) {
            directory.write(std::string(repository) + "/HEAD", "");
            std::filesystem::create_directories(directory.path() / repository / "objects");
        }
        directory.write("m/.git/HEAD", "");
        std::filesystem::create_directory_symlink(directory.path() / "m", directory.path() / "ml");
        std::filesystem::create_directory_symlink("m.git", directory.path() / "gl.git");
        std::filesystem::create_directory_symlink(directory.path() / "gone", directory.path() / "dangling");
        directory.write("deep/x", "");
        std::filesystem::create_directory_symlink("../m", directory.path() / "deep/l");
    }
    /// With the directory in the place of `/D`.
    [[nodiscard]] std::string at(std::string text) const {
        for (auto found = text.find("/D"); found != std::string::npos; found = text.find("/D", found + 1))
            text.replace(found, 2, directory.path().string());
        return text;
    }

    skilldeck::test::TemporaryDirectory directory;
};

BOOST_AUTO_TEST_CASE(a_block_rule_means_every_spelling_of_a_place_on_this_machine) {
    const Disk disk;
    const std::string git = R"("git","url":")", directory = R"("directory","path":")", file = R"("file","path":")";
    const std::string catalogue = "/.claude-plugin/marketplace.json", pattern = R"("pathPattern","pathPattern":")";
    const struct {
        std::string rule, source;
        bool matches;
    } rows[] = {
        {git + "file:///D/m.git", git + "/D/m.git", true},
        {git + "/D/m.git", git + "file:///D/m.git", true},
        {git + "/D/m.git", git + "file:///D/x/../m%2Egit/", true},
        {git + "/D/m.git", git + "FILE://localhost/D/m.git", true},
        {git + "/D/m.git", git + "/D/gl.git", true},
        {git + "/D/gl.git", git + "file:///D/m.git", true},
        {git + "/D/n", git + "/D/n.git", true},
        {git + "/D/n.git", git + "file:///D/n", true},
        {git + "/D/m.git", git + "/D/m", false},  // both are there
        {git + "/D/m/.git", git + "/D/m", true},
        {git + "/D/m", git + "/D/ml/.git", true},
        {git + "/D/bare", git + "/D/n.git", false},
        {git + "/D/bare", directory + "/D/bare", true},
        {git + R"(/D/m","ref":"v1)", git + R"(file:///D/m","ref":"refs/tags/v1)", true},
        {git + R"(/D/m","ref":"v1)", git + R"(file:///D/m","ref":"v2)", false},
        {git + R"(/D/m","path":"p)", git + R"(/D/m","path":"./p/)", true},
        {git + R"(/D/m","path":"p)", git + R"(/D/m","path":"q)", false},
        {directory + "/D/m", git + "file:///D/m", true},
        {directory + "/D/ml", directory + "/D/m", true},
        {directory + "/D/deep/l", directory + "/D/ml", true},
        {directory + "/D/m", directory + "/D/deep/../ml/", true},
        {directory + "/D/m", directory + "/D/deep/l/../m", true},
        {directory + "/D/dangling", directory + "/D/gone", true},
        {directory + "/D/sp ace", git + "file:///D/sp%20ace", true},
        {directory + "/D/m", file + "/D/ml" + catalogue, true},
        {directory + "/D/m", directory + "/D/other", false},
        {directory + "/D/m", directory + "/D", false},
        {file + "/D/m" + catalogue, directory + "/D/m", true},
        {file + "/D/m" + catalogue, directory + "/D/ml", true},
        {file + "/D/ml" + catalogue, git + "file:///D/m", true},
        {file + "/D/m" + catalogue, file + "/D/m/.claude-plugin/beside.json", false},
        {file + "/D/m" + catalogue, directory + "/D/other", false},
        {R"("url","url":"file:///D/m/.claude-plugin/marketplace.json)", directory + "/D/m", true},
        {pattern + "^/D/m$", directory + "/D/ml", true},
        {pattern + "^/D/ml$", directory + "/D/ml", true},
        {pattern + "^/D/m\\\\.git$", git + "/D/m.git", true},
        {pattern + "^/D/m\\\\.git$", git + "file:///D/gl.git", true},
        {pattern + "^/D/m$", file + "/D/ml" + catalogue, true},
        {pattern + "marketplace\\\\.json$", file + "/D/m" + catalogue, true},
        {pattern + "^/D/m$", directory + "/D/other", false},
        {R"("hostPattern","hostPattern":".*)", git + "file:///D/m.git", false},
        {R"("github","repo":"D/m)", git + "file:///D/m", false},
        {git + "https://h.org/D/m.git", git + "/D/m.git", false},
        {R"("url","url":"https://h.org/m.json)", git + "https://H.org:443/m.json", true},
    };
    for (const auto& row : rows) {
        const auto rule = disk.at("{\"source\":" + row.rule + "\"}"),
                   source = disk.at("{\"kind\":" + row.source + "\"}");
        BOOST_TEST(blocked(rule, source) == row.matches, rule << " / " << source);
    }
    BOOST_TEST(!allowed(R"({"source":"git","url":"/s/m.git"})", R"({"kind":"git","url":"/s/m.git#x"})"));
    BOOST_TEST(!allowed(R"({"source":"git","url":"file:///s/m.git"})", R"({"kind":"git","url":"file:///s/m.git#x"})"));
    // Allowing means no other spelling.
    const auto rule = disk.at("{\"source\":" + git + "file:///D/m.git\"}");
    BOOST_TEST(allowed(rule, disk.at("{\"kind\":" + git + "file:///D/m.git\"}")));
    BOOST_TEST(!allowed(rule, disk.at("{\"kind\":" + git + "/D/m.git\"}")));
}

BOOST_AUTO_TEST_CASE(the_same_source_says_the_same_but_for_the_spelling_of_a_path) {
    const Disk disk;
    const auto same = [&](const std::string& one, const std::string& other) {
        return is_same_source(FileSystem(), object(disk.at(one)), object(disk.at(other)));
    };
    BOOST_TEST(same(R"({"source":"directory","path":"/D/m"})", R"({"source":"directory","path":"/D/ml/"})"));
    BOOST_TEST(same(R"({"source":"git","url":"/D/m.git"})", R"({"source":"git","url":"file:///D/gl.git"})"));
    BOOST_TEST(!same(R"({"source":"git","url":"/D/m.git"})", R"({"source":"git","url":"/D/m.git","ref":"v1"})"));
    BOOST_TEST(!same(R"({"source":"directory","path":"/D/m"})", R"({"source":"git","url":"/D/m"})"));
    BOOST_TEST(!same(R"({"source":"directory","path":"/D/m"})", R"({"source":"directory","path":"/D/other"})"));
    BOOST_TEST(!same(R"({"source":"git","url":"https://h/a"})", R"({"source":"git","url":"https://h/A"})"));
    BOOST_TEST(!same(R"({"source":"github","repo":"a/b"})", R"({"source":"github","repo":"a/c"})"));
}

BOOST_AUTO_TEST_CASE(the_block_list_speaks_before_the_allow_list) {
    MarketplaceRules rules;
    Diagnostics found;
    const auto rule = one_rule(R"({"source":"github","repo":"a/b"})");
    read_allowed_marketplaces({rule, "strictKnownMarketplaces", "/m"}, rules, found);
    read_blocked_marketplaces({rule, "blockedMarketplaces", "/n"}, rules, found);
    const auto error = marketplace_refusal(FileSystem(), rules, "m", object(R"({"kind":"github","repo":"a/b"})"));
    BOOST_TEST_REQUIRE(error.has_value());
    BOOST_TEST(error->what == "marketplace \"m\" is blocked by blockedMarketplaces[0] in /n");
    BOOST_TEST(found.empty());
}

BOOST_AUTO_TEST_CASE(an_expression_that_takes_too_long_allows_nothing_and_blocks) {
    const std::string subject = "/" + std::string(40, 'a') + "!";
    const auto rule = std::string(R"({"source":"pathPattern","pathPattern":"(a+)+(a+)+(a+)+$"})");
    const auto source = R"({"kind":"directory","path":")" + subject + R"("})";
    BOOST_TEST(!allowed(rule, source));
    BOOST_TEST(blocked(rule, source));
}

BOOST_AUTO_TEST_CASE(an_address_is_read_whatever_its_spelling) {
    const auto text = [](std::string_view address) {
        const auto read = parse_repository_address(address);
        return read ? read->host + " " + read->path + " " + read->ref : std::string("none");
    };
    BOOST_TEST(text("https://Example.org/A/b.git#v1") == "example.org a/b v1");
    BOOST_TEST(text("https://[::1]:8080/x?y") == "[::1]:8080 x ");
    BOOST_TEST(text("user@host:path") == "host path ");
    BOOST_TEST(text("https://host") == "host  ");
    BOOST_TEST(text("./a:b") == "none");
    BOOST_TEST(text("/srv/a:b") == "none");
    BOOST_TEST(text("word") == "none");
    BOOST_TEST(text("https://h/%zz/%4") == "h %zz/%4 ");
}

BOOST_AUTO_TEST_SUITE_END()
