// SPDX-License-Identifier: Apache-2.0
#include "native/negotiation.hpp"
#include "native/codes.hpp"
#include "native/needed_libraries.hpp"
#include "os/codes.hpp"
#include "os/file_system.hpp"
#include "temporary_directory.hpp"

#include "base/diagnostic.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

using namespace skilldeck;

namespace {

std::string read_library(const std::string& name) {
    std::ifstream file(std::string(BAD_PLUGINS) + "/" + name, std::ios::binary);
    BOOST_REQUIRE_MESSAGE(file, name);
    return {std::istreambuf_iterator<char>(file), {}};
}

ModuleExpectation expecting(std::string name) {
    ModuleExpectation expected;
    expected.name = std::move(name);
    expected.declared_major = 1;
    expected.host = {1, 0};
    return expected;
}

Result<EntryFacts> judge(const std::string& bytes, const ModuleExpectation& expected = expecting("bad")) {
    return negotiate(bytes, "/plugins/acme/lib.so", expected);
}

void check_refused(const std::string& bytes, Code code, std::initializer_list<std::string_view> words,
                   const ModuleExpectation& expected = expecting("bad")) {
    const auto judged = judge(bytes, expected);
    BOOST_REQUIRE(!judged);
    const auto& error = judged.error();
    BOOST_CHECK_MESSAGE(error.code == code, error.code.info().text << ", wanted " << code.info().text);
    BOOST_CHECK_EQUAL(error.where, "/plugins/acme/lib.so");
    BOOST_CHECK(!error.hint.empty());
    for (const auto word : words)
        BOOST_CHECK_MESSAGE(error.what.find(word) != std::string::npos, error.what << " lacks " << word);
}

template <class Number>
std::string patched(std::string bytes, std::size_t offset, Number number) {
    std::memcpy(bytes.data() + offset, &number, sizeof number);
    return bytes;
}

/// The seeds of the fuzzer are of one machine, whatever machine this is.
ModuleExpectation x86_64() {
    auto expected = expecting("bad");
    expected.target = {BinaryFormat::elf, 62};
    return expected;
}

const BinaryTarget kWindows{BinaryFormat::pe, 0x8664};

/// Mach-O headers: the magic, and the processor in the same order.
std::string mach_o(std::string_view magic, std::string_view processor) {
    return std::string(magic) + std::string(processor) + std::string(24, '\0');
}

std::string universal(std::string_view magic, std::size_t entry_size, const std::vector<std::string>& processors) {
    auto bytes = std::string(magic) + std::string(3, '\0') + static_cast<char>(processors.size());
    for (const auto& processor : processors) bytes += processor + std::string(entry_size - 4, '\0');
    return bytes;
}

/// The disk, with a count of what was read.
class CountingReader final : public FileReader {
public:
    [[nodiscard]] Result<FileInfo> info(const Path& path, Links links) const override {
        return disk_.info(path, links);
    }
    [[nodiscard]] Result<std::string> read(const Path& path, std::size_t limit) const override {
        return count(disk_.read(path, limit));
    }
    [[nodiscard]] Result<std::string> read_head(const Path& path, std::size_t bytes) const override {
        return count(disk_.read_head(path, bytes));
    }
    [[nodiscard]] Result<std::string> read_part(const Path& path, std::uint64_t offset,
                                                std::size_t bytes) const override {
        return count(disk_.read_part(path, offset, bytes));
    }
    [[nodiscard]] Result<std::vector<DirectoryEntry>> list(const Path& path) const override { return disk_.list(path); }
    [[nodiscard]] Result<Path> real_path(const Path& path) const override { return disk_.real_path(path); }
    [[nodiscard]] Result<Path> read_link(const Path& path) const override { return disk_.read_link(path); }

    mutable std::size_t bytes_read = 0;

private:
    Result<std::string> count(Result<std::string> text) const {
        if (text) bytes_read += text->size();
        return text;
    }
    FileSystem disk_;
};

/// Places that hold nothing but `present`, in a folder and in the cache.
LoaderPlaces places_with(const test::TemporaryDirectory& scratch, const std::string& present) {
    LoaderPlaces places;
    scratch.write("system/" + present, "");
    places.folders = {scratch.path() / "system"};
    places.cache =
        scratch.write("cache", std::string("glibc-ld.so.cache1.1\0libcached.so.2\0/opt/libcached.so.2\0", 56));
    return places;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(negotiation)

BOOST_AUTO_TEST_CASE(a_good_library_tells_its_numbers_and_its_name) {
    const auto judged = judge(read_library("good.so"));
    BOOST_REQUIRE_MESSAGE(judged, (judged ? "" : to_line(judged.error())));
    BOOST_CHECK_EQUAL(judged->size, 64U);
    BOOST_CHECK_EQUAL(judged->abi.major, 1U);
    BOOST_CHECK_EQUAL(judged->abi.minor, 0U);
    BOOST_CHECK_EQUAL(judged->min_minor, 0U);
    BOOST_CHECK_EQUAL(judged->name, "bad");
    BOOST_CHECK_EQUAL(judged->version, "1.0.0");
    BOOST_CHECK(!judged->never_unloads);
}

BOOST_AUTO_TEST_CASE(pointers_with_packed_relocations_are_followed_too) {
    const auto judged = judge(read_library("packed_pointers.so"));
    BOOST_REQUIRE_MESSAGE(judged, (judged ? "" : to_line(judged.error())));
    BOOST_CHECK_EQUAL(judged->name, "bad");
}

BOOST_AUTO_TEST_CASE(every_kind_of_symbol_hash_leads_to_the_entry) {
    for (const std::string seed : {"gnu_hash.so", "sysv_hash.so", "packed.so"}) {
        std::ifstream file(std::string(PROJECT_SOURCE) + "/tests/fuzz/corpus/negotiation/" + seed, std::ios::binary);
        BOOST_REQUIRE_MESSAGE(file, seed);
        BOOST_CHECK_MESSAGE(judge({std::istreambuf_iterator<char>(file), {}}, x86_64()), seed);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_library_is_called_what_it_is) {
    check_refused("not a library\n", code::native_not_a_library, {"lib.so", "text"});
    check_refused("", code::native_not_a_library, {"lib.so", "empty"});
    check_refused(std::string("\x00\x01\x02\x03", 4), code::native_not_a_library, {"lib.so", "ELF"});
}

BOOST_AUTO_TEST_CASE(a_truncated_library_is_refused_wherever_it_was_cut) {
    const auto whole = read_library("good.so");
    check_refused(whole.substr(0, 20), code::native_truncated, {"lib.so", "header"});
    check_refused(whole.substr(0, 200), code::native_truncated, {"lib.so", "program headers"});
    check_refused(whole.substr(0, 0x1200), code::native_truncated, {"lib.so", "segment"});
}

BOOST_AUTO_TEST_CASE(no_cut_and_no_flipped_byte_of_the_tables_is_followed_out_of_the_file) {
    const auto whole = read_library("good.so");
    for (std::size_t size = 0; size < whole.size(); size += 7) static_cast<void>(judge(whole.substr(0, size)));
    for (std::size_t at = 4; at < whole.size(); at += 3)
        for (const char value : {'\0', '\x7f', '\xff'}) static_cast<void>(judge(patched(whole, at, value)));
    BOOST_CHECK(judge(whole));
}

BOOST_AUTO_TEST_CASE(another_machine_is_named_together_with_the_one_that_is_needed) {
    const auto library = read_library("good.so");
    check_refused(patched<std::uint16_t>(library, 18, 243), code::native_wrong_machine,
                  {"Linux on RISC-V (riscv, ELF)", "this host needs a library for Linux on "});
    check_refused(patched<std::uint16_t>(library, 18, 4660), code::native_wrong_machine,
                  {"an unknown processor (machine 4660, ELF)"});
    check_refused(patched<std::uint8_t>(library, 4, 1), code::native_wrong_machine, {", 32 bits"});
    // Written in the other order: the numbers are turned as well.
    check_refused(patched<std::uint16_t>(patched<std::uint8_t>(library, 5, 2), 18, 22 << 8), code::native_wrong_machine,
                  {"Linux on IBM Z, big-endian (s390x, ELF)"});
    check_refused(library, code::native_wrong_machine, {"built for Linux (ELF)", "Windows on x86-64 (amd64, PE)"}, [] {
        auto expected = expecting("bad");
        expected.target = kWindows;
        return expected;
    }());
}

BOOST_AUTO_TEST_CASE(a_library_of_macos_is_called_one) {
    const std::string x86_64_little("\x07\0\0\x01", 4), arm64_little("\x0c\0\0\x01", 4);
    const std::string x86_64("\x01\0\0\x07", 4), arm64("\x01\0\0\x0c", 4), ppc("\0\0\0\x12", 4);
    const struct {
        std::string bytes;
        std::string_view words;
    } kFiles[] = {
        {mach_o("\xcf\xfa\xed\xfe", arm64_little), "macOS on ARM64 (aarch64, Mach-O)"},
        {mach_o("\xcf\xfa\xed\xfe", x86_64_little), "macOS on x86-64 (amd64, Mach-O)"},
        {mach_o("\xce\xfa\xed\xfe", std::string("\x07\0\0\0", 4)), "macOS on x86, 32 bits (i386, Mach-O)"},
        {mach_o("\xfe\xed\xfa\xce", ppc), "macOS on PowerPC, 32 bits (ppc, Mach-O)"},
        {mach_o("\xfe\xed\xfa\xcf", arm64), "macOS on ARM64 (aarch64, Mach-O)"},
        {universal("\xca\xfe\xba\xbe", 20, {x86_64, arm64}), "macOS on x86-64 and ARM64 (Mach-O, universal)"},
        {universal("\xca\xfe\xba\xbf", 32, {arm64}), "macOS on ARM64 (Mach-O, universal)"},
    };
    for (const auto& file : kFiles) check_refused(file.bytes, code::native_wrong_machine, {"lib.so", file.words});
    // The same magic, and then the version of a Java class where the number of architectures would be.
    check_refused(std::string("\xca\xfe\xba\xbe\0\0\0\x41", 8), code::native_not_a_library, {"a Java class"});
    check_refused("!<arch>\n/               0", code::native_not_a_library, {"static library"});
}

BOOST_AUTO_TEST_CASE(a_file_is_judged_as_its_bytes_are_and_its_code_is_not_read) {
    const test::TemporaryDirectory scratch;
    for (const std::string name : {"good.so", "packed_pointers.so", "no_symbol.so", "newer_major.so"}) {
        const auto bytes = read_library(name);
        const auto file = scratch.write(name, bytes + std::string(8UL << 20U, '\0'));
        const CountingReader files;
        const auto judged = negotiate_file(files, file, expecting("bad"));
        const auto wanted = negotiate(bytes, file, expecting("bad"));
        BOOST_REQUIRE_EQUAL(judged.has_value(), wanted.has_value());
        if (judged) BOOST_CHECK_EQUAL(judged->name, wanted->name);
        if (!judged) BOOST_CHECK(judged.error() == wanted.error());
        BOOST_CHECK_LE(files.bytes_read, bytes.size() + (64UL << 10U));
    }
    const FileSystem disk;
    BOOST_CHECK(negotiate_file(disk, scratch.path() / "absent.so", expecting("bad")).error().code ==
                code::file_not_found);
    BOOST_CHECK(negotiate_file(disk, scratch.path(), expecting("bad")).error().code == code::file_unreadable);
    BOOST_CHECK(negotiate_file(disk, scratch.write("empty.so", ""), expecting("bad")).error().code ==
                code::native_not_a_library);
}

BOOST_AUTO_TEST_CASE(what_a_library_needs_is_looked_for_where_the_loader_looks) {
    const auto facts = judge(read_library("missing_library.so"));
    BOOST_REQUIRE(facts);
    const std::string absent = "libskilldeck-absent.so.7";
    BOOST_CHECK(std::ranges::find(facts->needed.names, absent) != facts->needed.names.end());

    const test::TemporaryDirectory scratch;
    const FileSystem disk;
    const auto places = places_with(scratch, "libpresent.so.1");
    const auto library = scratch.write("plugin/lib.so", "");
    const auto check = [&](std::string name, std::string search_path = {}) {
        return check_needed(disk, {{std::move(name)}, std::move(search_path)}, library, places);
    };
    BOOST_CHECK(check("libpresent.so.1"));
    BOOST_CHECK(check("libcached.so.2"));
    const auto missing = check("libcached.so");  // part of another name
    BOOST_REQUIRE(!missing);
    BOOST_CHECK(missing.error().code == code::native_load_failed);
    BOOST_CHECK(missing.error().what.find("it needs libcached.so, ") != std::string::npos);
    const auto broken = check("libx\n  y.so");
    BOOST_REQUIRE(!broken);
    BOOST_CHECK(broken.error().what.find("it needs libx y.so, which is nowhere") != std::string::npos);
    scratch.write("elsewhere/libother.so", "");
    BOOST_CHECK(!check("libother.so"));
    BOOST_CHECK(check("libother.so", "/nowhere:" + (scratch.path() / "elsewhere").string()));
    BOOST_CHECK(check("libother.so", "/opt/$LIB"));  // what the loader makes of it is not known here

    scratch.write("plugin/libside.so", "");
    scratch.write("plugin/more/libdeep.so", "");
    BOOST_CHECK(check("libside.so").error().code == code::native_side_library);
    BOOST_CHECK(check("libside.so", "$ORIGIN").error().code == code::native_side_library);
    BOOST_CHECK(check("libdeep.so", "${ORIGIN}/more").error().code == code::native_side_library);
    // A system without a cache: the loader knows what nobody here does.
    auto unknown = places;
    unknown.cache = scratch.path() / "no-cache";
    BOOST_CHECK(check_needed(disk, {{absent}, {}}, library, unknown));
}

BOOST_AUTO_TEST_CASE(object_files_and_programs_are_not_shared_libraries) {
    const auto library = read_library("good.so");
    check_refused(patched<std::uint16_t>(library, 16, 1), code::native_not_shared, {"lib.so", "object file"});
    check_refused(patched<std::uint16_t>(library, 16, 2), code::native_not_shared, {"lib.so", "program"});
    std::ifstream self("/proc/self/exe", std::ios::binary);
    const std::string program{std::istreambuf_iterator<char>(self), {}};
    check_refused(program, code::native_not_shared, {"lib.so", "program"});
}

BOOST_AUTO_TEST_CASE(a_library_without_the_entry_is_told_file_and_symbol) {
    check_refused(read_library("no_symbol.so"), code::native_symbol_missing, {"lib.so", "skilldeck_plugin_entry_v1"});
}

BOOST_AUTO_TEST_CASE(an_entry_that_is_none_is_refused) {
    check_refused(read_library("wrong_magic.so"), code::native_wrong_magic, {"0x12345678", "0x31424b53"});
    check_refused(read_library("not_constant.so"), code::native_wrong_magic, {"lib.so", "0x00000000"});
    check_refused(read_library("short_size.so"), code::native_entry_too_small, {"40", "64"});
    check_refused(read_library("null_create.so"), code::native_slot_null, {"create", "lib.so"});
    check_refused(read_library("name_elsewhere.so"), code::native_entry_unreadable, {"name_z", "lib.so"});
}

BOOST_AUTO_TEST_CASE(a_version_that_does_not_fit_is_told_with_both_numbers) {
    check_refused(read_library("newer_major.so"), code::native_abi_major, {"needs ABI 2, this host has 1"});
    check_refused(read_library("older_major.so"), code::native_abi_major, {"needs ABI 0, this host has 1"});
    check_refused(read_library("newer_minor.so"), code::native_abi_minor,
                  {"needs ABI 1.3, this host has 1.0: update the host"});
    auto host_with_more = expecting("bad");
    host_with_more.host = {1, 3};
    BOOST_CHECK(judge(read_library("newer_minor.so"), host_with_more));
}

BOOST_AUTO_TEST_CASE(module_json_and_the_library_must_agree) {
    auto expected = expecting("bad");
    expected.declared_major = 2;
    check_refused(read_library("good.so"), code::native_abi_disagrees, {"module.json says ABI 2", "lib.so says 1"},
                  expected);
    check_refused(read_library("other_name.so"), code::native_name_differs, {"\"somebody-else\"", "\"bad\""});
}

BOOST_AUTO_TEST_CASE(a_library_that_cannot_be_unmapped_is_known_beforehand) {
    for (const auto* library : {"stays_mapped.so", "no_delete.so"}) {
        const auto judged = judge(read_library(library));
        BOOST_REQUIRE(judged);
        BOOST_CHECK(judged->never_unloads);
    }
}

#ifdef HAVE_MINGW_PLUGINS
BOOST_AUTO_TEST_CASE(a_windows_library_is_judged_in_the_same_way) {
    auto expected = expecting("bad");
    expected.target = kWindows;
    const auto good = read_library("good.dll");
    const auto judged = judge(good, expected);
    BOOST_REQUIRE_MESSAGE(judged, (judged ? "" : to_line(judged.error())));
    BOOST_CHECK_EQUAL(judged->name, "bad");
    BOOST_CHECK_EQUAL(judged->version, "1.0.0");
    check_refused(read_library("newer_major.dll"), code::native_abi_major, {"needs ABI 2, this host has 1"}, expected);
    check_refused(read_library("no_symbol.dll"), code::native_symbol_missing, {"skilldeck_plugin_entry_v1"}, expected);
    check_refused(good, code::native_wrong_machine, {"PE", "ELF"});
    check_refused(good.substr(0, 300), code::native_truncated, {"lib.so"}, expected);
    for (std::size_t size = 0; size < good.size(); size += 61) static_cast<void>(judge(good.substr(0, size), expected));
    for (std::size_t at = 2; at < std::min<std::size_t>(good.size(), 16'384); at += 3)
        for (const char value : {'\0', '\xff'}) static_cast<void>(judge(patched(good, at, value), expected));
}
#endif

BOOST_AUTO_TEST_SUITE_END()
