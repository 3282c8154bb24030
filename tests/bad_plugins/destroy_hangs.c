// SPDX-License-Identifier: Apache-2.0
/* destroy never returns. */
#include <skilldeck/plugin_abi.h>

#include <unistd.h>

static void SKD_CALL destroy(skd_instance* self) {
    (void)self;
    for (;;) pause();
}
#define DESTROY destroy
#include "good_plugin.h"
