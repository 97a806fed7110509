#!/bin/sh
# SPDX-License-Identifier: MIT
# Starts wavesim with the loader and libraries beside it. Those of the host, such as NVIDIA's driver, are found through
# LD_LIBRARY_PATH and the cache of the host's loader (/etc/ld.so.cache), after these.
libraries=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")/lib/wavesim
exec "$libraries/ld-linux-x86-64.so.2" --argv0 "$0" \
    --library-path "$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$libraries/wavesim" "$@"
