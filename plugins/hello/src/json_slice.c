/* SPDX-License-Identifier: Apache-2.0 */
#include "json_slice.h"

#include <string.h>

/* A position in a text. Every reader below moves `at` forward and never beyond `end`. */
struct cursor {
    const char* at;
    const char* end;
};

static void skip_blanks(struct cursor* c) {
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r')) ++c->at;
}

static int take(struct cursor* c, char wanted) {
    skip_blanks(c);
    if (c->at == c->end || *c->at != wanted) return 0;
    ++c->at;
    return 1;
}

/* The string that starts here, with its quotes. */
static skd_str read_string(struct cursor* c) {
    skd_str none = {NULL, 0};
    const char* start = c->at;
    for (++c->at; c->at < c->end; ++c->at) {
        if (*c->at == '\\' && c->at + 1 < c->end) {
            ++c->at; /* whatever is escaped, a quote above all, does not end the string */
        } else if (*c->at == '"') {
            ++c->at;
            skd_str string = {start, (size_t)(c->at - start)};
            return string;
        }
    }
    return none;
}

/* The value that starts here, up to the comma or bracket that ends it. Brackets inside strings do not count. */
static skd_str read_value(struct cursor* c) {
    skip_blanks(c);
    const char* start = c->at;
    size_t depth = 0;
    while (c->at < c->end) {
        const char now = *c->at;
        if (now == '"') {
            if (read_string(c).len == 0) break;
            continue;
        }
        if (depth == 0 && (now == ',' || now == '}' || now == ']')) break;
        if (now == '{' || now == '[') ++depth;
        if (now == '}' || now == ']') --depth;
        ++c->at;
    }
    skd_str value = {start, (size_t)(c->at - start)};
    while (value.len > 0 && strchr(" \t\r\n", value.ptr[value.len - 1]) != NULL) --value.len;
    return value;
}

static int is_quoted(skd_str string, const char* name) {
    const size_t len = strlen(name);
    return string.len == len + 2 && memcmp(string.ptr + 1, name, len) == 0;
}

skd_str json_member(skd_str object, const char* name) {
    const skd_str none = {NULL, 0};
    if (object.len == 0) return none;
    struct cursor c = {object.ptr, object.ptr + object.len};
    if (!take(&c, '{')) return none;
    do {
        skip_blanks(&c);
        if (c.at == c.end || *c.at != '"') return none;
        const skd_str key = read_string(&c);
        if (key.len == 0 || !take(&c, ':')) return none;
        const skd_str value = read_value(&c);
        if (is_quoted(key, name)) return value;
    } while (take(&c, ','));
    return none;
}

skd_str json_string_content(skd_str value) {
    skd_str content = {NULL, 0};
    if (value.len < 2 || value.ptr[0] != '"' || value.ptr[value.len - 1] != '"') return content;
    content.ptr = value.ptr + 1;
    content.len = value.len - 2;
    return content;
}
