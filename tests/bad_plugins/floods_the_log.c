// SPDX-License-Identifier: Apache-2.0
/* Logs without end. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out);
#define RUN_HOOK run_hook
#include "good_plugin.h"

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler;
    for (int i = 0; i < 5000; ++i) {
        host_api->log(plugin_host, SKD_LOG_INFO, text("nothing to see"));
        host_api->log(plugin_host, SKD_LOG_WARNING, text("look here"));
    }
    return out->write(out->ctx, event);
}
