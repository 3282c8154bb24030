// SPDX-License-Identifier: Apache-2.0
/* Interface "skilldeck.availability/1", plugin side: can this plugin work on this machine, for this user, now?
 *
 * Most plugins do not need it: `requires` in dev.skilldeck/module.json (operating system, environment variables,
 * commands) is decided without running any code. This is for what only code can know: a device, a licence, a service.
 *
 * Only asked if module.json says "contributes": {"availability": true}. The host asks once, when the library is first
 * opened, and keeps the answer with the digest of the plugin's files; skd_host_api.changed(SKD_CHANGED_AVAILABILITY)
 * makes it ask again. An unavailable plugin stays installed and listed, with the reason, and contributes nothing. */
#ifndef SKD_AVAILABILITY_H
#define SKD_AVAILABILITY_H

#include "plugin_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SKD_IFACE_AVAILABILITY "skilldeck.availability/1"

typedef struct skd_availability_v1 {
    uint32_t size;
    uint32_t reserved; /* zero */

    /* SKD_OK: yes. SKD_ERR_UNAVAILABLE: no, and reason->fail was called with a sentence that the user can act on.
     * Any other status means that the check itself failed, which is a failure of the plugin. Nothing is written.
     * Called after activate(). [serial] */
    skd_status(SKD_CALL* check)(skd_instance* self, const skd_call* call, const skd_sink* reason);
} skd_availability_v1;

#ifdef __cplusplus
}
#endif
#endif /* SKD_AVAILABILITY_H */
