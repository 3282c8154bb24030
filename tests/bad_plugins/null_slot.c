// SPDX-License-Identifier: Apache-2.0
/* A slot of the instance's table is null. */
#include <skilldeck/plugin_abi.h>

static const skd_instance_api incomplete;
#define INSTANCE_API incomplete
#include "good_plugin.h"
static const skd_instance_api incomplete = {sizeof(skd_instance_api), 0,   GET_INTERFACE, ACTIVATE, good_configure,
                                            good_deactivate,          NULL};
