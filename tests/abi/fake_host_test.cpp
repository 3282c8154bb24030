// SPDX-License-Identifier: Apache-2.0
// skilldeck/testing/fake_host.hpp: each rule that a plugin can break is noticed and named, and no broken one brings the
// test program down.
#include <skilldeck/testing/fake_host.hpp>

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <thread>

using skd::str;
using skd::testing::FakeHost;
using skd::testing::is_json;
using skd::testing::json_string;

namespace {

/// A plugin written against the tables, whose only hook does what `act` says.
struct BadPlugin {
    static inline std::function<skd_status(const skd_host_api&, skd_host*, const skd_call*, const skd_sink*)> act;
    static inline const skd_host_api* api = nullptr;
    static inline skd_host* host = nullptr;

    static skd_status SKD_CALL run(skd_instance*, const skd_call* call, skd_str, skd_str, const skd_sink* out) {
        return act(*api, host, call, out);
    }
    static const void* SKD_CALL get_interface(skd_instance*, skd_str id) {
        static constexpr skd_hooks_v1 kHooks = {sizeof(skd_hooks_v1), 0, run};
        static constexpr skd_mcp_servers_v1 kNullSlot = {sizeof(skd_mcp_servers_v1), 0, nullptr};
        if (skd::view(id) == SKD_IFACE_HOOKS) return &kHooks;
        return skd::view(id) == SKD_IFACE_MCP_SERVERS ? &kNullSlot : nullptr;
    }
    static skd_status SKD_CALL activate(skd_instance*, const skd_call*, const skd_sink*) { return SKD_OK; }
    static skd_status SKD_CALL configure(skd_instance*, const skd_call*, skd_str, const skd_sink*) { return SKD_OK; }
    static void SKD_CALL deactivate(skd_instance*) {}
    static void SKD_CALL destroy(skd_instance*) {}
    static skd_status SKD_CALL init(const skd_host_api* functions, const skd_sink*) {
        api = functions;
        return SKD_OK;
    }
    static void SKD_CALL deinit() {}
    static skd_status SKD_CALL create(skd_host* handle, skd_str, skd_instance** out, const skd_instance_api** table,
                                      const skd_sink*) {
        static constexpr skd_instance_api kTable = {
            sizeof(skd_instance_api), 0, get_interface, activate, configure, deactivate, destroy};
        host = handle;
        *out = reinterpret_cast<skd_instance*>(&host);
        *table = &kTable;
        return SKD_OK;
    }
    static skd_plugin_entry entry() {
        return {
            SKD_ABI_MAGIC, sizeof(skd_plugin_entry), SKD_ABI_MAJOR, SKD_ABI_MINOR, 0, 0, "bad", "1.0.0", init, deinit,
            create};
    }
};

skd_status write(const skd_sink* sink, std::string_view text) {
    return sink->write(sink->ctx, str(text));
}

/// The rules that one call breaks, one after the other.
std::string broken_by(decltype(BadPlugin::act) act) {
    BadPlugin::act = std::move(act);
    const skd_plugin_entry entry = BadPlugin::entry();
    FakeHost host(entry);
    host.run_hook("any", "{}");
    std::string all;
    for (const auto& rule : host.broken_rules()) all += (all.empty() ? "" : "; ") + rule;
    return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fake_host)

BOOST_AUTO_TEST_CASE(an_honest_call_breaks_nothing) {
    BOOST_TEST(broken_by([](auto&, auto*, auto*, auto*) { return SKD_OK; }) == "");
    BOOST_TEST(broken_by([](auto&, auto*, auto*, const skd_sink* out) {
                   out->fail(out->ctx, SKD_ERR_DENIED, str("no"));
                   return SKD_ERR_DENIED;
               }) == "");
}

BOOST_AUTO_TEST_CASE(a_status_must_be_listed_and_a_failure_must_say_why) {
    BOOST_TEST(broken_by([](auto&, auto*, auto*, const skd_sink* out) {
                   out->fail(out->ctx, 0, str("x"));
                   return skd_status{0};
               }) == "R7: hooks.run answers 0, which is no status");
    BOOST_TEST(broken_by([](auto&, auto*, auto*, auto*) { return skd_status{-77}; }) ==
               "R7: hooks.run answers -77, which is no status; R7: hooks.run fails without a message");
    BOOST_TEST(broken_by([](auto&, auto*, auto*, auto*) { return SKD_ERR_DENIED; }) ==
               "R7: hooks.run fails without a message");
    BOOST_TEST(broken_by([](auto&, auto*, auto*, const skd_sink* out) {
                   out->fail(out->ctx, SKD_ERR_LIMIT, str("x"));
                   return SKD_ERR_DENIED;
               }) == "R7: hooks.run says another status to fail than it answers");
    BOOST_TEST(broken_by([](auto&, auto*, auto*, const skd_sink* out) {
                   out->fail(out->ctx, SKD_ERR_LIMIT, str("x"));
                   return SKD_OK;
               }) == "R7: hooks.run calls fail and then answers SKD_OK");
}

BOOST_AUTO_TEST_CASE(output_must_be_utf8_and_json) {
    BOOST_TEST(broken_by([](auto&, auto*, auto*, const skd_sink* out) { return write(out, "\"\xff\""); }) ==
               "R2: hooks.run: the output is not UTF-8");
    BOOST_TEST(broken_by([](auto&, auto*, auto*, const skd_sink* out) { return write(out, "{,}"); }) ==
               "R2: hooks.run: the output is not JSON: {,}");
    BOOST_TEST(broken_by([](const skd_host_api& api, skd_host* host, auto*, auto*) {
                   api.log(host, 7, str("\xff"));
                   return SKD_OK;
               }) == "R7: log: no such level: 7; R2: log: the message is not UTF-8");
}

BOOST_AUTO_TEST_CASE(an_exception_must_not_get_out) {
    BOOST_TEST(broken_by([](auto&, auto*, auto*, auto*) -> skd_status { throw 1; }) ==
               "R1: hooks.run lets an exception out");
}

BOOST_AUTO_TEST_CASE(a_sink_belongs_to_the_thread_of_its_call) {
    BOOST_TEST(broken_by([](auto&, auto*, auto*, const skd_sink* out) {
                   std::thread([out] { write(out, "1"); }).join();
                   return SKD_OK;
               }) == "R3: hooks.run writes to its sink from another thread than the one of the call");
}

BOOST_AUTO_TEST_CASE(a_call_is_over_when_it_has_returned) {
    const skd_call* kept_call = nullptr;
    const skd_sink* kept_sink = nullptr;
    BadPlugin::act = [&](const skd_host_api&, skd_host*, const skd_call* call, const skd_sink* out) {
        kept_call = call;
        kept_sink = out;
        return SKD_OK;
    };
    const skd_plugin_entry entry = BadPlugin::entry();
    FakeHost host(entry);
    host.run_hook("any", "{}");
    BadPlugin::api->is_cancelled(kept_call);
    BOOST_TEST(write(kept_sink, "late") == SKD_ERR_INVALID_ARGUMENT);
    host.stop();
    BadPlugin::api->changed(BadPlugin::host, SKD_CHANGED_SKILLS);
    const auto broken = host.broken_rules();
    BOOST_REQUIRE(broken.size() == 3U);
    BOOST_TEST(broken[0] == "R3: is_cancelled with the skd_call of hooks.run, which has returned");
    BOOST_TEST(broken[1] == "R3: hooks.run writes to its sink after it has returned");
    BOOST_TEST(broken[2] == "R8: changed was called after destroy");
}

BOOST_AUTO_TEST_CASE(a_table_with_a_null_slot_is_refused) {
    const skd_plugin_entry entry = BadPlugin::entry();
    FakeHost host(entry);
    BOOST_TEST(host.list_mcp_servers().status == SKD_ERR_UNSUPPORTED);
    BOOST_REQUIRE(host.broken_rules().size() == 1U);
    BOOST_TEST(host.broken_rules()[0] == "R4: skilldeck.mcp-servers/1 has a size below that of 1.0 or a null function");
}

BOOST_AUTO_TEST_CASE(an_entry_that_does_not_fit_is_never_called) {
    const auto refused = [](auto change) {
        skd_plugin_entry entry = BadPlugin::entry();
        change(entry);
        FakeHost host(entry);
        BOOST_TEST(!host.started());
        return host.start().message;
    };
    BOOST_TEST(refused([](auto& e) { e.magic = 1; }) == "the entry has a wrong magic number");
    BOOST_TEST(refused([](auto& e) { e.size = 8; }) == "the entry says a size below that of 1.0");
    BOOST_TEST(refused([](auto& e) { e.abi_major = 2; }) == "the entry is for another major number of the ABI");
    BOOST_TEST(refused([](auto& e) { e.min_minor = 99; }) == "the entry wants a newer host");
    BOOST_TEST(refused([](auto& e) { e.name_z = nullptr; }) == "the entry has no name or no version");
    BOOST_TEST(refused([](auto& e) { e.create = nullptr; }) == "the entry has a null function");
}

BOOST_AUTO_TEST_CASE(a_library_that_is_none_is_said_to_be_none) {
    BOOST_CHECK_THROW(static_cast<void>(skd::testing::open_library("/dev/null/acme.so")), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(json_is_told_from_the_rest) {
    for (const auto* good : {"{}", "[]", " [1, -0.5e+3, \"\\u00e4\\n\", true, null, {\"a\": {}}] ", "0", "\"\""})
        BOOST_TEST(is_json(good), good);
    for (const auto* bad :
         {"", "{", "[1,]", "{\"a\"}", "{a: 1}", "01", "1.", "\"\n\"", "\"\\x\"", "nul", "[] []", "'a'", "+1"})
        BOOST_TEST(!is_json(bad), bad);
    BOOST_TEST(!is_json(std::string(100'000, '[')));
    BOOST_TEST(json_string("a\"\\\n\x01") == R"("a\"\\\u000a\u0001")");
}

BOOST_AUTO_TEST_SUITE_END()
