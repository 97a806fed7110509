#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs random scenes with `stencil: auto` and with every other stencil that auto could have taken.

    tests/campaigns/stencil_choices.py build/wavesim 30 [--seed 1] [--first 0]

No other one may be both faster and more accurate, each by more than a tenth. Errors are the largest over the loudest sound,
against a run on a grid of half the spacing in a domain so large that nothing comes back from its layers. Times are those of
the steps alone, the least of three runs. Prints one line per scene and ends with 1 where auto was beaten.
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
from scipy.interpolate import CubicSpline

SPEED = 340.0
CELL = 0.05
OTHERS = ["leggy-1", "leggy-2", "leggy-3", "leggy-4", "leggy-6", "leggy-8", "leggy-10", "compact-27-iwb", "compact-57-opt",
          "compact-57-fine", "compact-123-me6"]
MARGIN = 0.9


def make_scene(draw):
    """(scene, cells by which the domain of the reference is larger on sides that absorb)"""
    kind = draw.choice(["room", "open", "open", "ground", "layered", "solid"])
    dims = draw.choice([2, 2, 3])
    cells = [draw.randint(150, 300) for _ in range(2)] if dims == 2 else [draw.randint(24, 36) for _ in range(3)]
    size = [count * CELL for count in cells]
    points = draw.uniform(6, 12)
    frequency = SPEED / (points * CELL)
    crossings = draw.uniform(1, 1.6) if kind != "room" else draw.uniform(1, 6)
    scene = {"wavesim": 1, "name": kind, "domain": {"size": size},
             "grid": {"max_frequency": frequency, "points_per_wavelength": points},
             "time": {"duration": crossings * max(size) / SPEED + 3 / frequency},
             "medium": {"sound_speed": SPEED}}
    layer = {"absorbing": {"cells": draw.choice([10, 16, 20])}}
    if kind in ("open", "ground", "layered"):
        scene["boundaries"] = {"default": layer}
    if kind == "ground":
        scene["boundaries"]["z_min"] = "rigid"
    if kind == "layered":
        scene["medium"] = {"layers": {"interfaces": [CELL * (cells[-1] // 2)],
                                      "sound_speeds": [SPEED * draw.uniform(1.2, 2), SPEED]}}
    if kind == "solid":
        low = [CELL * (count // 2) for count in cells]
        scene["solids"] = [{"box": {"from": low, "to": [a + 6 * CELL for a in low]}}]
    places = [[draw.uniform(6 * CELL, 0.45 * side) for side in size] for _ in range(3)]
    scene["sources"] = [{"position": places[0],
                         "signal": {"kind": "ricker", "peak_frequency": frequency / draw.uniform(2, 4)}}]
    scene["receivers"] = [{"position": places[1]}, {"position": [side - 0.6 * at for side, at in zip(size, places[2])]}]
    return scene


def reference_of(scene, spacing):
    """The scene on a grid of half the spacing, its absorbing sides so far away that nothing comes back."""
    finer = json.loads(json.dumps(scene))
    fastest = max(scene["medium"].get("layers", {}).get("sound_speeds", [SPEED]))
    far = spacing * int(0.5 * fastest * scene["time"]["duration"] / spacing + 4)
    size = scene["domain"]["size"]
    if "boundaries" in scene:
        walled_below = scene["boundaries"].get("z_min") == "rigid"
        low = [far] * (len(size) - 1) + [0 if walled_below else far]
        finer["domain"]["size"] = [side + a + far for side, a in zip(size, low)]
        for point in finer["sources"] + finer["receivers"]:
            point["position"] = [at + a for at, a in zip(point["position"], low)]
        if "layers" in finer["medium"]:
            finer["medium"]["layers"]["interfaces"] = [finer["medium"]["layers"]["interfaces"][0] + low[-1]]
    finer["grid"] = {"spacing": spacing / 2, "stencil": "leggy-2" if "solids" in scene else "leggy-8"}
    return finer


def run(program, scene, folder, stencil=None):
    """(times, traces, spacing, seconds of the processor, stencil); nothing where the scene cannot have this stencil."""
    scene = json.loads(json.dumps(scene))
    if stencil:
        scene["grid"]["stencil"] = stencil
    (folder / "scene.yaml").write_text(json.dumps(scene))
    done = subprocess.run([program, "run", "scene.yaml", "--backend", "cpu", "--threads", "1", "--progress", "none", "--force",
                           "-o", "out"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        return None
    with h5py.File(folder / "out" / "result.h5") as result:
        plan = json.loads(result["plan/json"][()])
        name = plan["stencil"]["name"]
        seconds = float(result["report"].attrs["step_loop_s"])
        return result["traces/time"][:], result["traces/pressure"][0].astype(float), plan["spacing_m"], seconds, name


def fastest(program, scene, folder, seconds, stencil=None):
    """Seconds of the fastest of three runs, of which one took that long."""
    return min(seconds, *(run(program, scene, folder, stencil)[3] for _ in range(2)))


def error(times, traces, right):
    worst = 0
    for trace, (at, exact) in zip(traces, right):
        wanted = CubicSpline(at, exact)(times)
        worst = max(worst, abs(trace - wanted).max() / abs(exact).max())
    return worst


def look_at(program, scene, folder):
    """(line of text, whether auto was beaten)"""
    automatic = run(program, scene, folder)
    times, traces, spacing, seconds, name = automatic
    reference = run(program, reference_of(scene, spacing), folder)
    right = [(reference[0], trace) for trace in reference[1]]
    seconds = fastest(program, scene, folder, seconds)
    own = error(times, traces, right)
    beaten, tried = [], 0
    for other in OTHERS:
        first = run(program, scene, folder, other)
        if first is None or other == name:
            continue
        tried += 1
        of_other = error(first[0], first[1], right)
        took = first[3]
        if of_other < MARGIN * own and took < MARGIN * seconds:
            took = fastest(program, scene, folder, took, other)
            seconds = fastest(program, scene, folder, seconds)
            if took < MARGIN * seconds:
                beaten.append(f"{other}: {100 * of_other:.2g} % in {1e3 * took:.1f} ms")
    line = f"{scene['name']:8} {len(scene['domain']['size'])}D {name:16} {100 * own:.2g} % in {1e3 * seconds:.1f} ms, {tried} others"
    return line + ("; BEATEN by " + ", ".join(beaten) if beaten else ""), bool(beaten)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("count", type=int)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0)
    given = options.parse_args()
    program = str(given.program.resolve())
    beaten = 0
    for k in range(given.first, given.first + given.count):
        with tempfile.TemporaryDirectory() as folder:
            line, lost = look_at(program, make_scene(random.Random(f"{given.seed} {k}")), pathlib.Path(folder))
        beaten += lost
        print(f"{k:3} {line}", flush=True)
    print(f"{given.count} scenes, auto was beaten in {beaten}")
    sys.exit(beaten > 0)


if __name__ == "__main__":
    main()
