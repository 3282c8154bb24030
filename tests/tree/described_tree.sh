#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: described_tree.sh SOURCE_DIR
# Every file pair of host/ is named in the tree of host/README.md, and every name in it is there.
set -euo pipefail
cd "$1"
status=0
described() { # the names that the tree in host/README.md gives a folder
  awk -v folder="$1/" '/^host\/$/ { inside = 1; next } inside && /^[a-z]/ { exit }
    !inside { next }
    $1 ~ /\/$/ { on = ($1 == folder); if (on) { sub(/^ *[a-z]+\//, ""); print }; next }
    /^  [a-zA-Z]/ { on = 0; next }
    on { print }' host/README.md | tr -s ' ' '\n' | sed '/^$/d'
}
for directory in host/*/; do
  folder=$(basename "$directory")
  names=$(described "$folder")
  for file in "$directory"*.hpp "$directory"*.cpp; do
    [ -e "$file" ] || continue
    name=$(basename "${file%.*}" | sed -E 's/_(posix|linux)$//')
    [ "$name" != codes ] || continue  # every folder's list of problems
    grep -qx "$name" <<<"$names" || { echo "$file is not in the tree of host/README.md"; status=1; }
  done
  for name in $names; do
    compgen -G "$directory$name.*" >/dev/null || compgen -G "$directory${name}_posix.*" >/dev/null ||
      compgen -G "$directory${name}_linux.*" >/dev/null ||
      { echo "host/README.md names $folder/$name, which is not there"; status=1; }
  done
done
exit $status
