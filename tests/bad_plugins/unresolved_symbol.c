// SPDX-License-Identifier: Apache-2.0
/* Calls a function that nobody defines, and only later: it must fail at once all the same. */
#include <skilldeck/plugin_abi.h>

extern int function_that_nobody_defines(void);
static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    return function_that_nobody_defines();
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
