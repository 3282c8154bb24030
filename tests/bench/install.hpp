// SPDX-License-Identifier: Apache-2.0
// What installing a plugin costs beside copying its folder and pushing the copy to the disk.
#pragma once

#include <string>

namespace skilldeck::bench {

/// A plugin of so many skills, from a directory marketplace into an empty configuration, each time anew.
void measure_install(const std::string& deck, int skills, double target, int rounds);

}  // namespace skilldeck::bench
