// SPDX-License-Identifier: Apache-2.0
/* Cannot work without what ABI 1.3 added. */
#define ENTRY_MIN_MINOR 3
#include "good_plugin.h"
