#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries the packages where nothing was installed before: the Debian package in a fresh Debian 12, the archive without root
# in a fresh Debian 12 and in a fresh Debian 11, whose C library is older. As root, with debootstrap and a Debian mirror;
# the systems are folders below a temporary one and are removed at the end. `tree BUILD` tries what `cmake --install`
# makes of a build, on this system. In each of them a study, a survey and a run that is stopped and goes on must come to
# their ends.
# usage: try_packages.sh FOLDER_OF_PACKAGES [deb|archive]
#        try_packages.sh BUILD_FOLDER tree
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
    umount "$place"/*/proc 2>/dev/null || true
    system=$place/$1
    rm -rf --one-file-system "$system"
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
# What clusters do with an installation, in the current folder; $wavesim is the program.
work=$(cat <<'LINES'
cat >box.yaml <<SCENE
wavesim: 1
domain: {size: [2.0, 1.6, 1.2]}
grid: {spacing: 10 cm, stencil: leggy-1}
time: {duration: 10 ms}
boundaries: {default: {absorption: 0.1}}
sources: [{name: s, position: [0.5, 0.5, 0.5], signal: {kind: ricker, peak_frequency: 150 Hz}}]
receivers: [{name: r, position: [1.5, 1.0, 0.7]}]
SCENE
printf 'study: 1\nscene: box.yaml\nparameters: {a: {set: boundaries.default.absorption, values: [0.2, 0.3, 0.5]}}\n' >three.yaml
"$wavesim" study run three.yaml --progress none
"$wavesim" study collect three.yaml
test -f results/three/collected.h5
"$wavesim" run box.yaml --set 'survey={shots: [[0.5, 0.5, 0.5], [0.6, 0.5, 0.5]]}' --shots 1 -o survey --progress none
"$wavesim" run box.yaml --set 'survey={shots: [[0.5, 0.5, 0.5], [0.6, 0.5, 0.5]]}' --shots 2 -o survey --progress none
test -f survey/result.h5
code=0
"$wavesim" run box.yaml --threads 1 --set time.duration=100 --time-limit 4s -o stopped --progress none || code=$?
test $code = 75
"$wavesim" run box.yaml --threads 1 --set time.duration=100 -o stopped --progress none | grep -i "from the checkpoint\|goes on\|went on"
test -f stopped/result.h5
LINES
)
libc_version() { inside ldd --version | sed -n '1s/.*[^0-9.]//p'; } # sed reads to the end
packages_inside() { # apt-get's words
    inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@"' sh "$@" >/dev/null
}

try_deb() {
    fresh bookworm
    cp "$packages"/wavesim_*.deb "$system/root/"
    packages_inside update
    packages_inside install "/root/$(basename "$packages"/wavesim_*.deb)"
    inside sh -ec 'cd /root && wavesim run /usr/share/wavesim/scenes/first_shot.yaml --progress none && test -f results/*/result.h5'
    inside sh -ec 'cd /root && wavesim doctor'
    inside sh -ec "mkdir /root/work && cd /root/work && wavesim=wavesim && $work"
    [ -f "$system/usr/share/man/man1/wavesim-run.1.gz" ] || fail "there is no manual page"
    inside bash -ec '. /usr/share/bash-completion/completions/wavesim; complete -p wavesim' >/dev/null
    packages_inside purge wavesim
    local left
    left=$(find "$system" -xdev -path "$system/root" -prune -o -path "$system/var/log" -prune -o -iname '*wavesim*' -print)
    [ -z "$left" ] || fail "removal leaves $left"
    echo "try_packages: the Debian package installs, runs and leaves nothing behind (Debian 12)"
}

try_archive() { # release
    fresh "$1"
    inside useradd --create-home --uid 1000 guest
    cp "$packages"/wavesim-*.tar.gz "$system/home/guest/"
    echo "try_packages: the C library of this system is $(libc_version)"
    as_user 'mkdir "a folder"; tar xf wavesim-*.tar.gz -C "a folder" --strip-components=1; mkdir bin; ln -s "../a folder/bin/wavesim" bin/wavesim'
    as_user 'bin/wavesim run "a folder/share/wavesim/scenes/first_shot.yaml" --progress none; test -f results/*/result.h5'
    as_user "mkdir 'it is work' && cd 'it is work' && wavesim=../bin/wavesim && $work"
    as_user 'bin/wavesim doctor; mv "a folder" elsewhere; elsewhere/bin/wavesim check elsewhere/share/wavesim/scenes/room.yaml'
    echo "try_packages: the archive runs without root ($1)"
}

# The driver of the host: built there, against its C library, and known to its loader alone. After try_archive.
try_driver() {
    packages_inside update
    packages_inside install gcc libc6-dev
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
    echo "try_packages: the archive finds the driver of the host"
}

try_tree() {
    cmake --install "$packages" --prefix "$place/a tree" >/dev/null
    (mkdir "$place/work" && cd "$place/work" && wavesim="$place/a tree/bin/wavesim" sh -ec "$work")
    echo "try_packages: the installed tree runs"
}

[ "${2:-both}" != tree ] || { try_tree; exit; }
[ "${2:-both}" = archive ] || try_deb
[ "${2:-both}" != deb ] || exit 0
try_archive bookworm
try_archive bullseye
try_driver
