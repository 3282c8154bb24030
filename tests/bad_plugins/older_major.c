// SPDX-License-Identifier: Apache-2.0
/* Built for a major version that this host no longer has. */
#define ENTRY_MAJOR 0
#include "good_plugin.h"
