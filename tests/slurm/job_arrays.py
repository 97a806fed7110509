# SPDX-License-Identifier: MIT
"""Runs a study as a job array of a real Slurm: every case is complete in the end, and its last attempt is the one that
was not disturbed. Between, tasks are cancelled and requeued, the node goes down and the controller is killed. Tasks that
reach their time limit come again.

usage: job_arrays.py SOURCE_DIR WAVESIM        (exit code 77: skipped, where Slurm or the rights are missing)
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import h5py

source, wavesim = Path(sys.argv[1]), sys.argv[2]
CASES = 16
MANY = 2000
if "WAVESIM_EXHAUSTIVE" not in os.environ:
    print("skipped: a long test; set WAVESIM_EXHAUSTIVE=1")
    sys.exit(77)
if not all(map(shutil.which, ("slurmctld", "slurmd", "sbatch"))) or os.geteuid() != 0:
    print("skipped: this test needs slurm-wlm and root")
    sys.exit(77)

folder = Path(tempfile.mkdtemp(prefix="wavesim_slurm_"))
environment = dict(os.environ, SLURM_CONF=str(folder / "slurm" / "slurm.conf"), WAVESIM=wavesim)


def call(*words, check=True):
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=environment)
    assert not check or done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout.strip()


def local_slurm(command):
    subprocess.run([source / "tests/slurm/local_slurm.sh", command, folder / "slurm"], check=True, env=environment)


def status(study="study.yaml"):
    return json.loads(call(wavesim, "study", "status", study, "--json"))["cases"]


def wait(what, condition, seconds=240):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, f"{what}: {[case['state'] for case in status()]}\n{call('squeue', '-r')}"
        time.sleep(0.3)


def states(study="study.yaml"):
    return [case["state"] for case in status(study)]


def queue_is_empty():
    """A controller that does not answer is no empty queue."""
    asked = subprocess.run(("squeue", "-h"), capture_output=True, text=True, env=environment)
    return asked.returncode == 0 and not asked.stdout.strip()


def wait_until_saved(changed):
    """Slurm saves what it knows of jobs every few seconds: a controller that is killed before forgets what is new."""
    saved = folder / "slurm/state/job_state"
    wait("the controller saves its jobs", lambda: saved.exists() and saved.stat().st_mtime > changed, 60)


def submit():
    return call("sbatch", "--parsable", "array.sh")


(folder / "scene.yaml").write_text("""wavesim: 1
domain: {size: [2.0, 1.6, 1.2]}
grid: {spacing: 5 cm, stencil: leggy-1}
time: {duration: 0.3 s}
boundaries: {default: {absorption: 0.1}}
sources:
  - {position: [0.5, 0.5, 0.5], signal: {kind: ricker, peak_frequency: 150 Hz}}
receivers:
  - {position: [1.5, 1.0, 0.7]}
""")
(folder / "study.yaml").write_text(f"""study: 1
scene: scene.yaml
parameters:
  absorption: {{set: boundaries.default.absorption, range: {{from: 0.05, to: 0.8, count: {CASES}}}}}
""")
LONG_STUDY = """study: 1
scene: scene.yaml
parameters:
  absorption: {set: boundaries.default.absorption, values: [0.1, 0.2]}
  duration: {set: time.duration, values: [60]}
"""
# The script of docs/clusters.md, shorter.
(folder / "array.sh").write_text(f"""#!/bin/bash
#SBATCH --array=1-{CASES}
#SBATCH --time=5
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=task_%a.log
"$WAVESIM" study run study.yaml --cases "$SLURM_ARRAY_TASK_ID" --threads 1 --checkpoint-every 1s --progress none
""")

local_slurm("start")
try:
    # One array, undisturbed, and a second one beside it: each case is computed once.
    submit(), submit()
    wait("two arrays at once", queue_is_empty)
    assert states() == ["complete"] * CASES, states()
    assert [case["attempts"] for case in status()] == [1] * CASES, status()

    # The same again, disturbed.
    shutil.rmtree(folder / "results")
    job = submit()
    wait("the first cases", lambda: (folder / "results").exists() and states().count("complete") >= 2)
    call("scancel", f"{job}_{CASES}", f"{job}_{CASES - 1}")  # two that wait
    running = call("squeue", "-h", "-r", "-t", "RUNNING", "-o", "%i").split()
    if running:
        call("scontrol", "requeue", running[0], check=False)
    node = call("sinfo", "-h", "-N", "-o", "%N").split()[0]
    changed = time.time()
    call("scontrol", "update", f"NodeName={node}", "State=DOWN", "Reason=test")
    time.sleep(1)
    call("scontrol", "update", f"NodeName={node}", "State=RESUME", check=False)  # it may be back by itself
    wait_until_saved(changed)
    controller = int((folder / "slurm/slurmctld.pid").read_text())
    os.kill(controller, signal.SIGKILL)
    local_slurm("controller")
    wait("the disturbed array", queue_is_empty)
    disturbed = states()
    assert disturbed.count("complete") >= CASES - 2, disturbed
    assert set(disturbed) <= {"complete", "missing", "stopped"}, disturbed

    # `--slurm` sends what was cancelled, and nothing else; it does not send twice.
    attempts = [case.get("attempts", 0) for case in status()]
    (folder / "cluster.yaml").write_text(f"cluster: 1\npartition: test\ntime: '5'\nprogram: {wavesim}\n")
    send = (wavesim, "study", "run", "study.yaml", "--slurm", "cluster.yaml")
    left = CASES - disturbed.count("complete")
    assert f" for {left} case" in call(*send), "the array that is sent"
    assert call(*send).startswith("nothing to send: "), "the same command at once"
    wait("the last array", queue_is_empty)
    assert states() == ["complete"] * CASES, status()
    for before, state, case in zip(attempts, disturbed, status()):
        assert case["attempts"] == before + (state != "complete"), (before, state, case)
    # A task that reaches its time limit puts itself back into the queue; its second try goes on where the first ended.
    (folder / "long.yaml").write_text(LONG_STUDY)
    (folder / "short.yaml").write_text(f"""cluster: 1
partition: test
time: '20'
cpus: 2
program: {wavesim}
lines: ['export SLURM_JOB_END_TIME=$(($(date +%s) + (${{SLURM_RESTART_COUNT:-0}} > 0 ? 1000 : 15)))']
""")
    assert " for 2 cases" in call(wavesim, "study", "run", "long.yaml", "--slurm", "short.yaml")
    attempts_of = lambda: [json.loads((folder / case["folder"] / "case.json").read_text())["attempts"]
                           for case in status("long.yaml") if (folder / case["folder"] / "case.json").exists()]
    wait("the first try ends", lambda: [[a["exit_code"] for a in case] for case in attempts_of()] == [[75]] * 2)
    wait("it waits to come again", lambda: states("long.yaml") == ["queued"] * 2)
    assert call(wavesim, "study", "run", "long.yaml", "--slurm", "short.yaml").startswith("nothing to send: 2 cases")
    wait("the second try", lambda: states("long.yaml") == ["complete"] * 2, 600)  # Slurm waits before it tries again
    for case in status("long.yaml"):
        attempts = json.loads((folder / case["folder"] / "case.json").read_text())["attempts"]
        assert [attempt["exit_code"] for attempt in attempts] == [75, 0], attempts
        call(wavesim, "run", "scene.yaml", "--set", "time.duration=60", "--set",
             f"boundaries.default.absorption={case['parameters']['absorption']}", "-o", "alone", "--force")
        pressures = [h5py.File(folder / result / "result.h5")["traces/pressure"][:]
                     for result in ("alone", case["folder"] + "/result")]
        assert (pressures[0] == pressures[1]).all(), case
    # Many tiny cases: a few tasks take them, on a partition without a limit, from a folder with a blank in its name.
    many = folder / "it's many"
    many.mkdir()
    for name in ("scene.yaml", "cluster.yaml"):
        shutil.copy(folder / name, many)
    (many / "cluster.yaml").write_text(f"cluster: 1\npartition: test\ntime: 0\nprogram: {wavesim}\n")
    (many / "many.yaml").write_text(f"""study: 1
scene: scene.yaml
parameters:
  absorption: {{set: boundaries.default.absorption, range: {{from: 0.05, to: 0.8, count: {MANY}}}}}
  duration: {{set: time.duration, values: [10 ms]}}
""")
    sent = subprocess.run([wavesim, "study", "run", "many.yaml", "--slurm", "cluster.yaml"], cwd=many, env=environment,
                          capture_output=True, text=True, check=True).stdout
    assert f" for {MANY:,} cases".replace(",", " ") in sent, sent
    wait("many cases", queue_is_empty, 900)
    report = json.loads(subprocess.run([wavesim, "study", "status", "many.yaml", "--json"], cwd=many, env=environment,
                                       capture_output=True, text=True, check=True).stdout)
    assert [case["state"] for case in report["cases"]] == ["complete"] * MANY
    assert [case["attempts"] for case in report["cases"]] == [1] * MANY
    print(f"{CASES} cases, {sum(case['attempts'] for case in status())} attempts; after the disturbance {disturbed}")
finally:
    local_slurm("stop")
    shutil.rmtree(folder, ignore_errors=True)
