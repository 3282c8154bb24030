// SPDX-License-Identifier: Apache-2.0
/* The instance's table says it is shorter than that of ABI 1.0. */
#include <skilldeck/plugin_abi.h>

#define INSTANCE_API short_api
static const skd_instance_api short_api = {16, 0, NULL, NULL, NULL, NULL, NULL};
#include "good_plugin.h"
