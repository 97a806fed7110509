#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A private Slurm of one node on loopback, for tests: as root, without munge, systemd, cgroups or the system's own
# configuration. Needs the Debian package slurm-wlm.
#   local_slurm.sh start|stop|controller FOLDER
# start prints when the node is idle; commands reach it with SLURM_CONF=FOLDER/slurm.conf. controller starts slurmctld
# again after it was killed.
set -eu
command=$1 folder=$2 host=$(hostname -s)
export SLURM_CONF=$folder/slurm.conf

start_controller() {
    setsid slurmctld -D -f "$folder/slurm.conf" >>"$folder/log/slurmctld.out" 2>&1 </dev/null &
    echo $! >"$folder/slurmctld.pid"
}

wait_until_idle() {
    for ((i = 0; i < 120; ++i)); do
        case $(sinfo -h -o %t 2>/dev/null) in idle | mix | alloc) return 0 ;; esac
        sleep 0.25
    done
    echo "local_slurm: the node does not become idle; see $folder/log" >&2
    return 1
}

write_configuration() {
    local port=$((20000 + RANDOM % 20000))
    mkdir -p "$folder"/{state,spool,log}
    cat >"$folder/slurm.conf" <<TEXT
ClusterName=wavesimtest
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$port
SlurmdPort=$((port + 1))
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.own.pid
SlurmdPidFile=$folder/slurmd.own.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd.log
MailProg=/bin/true
MpiDefault=none
SwitchType=switch/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,requeue_delay=0
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=3
SlurmdTimeout=6
MessageTimeout=5
BatchStartTimeout=2
MinJobAge=300
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 RealMemory=4096 State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=INFINITE State=UP
TEXT
}

stop_all() {
    local name process
    for name in slurmd slurmctld; do
        [ -e "$folder/$name.pid" ] || continue
        process=$(cat "$folder/$name.pid")
        kill "$process" 2>/dev/null || continue
        for ((i = 0; i < 50; ++i)); do kill -0 "$process" 2>/dev/null && sleep 0.1; done
        kill -9 "$process" 2>/dev/null || true
    done
}

case $command in
    start)
        write_configuration
        start_controller
        setsid slurmd -D -N "$host" -f "$folder/slurm.conf" >"$folder/log/slurmd.out" 2>&1 </dev/null &
        echo $! >"$folder/slurmd.pid"
        wait_until_idle
        ;;
    controller)
        start_controller
        wait_until_idle
        ;;
    stop) stop_all ;;
esac
