// SPDX-License-Identifier: Apache-2.0
/* Something that is no std::exception leaves init. */
#include <skilldeck/plugin_abi.h>

static skd_status SKD_CALL init(const skd_host_api*, const skd_sink*) {
    throw 168;
}
#define INIT init
#include "good_plugin.h"
