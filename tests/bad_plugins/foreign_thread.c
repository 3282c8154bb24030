// SPDX-License-Identifier: Apache-2.0
/* A thread of its own logs and asks (allowed), and then writes to the sink of a call (not allowed). */
#include <skilldeck/plugin_abi.h>

#include <pthread.h>
#include <stddef.h>

struct job {
    const skd_call* call;
    const skd_sink* out;
};
static const skd_host_api* host;
static skd_host* self_host;

static skd_status SKD_CALL init(const skd_host_api* api, const skd_sink* err) {
    (void)err;
    host = api;
    return SKD_OK;
}
static void* work(void* data) {
    const struct job* job = (const struct job*)data;
    const skd_str line = {"from a thread of its own", 24};
    host->log(self_host, SKD_LOG_ERROR, line);
    if (!host->is_cancelled(job->call)) job->out->write(job->out->ctx, line);
    return NULL;
}
static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out);
#define INIT init
#define RUN_HOOK run_hook
#include "good_plugin.h"

static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                    const skd_sink* out) {
    struct job job;
    pthread_t thread;
    (void)self, (void)handler;
    self_host = plugin_host;
    job.call = call;
    job.out = out;
    if (pthread_create(&thread, NULL, work, &job) != 0) return SKD_ERR_INTERNAL;
    pthread_join(thread, NULL);
    return out->write(out->ctx, event);
}
