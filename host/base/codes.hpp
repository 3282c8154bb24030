// SPDX-License-Identifier: Apache-2.0
// What this folder can report about text, JSON, front matter and globs: code, severity, sentence, hint
// (base/diagnostic_code.hpp). Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records
// them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(json_malformed, "json-malformed", error, "not valid JSON: {} at line {}, column {}", "correct the JSON at that place")
SKILLDECK_CODE(json_too_large, "json-too-large", error, "larger than the limit of {} bytes", "make the file smaller")
SKILLDECK_CODE(json_too_deep, "json-too-deep", error, "nested deeper than {} levels", "flatten the JSON")
SKILLDECK_CODE(json_wrong_type, "json-wrong-type", error, "\"{}\" is {}, wanted {}", "change the value's type")
SKILLDECK_CODE(text_not_utf8, "text-not-utf8", error, "not valid UTF-8", "save the file as UTF-8")
SKILLDECK_CODE(text_utf16, "text-utf16", error, "the file is UTF-16 and cannot be read", "save the file as UTF-8")
SKILLDECK_CODE(frontmatter_colon, "frontmatter-colon", warning, "\"{}\" has no colon with a blank behind it; the line was read as that key", "write it as `{0}: value`")
SKILLDECK_CODE(frontmatter_repaired, "frontmatter-repaired", warning, "the value of \"{}\" is not valid YAML and was read as it is written", "put the value in quotes, or start it with >- and indent the text below")
SKILLDECK_CODE(frontmatter_line_dropped, "frontmatter-line-dropped", warning, "a line of the front matter belongs to no field and was left out: {}", "write it as `key: value`, or move it below the closing ---")
SKILLDECK_CODE(frontmatter_tabs, "frontmatter-tabs", warning, "the front matter is indented with tabs", "indent with blanks: YAML has no tabs there")
SKILLDECK_CODE(frontmatter_value_cut, "frontmatter-value-cut", warning, "the value of \"{}\" ends before \" #\": YAML takes the rest of the line as a comment", "put the value in quotes if the rest belongs to it")
SKILLDECK_CODE(frontmatter_repeated_key, "frontmatter-repeated-key", warning, "\"{}\" is given more than once; the last one counts", "keep one of them")
SKILLDECK_CODE(frontmatter_restriction_swallowed, "frontmatter-restriction-swallowed", warning, "the line that begins with \"{}\" belongs to another value, and restricts the skill all the same", "write it as `{1}: value` at the very start of its line")
SKILLDECK_CODE(frontmatter_comment_kept, "frontmatter-comment-kept", warning, "\" #\" inside a parenthesis of \"{}\" is read as text: to YAML the rest of the line is a comment", "put the value in quotes")
SKILLDECK_CODE(frontmatter_unclosed, "frontmatter-unclosed", warning, "the front matter has no closing --- line, so the whole file is read as text", "end the front matter with a line of its own: ---")
SKILLDECK_CODE(frontmatter_unreadable, "frontmatter-unreadable", error, "the front matter cannot be read: {}", "write it as `key: value` lines between two --- lines")
SKILLDECK_CODE(frontmatter_too_large, "frontmatter-too-large", error, "the front matter is larger than {} bytes", "move long text below the closing ---")
SKILLDECK_CODE(frontmatter_too_deep, "frontmatter-too-deep", error, "the front matter is nested deeper than {} levels", "flatten it")
SKILLDECK_CODE(frontmatter_too_many_nodes, "frontmatter-too-many-nodes", error, "the aliases of the front matter stand for more than {} values", "write the values out instead of repeating them with *alias")
SKILLDECK_CODE(frontmatter_too_many_values, "frontmatter-too-many-values", error, "the front matter holds more than {} values", "move what a skill does not need to a file of its own")
SKILLDECK_CODE(frontmatter_not_yaml, "frontmatter-not-yaml", warning, "the front matter is not valid YAML ({}) and was read field by field", "correct the front matter at that line")
SKILLDECK_CODE(glob_invalid, "glob-invalid", error, "\"{}\" is not a usable pattern: {}", "see the pattern format of gitignore")
// clang-format on

}  // namespace skilldeck::code
