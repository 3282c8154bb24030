// SPDX-License-Identifier: Apache-2.0
/* The entry is filled by a constructor, so that its file says nothing. */
#define ENTRY
#include "good_plugin.h"

extern "C" SKD_EXPORT skd_plugin_entry skilldeck_plugin_entry_v1;

static skd_plugin_entry make_entry() {
    mark("constructor");
    return {
        SKD_ABI_MAGIC, sizeof(skd_plugin_entry), SKD_ABI_MAJOR, SKD_ABI_MINOR, 0, 0, "bad", "1.0.0", INIT, good_deinit,
        CREATE};
}
skd_plugin_entry skilldeck_plugin_entry_v1 = make_entry();
