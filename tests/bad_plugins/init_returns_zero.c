// SPDX-License-Identifier: Apache-2.0
/* init returns 0, which is success elsewhere. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL init(const skd_host_api* host, const skd_sink* err) {
    (void)host, (void)err;
    return 0;
}
#define INIT init
#include "good_plugin.h"
