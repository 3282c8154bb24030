#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles what a Windows host will share (base, settings, permission, package, skill and the SDK) with MinGW, compile only: the port
# to `.dll` later must find no surprise. Headers of libraries come from Debian's packages, each through a link, so that
# nothing else of /usr/include is seen.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
compiler=x86_64-w64-mingw32-g++-posix
command -v "$compiler" >/dev/null || { echo "SKIP: no $compiler"; exit 77; }

out=$PWD/build/mingw
mkdir -p "$out/include"
for header in boost yaml-cpp spdlog fmt utf8proc.h; do ln -sfn "/usr/include/$header" "$out/include/$header"; done

flags=(-std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Werror -Ihost -Isdk/include -isystem "$out/include"
  -DBOOST_ALL_NO_LIB -DBOOST_DLL_USE_STD_FS -DSPDLOG_COMPILED_LIB -DSPDLOG_FMT_EXTERNAL -D_WIN32_WINNT=0x0A00)
export compiler
export FLAGS="${flags[*]}"

list() {
  find host/base host/settings host/permission host/package host/skill -name '*.cpp' ! -name '*_posix.cpp' ! -name '*_linux.cpp'
}
# shellcheck disable=SC2016
list | sort | xargs -P "$(nproc)" -I{} bash -c '"$compiler" $FLAGS -x c++ "$1" || { echo "does not compile with MinGW: $1"; exit 1; }' _ {}
"$compiler" "${flags[@]}" -x c++ - <<<'#include <skilldeck/plugin.hpp>'
for header in sdk/include/skilldeck/*.h; do
  "${compiler%g++-posix}gcc-posix" -std=c11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Isdk/include -x c "$header"
done
echo "compiled $(list | wc -l) files with MinGW"
