// SPDX-License-Identifier: Apache-2.0
/* A hook never returns, whatever it is asked. */
#include <skilldeck/plugin_abi.h>

#include <unistd.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    for (;;) pause();
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
