#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills runs, damages their checkpoints, and lets them go on: every result must have the bits of an unbroken run.

    tests/campaigns/checkpoints.py build/wavesim [--kills 300] [--flips 1000] [--cuts 100] [--seed 1] [--jobs 2]

Kills: runs of the shipped scenes (and a survey) are ended by kill -9 at random times and go on with the same command,
with another number of threads each time, until they are complete. Flips and cuts: one random bit of a random checkpoint
of a small run is flipped, or its file is cut off at a random byte; the run must say so and go on from the other one.
Prints what failed, and ends with 1 where anything did. docs/validation.md says what it found last.
"""
import argparse
import collections
import concurrent.futures
import filecmp
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import h5py

ROOT = pathlib.Path(__file__).resolve().parents[2]
ISAS = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]  # each finds bits of its own
TEXTS = {"plan/json", "report/json", "report/summary"}  # have times in them
UNCOMPARED = {"log.txt", "result.h5", "wavesim.json"}

SMALL = """wavesim: 1
name: small
domain: {size: [2.0, 1.6, 1.2]}
grid: {spacing: 10 cm, stencil: leggy-2}
time: {duration: 30 ms}
boundaries: {default: {absorption: 0.2, incidence: normal}, z_max: {absorbing: {cells: 8}}}
sources:
  - {name: speaker, position: [0.5, 0.5, 0.5], signal: {kind: ricker, peak_frequency: 150 Hz}}
receivers:
  - {name: seat, position: [1.5, 1.0, 0.7]}
outputs: {snapshots: {every: 5 ms, slice: {z: 0.6}, png: true}}
"""

SURVEY = """wavesim: 1
name: survey
domain: {size: [400, 300]}
grid: {spacing: 4, stencil: leggy-4}
medium: {sound_speed: 1500}
time: {duration: 0.4}
boundaries: {default: absorbing, z_max: free_surface}
sources:
  - {name: gun, position: [100, 290], signal: {kind: ricker, peak_frequency: 25 Hz}}
receivers:
  - {name: cable, line: {from: [120, 285], to: [300, 285], count: 12}}
survey: {line: {from: [100, 290], to: [180, 290], count: 5}}
outputs: {traces: {segy: true}}
"""


def datasets(folder):
    found = {}
    with h5py.File(folder / "result.h5") as file:
        file.visititems(lambda name, item: found.update({name: item[()].tobytes()})
                        if isinstance(item, h5py.Dataset) and name not in TEXTS else None)
    return found


def files(folder):
    return {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names}


def differences(one, other):
    a, b = datasets(one), datasets(other)
    found = [n for n in sorted(set(a) | set(b)) if a.get(n) != b.get(n)] + sorted(files(one) ^ files(other))
    return found + [n for n in sorted(files(one) & files(other) - UNCOMPARED)
                    if not filecmp.cmp(one / n, other / n, shallow=False)]


class Campaign:
    def __init__(self, program, folder):
        self.program, self.folder = str(pathlib.Path(program).resolve()), folder

    def command(self, scene, out, draw=None, isa=None, *more):
        line = [self.program, "run", str(scene), "-o", str(out), "--backend", "cpu", *more]
        line += ["--isa", isa] if isa else []
        return line + (["--threads", str(draw.randint(1, 3))] if draw else [])

    def run(self, *arguments):
        return subprocess.run(self.command(*arguments), cwd=self.folder, capture_output=True, text=True, timeout=600)

    def prepare(self, scenes):
        """An unbroken run of each scene; the instruction sets that this machine has."""
        small = scenes["small"]
        self.isas = [isa for isa in ISAS if self.run(small, self.folder / isa, None, isa).returncode == 0]
        whole = [(name, isa) for name in scenes for isa in self.isas]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for (name, _), outcome in zip(whole, pool.map(
                    lambda w: self.run(scenes[w[0]], self.folder / f"{w[0]}.whole.{w[1]}", None, w[1]), whole)):
                if outcome.returncode != 0:
                    sys.exit(f"{name}: {outcome.stderr}")
        self.seconds = {}
        for name in scenes:
            start = time.time()
            self.run(scenes[name], self.folder / f"{name}.timed")
            self.seconds[name] = time.time() - start
            shutil.rmtree(self.folder / f"{name}.timed")

    def killed(self, name, scene, seed):
        """How often the run was killed, what differs in the end."""
        draw = random.Random(seed)
        out = self.folder / f"{name}.{seed}"
        isa = draw.choice(self.isas)
        kills = goes_on = 0
        while True:
            every = f"{draw.randint(1, 60)} steps"
            run = subprocess.Popen(self.command(scene, out, draw, isa, "--checkpoint-every", every), cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                last = kills >= 4
                text, errors = run.communicate(timeout=600 if last else draw.uniform(0.1, 1.5) * self.seconds[name])
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGKILL)
                run.communicate()
                kills += 1
                continue
            goes_on += "Goes on " in text or "are in " in text
            if run.returncode != 0:
                return kills, goes_on, [f"code {run.returncode}: {errors[-300:]}"]
            found = differences(self.folder / f"{name}.whole.{isa}", out)
            shutil.rmtree(out)
            return kills, goes_on, found

    def stopped_small_run(self, scene):
        """A folder with two generations."""
        out = self.folder / "stopped"
        run = subprocess.Popen(self.command(scene, out, None, None, "--checkpoint-every", "20 steps", "--set",
                                            "time.duration=30 s"), cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        while not (out / "checkpoint_2.state").exists():
            time.sleep(0.001)
        run.send_signal(signal.SIGKILL)
        run.wait()
        return out

    def damaged(self, scene, stopped, seed, cut):
        draw = random.Random(seed)
        out = self.folder / f"damaged.{seed}.{cut}"
        shutil.copytree(stopped, out)
        file = draw.choice(sorted(out.glob("checkpoint_?.state")))
        data = bytearray(file.read_bytes())
        if cut:
            data = data[:draw.randrange(len(data))]
        else:
            at = draw.randrange(len(data))
            data[at] ^= 1 << draw.randrange(8)
        file.write_bytes(data)
        outcome = self.run(scene, out, draw, None, "--set", "time.duration=30 s", "--time-limit", "1s")
        told = f"{file.name} " in outcome.stderr and ("damaged" in outcome.stderr or "cut off" in outcome.stderr
                                                        or "is no state" in outcome.stderr)
        shutil.rmtree(out)
        goes_on = "Goes on " in outcome.stdout
        return [] if outcome.returncode == 75 and told and goes_on else [
            f"seed {seed}: code {outcome.returncode}, told {told}, goes on {goes_on}: {outcome.stderr[-300:]}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    for name, count in (("--kills", 300), ("--flips", 1000), ("--cuts", 100), ("--seed", 1), ("--jobs", 2)):
        parser.add_argument(name, type=int, default=count)
    wanted = parser.parse_args()
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        scenes = {path.stem: path for path in sorted((ROOT / "scenes").glob("*.yaml"))}
        for name, text in (("small", SMALL), ("survey", SURVEY)):
            scenes[name] = folder / f"{name}.yaml"
            scenes[name].write_text(text)
        campaign = Campaign(wanted.program, folder)
        campaign.jobs = wanted.jobs
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
