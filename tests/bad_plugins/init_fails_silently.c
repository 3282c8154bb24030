// SPDX-License-Identifier: Apache-2.0
/* init refuses without a word. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL init(const skd_host_api* host, const skd_sink* err) {
    (void)host, (void)err;
    return SKD_ERR_INTERNAL;
}
#define INIT init
#include "good_plugin.h"
