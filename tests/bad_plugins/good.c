// SPDX-License-Identifier: Apache-2.0
/* Nothing wrong: what every other file here is compared with. */
#include "good_plugin.h"
