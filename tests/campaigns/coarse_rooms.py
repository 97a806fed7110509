# SPDX-License-Identifier: MIT
"""How long each stencil takes in a furnished room until its sound is right, beside 7 points.

A room of 4.8 m x 3.6 m x 2.4 m with three pieces of furniture, all on whole cells of 0.2 m / n for every n. Each stencil computes it with
coarser and finer cells. The reference is compact-123-me6 with the finest cells that were asked for; a second stencil beside it says how
far the reference can be trusted. Walls: rigid; lossy (one absorption); octave (tables of three materials).

* rigid: the error is the L2 norm of the difference of the first 50 ms of all traces over that of the reference.
* lossy, octave: the largest error of T20 in per cent and of C80 in dB, over the octaves of the band and all receivers.

A time is that of the steps alone, where the line through the two nearest n (of logarithms) meets the bound. It needs python3-h5py and
python3-scipy.

usage: coarse_rooms.py WAVESIM [--walls rigid] [--cells 4,6,8] [--stencils a,b] [--reference N] [--set KEY=VALUE]... [--json FILE]
       [--expect STENCIL]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from scipy.signal import butter, sosfiltfilt

SCENE = """
wavesim: 1
name: furnished room on whole cells
domain: {{size: [4.8, 3.6, 2.4]}}
grid: {{spacing: {spacing!r}, stencil: {stencil}}}
medium: {{sound_speed: 343 m/s, density: 1.2 kg/m3}}
time: {{duration: {duration} s}}
boundaries: {{default: {wall}, floor: {carpet}}}
solids:
  - {{name: cupboard, box: {{from: [0.0, 2.4, 0.0], to: [0.6, 3.6, 1.8]}}, surface: {wood}}}
  - {{name: table, box: {{from: [2.4, 1.2, 0.6], to: [3.6, 2.4, 0.8]}}, surface: {wood}}}
  - {{name: sofa, box: {{from: [4.2, 0.6, 0.0], to: [4.8, 2.4, 0.4]}}, surface: {carpet}}}
sources:
  - {{name: speaker, position: [1.0, 0.9, 1.1], signal: {{kind: ricker, peak_frequency: 400 Hz}}}}
receivers:
  - {{name: a, position: [3.9, 1.7, 1.3]}}
  - {{name: b, position: [1.5, 2.9, 1.5]}}
  - {{name: c, position: [3.1, 0.5, 0.5]}}
"""
WALLS = {
    "rigid": ("rigid", "rigid", "rigid"),
    "lossy": ("{absorption: 0.08}", "{absorption: 0.3}", "{absorption: 0.15}"),
    "octave": ("{absorption: {125: 0.10, 250: 0.08, 500: 0.06, 1000: 0.05}}", "{absorption: {125: 0.08, 250: 0.15, 500: 0.3, 1000: 0.45}}",
               "{absorption: {125: 0.28, 250: 0.22, 500: 0.17, 1000: 0.09}}"),
}
STENCILS = "leggy-1,compact-27-iwb,compact-57-fine,compact-123-me6"
OCTAVES = (125, 250, 500)  # whole octaves below 1 kHz in which the pulse has energy
BOUNDS = {"l2": 0.02, "t20": 0.05, "c80": 1.0}


def run(program, folder, stencil, n, options):
    """Traces (receiver, time), their step in s, seconds of the steps, and the room acoustic numbers of one run."""
    wall, carpet, wood = WALLS[options.walls]
    rigid = options.walls == "rigid"
    scene, out = folder / "room.yaml", folder / "out"
    scene.write_text(SCENE.format(spacing=0.2 / n, stencil=stencil, duration=0.055 if rigid else 0.7, wall=wall, carpet=carpet, wood=wood))
    command = [program, "run", str(scene), "--output", str(out), "--force"]
    for change in options.set:
        command += ["--set", change]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    with h5py.File(out / "result.h5") as file:
        one = {"traces": file["traces/pressure"][0].astype(float), "step_s": float(file["traces"].attrs["time_step_s"]),
               "seconds": float(file["report"].attrs["step_loop_s"]), "backend": str(file.attrs["backend"])}
        distance = np.linalg.norm(file["traces/receiver_position"][:] - file["sources/position"][0], axis=-1)
    one["numbers"] = {} if rigid else numbers_of(one, distance / 343.0)
    return one


def numbers_of(one, arrivals):
    """(quantity, receiver, octave): T20 in s by the line from -5 to -25 dB, C80 in dB; the pulse begins at 0."""
    found = {}
    for octave in OCTAVES:
        sections = butter(4, [octave / 2 ** 0.5, octave * 2 ** 0.5], "bandpass", fs=1 / one["step_s"], output="sos")
        for receiver, trace in enumerate(one["traces"]):
            energy = sosfiltfilt(sections, trace) ** 2
            left = np.cumsum(energy[::-1])[::-1]
            times = np.arange(len(left)) * one["step_s"]
            early = np.interp(arrivals[receiver] + 0.08, times, left)
            found["c80", receiver, octave] = 10 * np.log10((left[0] - early) / early)
            level = 10 * np.log10(left / left[0])
            line = (level <= -5) & (level >= -25)
            found["t20", receiver, octave] = -60 / np.polyfit(times[line], level[line], 1)[0]
    return found


def at_times(one, times):
    """Traces at other times, by a windowed sinc of 64 samples: the pulse lies far below half the sampling rate."""
    place = times / one["step_s"]
    first = np.floor(place).astype(int)[:, None] + np.arange(-31, 33)
    distance = place[:, None] - first
    weight = np.sinc(distance) * np.i0(9 * np.sqrt(np.maximum(0, 1 - (distance / 32.5) ** 2))) / np.i0(9)
    inside = (first >= 0) & (first < one["traces"].shape[1])
    return (one["traces"][:, np.where(inside, first, 0)] * np.where(inside, weight, 0)).sum(-1)


def errors(one, reference):
    """What the walls make it: l2, or t20 and c80."""
    if one["numbers"]:
        both = one["numbers"].keys() & reference["numbers"].keys()
        t20 = [abs(one["numbers"][key] / reference["numbers"][key] - 1) for key in both if key[0] == "t20"]
        c80 = [abs(one["numbers"][key] - reference["numbers"][key]) for key in both if key[0] == "c80"]
        return {"t20": float(max(t20)), "c80": float(max(c80))}
    times = np.arange(0, 0.05, 5e-5)
    right = at_times(reference, times)
    return {"l2": float(np.linalg.norm(at_times(one, times) - right) / np.linalg.norm(right))}


def seconds_at_bound(rows):
    """Seconds at which all errors meet their bounds, and the cells there; None where the finest cells do not."""
    worst = [max(1e-9, *(row["errors"][name] / BOUNDS[name] for name in row["errors"])) for row in rows]
    if worst[-1] > 1:
        return None
    last = max((i for i, error in enumerate(worst) if error > 1), default=None)
    if last is None:
        return rows[0]["seconds"], rows[0]["cells"], True
    share = np.log(worst[last]) / np.log(worst[last] / worst[last + 1])
    low, high = rows[last], rows[last + 1]
    between = [float(np.exp(np.log(low[key]) + share * np.log(high[key] / low[key]))) for key in ("seconds", "cells")]
    return (*between, False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--walls", choices=WALLS, default="rigid")
    parser.add_argument("--cells", default="4,5,6,8,10,12")
    parser.add_argument("--stencils", default=STENCILS)
    parser.add_argument("--reference", type=int, default=12)
    parser.add_argument("--beside", default="compact-57-fine")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--expect", help="stencil that must meet the bounds; else the exit code is 1")
    options = parser.parse_args()
    rows, reached = [], {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        reference = run(options.program, folder, "compact-123-me6", options.reference, options)
        beside = run(options.program, folder, options.beside, options.reference, options)
        trust = errors(beside, reference)
        print(f"{options.walls}: reference of compact-123-me6 with {options.reference} cells per 0.2 m; {options.beside} beside it: {trust}")
        for stencil in options.stencils.split(","):
            mine = []
            for n in map(int, options.cells.split(",")):
                try:
                    one = run(options.program, folder, stencil, n, options)
                except RuntimeError as refused:
                    print(f"{stencil}, {n} cells: {refused}")
                    continue
                row = {"stencil": stencil, "cells": n, "seconds": one["seconds"], "backend": one["backend"], "errors": errors(one, reference)}
                told = ", ".join(f"{name} {value:.4f}" for name, value in row["errors"].items())
                print(f"{stencil:16} {n:3} cells  {one['seconds']:9.4f} s  {told}  {one['backend']}", flush=True)
                mine.append(row)
            rows += mine
            if mine and (found := seconds_at_bound(mine)):
                reached[stencil] = found
    first = reached.get(options.stencils.split(",", maxsplit=1)[0])
    for stencil, (seconds, cells, at_most) in reached.items():
        ratio = f", {first[0] / seconds:.1f} times less than the first stencil" if first else ""
        print(f"{stencil:16} {'at most ' if at_most else ''}{seconds:.4f} s with {cells:.1f} cells per 0.2 m{ratio}")
    if options.json:
        options.json.write_text(json.dumps({"walls": options.walls, "reference_cells": options.reference, "trust": trust, "rows": rows,
                                            "reached": reached}, indent=1) + "\n", encoding="utf-8")
    return 1 if options.expect and options.expect not in reached else 0


if __name__ == "__main__":
    sys.exit(main())
