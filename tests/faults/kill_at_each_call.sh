#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: kill_at_each_call.sh SKILLDECK
# The real program, killed by strace at each system call of an install, an update and an uninstall that may change a file.
# The plugin has twelve files, a link, an executable and a native module. After each kill a listing must work, and after
# the next command that takes the store's lock everything is before or after: record, flag, remembered version, and every
# file of every version as its list says. Exit status 77: strace is not there or may not trace.
set -euo pipefail
deck=$(readlink -f "$1")
calls=(openat write fsync syncfs renameat renameat2 rename unlinkat unlink mkdirat mkdir symlinkat fchmod chmod rmdir)

command -v strace >/dev/null || { echo "SKIP: no strace"; exit 77; }
strace -f -o /dev/null true 2>/dev/null || { echo "SKIP: strace may not trace here"; exit 77; }

scratch=$(mktemp -d "${TMPDIR:-/tmp}/skilldeck-faults-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
home=$scratch/home market=$scratch/market project=$scratch/project

run() { # the program with nothing of the caller's environment
  (cd "$project" && env -i HOME="$home" PATH=/usr/bin:/bin "${prefix[@]}" "$deck" "$@")
}
prefix=()

write_plugin() { # version
  rm -rf "$market/p"
  mkdir -p "$market/p/.claude-plugin" "$market/p/tools" "$market/p/dev.skilldeck"
  printf '{"name": "p", "version": "%s"}' "$1" >"$market/p/.claude-plugin/plugin.json"
  local i
  for i in 1 2 3 4 5 6 7 8 9; do
    mkdir -p "$market/p/skills/s$i"
    printf -- '---\nname: s%s\ndescription: d\n---\nBody of %s.\n' "$i" "$1" >"$market/p/skills/s$i/SKILL.md"
  done
  printf '#!/bin/sh\n' >"$market/p/tools/run.sh"
  chmod 755 "$market/p/tools/run.sh"
  ln -s tools/run.sh "$market/p/link"
  printf '\177ELF' >"$market/p/dev.skilldeck/p.so"
}

# What there is, without times: installed versions, the flag, the remembered version, and the files of the store.
state() {
  local config=$home/.skilldeck
  grep -o '"version":"[0-9.]*"\|"installPath":"[^"]*"' "$config/plugins/installed_plugins.json" 2>/dev/null || true
  grep -o '"p@shop": *[a-z]*' "$config/settings.json" 2>/dev/null || true
  grep -o '"highest": *"[^"]*"' "$config/trust.json" 2>/dev/null || true
  (cd "$config/plugins" && find cache data -path cache/.staging -prune -o ! -type d -printf '%p %m %l\n' 2>/dev/null | sort)
  ls "$config/plugins" | grep -v '\.tmp$' || true
}

intact() { # every stored version is what its list says
  local list folder mode digest path
  for list in "$home"/.skilldeck/plugins/cache/*/*/*/files.sha256; do
    [ -e "$list" ] || continue
    folder=$(dirname "$list")
    while read -r mode digest path; do
      [ "$mode" != link ] || continue
      [ "$(sha256sum <"$folder/$path" | cut -d' ' -f1)" = "$digest" ] || { echo "$folder/$path is not as listed"; return 1; }
    done <"$list"
  done
}

restore() { rm -rf "$home"; cp -a "$scratch/before" "$home"; }

judge() { # what: fails unless the home is before or after
  run plugin list --json >/dev/null || { echo "$1: plugin list fails"; return 1; }
  run marketplace update shop >/dev/null || { echo "$1: the next command fails"; return 1; }
  intact || { echo "$1"; return 1; }
  local now; now=$(state)
  [ "$now" = "$state_before" ] || [ "$now" = "$state_after" ] || {
    printf '%s: neither before nor after\n--- before\n%s\n--- after\n%s\n--- now\n%s\n' "$1" "$state_before" "$state_after" "$now"
    return 1
  }
}

kills=0
each_call() { # name command...: killed at each call in turn
  local name=$1 call count n; shift
  rm -rf "$scratch/before"; cp -a "$home" "$scratch/before"
  state_before=$(state)
  prefix=(strace -f -qq -o "$scratch/trace" -e "trace=$(IFS=,; echo "${calls[*]/#/?}")")
  run "$@" >/dev/null
  prefix=()
  run marketplace update shop >/dev/null
  state_after=$(state)
  [ "$state_before" != "$state_after" ] || { echo "$name changes nothing"; return 1; }
  for call in "${calls[@]}"; do
    count=$(grep -cE "^[0-9]+ +$call\(" "$scratch/trace" || true)
    for ((n = 1; n <= count; n++)); do
      restore
      prefix=(strace -f -qq -o /dev/null -e "trace=$call" -e "inject=$call:signal=KILL:when=$n")
      run "$@" >/dev/null 2>&1 || true
      prefix=()
      judge "$name, killed at $call $n of $count"
      kills=$((kills + 1))
    done
  done
  restore
  run "$@" >/dev/null
}

mkdir -p "$home" "$market/.claude-plugin" "$project"
printf '{"name": "shop", "owner": {"name": "o"}, "plugins": [{"name": "p", "source": "./p"}]}' >"$market/.claude-plugin/marketplace.json"
write_plugin 1.0.0
run marketplace add "$market" >/dev/null
each_call install plugin install p@shop --yes
write_plugin 1.1.0
each_call update plugin update p@shop --yes
each_call rollback plugin rollback p@shop
mkdir -p "$home/.skilldeck/plugins/data/p-shop"
echo data >"$home/.skilldeck/plugins/data/p-shop/file"
each_call uninstall plugin uninstall p@shop
echo "$kills kills, each before or after"
