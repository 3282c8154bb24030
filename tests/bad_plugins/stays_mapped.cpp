// SPDX-License-Identifier: Apache-2.0
/* Fails in init and holds a unique symbol, so that the loader never unmaps it. */
#include <skilldeck/plugin_abi.h>

template <class Type>
struct __attribute__((visibility("default"))) Shared {
    static inline int value = 1;
};
__attribute__((visibility("default"))) int* shared_value() {
    return &Shared<int>::value;
}
static skd_status SKD_CALL init(const skd_host_api*, const skd_sink*) {
    return SKD_ERR_INTERNAL;
}
#define INIT init
#include "good_plugin.h"
