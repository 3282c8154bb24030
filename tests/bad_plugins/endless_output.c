// SPDX-License-Identifier: Apache-2.0
/* A hook writes for as long as the host takes it, and then says that all is well. */
#include <skilldeck/plugin_abi.h>

#include <string.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    static char block[65536];
    const skd_str chunk = {block, sizeof block};
    memset(block, 120, sizeof block);
    while (out->write(out->ctx, chunk) == SKD_OK) continue;
    return SKD_OK;
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
