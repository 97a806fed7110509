# SPDX-License-Identifier: MIT
"""Decays of a living room whose walls have a complex admittance by frequency, octave by octave, beside the exact ones.

The room is a box of 4.9 m x 4.0 m x 2.6 m whose opposite walls are alike. Its exact sound is a sum over modes, whose
complex wave numbers obey k tan(k L / 2) = s Y(s) / c (or k cot = -s Y / c) for each pair of walls and
k_x^2 + k_y^2 + k_z^2 = -s^2 / c^2. Here it is evaluated for the pulse, the source and the receivers of the run, and both
sounds are gated, filtered and integrated in the same way. So what differs is the walls and the grid.

Walls: three materials of octave tables, as circuits of six branches that this script fits and writes as admittance
tables; and the three in one room.

usage: wall_decays.py WAVESIM [--stencil NAME] [--frequency HZ] [--points N] [--rooms carpet,plaster,...]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from scipy.optimize import least_squares
from scipy.signal import butter, sosfiltfilt

C = 343.0
SIZE = np.array([4.9, 4.0, 2.6])  # until main() makes it whole cells
MIDDLES = np.array([125.0, 250, 500, 1000, 2000, 4000])
TABLES = {
    "carpet": [0.05, 0.1, 0.2, 0.35, 0.5, 0.6],
    "plaster": [0.1, 0.08, 0.05, 0.04, 0.03, 0.03],
    "panel": [0.35, 0.25, 0.15, 0.08, 0.05, 0.05],
}
ROOMS = {
    "carpet": ["carpet"] * 3,
    "plaster": ["plaster"] * 3,
    "panel": ["panel"] * 3,
    "mixed": ["panel", "plaster", "carpet"],
}
LAWS = {}  # Y(s) of each material
MOST = 0.005  # of the reverberation time of an octave


def circuit(x, s):
    """Sum of six branches; x: logarithms of conductance, resonance and quality."""
    conductance, resonance, quality = np.exp(x.reshape(3, 6))[..., None]
    return (conductance / (1 + quality * (s / resonance + resonance / s))).sum(0)


def taken(admittance):
    """Absorption at random incidence, by a sum over the cosine of the angle of incidence."""
    cosine = (np.arange(400) + 0.5)[:, None] / 400
    reflection = (cosine - admittance) / (cosine + admittance)
    return (2 * cosine * (1 - np.abs(reflection) ** 2)).mean(0)


def fitted(table):
    """A circuit with that absorption at the middles of the octaves."""
    hz = np.geomspace(MIDDLES[0] / 2 ** 0.5, MIDDLES[-1] * 2 ** 0.5, 30)
    between = np.interp(np.log(hz), np.log(MIDDLES), table)
    resonance = np.geomspace(hz[0], hz[-1], 6)
    start = np.concatenate([np.log(0.02 + 0 * resonance), np.log(2 * np.pi * resonance), np.full(6, 0.3)])

    def residual(x):
        at_middles, along = circuit(x, 2j * np.pi * MIDDLES), circuit(x, 2j * np.pi * hz)
        return np.concatenate([30 * np.log(taken(at_middles) / table), 3 * np.log(taken(along) / between),
                               0.15 * (along.imag / np.abs(along)), 1e-3 * (x - start)])
    x = least_squares(residual, start).x
    return lambda s: circuit(x, np.atleast_1d(s))


def wave_numbers(n, length, wall, guess):
    """k of cosines (n even) and sines (n odd) about the middle, and dh/dk, for wall = s Y / c."""
    k = guess.copy()
    for _ in range(60):
        half = k * length / 2
        sine, cosine = np.sin(half), np.cos(half)
        even = n % 2 == 0
        # k sin = wall cos, k cos = -wall sin
        f = np.where(even, k * sine - wall * cosine, k * cosine + wall * sine)
        slope = np.where(even, sine + (k * cosine + wall * sine) * length / 2,
                         cosine + (wall * cosine - k * sine) * length / 2)
        step = f / slope
        k = k - step
        if np.max(np.abs(step)) < 1e-13:
            break
    half = k * length / 2
    at_wall = np.where(n % 2 == 0, np.cos(half), np.sin(half))
    return k, at_wall / slope  # dk/dwall by the slope of f: df/dwall = -cos or +sin


def modes(walls, highest):
    """s of every mode up to a frequency, its wave numbers, and what it has of a point source."""
    most = np.floor(SIZE * 2 * highest / C).astype(int) + 1
    n = np.stack(np.meshgrid(*[np.arange(m + 1) for m in most], indexing="ij"), -1).reshape(-1, 3)
    rigid = np.pi * n / SIZE
    k_all = np.sqrt((rigid ** 2).sum(1))
    keep = (k_all > 0) & (k_all < 2 * np.pi * highest / C)
    n, rigid, k_all = n[keep], rigid[keep], k_all[keep]
    s = 1j * C * k_all
    k = None
    h = 1e-6
    for share in np.linspace(0.02, 1, 50):
        for _ in range(8):
            total, slope = s ** 2 / C ** 2, 2 * s / C ** 2
            found = []
            for d in range(3):
                y = share * walls[d](s)
                dy = share * (walls[d](s * (1 + h)) - walls[d](s * (1 - h))) / (2 * h * s)
                wall, dwall = s * y / C, (y + s * dy) / C
                first = np.sqrt(rigid[:, d] ** 2 + np.where(n[:, d] == 0, 2, 4) * wall / SIZE[d])
                kd, _ = wave_numbers(n[:, d], SIZE[d], wall, first if k is None else k[d])
                half = kd * SIZE[d] / 2
                # h(k) = k tan(half) or -k cot(half) = wall
                even = n[:, d] % 2 == 0
                dh = np.where(even, np.tan(half) + half / np.cos(half) ** 2, -1 / np.tan(half) + half / np.sin(half) ** 2)
                total = total + kd ** 2
                slope = slope + 2 * kd * dwall / dh
                found.append(kd)
            k = found
            step = total / slope
            s = s - step
            if np.max(np.abs(step) / np.abs(s)) < 1e-12:
                break
    if not (np.max(np.abs(step) / np.abs(s)) < 1e-9 and np.all(s.real < 0)):
        sys.exit("wall_decays.py: a mode was not found")
    keys = np.round(np.stack([s.real, s.imag], 1), 7)
    if len(np.unique(keys, axis=0)) != len(keys):
        sys.exit("wall_decays.py: two modes are one")
    return n, np.array(k), s, slope


def exact_sound(walls, highest, source, receivers, time, pulse):
    """The pressure at times after the pulse."""
    n, k, s, slope = modes(walls, highest)
    norm = np.ones(len(s), complex)
    def shape(x, d):
        at = k[d] * (x[d] - SIZE[d] / 2)
        return np.where(n[:, d] % 2 == 0, np.cos(at), np.sin(at))
    for d in range(3):
        sign = np.where(n[:, d] % 2 == 0, 1, -1)
        norm *= SIZE[d] / 2 * (1 + sign * np.sin(k[d] * SIZE[d]) / (k[d] * SIZE[d]))
    a = (np.pi * pulse["peak"]) ** 2
    spectrum = -s ** 2 / (2 * a) * np.sqrt(np.pi / a) * np.exp(s ** 2 / (4 * a) - s * pulse["delay"])
    weight = spectrum / (norm * slope) * np.prod([shape(source, d) for d in range(3)], 0)
    shapes = np.array([np.prod([shape(r, d) for d in range(3)], 0) for r in receivers])
    sound = np.zeros((len(receivers), len(time)))
    for from_ in range(0, len(s), 200):
        part = slice(from_, from_ + 200)
        sound += 2 * np.real((shapes[:, part] * weight[part]) @ np.exp(np.outer(s[part], time)))
    return sound


def decay(sound, time, octave):
    """Seconds for 60 dB, from the slope between -5 and -25 dB of all receivers together."""
    rate = 1 / (time[1] - time[0])
    edges = (octave / 2 ** 0.5, octave * 2 ** 0.5)
    heard = sosfiltfilt(butter(4, edges, "bandpass", fs=rate, output="sos"), sound)
    left = np.cumsum((heard ** 2).sum(0)[::-1])[::-1]
    level = 10 * np.log10(left / left[0] + 1e-300)
    inside = (level < -5) & (level > -25)
    return -60 / np.polyfit(time[inside], level[inside], 1)[0]


def scene_of(name, folder, arguments, duration, source, receivers, peak):
    materials = {}
    for material, wall in LAWS.items():
        hz = np.geomspace(20, 8000, 200)
        y = wall(2j * np.pi * hz)
        rows = "".join(f"{f:.17g},{v.real:.17g},{v.imag:.17g}\n" for f, v in zip(hz, y))
        (folder / f"{material}.csv").write_text("frequency,real,imaginary\n" + rows)
        materials[material] = {"admittance": {"file": f"{material}.csv"}}
    x, y, z = ROOMS[name]
    used = {material: materials[material] for material in set(ROOMS[name])}
    scene = {
        "wavesim": 1, "name": name, "domain": {"size": SIZE.tolist()}, "medium": {"sound_speed": C},
        "grid": {"max_frequency": arguments.frequency, "points_per_wavelength": arguments.points,
                 "stencil": arguments.stencil},
        "time": {"duration": duration}, "materials": used,
        "boundaries": {"walls": "vertex", "x_min": x, "x_max": x, "y_min": y, "y_max": y, "z_min": z, "z_max": z},
        "sources": [{"position": source.tolist(),
                     "signal": {"kind": "ricker", "peak_frequency": peak, "delay": 2 / peak}}],
        "receivers": [{"name": f"r{i}", "position": r.tolist()} for i, r in enumerate(receivers)],
        "run": {"backend": "cpu", "precision": "double"},
    }
    (folder / "room.yaml").write_text(json.dumps(scene))


def room_errors(name, arguments, folder):
    """Octaves with the reverberation times of the run and of the exact sound."""
    random = np.random.default_rng(5)
    source = np.array([0.18, 0.17, 0.31]) * SIZE
    receivers = random.uniform(0.1, 0.9, (arguments.receivers, 3)) * SIZE
    peak = arguments.frequency / 2.2
    walls = [LAWS[material] for material in ROOMS[name]]
    slow = np.sort(-modes(walls, arguments.frequency)[2].real)
    duration = min(arguments.longest, 4.0 / slow[len(slow) // 20])  # 35 dB of nearly the slowest mode
    scene_of(name, folder, arguments, duration, source, receivers, peak)
    subprocess.run([arguments.wavesim, "run", "room.yaml", "--force"], cwd=folder, check=True, capture_output=True)
    with h5py.File(folder / "results" / name / "result.h5") as result:
        time, sound = result["traces/time"][:], result["traces/pressure"][0].astype(float)
    gate = time > 4 / peak
    exact = exact_sound(walls, 1.6 * arguments.frequency, source, receivers, time[gate], {"peak": peak, "delay": 2 / peak})
    octaves = [m for m in MIDDLES if m * 2 ** 0.5 <= arguments.frequency * 1.001]
    return [(o, decay(sound[:, gate], time[gate], o), decay(exact, time[gate], o)) for o in octaves]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wavesim", type=lambda p: str(pathlib.Path(p).resolve()))
    parser.add_argument("--stencil", default="leggy-4")
    parser.add_argument("--frequency", type=float, default=710, help="the highest one, Hz")
    parser.add_argument("--points", type=float, default=8, help="per wavelength there")
    parser.add_argument("--rooms", default=",".join(ROOMS))
    parser.add_argument("--receivers", type=int, default=40)
    parser.add_argument("--longest", type=float, default=3, help="s of a run")
    arguments = parser.parse_args()
    spacing = C / (arguments.frequency * arguments.points)
    SIZE[:] = np.round(SIZE / spacing) * spacing
    LAWS.update({material: fitted(table) for material, table in TABLES.items()})
    wrong = []
    for name in arguments.rooms.split(","):
        with tempfile.TemporaryDirectory() as folder:
            for octave, found, wanted in room_errors(name, arguments, pathlib.Path(folder)):
                error = found / wanted - 1
                print(f"{name:8} {octave:5.0f} Hz: {found:.4f} s, exact {wanted:.4f} s ({100 * error:+.2f} %)", flush=True)
                if not abs(error) <= MOST:
                    wrong.append(f"{name} {octave:g} Hz")
    return f"wall_decays.py: wrong decays: {', '.join(wrong)}" if wrong else None


if __name__ == "__main__":
    sys.exit(main())
