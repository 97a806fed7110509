#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what error budgets say that layers of TTI media send back with what comes back.

    tests/campaigns/tilted_layers.py build/wavesim 12 --kind space [--seed 1] [--first 0] [--keep FOLDER] [--check]

The truth is the largest difference at any receiver over the loudest sound, against the same scene in a domain so large that
nothing comes back. Kinds: plane (one rock in 2D), space (one rock in 3D), rocks (two to four layers of rock in 2D), k73 (one
rock in 2D with that form). Scene k depends on the kind, the seed and k alone. --keep names a folder where truths are kept, so
that another program is only asked for its plan. Prints one line per scene; with --check ends with 1 where a forecast is too
good by more than 3 dB.
"""
import argparse
import json
import math
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

import h5py
import numpy

CELL, SPEED = 10.0, 2000.0
TOO_GOOD = 3  # dB


def draw_rock(draw, dims):
    epsilon = draw.uniform(0.03, 0.45)
    rock = {"epsilon": round(epsilon, 3), "delta": round(draw.uniform(max(-0.2, epsilon - 0.4), epsilon), 3),
            "theta": round(draw.uniform(0, 90), 1)}
    if dims == 3:
        rock["phi"] = round(draw.uniform(0, 360), 1)
    rock["delta"] = min(rock["delta"], rock["epsilon"])
    return rock


def make_scene(draw, kind):
    """(scene, cells that sound goes at SPEED within its time, fastest over SPEED)"""
    dims = 3 if kind == "space" else 2
    count = [draw.randint(26, 36) for _ in range(3)] if dims == 3 else [draw.randint(45, 110) for _ in range(2)]
    points = draw.choice([8, 10, 12.5, 16] if dims == 3 else [10, 12.5, 16, 20, 25, 40])
    layer = draw.choice([10, 12, 14, 16, 20] if dims == 3 else [10, 12, 14, 20, 24, 30])
    if kind == "k73":
        layer = draw.choice([16, 20, 24, 30])
    node = lambda far: [(draw.randint(far, n - 1 - far) + 0.5) * CELL for n in count]
    scene = {"wavesim": 1, "name": kind, "domain": {"size": [n * CELL for n in count]}, "grid": {"spacing": CELL},
             "medium": {"sound_speed": SPEED}, "boundaries": {"default": {"absorbing": {"cells": layer}}},
             "outputs": {"traces": {"time_correction": "off"}}}
    fastest = 1
    if kind == "rocks":
        parts = draw.randint(2, 4)
        at = sorted(draw.sample(range(8, count[1] - 8), parts - 1))
        rocks = [draw_rock(draw, dims) for _ in range(parts)]
        speeds = [round(SPEED * draw.uniform(0.75, 1.5)) for _ in range(parts)]
        scene["medium"] = {"layers": {"interfaces": [n * CELL for n in at], "sound_speeds": speeds}}
        scene["tti"] = {"layers": rocks}
        fastest = max(speed / SPEED * math.sqrt(1 + 2 * rock["epsilon"]) for speed, rock in zip(speeds, rocks))
    else:
        scene["tti"] = draw_rock(draw, dims)
        fastest = math.sqrt(1 + 2 * scene["tti"]["epsilon"])
    if kind == "k73":
        scene["tti"]["form"] = "k73"
    places = [node(8 if dims == 3 else 14)] + [node(2) for _ in range(4)]
    side = draw.randrange(dims)
    places[4][side] = 3.5 * CELL
    scene["sources"] = [{"position": places[0],
                         "signal": {"kind": "ricker", "peak_frequency": SPEED / (points * CELL)}}]
    scene["receivers"] = [{"position": place} for place in places[1:]]
    way = 2 * points + (0.9 * sum(sorted(count)[-2:]) if dims == 3 else 1.1 * sum(count))
    scene["time"] = {"duration": way * CELL / SPEED}
    return scene, way - 0.4 * points, fastest


def enlarged(scene, more):
    """With so many cells more on every side."""
    far = json.loads(json.dumps(scene))
    far["domain"]["origin"] = [-more * CELL for _ in scene["domain"]["size"]]
    far["domain"]["size"] = [side + 2 * more * CELL for side in scene["domain"]["size"]]
    far["boundaries"] = {"default": {"absorbing": {"cells": 16 if "form" in scene["tti"] else 12}}}
    return far


def call(program, command, scene, folder, options):
    (folder / "scene.yaml").write_text(json.dumps(scene))
    done = subprocess.run([program, command, "scene.yaml", *options], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"code {done.returncode}: {done.stderr.strip()} {done.stdout.strip()[-300:]}")
    return done.stdout


def traces(program, scene, folder):
    call(program, "run", scene, folder, ["--backend", "cpu", "--progress", "none", "--force", "-o", "out"])
    with h5py.File(folder / "out" / "result.h5") as result:
        return result["traces/pressure"][0].astype(float)


def truth(program, scene, way, fastest, folder):
    near = traces(program, scene, folder)
    far = traces(program, enlarged(scene, math.ceil(way * fastest / 2)), folder)
    count = min(near.shape[1], far.shape[1])
    return 20 * math.log10(numpy.abs(near[:, :count] - far[:, :count]).max() / numpy.abs(far).max())


def told(program, scene, folder):
    """(dB, seconds of processor)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    errors = json.loads(call(program, "plan", scene, folder, ["--backend", "cpu", "--json"]))["errors"]
    return errors["layer_reflection_db"], resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("count", type=int)
    options.add_argument("--kind", default="space", choices=["plane", "space", "rocks", "k73"])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--keep", type=pathlib.Path)
    options.add_argument("--check", action="store_true")
    given = options.parse_args()
    program = str(given.program.resolve())
    kept = {}
    store = given.keep / f"{given.kind}-{given.seed}.json" if given.keep else None
    if store and store.exists():
        kept = json.loads(store.read_text())
    differences = []
    for k in range(given.first, given.first + given.count):
        scene, way, fastest = make_scene(random.Random(f"{given.kind} {given.seed} {k}"), given.kind)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            if str(k) not in kept:
                kept[str(k)] = truth(program, scene, way, fastest, folder)
                if store:
                    store.write_text(json.dumps(kept))
            said, seconds = told(program, scene, folder)
        difference = said - kept[str(k)]
        differences.append(difference)
        rocks = scene["tti"].get("layers", [scene["tti"]])
        layer = scene["boundaries"]["default"]["absorbing"]["cells"]
        points = SPEED / scene["sources"][0]["signal"]["peak_frequency"] / CELL
        print(f"{k:3} {layer} cells, {points:4.1f} points: true {kept[str(k)]:6.1f} dB, told {said:6.1f} dB, "
              f"{difference:+5.1f}, {seconds:.2f} s; "
              + "; ".join(", ".join(str(rock.get(key, 0)) for key in ("epsilon", "delta", "theta", "phi")) for rock in rocks),
              flush=True)
    within = sum(abs(d) <= TOO_GOOD for d in differences)
    low, high = min(differences), max(differences)
    print(f"{within} of {len(differences)} within {TOO_GOOD} dB, {sum(d < -TOO_GOOD for d in differences)} too good by more; "
          f"from {low:+.1f} to {high:+.1f} dB")
    sys.exit(given.check and low < -TOO_GOOD)


if __name__ == "__main__":
    main()
