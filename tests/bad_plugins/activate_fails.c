// SPDX-License-Identifier: Apache-2.0
/* activate refuses, and says why. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL activate(skd_instance* self, const skd_call* call, const skd_sink* err) {
    const skd_str why = {"the service does not answer", 27};
    (void)self, (void)call;
    err->fail(err->ctx, SKD_ERR_UNAVAILABLE, why);
    return SKD_ERR_UNAVAILABLE;
}
#define ACTIVATE activate
#include "good_plugin.h"
