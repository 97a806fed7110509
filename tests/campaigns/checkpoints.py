#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Kills runs, damages their checkpoints, and lets them go on: every result must have the bits of an unbroken run.

    tests/campaigns/checkpoints.py build/wavesim [--kills 300] [--flips 1000] [--cuts 100] [--seed 1] [--jobs 2]
                                   [--scene NAME ...]

Kills: runs of twelve kinds of small scenes (with --scene also of those in scenes/) are ended by kill -9 at random times
and go on with the same command, with another number of threads each time, until they are complete. Flips and cuts: one
random bit of the newest checkpoint of a small run is flipped, or its file is cut off at a random byte; the run must say so,
go on from the other one and end with the bits of an unbroken run.
Prints what failed, and ends with 1 where anything did. docs/validation.md says what it found last.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from resumed_runs import Program, differences, newest_state, went_on_from
from resumed_scenes import write_scenes

ROOT = pathlib.Path(__file__).resolve().parents[2]
ISAS = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]  # each finds bits of its own

SMALL = """wavesim: 1
name: small
domain: {size: [2.0, 1.6, 1.2]}
grid: {spacing: 10 cm, stencil: leggy-2}
time: {duration: 0.2}
boundaries: {default: {absorption: 0.2, incidence: normal}, z_max: {absorbing: {cells: 8}}}
sources:
  - {name: speaker, position: [0.5, 0.5, 0.5], signal: {kind: ricker, peak_frequency: 150 Hz}}
receivers:
  - {name: seat, position: [1.5, 1.0, 0.7]}
outputs: {snapshots: {every: 50 ms, slice: {z: 0.6}, png: true}}
"""

class Campaign:
    def __init__(self, program, jobs):
        self.program, self.folder, self.jobs = program, program.folder, jobs

    def prepare(self, scenes):
        """An unbroken run of each scene; the instruction sets that this machine has."""
        small = scenes["small"]
        self.isas = [isa for isa in ISAS if self.program.run(small, isa, "--isa", isa, "--threads", "1").returncode == 0]
        self.seconds = {}
        for name, scene in scenes.items():
            for isa in self.isas:
                start = time.time()
                self.program.whole(scene, f"{name}.whole.{isa}", "--isa", isa, "--threads", "1")
                self.seconds[name] = time.time() - start

    def killed(self, name, scene, seed):
        """How often the run was killed, what differs in the end."""
        draw = random.Random(seed)
        out = self.folder / f"{name}.{seed}"
        isa = draw.choice(self.isas)
        kills = goes_on = 0
        while True:
            every = f"{draw.randint(1, 60)} steps"
            run = self.program.start(scene, out, "--isa", isa, "--threads", str(draw.randint(1, 3)),
                                     "--checkpoint-every", every)
            try:
                last = kills >= 4
                text, errors = run.communicate(timeout=600 if last else draw.uniform(0.1, 1.5) * self.seconds[name])
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGKILL)
                run.communicate()
                kills += 1
                continue
            goes_on += "Goes on " in text or "are in " in text
            complete = run.returncode == 5 and "already holds the complete result" in errors  # killed after its end
            if run.returncode != 0 and not (kills > 0 and complete):
                return kills, goes_on, [f"code {run.returncode}: {errors[-300:]}"]
            found = differences(self.folder / f"{name}.whole.{isa}", out)
            shutil.rmtree(out)
            return kills, goes_on, found

    def stopped_small_run(self, scene):
        """A folder with two generations."""
        states = ["checkpoint_1.state", "checkpoint_2.state"]
        while not self.program.killed_after(states, scene, "stopped", "--checkpoint-every", "20 steps",
                                           "--threads", "1"):
            shutil.rmtree(self.folder / "stopped")
        return self.folder / "stopped"

    def damaged(self, scene, stopped, seed, cut):
        """What is wrong with a run that goes on after one bit of its checkpoints, or the end of one, was lost."""
        draw = random.Random(seed)
        out = self.folder / f"damaged.{seed}.{cut}"
        shutil.copytree(stopped, out)
        file = newest_state(out)
        data = bytearray(file.read_bytes())
        if cut:
            data = data[:draw.randrange(len(data))]
        else:
            at = draw.randrange(len(data))
            data[at] ^= 1 << draw.randrange(8)
        file.write_bytes(data)
        outcome = self.program.run(scene, out, "--threads", "1")
        told = f"{file.name} " in outcome.stderr and ("damaged" in outcome.stderr or "cut off" in outcome.stderr
                                                        or "is no state" in outcome.stderr)
        found = [f"code {outcome.returncode}: {outcome.stderr[-300:]}"] if outcome.returncode != 0 else []
        found = found or differences(self.folder / f"small.whole.{self.isas[-1]}", out)
        if not told or went_on_from(out) == 0:
            found.append(f"told {told}, went on from {went_on_from(out)}: {outcome.stderr[-300:]}")
        shutil.rmtree(out)
        return [f"seed {seed}: {fault}" for fault in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    for name, count in (("--kills", 300), ("--flips", 1000), ("--cuts", 100), ("--seed", 1), ("--jobs", 2)):
        parser.add_argument(name, type=int, default=count)
    parser.add_argument("--scene", action="append", help="these only; small is needed for flips and cuts")
    wanted = parser.parse_args()
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        scenes = write_scenes(folder)
        scenes["small"] = folder / "small.yaml"
        scenes["small"].write_text(SMALL)
        shipped = {path.stem: path for path in (ROOT / "scenes").glob("*.yaml")}
        scenes = {name: {**shipped, **scenes}[name] for name in wanted.scene or scenes}
        campaign = Campaign(Program(wanted.program, folder), wanted.jobs)
        campaign.prepare(scenes)
        print("instruction sets:", *campaign.isas, flush=True)
        kills, resumed = collections.Counter(), collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
            names, seed = sorted(scenes), wanted.seed
            while sum(kills.values()) < wanted.kills:
                batch = [(names[(seed + i) % len(names)], seed + i) for i in range(4 * wanted.jobs)]
                seed += len(batch)
                for (name, at), (count, goes_on, found) in zip(
                        batch, pool.map(lambda b: campaign.killed(b[0], scenes[b[0]], b[1]), batch)):
                    kills[name] += count
                    resumed[name] += goes_on
                    if found:
                        bad.append(f"{name}, seed {at}: {found[:4]}")
                        print(bad[-1], flush=True)
            print(f"{sum(kills.values())} kills:", ", ".join(f"{n} {kills[n]} ({resumed[n]} went on)" for n in names),
                  flush=True)
            stopped = campaign.stopped_small_run(scenes["small"])
            for kind, count, cut in (("flips", wanted.flips, False), ("cuts", wanted.cuts, True)):
                for found in pool.map(lambda s: campaign.damaged(scenes["small"], stopped, s, cut), range(count)):
                    bad += found
                print(f"{count} {kind}", flush=True)
    print(*bad[:20], sep="\n")
    print(f"{len(bad)} failed")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
