// SPDX-License-Identifier: Apache-2.0
/* Interface "skilldeck.skills/1", plugin side: skills whose text is computed.
 *
 * A skill that is only text is a folder with a SKILL.md and needs no code. This is for prompts that must be put
 * together when they are asked for. Their static part (name, description, arguments, …) is in
 * dev.skilldeck/skills.json, so that the host can list them without opening the library; only render() and read_file()
 * run code then.
 *
 * "contributes" in module.json names every skill. A skill that it does not name is dropped, unless it says
 * "dynamicSkills": true: then the host also calls list(), after activate() and after changed(SKD_CHANGED_SKILLS).
 *
 * The host sets origin, trust and plugin of a skill itself. Text from here is plain: what looks like a shell block in
 * it is never run. Every slot is called between activate() and deactivate() only. */
#ifndef SKD_SKILLS_H
#define SKD_SKILLS_H

#include "plugin_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SKD_IFACE_SKILLS "skilldeck.skills/1"

typedef struct skd_skills_v1 {
    uint32_t size;
    uint32_t reserved; /* zero */

    /* Writes a JSON array, one object a skill, with the members of skills.json:
     *   name (required), displayName, description, aliases, whenToUse, argumentHint, arguments, allowedTools,
     *   disallowedTools, model, effort, context, agent, paths, shell, hooks, version, metadata, userInvocable,
     *   modelInvocable, files: [{path, bytes}]
     * and two that only code can know: enabled (default true) and enabledIsDynamic (ask is_enabled, default false).
     * An item that is wrong is skipped with a diagnostic, the others count. SKD_ERR_UNSUPPORTED: nothing to list,
     * skills.json says it all. [serial] */
    skd_status(SKD_CALL* list)(skd_instance* self, const skd_call* call, const skd_sink* out_json);

    /* Should `skill` be offered at this moment? Asked at each listing, and only for skills with enabledIsDynamic, so it
     * must be fast. SKD_OK: yes. SKD_ERR_UNAVAILABLE: no, the sentence given to reason->fail is shown
     * where the user asks why. [serial] */
    skd_status(SKD_CALL* is_enabled)(skd_instance* self, const skd_call* call, skd_str skill, const skd_sink* reason);

    /* The prompt. `request_json`: {args?: the raw string after the name, argv: [its words], baseDirectory?: where the
     * host has written the skill's files}. `args` is absent when the skill was called without arguments.
     * Writes {"blocks": [{"type": "text", "text": …}, …]}; there must be at least one block.
     * SKD_ERR_INVALID_ARGUMENT with a message: the arguments are wrong, the message is for whoever called.
     * SKD_ERR_NOT_FOUND: no such skill. [serial](c) */
    skd_status(SKD_CALL* render)(skd_instance* self, const skd_call* call, skd_str skill, skd_str request_json,
                                 const skd_sink* out_json);

    /* The bytes of one of the skill's `files`, named as there: relative, with slashes. The host writes them out and
     * checks the length against `bytes`. Not text: any byte may occur. SKD_ERR_NOT_FOUND: no such file. [serial](c) */
    skd_status(SKD_CALL* read_file)(skd_instance* self, const skd_call* call, skd_str skill, skd_str path,
                                    const skd_sink* out_bytes);
} skd_skills_v1;

#ifdef __cplusplus
}
#endif
#endif /* SKD_SKILLS_H */
