#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A build of the same sources in another folder takes its objects from ccache: at least 90 of 100 calls hit.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
scratch=$(mktemp -d "${TMPDIR:-/tmp}/skilldeck-ccache.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
git ls-files -z | while IFS= read -r -d '' f; do [ -e "$f" ] && printf '%s\0' "$f"; done | tar --null -T - -cf - | tar -xf - -C "$scratch"
cd "$scratch"
export CCACHE_STATSLOG=$scratch/ccache.log
cmake --preset dev >/dev/null
cmake --build --preset dev --target skilldeck_base skilldeck_settings -j "$(nproc)" >/dev/null
hits=$(grep -cE '^(direct|preprocessed)_cache_hit$' "$CCACHE_STATSLOG" || true)
misses=$(grep -cE '^cache_miss$' "$CCACHE_STATSLOG" || true)
echo "$hits hits, $misses misses"
[ "$hits" -gt 0 ] && [ $((hits * 10)) -ge $(((hits + misses) * 9)) ]
