#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a study on a real Grid Engine of one node, in name spaces of its own: every case is complete in the end, a task
# whose time is over comes again, and a program that is not found is seen. Needs root and the Debian packages
# gridengine-master, -exec and -client.
# usage: grid_engine.sh WAVESIM        (exit code 77: skipped)
set -euo pipefail
wavesim=$(readlink -f "$1")
for need in sge_qmaster sge_execd qsub unshare; do
    command -v "$need" >/dev/null || { echo "skipped: $need is missing"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: this test needs root"; exit 77; }
if [ -z "${IN_NAME_SPACES:-}" ]; then
    export IN_NAME_SPACES=1
    exec unshare --mount --uts --net --pid --fork --mount-proc "$0" "$wavesim"
fi

place=$(mktemp -d)
trap 'cd /; rm -rf "$place"' EXIT
fail() { echo "grid_engine: $*" >&2; exit 1; }
for folder in lib spool; do
    cp -a "/var/$folder/gridengine" "$place/$folder"
    mount --bind "$place/$folder" "/var/$folder/gridengine"
done
hostname gridnode
printf '127.0.0.1 localhost\n10.9.9.1 gridnode\n' >"$place/hosts"
mount --bind "$place/hosts" /etc/hosts
ip link set lo up
ip address add 10.9.9.1/32 dev lo
export SGE_ROOT=/var/lib/gridengine SGE_CELL=default SGE_QMASTER_PORT=6444 SGE_EXECD_PORT=6445
echo gridnode >$SGE_ROOT/$SGE_CELL/common/act_qmaster

# A master, a node of four slots and a queue.
sge_qmaster
for ((i = 0; i < 60; ++i)); do qconf -sh >/dev/null 2>&1 && break; sleep 0.5; done
cat >"$place/editor" <<'LINES'
#!/bin/sh
sed -i 's/^min_uid .*/min_uid 0/; s/^min_gid .*/min_gid 0/; s/^schedule_interval .*/schedule_interval 0:0:1/; s/^login_shells .*/login_shells csh/' "$1"
LINES
chmod +x "$place/editor"
export EDITOR=$place/editor
{
    qconf -as gridnode
    qconf -mconf global
    qconf -msconf
    none() { for key; do echo "$key NONE"; done; }
    { echo "hostname gridnode"; none load_scaling complex_values user_lists xuser_lists projects xprojects usage_scaling report_variables; } >"$place/node"
    qconf -Ae "$place/node"
    { echo "pe_name smp"; echo "slots 99"; none user_lists xuser_lists start_proc_args stop_proc_args qsort_args
        printf '%s\n' 'allocation_rule $pe_slots' 'control_slaves FALSE' 'job_is_first_task TRUE' 'urgency_slots min' 'accounting_summary FALSE'; } >"$place/smp"
    qconf -Ap "$place/smp"
    sge_execd
    { printf '%s\n' 'qname all.q' 'hostlist gridnode' 'seq_no 0' 'nsuspend 1' 'suspend_interval 00:05:00' 'priority 0' \
        'min_cpu_interval 00:05:00' 'processors UNDEFINED' 'qtype BATCH' 'pe_list smp' 'rerun FALSE' 'slots 4' 'tmpdir /tmp' \
        'shell /bin/bash' 'shell_start_mode posix_compliant' 'notify 00:00:60' 'initial_state default'
        none load_thresholds suspend_thresholds ckpt_list prolog epilog starter_method suspend_method resume_method \
            terminate_method owner_list user_lists xuser_lists subordinate_list complex_values projects xprojects calendar
        for limit in rt cpu fsize data stack core rss vmem; do printf 's_%s INFINITY\nh_%s INFINITY\n' $limit $limit; done; } >"$place/queue"
    qconf -Aq "$place/queue"
} >"$place/log" 2>&1 || { cat "$place/log" >&2; fail "Grid Engine cannot be set up"; }

work="$place/it's work"
mkdir "$work"
cd "$work"
cat >scene.yaml <<'LINES'
wavesim: 1
domain: {size: [1.6, 1.2, 1.0]}
grid: {spacing: 10 cm, stencil: leggy-1}
time: {duration: 10 ms}
boundaries: {default: {absorption: 0.1}}
sources: [{position: [0.4, 0.4, 0.5], signal: {kind: ricker, peak_frequency: 200 Hz}}]
receivers: [{position: [1.2, 0.9, 0.4]}]
LINES
study() { printf 'study: 1\nscene: scene.yaml\nparameters: {a: {set: %s}}\n' "$2" >"$1.yaml"; }
profile() { printf 'cluster: 1\nsystem: sge\npartition: all.q\ntime: 00:10:00\nprogram: %s\n' "$1"; }
until_says() { # study, what its status says
    for ((i = 0; i < 600; ++i)); do
        said=$("$wavesim" study status "$1.yaml")
        grep -q "$2" <<<"$said" && return
        sleep 1
    done
    qstat >&2
    cat results/"$1"/slurm/logs/* >&2 || true
    fail "status of $1 does not say '$2' but: $said"
}

profile "$wavesim" >cluster.yaml
{ cat cluster.yaml; echo 'cpus: 2'; } >two.yaml
study many 'boundaries.default.absorption, range: {from: 0.05, to: 0.8, count: 40}'
study long 'time.duration, values: [2000]'
study lost 'time.duration, values: [0.01]'

"$wavesim" study run many.yaml --slurm two.yaml | grep "for 40 cases" || fail "many was not sent"
"$wavesim" study run many.yaml --slurm two.yaml | grep "nothing to send" || fail "many was sent twice"
until_says many "40 complete"
until_says many "1 ended"

"$wavesim" study run long.yaml --slurm cluster.yaml --time-limit 6s --progress plain
for ((i = 0; i < 600; ++i)); do
    ends=$(cat results/long/slurm/tasks/* 2>/dev/null | grep -c "^end .* 75" || true)
    [ "$ends" -lt 2 ] || break
    sleep 1
done
[ "$ends" -ge 2 ] || fail "the task whose time is over did not come again"
"$wavesim" study run long.yaml --slurm cluster.yaml | grep "nothing to send: 1 case" || fail "a task that comes again is sent twice"
qdel -u root >/dev/null

profile nosuch >nosuch.yaml
"$wavesim" study run lost.yaml --slurm nosuch.yaml
until_says lost "failed before wavesim began"
grep -q "ended with 127: .*nosuch: command not found" <<<"$said" || fail "the lost task is not told: $said"
echo "grid_engine: all cases are complete"
