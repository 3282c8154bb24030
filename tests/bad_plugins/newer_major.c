// SPDX-License-Identifier: Apache-2.0
/* Built for the next major version of the ABI. */
#define ENTRY_MAJOR 2
#include "good_plugin.h"
