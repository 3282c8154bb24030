// SPDX-License-Identifier: Apache-2.0
/* The binary interface between a Skilldeck host and a native plugin, version 1.0 (release candidate).
 *
 * This file is the core: the rules, the basic types, what the host offers and what a plugin must have. Each further
 * capability is an interface in a header of its own, asked for by its id; this file includes them all at its end:
 *
 *   session.h       what a plugin may ask about the conversation      host side
 *   availability.h  "can this plugin work on this machine?"           plugin side
 *   skills.h        skills that are computed by code                  plugin side
 *   hooks.h         native hook handlers                              plugin side
 *   mcp_servers.h   MCP servers that are known only at run time       plugin side
 *
 * draft/ holds interfaces that are not frozen yet; draft/README.md says how they get here.
 * C++ authors include <skilldeck/plugin.hpp> instead, which wraps all of this.
 *
 * THE RULES
 *
 * R1  The line is plain C. No exception, longjmp, C++ object, FILE*, file descriptor, errno or allocator crosses it.
 *     Each side must keep its exceptions at home; each side nevertheless guards the calls that it makes.
 * R2  A string is pointer and length, UTF-8, without a terminating NUL; only a name ending in _z is NUL-terminated.
 *     {NULL, 0} is the empty string. Text that is not well-formed UTF-8 is refused by the receiver. Bytes of files
 *     (skills.h, read_file) are the only output that is not text.
 * R3  Who allocates, frees. An argument is borrowed until the call returns: copy what you keep. Data leaves a plugin
 *     only by being written to a sink that the host owns; there is nothing to free on either side.
 * R4  A struct that begins with `size` only ever grows, at its end. Its producer sets `size` to sizeof of the struct it
 *     was compiled with. Its consumer reads a slot that came after 1.0 only if SKD_HAS says so. Structs without `size`
 *     never change.
 * R5  What was released stays: a slot, an enumerator, an id, and also what it means, who owns what, on which thread it
 *     runs and whether it may be NULL. Something better is added beside it, as a new slot or as an interface "…/2".
 *     The slots of 1.0 are never NULL in a table that is handed over. What a plugin cannot do answers
 *     SKD_ERR_UNSUPPORTED.
 * R6  Each function carries a thread tag:
 *       [any]        from any thread, at any time its object lives, also concurrently with itself.
 *       [serial]     the host makes one such call per instance at a time; two calls may come from two threads, but
 * never overlap and are never re-entered. There is no main thread. [serial](c)  as [serial], unless
 * dev.skilldeck/module.json says "concurrent": true: then several may run at once. A slow [serial] call delays its own
 * plugin and nobody else. Each call has a deadline (skd_host_api.remaining_ms); a plugin that runs past it is given up,
 * and ended where it runs isolated. R7  Zero is never a valid status or enumerator, so that forgotten memory is
 * noticed. A status that is not listed here counts as a failure and is reported by its number. A failure should come
 * with a message (skd_sink.fail). R8  The library stays mapped after a successful init() until the process ends. Before
 * that it may be closed at any point. After deinit() the host calls nothing of the plugin; after destroy() the plugin
 * calls nothing with the skd_host of that instance, from whatever thread. R9  The same library runs inside the host or
 * inside a separate runner process; a plugin cannot tell and must not care. Only "skilldeck.*" interfaces cross to the
 * runner, any other id answers NULL there.
 *
 * Isolation is the user's decision. Code that runs inside the host has all the rights of the user; this interface keeps
 * honest plugins from harming the host by accident, it is no wall against dishonest ones. */
#ifndef SKD_PLUGIN_ABI_H
#define SKD_PLUGIN_ABI_H

#include <stddef.h>
#include <stdint.h>

/* First word of skd_plugin_entry: "SKB1" in memory on a little-endian machine. */
#define SKD_ABI_MAGIC 0x31424b53u

/* A host takes plugins of its own major number. The minor number grows with each release that adds something; a plugin
 * says in `min_minor` what it cannot do without. */
#define SKD_ABI_MAJOR 1u
#define SKD_ABI_MINOR 0u

/* The one symbol that a plugin exports: a constant of type skd_plugin_entry. Another major number has another symbol,
 * so that one library can serve two of them. */
#define SKD_ENTRY_SYMBOL "skilldeck_plugin_entry_v1"

#if defined(_WIN32)
#define SKD_CALL __cdecl
#define SKD_EXPORT __declspec(dllexport)
#else
#define SKD_CALL
#define SKD_EXPORT __attribute__((visibility("default")))
#endif

/* Does the producer of *s know `field`? For fields that came after 1.0; those of 1.0 are always there. */
#define SKD_HAS(s, field) ((s)->size >= (size_t)((const char*)(&(s)->field + 1) - (const char*)(s)))

#ifdef __cplusplus
extern "C" {
#endif

/* A borrowed string or, where it says so, borrowed bytes (R2, R3). Never NULL with a length above zero. */
typedef struct skd_str {
    const char* ptr;
    size_t len; /* in bytes */
} skd_str;

/* The outcome of a call: one of the values below, all others are failures (R7). */
typedef int32_t skd_status;
enum {
    SKD_OK = 1,
    SKD_ERR_INVALID_ARGUMENT = -1, /* the caller asked for something that makes no sense                    */
    SKD_ERR_UNSUPPORTED = -2,      /* this plugin or host does not do that                                  */
    SKD_ERR_NOT_FOUND = -3,        /* no such skill, file, handler or key                                   */
    SKD_ERR_DENIED = -4,           /* not allowed; from a hook: the action is blocked (hooks.h)             */
    SKD_ERR_CANCELLED = -5,        /* is_cancelled was seen and obeyed                                      */
    SKD_ERR_TIMEOUT = -6,          /* something that the plugin waited for took too long                    */
    SKD_ERR_INTERNAL = -7,         /* a bug or an unexpected condition; an exception at the barrier          */
    SKD_ERR_LIMIT = -8,            /* too much output, memory or work                                       */
    SKD_ERR_UNAVAILABLE = -9       /* could work elsewhere, not here and now; the message says why          */
};

/* One for each instance of a plugin: the handle with which it calls the host. Owned by the host; valid from the entry
 * of create() to the return of destroy(). */
typedef struct skd_host skd_host;

/* The plugin's own object behind create(). Owned by the plugin, from create() to destroy(); the host only passes it. */
typedef struct skd_instance skd_instance;

/* One call of the host into the plugin, with its deadline and its cancel flag. Owned by the host, valid until that call
 * returns; a thread that the plugin started must not use it after that. */
typedef struct skd_call skd_call;

/* Where a call puts its output and, if it fails, its reason. Owned by the host and valid until the call returns; both
 * functions copy. The thread that runs the call, and only it, may use the sink. */
typedef struct skd_sink {
    uint32_t size;
    uint32_t reserved; /* zero */
    void* ctx;         /* pass it back as it is */

    /* Appends a piece of the output; may be called any number of times, pieces need not end at a character boundary.
     * SKD_ERR_LIMIT: the output has reached what the host accepts for this call; give up and return that status. */
    skd_status(SKD_CALL* write)(void* ctx, skd_str chunk);

    /* Says why the call is about to fail: one line for a person, what is wrong and with what. `code` is the status that
     * the call then returns. The last call wins. What was written is discarded when the call returns a failure. */
    void(SKD_CALL* fail)(void* ctx, skd_status code, skd_str message);
} skd_sink;

/* Severity of a log line. Another number counts as SKD_LOG_ERROR. */
enum { SKD_LOG_DEBUG = 1, SKD_LOG_INFO = 2, SKD_LOG_WARNING = 3, SKD_LOG_ERROR = 4 };

/* What has changed, for skd_host_api.changed; may be or-ed together. */
enum { SKD_CHANGED_SKILLS = 1, SKD_CHANGED_HOOKS = 2, SKD_CHANGED_MCP_SERVERS = 4, SKD_CHANGED_AVAILABILITY = 8 };

/* ---- what a plugin may call ------------------------------------------------------------------------------------- */

/* The host's functions. One constant table for the process, handed to init() and valid until deinit() returns; keep the
 * pointer. None of these functions waits for a person or for the network, and none calls back into the plugin. */
typedef struct skd_host_api {
    uint32_t size;
    uint32_t abi_major; /* of the host, for messages and for SKD_HAS-style decisions on meaning */
    uint32_t abi_minor;
    uint32_t reserved;    /* zero */
    skd_str host_name;    /* "skilldeck", another embedder, or a test */
    skd_str host_version; /* informational, semantic version */

    /* An interface of the host by its id (SKD_IFACE_SESSION), or NULL if this host does not have it. Constant for the
     * life of `host`. [any] */
    const void*(SKD_CALL* get_interface)(skd_host* host, skd_str id);

    /* One line for the host's log; the plugin's name and the time are added there. Long lines are
     * cut and a flood is thinned out. `host` may be NULL before there is one, that is in init(). [any] */
    void(SKD_CALL* log)(skd_host* host, int32_t level, skd_str message);

    /* Something that the host has listed or asked is no longer true (SKD_CHANGED_…); it will ask again, later and from
     * another call, never from within this one. [any] */
    void(SKD_CALL* changed)(skd_host* host, uint32_t what);

    /* 1: nobody waits for the answer any more, return SKD_ERR_CANCELLED soon. 0: go on. Cheap; ask it in loops. [any]
     */
    int32_t(SKD_CALL* is_cancelled)(const skd_call* call);

    /* Milliseconds until the deadline of this call, 0 if it has passed, -1 if it has none. [any] */
    int64_t(SKD_CALL* remaining_ms)(const skd_call* call);
} skd_host_api;

/* ---- what a plugin must have ------------------------------------------------------------------------------------ */

/* One instance of the plugin. The table is handed out by create() and must stay valid, unchanged, until destroy()
 * returns. Order of calls: create, activate, any number of interface calls and configure, deactivate, destroy. When
 * activate() fails, destroy() follows at once. */
typedef struct skd_instance_api {
    uint32_t size;
    uint32_t reserved; /* zero */

    /* The table of an interface by its id ("skilldeck.hooks/1"), or NULL: not implemented. Tables live as long as the
     * instance and the answer for an id is always the same. Must not do work. [any] */
    const void*(SKD_CALL* get_interface)(skd_instance* self, skd_str id);

    /* Get ready: open files, start threads. On failure undo everything; the plugin's native contributions are then gone
     * and the message is what the user reads. [serial] */
    skd_status(SKD_CALL* activate)(skd_instance* self, const skd_call* call, const skd_sink* err);

    /* The user changed an option; `config_json` has the shape that create() got. SKD_ERR_UNSUPPORTED is a fine answer:
     * the host then destroys this instance and creates another. On any failure the old options stay in force. [serial]
     */
    skd_status(SKD_CALL* configure)(skd_instance* self, const skd_call* call, skd_str config_json, const skd_sink* err);

    /* The opposite of activate(): stop the threads, close the files. Cannot fail and must be quick: it has
     * no skd_call, and a plugin that hangs here is given up. Only destroy() follows. [serial] */
    void(SKD_CALL* deactivate)(skd_instance* self);

    /* Frees the instance; `self` and its skd_host are gone when this returns. Called exactly once for every instance
     * that create() handed out. [serial] */
    void(SKD_CALL* destroy)(skd_instance* self);
} skd_instance_api;

/* What SKD_ENTRY_SYMBOL names. It must be a constant with a static initialiser: the host reads the six numbers from the
 * file, before the library is mapped, and refuses it there if they do not fit. */
typedef struct skd_plugin_entry {
    uint32_t magic; /* SKD_ABI_MAGIC */
    uint32_t size;
    uint32_t abi_major; /* SKD_ABI_MAJOR and SKD_ABI_MINOR of the header that the plugin was compiled with */
    uint32_t abi_minor;
    uint32_t min_minor; /* the smallest minor number of a host that this plugin can work with, usually 0 */
    uint32_t reserved;  /* zero */

    const char* name_z;    /* equals `name` in the plugin's manifest, else the library is refused */
    const char* version_z; /* informational, semantic version */

    /* Once per process, before anything else. Quick, no threads, no files: keep `host` and check what you must. On
     * failure the library is closed and deinit() is not called. [serial] */
    skd_status(SKD_CALL* init)(const skd_host_api* host, const skd_sink* err);

    /* Once, after the last instance was destroyed; the last call into the library. Not called when the process is
     * killed: nothing that matters may depend on it. [serial] */
    void(SKD_CALL* deinit)(void);

    /* Makes an instance: sets *out and *api and returns SKD_OK, or sets neither and fails. `config_json` is an object:
     *   {pluginId, pluginRoot, dataDir, options: {…}, permissions: [word, …], host: {name, version}}
     * pluginRoot is where the plugin's files are (read-only), dataDir where it may keep its own; both are absolute.
     * Several instances may exist at once. Members that are not listed here may appear and are to be ignored. [serial]
     */
    skd_status(SKD_CALL* create)(skd_host* host, skd_str config_json, skd_instance** out, const skd_instance_api** api,
                                 const skd_sink* err);
} skd_plugin_entry;

#ifdef __cplusplus
}
#endif

#include "availability.h"
#include "hooks.h"
#include "mcp_servers.h"
#include "session.h"
#include "skills.h"

#endif /* SKD_PLUGIN_ABI_H */
