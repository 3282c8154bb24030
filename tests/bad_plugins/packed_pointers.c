// SPDX-License-Identifier: Apache-2.0
/* Nothing wrong: linked so that the relocations of its pointers are packed (DT_RELR). */
#include "good_plugin.h"
