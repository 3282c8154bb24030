// SPDX-License-Identifier: Apache-2.0
// Whether a library is mapped into this process, whatever the path it was opened by.
#pragma once

#include <fstream>
#include <string>

namespace skilldeck::test {

/// Looks for a mapping whose file has this name; a copy in memory is listed as `/memfd:<name> (deleted)`.
inline bool is_mapped(const std::string& file_name) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (line.find("/" + file_name) != std::string::npos || line.find(":" + file_name) != std::string::npos)
            return true;
    return false;
}

}  // namespace skilldeck::test
