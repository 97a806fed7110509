#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares grounds of two fluids, whose interface may lie and dip anyhow, and walls with wave-number integrals.

    tests/campaigns/grounds.py build/wavesim [KIND ...] [--sample] [--set KEY=VALUE]

Kinds: `flat` (an interface anywhere between nodes, below a free surface), `beside` (receivers beside the interface),
`surface` (sources just below a free surface), `dips` (interfaces that dip, from files of ten values per cell), `space`
(the same in 3D, from files of four values per cell, with the dip in no plane of the grid), `walls` (receivers beside a wall
with losses). Errors are the largest of each receiver over the loudest sound there. Prints one line per scene and ends with 1
where one is above its bound. A sample has one scene of each kind.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from scipy.special import j0

PEAK = 12.0  # Hz
WATER = (1500.0, 1000.0)  # m/s, kg/m3
CELL = 6.25  # m: 8 points per wavelength at 30 Hz
SAMPLES, STEP = 1 << 11, 0.002  # of the exact solution, s
DAMPING = 6 / (SAMPLES * STEP)  # frequencies are complex, so that nothing wraps around, 1/s
TIMES = np.arange(SAMPLES) * STEP
OMEGA = 2 * np.pi * np.fft.rfftfreq(SAMPLES, STEP) - 1j * DAMPING


def pulse_spectrum():
    a = (np.pi * PEAK * (TIMES - 1.5 / PEAK)) ** 2
    return np.fft.rfft((1 - 2 * a) * np.exp(-a) * np.exp(-DAMPING * TIMES))


def across(k, along):
    """Wave number across the interface; waves die out away from it."""
    root = np.sqrt(k**2 - along**2 + 0j)
    return np.where(root.imag > 0, -root, root)


def pressure(omega, rock, x, zs, z, depth, surface, point=False):
    """Of a line source of amplitude 1 in water, or of a point. Below it lies rock, or a wall where `rock` is an admittance;
    above it a free surface at depth 0 where `surface`, else more water. The wave of a point is Sommerfeld's integral."""
    c1, r1 = WATER
    shallow, deep = min(zs, z), max(zs, z)
    highest = abs(omega / c1) * 1.02 + 60 / (deep - shallow)
    step = min(abs((omega / c1).imag) * 0.2, np.pi / 20000)
    along = np.arange(0, highest, step) + step / 2
    k1 = across(omega / c1, along)
    if isinstance(rock, tuple):
        k2 = across(omega / rock[0], along)
        reflected = (rock[1] * k1 - r1 * k2) / (rock[1] * k1 + r1 * k2)
    else:
        reflected = (k1 - rock * omega / c1) / (k1 + rock * omega / c1)
    over = lambda distance: np.exp(-1j * k1 * distance)
    if surface:
        waves = over(deep - shallow) - over(deep + shallow)
        waves = waves + reflected * (over(2 * depth - deep - shallow) - over(2 * depth - deep + shallow))
        waves = waves / (1 + reflected * over(2 * depth))
    elif z <= depth:
        waves = over(deep - shallow) + reflected * over(2 * depth - zs - z)
    else:
        waves = (1 + reflected) * over(depth - zs) * np.exp(-1j * k2 * (z - depth))
    if point:
        return np.sum(waves * along / (1j * k1) * j0(along * x)) * step / (4 * np.pi)
    return np.sum(waves / (2j * k1) * np.cos(along * x)) * step / np.pi


def exact(*arguments):
    """The same as a function of times, s."""
    heard = OMEGA[OMEGA.real < 2 * np.pi * 4.2 * PEAK]
    spectrum = pulse_spectrum()[:len(heard)] * [pressure(omega, *arguments) for omega in heard]
    spectrum[1:] *= 2
    return lambda times: (np.exp(1j * np.outer(times, heard)) @ spectrum).real / SAMPLES


def ground(size, sides, duration, source, receivers):
    return {"wavesim": 1, "name": "ground", "domain": {"size": size, "vertical": "down"},
            "grid": {"max_frequency": 30, "points_per_wavelength": 8}, "time": {"duration": duration},
            "medium": {"averaging": "cell"}, "boundaries": {"default": "absorbing"} | sides,
            "sources": [{"position": source, "signal": {"kind": "ricker", "peak_frequency": PEAK}}],
            "receivers": [{"position": at} for at in receivers]}


def flat_scene(interface, rock, source_depth, depth):
    """(scene, arrays, exact pressures)"""
    offsets = [100, 700, 1200]
    scene = ground([1600, 700], {"z_min": "free_surface"}, 1.2, [203, source_depth], [[203 + x, depth] for x in offsets])
    scene["medium"] |= {"layers": {"interfaces": [interface], "sound_speeds": [WATER[0], rock[0]],
                                   "densities": [WATER[1], rock[1]]}}
    return scene, {}, [exact(rock, x, source_depth, depth, interface, True) for x in offsets]


def surface_scene(source_depth):
    places = [[303, 250], [903, 250], [1403, 50]]
    scene = ground([1600, 700], {"z_min": "free_surface"}, 1.2, [203, source_depth], places)
    scene["medium"] |= {"sound_speed": WATER[0]}
    return scene, {}, [exact(WATER, x - 203, source_depth, z, 1000, True) for x, z in places]


def wall_scene(admittance):
    """Heights of 0.03 to 1 cell."""
    height = 150.0
    places = [[403, z] for z in (0.2, 1, 2.5, 3.125, 5, 6.25)]
    scene = ground([1400, 600], {"z_min": {"admittance": admittance}}, 0.9, [303, height], places)
    scene["domain"] = {"size": [1400, 600]}
    scene["grid"]["stencil"] = "leggy-4"
    scene["medium"] |= {"sound_speed": WATER[0]}
    scene["outputs"] = {"traces": {"time_correction": "on"}}
    return scene, {}, [exact(admittance, x - 303, 0, height - z, height, False) for x, z in places]


def dip_scene(degrees, rock):
    """An interface through a point between nodes. It ends at absorbing sides; what comes from there is not heard in time."""
    side, fine = 2000.0, CELL / 10
    # In the middle of a cell; a flat interface and one at 45 degrees lie midway between the values of the file.
    middle = np.array([1000 + fine / 2, 1000 + CELL / 2])
    dip = np.radians(degrees)
    down, along = np.array([-np.sin(dip), np.cos(dip)]), np.array([np.cos(dip), np.sin(dip)])
    source = middle - 162 * down + 31 * along
    # (depth below the interface, distance along it from the source), m
    wanted = [(-131, 120), (-47, -310), (-223, 260), (-90, 400), (88, 70), (170, -240)]
    places = [source + (162 + below) * down + beside * along for below, beside in wanted]
    scene = ground([side, side], {}, 0.55, source.tolist(), [at.tolist() for at in places])
    count = round(side / fine)
    middles = (np.arange(count) + 0.5) * fine
    is_rock = (middles[:, None] - middle[0]) * down[0] + (middles[None, :] - middle[1]) * down[1] > 0
    place = {"axes": ["x", "z"], "spacing": [fine, fine], "origin": [fine / 2, fine / 2]}
    scene["medium"] |= {"model": {"file": "speed.npy", "units": "m/s"} | place
                        | {"density": {"file": "density.npy", "units": "kg/m3"} | place}}
    arrays = {"speed.npy": np.where(is_rock, rock[0], WATER[0]).astype("f4"),
              "density.npy": np.where(is_rock, rock[1], WATER[1]).astype("f4")}

    return scene, arrays, [exact(rock, beside, 0, 162 + below, 162, False) for below, beside in wanted]


def space_scene(degrees, azimuth, rock):
    """An interface in 3D through a point between nodes. What comes from its ends at the sides is not heard in time."""
    side, fine = 94 * CELL, CELL / 4
    middle = np.full(3, side / 2) + CELL * np.array([0.3, 0.6, 0.45])
    dip, turn = np.radians(degrees), np.radians(azimuth)
    down = np.array([-np.sin(dip) * np.cos(turn), -np.sin(dip) * np.sin(turn), np.cos(dip)])
    along = np.array([np.cos(dip) * np.cos(turn), np.cos(dip) * np.sin(turn), np.sin(dip)])
    across_dip = np.cross(down, along)
    source = middle - 62 * down + 11 * along
    # (depth below the interface, distances along the dip and across it from the source), m
    wanted = [(-131, 30, 40), (-23, -50, 20), (-90, 60, -50), (48, 20, -40), (30, -60, 50)]
    places = [source + (62 + below) * down + a * along + b * across_dip for below, a, b in wanted]
    scene = ground([side] * 3, {}, 0.32, source.tolist(), [at.tolist() for at in places])
    middles = (np.arange(round(side / fine)) + 0.5) * fine
    x, y, z = ((middles - at) * toward for at, toward in zip(middle, down))
    is_rock = x[:, None, None] + y[None, :, None] + z[None, None, :] > 0
    place = {"axes": ["x", "y", "z"], "spacing": [fine] * 3, "origin": [fine / 2] * 3}
    scene["medium"] |= {"model": {"file": "speed.npy", "units": "m/s"} | place
                        | {"density": {"file": "density.npy", "units": "kg/m3"} | place}}
    arrays = {name: np.where(is_rock, np.float32(lower), np.float32(upper))
              for name, lower, upper in zip(("speed.npy", "density.npy"), rock, WATER)}
    return scene, arrays, [exact(rock, np.hypot(a, b), 0, 62 + below, 62, False, True) for below, a, b in wanted]


def scenes(kinds):
    """(kind, words, largest error wanted, scene maker)"""
    rock = (2500.0, 2000.0)
    for depth in (403.1, 400, 401, 402, 404, 405, 406.25):
        yield "flat", f"interface at {depth} m", 0.01, lambda: flat_scene(depth, rock, 100.0, 250.0)
    for depth, *beside in ((399.5, 1600.0, 3000.0), (392, 4500.0, 2600.0), (396.875, 4500.0, 2600.0),
                           (399.5, 4500.0, 2600.0), (399.5, 4500.0, 1000.0)):
        yield ("beside", f"receivers {400 - depth:g} m above rock of {beside[0]:g} m/s, {beside[1]:g} kg/m3", 0.006,
               lambda: flat_scene(400.0, tuple(beside), 100.0, depth))
    for depth in (0.3, 0.7, 1.5, 3.0):
        yield "surface", f"source {depth} m below the surface", 0.005, lambda: surface_scene(depth)
    for degrees in (20, 0, 5, 45):
        for density in (2000.0, 1000.0):
            yield ("dips", f"{degrees} degrees, {density:g} kg/m3", 0.015, lambda: dip_scene(degrees, (2500.0, density)))
    for degrees, azimuth in ((20, 65), (5, 30), (45, 20)):
        for density in (2000.0, 1000.0):
            yield ("space", f"{degrees} degrees towards {azimuth}, {density:g} kg/m3", 0.008,
                   lambda: space_scene(degrees, azimuth, (2000.0, density)))
    # Most of these errors is that of the wall itself, whose absorption the plan says to err.
    for admittance, most in ((0.3, 0.006), (0.02, 0.001), (0.8, 0.015)):
        yield "walls", f"admittance {admittance}", most, lambda: wall_scene(admittance)


def errors_of(program, settings, scene, arrays, wanted):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, values in arrays.items():
            np.save(folder / file, values)
        (folder / "scene.yaml").write_text(json.dumps(scene))
        done = subprocess.run([program, "run", "scene.yaml", "--backend", "cpu", "--progress", "none", "-o", "out",
                               *(f"--set={one}" for one in settings)], cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"code {done.returncode}: {done.stderr.strip()}")
        with h5py.File(folder / "out" / "result.h5") as result:
            times, traces = result["traces/time"][:], result["traces/pressure"][0]
    found = []
    for trace, exactly in zip(traces, wanted):
        found.append(np.abs(trace - exactly(times)).max() / np.abs(exactly(times)).max())
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("kinds", nargs="*", help="flat, beside, surface, dips, space, walls; all without")
    options.add_argument("--sample", action="store_true", help="one scene of each kind")
    options.add_argument("--set", action="append", default=[], help="KEY=VALUE in every scene")
    given = options.parse_args()
    seen, failed = set(), 0
    for kind, words, most, make in scenes(given.kinds):
        if (given.kinds and kind not in given.kinds) or (given.sample and kind in seen):
            continue
        seen.add(kind)
        found = errors_of(str(given.program.resolve()), given.set, *make())
        failed += max(found) > most
        print(f"{kind:7} {words}: {', '.join(f'{100 * one:.2f}' for one in found)} %"
              f"{' ABOVE' if max(found) > most else ','} {100 * most:g} %", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
