// SPDX-License-Identifier: Apache-2.0
/* Needs a library that is not installed. */
#include <skilldeck/plugin_abi.h>

extern int absent_answer(void);
static skd_status SKD_CALL activate(skd_instance* self, const skd_call* call, const skd_sink* err) {
    (void)self, (void)call, (void)err;
    return absent_answer() == 42 ? SKD_OK : SKD_ERR_INTERNAL;
}
#define ACTIVATE activate
#include "good_plugin.h"
