// SPDX-License-Identifier: Apache-2.0
/* The library of another plugin. */
#define ENTRY_NAME "somebody-else"
#include "good_plugin.h"
