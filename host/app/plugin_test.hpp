// SPDX-License-Identifier: Apache-2.0
// `plugin test`: loads one plugin in a scratch host that knows nothing of the user's, calls everything it contributes
// and runs its fixtures. [loop thread]
#pragma once

#include "app/host.hpp"
#include "base/diagnostic.hpp"
#include "base/result.hpp"

#include <string>
#include <vector>

namespace skilldeck {

struct PluginTest {
    std::vector<std::string> checks;  ///< what was tried and held, one line each
    Diagnostics findings;             ///< what was found on the way and what did not hold
};

/// Fixtures are `tests/*.json` of the plugin: an array of `{"skill": NAME, "arguments"?: TEXT, "contains"?: […],
/// "lacks"?: […]}` and `{"hook": EVENT, "event": {…}, "decision"?: WORD, "reasonContains"?: TEXT}`.
/// Errors: no such directory, no scratch directory, interrupted.
[[nodiscard]] Result<PluginTest> test_plugin(Host& host, const Path& directory);

}  // namespace skilldeck
