// SPDX-License-Identifier: Apache-2.0
/* A library that shows every type of the ABI to abidiff, nothing else. */
#include <skilldeck/plugin_abi.h>

#define SHOW(type)                                  \
    SKD_EXPORT void show_##type(const type* value); \
    void show_##type(const type* value) {           \
        (void)value;                                \
    }

SHOW(skd_plugin_entry)
SHOW(skd_instance_api)
SHOW(skd_host_api)
SHOW(skd_session_v1)
SHOW(skd_availability_v1)
SHOW(skd_skills_v1)
SHOW(skd_hooks_v1)
SHOW(skd_mcp_servers_v1)
