# SPDX-License-Identifier: MIT
"""Random scenes of kinds that verdicts once took to be better than they were. make_hard(draw, kind) gives a scene."""

from verdict_scenes import FINER

ROCK, AIR = 6.25, 0.05  # cells, m


def places(draw, low, high, count):
    return [[draw.uniform(a, b) for a, b in zip(low, high)] for _ in range(count)]


def on_reference(value, cell, finer):
    """The nearest face of a cell of the reference, so that it has the right solids"""
    return round(finer * value / cell) * cell / finer


def solid(low, high, cell, surface="rigid"):
    finer = FINER[len(low)]
    return {"box": {"from": [on_reference(a, cell, finer) for a in low], "to": [on_reference(b, cell, finer) for b in high]},
            "surface": surface}


def screen(draw):
    """A wall on a rigid ground or in the open, and receivers behind it, in half of the scenes also before it."""
    size = [draw.randint(110, 140) * AIR, draw.randint(80, 100) * AIR]
    thick, at = draw.uniform(0.4, 4) * AIR, draw.uniform(0.4, 0.5) * size[0]
    low, high = draw.choice([0, 0.3]) * size[1], draw.uniform(0.5, 0.7) * size[1]
    wall = draw.choice(["rigid", {"absorption": 0.3}])
    receivers = places(draw, [at + thick + 10 * AIR, 0.1 * size[1]], [0.93 * size[0], 0.85 * high], draw.randint(1, 3))
    if draw.random() < 0.5:
        receivers += places(draw, [0.1 * size[0], 0.3 * size[1]], [at - 10 * AIR, 0.9 * size[1]], 1)
    return size, {"boundaries": {"default": "absorbing", "z_min": "rigid"}, "medium": {"sound_speed": 340.0},
                  "solids": [solid([at, low], [at + thick, high], AIR, wall)]}, \
        places(draw, [0.1 * size[0], 0.05 * size[1]], [at - 15 * AIR, 0.6 * high], 1) + receivers, 1.6


def canyon(draw):
    """A street between two blocks, whose faces are off the grid."""
    size = [draw.randint(90, 110) * AIR, draw.randint(60, 90) * AIR]
    left, right = draw.uniform(0.15, 0.3) * size[0], draw.uniform(0.55, 0.8) * size[0]
    wall = draw.choice(["rigid", "rigid", {"absorption": 0.1}])
    high = [draw.uniform(0.4, 0.75) * size[1] for _ in range(2)]
    solids = [solid([left - 12 * AIR, 0], [left, high[0]], AIR, wall), solid([right, 0], [right + 12 * AIR, high[1]], AIR, wall)]
    inside = [left + 3 * AIR, 2 * AIR], [right - 3 * AIR, 0.8 * min(high)]
    return size, {"boundaries": {"default": "absorbing", "z_min": "rigid"}, "medium": {"sound_speed": 340.0},
                  "solids": solids}, places(draw, *inside, draw.randint(3, 5)), draw.uniform(1.5, 4)


def hall(draw):
    """A hall of many boxes off the grid, like seats, with receivers above and between them."""
    size = [draw.randint(84, 96) * AIR, draw.randint(54, 66) * AIR, draw.randint(34, 44) * AIR]
    pitch = draw.uniform(8, 12) * AIR
    wall, seat = {"absorption": draw.uniform(0.1, 0.4)}, draw.choice(["rigid", {"absorption": draw.uniform(0.2, 0.6)}])
    solids, x = [], 24 * AIR
    while x + pitch < size[0] - 4 * AIR:
        y = 5 * AIR
        while y + pitch < size[1] - 4 * AIR:
            low = [x + draw.uniform(0, AIR), y + draw.uniform(0, AIR), 0]
            solids.append(solid(low, [low[0] + 0.5 * pitch, low[1] + 0.5 * pitch, draw.uniform(9, 12) * AIR], AIR, seat))
            y += pitch
        x += pitch
    receivers = places(draw, [26 * AIR, 8 * AIR, 14 * AIR], [size[0] - 6 * AIR, size[1] - 8 * AIR, 22 * AIR], draw.randint(2, 4))
    return size, {"boundaries": {"default": wall}, "medium": {"sound_speed": 340.0}, "solids": solids}, \
        places(draw, [6 * AIR, 8 * AIR, 8 * AIR], [16 * AIR, size[1] - 8 * AIR, 24 * AIR], 1) + receivers, 1.2


def weathering(draw):
    """A thin slow layer below a free surface."""
    size = [draw.randint(110, 150) * ROCK, draw.randint(60, 90) * ROCK]
    slow = draw.uniform(600, 1200)
    layers = {"interfaces": [draw.uniform(1.2, 9) * ROCK, draw.uniform(0.5, 0.8) * size[1]],
              "sound_speeds": [slow, slow * draw.uniform(1.4, 2.5), slow * draw.uniform(2.5, 3)]}
    if draw.random() < 0.6:
        layers["densities"] = [draw.uniform(1200, 1700), draw.uniform(1800, 2200), 2300]
    return size, {"boundaries": {"default": "absorbing", "z_min": "free_surface"}, "medium": {"layers": layers}}, \
        places(draw, [0.1 * size[0], 1.0 * ROCK], [0.9 * size[0], draw.choice([6, 30]) * ROCK], draw.randint(3, 6)), 1.5


def surface(draw):
    """One medium below a free surface."""
    size = [draw.randint(100, 140) * ROCK, draw.randint(80, 100) * ROCK]
    return size, {"boundaries": {"default": "absorbing", "z_min": "free_surface"}, "medium": {"sound_speed": 1500.0}}, \
        places(draw, [2 * ROCK, 0.3 * ROCK], [size[0] - 2 * ROCK, 30 * ROCK], draw.randint(3, 6)), 1.2


def gradient(draw):
    """Speeds that rise steeply, with or without densities."""
    size = [draw.randint(110, 150) * ROCK, draw.randint(100, 130) * ROCK]
    upper = draw.uniform(0.05, 0.2) * size[1]
    medium = {"from": upper, "to": upper + draw.uniform(0.1, 0.8) * size[1],
              "sound_speeds": [1500, 1500 * draw.uniform(1.3, 3)]}
    if draw.random() < 0.7:
        medium["densities"] = [draw.uniform(1000, 1600), draw.uniform(1800, 2700)]
    return size, {"boundaries": {"default": "absorbing"}, "medium": {"gradient": medium}}, \
        places(draw, [2 * ROCK] * 2, [side - 2 * ROCK for side in size], draw.randint(3, 6)), 1.2


def beside(draw):
    """Sources within a cell of a step of the density."""
    size = [draw.randint(100, 140) * ROCK, draw.randint(90, 120) * ROCK]
    at = draw.uniform(0.3, 0.6) * size[1]
    layers = {"interfaces": [at], "sound_speeds": [1500, draw.uniform(1500, 3000)],
              "densities": draw.choice([[1000, draw.uniform(1500, 3000)], [draw.uniform(1500, 3000), 1000]])}
    return size, {"boundaries": {"default": "absorbing"}, "medium": {"layers": layers}}, \
        [[draw.uniform(0.2, 0.5) * size[0], at + draw.uniform(-1, 1) * ROCK]] \
        + places(draw, [2 * ROCK] * 2, [side - 2 * ROCK for side in size], draw.randint(2, 5)), 1.2


def thin(draw):
    """A layer of less than two cells with another density and the same or another speed."""
    size = [draw.randint(100, 140) * ROCK, draw.randint(90, 120) * ROCK]
    at = draw.uniform(0.3, 0.6) * size[1]
    layers = {"interfaces": [at, at + draw.uniform(0.2, 1.9) * ROCK],
              "sound_speeds": [2000, draw.choice([2000, draw.uniform(1500, 3500)]), 2000],
              "densities": [2000, draw.choice([draw.uniform(1000, 1500), draw.uniform(2600, 4000)]), 2000]}
    return size, {"boundaries": {"default": "absorbing"}, "medium": {"layers": layers}}, \
        places(draw, [2 * ROCK] * 2, [side - 2 * ROCK for side in size], draw.randint(3, 6)), 1.2


HARD = [screen, canyon, hall, weathering, beside, thin, gradient, surface]


def make_hard(draw, kind):
    size, scene, points, crossings = kind(draw)
    medium = scene["medium"]
    slowest = min([medium.get("sound_speed", 1e9)] + medium.get("layers", {}).get("sound_speeds", [])
                  + medium.get("gradient", {}).get("sound_speeds", []))
    cell = AIR if slowest < 500 else ROCK
    per_wave = draw.uniform(7, 13)
    frequency = slowest / (per_wave * cell)
    typical = 340 if slowest < 500 else 1500
    scene |= {"wavesim": 1, "name": kind.__name__, "grid": {"max_frequency": frequency, "points_per_wavelength": per_wave},
              "domain": {"size": size} | ({"vertical": "down"} if slowest > 500 else {}),
              "time": {"duration": crossings * max(size) / max(typical, slowest) + 2.5 / frequency}}
    stencil = draw.choice(["auto", "auto", "leggy-2", "leggy-4"])
    if stencil != "auto":
        scene["grid"]["stencil"] = stencil
    scene["sources"] = [{"position": points[0],
                         "signal": {"kind": "ricker", "peak_frequency": frequency / draw.uniform(2, 3)}}]
    scene["receivers"] = [{"position": place} for place in points[1:]]
    return scene, {}
