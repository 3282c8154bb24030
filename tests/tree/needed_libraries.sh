#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: needed_libraries.sh PROGRAM SANITIZERS
# Reads the dynamic section of the host: it may need libc, libm and the loader, and nothing else.
set -euo pipefail
[ -z "$2" ] || { echo "SKIP: a sanitizer build links its run-time libraries"; exit 77; }
needed=$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
[ -n "$needed" ] || { echo "no NEEDED entry read from $1"; exit 1; }
extra=$(grep -vxE 'libc\.so\.6|libm\.so\.6|ld-linux[-a-z0-9]*\.so\.[0-9]+' <<<"$needed" || true)
[ -z "$extra" ] || { echo "the host also needs:"; echo "$extra"; exit 1; }
echo $needed
