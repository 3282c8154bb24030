#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: compare_tells.sh COMPARE SAMPLE_DIR
# compare agrees with a right expectation however the files are written, names each wrong one, and lets pass only what
# is listed with a rule and still differs.
set -euo pipefail
compare=$1 sample=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1"; cat "$scratch/out"; exit 1; }
say() { "$compare" "$@" >"$scratch/out" 2>&1; }

echo '{"disagreements": []}' >"$scratch/none.json"
for form in "" --crlf --bom --both; do
  say $form --disagreements "$scratch/none.json" "$sample/garden" "$sample/expect.json" ||
    fail "the sample does not agree${form:+ with $form}"
done

sed 's/"Waters a bed"/"Waters a pot"/' "$sample/expect.json" >"$scratch/wrong.json"
! say --disagreements "$scratch/none.json" "$sample/garden" "$scratch/wrong.json" || fail "a wrong value passes"
grep -qxF 'garden/commands/beds/water.md: command.description: wanted "Waters a pot", got "Waters a bed"' \
  "$scratch/out" || fail "the wrong value is not named"

known='{"repository": "garden", "file": "commands/beds/water.md", "field": "command.description"'
echo "{\"disagreements\": [$known, \"rule\": \"a test\"}]}" >"$scratch/known.json"
say --disagreements "$scratch/known.json" "$sample/garden" "$scratch/wrong.json" && fail "2 % of disagreements pass"
grep -q ', 0 of them not listed' "$scratch/out" || fail "a listed disagreement is not recognised"
! say --disagreements "$scratch/known.json" "$sample/garden" "$sample/expect.json" || fail "a stale entry passes"
echo "{\"disagreements\": [$known}]}" >"$scratch/unruled.json"
! say --disagreements "$scratch/unruled.json" "$sample/garden" "$scratch/wrong.json" || fail "an entry without a rule passes"
grep -q ', 1 of them not listed' "$scratch/out" || fail "an entry without a rule excuses something"
