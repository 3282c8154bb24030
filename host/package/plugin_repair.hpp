// SPDX-License-Identifier: Apache-2.0
// Mechanical repair of a plugin's manifest and of its scripts' modes, for `--fix`. Text stays as it is but for the
// bytes that are mended, and the values stay what they mean. It reads files and writes none. Safe from any thread.
#pragma once

#include "base/text_repair.hpp"
#include "os/file_system.hpp"

#include <string_view>
#include <vector>

namespace skilldeck {

/// Component paths get the `./` that other hosts want, where the path is there; a byte order mark goes.
[[nodiscard]] RepairedText repair_manifest(const FileReader& files, const Path& root, std::string_view text);

/// Of any other JSON file the byte order mark goes.
[[nodiscard]] RepairedText repair_json(std::string_view text);

/// The scripts below `root` whose first line a Windows checkout has spoiled.
struct SpoiledScript {
    Path file;
    int column = 1;  ///< of the carriage return
};
[[nodiscard]] std::vector<SpoiledScript> scripts_with_carriage_return(const FileReader& files, const Path& root);

}  // namespace skilldeck
