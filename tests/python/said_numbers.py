# SPDX-License-Identifier: MIT
"""Numbers in sentences of plans, runs, studies and `info`, beside formulas and what h5py reads.

usage: said_numbers.py WAVESIM
"""
import csv
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from scipy.special import gammaincc, gammaincinv

SPEED = 343.0  # m/s, of air where a scene says nothing
SCENE = """wavesim: 1
name: Numbers
domain: {size: [2.0, 1.6, 1.2]}
grid: {spacing: 10 cm, stencil: leggy-1}
time: {duration: 30 ms}
boundaries: {default: {absorption: 0.2}}
sources:
  - {name: horn, position: [0.55, 0.45, 0.35], signal: {kind: ricker, peak_frequency: 300 Hz}}
receivers:
  - {name: a long name, position: [1.45, 1.05, 0.75]}
  - {name: b, position: [0.55, 0.95, 0.25]}
outputs:
  snapshots: {every: 5 ms, slice: {z: 0.5}}
"""
STUDY = """study: 1
scene: scene.yaml
parameters:
  t: {set: time.duration, values: [60 ms, 20 ms, 90 ms]}
  h: {set: grid.spacing, values: [0.1, 0.05]}
"""


def wavesim(*arguments, code=0):
    one_thread = {**os.environ, "OMP_NUM_THREADS": "1"}  # beside other programs two threads wait for each other
    done = subprocess.run([sys.argv[1], *map(str, arguments)], capture_output=True, text=True, env=one_thread)
    assert done.returncode == code, f"{arguments}: code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout, done.stderr


def value_of(text):
    """`2.16 ns`, `16.6 MiB`, `-1.11 %` -> the number in s, bytes, 1."""
    units = {"ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "mPa": 1e-3, "Pa": 1, "uPa": 1e-6, "B": 1, "KiB": 2**10, "MiB": 2**20,
             "GiB": 2**30, "Hz": 1, "kHz": 1e3, "%": 0.01, "dB": 1, "degrees": 1}
    number, unit = text.rsplit(" ", 1)
    return float(number) * units[unit]


def said(text, pattern):
    """What stands in the place of each (...) of a pattern that must be found once."""
    found = re.findall(pattern, text)
    assert len(found) == 1, f"{pattern} stands {len(found)} times in\n{text}"
    return found[0] if isinstance(found[0], tuple) else (found[0],)


def close(text, exact, digits=3):
    value = float(text) if re.fullmatch(r"[-+\d.]+", text) else value_of(text)
    assert abs(value - exact) <= 0.5001 * 10 ** (1 - digits) * abs(exact) + 1e-30, f"{text} is said, {exact} is right"


def speed_error(direction, spacing, step):
    """Of waves of ten points per length in the 7-point stencil: sin^2(w T / 2) = courant^2 sum sin^2(k_i X / 2)."""
    courant = SPEED * step / spacing
    k = 2 * math.pi / (10 * spacing)
    axes = np.array(direction) / math.sqrt(len(direction))
    return 2 / step * math.asin(courant * math.sqrt(np.sum(np.sin(k * axes * spacing / 2) ** 2))) / (SPEED * k) - 1


def plan(folder):
    text, warnings = wavesim("plan", folder / "scene.yaml", "--backend", "cpu")
    step = json.loads(wavesim("plan", folder / "scene.yaml", "--backend", "cpu", "--json")[0])["time_step_s"]
    steps, shown, whole = said(text, r"Time +(\d+) steps of (\S+ us) = (\S+ ms)")
    assert int(steps) == math.ceil(0.03 / step) and abs(value_of(shown) / step - 1) < 0.005
    close(whole, int(steps) * step)
    courant, limit, part = said(text, r"Courant +(\S+), limit (\S+) \((\S+) % of it\)")
    close(courant, SPEED * step / 0.1, 6)
    close(limit, 1 / math.sqrt(3), 6)
    close(part, 100 * SPEED * step / 0.1 * math.sqrt(3), 4)

    # Energy of a Ricker pulse: f^4 exp(-2 f^2 / peak^2), so shares are incomplete gamma functions of order 5/2.
    close(said(warnings, r"has (\S+ %) of its energy above 343 Hz")[0], gammaincc(2.5, 2 * (SPEED / 300) ** 2))
    low, high = said(text, r"nine tenths of their energy between (\S+) and (\S+) Hz")
    close(low, 300 * math.sqrt(gammaincinv(2.5, 0.05) / 2), 4)
    close(high, 300 * math.sqrt(gammaincinv(2.5, 0.95) / 2), 4)

    direct = max(math.dist((0.55, 0.45, 0.35), place) for place in ((1.45, 1.05, 0.75), (0.55, 0.95, 0.25)))
    path, run = said(text, r"direct over at most (\S+) m to a receiver, in the whole run over (\S+) m")
    close(path, direct)
    close(run, SPEED * 0.0301, 3)
    for name, direction in (("an axis", (1,)), ("a face diagonal", (1, 1)), ("a body diagonal", (1, 1, 1))):
        error, late, degrees, late_run = said(
            text, rf"along {name}: speed (\S+) %, level \S+ dB; direct (\S+ \S+) late \((\S+) degrees of a period\), whole run (\S+ \S+)")
        exact = speed_error(direction, 0.1, step)
        assert abs(float(error) - 100 * exact) < 6e-4, f"{error} % along {name}, {100 * exact} is right"
        delay = direct / SPEED * (1 / (1 + exact) - 1)
        close(late, delay, 2)
        close(degrees, 360 * SPEED * delay, 2)
        close(late_run, float(run) / SPEED * (1 / (1 + exact) - 1), 2)
    points, worst = said(text, r"343 Hz has (\S+) points per wavelength; its speed is worst along \(1.00, 0.00, 0.00\): (\S+ %)")
    close(points, 10, 4)
    close(worst, speed_error((1,), 0.1, step))


def run(folder):
    out = folder / "out"
    text, _ = wavesim("run", folder / "scene.yaml", "-o", out, "--backend", "cpu")
    with h5py.File(out / "result.h5") as file:
        traces, step = file["traces/pressure"][0], file["traces"].attrs["time_step_s"]
    loop, = said(text, r"Time +steps (\S+ \S+),")
    # Steps that are faster than the memory are said to be of fields in the cache.
    per_node, rate, _, share, memory = said(text, r"Speed +(\S+ \S+) per node and step \(CTPN\), (\S+) Mnode/s, "
                                                  r"(from fields in the cache|(\d+) % of the memory rate \((\S+) GB/s\))")
    assert abs(value_of(per_node) * traces.shape[1] * 21 * 17 * 13 / value_of(loop) - 1) < 0.02, "steps times nodes"
    assert abs(float(rate) * 1e6 * value_of(per_node) - 1) < 0.01
    assert not share or abs(float(share) - 100 * 12 / value_of(per_node) / (float(memory) * 1e9)) < 0.6, "12 bytes per node in float"
    close(said(text, r"Peak +(\S+ \S+), the largest")[0], np.abs(traces).max())

    shown, _ = wavesim("info", out)
    for trace, name in zip(traces, ("a long name", "b")):
        peak, at, rms = said(shown, rf"{name} +\(.*\) m, peak (\S+ \S+) at (\S+ \S+), rms (\S+ \S+)")
        close(peak, np.abs(trace).max())
        close(at, step * np.argmax(np.abs(trace)))
        close(rms, np.sqrt(np.mean(trace.astype(float) ** 2)))
    with h5py.File(out / "snapshots/pressure_000003.hdf") as file:
        image = file["VTKHDF/PointData/pressure"][:].astype(float)
        time = file["VTKHDF"].attrs["time_s"]
    shown, _ = wavesim("info", out / "snapshots/pressure_000003.hdf")
    close(said(shown, r"pressure at (\S+ \S+)")[0], time)
    low, high, rms = said(shown, r"Pressure +(\S+ \S+) to (\S+ \S+), rms (\S+ \S+)")
    close(low, image.min())
    close(high, image.max())
    close(rms, np.sqrt(np.mean(image**2)))


def study(folder):
    file = folder / "s.yaml"
    home = folder / "results of it"
    cases = json.loads(wavesim("study", "plan", file, "-o", home, "--json")[0])
    text, _ = wavesim("study", "plan", file, "-o", home)
    rows = [re.split(r"  +", line.strip()) for line in text.splitlines() if line.startswith("case_")]
    assert len(rows) == 6
    for row, case in zip(rows, cases["cases"]):
        spacing, duration = float(row[2]), value_of(row[1])
        assert row[3] == " x ".join(str(round(size / spacing) + 1) for size in (2.0, 1.6, 1.2)) == " x ".join(map(str, case["grid"]))
        assert row[4].replace(" ", "") == str(math.ceil(duration / (0.999 * spacing / SPEED / math.sqrt(3)))), row
        close(row[7], case["disk_bytes"])
    disk, largest = said(text, r"after the other, (\S+ \S+) of disk; the largest needs (\S+ \S+) of memory")
    close(disk, sum(case["disk_bytes"] for case in cases["cases"]))
    assert abs(value_of(largest) / max(case["memory_bytes"] for case in cases["cases"]) - 1) < 0.1, "free memory varies"
    assert cases["seconds"] == sum(case["seconds"] for case in cases["cases"])

    wavesim("study", "run", file, "-o", home, "--cases", "3-5", "--progress", "none")
    text, _ = wavesim("study", "status", file, "-o", home)
    assert "6 cases in" in text and "3 complete" in text and "3 missing" in text, text
    states = [case["state"] for case in json.loads(wavesim("study", "status", file, "-o", home, "--json")[0])["cases"]]
    assert states == ["missing", "missing", "complete", "complete", "complete", "missing"]
    assert "3 of 6 cases collected" in wavesim("study", "collect", file, "-o", home)[0]
    lines = list(csv.DictReader((home / "collected.csv").read_text().splitlines()))
    folders = {case["case"]: case["folder"] for case in json.loads(wavesim("study", "status", file, "-o", home, "--json")[0])["cases"]}
    checked = 0
    for line in lines:
        if line["state"] != "complete":
            continue
        with h5py.File(pathlib.Path(folders[line["case"]]) / "result/result.h5") as result:
            names = [name.decode() for name in result["traces/receiver"][:]]
            trace = result["traces/pressure"][0][names.index(line["receiver"])].astype(float)
            step = result["traces"].attrs["time_step_s"]
        close(line["peak_pa"], np.abs(trace).max(), 6)
        assert abs(float(line["energy_pa2_s"]) / (np.sum(trace**2) * step) - 1) < 1e-6
        checked += 1
    assert checked == 6, "two receivers of three cases"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        (place / "scene.yaml").write_text(SCENE)
        (place / "s.yaml").write_text(STUDY)
        for part in (plan, run, study):
            part(place)
