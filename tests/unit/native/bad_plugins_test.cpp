// SPDX-License-Identifier: Apache-2.0
// Every plugin of tests/bad_plugins: what state it ends in, and in which words that is said.
#include "native/codes.hpp"
#include "native/mapped_files.hpp"
#include "native/plugin_bench.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace skilldeck;
using namespace skilldeck::test;

namespace {

using Words = std::vector<std::string>;

void check_words(const std::string& text, const Words& words, const std::string& about) {
    for (const auto& word : words)
        BOOST_CHECK_MESSAGE(text.find(word) != std::string::npos, about << ": " << text << " lacks " << word);
}

struct Refused {
    std::string library;
    Code code;
    Words words;
};

/// Not opened, said so in these words with file and plugin, and not mapped.
void check_refused(PluginBench& bench, PluginLoad load, const Refused& wanted) {
    const auto opened = bench.open(load);
    BOOST_CHECK_MESSAGE(!opened.instance, wanted.library << " was opened");
    BOOST_REQUIRE_MESSAGE(!opened.diagnostics.empty(), wanted.library << " was refused without a word");
    const auto& first = opened.diagnostics.front();
    BOOST_CHECK_MESSAGE(first.code == wanted.code, wanted.library << ": " << text_of(opened.diagnostics));
    BOOST_CHECK_EQUAL(first.plugin, "bad@market");
    BOOST_CHECK_EQUAL(first.file, load.library.string());
    BOOST_CHECK(first.severity == Severity::error);
    check_words(first.message, wanted.words, wanted.library);
    BOOST_CHECK_MESSAGE(!is_mapped(load.library.filename().string()), wanted.library << " is still mapped");
}

const Refused kBeforeMapping[] = {
    {"no_symbol.so", code::native_symbol_missing, {"bench_no_symbol.so", "skilldeck_plugin_entry_v1"}},
    {"wrong_magic.so", code::native_wrong_magic, {"0x12345678"}},
    {"not_constant.so", code::native_wrong_magic, {"0x00000000"}},
    {"short_size.so", code::native_entry_too_small, {"40", "64"}},
    {"newer_major.so", code::native_abi_major, {"needs ABI 2, this host has 1"}},
    {"older_major.so", code::native_abi_major, {"needs ABI 0, this host has 1"}},
    {"newer_minor.so", code::native_abi_minor, {"needs ABI 1.3, this host has 1.0"}},
    {"other_name.so", code::native_name_differs, {"somebody-else", "bad"}},
    {"name_elsewhere.so", code::native_entry_unreadable, {"name_z"}},
    {"null_create.so", code::native_slot_null, {"create"}},
};

const Refused kByTheLoader[] = {
    {"unresolved_symbol.so", code::native_load_failed, {"bench_unresolved_symbol.so", "function_that_nobody_defines"}},
    {"missing_library.so", code::native_load_failed, {"bench_missing_library.so", "libskilldeck-absent.so.7"}},
};

const Refused kInInit[] = {
    {"init_fails.so", code::native_start_failed, {"init failed", "the license has ended", "SKD_ERR_UNAVAILABLE"}},
    {"init_fails_silently.so", code::native_start_failed, {"init failed", "SKD_ERR_INTERNAL"}},
    {"init_returns_zero.so", code::native_unknown_status, {"init returned the status 0"}},
    {"init_throws.so", code::native_exception, {"init threw std::runtime_error: boom in init"}},
    {"init_throws_int.so", code::native_exception, {"init threw an exception of type int"}},
};

const Refused kAfterInit[] = {
    {"create_fails.so", code::native_start_failed, {"create failed", "the option `url` is missing"}},
    {"create_throws.so", code::native_exception, {"create threw std::invalid_argument: boom in create"}},
    {"create_no_instance.so", code::native_bad_table, {"create returned SKD_OK without an instance"}},
    {"create_no_table.so", code::native_bad_table, {"without the instance's table"}},
    {"short_table.so", code::native_bad_table, {"16 bytes, ABI 1.0 has 48"}},
    {"null_slot.so", code::native_bad_table, {"destroy"}},
    {"activate_fails.so", code::native_start_failed, {"activate failed", "the service does not answer"}},
    {"activate_throws.so", code::native_exception, {"activate threw an exception of type std::", "string"}},
};

struct Answer {
    std::string library;
    PluginOutcome outcome;
    Words message;
    std::vector<Code> codes;  ///< those of the reply's diagnostics
};

const Answer kAnswers[] = {
    {"good.so", PluginOutcome::ok, {}, {}},
    {"split_utf8.so", PluginOutcome::ok, {}, {}},
    {"denies.so", PluginOutcome::denied, {"not on a Friday"}, {}},
    {"unknown_status.so", PluginOutcome::failed, {"hooks.run returned the status 77"}, {code::native_unknown_status}},
    {"zero_status.so", PluginOutcome::failed, {"hooks.run returned the status 0"}, {code::native_unknown_status}},
    {"no_message.so",
     PluginOutcome::failed,
     {"hooks.run returned SKD_ERR_INTERNAL but no message"},
     {code::native_no_message, code::native_call_failed}},
    {"fails_with_message.so",
     PluginOutcome::failed,
     {"the \\u{001B}[31mpolicy\\u{001B}[0m file is gone"},
     {code::native_call_failed}},
    {"fails_and_says_ok.so",
     PluginOutcome::failed,
     {"SKD_OK after reporting: cannot decide"},
     {code::native_call_failed}},
    {"invalid_utf8.so", PluginOutcome::failed, {"hooks.run", "not valid UTF-8"}, {code::native_output_not_utf8}},
    {"endless_output.so", PluginOutcome::failed, {"more than 1048576 bytes"}, {code::native_output_too_large}},
    {"impossible_text.so", PluginOutcome::failed, {"more than 1048576 bytes"}, {code::native_output_too_large}},
    {"throws_in_hook.so",
     PluginOutcome::failed,
     {"threw std::out_of_range: boom in the hook"},
     {code::native_exception}},
    {"null_hook.so", PluginOutcome::unsupported, {"does not have hooks.run"}, {}},
    {"short_interface.so", PluginOutcome::unsupported, {"does not have hooks.run"}, {}},
    {"no_interface.so", PluginOutcome::unsupported, {"does not have hooks.run"}, {}},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(bad_plugins)

BOOST_AUTO_TEST_CASE(what_the_file_tells_is_refused_without_being_mapped) {
    PluginBench bench;
    for (const auto& each : kBeforeMapping) check_refused(bench, bench.load_of(each.library), each);
    BOOST_CHECK(bench.marks().empty());  // no constructor ran
}

BOOST_AUTO_TEST_CASE(what_is_no_library_is_refused_by_its_name) {
    PluginBench bench;
    const auto write = [&](const std::string& name, const std::string& bytes) {
        const auto file = bench.directory() / name;
        std::ofstream(file, std::ios::binary) << bytes;
        return bench.load_of_file(file);
    };
    std::ifstream good(Path(BAD_PLUGINS) / "good.so", std::ios::binary);
    const std::string library{std::istreambuf_iterator<char>(good), {}};
    check_refused(bench, write("text.so", "not a library\n"),
                  {"text", code::native_not_a_library, {"text.so", "text"}});
    check_refused(bench, write("cut.so", library.substr(0, 200)),
                  {"cut", code::native_truncated, {"cut.so", "truncated"}});
    auto foreign = library;
    foreign[18] = '\x15';  // e_machine: PowerPC
    check_refused(bench, write("foreign.so", foreign),
                  {"foreign", code::native_wrong_machine, {"foreign.so", "Linux on PowerPC 64 (ppc64, ELF)"}});
    std::filesystem::create_directory(bench.directory() / "folder.so");
    check_refused(bench, bench.load_of_file(bench.directory() / "folder.so"),
                  {"folder", code::native_not_a_library, {"folder.so", "folder"}});
    check_refused(bench, bench.load_of_file(bench.directory() / "none.so"),
                  {"none", code::native_file_missing, {"none.so"}});
}

BOOST_AUTO_TEST_CASE(another_digest_is_refused_with_both) {
    PluginBench bench;
    auto load = bench.load_of("good.so");
    const auto real = load.sha256.substr(0, 12);
    load.sha256 = std::string(64, 'a');
    check_refused(bench, load, {"good.so", code::native_digest_differs, {real, "aaaaaaaaaaaa"}});
}

BOOST_AUTO_TEST_CASE(what_the_loader_refuses_is_told_in_its_words) {
    PluginBench bench;
    for (const auto& each : kByTheLoader) check_refused(bench, bench.load_of(each.library), each);
    BOOST_CHECK(bench.marks().empty());
}

BOOST_AUTO_TEST_CASE(a_failed_init_closes_the_library) {
    PluginBench bench;
    for (const auto& each : kInInit) check_refused(bench, bench.load_of(each.library), each);
    BOOST_CHECK(bench.marks().empty());  // neither deinit nor destroy: there was nothing to undo
}

BOOST_AUTO_TEST_CASE(a_silent_failure_is_a_fault_of_its_own) {
    PluginBench bench;
    BOOST_CHECK(has(bench.open("init_fails_silently.so").diagnostics, code::native_no_message));
    const auto told = bench.open("init_fails.so").diagnostics;
    BOOST_CHECK(!has(told, code::native_no_message));
    BOOST_CHECK_MESSAGE(text_of(told).find("native-said: looking for the license") != std::string::npos, text_of(told));
}

BOOST_AUTO_TEST_CASE(a_failed_init_that_the_loader_keeps_says_why) {
    PluginBench bench;
    const auto opened = bench.open("stays_mapped.so");
    BOOST_CHECK(!opened.instance);
    BOOST_CHECK(is_mapped("bench_stays_mapped.so"));
    BOOST_CHECK(has(opened.diagnostics, code::native_kept_mapped));
    check_words(text_of(opened.diagnostics), {"bench_stays_mapped.so stays mapped", "unique symbols"}, "stays_mapped");
}

BOOST_AUTO_TEST_CASE(a_failure_after_init_is_undone_and_the_mapping_explained) {
    for (const auto& wanted : kAfterInit) {
        PluginBench bench;
        const auto opened = bench.open(wanted.library);
        BOOST_CHECK_MESSAGE(!opened.instance, wanted.library << " was opened");
        BOOST_REQUIRE(!opened.diagnostics.empty());
        BOOST_CHECK_MESSAGE(opened.diagnostics.front().code == wanted.code,
                            wanted.library << ": " << text_of(opened.diagnostics));
        check_words(opened.diagnostics.front().message, wanted.words, wanted.library);
        check_words(text_of(opened.diagnostics), {"stays mapped", "its init had succeeded"}, wanted.library);
        // What was made is undone, what was not made is not touched.
        const bool made = wanted.library.starts_with("activate");
        const Words marks = made ? Words{"init", "create", "destroy", "deinit"} : Words{"init", "deinit"};
        auto got = bench.marks();
        if (!made) std::erase(got, "create");
        BOOST_CHECK_MESSAGE(got == marks, wanted.library);
    }
}

BOOST_AUTO_TEST_CASE(every_answer_of_a_hook_is_judged) {
    for (const auto& wanted : kAnswers) {
        PluginBench bench;
        const auto opened = bench.open(wanted.library);
        BOOST_REQUIRE_MESSAGE(opened.instance, wanted.library << ": " << text_of(opened.diagnostics));
        BOOST_CHECK_MESSAGE(opened.diagnostics.empty(), wanted.library << ": " << text_of(opened.diagnostics));
        const auto reply = bench.run_hook(*opened.instance);
        BOOST_CHECK_MESSAGE(reply.outcome == wanted.outcome,
                            wanted.library << ": " << static_cast<int>(reply.outcome) << " " << reply.message);
        check_words(reply.message, wanted.message, wanted.library);
        std::vector<Code> codes;
        for (const auto& each : reply.diagnostics) {
            codes.push_back(each.code);
            BOOST_CHECK_EQUAL(each.plugin, "bad@market");
        }
        BOOST_CHECK_MESSAGE(codes == wanted.codes, wanted.library << ": " << text_of(reply.diagnostics));
        if (reply.outcome != PluginOutcome::ok) BOOST_CHECK_EQUAL(reply.output, "");
        bench.shut_down(*opened.instance);
    }
}

BOOST_AUTO_TEST_CASE(output_arrives_as_it_was_written) {
    PluginBench bench;
    const auto good = bench.open("good.so"), split = bench.open("split_utf8.so");
    BOOST_REQUIRE(good.instance && split.instance);
    BOOST_CHECK_EQUAL(bench.run_hook(*good.instance).output, R"({"hook_event_name":"Stop"})");
    BOOST_CHECK_EQUAL(bench.run_hook(*split.instance).output, "\xc3\xa9");
    bench.shut_down(*good.instance);
    bench.shut_down(*split.instance);
}

BOOST_AUTO_TEST_CASE(a_null_or_short_table_is_reported_as_misuse) {
    for (const std::string library : {"null_hook.so", "short_interface.so"}) {
        PluginBench bench;
        const auto opened = bench.open(library);
        BOOST_REQUIRE(opened.instance);
        static_cast<void>(bench.run_hook(*opened.instance));
        static_cast<void>(bench.run_hook(*opened.instance));
        const auto notes = opened.instance->take_diagnostics();
        BOOST_CHECK_EQUAL(notes.size(), 1U);  // said once
        BOOST_CHECK(has(notes, code::native_misuse));
        check_words(text_of(notes), {"skilldeck.hooks/1"}, library);
        bench.shut_down(*opened.instance);
    }
}

BOOST_AUTO_TEST_CASE(a_declared_interface_that_is_not_there_fails_the_start) {
    for (const std::string library : {"no_interface.so", "short_interface.so"}) {
        PluginBench bench;
        auto load = bench.load_of(library);
        load.interfaces = {{PluginInterface::hooks, "hooks.json"}};
        const auto opened = bench.open(std::move(load));
        BOOST_CHECK_MESSAGE(!opened.instance, library << " was opened");
        BOOST_REQUIRE(!opened.diagnostics.empty());
        BOOST_CHECK(opened.diagnostics.front().code == code::native_interface_missing);
        check_words(opened.diagnostics.front().message, {library, "skilldeck.hooks/1", "hooks.json"}, library);
        BOOST_CHECK((bench.marks() == Words{"init", "create", "deactivate", "destroy", "deinit"}));
    }
    PluginBench bench;
    auto load = bench.load_of("good.so");
    load.interfaces = {{PluginInterface::hooks, "hooks.json"}};
    const auto opened = bench.open(std::move(load));
    BOOST_REQUIRE(opened.instance);
    bench.shut_down(*opened.instance);
}

BOOST_AUTO_TEST_CASE(exceptions_of_the_end_are_noted_and_go_no_further) {
    PluginBench bench;
    const auto opened = bench.open("throws_in_hook.so");
    BOOST_REQUIRE(opened.instance);
    bench.shut_down(*opened.instance);
    const auto notes = opened.instance->take_diagnostics();
    check_words(text_of(notes), {"native-exception: destroy threw std::logic_error: boom in destroy"},
                "throws_in_hook");
    BOOST_CHECK((bench.marks() == Words{"init", "create", "deactivate", "deinit"}));
}

BOOST_AUTO_TEST_CASE(a_stale_sink_and_a_stale_call_are_noticed) {
    PluginBench bench;
    const auto opened = bench.open("late_sink.so");
    BOOST_REQUIRE(opened.instance);
    BOOST_CHECK(bench.run_hook(*opened.instance).outcome == PluginOutcome::ok);
    const auto second = bench.run_hook(*opened.instance);
    BOOST_CHECK(second.outcome == PluginOutcome::ok);
    BOOST_CHECK_EQUAL(second.output, R"({"hook_event_name":"Stop"})");  // nothing stolen slipped in
    check_words(text_of(opened.instance->take_diagnostics()),
                {"the sink of a call that has returned was used to write", "was used to fail", "for is_cancelled",
                 "for remaining_ms"},
                "late_sink");
    bench.shut_down(*opened.instance);
}

BOOST_AUTO_TEST_CASE(a_foreign_thread_may_ask_but_not_write) {
    PluginBench bench;
    const auto opened = bench.open("foreign_thread.so");
    BOOST_REQUIRE(opened.instance);
    const auto reply = bench.run_hook(*opened.instance);
    BOOST_CHECK(reply.outcome == PluginOutcome::ok);
    BOOST_CHECK_EQUAL(reply.output, R"({"hook_event_name":"Stop"})");
    check_words(text_of(opened.instance->take_diagnostics()),
                {"native-said: from a thread of its own", "on another thread than that of its call"}, "foreign_thread");
    bench.shut_down(*opened.instance);
}

BOOST_AUTO_TEST_CASE(senseless_handles_reach_nobody) {
    PluginBench bench;
    auto load = bench.load_of("host_calls.so");
    load.services.session = [](std::string_view key) {
        return std::optional<std::string>("{\"key\":\"" + std::string(key) + "\"}");
    };
    const auto opened = bench.open(std::move(load));
    BOOST_REQUIRE(opened.instance);
    const auto reply = bench.run_hook(*opened.instance);
    // The refused question had called fail on the same sink; then it was answered, and the hook said so.
    BOOST_CHECK(reply.outcome == PluginOutcome::failed);
    check_words(reply.message, {"SKD_OK after reporting", "permission \"session\""}, "host_calls");
    bench.shut_down(*opened.instance);
}

BOOST_AUTO_TEST_CASE(a_flood_of_lines_is_thinned_out) {
    PluginBench bench;
    auto load = bench.load_of("floods_the_log.so");
    std::size_t lines = 0;
    load.services.log = [&](std::string_view plugin, std::string_view line) {
        BOOST_CHECK_EQUAL(plugin, "bad@market");
        BOOST_CHECK_EQUAL(line, "nothing to see");
        ++lines;
    };
    const auto opened = bench.open(std::move(load));
    BOOST_REQUIRE(opened.instance);
    BOOST_CHECK(bench.run_hook(*opened.instance).outcome == PluginOutcome::ok);
    const auto notes = opened.instance->take_diagnostics();
    BOOST_CHECK_EQUAL(notes.size(), 101U);
    check_words(notes.back().message, {"more lines were dropped"}, "floods_the_log");
    BOOST_CHECK_GT(lines, 0U);
    bench.shut_down(*opened.instance);
}

BOOST_AUTO_TEST_SUITE_END()
