// SPDX-License-Identifier: Apache-2.0
/* destroy ends the whole program. */
#include <stdlib.h>

#include <skilldeck/plugin_abi.h>

static void SKD_CALL destroy(skd_instance* self) {
    (void)self;
    exit(0);
}
#define DESTROY destroy
#include "good_plugin.h"
