// SPDX-License-Identifier: Apache-2.0
/* Keeps the sink and the call of its first hook and uses them in the second. */
#include <skilldeck/plugin_abi.h>

static const skd_sink* kept_sink;
static const skd_call* kept_call;
static const skd_host_api* host;

static skd_status SKD_CALL init(const skd_host_api* api, const skd_sink* err) {
    (void)err;
    host = api;
    return SKD_OK;
}
static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    const skd_str stolen = {"stolen", 6};
    (void)self, (void)handler;
    if (kept_sink != NULL) {
        if (kept_sink->write(kept_sink->ctx, stolen) == SKD_OK) return SKD_OK;
        kept_sink->fail(kept_sink->ctx, SKD_ERR_DENIED, stolen);
        if (!host->is_cancelled(kept_call) || host->remaining_ms(kept_call) != 0) return SKD_OK;
    }
    kept_sink = out;
    kept_call = call;
    return out->write(out->ctx, event);
}
#define INIT init
#define RUN_HOOK run_hook
#include "good_plugin.h"
