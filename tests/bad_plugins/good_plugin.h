// SPDX-License-Identifier: Apache-2.0
/* A plugin with nothing wrong in it. Each file beside this one has one defect: it defines the piece that it gets wrong
 * and names it in a macro before it includes this header, which supplies the rest. */
#ifndef GOOD_PLUGIN_H
#define GOOD_PLUGIN_H

#include <skilldeck/plugin_abi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One line in the file named by $BAD_PLUGIN_LOG: how a test sees what ran. */
static inline void mark(const char* word) {
    const char* path = getenv("BAD_PLUGIN_LOG");
    FILE* file = path ? fopen(path, "a") : NULL;
    if (file == NULL) return;
    fprintf(file, "%s\n", word);
    fclose(file);
}

static inline skd_str text(const char* words) {
    skd_str borrowed;
    borrowed.ptr = words;
    borrowed.len = strlen(words);
    return borrowed;
}

#ifndef ENTRY_MAGIC
#define ENTRY_MAGIC SKD_ABI_MAGIC
#endif
#ifndef ENTRY_SIZE
#define ENTRY_SIZE sizeof(skd_plugin_entry)
#endif
#ifndef ENTRY_MAJOR
#define ENTRY_MAJOR SKD_ABI_MAJOR
#endif
#ifndef ENTRY_MIN_MINOR
#define ENTRY_MIN_MINOR 0
#endif
#ifndef ENTRY_NAME
#define ENTRY_NAME "bad"
#endif
#ifndef ENTRY_SYMBOL
#define ENTRY_SYMBOL skilldeck_plugin_entry_v1
#endif

static const skd_host_api* host_api;
static skd_host* plugin_host;

#ifndef RUN_HOOK
#define RUN_HOOK good_run_hook
static skd_status SKD_CALL good_run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event,
                                         const skd_sink* out) {
    (void)self, (void)call, (void)handler;
    return out->write(out->ctx, event);
}
#endif

#ifndef HOOKS
#define HOOKS good_hooks
static const skd_hooks_v1 good_hooks = {sizeof(skd_hooks_v1), 0, RUN_HOOK};
#endif

#ifndef GET_INTERFACE
#define GET_INTERFACE good_get_interface
static const void* SKD_CALL good_get_interface(skd_instance* self, skd_str id) {
    (void)self;
    return id.len == strlen(SKD_IFACE_HOOKS) && memcmp(id.ptr, SKD_IFACE_HOOKS, id.len) == 0 ? &HOOKS : NULL;
}
#endif

#ifndef ACTIVATE
#define ACTIVATE good_activate
static skd_status SKD_CALL good_activate(skd_instance* self, const skd_call* call, const skd_sink* err) {
    (void)self, (void)call, (void)err;
    return SKD_OK;
}
#endif

static inline skd_status SKD_CALL good_configure(skd_instance* self, const skd_call* call, skd_str config,
                                                 const skd_sink* err) {
    (void)self, (void)call, (void)config, (void)err;
    return SKD_ERR_UNSUPPORTED;
}

static inline void SKD_CALL good_deactivate(skd_instance* self) {
    (void)self;
    mark("deactivate");
}

#ifndef DESTROY
#define DESTROY good_destroy
static void SKD_CALL good_destroy(skd_instance* self) {
    (void)self;
    mark("destroy");
}
#endif

#ifndef INSTANCE_API
#define INSTANCE_API good_instance_api
static const skd_instance_api good_instance_api = {
    sizeof(skd_instance_api), 0, GET_INTERFACE, ACTIVATE, good_configure, good_deactivate, DESTROY};
#endif

#ifndef INIT
#define INIT good_init
static skd_status SKD_CALL good_init(const skd_host_api* host, const skd_sink* err) {
    (void)err;
    host_api = host;
    mark("init");
    return SKD_OK;
}
#endif

static inline void SKD_CALL good_deinit(void) {
    mark("deinit");
}

#ifndef CREATE
#define CREATE good_create
static skd_status SKD_CALL good_create(skd_host* host, skd_str config, skd_instance** out, const skd_instance_api** api,
                                       const skd_sink* err) {
    static int object;
    (void)config, (void)err;
    mark("create");
    plugin_host = host;
    *out = (skd_instance*)&object;
    *api = &INSTANCE_API;
    return SKD_OK;
}
#endif

#ifndef ENTRY
SKD_EXPORT extern const skd_plugin_entry ENTRY_SYMBOL;
const skd_plugin_entry ENTRY_SYMBOL = {ENTRY_MAGIC, ENTRY_SIZE, ENTRY_MAJOR, SKD_ABI_MINOR, ENTRY_MIN_MINOR, 0,
                                       ENTRY_NAME,  "1.0.0",    INIT,        good_deinit,   CREATE};
#endif

#ifdef __cplusplus
}
#endif
#endif /* GOOD_PLUGIN_H */
