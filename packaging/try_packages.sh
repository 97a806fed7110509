#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries the packages where nothing was installed before: the Debian package in a fresh Debian 12, the archive without root
# in a fresh Debian 11, whose C library is older. As root, with debootstrap and a Debian mirror; the two systems are
# folders below a temporary one and are removed at the end.
# usage: try_packages.sh FOLDER_OF_PACKAGES [deb|archive]
set -euo pipefail
packages=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
mirror=${WAVESIM_MIRROR:-http://deb.debian.org/debian}
place=$(mktemp -d "${TMPDIR:-/var/tmp}/wavesim_packages.XXXXXX")

cleanup() {
    local system
    for system in "$place"/*; do umount "$system/proc" 2>/dev/null || true; done
    rm -rf --one-file-system "$place"
}
trap cleanup EXIT
fail() { echo "try_packages: $*" >&2; exit 1; }

fresh() { # release: $system is a new one
    system=$place/$1
    if [ -d "${WAVESIM_SYSTEMS:-/nowhere}/$1" ]; then # made before by debootstrap, to save time
        cp -a "$WAVESIM_SYSTEMS/$1" "$system"
    else
        debootstrap --variant=minbase "$1" "$system" "$mirror" >"$place/$1.log" 2>&1 || {
            tail -5 "$place/$1.log" >&2
            fail "debootstrap cannot make a $1"
        }
    fi
    mount -t proc proc "$system/proc"
    install -m 644 /etc/resolv.conf "$system/etc/resolv.conf"
}
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$system" "$@"; }
as_user() { # lines of sh
    env -i PATH=/usr/bin:/bin HOME=/home/guest LANG=C.UTF-8 /usr/sbin/chroot --userspec=1000:1000 "$system" sh -ec "cd /home/guest; $1"
}
libc_version() { inside ldd --version | head -1 | grep -o '[0-9.]*$'; }

try_deb() {
    fresh bookworm
    cp "$packages"/wavesim_*.deb "$system/root/"
    inside apt-get update -q >/dev/null
    inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends /root/wavesim_*.deb' >/dev/null
    inside sh -ec 'cd /root && wavesim run /usr/share/wavesim/scenes/first_shot.yaml --progress none && test -f results/*/result.h5'
    inside sh -ec 'cd /root && wavesim doctor'
    [ -f "$system/usr/share/man/man1/wavesim-run.1.gz" ] || fail "there is no manual page"
    inside bash -ec '. /usr/share/bash-completion/completions/wavesim; complete -p wavesim' >/dev/null
    inside apt-get purge -q -y wavesim >/dev/null
    local left
    left=$(find "$system" -xdev -path "$system/root" -prune -o -path "$system/var/log" -prune -o -iname '*wavesim*' -print)
    [ -z "$left" ] || fail "removal leaves $left"
    echo "try_packages: the Debian package installs, runs and leaves nothing behind (Debian 12)"
}

try_archive() {
    fresh bullseye
    inside useradd --create-home --uid 1000 guest
    cp "$packages"/wavesim-*.tar.gz "$system/home/guest/"
    echo "try_packages: the C library of this system is $(libc_version)"
    as_user 'mkdir "a folder"; tar xf wavesim-*.tar.gz -C "a folder" --strip-components=1; mkdir bin; ln -s "../a folder/bin/wavesim" bin/wavesim'
    as_user 'bin/wavesim run "a folder/share/wavesim/scenes/first_shot.yaml" --progress none; test -f results/*/result.h5'
    as_user 'bin/wavesim doctor; mv "a folder" elsewhere; elsewhere/bin/wavesim check elsewhere/share/wavesim/scenes/room.yaml'

    # The driver of the host: built there, against its C library, and known to its loader alone.
    inside apt-get update -q >/dev/null
    inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends gcc libc6-dev' >/dev/null
    cp "$here/stand_in_driver.c" "$system/root/"
    inside sh -ec 'mkdir -p /opt/driver; echo /opt/driver >/etc/ld.so.conf.d/driver.conf
        gcc -shared -fPIC -o /opt/driver/libcuda.so.1 -Wl,-soname,libcuda.so.1 /root/stand_in_driver.c \
            -Wl,--no-as-needed -lm -ldl -lpthread -lrt; ldconfig'
    local said
    said=$(as_user 'elsewhere/bin/wavesim doctor 2>&1')
    grep "stand-in driver loaded from /opt/driver/libcuda.so.1" <<<"$said" || fail "the driver of the host is not found: $said"
    grep "no NVIDIA GPU is visible" <<<"$said" || fail "the driver of the host is not asked: $said"
    inside sh -ec 'rm /etc/ld.so.conf.d/driver.conf; ldconfig'
    as_user 'LD_LIBRARY_PATH=/opt/driver elsewhere/bin/wavesim doctor 2>&1' | grep "stand-in driver loaded" ||
        fail "the driver is not found by LD_LIBRARY_PATH"
    echo "try_packages: the archive runs without root and finds the driver of the host (Debian 11)"
}

[ "${2:-both}" = archive ] || try_deb
[ "${2:-both}" = deb ] || try_archive
