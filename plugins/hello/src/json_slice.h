/* SPDX-License-Identifier: Apache-2.0 */
/* Finds a member in a JSON object and hands back its value as the bytes that stand there, quotes and escapes included.
 * Nothing is decoded and nothing is copied: a string found this way can be put into other JSON as it is. Enough for a
 * plugin that passes texts on; one that looks into them takes a JSON library. Pure functions, any thread. */
#ifndef HELLO_JSON_SLICE_H
#define HELLO_JSON_SLICE_H

#include <skilldeck/plugin_abi.h>

/* The value of the member `name` of `object`; an empty slice if `object` is no object or has no such member. */
skd_str json_member(skd_str object, const char* name);

/* What is between the quotes of a JSON string, still escaped; empty if `value` is anything else. */
skd_str json_string_content(skd_str value);

#endif
