# SPDX-License-Identifier: MIT
"""From a scene whose wall has a complex impedance to the pulse that it sends back, along a tube of 20 m. The spectrum of
the echo over that of a rigid wall is the reflection coefficient (Z - 1) / (Z + 1), with Z in rho c: of a panel of mass,
resistance and spring in a CSV file of rayl, and of porous layers, whose impedance is a chain of two-ports with Miki's
numbers.

usage: wall_reflection.py WAVESIM
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

C, RHO = 343.0, 1.2
HIGHEST, POINTS = 1000.0, 8
SPACING = C / (HIGHEST * POINTS)
LENGTH, SIDE = 466 * SPACING, 4 * SPACING
SOURCE, RECEIVER = 0.4 * LENGTH, 0.8 * LENGTH
HZ = np.arange(100, 901, 50.0)
LOW = HZ <= HIGHEST / 2
MOST_LOW, MOST = 0.015, 0.06  # up to half the highest frequency, and up to 0.9 of it


def panel(hz):
    omega, resonance = 2 * np.pi * hz, 2 * np.pi * 300
    return 1.6 + 1.2j * (omega / resonance - resonance / omega)


def porous(thickness, flow_resistivity, gap):
    def impedance(hz):
        x, air = hz / flow_resistivity, 2 * np.pi * hz / C
        layers = [(1 + (0.070 - 0.107j) * x ** -0.632, air * (1 + (0.109 - 0.160j) * x ** -0.618) * thickness),
                  (np.ones_like(x), air * gap)]
        pressure, flow = np.ones_like(x, complex), np.zeros_like(x, complex)
        for z, turn in reversed(layers):
            pressure, flow = (np.cos(turn) * pressure + 1j * z * np.sin(turn) * flow,
                              1j / z * np.sin(turn) * pressure + np.cos(turn) * flow)
        return pressure / flow
    return impedance


def echo(wavesim, folder, wall_name, wall, stencil):
    """What comes back from the wall at x_max, before anything comes from the other end."""
    name = f"{wall_name}_{stencil}".replace("-", "_")
    scene = {
        "wavesim": 1, "name": name, "domain": {"size": [LENGTH, SIDE, SIDE]},
        "medium": {"sound_speed": C, "density": RHO},
        "grid": {"max_frequency": HIGHEST, "points_per_wavelength": POINTS, "stencil": stencil},
        "time": {"duration": 0.08}, "boundaries": {"walls": "vertex", "default": "rigid", "x_max": wall, "x_min": {"admittance": 0.5}},
        "sources": [{"position": [SOURCE, SIDE / 2, SIDE / 2],
                     "signal": {"kind": "ricker", "peak_frequency": 400, "delay": 0.005}}],
        "receivers": [{"name": "a", "position": [RECEIVER, SIDE / 2, SIDE / 2]}],
    }
    (folder / "tube.yaml").write_text(json.dumps(scene))
    done = subprocess.run([wavesim, "run", "tube.yaml", "--backend", "cpu", "--precision", "double"], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"wall_reflection.py: {done.stderr}")
    with h5py.File(folder / "results" / name / "result.h5") as result:
        time, pressure = result["traces/time"][:], result["traces/pressure"][0, 0].astype(float)
    way = C * (time - 0.005)  # the echo comes after 0.8 of the length, the other end's after 1.2
    inside = (way > 0.65 * LENGTH) & (way < 1.08 * LENGTH)
    return np.array([np.sum(pressure[inside] * np.exp(-2j * np.pi * hz * time[inside])) for hz in HZ])


def main():
    wavesim = str(pathlib.Path(sys.argv[1]).resolve())
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        hz = np.geomspace(40, 1400, 80)
        z = panel(hz) * RHO * C
        rows = "".join(f"{f:.9g},{v.real:.9g},{v.imag:.9g}\n" for f, v in zip(hz, z))
        (folder / "panel.csv").write_text("frequency [Hz],real [rayl],imaginary [rayl]\n" + rows)
        layer, deep = (0.05, 10e3, 0.0), (0.04, 20e3, 0.1)
        keys = ("thickness", "flow_resistivity", "gap")
        walls = {"panel": ({"impedance": {"file": "panel.csv", "unit": "rayl"}}, panel),
                 "layer": ({"porous": dict(zip(keys, layer))}, porous(*layer)),
                 "before_a_gap": ({"porous": dict(zip(keys, deep))}, porous(*deep))}
        for stencil in ("leggy-4", "compact-27-iwb"):
            rigid = echo(wavesim, folder, "rigid", "rigid", stencil)
            for wall, (surface, impedance) in walls.items():
                found = echo(wavesim, folder, wall, surface, stencil) / rigid
                asked = (impedance(HZ) - 1) / (impedance(HZ) + 1)
                error = abs(found - asked)
                print(f"{stencil} {wall}: |R| {abs(asked).min():.3f} to {abs(asked).max():.3f}, error up to "
                      f"{error[LOW].max():.4f} below {HIGHEST / 2:g} Hz, {error.max():.4f} above")
                if not (error[LOW].max() < MOST_LOW and error.max() < MOST):
                    wrong.append(f"{stencil} {wall}")
    return f"wall_reflection.py: wrong echoes: {wrong}" if wrong else None


if __name__ == "__main__":
    sys.exit(main())
