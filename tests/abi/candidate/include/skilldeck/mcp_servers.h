// SPDX-License-Identifier: Apache-2.0
/* Interface "skilldeck.mcp-servers/1", plugin side: MCP servers whose configuration is known only at run time.
 *
 * A server that can be written down belongs into mcp.json or .mcp.json and needs no code. This is for one whose port,
 * path or header must be found out first. The server itself is a process or an address as always; the plugin only says
 * where it is, the host starts it, speaks to it and ends it.
 *
 * Only servers that "contributes": {"mcpServers": [name, …]} in module.json declares are started, others are dropped
 * with a diagnostic: the user has approved that list. */
#ifndef SKD_MCP_SERVERS_H
#define SKD_MCP_SERVERS_H

#include "plugin_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SKD_IFACE_MCP_SERVERS "skilldeck.mcp-servers/1"

typedef struct skd_mcp_servers_v1 {
    uint32_t size;
    uint32_t reserved; /* zero */

    /* Writes {"mcpServers": {name: {…}}} in the shape of .mcp.json, with the same variables. One bad entry is skipped
     * alone. A declared server that is absent here is listed as not configured. Asked after activate() and after
     * changed(SKD_CHANGED_MCP_SERVERS); a server whose entry did not change is left running. [serial] */
    skd_status(SKD_CALL* list)(skd_instance* self, const skd_call* call, const skd_sink* out_json);
} skd_mcp_servers_v1;

#ifdef __cplusplus
}
#endif
#endif /* SKD_MCP_SERVERS_H */
