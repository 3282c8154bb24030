#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The two commands of the README in a new Debian 12: a minimal system is made with debootstrap, this checkout is copied
# into it, and in it `./dev run` installs what is missing, builds and runs a piped session, then `./dev test` passes in
# under ten minutes. Needs root and the Debian mirror this machine uses. What the session shows is checked line by line.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
limit=600

if [ "$(id -u)" != 0 ]; then echo "skipped: debootstrap and chroot need root"; echo "0 passed, 0 failed"; exit 0; fi
root=${SKILLDECK_FRESH_ROOT:-$PWD/build/fresh}
[ "${root#/}" != "$root" ] || { echo "error: $root is not absolute" >&2; exit 2; }
unmount() { for place in dev proc; do umount -Rl "$root/$place" 2>/dev/null || true; done; }
trap unmount EXIT
unmount
rm -rf --one-file-system "$root"

# The archive that this machine's own apt reads for Debian 12.
mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' | awk '$2 == "bookworm" { print $1; exit }' || true)
echo "== debootstrap from ${mirror:=http://deb.debian.org/debian}"
debootstrap --variant=minbase bookworm "$root" "$mirror" >build/fresh.log 2>&1 || { tail -n 20 build/fresh.log; exit 1; }
# The same package sources and resolver as this machine, so that the same mirror answers.
cp -a /etc/apt/. "$root/etc/apt/"
cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
cp -L /etc/hosts "$root/etc/hosts" 2>/dev/null || true
[ ! -d /usr/local/share/ca-certificates ] || cp -a /usr/local/share/ca-certificates "$root/usr/local/share/"
[ ! -d /etc/ssl/certs ] || { mkdir -p "$root/etc/ssl"; cp -aL /etc/ssl/certs "$root/etc/ssl/" 2>/dev/null || true; }
mount -t proc proc "$root/proc"
# With dev/pts: sessions are tested on pseudo terminals. As a slave, so that nothing mounted here reaches this machine.
mount --rbind --make-rslave /dev "$root/dev"

mkdir -p "$root/src/skilldeck"
git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$root/src/skilldeck"

inside() { # command: in the new system, in the checkout, with a clean environment
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TZ=UTC \
    ${http_proxy:+http_proxy=$http_proxy} ${https_proxy:+https_proxy=$https_proxy} \
    chroot "$root" sh -c "cd /src/skilldeck && $1"
}

passed=0 failed=0
check() { # NAME COMMAND...
  local name=$1; shift
  if "$@"; then passed=$((passed + 1)); echo "ok      $name"; else failed=$((failed + 1)); echo "FAILED  $name"; fi
}

start=$SECONDS
session=build/fresh-session.txt
cat >"$root/src/input" <<'END'
/plugin install command-guard@skilldeck
/plugin install workspace-context@skilldeck
/plugin disable command-guard@skilldeck
/plugin list
/skills
/workspace-context:summary
/exit
END
echo "== ./dev run"
check "./dev run ends well" inside './dev run < /src/input > /src/output 2> /src/errors'
cat "$root/src/output" "$root/src/errors" >"$session" || true
echo "   $((SECONDS - start)) s"
shows() { grep -qE "$1" "$session" || { echo "   not found: $1"; return 1; }; }
check "the first plugin is installed" shows 'command-guard@skilldeck'
check "the second plugin is installed" shows 'workspace-context@skilldeck'
check "the disabled plugin is listed as disabled" shows 'command-guard@skilldeck.*disabled'
check "the enabled plugin is listed as enabled" shows 'workspace-context@skilldeck.*enabled'
check "its skill is on the list" shows 'workspace-context:summary'
check "the skill computed its text from the project" shows 'CMakeLists.txt'
[ "$failed" = 0 ] || tail -n 60 "$session"

start=$SECONDS
echo "== ./dev test"
check "./dev test passes" inside './dev test > /src/test.log 2>&1'
took=$((SECONDS - start))
tail -n 8 "$root/src/test.log"
check "./dev test took $took s, under $limit" [ "$took" -lt "$limit" ]

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
