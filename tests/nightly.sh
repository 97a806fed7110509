#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is too long for every change: long tests, all tests under sanitizers, another compiler, a build without
# CUDA, clang-tidy over all sources, whole tables. Together with a change's own tests (.ci/run) it runs every test.
#
# usage: tests/nightly.sh [PART...]
#
#   whole    all tests of the Release build: also those that take more than 0.6 s (night/tests.txt), a fifth of the tests and three
#            quarters of the time
#   sanitizers  all programs under AddressSanitizer and UndefinedBehaviorSanitizer, and the time loop under ThreadSanitizer
#   clang    Release by clang++ with its OpenMP, and all tests
#   no-cuda  Release without a CUDA toolkit, and all tests
#   tidy     clang-tidy over the library and the program
#   tables   every row of the tables that usual runs take a sample of: registers of kernels, decays of boxes, fuzz
#   site     the site of all documents with its reference of the headers
#   faults   20 faults drawn by chance, with the date as the seed (mutants/drawn/drawn.py)
#
# Without parts all of them. Each ends with a line: date, commit, part, passed or FAILED, seconds. These lines are also
# added to build/nightly/results.txt, and what a part printed is in build/nightly/PART.log. Ends with 1 where a part failed.
set -uo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/nightly
jobs=$(nproc)
mkdir -p "$folder"

as_a_change=(-DWAVESIM_WERROR=ON -DWAVESIM_TESTS_IN_PARTS=ON) # as .ci/run compiles and runs it, so that a compiler cache serves both

made() { # name of a folder in build/, options of cmake...
    local build=build/$1
    shift
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DWAVESIM_TESTS=ON "$@" && cmake --build "$build" -j "$jobs"
}

tested() { # name of a folder in build/, options of ctest...
    local build=build/$1
    shift
    OMP_WAIT_POLICY=passive ctest --test-dir "$build" --output-on-failure -j "$jobs" "$@"
}

run_part() {
    case $1 in
        whole) made release "${as_a_change[@]}" && tested release ;;
        sanitizers) ./dev test --sanitizers -R '^[at]san\.' ;;
        clang) made clang-release -DCMAKE_CXX_COMPILER=clang++-14 && tested clang-release ;;
        no-cuda) made no-cuda "${as_a_change[@]}" -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON && tested no-cuda ;;
        tidy) ./dev tidy ;;
        tables) made release "${as_a_change[@]}" && WAVESIM_EXHAUSTIVE=1 tested release -R '^(kernels|io|stencils|physics)\.' ;;
        site) ./dev docs ;;
        faults) tests/mutants/drawn/drawn.py --seed "$(date +%Y%m%d)" --count 20 --jobs "$jobs" --least 75 ;;
    esac
}

parts="whole sanitizers clang no-cuda tidy tables faults site"
for part in "$@"; do
    case " $parts " in
        *" $part "*) ;;
        *) echo "nightly.sh: there is no part $part; parts are $parts" >&2 && exit 2 ;;
    esac
done
failed=0
# shellcheck disable=SC2086 # a word per part
[ $# -gt 0 ] || set -- $parts
for part in "$@"; do
    start=$SECONDS
    if run_part "$part" >"$folder/$part.log" 2>&1; then result=passed; else result=FAILED failed=1; fi
    echo "$(date +%F) $(git rev-parse --short=8 HEAD) $part $result $((SECONDS - start)) s" | tee -a "$folder/results.txt"
done
exit $failed
