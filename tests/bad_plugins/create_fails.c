// SPDX-License-Identifier: Apache-2.0
/* create refuses, and says why. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL create(skd_host* host, skd_str config, skd_instance** out, const skd_instance_api** api,
                                  const skd_sink* err) {
    const skd_str why = {"the option `url` is missing", 27};
    (void)host, (void)config, (void)out, (void)api;
    err->fail(err->ctx, SKD_ERR_INVALID_ARGUMENT, why);
    return SKD_ERR_INVALID_ARGUMENT;
}
#define CREATE create
#include "good_plugin.h"
