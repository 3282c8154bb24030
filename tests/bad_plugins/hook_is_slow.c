// SPDX-License-Identifier: Apache-2.0
/* A hook goes on until it is told to stop, and then says so. */
#include <skilldeck/plugin_abi.h>

#include <unistd.h>

static const skd_host_api* host;
static skd_status SKD_CALL init(const skd_host_api* api, const skd_sink* err) {
    (void)err;
    host = api;
    return SKD_OK;
}
#define INIT init

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    (void)self, (void)call, (void)handler, (void)event, (void)out;
    while (!host->is_cancelled(call)) usleep(1000);
    return SKD_ERR_CANCELLED;
}
#define RUN_HOOK run_hook
#include "good_plugin.h"
