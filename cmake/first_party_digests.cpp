// SPDX-License-Identifier: Apache-2.0
// usage: first_party_digests HEADER PLUGIN_DIRECTORY...
// A step of the build: writes the header with the digests of the native parts of the finished first-party plugins.
#include "os/digest.hpp"
#include "os/file_system.hpp"

#include <cstdlib>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
    if (argc < 2) return EXIT_FAILURE;
    skilldeck::FileSystem files;
    std::string digests;
    for (int i = 2; i < argc; ++i) {
        const auto digest = skilldeck::tree_digest(files, skilldeck::Path(argv[i]) / "dev.skilldeck");
        if (!digest) {
            std::cerr << "error: " << skilldeck::to_line(digest.error()) << '\n';
            return EXIT_FAILURE;
        }
        digests += "    \"" + *digest + "\",  // " + skilldeck::Path(argv[i]).filename().string() + "\n";
    }
    const auto text =
        "// Written by the build.\n#pragma once\n\n#include <array>\n#include <string_view>\n\n"
        "namespace skilldeck {\n\ninline constexpr std::array<std::string_view, " +
        std::to_string(argc - 2) + "> kFirstPartyDigests{\n" + digests + "};\n\n}  // namespace skilldeck\n";
    const auto written = files.write_atomically(argv[1], text);
    if (!written) std::cerr << "error: " << skilldeck::to_line(written.error()) << '\n';
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
