# SPDX-License-Identifier: MIT
"""Random scenes whose verdicts are compared with their true errors, and the references of these."""
import json

import numpy

FINER = {2: 5, 3: 3}  # by dimensions: cells of the reference in one of the scene


def uniform_points(draw, size, count, margin):
    return [[draw.uniform(margin, side - margin) for side in size] for _ in range(count)]


def ground(draw, size, cell):
    """Layers of rock below a free surface or open above, interfaces anywhere."""
    scene = {"boundaries": {"default": "absorbing"}}
    if draw.random() < 0.5:
        scene["boundaries"]["z_min"] = "free_surface"
    count = draw.randint(1, 3)
    at = sorted(draw.uniform(0.25, 0.9) * size[-1] for _ in range(count))
    speeds = [1500.0] + [1500 * draw.uniform(1.05, 2.2) for _ in range(count)]
    layers = {"interfaces": at, "sound_speeds": speeds}
    if draw.random() < 0.6:
        layers["densities"] = [1000.0] + [draw.uniform(1100, 2600) for _ in range(count)]
    scene["medium"] = {"layers": layers}
    return scene


def boxes(draw, size, cell):
    """Bodies off the grid in one medium, or in a gradient."""
    scene = {"boundaries": {"default": "absorbing"}}
    dense = draw.random() < 0.5
    medium = {"sound_speed": 2000.0} | ({"density": 2000.0} if dense else {})
    if draw.random() < 0.4 and not dense:
        medium = {"gradient": {"from": 0, "to": size[-1], "sound_speeds": [1600, 2600]}}
    medium["boxes"] = []
    for _ in range(draw.randint(1, 3)):
        low = [draw.uniform(0.2, 0.6) * side for side in size]
        high = [min(a + draw.uniform(1.5, 12) * cell, 0.9 * side) for a, side in zip(low, size)]
        box = {"box": {"from": low, "to": high}, "sound_speed": draw.uniform(1500, 3500)}
        medium["boxes"].append(box | ({"density": draw.uniform(1000, 3000)} if dense else {}))
    scene["medium"] = medium
    return scene


def of_file(draw, size, speeds, step, first):
    """A medium of values along z, the first one at `first`, with densities in half of them."""
    place = {"axes": ["x", "z"], "spacing": [100 * size[0], step], "origin": [-50 * size[0], first]}
    model = {"file": "speed.npy", "units": "m/s"} | place
    arrays = {"speed.npy": numpy.repeat(speeds[None, :], 2, 0).astype("f4")}
    if draw.random() < 0.5:
        arrays["density.npy"] = (310 * arrays["speed.npy"] ** 0.25).astype("f4")  # Gardner's relation
        model["density"] = {"file": "density.npy", "units": "kg/m3"} | place
    return {"boundaries": {"default": "absorbing"}, "medium": {"model": model}, "arrays": arrays}


def log(draw, size, cell):
    """A file finer than the grid: a random log along z."""
    step = cell / 5
    count = round(size[-1] / step) + 1
    smooth = max(1, round(draw.uniform(0.1, 1.5) * cell / step))
    random_numbers = numpy.random.default_rng(draw.randrange(1 << 30))
    noise = random_numbers.normal(size=count + smooth)
    noise = numpy.convolve(noise, numpy.ones(smooth) / numpy.sqrt(smooth), "valid")[:count]
    speeds = 2500 * numpy.exp(draw.uniform(0.05, 0.2) * numpy.clip(noise, -2.5, 2.5))
    beyond = 5 * count  # the reference has a larger domain, into which a medium goes on as it is at the side
    return of_file(draw, size, numpy.pad(speeds, beyond, "edge"), step, -beyond * step)


def coarse_log(draw, size, cell):
    """A file of half to four times the spacing of the grid, one value beside the next without relation. Its outer values are
    all the same: beyond a side the medium is that of the side, and the reference has more of the file there."""
    step = cell * draw.uniform(0.5, 4)
    beyond = round(4 * size[-1] / step)
    at = step * numpy.arange(-beyond, round(size[-1] / step) + beyond)
    random_numbers = numpy.random.default_rng(draw.randrange(1 << 30))
    speeds = 2500 * numpy.exp(draw.uniform(0.05, 0.2) * numpy.clip(random_numbers.normal(size=len(at)), -2.5, 2.5))
    inside = numpy.flatnonzero((at > 0) & (at < size[-1] - step))
    speeds[:inside[1]] = speeds[inside[0]]
    speeds[inside[-1]:] = speeds[inside[-1]]
    return of_file(draw, size, speeds, step, at[0])


def open_air(draw, size, cell):
    """Thin or thick layers on all sides, or a rigid ground."""
    scene = {"boundaries": {"default": {"absorbing": {"cells": draw.choice([5, 6, 8, 10, 14, 20])}}},
             "medium": {"sound_speed": 340.0}}
    if draw.random() < 0.4:
        scene["boundaries"]["z_min"] = draw.choice(["rigid", {"absorption": draw.uniform(0.1, 0.6)}])
    return scene


def room(draw, size, cell):
    """Walls all around, furniture off the grid in half of them; the run ends after a few reflections."""
    wall = lambda: draw.choice(["rigid", {"absorption": draw.uniform(0.05, 0.5)}, {"absorption": draw.uniform(0.05, 0.5)}])
    scene = {"boundaries": {"default": wall(), "x_min": wall()}, "medium": {"sound_speed": 340.0}}
    if draw.random() < 0.5:
        scene["solids"] = []
        for _ in range(draw.randint(1, 2)):
            low = [draw.uniform(0.45, 0.6) * side for side in size]
            scene["solids"].append({"box": {"from": low, "to": [a + draw.uniform(3, 9) * cell for a in low]},
                                    "surface": wall()})
    return scene


def tilted(draw):
    """A TTI rock without end: sources and receivers of P waves, layers of 20 cells."""
    cell, speed = 6.25, 2500.0
    points = draw.uniform(6, 12)
    frequency = speed / (points * cell)
    size = [draw.randint(70, 100) * cell for _ in range(2)]
    epsilon = draw.uniform(0.05, 0.35)
    rock = {"epsilon": epsilon, "delta": draw.uniform(-0.05, epsilon), "theta": draw.uniform(-80, 80)}
    places = uniform_points(draw, size, draw.randint(4, 6), 4 * cell)
    return {"wavesim": 1, "name": "tilted", "boundaries": {"default": "absorbing"}, "medium": {"sound_speed": speed},
            "tti": rock, "domain": {"size": size, "vertical": "down"},
            "grid": {"max_frequency": frequency, "points_per_wavelength": points},
            "time": {"duration": draw.uniform(0.9, 1.4) * max(size) / speed + 2.5 / frequency},
            "sources": [{"position": places[0],
                         "signal": {"kind": "ricker", "peak_frequency": frequency / draw.uniform(2, 3.5)}}],
            "receivers": [{"position": place} for place in places[1:]]}


KINDS = [ground, boxes, log, open_air, room]


def make_scene(draw, kind):
    """(scene, arrays of its files by name)"""
    if kind is tilted:
        return tilted(draw), {}
    dims = 3 if kind in (room, open_air) and draw.random() < 0.3 else 2
    slowest = 340.0 if kind in (open_air, room) else 1500.0
    points = draw.uniform(6, 14)
    cell = 0.05 if slowest < 1000 else 6.25
    frequency = slowest / (points * cell)
    cells = [draw.randint(90, 150) for _ in range(2)] if dims == 2 else [draw.randint(28, 40) for _ in range(3)]
    size = [count * cell for count in cells]
    scene = kind(draw, size, cell)
    arrays = scene.pop("arrays", {})
    crossings = draw.uniform(0.9, 1.4)
    scene |= {"wavesim": 1, "name": kind.__name__, "grid": {"max_frequency": frequency, "points_per_wavelength": points},
              "domain": {"size": size} | ({"vertical": "down"} if slowest > 1000 else {}),
              "time": {"duration": crossings * max(size) / slowest + 2.5 / frequency}}
    stencil = draw.choice(["auto", "auto", "leggy-2", "leggy-4"])
    if stencil != "auto":
        scene["grid"]["stencil"] = stencil
    upper = [0.42 * side for side in size] if "solids" in scene else size
    places = uniform_points(draw, upper, draw.randint(4, 6), 2 * cell)
    scene["sources"] = [{"position": places[0], "signal": {"kind": "ricker", "peak_frequency": frequency / draw.uniform(2, 3.5)}}]
    scene["receivers"] = [{"position": place} for place in places[1:]]
    return scene, arrays


def reference_of(scene, spacing):
    """The scene on a finer grid, its absorbing sides so far away that nothing comes back."""
    finer = json.loads(json.dumps(scene))
    size = scene["domain"]["size"]
    axes = ["x", "y", "z"] if len(size) == 3 else ["x", "z"]
    sides = scene["boundaries"]
    medium = scene["medium"]
    fastest = max([2500 * 1.65 if "model" in medium else medium.get("sound_speed", 0)]
                  + medium.get("layers", {}).get("sound_speeds", []) + medium.get("gradient", {}).get("sound_speeds", [])
                  + [box["sound_speed"] for box in medium.get("boxes", [])])
    absorbs = lambda side: "absorbing" in (lambda s: s if isinstance(s, dict) else [s])(sides.get(side, sides["default"]))
    reach = fastest * scene["time"]["duration"] / 2
    low, high = [], []
    for axis, side in zip(axes, size):
        # A wave to the far side and back takes the whole run from the source nearest to it; a step of whole cells.
        far = spacing * (int(reach / spacing) + 2)
        low.append(far if absorbs(axis + "_min") else 0.0)
        high.append(far if absorbs(axis + "_max") else 0.0)
    origin = scene["domain"].get("origin", [0.0] * len(size))
    finer["domain"]["origin"] = [at - a for at, a in zip(origin, low)]
    finer["domain"]["size"] = [side + a + b for side, a, b in zip(size, low, high)]
    for side in list(sides):
        if side == "default" and absorbs("none"):
            finer["boundaries"]["default"] = {"absorbing": {"cells": 20}}
    finer["grid"] = {"spacing": spacing / FINER[len(size)], "stencil": reference_stencil(scene)}
    return finer


def reference_stencil(scene):
    """Where walls have losses the error of the time step stays in traces: leggy-4 on the finer grid has 1/25 of what it has
    on the coarse one, up to 0.6 % in these rooms. So rooms have stencils that are accurate in time."""
    if set(scene["medium"]) != {"sound_speed"}:
        return "leggy-4"
    return "compact-27-iwb" if "solids" in scene else "compact-123-me6"
