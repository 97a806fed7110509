#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs random sound scenes of all kinds: none may be called unstable.

    tests/campaigns/sound_scenes.py build/wavesim 500 [--seed 1] [--first 0] [--jobs 8 --results FOLDER]

Scene k depends on the seed and k alone, so that one of them can be looked at again: --first K with a count of 1. Prints
the scenes that fail, how many there were of each kind, and ends with 1 where any failed. docs/validation.md says what it
found last. With --results the same command goes on where it was stopped.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import kept_results

SPEED = 340.0


def choose(draw, **shares):
    return draw.choices(list(shares), list(shares.values()))[0]


def points(draw, size, count, margin):
    return [[draw.uniform(margin, side - margin) for side in size] for _ in range(count)]


def signal(draw, frequency, duration):
    """A source of any kind whose energy the grid carries; some last as long as the run."""
    kind = choose(draw, ricker=5, gaussian=1, dgauss=2, sine=1, impulse=1, file=2)
    low = frequency * 10 ** draw.uniform(-1.3, 0)
    if kind == "ricker":
        return {"kind": kind, "peak_frequency": low, "delay": min(1.5 / low, 0.5 * duration)}
    if kind in ("gaussian", "dgauss"):
        return {"kind": kind, "width": 0.4 / low, "delay": min(2 / low, 0.5 * duration)}
    if kind == "sine":
        return {"kind": kind, "frequency": low, "ramp_cycles": draw.uniform(0, 5)}
    if kind == "impulse":
        return {"kind": kind}
    return {"kind": kind, "file": "sweep.csv", "remove_mean": draw.random() < 0.5}


def sweep(draw, frequency, duration):
    """Times and values of a chirp that may last as long as the run."""
    import math
    rate = 8 * frequency
    count = max(16, int(draw.uniform(0.05, 1) * duration * rate))
    rows = []
    for n in range(count):
        t = n / rate
        phase = math.pi * frequency * t * n / count
        rows.append(f"{t!r},{math.sin(phase) * math.sin(math.pi * (n + 1) / (count + 1))!r}")
    return "\n".join(rows) + "\n"


def box_in(draw, size, cell):
    low = [cell * draw.randint(2, int(side / cell) // 2) for side in size]
    high = [a + cell * draw.randint(2, max(2, int((side - a) / cell) - 4)) for a, side in zip(low, size)]
    return {"from": low, "to": [min(b, side - 2 * cell) for b, side in zip(high, size)]}


def wall(draw):
    return draw.choice(["rigid", {"admittance": draw.uniform(0.001, 1)}, {"absorption": draw.uniform(0.01, 0.9)}])


def room(draw, scene, size, cell):
    """Walls all around, empty or with solids."""
    solids = draw.random() < 0.5
    stencils = ["auto", "leggy-1", "leggy-2", "leggy-4", "compact-27-iwb"]
    if not solids:
        stencils += ["leggy-8", "compact-57-opt", "compact-123-me6"]
    scene["grid"]["stencil"] = draw.choice(stencils) if len(size) == 3 else draw.choice(["auto", "leggy-2", "leggy-4"])
    scene["boundaries"] = {"default": wall(draw), "x_min": wall(draw)}
    if solids:
        scene["solids"] = [{"box": box_in(draw, size, cell), "surface": wall(draw)} for _ in range(draw.randint(1, 3))]


def open_air(draw, scene, size, cell):
    """Layers on some or all sides, walls or a free surface on others."""
    scene["grid"]["stencil"] = draw.choice(["leggy-2", "leggy-4", "leggy-8"])
    scene["boundaries"] = {"default": {"absorbing": {"cells": draw.choice([10, 16, 20])}}}
    if draw.random() < 0.4:
        scene["boundaries"]["z_max"] = "free_surface"
    if draw.random() < 0.3:
        scene["boundaries"]["x_min"] = wall(draw)


def rocks(draw, scene, size, cell):
    """A medium that varies, with or without densities."""
    open_air(draw, scene, size, cell)
    scene["boundaries"].pop("x_min", None)
    scene["grid"]["stencil"] = draw.choice(["leggy-2", "leggy-4"])
    ratio = draw.uniform(1, 2.5)
    dense = draw.random() < 0.4
    kind = choose(draw, layers=2, gradient=1, boxes=2, lenses=0 if dense else 1)
    medium = {"sound_speed": SPEED}
    if kind == "layers":
        medium = {"layers": {"interfaces": [size[-1] / 2], "sound_speeds": [SPEED * ratio, SPEED]}}
        if dense:
            medium["layers"]["densities"] = [draw.uniform(1000, 2500), 1000]
    elif kind == "gradient":
        medium = {"gradient": {"from": 0, "to": size[-1], "sound_speeds": [SPEED * ratio, SPEED]}}
    elif kind == "boxes":
        medium["boxes"] = [{"box": box_in(draw, size, cell), "sound_speed": SPEED * ratio}]
        if dense:
            medium["boxes"][0]["density"] = draw.uniform(0.5, 3)
    else:
        medium["lenses"] = [{"centre": [side / 2 for side in size], "radius": min(size) / 3, "sound_speed": SPEED * ratio}]
    scene["medium"] = medium


def tilted(draw, scene, size, cell):
    """TTI: the self-adjoint form with any tilt, k73 with one tilt."""
    scene["grid"].pop("stencil", None)
    k73 = draw.random() < 0.35
    sponge = k73 or draw.random() < 0.2
    cells = draw.choice([20, 40]) if sponge else draw.choice([12, 20])
    scene["boundaries"] = {"default": {"absorbing": {"cells": cells}}}
    scene["medium"] = {"sound_speed": SPEED}

    def rock(theta):
        epsilon = draw.uniform(0, 0.35)
        delta = draw.uniform(max(-0.1, epsilon - 0.25), epsilon)
        values = {"epsilon": epsilon, "delta": delta, "theta": theta}
        return values | ({"phi": 20} if len(size) == 3 else {})

    theta = draw.uniform(-90, 90)
    scene["tti"] = rock(theta) | {"form": "k73" if k73 else "self_adjoint", "absorber": "sponge" if sponge else "auto"}
    if draw.random() < 0.7:
        other = theta if k73 else draw.uniform(-90, 90)
        scene["tti"]["boxes"] = [{"box": box_in(draw, size, cell)} | rock(other)]
    if draw.random() < 0.4:
        scene["tti"]["around_source"] = "as_is"


KINDS = {"room": (room, 4), "open": (open_air, 3), "rocks": (rocks, 3), "tilted": (tilted, 3)}


def make_scene(draw):
    """(kind, scene, text of its sound file)"""
    kind = choose(draw, **{name: share for name, (_, share) in KINDS.items()})
    dims = 2 if kind == "tilted" and draw.random() < 0.8 else draw.choice([2, 3])
    cell = 0.05
    cells = [draw.randint(24, 44) for _ in range(3)] if dims == 3 else [draw.randint(50, 120) for _ in range(2)]
    size = [count * cell for count in cells]
    frequency = SPEED / (draw.uniform(5, 12) * cell)
    crossings = draw.uniform(1, 12)
    duration = crossings * max(size) / SPEED
    scene = {"wavesim": 1, "name": kind, "domain": {"size": size}, "grid": {"spacing": cell}, "time": {"duration": duration}}
    KINDS[kind][0](draw, scene, size, cell)
    margin = 2.5 * cell
    # Below the solids, which begin above two cells.
    places = points(draw, size, draw.randint(2, 6), margin)
    if "solids" in scene:
        places = [[*place[:-1], 0.6 * cell] for place in places]
    scene["sources"] = [{"position": places[0], "signal": signal(draw, frequency, duration)}]
    scene["receivers"] = [{"position": place} for place in places[1:]]
    return kind, scene, sweep(draw, frequency, duration)


def complaint(program, scene, sound):
    """Why a scene that is sound is not called so; empty when it is."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "sweep.csv").write_text(sound)
        (folder / "scene.yaml").write_text(json.dumps(scene))
        run = subprocess.run(
            [program, "run", "scene.yaml", "--backend", "cpu", "--threads", "1", "--progress", "none", "-o", "out"],
            cwd=folder, capture_output=True, text=True)
    grown = [line for line in run.stdout.splitlines() if "not stable" in line]
    if run.returncode == 0 and not grown:
        return ""
    return f"code {run.returncode}: " + " ".join(grown[:1] + [line for line in run.stderr.splitlines() if "error" in line or ":" in line][-2:])


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("count", type=int)
    kept_results.add_options(options)
    given = options.parse_args()
    program = str(given.program.resolve())

    def look(k):
        kind, scene, sound = make_scene(random.Random(f"{given.seed} {k}"))
        return {"kind": kind, "scene": scene, "why": complaint(program, scene, sound)}

    counts = collections.Counter()
    failed = 0
    for k, found in kept_results.results(given, look):
        counts[found["kind"]] += 1
        if found["why"]:
            failed += 1
            print(f"scene {k} ({found['kind']}): {found['why']}\n  {json.dumps(found['scene'])}", flush=True)
    print(f"{given.count} scenes, {failed} failed: " + ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
