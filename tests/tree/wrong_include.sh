#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: wrong_include.sh COMPILER INCLUDE_ROOT COMPILE_COMMANDS SOURCE_DIR
# For each folder of host/: a source that includes one header of another folder is compiled with exactly the include
# directories the build gives that folder. It must build when the table of host/README.md allows it, and fail otherwise.
set -euo pipefail
compiler=$1 include_root=$2 commands=$3 source_dir=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The include directories of ours that the build passes when it compiles host/<folder>.
directories_of() {
  grep -oE "\"command\": \"[^\"]*/host/$1/[^\"]*\.cpp(\\\\?\"|\")" "$commands" \
    | grep -oE -- "-I$include_root/[a-z_]+" | sort -u || true
}

declare -A may=(
  [base]="" [os]="base" [settings]="base os" [permission]="base os settings" [trust]="base os settings"
  [package]="base os" [market]="base os settings trust package" [native]="base os settings trust"
  [plugin]="base os settings trust package native" [skill]="base os settings permission trust"
  [hook]="base os settings permission trust" [terminal]="base os")
declare -A header=(
  [base]=base/result.hpp [os]=os/file_system.hpp [settings]=settings/settings.hpp [trust]=trust/origin_rights.hpp
  [package]=package/package.hpp [market]=market/market.hpp [native]=native/plugin_instance.hpp
  [plugin]=plugin/plugin_registry.hpp [skill]=skill/skill.hpp [hook]=hook/dispatcher.hpp [terminal]=terminal/screen.hpp
  [app]=app/host.hpp)

checked=0
for folder in "${!may[@]}"; do
  read -r -a directories <<<"$(directories_of "$folder" | tr '\n' ' ')"
  [ ${#directories[@]} -gt 0 ] || { [ -n "$(find "$source_dir/host/$folder" -name '*.cpp' 2>/dev/null)" ] || continue
    echo "no compile command for host/$folder"; exit 1; }
  for other in "${!header[@]}"; do
    [ "$other" != "$folder" ] || continue
    printf '#include "%s"\n' "${header[$other]}" >"$scratch/probe.cpp"
    if "$compiler" -std=c++20 -fsyntax-only "${directories[@]}" "$scratch/probe.cpp" 2>"$scratch/errors"; then built=yes; else built=no; fi
    case " ${may[$folder]} " in *" $other "*) wanted=yes ;; *) wanted=no ;; esac
    if [ "$built" != "$wanted" ]; then
      echo "host/$folder including ${header[$other]}: built $built, wanted $wanted"
      head -n 5 "$scratch/errors"
      exit 1
    fi
    checked=$((checked + 1))
  done
done
[ "$checked" -ge 100 ] || { echo "only $checked pairs were checked"; exit 1; }
echo "$checked pairs of folders"
