#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Debian's HDF5 and libzip ask for network and cryptography libraries: for files on Amazon S3 and for encrypted ZIP files,
# which wavesim does not read. In an archive nobody would update them. This makes libraries of the same names in their
# place, whose functions return 0. Fails where one of them is asked for anything but functions.
# usage: stand_in_libraries.sh PROGRAM OUTPUT_FOLDER
set -euo pipefail
program=$1 output=$2
mkdir -p "$output"
replaced='lib(crypto|ssl|curl)[.]so'

# Libraries that the program loads where those are not the real ones, and what they ask of those: name@version.
users() { LD_LIBRARY_PATH=$output ldd "$program" 2>/dev/null | awk '$2 == "=>" { print $3 }' | grep -vE "/$replaced"; }
# NAME of a library: the version of its symbols that FILE asks for.
version_of() {
    # awk reads to the end: readelf would be ended by a closed pipe, and this script with it.
    readelf -W -V "$2" | awk -v name="$1" '$0 ~ "File: " name { found = 1; next } found && !said && /Name:/ {
        for (i = 1; i < NF; ++i) if ($i == "Name:" && !said) { print $(i + 1); said = 1 } }'
}
make() { # name, version, functions
    local name=$1 version=$2
    shift 2
    { echo 'typedef void* any;'; for function; do echo "any $function(void) { return 0; }"; done; } >"$output/$name.c"
    printf '%s { global: *; };\n' "$version" >"$output/$name.map"
    gcc -shared -fPIC -fno-builtin -w -o "$output/$name" -Wl,-soname,"$name" -Wl,--version-script,"$output/$name.map" \
        "$output/$name.c"
    rm "$output/$name.c" "$output/$name.map"
}

names=$(for file in $(users); do readelf -d "$file" | grep NEEDED | grep -oE "$replaced[.0-9]*" || true; done | sort -u)
for name in $names; do make "$name" nothing; done # so that users() leaves out what only they load
for name in $names; do
    asked=() version=
    for file in $(users); do
        this=$(version_of "$name" "$file")
        [ -n "$this" ] || continue
        [ "${version:=$this}" = "$this" ] || { echo "stand_in_libraries: $name has two versions" >&2; exit 1; }
        mapfile -t -O "${#asked[@]}" asked < <(readelf -W --dyn-syms "$file" |
            awk -v ending="@$this" '$7 == "UND" && (at = index($8, ending)) { print $4, substr($8, 1, at - 1) }')
    done
    for symbol in "${asked[@]}"; do
        [ "${symbol% *}" = FUNC ] || { echo "stand_in_libraries: ${symbol#* } of $name is no function" >&2; exit 1; }
    done
    mapfile -t functions < <(printf '%s\n' "${asked[@]#* }" | sort -u)
    make "$name" "$version" "${functions[@]}"
done
