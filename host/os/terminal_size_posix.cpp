// SPDX-License-Identifier: Apache-2.0
#include "os/terminal_size.hpp"

#include <sys/ioctl.h>

namespace skilldeck {

TerminalSize terminal_size(int descriptor) {
    TerminalSize size;
    winsize told{};
    if (::ioctl(descriptor, TIOCGWINSZ, &told) != 0) return size;
    if (told.ws_col != 0) size.columns = told.ws_col;
    if (told.ws_row != 0) size.rows = told.ws_row;
    return size;
}

}  // namespace skilldeck
