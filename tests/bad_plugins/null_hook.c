// SPDX-License-Identifier: Apache-2.0
/* The slot of an interface is null. */
#include <skilldeck/plugin_abi.h>

static const skd_hooks_v1 no_hooks = {sizeof(skd_hooks_v1), 0, NULL};
#define HOOKS no_hooks
#include "good_plugin.h"
