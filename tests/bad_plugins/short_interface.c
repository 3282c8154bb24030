// SPDX-License-Identifier: Apache-2.0
/* The table of an interface is shorter than that of version 1. */
#include <skilldeck/plugin_abi.h>

static const skd_hooks_v1 short_hooks = {8, 0, NULL};
#define HOOKS short_hooks
#include "good_plugin.h"
