#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: run_readme.sh README SKILLDECK MARKETPLACE
# Runs every block of the page that is marked `sh`, in order, as one newcomer would: one home, one working directory
# with what the page refers to, `skilldeck` on the PATH. Each block must end well and say something.
set -euo pipefail
page=$1 program=$2 marketplace=$3
scratch=$(mktemp -d "${TMPDIR:-/tmp}/skilldeck-readme.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/bin" "$scratch/home" "$scratch/work"
ln -s "$program" "$scratch/bin/skilldeck"
cp -r "$marketplace" "$scratch/work/marketplace"
cd "$scratch/work"
printf '# Work\n' > README.md

awk -v out="$scratch/block" '/^```sh$/ { inside = 1; n++; next } /^```/ { inside = 0; next }
  inside { print > (out "-" sprintf("%02d", n)) }' "$page"
count=0
for block in "$scratch"/block-*; do
  [ -e "$block" ] || { echo "no blocks marked sh in $page"; exit 1; }
  echo "--- $(basename "$block")"
  cat "$block"
  env -i PATH="$scratch/bin:/usr/local/bin:/usr/bin:/bin" HOME="$scratch/home" LANG=C.UTF-8 TZ=UTC TMPDIR="$scratch" \
    bash -eu -o pipefail "$block" >"$scratch/said" 2>&1 </dev/null || { echo "FAILED:"; cat "$scratch/said"; exit 1; }
  [ -s "$scratch/said" ] || { echo "FAILED: it says nothing"; exit 1; }
  ! grep -q '^error: ' "$scratch/said" || { echo "FAILED:"; cat "$scratch/said"; exit 1; }
  count=$((count + 1))
done
echo "$count blocks of $page"
