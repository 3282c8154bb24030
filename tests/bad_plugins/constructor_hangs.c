// SPDX-License-Identifier: Apache-2.0
/* A constructor of the library never returns, and so holds the lock of the loader. */
#include "good_plugin.h"

#include <unistd.h>

__attribute__((constructor)) static void wait_for_ever(void) {
    for (;;) pause();
}
