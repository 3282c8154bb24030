// SPDX-License-Identifier: Apache-2.0
/* A C++ exception leaves init. */
#include <skilldeck/plugin_abi.h>

#include <stdexcept>

static skd_status SKD_CALL init(const skd_host_api*, const skd_sink*) {
    throw std::runtime_error("boom in init");
}
#define INIT init
#include "good_plugin.h"
