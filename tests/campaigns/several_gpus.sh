#!/bin/bash
# SPDX-License-Identifier: MIT
# What a grid shared among several GPUs must keep, on a machine that has them: the bits of one GPU, in the contract's rows and in
# whole runs; refusals; checkpoints; and what sharing costs. Needs bash, coreutils and sed beside the two programs.
#
#   several_gpus.sh WAVESIM BACKENDS_TEST SCENES [GPUS]      e.g. build/wavesim build/release/tests/backends_test scenes 2
#
# Prints one line per check, which begins with ok, BAD or figure, and at the end how many are BAD; its exit status says so, too.
set -u
wavesim=$(realpath "$1") contract=$(realpath "$2") scenes=$(realpath "$3") gpus=${4:-2}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work" || exit 2
bad=0
say() { echo "$1 $2"; [ "$1" = BAD ] && bad=$((bad + 1)); return 0; }
key() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^,\"}]*\).*/\1/p" "$2" | tail -1; }   # the last value of a key in JSON

# run LOG OPTIONS...: of wavesim run, quiet; its JSON goes to LOG.
run() { local log=$1; shift; "$wavesim" run "$@" --progress json >"$log" 2>&1; }
# same A B: all files of two result folders but those with times in them are equal; how many were compared.
same() {
    local count=0 file
    while read -r file; do
        case $file in *log.txt | *result.h5 | *wavesim.json | *.lock) continue ;; esac
        cmp -s "$1/$file" "$2/$file" || { echo "$file differs"; return 1; }
        count=$((count + 1))
    done < <(cd "$1" && find . -type f | sort)
    echo "$count files byte for byte"
    [ "$count" -gt 0 ]
}

"$wavesim" doctor | grep -E 'Version|Device' || true

echo "== contract: rows that take slabs, on GPUs 0, 1, ... in turn"
"$contract" --gtest_filter='*SlabsOnGpu*:*SlabThreads*:*SlabTeam*' >contract.log 2>&1
if grep -q 'FAILED' contract.log || ! grep -q 'PASSED' contract.log; then
    say BAD "contract"; grep -E 'FAILED|Failure|error|what' contract.log | head -30
else
    say ok "contract: $(grep -c '\[       OK' contract.log) tests; $(grep -o 'slabs of this test ran on .*' contract.log | sort -u | head -1)"
fi

echo "== whole runs: $gpus GPUs against one, with the same backend"
box() { # box FILE STENCIL DEEP MILLISECONDS [OUTPUTS]: a rigid box of 512 x 512 x DEEP nodes
    cat >"$1" <<YAML
wavesim: 1
name: box
domain: {size: [5.12, 5.12, $(awk "BEGIN{print $3 / 100}")]}
grid: {spacing: 0.01, stencil: $2}
time: {duration: $4 ms}
boundaries: {default: rigid}
sources:
  - {name: speaker, position: [2.0, 1.5, 1.1], signal: {kind: ricker, peak_frequency: 1 kHz}}
receivers:
  - {name: near, position: [2.5, 2.5, 2.56]}
  - {name: far, position: [1.0, 4.0, 4.9]}
outputs: ${5:-"{traces: {wav: 48 kHz}}"}
YAML
}
compare() { # compare NAME SCENE OPTIONS...
    local name=$1 scene=$2; shift 2
    run "$name.many.log" "$scene" --gpus "$gpus" --output "$name.many" "$@"
    local code=$?
    if [ $code != 0 ]; then say BAD "$name: --gpus $gpus ends with $code: $(tail -1 "$name.many.log" | cut -c1-400)"; return; fi
    local backend; backend=$("$wavesim" plan "$scene" --gpus "$gpus" --json "$@" | sed -n 's/.*"backend": "\([^"]*\)".*/\1/p' | head -1)
    run "$name.one.log" "$scene" --gpus 1 --backend "$backend" --output "$name.one" "$@"
    code=$?
    if [ $code != 0 ]; then say BAD "$name: one GPU ends with $code: $(tail -1 "$name.one.log" | cut -c1-400)"; return; fi
    local equal; equal=$(same "$name.one" "$name.many") && say ok "$name ($backend): $equal" || say BAD "$name ($backend): $equal"
}
outputs='outputs={traces: {wav: 48 kHz}, snapshots: {every: 5 ms, slice: {y: 2}, png: true}}'
compare room "$scenes/room.yaml" --set 'grid={max_frequency: 2 kHz, points_per_wavelength: 10, stencil: auto}' \
    --set 'time.duration=50 ms' --set "$outputs"
compare first_room "$scenes/first_room.yaml"
for ground in salt two_layers first_shot marine_layers free_surface tti_fault; do
    compare "$ground" "$scenes/$ground.yaml" --set 'outputs.traces.segy=true'
done
box box.yaml leggy-2 512 20
compare box box.yaml

echo "== checkpoint: killed on $gpus GPUs, continued on one"
box kill.yaml leggy-1 512 300
run whole.log kill.yaml --gpus "$gpus" --output whole
"$wavesim" run kill.yaml --gpus "$gpus" --output killed --checkpoint-every '700 steps' --progress json >killed.log 2>&1 &
process=$!
for _ in $(seq 600); do # until the second checkpoint is there, or it ends
    [ "$(grep -c '"event":"progress"' killed.log)" -ge 6 ] || ! kill -0 $process 2>/dev/null && break
    sleep 0.1
done
kill -9 $process 2>/dev/null; wait $process 2>/dev/null
run resumed.log kill.yaml --gpus 1 --output killed --checkpoint-every '700 steps'; code=$?
resumed=$(sed -n 's/.*"resumed_at": *\([0-9]*\).*/\1/p' resumed.log | head -1)
if [ $code != 0 ]; then say BAD "resumed run ends with $code: $(tail -1 resumed.log | cut -c1-400)"
elif [ "${resumed:-0}" = 0 ]; then say BAD "the resumed run did not go on from a checkpoint"
elif equal=$(same whole killed); then say ok "it went on at step $resumed: $equal"
else say BAD "it went on at step $resumed: $equal"; fi

echo "== refusals"
refused() { # refused CODE WORDS OPTIONS...
    local code=$1 words=$2; shift 2
    local text; text=$("$wavesim" run box.yaml --output refused "$@" 2>&1); local got=$?
    if [ $got = "$code" ] && echo "$text" | grep -q "$words"; then say ok "$* -> $got: $(echo "$text" | tail -1)"
    else say BAD "$* -> $got (wanted $code, '$words'): $(echo "$text" | tail -1)"; fi
}
refused 7 'there is no GPU' --gpus 1000
refused 7 'cannot share a grid' --gpus "$gpus" --backend temporal
refused 2 'leave one of them out' --gpus "$gpus" --device 0
refused 2 'not for --backend cpu' --gpus "$gpus" --backend cpu
refused 7 'one can run it' --gpus "$gpus" --set 'domain.size=[5.12, 5.12, 0.01]' --set 'sources[0].position=[2, 1, 0.005]' \
    --set 'receivers[0].position=[1, 1, 0.005]' --set 'receivers[1].position=[1, 2, 0.005]'

echo "== figures: steps of 512^3 nodes per GPU, float, against the slower one of GPUs 0 and 1 alone; >= 97 % is asked for"
for stencil in leggy-1 compact-27-iwb compact-57-opt; do
    box one.yaml $stencil 512 40; box many.yaml $stencil $((512 * gpus)) 40
    alone=0
    for device in 0 1; do
        run one.log one.yaml --device $device --backend stream25.sweep --output one.$stencil.$device
        alone=$(awk "BEGIN{a=$alone; b=$(key ctpn_s one.log); print (a > b ? a : b)}")
    done
    through=$(run slab.log one.yaml --gpus 1 --backend stream25.sweep --output slab.$stencil; key ctpn_s slab.log)
    run many.log many.yaml --gpus "$gpus" --backend stream25.sweep --output many.$stencil
    together=$(key ctpn_s many.log)
    predicted=$("$wavesim" plan many.yaml --gpus "$gpus" --backend stream25.sweep --json | sed -n 's/.*"efficiency": *\([0-9.e-]*\).*/\1/p' | head -1)
    awk "BEGIN{printf \"figure $stencil: one %.3f ps (--gpus 1 %.3f), $gpus GPUs %.3f ps per node and step: weak efficiency %.1f %%, predicted %.1f %%\n\",
         $alone * 1e12, $through * 1e12, $together * 1e12, 100 * $alone / ($gpus * $together), 100 * $predicted}"
done
box strong.yaml leggy-1 512 40
run strong1.log strong.yaml --gpus 1 --backend stream25.sweep --output strong1
run strong2.log strong.yaml --gpus "$gpus" --backend stream25.sweep --output strong2
awk "BEGIN{printf \"figure leggy-1, 512^3 in all: %.2f times as fast on $gpus GPUs as on one\n\", $(key ctpn_s strong1.log) / $(key ctpn_s strong2.log)}"

echo "BAD in all: $bad"
[ "$bad" = 0 ]
