# SPDX-License-Identifier: Apache-2.0
# Reads the C headers of the ABI and writes a C program that prints the slot list: one line for each struct, slot,
# enumerator, plain type and macro. What the text of a header says is listed as text, offsets and sizes by the compiler.

# Takes comments out; keeps macros for later and drops the other preprocessor lines.
{
    line = $0
    sub(/^\/\/.*/, "", line)
    while (1) {
        if (in_comment) {
            end = index(line, "*/")
            if (!end) { line = ""; break }
            line = substr(line, end + 2)
            in_comment = 0
        }
        start = index(line, "/*")
        if (!start) break
        rest = substr(line, start + 2)
        end = index(rest, "*/")
        if (end) line = substr(line, 1, start - 1) " " substr(rest, end + 2)
        else { line = substr(line, 1, start - 1); in_comment = 1; break }
    }
    while (sub(/\\$/, "", line) && (getline more) > 0) line = line more
    if (line ~ /^[ \t]*#/) {
        if (line ~ /^#define SKD_/ && line !~ /^#define SKD_[A-Z0-9_]*_H$/) macro(line)
        next
    }
    text = text " " line
}

function squeeze(s) { gsub(/[ \t\n]+/, " ", s); gsub(/^ | $/, "", s); gsub(/ \*/, "*", s); gsub(/\( /, "(", s); return s }
function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); gsub(/%/, "%%", s); return s }
function out(s) { print "    " s }

function macro(line) {
    sub(/^#define /, "", line)
    line = squeeze(line)
    macros[++macro_count] = line
}

# `const skd_sink* err` says the same as `const skd_sink*`: names of parameters are no part of the ABI.
function without_names(list,    parts, count, i, result) {
    count = split(list, parts, ",")
    for (i = 1; i <= count; i++) {
        parts[i] = squeeze(parts[i])
        if (parts[i] ~ /[ *][a-z_0-9]+$/ && parts[i] !~ /^(const |struct |unsigned )?[a-z_0-9]+$/) sub(/[ ]?[a-z_0-9]+$/, "", parts[i])
        result = result (i > 1 ? ", " : "") squeeze(parts[i])
    }
    return result
}

function slot(struct, n, declaration,    name, type, arguments) {
    if (declaration ~ /\(SKD_CALL\* ?[a-z_0-9]+\)/) {
        match(declaration, /\(SKD_CALL\* ?[a-z_0-9]+\)/)
        name = substr(declaration, RSTART + 10, RLENGTH - 11)
        arguments = substr(declaration, RSTART + RLENGTH)
        type = substr(declaration, 1, RSTART - 1)
        gsub(/^\(|\)$/, "", arguments)
        type = squeeze(type) "(SKD_CALL*)(" without_names(arguments) ")"
    } else {
        if (declaration ~ /,/) { print "one slot a line, please: " declaration > "/dev/stderr"; failed = 1; exit 1 }
        match(declaration, /[a-z_0-9]+$/)
        name = substr(declaration, RSTART)
        type = squeeze(substr(declaration, 1, RSTART - 1))
    }
    gsub(/ /, "", name)
    out("printf(\"slot " struct " " n " " name " offset %zu size %zu type " quoted(type) "\\n\", offsetof(" struct ", " name "), sizeof(((" struct "*)0)->" name "));")
}

function structs(    body, name, slots, count, i, n, kind) {
    while (match(text, /typedef struct [a-z_0-9]+ \{[^}]*\} [a-z_0-9]+;/)) {
        body = substr(text, RSTART, RLENGTH)
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
        name = body
        sub(/^typedef struct /, "", name)
        sub(/ \{.*/, "", name)
        sub(/^[^{]*\{/, "", body)
        sub(/\}.*/, "", body)
        kind = (squeeze(body) ~ /^uint32_t size;/ || name == "skd_plugin_entry") ? "growing" : "fixed"
        out("printf(\"struct " name " size %zu align %zu " kind "\\n\", sizeof(" name "), _Alignof(" name "));")
        count = split(body, slots, ";")
        n = 0
        for (i = 1; i <= count; i++) if (squeeze(slots[i]) != "") slot(name, n++, squeeze(slots[i]))
    }
}

function enumerators(    body, items, count, i, name) {
    while (match(text, /enum \{[^}]*\};/)) {
        body = substr(text, RSTART + 6, RLENGTH - 8)
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
        count = split(body, items, ",")
        for (i = 1; i <= count; i++) {
            name = squeeze(items[i])
            sub(/[ =].*/, "", name)
            if (name != "") out("printf(\"enum " name " %lld\\n\", (long long)" name ");")
        }
    }
}

function types(    body) {
    while (match(text, /typedef [^;{]*;/)) {
        body = squeeze(substr(text, RSTART + 8, RLENGTH - 9))
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
        out("printf(\"type " quoted(body) "\\n\");")
    }
}

END {
    if (failed) exit 1
    gsub(/[ \t]+/, " ", text)
    print "#include <skilldeck/plugin_abi.h>"
    print "#include <stdio.h>"
    print "int main(void) {"
    for (i = 1; i <= macro_count; i++) out("printf(\"macro " quoted(macros[i]) "\\n\");")
    structs()
    enumerators()
    types()
    out("return 0;")
    print "}"
    gsub(/extern "C"|[{} ]/, "", text)
    if (text != "") { print "not understood: " text > "/dev/stderr"; exit 1 }
}
