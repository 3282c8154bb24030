// SPDX-License-Identifier: Apache-2.0
/* A slot of the entry is null. */
#define CREATE NULL
#include "good_plugin.h"
