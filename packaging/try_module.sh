#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Loads and unloads the module file with a real Lmod: wavesim and its manual come and go, and those of others stay.
# usage: try_module.sh        (exit code 77: skipped without Lmod and man)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lmod=/usr/share/lmod/lmod/init/bash
[ -e $lmod ] && command -v man >/dev/null || { echo "skipped: Lmod or man is missing"; exit 77; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place"/{modules/wavesim,tree/bin,tree/share/man/man1}
sed "s#^local root = .*#local root = \"$place/tree\"#" "$here/wavesim.lua" >"$place/modules/wavesim/1.lua"
printf '#!/bin/sh\necho it is here\n' >"$place/tree/bin/wavesim"
printf '.TH WAVESIM 1\n' >"$place/tree/share/man/man1/wavesim.1"
chmod +x "$place/tree/bin/wavesim"
set +u
. $lmod
unset MANPATH
module use "$place/modules"
before=$(manpath 2>/dev/null)
module load wavesim/1
[ "$(wavesim)" = "it is here" ]
[ "$(man --where wavesim)" = "$place/tree/share/man/man1/wavesim.1" ]
case :$(manpath 2>/dev/null): in *:"${before##*:}":*) ;; *) echo "try_module: manuals of others are gone" >&2; exit 1 ;; esac
module unload wavesim/1
case :$PATH: in *:"$place"/*) echo "try_module: wavesim is still there" >&2; exit 1 ;; esac
echo "try_module: the module file works"
