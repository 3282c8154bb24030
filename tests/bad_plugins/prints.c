// SPDX-License-Identifier: Apache-2.0
/* Prints to standard output, which holds the answer of the host. */
#include <stdio.h>
#include <unistd.h>

#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler;
    printf("NOISE\n");
    fflush(stdout);
    if (write(STDOUT_FILENO, "MORE\n", 5) != 5) return SKD_ERR_INTERNAL;
    return out->write(out->ctx, event);
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
