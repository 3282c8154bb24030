// SPDX-License-Identifier: Apache-2.0
/* create gives an instance and no table. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL create(skd_host* host, skd_str config, skd_instance** out, const skd_instance_api** api,
                                  const skd_sink* err) {
    static int object;
    (void)host, (void)config, (void)api, (void)err;
    *out = (skd_instance*)&object;
    return SKD_OK;
}
#define CREATE create
#include "good_plugin.h"
