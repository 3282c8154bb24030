// SPDX-License-Identifier: Apache-2.0
/* A C++ exception leaves create. */
#include <skilldeck/plugin_abi.h>

#include <stdexcept>

static skd_status SKD_CALL create(skd_host*, skd_str, skd_instance**, const skd_instance_api**, const skd_sink*) {
    throw std::invalid_argument("boom in create");
}
#define CREATE create
#include "good_plugin.h"
