// SPDX-License-Identifier: Apache-2.0
// skilldeck/plugin.hpp: the tables it makes, and the barrier for exceptions in both directions.
#include <skilldeck/plugin.hpp>
#include <skilldeck/testing/fake_host.hpp>

#include <cstddef>

#include <boost/test/unit_test.hpp>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

using skd::testing::Answer;
using skd::testing::FakeHost;
using skd::testing::Surroundings;

namespace {

/// Everything a plugin class can have, and a handler for each way out of a method.
class Everything {
public:
    Everything(skd::Host host, std::string_view config) : host_(host), config_(config) {}

    void activate(skd::Call) { host_.info("active"); }
    void deactivate() { throw std::runtime_error("too late to matter"); }
    void configure(skd::Call, std::string_view config) { config_ = config; }

    skd::Reply check_availability(skd::Call) { return skd::unavailable("no device"); }
    std::string list_skills(skd::Call) { return R"([{"name": "a"}])"; }
    skd::Reply skill_enabled(skd::Call, std::string_view skill) {
        return skill == "a" ? skd::ok() : skd::unavailable("only a");
    }
    void render_skill(skd::Call, std::string_view skill, std::string_view, skd::Sink out) {
        out.write(R"({"blocks": [{"type": "text", "text": )");
        out.write(skd::testing::json_string(skill));
        out.write("}]}");
    }
    std::string_view read_skill_file(skd::Call, std::string_view, std::string_view) { return {"\xff\0\xfe", 3}; }
    skd::Reply list_mcp_servers(skd::Call) { return skd::ok(R"({"mcpServers": {}})"); }

    skd::Reply run_hook(skd::Call call, std::string_view handler, std::string_view event) {
        if (handler == "exception") throw std::runtime_error("it broke");
        if (handler == "ill-formed") throw std::runtime_error("it br\xffke");
        if (handler == "number") throw 123;
        if (handler == "memory") throw std::bad_alloc();
        if (handler == "failure") throw skd::Failure(SKD_ERR_TIMEOUT, "too slow");
        if (handler == "zero") return skd::fail(0, "a status that is none");
        if (handler == "deny") return skd::deny("not that");
        if (handler == "cancel") call.stop_if_cancelled();
        if (handler == "time") return skd::ok(call.remaining() ? std::to_string(call.remaining()->count()) : "null");
        if (handler == "config") return skd::ok(config_);
        if (handler == "session") return call.session(event);
        if (handler == "progress") call.progress("half");
        if (handler == "changed") host_.changed(skd::Changed::skills | skd::Changed::hooks);
        return skd::ok();
    }

private:
    skd::Host host_;
    std::string config_;
};

class OnlyHooks {
public:
    skd::Reply run_hook(skd::Call, std::string_view, std::string_view) { return skd::ok(); }
};

class Refuses {
public:
    Refuses() { throw skd::Failure(SKD_ERR_UNAVAILABLE, "needs a licence"); }
    void list_skills(skd::Call) {}
};

template <class Plugin>
const skd_plugin_entry& entry_of() {
    static constexpr skd_plugin_entry entry = skd::detail::Adapter<Plugin>::entry("under-test", "1.0.0");
    return entry;
}

void expect(const Answer& answer, skd_status status, const std::string& message) {
    BOOST_TEST(answer.status == status);
    BOOST_TEST(answer.message == message);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wrapper)

BOOST_AUTO_TEST_CASE(every_method_of_the_class_is_reached) {
    FakeHost host(entry_of<Everything>());
    BOOST_REQUIRE(host.started());
    expect(host.check_availability(), SKD_ERR_UNAVAILABLE, "no device");
    BOOST_TEST(host.list_skills().output == R"([{"name": "a"}])");
    BOOST_TEST(host.skill_enabled("a").ok());
    expect(host.skill_enabled("b"), SKD_ERR_UNAVAILABLE, "only a");
    BOOST_TEST(host.render_skill("a").output == R"({"blocks": [{"type": "text", "text": "a"}]})");
    BOOST_TEST(host.read_skill_file("a", "f").output == std::string("\xff\0\xfe", 3));
    BOOST_TEST(host.list_mcp_servers().output == R"({"mcpServers": {}})");
    BOOST_TEST(host.run_hook("quiet", "{}").ok());
    host.stop();
    BOOST_TEST(host.broken_rules() == std::vector<std::string>{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(whatever_a_method_throws_becomes_a_status_with_a_message) {
    FakeHost host(entry_of<Everything>());
    expect(host.run_hook("exception", "{}"), SKD_ERR_INTERNAL, "it broke");
    expect(host.run_hook("ill-formed", "{}"), SKD_ERR_INTERNAL, "it br?ke");
    expect(host.run_hook("number", "{}"), SKD_ERR_INTERNAL, "the plugin threw something that is no std::exception");
    expect(host.run_hook("memory", "{}"), SKD_ERR_LIMIT, "out of memory in the plugin");
    expect(host.run_hook("failure", "{}"), SKD_ERR_TIMEOUT, "too slow");
    expect(host.run_hook("zero", "{}"), SKD_ERR_INTERNAL, "a status that is none");
    expect(host.run_hook("deny", "{}"), SKD_ERR_DENIED, "not that");
    host.stop();
    BOOST_TEST(host.broken_rules().empty());
    const auto log = host.log();
    BOOST_REQUIRE(log.size() == 2U);
    BOOST_TEST(log.back().text == "too late to matter");
    BOOST_TEST(log.back().level == SKD_LOG_ERROR);
}

BOOST_AUTO_TEST_CASE(a_constructor_that_throws_refuses_the_plugin_with_its_reason) {
    FakeHost host(entry_of<Refuses>());
    BOOST_TEST(!host.started());
    expect(host.start(), SKD_ERR_UNAVAILABLE, "needs a licence");
    expect(host.list_skills(), SKD_ERR_UNAVAILABLE, "the plugin is not started");
    BOOST_TEST(host.broken_rules().empty());
}

BOOST_AUTO_TEST_CASE(an_interface_without_methods_is_not_there) {
    FakeHost host(entry_of<OnlyHooks>());
    BOOST_TEST(host.has_interface(SKD_IFACE_HOOKS));
    BOOST_TEST(!host.has_interface(SKD_IFACE_SKILLS));
    BOOST_TEST(!host.has_interface(SKD_IFACE_MCP_SERVERS));
    BOOST_TEST(!host.has_interface(SKD_IFACE_AVAILABILITY));
    BOOST_TEST(!host.has_interface("acme.other/1"));
    expect(host.configure("{}"), SKD_ERR_UNSUPPORTED, "this plugin does not do that");
}

BOOST_AUTO_TEST_CASE(the_plugin_sees_its_options_and_the_call_it_is_in) {
    Surroundings surroundings;
    surroundings.options_json = R"({"strict": true})";
    surroundings.session["messages"] = "[]";
    FakeHost host(entry_of<Everything>(), surroundings);
    BOOST_TEST(host.run_hook("config", "{}").output.find(R"("options": {"strict": true})") != std::string::npos);
    BOOST_TEST(host.configure(R"({"strict": false})").ok());
    BOOST_TEST(host.run_hook("config", "{}").output.find(R"("options": {"strict": false})") != std::string::npos);

    BOOST_TEST(host.run_hook("time", "{}").output == "5000");
    host.set_remaining_ms(-1);
    BOOST_TEST(host.run_hook("time", "{}").output == "null");
    host.set_cancelled(true);
    expect(host.run_hook("cancel", "{}"), SKD_ERR_CANCELLED, "cancelled");

    BOOST_TEST(host.run_hook("session", "info").output == surroundings.session["info"]);
    expect(host.run_hook("session", "messages"), SKD_ERR_DENIED, "needs the permission session");
    expect(host.run_hook("session", "nonsense"), SKD_ERR_NOT_FOUND, "the session has no such key");

    host.run_hook("progress", "{}");
    BOOST_TEST(host.progress() == std::vector<std::string>{"half"}, boost::test_tools::per_element());
    host.run_hook("changed", "{}");
    BOOST_TEST(host.changed() == static_cast<std::uint32_t>(SKD_CHANGED_SKILLS | SKD_CHANGED_HOOKS));
    BOOST_TEST(host.broken_rules().empty());
}

BOOST_AUTO_TEST_CASE(output_beyond_the_limit_ends_the_call) {
    Surroundings surroundings;
    surroundings.output_limit = 8;
    FakeHost host(entry_of<Everything>(), surroundings);
    expect(host.render_skill("a"), SKD_ERR_LIMIT, "the host accepts no more output of this call");
}

// ---- the other direction: a host that throws into the plugin

namespace {

const void* SKD_CALL throwing_interface(skd_host*, skd_str) {
    throw 1;
}
void SKD_CALL throwing_log(skd_host*, std::int32_t, skd_str) {
    throw 2;
}
void SKD_CALL throwing_changed(skd_host*, std::uint32_t) {
    throw 3;
}
std::int32_t SKD_CALL throwing_is_cancelled(const skd_call*) {
    throw 4;
}
std::int64_t SKD_CALL throwing_remaining(const skd_call*) {
    throw 5;
}
skd_status SKD_CALL throwing_write(void*, skd_str) {
    throw 6;
}
void SKD_CALL throwing_fail(void*, skd_status, skd_str) {
    throw 7;
}

constexpr skd_host_api kThrowingHost = {
    sizeof(skd_host_api), 1, 0, 0, {}, {}, throwing_interface, throwing_log, throwing_changed, throwing_is_cancelled,
    throwing_remaining};

}  // namespace

BOOST_AUTO_TEST_CASE(what_the_host_throws_stays_outside_of_the_plugin) {
    const skd::Host host(&kThrowingHost, nullptr);
    const skd::Call call(host, nullptr);
    BOOST_CHECK_NO_THROW(host.error("x"));
    BOOST_CHECK_NO_THROW(host.changed(skd::Changed::hooks));
    BOOST_TEST(host.get<skd_session_v1>(SKD_IFACE_SESSION) == nullptr);
    BOOST_TEST(call.cancelled());
    BOOST_TEST(call.remaining()->count() == 0);
    BOOST_TEST(call.session("info").status() == SKD_ERR_UNSUPPORTED);

    const skd_sink sink = {sizeof(skd_sink), 0, nullptr, throwing_write, throwing_fail};
    BOOST_TEST(skd::Sink(&sink).try_write("x") == SKD_ERR_INTERNAL);
    BOOST_TEST(skd::guarded(&sink, []() -> skd_status { throw std::runtime_error("x"); }) == SKD_ERR_INTERNAL);
}

BOOST_AUTO_TEST_CASE(well_formed_utf8_is_told_from_the_rest) {
    using namespace std::string_view_literals;
    for (const auto good :
         {""sv, "a\0b"sv, "\xc3\xa4"sv, "\xe2\x82\xac"sv, "\xed\x9f\xbf"sv, "\xf0\x9f\x98\x80"sv, "\xf4\x8f\xbf\xbf"sv})
        BOOST_TEST(skd::is_utf8(good));
    for (const auto bad : {"\x80"sv, "\xc3"sv, "\xc0\x80"sv, "\xe0\x80\x80"sv, "\xed\xa0\x80"sv, "\xf0\x80\x80\x80"sv,
                           "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv, "\xe2\x82"sv})
        BOOST_TEST(!skd::is_utf8(bad));
}

BOOST_AUTO_TEST_CASE(a_plugin_name_is_what_a_manifest_accepts) {
    using skd::detail::is_plugin_name;
    for (const auto* good : {"a", "acme-tools", "3d", "acme.tools-2"}) BOOST_TEST(is_plugin_name(good));
    for (const auto* bad : {"", "-a", "a-", "a--b", "a..b", ".a", "A", "a b", "a_b", "a/b"})
        BOOST_TEST(!is_plugin_name(bad));
    BOOST_TEST(is_plugin_name(std::string(64, 'a')));
    BOOST_TEST(!is_plugin_name(std::string(65, 'a')));
}

BOOST_AUTO_TEST_SUITE_END()
