// SPDX-License-Identifier: Apache-2.0
/* Linked so that it is never unmapped (-z nodelete), and then fails in init. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL init(const skd_host_api* host, const skd_sink* err) {
    (void)host, (void)err;
    return SKD_ERR_INTERNAL;
}
#define INIT init
#include "good_plugin.h"
