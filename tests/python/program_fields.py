# SPDX-License-Identifier: MIT
"""What files of a run with a program say of its field, read with h5py, and Lamb's problem in a scene.

usage: program_fields.py names FOLDER FIELD UNITS SEGY_UNIT LATER
       program_fields.py lamb vx|vz RESULT.h5
       program_fields.py blast RESULT.h5 [SPEED]
       program_fields.py shot RESULT.h5 NUMBER OTHER.h5
"""
import struct
import sys
from pathlib import Path

import h5py
import numpy as np


def expect(found, expected, what):
    if found != expected:
        sys.exit(f"{what}: {found!r} is not {expected!r}")


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def names(folder, field, units, segy_unit, later):
    with h5py.File(folder / "result.h5") as file:
        pressure = file["traces/pressure"]
        expect(text(pressure.attrs["field"]), field, "field of the traces")
        expect(text(pressure.attrs["units"]), units, "units of the traces")
        step = float(file["traces"].attrs["time_step_s"])
        first = float(file["traces/time"][0])
        if abs(first - later * step) > 1e-9 * step:
            sys.exit(f"time of the first sample: {first / step} steps is not {later}")
    snapshots = sorted((folder / "snapshots").glob("*.hdf")) + sorted((folder / "snapshots").glob("*.vtkhdf"))
    if not snapshots:
        sys.exit("there is no snapshot")
    with h5py.File(snapshots[0]) as file:
        data = file["VTKHDF/PointData"]
        expect(list(data), [field], "arrays of the snapshot")
        expect(text(data[field].attrs["units"]), units, "units of the snapshot")
    expect(Path(next((folder / "snapshots").glob("*.xdmf"))).read_text().count(f"/VTKHDF/PointData/{field}<"), len(snapshots), "index")
    with open(folder / "traces.sgy", "rb") as file:
        head = file.read(3600 + 240)
    expect(struct.unpack(">h", head[3600 + 202:3600 + 204])[0], segy_unit, "SEG-Y unit")
    line = head[7 * 80:8 * 80].decode("cp037").strip()
    if field not in line or units not in line:
        sys.exit(f"SEG-Y header says {line!r}")


def garvin(x, h, times, cp, cs, rho, slope):
    """Velocity along and down at the surface of a half space at a distance x from a line that pushes both normal stresses in a
    depth h: Garvin, Proc. R. Soc. A 234 (1956), 528, per unit of the signal whose derivative is `slope`."""
    r = np.hypot(x, h)
    first = r / cp
    turn = np.linspace(0, np.arccosh(max(times.max(), 1.01 * first) / first), 4001)
    t, root = first * np.cosh(turn), first * np.sinh(turn)
    p = (1j * x * t + h * root) / r**2
    step = (1j * x * root + h * t) / r**2
    a, b = np.sqrt(p * p + 1 / cp**2), np.sqrt(p * p + 1 / cs**2)
    g = 2 * p * p + 1 / cs**2
    rayleigh = g * g - 4 * p * p * a * b
    share = np.full(len(turn), turn[1])
    share[[0, -1]] /= 2
    factor = 1 / (np.pi * rho * cp**2 * cs**2) * share
    signal = slope(times[:, None] - t[None, :])
    return signal @ (factor * (2j * p * b / rayleigh * step).real), signal @ (factor * (g / rayleigh * step).real)


def lamb(field, path):
    cp, cs, rho, peak, delay, depth, source = 1732.0, 1000.0, 2300.0, 10.0, 0.12, 52.5, 150.0

    def slope(t):
        u = np.pi * peak * (t - delay)
        return np.pi * peak * (4 * u**3 - 6 * u) * np.exp(-u * u)

    with h5py.File(path) as file:
        times = np.asarray(file["traces/time"])
        traces = np.asarray(file["traces/pressure"][0], dtype=float)
        places = np.asarray(file["traces/receiver_position"]).reshape(-1, 3)
    for trace, place in zip(traces, places):
        along, down = garvin(place[0] - source, depth, times, cp, cs, rho, slope)
        exact = along if field == "vx" else -down  # z points up in scenes
        error = np.abs(trace - exact).max() / np.abs(exact).max()
        print(f"{field} at {place[0]} m: {error:.4f}")
        if not error < 0.025:
            sys.exit(f"{field} at {place[0]} m: {error:.4f} is not below 0.025")


def blast(path, cp=2000.0):
    """vx around a point that pushes all normal stresses: phi = S(t - r/cp) / (4 pi rho cp^2 r), S the integral of the signal."""
    rho, peak, delay = 2300.0, 25.0, 0.05
    with h5py.File(path) as file:
        times = np.asarray(file["traces/time"])
        traces = np.asarray(file["traces/pressure"][0], dtype=float)
        places = np.asarray(file["traces/receiver_position"]).reshape(-1, 3)
    for trace, place in zip(traces, places):
        way = place - np.array([71.0, 68.0, 70.0])
        r = np.linalg.norm(way)
        u = np.pi * peak * (times - r / cp - delay)
        signal, slope = (1 - 2 * u * u) * np.exp(-u * u), np.pi * peak * (4 * u**3 - 6 * u) * np.exp(-u * u)
        exact = -(slope / (cp * r) + signal / r**2) / (4 * np.pi * rho * cp**2) * way[0] / r
        error = np.abs(trace - exact).max() / np.abs(exact).max()
        if not error < 0.015:
            sys.exit(f"vx at {r:.1f} m: {error:.4f} is not below 0.015")


def shot(path, number, other):
    with h5py.File(path) as survey, h5py.File(other) as single:
        one, alone = survey["traces/pressure"][number - 1], single["traces/pressure"][0]
        if not np.abs(alone).max() > 0 or not np.array_equal(one, alone):
            sys.exit("the shot is not the single run")
        if number > 1 and np.array_equal(one, survey["traces/pressure"][0]):
            sys.exit("both shots are the same")


if sys.argv[1] == "names":
    names(Path(sys.argv[2]), sys.argv[3], sys.argv[4], int(sys.argv[5]), float(sys.argv[6]))
elif sys.argv[1] == "lamb":
    lamb(sys.argv[2], sys.argv[3])
elif sys.argv[1] == "blast":
    blast(sys.argv[2], *map(float, sys.argv[3:]))
else:
    shot(sys.argv[2], int(sys.argv[3]), sys.argv[4])
