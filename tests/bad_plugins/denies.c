// SPDX-License-Identifier: Apache-2.0
/* A hook that blocks: nothing is wrong here. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    const skd_str why = {"not on a Friday", 15};
    out->fail(out->ctx, SKD_ERR_DENIED, why);
    return SKD_ERR_DENIED;
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
