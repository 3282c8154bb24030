/* SPDX-License-Identifier: Apache-2.0 */
/* A whole native plugin in plain C: it has one skill, `hello:greeting`, whose text is computed at each call.
 *
 * Read it from the bottom. The host finds the one exported symbol, skilldeck_plugin_entry_v1, and calls
 *     init      once for the library,
 *     create    for an instance: this is where options arrive,
 *     activate  before it is used,
 *     get_interface("skilldeck.skills/1")   and then render() for each call of the skill,
 *     deactivate, destroy, deinit           in that order at the end.
 * What the skill is called and how it is described stands in package/dev.skilldeck/skills.json, so that listing it
 * runs no code. skilldeck/plugin_abi.h has the rules; in C++ skilldeck/plugin.hpp does most of this by itself. */
#include <skilldeck/plugin_abi.h>
#include <stdlib.h>
#include <string.h>

#include "json_slice.h"

/* The host's functions: the same for all instances, from init to deinit. */
static const skd_host_api* host_api;

/* Ours to define; the host only passes the pointer around. */
struct skd_instance {
    skd_host* host;
    char* config; /* a copy: what the host hands in is borrowed for the call (R3) */
    size_t config_len;
};

/* ---- strings are pointer and length, not NUL-terminated (R2) ------------------------------------------------------
 */

static skd_str text(const char* z) {
    const skd_str str = {z, strlen(z)};
    return str;
}

static int equals(skd_str a, const char* z) {
    return a.len == strlen(z) && (a.len == 0 || memcmp(a.ptr, z, a.len) == 0);
}

/* A failure is a status and one line for a person. */
static skd_status fail(const skd_sink* sink, skd_status status, const char* message) {
    sink->fail(sink->ctx, status, text(message));
    return status;
}

/* ---- the skill ----------------------------------------------------------------------------------------------------
 */

/* Writes one piece after another until the host takes no more; `status` stays at the first refusal. */
static void put(const skd_sink* out, skd_status* status, skd_str piece) {
    if (*status == SKD_OK && piece.len > 0) *status = out->write(out->ctx, piece);
}

static skd_status greet(const skd_instance* self, skd_str request, const skd_sink* out) {
    const skd_str config = {self->config, self->config_len};
    const skd_str host = json_member(config, "host");
    skd_str salutation = json_string_content(json_member(json_member(config, "options"), "salutation"));
    skd_str name = json_string_content(json_member(request, "args"));
    if (salutation.len == 0) salutation = text("Hello");
    if (name.len == 0) name = text("world");

    /* Every variable part is the inside of a JSON string and goes into a JSON string: it needs no escaping again. */
    skd_status status = SKD_OK;
    put(out, &status, text("{\"blocks\":[{\"type\":\"text\",\"text\":\""));
    put(out, &status, salutation);
    put(out, &status, text(", "));
    put(out, &status, name);
    put(out, &status, text("!\\n\\nThis text was computed by the plugin `hello`, native code in "));
    put(out, &status, json_string_content(json_member(host, "name")));
    put(out, &status, text(" "));
    put(out, &status, json_string_content(json_member(host, "version")));
    put(out, &status, text(". Its option `salutation` is `"));
    put(out, &status, salutation);
    put(out, &status, text("`.\\n\\nRepeat the greeting to the user in one friendly sentence.\"}]}"));
    return status == SKD_OK ? SKD_OK : fail(out, status, "the host takes no more output");
}

static skd_status SKD_CALL render(skd_instance* self, const skd_call* call, skd_str skill, skd_str request,
                                  const skd_sink* out) {
    if (!equals(skill, "greeting")) return fail(out, SKD_ERR_NOT_FOUND, "hello has only the skill greeting");
    if (host_api->is_cancelled(call)) return fail(out, SKD_ERR_CANCELLED, "cancelled"); /* long work asks often */
    host_api->log(self->host, SKD_LOG_DEBUG, text("hello: greeting somebody"));
    return greet(self, request, out);
}

/* The table has four functions, and none may be null: three that this plugin does not need. */
static skd_status SKD_CALL list(skd_instance* self, const skd_call* call, const skd_sink* out) {
    (void)self, (void)call;
    return fail(out, SKD_ERR_UNSUPPORTED, "skills.json lists all skills");
}

static skd_status SKD_CALL is_enabled(skd_instance* self, const skd_call* call, skd_str skill, const skd_sink* reason) {
    (void)self, (void)call, (void)skill, (void)reason;
    return SKD_OK;
}

static skd_status SKD_CALL read_file(skd_instance* self, const skd_call* call, skd_str skill, skd_str path,
                                     const skd_sink* out) {
    (void)self, (void)call, (void)skill, (void)path;
    return fail(out, SKD_ERR_NOT_FOUND, "the skill has no files");
}

static const skd_skills_v1 skills = {sizeof(skd_skills_v1), 0, list, is_enabled, render, read_file};

/* ---- the instance -------------------------------------------------------------------------------------------------
 */

static const void* SKD_CALL get_interface(skd_instance* self, skd_str id) {
    (void)self;
    return equals(id, SKD_IFACE_SKILLS) ? &skills : NULL; /* an id we do not know is no error */
}

static skd_status SKD_CALL activate(skd_instance* self, const skd_call* call, const skd_sink* err) {
    (void)self, (void)call, (void)err;
    return SKD_OK;
}

static skd_status SKD_CALL configure(skd_instance* self, const skd_call* call, skd_str config, const skd_sink* err) {
    (void)self, (void)call, (void)config;
    return fail(err, SKD_ERR_UNSUPPORTED, "options are read by create"); /* the host then makes a new instance */
}

static void SKD_CALL deactivate(skd_instance* self) {
    (void)self;
}

static void SKD_CALL destroy(skd_instance* self) {
    free(self->config);
    free(self);
}

static const skd_instance_api instance_api = {
    sizeof(skd_instance_api), 0, get_interface, activate, configure, deactivate, destroy,
};

/* ---- the library --------------------------------------------------------------------------------------------------
 */

static skd_status SKD_CALL init(const skd_host_api* host, const skd_sink* err) {
    (void)err;
    host_api = host;
    return SKD_OK;
}

static void SKD_CALL deinit(void) {
    host_api = NULL;
}

static skd_status SKD_CALL create(skd_host* host, skd_str config, skd_instance** out, const skd_instance_api** api,
                                  const skd_sink* err) {
    skd_instance* self = calloc(1, sizeof *self);
    char* copy = malloc(config.len + 1);
    if (self == NULL || copy == NULL) {
        free(self);
        free(copy);
        return fail(err, SKD_ERR_LIMIT, "out of memory");
    }
    if (config.len > 0) memcpy(copy, config.ptr, config.len);
    self->host = host;
    self->config = copy;
    self->config_len = config.len;
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
    .name_z = "hello", /* equals the manifest's name */
    .version_z = "1.0.0",
    .init = init,
    .deinit = deinit,
    .create = create,
};
