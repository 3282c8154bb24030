// SPDX-License-Identifier: Apache-2.0
/* The entry has another name. */
#define ENTRY_SYMBOL acme_plugin_entry
#include "good_plugin.h"
