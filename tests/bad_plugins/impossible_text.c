// SPDX-License-Identifier: Apache-2.0
/* A hook writes a text with a length and no address, then one with an absurd length. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    const skd_str nowhere = {NULL, 5}, absurd = {"x", (size_t)-1};
    if (out->write(out->ctx, nowhere) == SKD_OK) return SKD_OK;
    if (out->write(out->ctx, absurd) == SKD_OK) return SKD_OK;
    return SKD_ERR_LIMIT;
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
