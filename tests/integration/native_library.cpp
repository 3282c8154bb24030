// SPDX-License-Identifier: Apache-2.0
#include "native_library.hpp"

#include "file_tree.hpp"

#include <boost/test/unit_test.hpp>

#include <elf.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

template <class Number>
void patch(const fs::path& library, std::size_t offset, Number number) {
    std::fstream file(library, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset));
    file.write(reinterpret_cast<const char*>(&number), sizeof number);
}

void overwrite(const fs::path& library, std::string_view bytes) {
    std::ofstream(library, std::ios::binary) << bytes;
}

constexpr std::string_view kMachO("\xcf\xfa\xed\xfe\x0c\x00\x00\x01\x00\x00\x00\x00\x06\x00\x00\x00", 16);
/// Two architectures: of each five big-endian words, of which the first says which.
const std::string kUniversal = std::string("\xca\xfe\xba\xbe\x00\x00\x00\x02", 8) + std::string("\x01\x00\x00\x07", 4) +
                               std::string(16, '\0') + std::string("\x01\x00\x00\x0c", 4) + std::string(16, '\0');

void harm(const fs::path& library, Harm kind) {
    const auto folder = library.parent_path();
    switch (kind) {
        case Harm::none:
        case Harm::bad_path:
        case Harm::no_json:
        case Harm::other_digest: return;
        case Harm::cut: return fs::resize_file(library, fs::file_size(library) / 3);
        case Harm::empty: return fs::resize_file(library, 0);
        case Harm::text_file: return overwrite(library, "this is no library\n");
        case Harm::mach_o: return overwrite(library, kMachO);
        case Harm::universal: return overwrite(library, kUniversal);
        case Harm::windows: return overwrite(library, "MZ and so on");
        case Harm::removed: fs::remove(library); return;
        case Harm::folder:
            fs::remove(library);
            fs::create_directory(library);
            return;
        case Harm::link: fs::rename(library, folder / "real.so"); return fs::create_symlink("real.so", library);
        case Harm::linked_folder:
            fs::rename(folder, folder.parent_path() / "real");
            return fs::create_directory_symlink("real", folder);
        case Harm::side_library:
            fs::copy_file(fs::path(BAD_PLUGINS) / "../absent/libskilldeck-absent.so.7",
                          folder / "libskilldeck-absent.so.7");
            return;
        case Harm::class_32: return patch<unsigned char>(library, EI_CLASS, ELFCLASS32);
        case Harm::big_endian: return patch<unsigned char>(library, EI_DATA, ELFDATA2MSB);
        case Harm::other_machine: return patch<Elf64_Half>(library, offsetof(Elf64_Ehdr, e_machine), EM_S390);
    }
}

std::string sha256_of(const fs::path& file) {
    if (!fs::is_regular_file(file)) return std::string(64, '1');
    const auto sum = file.string() + ".sum";
    const auto command = "sha256sum '" + file.string() + "' > '" + sum + "'";
    BOOST_REQUIRE(std::system(command.c_str()) == 0);
    auto digest = text_of(sum).substr(0, 64);
    fs::remove(sum);
    return digest;
}

std::string module_json(const NativeLibrary& library, const std::string& path, const std::string& digest) {
    if (library.harm == Harm::no_json) return "{\"abi\": 1, ";
    const auto written = library.harm == Harm::bad_path ? "../good.so" : path;
    return R"({"abi": 1, "modules": {"linux-x86_64": {"path": ")" + written + R"(", "sha256": ")" + digest +
           R"("}}, "contributes": {"skills": [)" +
           (library.declares == Declares::hook_and_skill ? R"("computed")" : "") + "]}}";
}

}  // namespace

void pack(const Deck& deck, const NativeLibrary& library) {
    const auto name = std::string(library.name) + ".so";
    const fs::path relative = fs::path("dev.skilldeck/linux-x86_64") / name;
    const auto root = deck.path() / "plugins/bad";
    deck.write("plugins/bad/.claude-plugin/plugin.json", R"({"name": "bad", "version": "1.0.0"})");
    deck.write("plugins/bad/skills/still/SKILL.md", skill_text("still", "A file of the bad plugin", "Still here.\n"));
    fs::create_directories((root / relative).parent_path());
    fs::copy_file(fs::path(BAD_PLUGINS) / name, root / relative);
    harm(root / relative, library.harm);
    const auto digest = library.harm == Harm::other_digest ? std::string(64, 'a') : sha256_of(root / relative);
    deck.write("plugins/bad/dev.skilldeck/module.json", module_json(library, relative.string(), digest));
    if (library.declares == Declares::hook_and_skill)
        deck.write("plugins/bad/dev.skilldeck/skills.json", R"([{"name": "computed", "description": "Computed"}])");
    deck.write(
        "plugins/bad/dev.skilldeck/hooks.json",
        R"({"hooks": {"PreToolUse": [{"hooks": [{"type": "native", "handler": "guard", "onFailure": "block"}]}]}})");
    deck.write("plugins/other/.claude-plugin/plugin.json", R"({"name": "other"})");
    deck.write("plugins/other/skills/fine/SKILL.md", skill_text("fine", "Works", "All is well.\n"));
    // What is mapped when everything was tried, as the host itself sees it at its end.
    deck.write("home/.skilldeck/settings.json",
               R"({"hooks": {"SessionEnd": [{"hooks": [{"type": "command",)"
               R"("command": "cat /proc/$PPID/maps > \"$MAPS\"", "timeout": 60}]}]}})");
}

void offer_in_project(const Deck& deck) {
    deck.write("project/market/.claude-plugin/marketplace.json",
               R"({"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "bad", "source": "./plugins/bad"}]})");
    fs::create_directories(deck.project() / "market/plugins");
    fs::copy(deck.path() / "plugins/bad", deck.project() / "market/plugins/bad", fs::copy_options::recursive);
}

}  // namespace skilldeck::test
