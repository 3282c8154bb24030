// SPDX-License-Identifier: Apache-2.0
/* The entry says it is shorter than that of ABI 1.0. */
#define ENTRY_SIZE 40
#include "good_plugin.h"
