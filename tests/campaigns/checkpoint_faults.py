#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Faults at every place of a short run with checkpoints: nothing may be lost, nothing wrong may be accepted.

    tests/campaigns/checkpoint_faults.py build/wavesim [--every 1] [--jobs 2] [--starters 50] [--only PART ...]

Parts: `kills` ends the run at each of its system calls (strace); `errors` lets each write, fsync, rename and other call
that changes the disk fail once with ENOSPC, EIO and EDQUOT; `clock` goes on with the clock a day back and with the newer
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

    def calls(self):
        """How often the run makes each system call: the most of a thread, for strace counts by thread."""
        log = self.program.folder / "calls.txt"
        self.program.run(self.scene, "counted", *EVERY, before=("strace", "-f", "-qq", "-o", str(log)))
        count = collections.Counter(re.findall(r"^(\d+) +(\w+)\(", log.read_text(errors="replace"), re.M))
        most = collections.Counter()
        for (_, name), times in count.items():
            most[name] = max(most[name], times)
        return most

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
        call, n = task
        out = self.program.folder / f"killed.{call}.{n}"
        self.traced(out, "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={n}")
        if not out.exists():
            return []  # before it made its folder
        return self.goes_on(out, f"killed at {call} {n}", False)

    def failed(self, task):
        call, n, error = task
        what = f"{call} {n} {error}"
        out = self.program.folder / f"failed.{call}.{n}.{error}"
        outcome = self.traced(out, "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={n}")
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
        calls = faults.calls()
        if "kills" in parts:
            places = [(call, n) for call in sorted(calls) for n in range(1, calls[call] + 1)]
            faults.each(faults.killed, places[::wanted.every], f"kills at {len(places)} system calls")
        if "errors" in parts:
            places = [(c, n, e) for c in CHANGES for n in range(1, calls[c] + 1) for e in ERRORS]
            faults.each(faults.failed, places[::wanted.every], f"errors of {len(places)}")
        if "clock" in parts:
            faults.each(faults.clock, [(kind, i) for kind in ("clock", "file") for i in range(3)], "clock set back")
        if "starters" in parts:
            faults.each(faults.starters, range(wanted.starters), "two starters")
    print(f"{len(faults.bad)} failed")
    sys.exit(bool(faults.bad))


if __name__ == "__main__":
    main()
