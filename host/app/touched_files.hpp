// SPDX-License-Identifier: Apache-2.0
// The option `--touch` of the commands about skills: what they show is as after a session touched these files.
// [loop thread]
#pragma once

#include "app/host.hpp"

#include <span>

namespace skilldeck {

/// Tells the host of files as they were typed, relative ones from the start directory. `found` is that of
/// Host::touch(). Errors: usage_wrong for an empty path, touched_directory, those of Host::catalogue().
[[nodiscard]] Result<> touch_files(Host& host, std::span<const Path> given, Diagnostics& found);

}  // namespace skilldeck
