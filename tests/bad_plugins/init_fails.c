// SPDX-License-Identifier: Apache-2.0
/* init refuses, and says why. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL init(const skd_host_api* host, const skd_sink* err) {
    const skd_str why = {"the license has ended", 21};
    const skd_str line = {"looking for the license", 23};
    host->log(NULL, SKD_LOG_WARNING, line);
    err->fail(err->ctx, SKD_ERR_UNAVAILABLE, why);
    return SKD_ERR_UNAVAILABLE;
}
#define INIT init
#include "good_plugin.h"
