// SPDX-License-Identifier: Apache-2.0
/* A hook writes one character in two pieces: nothing is wrong here. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    const skd_str first = {"\xc3", 1}, second = {"\xa9", 1};
    out->write(out->ctx, first);
    return out->write(out->ctx, second);
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
