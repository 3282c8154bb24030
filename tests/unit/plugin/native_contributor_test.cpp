// SPDX-License-Identifier: Apache-2.0
#include "plugin/native_contributor.hpp"
#include "native/codes.hpp"
#include "plugin/codes.hpp"

#include "native/in_process_plugin.hpp"
#include "native_double.hpp"
#include "os/digest.hpp"
#include "plugin/native_plugins.hpp"
#include "plugin_deck.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace skilldeck;
using namespace skilldeck::test;

namespace {

using Outcome = NativeReply::Outcome;

bool has(const Diagnostics& diagnostics, Code code) {
    return std::ranges::find(diagnostics, code, &Diagnostic::code) != diagnostics.end();
}

/// A module on disk, its approval, and a NativePlugin on a double or on the real thing.
struct NativeDeck {
    TemporaryDirectory directory;
    FileSystem disk;
    StoppedClock clock;
    TrustStore trust{disk, disk, clock, directory.path() / "home/trust.json", {}};
    std::unique_ptr<Reactor> reactor = make_reactor(2);
    DoubleOpener opener{*reactor};
    NativePlace place;
    LibraryJudge judge;
    std::unique_ptr<NativePlugin> plugin;

    explicit NativeDeck(const std::string& library = "bytes of a library") {
        place.plugin_id = "acme@market";
        place.name = "bad";
        place.root = directory.path() / "acme";
        place.data_dir = directory.path() / "data/acme-market";
        place.module.library = directory.write("acme/dev.skilldeck/linux/libacme.so", library);
        place.module.file = directory.write("acme/dev.skilldeck/module.json", "{}");
        place.module.sha256 = sha256(library);
        place.module.abi = 1;
        place.module.skills = {"summary"};
        place.module.mcp_servers = {"acme"};
        place.origin.loaded_from = LoadedFrom::plugin;
        place.origin.trusted = true;
        place.host_version = "0.1.0";
    }

    void approve() {
        const auto digest = tree_digest(disk, place.root / "dev.skilldeck");
        BOOST_TEST_REQUIRE(digest.has_value());
        BOOST_TEST_REQUIRE(trust.approve_native(place.plugin_id, *digest, NativeApproval::isolated).has_value());
    }

    NativePlugin& make(PluginOpener* other = nullptr) {
        plugin = std::make_unique<NativePlugin>(
            NativeTools{*reactor, disk, disk, trust, other != nullptr ? *other : opener, judge}, place);
        return *plugin;
    }

    [[nodiscard]] NativeReply hook(std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
        return await([&](auto done) { plugin->run_hook("guard", "{}", timeout, {}, done); });
    }

    template <class Call>
    [[nodiscard]] NativeReply await(const Call& call) {
        std::optional<NativeReply> reply;
        call([&](NativeReply answer) { reply = std::move(answer); });
        reactor->run_until([&] { return reply.has_value(); });
        return std::move(*reply);
    }

    void shut_down() {
        bool done = false;
        plugin->shut_down([&] { done = true; });
        reactor->run_until([&] { return done; });
    }

    /// The verdict on opening, with the double never asked unless it may be opened.
    void check_refused(NativeState state, Code code) {
        make();
        const auto reply = hook();
        BOOST_CHECK(reply.outcome == Outcome::failed);
        BOOST_TEST(has(reply.diagnostics, code), reply.message);
        BOOST_TEST(!reply.message.empty());
        BOOST_CHECK(plugin->status().state == state);
        BOOST_TEST(plugin->status().reason == reply.message);
        BOOST_TEST(opener.loads.empty());
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(native_contributor)

BOOST_AUTO_TEST_CASE(nothing_is_opened_before_the_first_use) {
    NativeDeck deck;
    deck.approve();
    deck.make();
    BOOST_TEST(!deck.plugin->used());
    BOOST_CHECK(deck.plugin->status().state == NativeState::not_loaded);
    BOOST_TEST(deck.opener.loads.empty());
}

BOOST_AUTO_TEST_CASE(without_approval_a_hook_fails_and_nothing_is_opened) {
    NativeDeck deck;
    deck.check_refused(NativeState::not_approved, code::native_not_approved);
}

BOOST_AUTO_TEST_CASE(an_approval_ends_with_the_first_changed_byte) {
    NativeDeck deck;
    deck.approve();
    deck.directory.write("acme/dev.skilldeck/hooks.json", "{}");
    deck.check_refused(NativeState::not_approved, code::native_not_approved);
}

BOOST_AUTO_TEST_CASE(a_missing_library_is_named_whatever_was_approved) {
    NativeDeck deck;
    deck.approve();
    std::filesystem::remove(deck.place.module.library);
    deck.check_refused(NativeState::failed, code::native_file_missing);
    BOOST_TEST(deck.plugin->status().reason.find("libacme.so") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_declaration_that_the_approved_files_do_not_bear_is_refused) {
    NativeDeck deck;
    deck.approve();
    deck.place.module.sha256 = std::string(64, 'b');
    deck.check_refused(NativeState::failed, code::native_digest_differs);
    BOOST_TEST(deck.plugin->status().reason.find(sha256("bytes of a library").substr(0, 12)) != std::string::npos);
    BOOST_TEST(deck.plugin->status().reason.find("bbbbbbbbbbbb") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_library_that_no_approval_covers_is_refused) {
    NativeDeck deck;
    deck.place.module.library = deck.directory.write("acme/lib/libacme.so", "bytes of a library");
    deck.approve();
    deck.check_refused(NativeState::failed, code::native_outside);
}

BOOST_AUTO_TEST_CASE(an_untrusted_project_runs_no_native_code) {
    NativeDeck deck;
    deck.approve();
    deck.place.origin.scope = Scope::project;
    deck.place.origin.trusted = false;
    deck.check_refused(NativeState::not_approved, code::native_not_trusted);
    deck.place.origin.loaded_from = LoadedFrom::mcp;
    deck.check_refused(NativeState::failed, code::native_not_allowed);
}

BOOST_AUTO_TEST_CASE(a_library_that_can_never_be_opened_is_refused_before_anybody_opens_it) {
    NativeDeck deck;
    deck.approve();
    deck.judge = [](const NativeModule& module, std::string_view name) -> Result<> {
        BOOST_TEST(name == "bad");
        return make_error(code::native_not_a_library, module.library.string(), {"libacme.so", "it is text"});
    };
    deck.check_refused(NativeState::failed, code::native_not_a_library);
}

BOOST_AUTO_TEST_CASE(a_data_folder_that_cannot_be_made_is_named_and_keeps_no_module_from_running) {
    NativeDeck deck;
    deck.approve();
    const auto file = deck.directory.write("home/data", "a file where a folder must be");
    deck.place.data_dir = file / "acme-market";
    deck.make();
    (void)deck.hook();
    BOOST_TEST(deck.opener.loads.size() == 1U);
    const auto status = deck.plugin->status();
    BOOST_TEST_REQUIRE(!status.diagnostics.empty());
    BOOST_TEST((status.diagnostics[0].code == code::native_data_unwritable));
    BOOST_TEST(status.diagnostics[0].message.find(deck.place.data_dir.string()) != std::string::npos);
    BOOST_TEST(status.diagnostics[0].hint.find("--config-dir") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_opener_is_told_what_the_files_promise) {
    NativeDeck deck;
    deck.approve();
    deck.place.module.availability = true;
    deck.place.handles_hooks = true;
    deck.make();
    static_cast<void>(deck.hook());
    std::vector<PluginInterface> asked;
    for (const auto& each : deck.opener.loads.at(0).interfaces) asked.push_back(each.interface);
    BOOST_CHECK((asked == std::vector{PluginInterface::availability, PluginInterface::skills,
                                      PluginInterface::mcp_servers, PluginInterface::hooks}));
}

BOOST_AUTO_TEST_CASE(concurrent_first_uses_open_it_once) {
    NativeDeck deck;
    deck.approve();
    deck.make();
    int answers = 0;
    for (int i = 0; i < 5; ++i)
        deck.plugin->run_hook("guard", "{}", std::chrono::seconds(60), {}, [&](const NativeReply& reply) {
            BOOST_CHECK(reply.outcome == Outcome::ok);
            ++answers;
        });
    deck.reactor->run_until([&] { return answers == 5; });
    BOOST_TEST(deck.opener.loads.size() == 1U);
    BOOST_TEST(deck.opener.record->calls.size() == 5U);
    BOOST_CHECK(deck.plugin->status().state == NativeState::loaded);
}

BOOST_AUTO_TEST_CASE(the_module_is_told_where_it_is_and_what_it_may) {
    NativeDeck deck;
    deck.approve();
    deck.place.options = {{"url", "https://example.org"}};
    deck.place.module.permission_session = true;
    deck.place.module.permission_read = {"${projectDir}"};
    deck.make();
    BOOST_CHECK(deck.hook().outcome == Outcome::ok);
    const auto& load = deck.opener.loads.at(0);
    BOOST_TEST(load.plugin_id == "acme@market");
    BOOST_TEST(load.name == "bad");
    BOOST_TEST(load.may_read_session);
    const auto config = boost::json::parse(load.config_json).as_object();
    BOOST_TEST(config.at("pluginId").as_string() == "acme@market");
    BOOST_TEST(config.at("pluginRoot").as_string() == deck.place.root.string());
    BOOST_TEST(config.at("dataDir").as_string() == deck.place.data_dir.string());
    BOOST_TEST(config.at("options").as_object().at("url").as_string() == "https://example.org");
    BOOST_TEST(boost::json::serialize(config.at("permissions")) == R"(["read","session"])");
    BOOST_TEST(config.at("host").as_object().at("version").as_string() == "0.1.0");
    BOOST_TEST(std::filesystem::is_directory(deck.place.data_dir));
}

BOOST_AUTO_TEST_CASE(a_failed_opening_is_remembered) {
    NativeDeck deck;
    deck.approve();
    deck.opener.failure = make_diagnostic(code::native_abi_major, "/lib.so", {"lib.so", "2", "1"});
    deck.make();
    for (int i = 0; i < 2; ++i) {
        const auto reply = deck.hook();
        BOOST_CHECK(reply.outcome == Outcome::failed);
        BOOST_TEST(reply.message == "lib.so needs ABI 2, this host has 1");
        BOOST_TEST(has(reply.diagnostics, code::native_abi_major));
        BOOST_TEST(reply.diagnostics.at(0).plugin == "acme@market");
    }
    BOOST_TEST(deck.opener.loads.size() == 1U);
    BOOST_CHECK(deck.plugin->status().state == NativeState::failed);
    BOOST_TEST(deck.plugin->status().diagnostics.size() == 1U);
}

BOOST_AUTO_TEST_CASE(answers_that_never_come_or_come_late_are_given_for_the_module) {
    for (const auto manner : {Manner::never, Manner::late}) {
        NativeDeck deck;
        deck.approve();
        deck.opener.manner = manner;
        deck.make();
        int answers = 0;
        deck.plugin->run_hook("guard", "{}", std::chrono::milliseconds(1), {}, [&](const NativeReply& reply) {
            BOOST_CHECK(reply.outcome == Outcome::timed_out);
            BOOST_TEST(has(reply.diagnostics, code::native_call_slow));
            ++answers;
        });
        deck.reactor->run_until([&] { return answers != 0; });
        for (const auto& owed : deck.opener.record->owed) owed();
        deck.shut_down();
        BOOST_TEST(answers == 1);
    }
}

BOOST_AUTO_TEST_CASE(a_second_answer_is_dropped) {
    NativeDeck deck;
    deck.approve();
    deck.opener.manner = Manner::twice;
    deck.make();
    int answers = 0;
    deck.plugin->run_hook("guard", "{}", std::chrono::seconds(60), {}, [&](const NativeReply&) { ++answers; });
    deck.reactor->run_until([&] { return answers != 0; });
    deck.shut_down();
    BOOST_TEST(answers == 1);
}

BOOST_AUTO_TEST_CASE(garbage_is_no_skill_and_no_list) {
    NativeDeck deck;
    deck.approve();
    deck.opener.manner = Manner::garbage;
    deck.make();
    for (const auto& reply : {deck.await([&](auto done) { deck.plugin->list_skills({}, done); }),
                              deck.await([&](auto done) { deck.plugin->render_skill("summary", "{}", {}, done); }),
                              deck.await([&](auto done) { deck.plugin->list_mcp_servers({}, done); })}) {
        BOOST_CHECK(reply.outcome == Outcome::failed);
        BOOST_TEST(has(reply.diagnostics, code::native_bad_answer));
        BOOST_TEST(reply.output.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_dead_module_fails_its_calls) {
    NativeDeck deck;
    deck.approve();
    deck.opener.manner = Manner::dead;
    deck.make();
    const auto reply = deck.hook();
    BOOST_CHECK(reply.outcome == Outcome::failed);
    BOOST_TEST(reply.message == "it is gone");
}

BOOST_AUTO_TEST_CASE(an_undeclared_skill_is_not_even_asked_for) {
    NativeDeck deck;
    deck.approve();
    deck.make();
    for (const auto& reply :
         {deck.await([&](auto done) { deck.plugin->render_skill("stray", "{}", {}, done); }),
          deck.await([&](auto done) { deck.plugin->read_skill_file("stray", "a.txt", {}, done); })}) {
        BOOST_CHECK(reply.outcome == Outcome::failed);
        BOOST_TEST(has(reply.diagnostics, code::native_undeclared));
    }
    BOOST_TEST(deck.opener.loads.empty());
}

BOOST_AUTO_TEST_CASE(a_module_that_says_it_is_unavailable_contributes_nothing) {
    NativeDeck deck;
    deck.approve();
    deck.place.module.availability = true;
    deck.opener.manner = Manner::unavailable;
    deck.make();
    const auto reply = deck.hook();
    BOOST_CHECK(reply.outcome == Outcome::unavailable);
    BOOST_TEST(reply.message == "no license on this machine");
    BOOST_CHECK(deck.plugin->status().state == NativeState::unavailable);
    BOOST_TEST(deck.opener.record->shut_downs == 1);
    BOOST_TEST(deck.opener.record->calls.size() == 1U);  // the check, and no hook
}

BOOST_AUTO_TEST_CASE(a_check_that_fails_is_a_failure_of_the_module) {
    NativeDeck deck;
    deck.approve();
    deck.place.module.availability = true;
    deck.opener.manner = Manner::dead;
    deck.make();
    BOOST_CHECK(deck.hook().outcome == Outcome::failed);
    BOOST_CHECK(deck.plugin->status().state == NativeState::failed);
}

BOOST_AUTO_TEST_CASE(after_its_end_a_module_answers_failed) {
    NativeDeck deck;
    deck.approve();
    deck.make();
    BOOST_CHECK(deck.hook().outcome == Outcome::ok);
    deck.shut_down();
    BOOST_TEST(deck.opener.record->shut_downs == 1);
    const auto reply = deck.hook();
    BOOST_CHECK(reply.outcome == Outcome::failed);
    BOOST_TEST(has(reply.diagnostics, code::native_stopped));
    deck.shut_down();
    BOOST_TEST(deck.opener.record->shut_downs == 1);
}

BOOST_AUTO_TEST_CASE(the_end_waits_for_an_opening_under_way) {
    NativeDeck deck;
    deck.approve();
    deck.make();
    bool opened = false;
    deck.plugin->open([&] { opened = true; });
    deck.shut_down();
    BOOST_TEST(opened);
    BOOST_TEST(deck.opener.record->shut_downs == 1);
}

BOOST_AUTO_TEST_CASE(a_real_library_runs_after_approval_and_ends_with_its_owner) {
    std::ifstream file(Path(BAD_PLUGINS) / "good.so", std::ios::binary);
    NativeDeck deck(std::string{std::istreambuf_iterator<char>(file), {}});
    deck.place.module.skills.clear();  // it has hooks, and nothing else
    deck.place.module.mcp_servers.clear();
    deck.place.handles_hooks = true;
    const auto opener = make_in_process_opener(*deck.reactor, deck.disk, {"skilldeck", "0.1.0"});
    deck.make(opener.get());
    BOOST_CHECK(deck.hook().outcome == Outcome::failed);
    deck.approve();
    deck.make(opener.get());
    const auto reply = deck.hook();
    BOOST_CHECK(reply.outcome == Outcome::ok);
    BOOST_TEST(reply.output == "{}");
    BOOST_CHECK(deck.plugin->status().state == NativeState::loaded);
    deck.shut_down();
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(native_modules)

namespace {

/// A registry whose contributors come from NativePlugins.
struct ModuleDeck {
    PluginDeck deck;
    std::unique_ptr<Reactor> reactor = make_reactor(2);
    DoubleOpener opener{*reactor};
    NativePlugins modules{{*reactor, deck.disk, deck.disk, deck.trust, opener}, "0.1.0", {}};

    ModuleDeck() {
        deck.add("acme");
        write_library("one");
    }

    void write_library(const std::string& library) {
        deck.file("acme", "dev.skilldeck/libacme.so", library);
        deck.file("acme", "dev.skilldeck/module.json",
                  R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/libacme.so", "sha256": ")" +
                      sha256(library) + R"("}}})");
        const auto digest = tree_digest(deck.disk, deck.directory.path() / "m/acme/dev.skilldeck");
        BOOST_TEST_REQUIRE(digest.has_value());
        BOOST_TEST_REQUIRE(deck.trust.approve_native("acme@m", *digest, NativeApproval::in_process).has_value());
    }

    [[nodiscard]] std::shared_ptr<const PluginSet> read() {
        const Settings settings(deck.layers, {});
        const auto policy = read_managed_policy(settings);
        const PluginRegistry registry(deck.disk, deck.trust, deck.world,
                                      [this](const Plugin& plugin) { return modules.contributor(plugin); });
        auto set = registry.read({.installed = deck.installed,
                                  .settings = settings,
                                  .policy = policy,
                                  .project_trusted = false,
                                  .marketplace_sources = {},
                                  .depth = PluginDepth::everything});
        modules.retire_absent(*set);
        return set;
    }

    void open_all(const PluginSet& set) {
        bool done = false;
        modules.open_all(set, [&] { done = true; });
        reactor->run_until([&] { return done; });
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_reload_keeps_a_module_whose_files_are_the_same) {
    ModuleDeck deck;
    const auto first = deck.read();
    BOOST_TEST(!deck.modules.native_status("acme@m").has_value());
    deck.open_all(*first);
    BOOST_CHECK(deck.modules.native_status("acme@m")->state == NativeState::loaded);
    const auto second = deck.read();
    BOOST_TEST(first->plugins()[0].contributor == second->plugins()[0].contributor);
    BOOST_TEST(deck.opener.loads.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_repaired_library_is_tried_again) {
    ModuleDeck deck;
    deck.opener.failure = make_diagnostic(code::native_load_failed, "/lib.so", {"lib.so", "undefined symbol"});
    deck.open_all(*deck.read());
    BOOST_CHECK(deck.modules.native_status("acme@m")->state == NativeState::failed);
    deck.opener.failure.reset();
    deck.write_library("two");
    const auto set = deck.read();
    BOOST_TEST(!deck.modules.native_status("acme@m").has_value());
    deck.open_all(*set);
    BOOST_CHECK(deck.modules.native_status("acme@m")->state == NativeState::loaded);
}

BOOST_AUTO_TEST_CASE(disabling_a_plugin_destroys_its_instance) {
    ModuleDeck deck;
    deck.open_all(*deck.read());
    deck.deck.setting(Scope::user, R"({"enabledPlugins": {"acme@m": false}})");
    const auto set = deck.read();
    deck.reactor->run_until([&] { return deck.opener.record->shut_downs == 1; });
    BOOST_TEST(!deck.modules.native_status("acme@m").has_value());
    BOOST_TEST(set->plugins()[0].contributor == nullptr);
}

BOOST_AUTO_TEST_CASE(the_end_of_the_host_ends_every_module) {
    ModuleDeck deck;
    deck.open_all(*deck.read());
    bool done = false;
    deck.modules.shut_down([&] { done = true; });
    deck.reactor->run_until([&] { return done; });
    BOOST_TEST(deck.opener.record->shut_downs == 1);
}

BOOST_AUTO_TEST_SUITE_END()
