#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A study of very many cases: expanded, sent to a cluster and collected, with a stub for the steps; and what a tiny case
costs beside its steps.

    tests/campaigns/large_studies.py build/wavesim [--cases 20000] [--tiny 640] [--bounds]

The cluster is a sbatch that runs its tasks at once, and the program of its tasks a stub that links one result into the
folder of each case. Prints seconds; with --bounds fails where those of CPU time are above what the documentation promises.
"""
import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import h5py
import numpy as np

SCENE = """wavesim: 1
domain: {size: [1.6, 1.2, 1.0]}
grid: {spacing: 10 cm, stencil: leggy-1}
time: {duration: 30 ms}
boundaries: {default: {absorption: 0.1}}
sources: [{position: [0.4, 0.4, 0.5], signal: {kind: ricker, peak_frequency: 200 Hz}}]
receivers: [{position: [1.2, 0.9, 0.4]}, {position: [0.7, 0.9, 0.7]}]
"""
STUDY = """study: 1
scene: scene.yaml
parameters: {a: {set: boundaries.default.absorption, range: {from: 0.02, to: 0.8, count: COUNT}}}
collect: {quantities: [peak]}
"""
SBATCH = """#!/bin/bash
for word; do case $word in --array=*) last=${word##*-} ;; esac; done
job=$(($(cat jobs 2>/dev/null || echo 0) + 1)); echo $job >jobs
for ((task = 1; task <= last; ++task)); do
    SLURM_ARRAY_JOB_ID=$job SLURM_ARRAY_TASK_ID=$task SLURM_JOB_ID=$job SLURM_JOB_END_TIME=9999999999 bash "${@: -1}" \\
        >/dev/null || exit
done
echo $job
"""
# Takes its share of a list of cases, as `wavesim study task` does; each gets the result of the template.
STUB = """#!/usr/bin/env python3
import json, os, sys
option = lambda name: sys.argv[sys.argv.index(name) + 1]
template = os.environ["TEMPLATE"]
case, manifest = (json.load(open(f"{template}/{file}")) for file in ("case.json", "result/wavesim.json"))
share, shares = int(option("--share")), int(option("--shares"))
for number, line in enumerate(open(sys.argv[3])):
    if number == 0 or number % shares != share - 1: continue
    one = json.loads(line)
    folder = f"{option('--output')}/cases/{one['id']}"
    os.makedirs(folder + "/result")
    for file in ("result.h5", "log.txt"): os.link(f"{template}/result/{file}", f"{folder}/result/{file}")
    json.dump({**case, "name": one["name"]}, open(folder + "/case.json", "w"))
    json.dump({**manifest, "scene_hash": one["scene_hash"]}, open(folder + "/result/wavesim.json", "w"))
"""

arguments = argparse.ArgumentParser()
arguments.add_argument("wavesim", type=lambda path: str(pathlib.Path(path).resolve()))
arguments.add_argument("--cases", type=int, default=20000)
arguments.add_argument("--tiny", type=int, default=640)
arguments.add_argument("--bounds", action="store_true", help="of CPU time, which other work on the machine lengthens, too")
given = arguments.parse_args()
folder = pathlib.Path(tempfile.mkdtemp(prefix="wavesim_large_"))
environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", TEMPLATE=str(folder / "template"))
too_much = []


def write(name, text):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def call(what, *words, place=None, most_cpu_s=None):
    start, before = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([given.wavesim, *words], cwd=place or folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    seconds, after = time.time() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{what:32} {seconds:8.2f} s, {cpu:7.2f} s of CPU time")
    if most_cpu_s and cpu > most_cpu_s:
        too_much.append(f"{what}: {cpu:.1f} s of CPU time instead of {most_cpu_s}")
    return done.stdout, cpu


def cost_of_tiny_cases(place):
    """fsyncs and CPU seconds of a case beside its steps, from runs of a few and of many: the start is in both. In memory,
    where there is room: what the kernel takes for a disk depends on the disk."""
    (place / "scene.yaml").write_text(SCENE)
    (place / "tiny.yaml").write_text(STUDY.replace("COUNT", str(given.tiny)))
    run = ("study", "run", "tiny.yaml", "--at-once", "1", "--threads", "1", "--progress", "none")
    few = max(1, given.tiny // 10)  # cases of the first run; three times as many in each of the others
    _, start = call(f"{few} of {given.tiny} tiny cases", *run, "--cases", f"1-{few}", place=place)
    costs, first = [], few + 1
    while first + 3 * few - 1 <= given.tiny:
        cases = range(first, first + 3 * few)
        first = cases.stop
        before = set((place / "results/tiny/cases").glob("*"))
        _, cpu = call(f"{len(cases)} of the others", *run, "--cases", f"{cases[0]}-{cases[-1]}", place=place)
        steps = []
        for case in set((place / "results/tiny/cases").glob("*")) - before:
            with h5py.File(case / "result/result.h5") as file:
                steps.append(float(file["report"].attrs["step_loop_s"]))
        assert len(steps) == len(cases), steps
        costs.append(1e3 * ((cpu - start) / (len(cases) - few) - np.mean(steps)))
    each = np.median(costs)
    print(f"a tiny case takes {each:.1f} ms of CPU time beside its steps (median of {', '.join(f'{c:.1f}' for c in costs)})")
    if each > 5:
        too_much.append(f"a tiny case: {each:.1f} ms instead of 5")
    if not shutil.which("strace"):
        return
    counts = []
    for cases in ("1-2", "3-12"):  # 2 and 10
        shutil.rmtree(place / "results/tiny")
        subprocess.run(["strace", "-f", "-e", "trace=fsync,fdatasync", "-o", place / "trace", given.wavesim, *run, "--cases",
                        cases], cwd=place, check=True, capture_output=True)
        counts.append(sum("sync(" in line for line in (place / "trace").read_text().splitlines()))
    fsyncs = (counts[1] - counts[0]) / 8
    print(f"and {fsyncs:g} fsyncs")
    assert fsyncs <= 4, counts


def many_cases():
    count = given.cases
    write("bin/sbatch", SBATCH)
    write("bin/squeue", "#!/bin/sh\n")
    write("bin/scontrol", "#!/bin/sh\necho 'MaxArraySize            = 1001'\n")
    write("bin/stub", STUB)
    (folder / "cluster.yaml").write_text("cluster: 1\npartition: test\ntime: '30'\nprogram: stub\n")
    (folder / "many.yaml").write_text(STUDY.replace("COUNT", str(count)))
    (folder / "one.yaml").write_text(STUDY.replace("COUNT", "2"))
    call("one case", "study", "run", "one.yaml", "--cases", "1")
    os.rename(next((folder / "results/one/cases").glob("*")), folder / "template")

    planned, _ = call(f"plan of {count} cases", "study", "plan", "many.yaml", "--json", most_cpu_s=20)
    assert len(json.loads(planned)["cases"]) == count
    sent, _ = call("sent, and computed by the stub", "study", "run", "many.yaml", "--slurm", "cluster.yaml")
    assert f" for {count} cases" in sent.replace("\u202f", "").replace(" 000", "000"), sent
    call("one of them by its number", "study", "run", "many.yaml", "--cases", str(count // 2), most_cpu_s=2)
    status, _ = call("status", "study", "status", "many.yaml", "--json")
    assert {case["state"] for case in json.loads(status)["cases"]} == {"complete"}
    call("collected", "study", "collect", "many.yaml")
    with h5py.File(folder / "results/many/collected.h5") as file:
        absorption = file["parameters/a"][:]
        assert file["peak"].shape == (count, 2) and np.isfinite(file["peak"][:]).all()
        assert np.allclose(absorption, np.linspace(0.02, 0.8, count)), absorption


try:
    (folder / "scene.yaml").write_text(SCENE)
    memory = pathlib.Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as place:
        cost_of_tiny_cases(pathlib.Path(place))
    many_cases()
finally:
    shutil.rmtree(folder, ignore_errors=True)
print("\n".join(too_much))
sys.exit(1 if too_much and given.bounds else 0)
