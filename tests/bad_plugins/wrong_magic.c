// SPDX-License-Identifier: Apache-2.0
/* The entry begins with another word. */
#define ENTRY_MAGIC 0x12345678u
#include "good_plugin.h"
