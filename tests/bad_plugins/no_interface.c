// SPDX-License-Identifier: Apache-2.0
/* Has none of the interfaces: allowed, but then a hook has nobody to run it. */
#include <skilldeck/plugin_abi.h>

static const void* SKD_CALL get_interface(skd_instance* self, skd_str id) {
    (void)self, (void)id;
    return NULL;
}
static const skd_hooks_v1 unused;
#define HOOKS unused
#define GET_INTERFACE get_interface
#include "good_plugin.h"
