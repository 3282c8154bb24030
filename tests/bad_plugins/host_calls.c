// SPDX-License-Identifier: Apache-2.0
/* Calls the host with handles and texts that make no sense, before it behaves. */
#include <skilldeck/plugin_abi.h>

#include <stdint.h>

static const skd_host_api* host;
static skd_status SKD_CALL init(const skd_host_api* api, const skd_sink* err) {
    (void)err;
    host = api;
    return SKD_OK;
}
static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    const skd_str nowhere = {NULL, 7}, line = {"still here", 10}, info = {"info", 4}, memory = {"memory", 6};
    const skd_str session = {SKD_IFACE_SESSION, sizeof SKD_IFACE_SESSION - 1};
    const skd_session_v1* talk = (const skd_session_v1*)host->get_interface((skd_host*)(uintptr_t)12345, session);
    (void)self, (void)handler, (void)event;
    host->log(NULL, SKD_LOG_ERROR, line);
    host->log((skd_host*)(uintptr_t)0x7fffffffffff, SKD_LOG_ERROR, nowhere);
    host->changed((skd_host*)(uintptr_t)1, 0xffffffffu);
    if (host->get_interface(NULL, nowhere) != NULL || talk == NULL) return SKD_ERR_INTERNAL;
    if (!host->is_cancelled(NULL) || host->remaining_ms((const skd_call*)(uintptr_t)99) != 0) return SKD_ERR_INTERNAL;
    if (talk->get(NULL, info, out) == SKD_OK || talk->get(call, info, NULL) == SKD_OK) return SKD_ERR_INTERNAL;
    if (talk->get(call, memory, out) != SKD_ERR_DENIED) return SKD_ERR_INTERNAL;
    return talk->get(call, info, out);
}
#define INIT init
#define RUN_HOOK run_hook
#include "good_plugin.h"
