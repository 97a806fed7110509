#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs random layered models with `tti.form: k73`: those whose field explodes must be called unstable, no others.

    tests/campaigns/tilted_models.py build/wavesim 76 [--seed 1] [--first 0] [--unwatched PROGRAM]

Model k depends on the seed and k alone. Each also runs with the self-adjoint form, whose energy cannot grow. A run that
ends with 0 has missed an explosion where its loudest sound is more than twice that one's. A run that is called unstable is
right where its loudest sound is. --unwatched names a build whose StabilityWatch::check looks at nothing but NaN and
infinity: models that were stopped before they were loud run there for eight times as long, and it was a false alarm where
their field does not explode. Prints one line per model and ends with 1 where one was missed, or an alarm was false.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import h5py
import numpy

LOUD = 2  # times the loudest sound of the self-adjoint form


def make_model(draw):
    """Two to four layers of any tilt, 20 cells of layers or a sponge of 40."""
    cell = 10.0
    size = [draw.randint(70, 100) * cell for _ in range(2)]
    count = draw.randint(2, 4)
    speeds = [draw.uniform(1500, 4500) for _ in range(count)]
    at = sorted(draw.uniform(0.15, 0.85) * size[1] for _ in range(count - 1))
    rocks = []
    for _ in range(count):
        epsilon = draw.uniform(0.05, 0.45)
        rocks.append({"epsilon": epsilon, "delta": draw.uniform(max(-0.1, epsilon - 0.3), epsilon),
                      "theta": draw.uniform(-50, 50)})
    sponge = draw.random() < 0.5
    frequency = min(speeds) / (draw.uniform(10, 40) * cell)
    places = [[draw.uniform(0.1, 0.9) * side for side in size] for _ in range(4)]
    return {"wavesim": 1, "name": "tilted", "domain": {"size": size},
            "grid": {"spacing": cell, "stencil": "leggy-4"},
            "medium": {"layers": {"interfaces": at, "sound_speeds": speeds}},
            "tti": {"form": "k73", "growth": "accepted", "absorber": "sponge" if sponge else "layers", "layers": rocks},
            "boundaries": {"default": {"absorbing": {"cells": 40 if sponge else 20}}},
            "time": {"duration": draw.uniform(0.8, 2.4)},
            "sources": [{"position": places[0], "signal": {"kind": "ricker", "peak_frequency": frequency}}],
            "receivers": [{"position": place} for place in places[1:]]}


def run(program, scene):
    """(exit code, loudest sound of what it recorded)"""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "scene.yaml").write_text(json.dumps(scene))
        done = subprocess.run([program, "run", "scene.yaml", "--backend", "cpu", "--threads", "1", "--progress", "none",
                               "-o", "out"], cwd=folder, capture_output=True, text=True)
        if done.returncode not in (0, 6):
            raise RuntimeError(f"code {done.returncode}: {done.stderr.strip()}")
        with h5py.File(folder / "out" / "result.h5") as result:
            sound = result["traces/pressure"][:]
    return done.returncode, float(numpy.abs(sound[numpy.isfinite(sound)]).max())


def changed(scene, form, times):
    other = json.loads(json.dumps(scene))
    other["time"]["duration"] *= times
    other["tti"]["form"] = form
    if form == "self_adjoint":
        del other["tti"]["growth"]
    return other


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("count", type=int)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--unwatched", type=pathlib.Path)
    given = options.parse_args()
    program = str(given.program.resolve())
    stopped, unknown, false_alarms, missed = 0, 0, 0, 0
    for k in range(given.first, given.first + given.count):
        scene = make_model(random.Random(f"{given.seed} {k}"))
        code, heard = run(program, scene)
        right = run(program, changed(scene, "self_adjoint", 1))[1]
        mark = ""
        if code == 6:
            stopped += 1
            mark = " stopped"
            if heard <= LOUD * right and given.unwatched:
                later = run(str(given.unwatched.resolve()), changed(scene, "k73", 8))[1]
                mark += f", {later / right:.3g} times later"
                if later <= LOUD * right:
                    false_alarms += 1
                    mark += " FALSE"
            elif heard <= LOUD * right:
                unknown += 1
                mark += ", not loud yet"
        elif heard > LOUD * right:
            missed += 1
            mark = " MISSED"
        print(f"{k:3} {scene['tti']['absorber']:6} {scene['time']['duration']:.2f} s: {heard / right:8.3g} times the sound of "
              f"the self-adjoint form{mark}", flush=True)
    print(f"{given.count} models: {stopped} were stopped, {false_alarms} of them falsely, {unknown} before it was heard; "
          f"{missed} were missed")
    sys.exit(missed + false_alarms > 0)


if __name__ == "__main__":
    main()
