// SPDX-License-Identifier: Apache-2.0
/* Interface "skilldeck.session/1", host side: what a plugin may ask about the conversation it works for.
 *
 * A plugin gets the table from skd_host_api.get_interface, as early as create(), and may keep it until destroy(). A
 * host without a conversation (a validator, a test) may not have it: then get_interface answers NULL, and a plugin that
 * needs it says so in activate().
 *
 * Everything here is about one call of the host, so it takes the skd_call and not the skd_host: two sessions may share
 * one instance, and each of their calls sees its own conversation. */
#ifndef SKD_SESSION_H
#define SKD_SESSION_H

#include "plugin_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SKD_IFACE_SESSION "skilldeck.session/1"

typedef struct skd_session_v1 {
    uint32_t size;
    uint32_t reserved; /* zero */

    /* Writes the JSON text behind `key` to `out_json`, a sink of the plugin: `write` is called on this thread, before
     * get returns, and its answer other than SKD_OK ends the transfer.
     *
     *   "info"          {id, cwd, projectDir, model, contextTokens}; members that are not known are absent
     *   "messages"      [{role, text}], the whole conversation, oldest first
     *   "userMessages"  the same, only what the user wrote since the last compaction
     *   "memory"        {text}: what the host remembers about the project
     *
     * "info" is free. The others need the permission "session" in module.json, otherwise SKD_ERR_DENIED.
     * SKD_ERR_NOT_FOUND: an unknown key, or a call that belongs to no session. On failure `fail` of the sink was
     * called. [any], while the call lasts */
    skd_status(SKD_CALL* get)(const skd_call* call, skd_str key, const skd_sink* out_json);

    /* Tells the waiting user what is going on, in a few words; the newest text replaces the one before. It does not
     * extend the deadline. SKD_ERR_CANCELLED: the call was cancelled, return soon. [any], while the call lasts */
    skd_status(SKD_CALL* progress)(const skd_call* call, skd_str text);
} skd_session_v1;

#ifdef __cplusplus
}
#endif
#endif /* SKD_SESSION_H */
