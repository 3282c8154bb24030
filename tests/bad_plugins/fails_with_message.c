// SPDX-License-Identifier: Apache-2.0
/* A hook fails as it should, with text that tries to paint the terminal. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    const skd_str why = {"the \x1b[31mpolicy\x1b[0m\nfile is gone", 32};
    out->fail(out->ctx, SKD_ERR_NOT_FOUND, why);
    return SKD_ERR_NOT_FOUND;
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
