// SPDX-License-Identifier: Apache-2.0
/* One computed skill and one native hook, in plain C. skilldeck/plugin_abi.h has the rules and everything else that a
 * plugin can do. */
#include <skilldeck/plugin_abi.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const skd_host_api* host_api; /* set by init, the same for every instance */

struct skd_instance {
    skd_host* host;
};

/* ---- strings ------------------------------------------------------------------------------------------------------
 */

static skd_str text(const char* z) {
    skd_str str = {z, strlen(z)};
    return str;
}

static int equals(skd_str a, const char* z) {
    return a.len == strlen(z) && (a.len == 0 || memcmp(a.ptr, z, a.len) == 0);
}

static int contains(skd_str a, const char* z) {
    const size_t len = strlen(z);
    for (size_t i = 0; i + len <= a.len; ++i) {
        if (memcmp(a.ptr + i, z, len) == 0) return 1;
    }
    return 0;
}

static skd_status fail(const skd_sink* sink, skd_status status, const char* message) {
    sink->fail(sink->ctx, status, text(message));
    return status;
}

/* ---- the skills of package/dev.skilldeck/skills.json ---------------------------------------------------------------
 */

static skd_status SKD_CALL list(skd_instance* self, const skd_call* call, const skd_sink* out) {
    (void)self, (void)call;
    return fail(out, SKD_ERR_UNSUPPORTED, "skills.json lists all skills");
}

static skd_status SKD_CALL is_enabled(skd_instance* self, const skd_call* call, skd_str skill, const skd_sink* reason) {
    (void)self, (void)call, (void)skill, (void)reason;
    return SKD_OK;
}

/* The answer is JSON; a plugin whose text is not its own puts it together with a JSON library. */
static skd_status SKD_CALL render(skd_instance* self, const skd_call* call, skd_str skill, skd_str request_json,
                                  const skd_sink* out) {
    (void)self, (void)call, (void)request_json;
    if (!equals(skill, "today")) return fail(out, SKD_ERR_NOT_FOUND, "there is no such skill");
    char json[256];
    const time_t now = time(NULL);
    const size_t len =
        strftime(json, sizeof json,
                 "{\"blocks\": [{\"type\": \"text\", \"text\": \"Today is %A, %Y-%m-%d (UTC). Use this date "
                 "wherever a date is needed; do not guess another.\"}]}",
                 gmtime(&now));
    if (len == 0) return fail(out, SKD_ERR_INTERNAL, "the date does not fit");
    const skd_str output = {json, len};
    return out->write(out->ctx, output);
}

static skd_status SKD_CALL read_file(skd_instance* self, const skd_call* call, skd_str skill, skd_str path,
                                     const skd_sink* out) {
    (void)self, (void)call, (void)skill, (void)path;
    return fail(out, SKD_ERR_NOT_FOUND, "the skills of this plugin have no files");
}

static const skd_skills_v1 skills = {sizeof(skd_skills_v1), 0, list, is_enabled, render, read_file};

/* ---- the handlers of package/dev.skilldeck/hooks.json --------------------------------------------------------------
 */

/* A guard that must not be fooled reads tool_input.command with a JSON library; this one looks at the text. */
static skd_status SKD_CALL run_hook(skd_instance* self, const skd_call* call, skd_str handler, skd_str event_json,
                                    const skd_sink* out) {
    (void)call;
    if (!equals(handler, "no-force-push")) return fail(out, SKD_ERR_NOT_FOUND, "there is no such handler");
    if (!contains(event_json, "git push --force")) return SKD_OK;
    host_api->log(self->host, SKD_LOG_INFO, text("a forced push was refused"));
    return fail(out, SKD_ERR_DENIED,
                "a forced push can lose the work of others: push without --force or ask the user to do it");
}

static const skd_hooks_v1 hooks = {sizeof(skd_hooks_v1), 0, run_hook};

/* ---- the instance --------------------------------------------------------------------------------------------------
 */

static const void* SKD_CALL get_interface(skd_instance* self, skd_str id) {
    (void)self;
    if (equals(id, SKD_IFACE_SKILLS)) return &skills;
    if (equals(id, SKD_IFACE_HOOKS)) return &hooks;
    return NULL;
}

static skd_status SKD_CALL activate(skd_instance* self, const skd_call* call, const skd_sink* err) {
    (void)self, (void)call, (void)err;
    return SKD_OK;
}

static skd_status SKD_CALL configure(skd_instance* self, const skd_call* call, skd_str config_json,
                                     const skd_sink* err) {
    (void)self, (void)call, (void)config_json;
    return fail(err, SKD_ERR_UNSUPPORTED, "options are read once: create a new instance");
}

static void SKD_CALL deactivate(skd_instance* self) {
    (void)self;
}

static void SKD_CALL destroy(skd_instance* self) {
    free(self);
}

static const skd_instance_api instance_api = {
    sizeof(skd_instance_api), 0, get_interface, activate, configure, deactivate, destroy,
};

/* ---- the entry ------------------------------------------------------------------------------------------------------
 */

static skd_status SKD_CALL init(const skd_host_api* host, const skd_sink* err) {
    (void)err;
    host_api = host;
    return SKD_OK;
}

static void SKD_CALL deinit(void) {
    host_api = NULL;
}

static skd_status SKD_CALL create(skd_host* host, skd_str config_json, skd_instance** out, const skd_instance_api** api,
                                  const skd_sink* err) {
    (void)config_json;
    skd_instance* self = malloc(sizeof *self);
    if (self == NULL) return fail(err, SKD_ERR_LIMIT, "out of memory");
    self->host = host;
    *out = self;
    *api = &instance_api;
    return SKD_OK;
}

SKD_EXPORT const skd_plugin_entry skilldeck_plugin_entry_v1 = {
    .magic = SKD_ABI_MAGIC,
    .size = sizeof(skd_plugin_entry),
    .abi_major = SKD_ABI_MAJOR,
    .abi_minor = SKD_ABI_MINOR,
    .min_minor = 0,
    .name_z = "skilldeck-template-name",
    .version_z = "1.0.0",
    .init = init,
    .deinit = deinit,
    .create = create,
};
