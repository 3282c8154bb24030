// SPDX-License-Identifier: Apache-2.0
// The outcome of repairing a text that somebody wrote: the new text, and each change in words. A plain value.
#pragma once

#include <string>
#include <vector>

namespace skilldeck {

struct TextRepair {
    int line = 1;  ///< in the text as it was
    std::string what;
};

struct RepairedText {
    std::string text;
    std::vector<TextRepair> repairs;    ///< none: the text is as it was
    std::vector<TextRepair> left = {};  ///< what is to be mended and was not, and why; lines of the new text
};

}  // namespace skilldeck
