// SPDX-License-Identifier: Apache-2.0
#include "settings/marketplace_rules.hpp"
#include "settings/repository_address.hpp"

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
    return !marketplace_refusal(rules, "m", object(source));
}

bool blocked(std::string_view rule, std::string_view source) {
    MarketplaceRules rules;
    Diagnostics found;
    read_blocked_marketplaces({one_rule(rule), "blockedMarketplaces", "/m"}, rules, found);
    return marketplace_refusal(rules, "m", object(source)).has_value();
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

BOOST_AUTO_TEST_CASE(the_block_list_speaks_before_the_allow_list) {
    MarketplaceRules rules;
    Diagnostics found;
    const auto rule = one_rule(R"({"source":"github","repo":"a/b"})");
    read_allowed_marketplaces({rule, "strictKnownMarketplaces", "/m"}, rules, found);
    read_blocked_marketplaces({rule, "blockedMarketplaces", "/n"}, rules, found);
    const auto error = marketplace_refusal(rules, "m", object(R"({"kind":"github","repo":"a/b"})"));
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
