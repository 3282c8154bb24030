#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: kill_at_each_call.sh SKILLDECK
# The real program, killed by strace at each system call of an install, an update, a rollback and an uninstall that may
# change a file.
# The plugin has twelve files, a link, an executable and a native module. After each kill a listing must work, and after
# the next command that takes the store's lock everything is before or after: record, flag, remembered version, and every
# file of every version as its list says. Exit status 77: strace is not there or may not trace.
set -euo pipefail
deck=$(readlink -f "$1")
calls=(openat write fsync syncfs renameat renameat2 rename unlinkat unlink mkdirat mkdir symlinkat fchmod chmod rmdir)

command -v strace >/dev/null || { echo "SKIP: no strace"; exit 77; }
strace -f -o /dev/null true 2>/dev/null || { echo "SKIP: strace may not trace here"; exit 77; }

all=$(mktemp -d "${TMPDIR:-/tmp}/skilldeck-faults-XXXXXX")
trap 'rm -rf "$all"' EXIT

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
  grep -oh '"version":"[0-9.]*"\|"installPath":"[^"]*"\|"p@shop": *[a-z]*\|"highest": *"[^"]*"' \
    "$config"/{plugins/installed_plugins,settings,trust}.json 2>/dev/null || true
  (cd "$config/plugins" && find . -path ./cache/.staging -prune -o ! -name '*.tmp' ! -type d -printf '%p %m %l\n' | sort)
}

# Every stored version is what its list says.
intact() {
  local list folder
  for list in "$home"/.skilldeck/plugins/cache/*/*/*/files.sha256; do
    [ -e "$list" ] || continue
    folder=$(dirname "$list")
    (cd "$folder" && sed -n '/^link /!s/^[^ ]* \([0-9a-f]*\) /\1  /p' files.sha256 | sha256sum --check --quiet) || {
      echo "$folder is not as listed"
      return 1
    }
  done
}

# What the next command that takes the lock has to say.
left_unfinished() {
  local plugins=$home/.skilldeck/plugins
  [ -z "$(ls -A "$plugins/cache/.staging" 2>/dev/null)" ] || echo "removed what an interrupted command had left"
  [ ! -s "$plugins/journal.json" ] || echo "the interrupted [a-z]* of p@shop was \(finished\|undone\)"
}

restore() { rm -rf "$home"; cp -a "$scratch/before" "$home"; }

judge() { # what: fails unless the home is before or after, and what was cleaned is said
  local unfinished now sentence
  run plugin list --json >/dev/null 2>&1 || { echo "$1: plugin list fails"; return 1; }
  unfinished=$(left_unfinished)
  run marketplace update shop >/dev/null 2>"$scratch/said" || { echo "$1: the next command fails"; return 1; }
  while read -r sentence; do
    [ -z "$sentence" ] || grep -q "$sentence" "$scratch/said" || { echo "$1: nobody says \"$sentence\""; return 1; }
  done <<<"$unfinished"
  [ -n "$unfinished" ] || ! grep -q interrupted "$scratch/said" || { echo "$1: said is $(cat "$scratch/said")"; return 1; }
  intact || { echo "$1"; return 1; }
  now=$(state)
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

# One kind of change, in a place of its own.
part() { # name
  scratch=$all/$1 home=$all/$1/home market=$all/$1/market project=$all/$1/project
  mkdir -p "$home" "$market/.claude-plugin" "$project"
  printf '{"name": "shop", "owner": {"name": "o"}, "plugins": [{"name": "p", "source": "./p"}]}' >"$market/.claude-plugin/marketplace.json"
  write_plugin 1.0.0
  run marketplace add "$market" >/dev/null
  [ "$1" = install ] || run plugin install p@shop --yes >/dev/null
  write_plugin 1.1.0
  case $1 in
    install) each_call install plugin install p@shop --yes ;;
    update) each_call update plugin update p@shop --yes ;;
    rollback)
      run plugin update p@shop --yes >/dev/null
      each_call rollback plugin rollback p@shop ;;
    uninstall)
      run plugin update p@shop --yes >/dev/null
      mkdir -p "$home/.skilldeck/plugins/data/p-shop"
      echo data >"$home/.skilldeck/plugins/data/p-shop/file"
      each_call uninstall plugin uninstall p@shop ;;
  esac
  echo "$1: $kills kills, each before or after"
}

jobs=()
for name in install update rollback uninstall; do
  part "$name" &
  jobs+=($!)
done
failed=0
for job in "${jobs[@]}"; do wait "$job" || failed=1; done
exit "$failed"
