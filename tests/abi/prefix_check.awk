# SPDX-License-Identifier: Apache-2.0
# usage: awk -f prefix_check.awk RECORDED CURRENT
# What is recorded must still be there, unchanged; new things may only stand behind it. Exit status 1 if that is broken.

function key() { return $1 == "slot" ? $1 " " $2 " " $3 : $1 == "type" ? $0 : $1 " " $2 }
function broken(what) { print "broken: " what; bad++ }

FNR == 1 { file++ }

# SKD_CALL and SKD_EXPORT have a value for each platform: such a macro is known by its whole line.
$1 == "macro" && ($2 == "SKD_CALL" || $2 == "SKD_EXPORT") { if (file == 1) { whole[$0] = 1 } else { now_whole[$0] = 1 }; next }

file == 1 { recorded[key()] = $0; order[++count] = key(); if ($1 == "struct") { size[$2] = $4; kind[$2] = $7 } next }

{
    current[key()] = $0
    if ($1 == "struct") now_size[$2] = $4
    if (key() in recorded) next
    if ($1 == "enum" && $3 == 0) broken($2 " is zero, which is never a valid enumerator (R7)")
    if ($1 == "slot" && kind[$2] == "fixed") broken($2 " has no size and may never grow (R4): " $0)
    added[++added_count] = $0
}

END {
    if (file < 2) { print "broken: an empty list"; exit 1 }
    for (line in whole) if (!(line in now_whole)) broken("was: " line ", is gone")
    for (i = 1; i <= count; i++) {
        k = order[i]
        if (!(k in current)) { broken("was: " recorded[k] ", is gone"); continue }
        if (current[k] == recorded[k]) continue
        split(k, part, " ")
        if (part[1] == "struct" && kind[part[2]] == "growing" && now_size[part[2]] > size[part[2]]) {
            split(recorded[k], was, " "); split(current[k], is, " ")
            if (was[6] == is[6] && was[7] == is[7]) continue
        }
        if (k == "macro SKD_ABI_MINOR") {
            split(recorded[k], was, " "); split(current[k], is, " ")
            if (is[3] + 0 > was[3] + 0) { added[++added_count] = current[k]; continue }
        }
        broken("was: " recorded[k] "\n        is:  " current[k])
    }
    for (i = 1; i <= added_count; i++) print "added, not recorded yet: " added[i]
    if (added_count && !bad) print "hint: ./dev abi accept records it, with a line under \"ABI\" in CHANGELOG.md"
    if (bad) print "hint: what was recorded may not change; add beside it, or, before the release, say why under \"ABI\" in CHANGELOG.md and run ./dev abi accept"
    exit bad > 0
}
