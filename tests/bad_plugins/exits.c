// SPDX-License-Identifier: Apache-2.0
/* Ends the whole program in a call, as if all were well. */
#include <stdlib.h>

#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    exit(0);
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
