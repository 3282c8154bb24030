// SPDX-License-Identifier: Apache-2.0
/* init never returns. */
#include <skilldeck/plugin_abi.h>

#include <unistd.h>

static skd_status SKD_CALL init(const skd_host_api* host, const skd_sink* err) {
    (void)host, (void)err;
    for (;;) pause();
}
#define INIT init
#include "good_plugin.h"
