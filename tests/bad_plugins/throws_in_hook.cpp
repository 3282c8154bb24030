// SPDX-License-Identifier: Apache-2.0
/* C++ exceptions leave a hook and, later, destroy. */
#include <skilldeck/plugin_abi.h>

#include <stdexcept>

static skd_status SKD_CALL run_hook(skd_instance*, const skd_call*, skd_str, skd_str, const skd_sink*) {
    throw std::out_of_range("boom in the hook");
}
static void SKD_CALL destroy(skd_instance*) {
    throw std::logic_error("boom in destroy");
}
#define RUN_HOOK run_hook
#define DESTROY destroy
#include "good_plugin.h"
