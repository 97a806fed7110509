#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the archive that runs from any folder on any distribution: the installed tree, the libraries of this system,
# its C library and loader, and their licences, but no network and cryptography libraries. Prints the name of the archive.
# usage: make_archive.sh BUILD_FOLDER OUTPUT_FOLDER
set -euo pipefail
build=$1
output=$(mkdir -p "$2" && cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)

version=$("$build/app/wavesim" --version | cut -d ' ' -f 2)
name=wavesim-$version-linux-$(uname -m)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
tree=$stage/$name
libraries=$tree/lib/wavesim
cmake --install "$build" --prefix "$tree" --strip >/dev/null
mkdir -p "$libraries"
mv "$tree/bin/wavesim" "$libraries/wavesim"
install -m 755 "$here/wavesim.sh" "$tree/bin/wavesim"

stand_ins=$stage/stand_ins
"$here/stand_in_libraries.sh" "$libraries/wavesim" "$stand_ins"
export LD_LIBRARY_PATH=$stand_ins

# The parts of the C library that drivers ask for by name go along: those of another version would not fit.
mapfile -t files < <(ldd "$libraries/wavesim" | grep -o '/[^ ]*')
folder=$(dirname "$(ldd "$libraries/wavesim" | awk '$1 == "libc.so.6" { print $3 }')")
for part in libdl.so.2 libpthread.so.0 librt.so.1 libutil.so.1 libm.so.6 libresolv.so.2; do files+=("$folder/$part"); done
mapfile -t files < <(printf '%s\n' "${files[@]}" | sort -u)
licences=$tree/share/doc/wavesim/licences
mkdir -p "$licences"
cp -L "${files[@]}" "$libraries/"
unset LD_LIBRARY_PATH
mapfile -t real < <(readlink -f "${files[@]}" | grep -v "^$stand_ins/")
# Packages know files by either name where /lib is a link to /usr/lib.
owners=$(dpkg -S "${real[@]}" "${real[@]#/usr}" 2>/dev/null || true)
for file in "${real[@]}"; do
    package=$(awk -v a="$file" -v b="${file#/usr}" '$2 == a || $2 == b { sub(":.*", "", $1); print $1; exit }' <<<"$owners")
    [ -n "$package" ] || { echo "make_archive: no package has $file, so its licence is not known" >&2; exit 1; }
    cp -L "/usr/share/doc/$package/copyright" "$licences/$package"
done

archive=$output/$name.tar.gz
tar --sort=name --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" --owner=0 --group=0 --numeric-owner -C "$stage" -c "$name" |
    gzip -9 -n >"$archive"
echo "$archive"
