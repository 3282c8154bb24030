# SPDX-License-Identifier: Apache-2.0
# Turns a slot list into a header that asserts it, for the compilers that only compile.
BEGIN {
    print "// SPDX-License-Identifier: Apache-2.0"
    print "/* Made from slots.txt by tests/abi/accept: sizes and offsets where pointers have 64 bits. Include plugin_abi.h first. */"
    print "#include <stddef.h>"
    print "#if UINTPTR_MAX == UINT64_MAX"
    print "#ifdef __cplusplus"
    print "#define SKD_ASSERT(holds) static_assert(holds, #holds)"
    print "#else"
    print "#define SKD_ASSERT(holds) _Static_assert(holds, #holds)"
    print "#endif"
}
$1 == "struct" { print "SKD_ASSERT(sizeof(" $2 ") " ($7 == "growing" ? ">=" : "==") " " $4 ");" }
$1 == "slot" {
    print "SKD_ASSERT(offsetof(" $2 ", " $4 ") == " $6 ");"
    print "SKD_ASSERT(sizeof(((" $2 "*)0)->" $4 ") == " $8 ");"
}
$1 == "enum" { print "SKD_ASSERT(" $2 " == " $3 ");" }
$1 == "macro" && $3 ~ /^[0-9]/ && $2 != "SKD_ABI_MINOR" { print "SKD_ASSERT(" $2 " == " $3 ");" }
END {
    print "#undef SKD_ASSERT"
    print "#endif"
}
