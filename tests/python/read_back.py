# SPDX-License-Identifier: MIT
"""Reads with h5py, and in printed lines, what scenes said and runs wrote: names and places of points, times and shapes of
snapshots, channels that a shot does not have.

usage: read_back.py WAVESIM
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

ROOM = """wavesim: 1
name: Read back
domain: {size: [2.0, 1.6, 1.2]}
grid: {spacing: 10 cm, stencil: leggy-1}
time: {duration: 8 ms}
boundaries: {default: rigid}
sources:
  - {name: horn, file: FILE, signal: {kind: ricker, peak_frequency: 500 Hz, time_zero: peak}}
receivers:
  - {name: a long name, position: [1.5, 1.0, 0.7]}
  - {name: b, position: [0.5, 0.9, 0.3]}
outputs:
  snapshots: {every: 1 ms, slice: {z: 0.65}}
"""

SHOTS = """wavesim: 1
name: Spread per shot
domain: {size: [200, 100]}
grid: {spacing: 5 m, stencil: leggy-1}
time: {duration: 0.1 s}
medium: {sound_speed: 1500 m/s, density: 1000 kg/m3}
boundaries: {default: rigid}
sources:
  - {position: [10, 50], signal: {kind: ricker, peak_frequency: 40 Hz}}
survey: {file: shots.csv}
"""

SPREADS = {7: [(50, 60), (70, 60)], 9: [(60, 20), (80, 20), (100, 20), (120, 20)]}


def wavesim(*arguments, code=0):
    done = subprocess.run([sys.argv[1], *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == code, f"{arguments}: code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def room(folder):
    (folder / "two.csv").write_text("x,y,z\n0.5,0.5,0.5\n1.1,0.7,0.3\n")
    scene = folder / "room.yaml"
    scene.write_text(ROOM.replace("FILE", "two.csv"))
    out = folder / "room"
    wavesim("run", scene, "-o", out)
    with h5py.File(out / "result.h5") as file:
        assert list(file["sources/name"][:]) == [b"horn 1", b"horn 2"]
        assert np.array_equal(file["sources/position"][:], [[0.5, 0.5, 0.5], [1.1, 0.7, 0.3]])
        assert np.array_equal(file["traces/receiver_position"][:], [[1.5, 1.0, 0.7], [0.5, 0.9, 0.3]])
        traces = file["traces"].attrs
        step, zero = traces["time_step_s"], traces["time_zero_s"]
        assert zero > 0.002, "the peak of 500 Hz comes later than that"
        assert np.allclose(file["traces/time"][:], np.arange(48) * step - zero, atol=1e-12)
    series = json.loads((out / "snapshots/pressure.hdf.series").read_text())["files"]
    every = round(1e-3 / step)
    for number, entry in enumerate(series):
        with h5py.File(out / "snapshots" / entry["name"]) as file:
            image = file["VTKHDF"]
            assert image["PointData/pressure"].shape == (2, 16, 20), "every node of the plane, which is one cell thick"
            time = (number + 1) * every * step - zero
            assert abs(image.attrs["time_s"] - time) < 1e-9 and abs(entry["time"] - time) < 1e-9, "times count from the peak"
    rows = [line for line in wavesim("info", out).splitlines() if " m, peak " in line]
    assert len(rows) == 2 and rows[0].index("(1.500,") == rows[1].index("(0.500,"), "columns stand below each other"
    assert "--json excludes --scene" in wavesim("info", out, "--json", "--scene", code=2)


def points_of_a_plane_in_space(folder):
    (folder / "flat.csv").write_text("x,z\n0.5,0.5\n1.1,0.3\n")
    scene = folder / "flat.yaml"
    scene.write_text(ROOM.replace("FILE", "flat.csv"))
    assert "there is no column 'y'" in wavesim("check", scene, code=3)


def survey(folder):
    lines = ["shot,source_x,source_z,receiver_x,receiver_z"]
    for shot, (x, z) in {7: (20, 40), 9: (30, 40)}.items():
        lines += [f"{shot},{x},{z},{receiver[0]},{receiver[1]}" for receiver in SPREADS[shot]]
    (folder / "shots.csv").write_text("\n".join(lines) + "\n")
    scene = folder / "shots.yaml"
    scene.write_text(SHOTS)
    wavesim("run", scene, "-o", folder / "shots")
    with h5py.File(folder / "shots/result.h5") as file:
        pressure, places = file["traces/pressure"][:], file["traces/receiver_position"][:]
    assert pressure.shape[:2] == (2, 4)
    for row, spread in enumerate(SPREADS.values()):
        for channel in range(4):
            there = channel < len(spread)
            assert np.isnan(pressure[row, channel]).all() == (not there), f"shot {row + 1}, channel {channel + 1}"
            if there:
                assert np.abs(pressure[row, channel]).max() > 0
                assert tuple(places[row, channel]) == (spread[channel][0], 0, spread[channel][1])


with tempfile.TemporaryDirectory() as name:
    for part in (room, points_of_a_plane_in_space, survey):
        part(pathlib.Path(name))
