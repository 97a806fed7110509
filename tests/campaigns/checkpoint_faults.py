#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Faults at every place of a short run with checkpoints: nothing may be lost, nothing wrong may be accepted.

    tests/campaigns/checkpoint_faults.py build/wavesim [--every 1] [--jobs 2] [--starters 50] [--only PART ...]

Parts: `kills` ends the run at each of its system calls (strace); `errors` lets each write, fsync, rename and other call
that changes the disk fail once with ENOSPC, EIO and EDQUOT. strace counts the calls of each thread, so the n-th of the main
thread hides those of others; therefore calls that have to do with a file of the result are also counted by file. `clock` goes on with the clock a day back and with the newer
checkpoint's file older than the other; `starters` starts two runs at once in one folder and kills one of them. After
each fault the same command must end with the bits of an unbroken run, and it may begin anew only where no checkpoint had
its name yet. `--every N` takes each N-th place. Prints what failed, and ends with 1 where anything did.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from resumed_runs import Program, differences, newest_state, origin_of, went_on_from

SCENE = """wavesim: 1
name: small
domain: {size: [1.2, 1.0, 0.8]}
grid: {spacing: 10 cm, stencil: leggy-2}
time: {duration: 20 ms}
boundaries: {default: {absorption: 0.2, incidence: normal}}
sources:
  - {name: speaker, position: [0.5, 0.5, 0.5], signal: {kind: ricker, peak_frequency: 150 Hz}}
receivers:
  - {name: seat, position: [1.0, 0.7, 0.3]}
outputs: {snapshots: {every: 10 ms, slice: {z: 0.4}, vtk: true}}
"""
EVERY = ("--checkpoint-every", "40 steps", "--threads", "1")
ERRORS = ["ENOSPC", "EIO", "EDQUOT"]
CHANGES = ["write", "pwrite64", "writev", "fsync", "fdatasync", "rename", "ftruncate"]


class Faults:
    def __init__(self, program, scene, jobs):
        self.program, self.scene, self.jobs = program, scene, jobs
        self.whole = program.whole(scene, "whole", "--threads", "1")
        self.bad = []

    def traced(self, out, *rule):
        return self.program.run(self.scene, out, *EVERY, before=("strace", "-f", "-qq", "-o", "/dev/null", *rule))

    def places(self):
        """Every (system call, file of the result or None, number): as many as the most of a thread."""
        log = self.program.folder / "calls.txt"
        self.program.run(self.scene, "counted", *EVERY, before=("strace", "-f", "-y", "-qq", "-o", str(log)))
        count = collections.Counter()
        for thread, call, rest in re.findall(r"^(\d+) +(\w+)\((.*)", log.read_text(errors="replace"), re.M):
            files = set(re.findall(r"\bcounted/([\w./]+)", rest))
            for file in [None, *files]:
                count[call, file, thread] += 1
        most = collections.Counter()
        for (call, file, _), times in count.items():
            most[call, file] = max(most[call, file], times)
        return [(call, file, n) for call, file in sorted(most, key=str) for n in range(1, most[call, file] + 1)]

    def at(self, out, call, file, n, what):
        """The rule of strace that does `what` at a place."""
        path = ("-P", str(out / file)) if file else ()
        return (*path, "-e", f"trace={call}", "-e", f"inject={call}:{what}:when={n}")

    def goes_on(self, out, what, may_begin_anew):
        """The same command; a sentence where its result is not that of the unbroken run."""
        had = any((out / name).exists() for name in ("checkpoint_1.state", "checkpoint_2.state"))
        outcome = self.program.run(self.scene, out, *EVERY)
        complete = outcome.returncode == 5 and "already holds the complete result" in outcome.stderr
        try:
            if outcome.returncode != 0 and not complete:
                return [f"{what}: code {outcome.returncode}: {outcome.stderr[-300:]}"]
            found = [f"{what}: {n} differs" for n in differences(self.whole, out) if not n.startswith("checkpoint_")]
            if had and not complete and not may_begin_anew and went_on_from(out) == 0:
                found.append(f"{what}: began anew though there was a checkpoint")
            return found
        except Exception as error:  # no result at all
            return [f"{what}: {error!r}"]
        finally:
            shutil.rmtree(out)

    def each(self, act, tasks, name):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            found = [fault for faults in pool.map(act, tasks) for fault in faults]
        print(f"{name}: {len(tasks)} faults, {len(found)} failed", *found[:10], sep="\n  ", flush=True)
        self.bad += found

    def killed(self, task):
        number, (call, file, n) = task
        out = self.program.folder / f"killed.{number}"
        self.traced(out, *self.at(out, call, file, n, "signal=KILL"))
        if not out.exists():
            return []  # before it made its folder
        return self.goes_on(out, f"killed at {call} {n} of {file}", False)

    def failed(self, task):
        number, (call, file, n), error = task
        what = f"{call} {n} of {file}: {error}"
        out = self.program.folder / f"failed.{number}.{error}"
        outcome = self.traced(out, *self.at(out, call, file, n, f"error={error}"))
        if outcome.returncode not in (0, 5):
            return [f"{what}: code {outcome.returncode}: {outcome.stderr[-300:]}"]
        if outcome.returncode == 5 and outcome.stderr.count("\n") != 1 and "error" not in outcome.stderr:
            return [f"{what}: says {outcome.stderr[-300:]}"]
        return self.goes_on(out, what, False) if out.exists() else []

    def clock(self, task):
        kind, seed = task
        out = self.program.folder / f"clock.{kind}.{seed}"
        if not self.killed_twice(out):
            return [f"{kind}: was complete before it could be killed"]
        newer = newest_state(out)
        if kind == "file":
            os.utime(newer, (0, 0))
        step = origin_of(newer)["step"]
        before = ("faketime", "-f", "-1d") if kind == "clock" else ()
        outcome = self.program.run(self.scene, out, *EVERY, before=before)
        found = [] if outcome.returncode == 0 else [f"{kind}: code {outcome.returncode}: {outcome.stderr[-300:]}"]
        found = found or [f"{kind}: {n} differs" for n in differences(self.whole, out)]
        if not found and went_on_from(out) != step:
            found = [f"{kind}: went on from {went_on_from(out)}, not from {step}"]
        shutil.rmtree(out)
        return found

    def killed_twice(self, out):
        """Killed at the rename of a picture or the result, when two checkpoints are there."""
        files = ["checkpoint_1.state", "checkpoint_2.state"]
        for n in range(3, 40):
            self.traced(out, "-e", "trace=rename", "-e", f"inject=rename:signal=KILL:when={n}")
            if all((out / f).exists() for f in files):
                return True
            shutil.rmtree(out)
        return False

    def starters(self, seed):
        draw = random.Random(seed)
        out = self.program.folder / f"starters.{seed}"
        runs = [self.program.start(self.scene, out, *EVERY) for _ in range(2)]
        if seed % 2:
            time.sleep(draw.uniform(0, 0.5))
            runs[0].send_signal(signal.SIGKILL)
        ends = [(run.communicate()[1], run.returncode) for run in runs]
        found = [f"starters {seed}: code {code}: {text[-300:]}" for text, code in ends
                 if code not in (0, -signal.SIGKILL) and not (code == 5 and ("in use" in text or "already" in text))]
        if seed % 2 == 0 and all(code != 0 for _, code in ends):
            found.append(f"starters {seed}: neither ran")
        return found + self.goes_on(out, f"starters {seed}", True) if out.exists() else found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    for name, count in (("--every", 1), ("--jobs", 2), ("--starters", 50)):
        parser.add_argument(name, type=int, default=count)
    parser.add_argument("--only", action="append", choices=["kills", "errors", "clock", "starters"])
    wanted = parser.parse_args()
    parts = wanted.only or ["kills", "errors", "clock", "starters"]
    with tempfile.TemporaryDirectory() as folder:
        program = Program(wanted.program, folder)
        scene = program.folder / "small.yaml"
        scene.write_text(SCENE)
        faults = Faults(program, scene, wanted.jobs)
        places = faults.places()
        if "errors" in parts:
            tasks = [(i, place, e) for i, place in enumerate(places) if place[0] in CHANGES for e in ERRORS]
            faults.each(faults.failed, tasks[::wanted.every], f"errors of {len(tasks)}")
        if "kills" in parts:
            tasks = list(enumerate(places))
            faults.each(faults.killed, tasks[::wanted.every], f"kills at {len(tasks)} system calls")
        if "clock" in parts:
            faults.each(faults.clock, [(kind, i) for kind in ("clock", "file") for i in range(3)], "clock set back")
        if "starters" in parts:
            faults.each(faults.starters, range(wanted.starters), "two starters")
    print(f"{len(faults.bad)} failed")
    sys.exit(bool(faults.bad))


if __name__ == "__main__":
    main()
