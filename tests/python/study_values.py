# SPDX-License-Identifier: MIT
"""Values of studies beside numpy: ranges, samples, tables, groups, formulas and names; and that cases compute what these say.

usage: study_values.py WAVESIM
"""
import csv
import json
import pathlib
import tempfile

import h5py
import numpy as np

from said_numbers import SCENE, wavesim


def cases_of(folder, text, name="s"):
    file = folder / f"{name}.yaml"
    file.write_text("study: 1\nscene: scene.yaml\n" + text)
    return json.loads(wavesim("study", "plan", file, "-o", folder / f"{name} out", "--json")[0])["cases"]


def column(cases, name):
    return np.array([float(case["parameters"][name]) for case in cases])


def ranges(folder):
    cases = cases_of(folder, """parameters:
  a: {set: boundaries.x_min.absorption, range: {from: 0.1, to: 0.4, count: 4}}
  b: {set: boundaries.x_max.absorption, range: {from: 0.01, to: 0.64, count: 3, spacing: log}}
  c: {set: boundaries.y_min.absorption, range: {from: 0.2, to: 0.7, step: 0.25}}
""")
    assert len(cases) == 4 * 3 * 3
    grid = np.array(np.meshgrid(np.linspace(0.1, 0.4, 4), np.geomspace(0.01, 0.64, 3), [0.2, 0.45, 0.7], indexing="ij")).reshape(3, -1)
    for name, values in zip("abc", grid):
        assert np.allclose(column(cases, name), values, rtol=1e-12), f"{name}: the last parameter varies fastest"


def samples(folder):
    text = """parameters:
  a: {set: boundaries.x_min.absorption, sample: {from: 0.1, to: 0.5}}
  b: {set: boundaries.x_max.absorption, sample: {from: 0.01, to: 0.64, spacing: log}}
  c: {set: grid.stencil, values: [leggy-1, leggy-2]}
samples: {count: COUNT, seed: SEED, method: METHOD}
"""

    def drawn(count, seed, method):
        return cases_of(folder, text.replace("COUNT", str(count)).replace("SEED", str(seed)).replace("METHOD", method))

    cases = drawn(20, 3, "latin_hypercube")
    assert len(cases) == 40, "sampled parameters vary together"
    assert len({(case["parameters"]["a"], case["parameters"]["b"]) for case in cases}) == 20
    first = [case for case in cases if case["parameters"]["c"] == "leggy-1"]
    a = (column(first, "a") - 0.1) / 0.4
    b = np.log(column(first, "b") / 0.01) / np.log(64)
    for shares in (a, b):
        assert sorted(np.floor(20 * shares).astype(int)) == list(range(20)), "one in each twentieth"
    assert abs(np.corrcoef(a, b)[0, 1]) < 0.7 and np.abs(a - b).max() > 0.2, "each parameter is drawn by itself"
    few, many, other = drawn(5, 3, "random"), drawn(8, 3, "random"), drawn(5, 4, "random")
    few_a, many_a = column(few, "a"), column(many, "a")
    assert set(few_a) <= set(many_a) and not set(few_a) & set(column(other, "a")), "more samples keep the first; another seed none"
    assert 0.1 <= many_a.min() and many_a.max() <= 0.5 and len(set(many_a)) == 8


def tables_groups_and_formulas(folder):
    (folder / "rooms.csv").write_text("length,hum\n2.5,0.25\n3.0,0.125\n")
    text = """name: groups
parameters:
  length: {column: length, set: 'domain.size[0]'}
  hum: {column: hum}
  d: {set: time.duration, values: [20 ms, 30 ms]}
  x: {values: [2, 3]}
zip: [[d, x]]
table: rooms.csv
derived:
  double: {value: "2 * hum + max(x, 1) ^ 2 - abs(-d)"}
  alpha: {set: boundaries.default.absorption, value: "min(0.9, sqrt(hum) * rint(1.4) / (1 + log10(100 * x / x)))"}
case_name: 'L{length} x{x} {index}'
collect: {quantities: [peak, arrival], arrival_threshold: 0.3}
"""
    cases = cases_of(folder, text, "g")
    assert len(cases) == 4, "two rows of the table, two pairs"
    out = folder / "g out"
    wavesim("study", "run", folder / "g.yaml", "-o", out, "--progress", "none")
    wavesim("study", "collect", folder / "g.yaml", "-o", out)
    lines = list(csv.DictReader((out / "collected.csv").read_text().splitlines()))
    seen = set()
    for number, case in enumerate(json.loads(wavesim("study", "status", folder / "g.yaml", "-o", out, "--json")[0])["cases"]):
        values = case["parameters"]
        length, hum, x = float(values["length"]), float(values["hum"]), float(values["x"])
        duration = {2.0: 0.02, 3.0: 0.03}[x]
        assert {2.5: 0.25, 3.0: 0.125}[length] == hum
        seen.add((length, x))
        assert case["case"] == f"L{length:.1f} x{x:g} {number + 1}", "values as the table has them; cases count from 1"
        assert abs(float(values["double"]) - (2 * hum + x**2 - duration)) < 1e-12
        alpha = np.sqrt(hum) / 3
        assert abs(float(values["alpha"]) - alpha) < 1e-12
        result = pathlib.Path(case["folder"]) / "result/result.h5"
        with h5py.File(result) as file:
            trace = file["traces/pressure"][0].astype(float)
            step = file["traces"].attrs["time_step_s"]
            names = [name.decode() for name in file["traces/receiver"][:]]
        scene = json.loads(wavesim("info", result, "--json")[0])["scene"]
        assert abs(scene["boundaries"]["x_min"]["absorption"] - alpha) < 1e-12, "the case has what the formula gives"
        assert scene["domain"]["size"][0] == length and abs(scene["time"]["duration"] - duration) < 1e-15
        for line in lines:
            if line["case"] != case["case"]:
                continue
            heard = np.abs(trace[names.index(line["receiver"])])
            arrival = np.argmax(heard >= 0.3 * heard.max()) * step
            assert abs(float(line["arrival_s"]) - arrival) < 1.01 * step, "the first sample above 0.3 of the peak"
    assert len(seen) == 4


with tempfile.TemporaryDirectory() as name:
    place = pathlib.Path(name)
    (place / "scene.yaml").write_text(SCENE.replace("outputs:\n  snapshots: {every: 5 ms, slice: {z: 0.5}}\n", ""))
    for part in (ranges, samples, tables_groups_and_formulas):
        part(place)
