// SPDX-License-Identifier: Apache-2.0
/* create says SKD_OK and gives nothing. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL create(skd_host* host, skd_str config, skd_instance** out, const skd_instance_api** api,
                                  const skd_sink* err) {
    (void)host, (void)config, (void)out, (void)api, (void)err;
    return SKD_OK;
}
#define CREATE create
#include "good_plugin.h"
