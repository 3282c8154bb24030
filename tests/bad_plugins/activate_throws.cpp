// SPDX-License-Identifier: Apache-2.0
/* A C++ exception leaves activate. */
#include <skilldeck/plugin_abi.h>

#include <string>

static skd_status SKD_CALL activate(skd_instance*, const skd_call*, const skd_sink*) {
    throw std::string("boom in activate");
}
#define ACTIVATE activate
#include "good_plugin.h"
