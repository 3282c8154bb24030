// SPDX-License-Identifier: Apache-2.0
// A plugin with one library of tests/bad_plugins, harmed or not, as the built program meets it.
#pragma once

#include "deck.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace skilldeck::test {

/// What is done to a library before it is packed.
enum class Harm : std::uint8_t {
    none,
    cut,
    empty,
    text_file,
    other_machine,
    class_32,
    big_endian,
    mach_o,
    universal,
    windows,
    other_digest,
    removed,
    folder,
    link,
    linked_folder,
    side_library,
    bad_path,
    no_json
};

/// What the files beside the library declare: a hook always, and a computed skill or none.
enum class Declares : std::uint8_t { hook, hook_and_skill };

struct NativeLibrary {
    std::string_view name = "good";  ///< of tests/bad_plugins, without its suffix
    Harm harm = Harm::none;
    Declares declares = Declares::hook;
};

inline constexpr std::string_view kBashCall = R"({"tool_name": "Bash", "tool_input": {"command": "ls"}})";

/// A plugin `bad` with that library, whatever became of it, and a plugin `other` that must not notice.
void pack(const Deck& deck, const NativeLibrary& library = {});

/// A marketplace `m` inside the project that offers the plugin of pack().
void offer_in_project(const Deck& deck);

}  // namespace skilldeck::test
