// SPDX-License-Identifier: Apache-2.0
/* The name is a symbol of some other library. */
#include <skilldeck/plugin_abi.h>

extern const char name_of_another_library[];
#define ENTRY_NAME name_of_another_library
#include "good_plugin.h"
