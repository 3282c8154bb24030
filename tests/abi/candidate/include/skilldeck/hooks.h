// SPDX-License-Identifier: Apache-2.0
/* Interface "skilldeck.hooks/1", plugin side: hook handlers in native code.
 *
 * A native handler is declared in dev.skilldeck/hooks.json, which has the shape of hooks/hooks.json, as
 *   {"type": "native", "handler": "guard", "timeout": 1, "onFailure": "block"}
 * with event, matcher and condition around it. The host selects handlers from that file; code runs only when one of
 * them has matched. `timeout` is in seconds; "onFailure": "block" turns a failure of the handler into a refusal.
 *
 * A handler speaks the words of a command hook: the same JSON in and out, and a status where a command has its exit
 * status. Whoever can write one can write the other, and the host has one decoder for both. */
#ifndef SKD_HOOKS_H
#define SKD_HOOKS_H

#include "plugin_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SKD_IFACE_HOOKS "skilldeck.hooks/1"

typedef struct skd_hooks_v1 {
    uint32_t size;
    uint32_t reserved; /* zero */

    /* Runs `handler`, as it is named in hooks.json, for one event. `event_json` is what a command hook reads from
     * standard input: session_id, cwd, hook_event_name and the members of that event.
     *
     *   SKD_OK, nothing written      no opinion                        (a command: exit status 0, no output)
     *   SKD_OK, JSON written         that decision or context          (a command: exit status 0 and that output)
     *   SKD_ERR_DENIED after fail()  blocked, the message is the reason (a command: exit status 2 and standard error)
     *   any other status             the handler failed; the action goes on, unless "onFailure": "block"
     *
     * Called between activate() and deactivate(). Handlers for one event run in parallel, those of one instance one
     * after the other, unless "concurrent": true. [serial](c) */
    skd_status(SKD_CALL* run)(skd_instance* self, const skd_call* call, skd_str handler, skd_str event_json,
                              const skd_sink* out_json);
} skd_hooks_v1;

#ifdef __cplusplus
}
#endif
#endif /* SKD_HOOKS_H */
