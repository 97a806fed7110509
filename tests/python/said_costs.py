# SPDX-License-Identifier: MIT
"""Times, sizes and rates that are printed: parts and their sums, and tables of `bench` and `doctor` beside their JSON.

usage: said_costs.py WAVESIM
"""
import json
import pathlib
import re
import tempfile

import h5py
import numpy as np

from said_numbers import SCENE, close, said, value_of, wavesim

SURVEY = """wavesim: 1
name: Boat
domain: {size: [200, 100]}
grid: {spacing: 5 m, stencil: leggy-1}
time: {duration: 0.1 s}
medium: {sound_speed: 1500 m/s, density: 1000 kg/m3}
boundaries: {default: rigid}
sources: [{position: [10, 50], signal: {kind: ricker, peak_frequency: 20 Hz}}]
receivers: [{name: a, position: [100, 40]}, {name: bb, position: [60, 20]}]
survey: {line: {from: [10, 50], to: [70, 50], count: 4}}
outputs: {traces: {segy: true}}
"""


def parts_of(line):
    """`steps 4.22 ms, receivers 289 us` -> {steps: 0.00422, receivers: 0.000289}"""
    return {name: value_of(value) for name, value in re.findall(r"([a-z ]+?) ([-\d.]+ [a-zA-Z]+)(?:, |$)", line.strip())}


def sums_of_a_plan(folder):
    text, _ = wavesim("plan", folder / "scene.yaml", "--backend", "cpu")
    whole, parts = said(text, r"Run time +(\S+ \S+) on .*\n +(.*)")
    parts = parts_of(parts)
    assert {"steps", "receivers", "snapshots", "traces"} <= set(parts), parts
    close(whole, sum(parts.values()), 2)
    per_node, = said(text, r"Run time .*\((\S+ ns) per node and step")
    steps, = said(text, r"Time +(\d+) steps")
    close(per_node, parts["steps"] / (int(steps) * 21 * 17 * 13), 2)
    memory, kept, turns = said(text, r"Memory +(\S+ \S+) of .*\n +(.*); and in turn (.*)")
    close(memory, sum(parts_of(kept).values()) + max(parts_of(turns).values()), 2)


def shots(folder):
    scene = folder / "survey.yaml"
    scene.write_text(SURVEY)
    text, _ = wavesim("plan", scene, "--backend", "cpu")
    each, count, whole, parts = said(text, r"Run time +(\S+ \S+) for each of (\d) shots, (\S+ \S+) on .*\n +(.*)")
    assert count == "4"
    close(whole, sum(parts_of(parts).values()), 2)
    close(each, value_of(whole) / 4, 2)

    assert "2 of 4 shots are in" in wavesim("run", scene, "-o", folder / "part", "--shots", "2-3", "--progress", "none")[0]
    assert re.search(r"Shots +2 of 4 whole, in shots/", wavesim("info", folder / "part")[0])
    out = folder / "shots out"
    text, _ = wavesim("run", scene, "-o", out, "--backend", "cpu", "--threads", "1", "--progress", "none")
    with h5py.File(out / "result.h5") as file:
        traces, step = file["traces/pressure"][:].astype(float), file["traces"].attrs["time_step_s"]
    steps = traces.shape[2]
    done, of, sound = said(text, r"Steps +(\d+) of (\d+), (\S+ \S+) of sound")
    assert int(done) == int(of) == 4 * steps
    close(sound, 4 * steps * step)
    loop, per_node = said(text, r"Time +steps (\S+ \S+),(?:.*\n)*?Speed +(\S+ \S+) per node and step")
    assert abs(value_of(per_node) * 4 * steps * 40 * 20 / value_of(loop) - 1) < 0.02, "of all shots"
    close(said(text, r"Peak +(\S+ \S+), the largest")[0], np.abs(traces).max())
    shown, _ = wavesim("info", out)
    for number, name in enumerate(("a", "bb")):
        trace = traces[:, number]
        peak, at, rms = said(shown, rf"[ ]{name} +\(.*\) m, peak (\S+ \S+) at (\S+ \S+), rms (\S+ \S+)")
        close(peak, np.abs(trace).max())
        close(at, step * np.argmax(np.abs(trace).max(axis=0)))
        close(rms, np.sqrt(np.mean(trace**2)))
    count, = said(wavesim("info", out / "traces.sgy")[0], r"Holds +(\d+) traces")
    assert int(count) == 8


def bench(folder):
    file = folder / "bench.json"
    text, _ = wavesim("bench", "--backend", "cpu", "--size", "40x32x24", "--stencil", "leggy-2", "--stencil", "compact-27-iwb", "--repeats", "1",
                      "--threads", "1", "--json-file", file)
    rows = json.loads(file.read_text())["rows"]
    assert [(row["stencil"], row["points"], row["extent"]) for row in rows] == [("leggy-2", 13, [40, 32, 24]), ("compact-27-iwb", 27, [40, 32, 24])]
    for row in rows:
        grid, per_node, nodes, rate, share, ratio = said(
            text, rf"{row['stencil']} +{row['points']} +(\d+ x \d+ x \d+) +(\S+ \S+) +(\S+) +(\S+) +(\S+) % +(\S+)\n")
        assert grid == "40 x 32 x 24"
        close(per_node, row["ctpn_s"])
        close(nodes, 1e-6 / row["ctpn_s"], 2)
        assert abs(float(rate) - 12e-9 / row["ctpn_s"]) < 0.051, "12 bytes per node in float"
        assert abs(float(share) - 100 * row["floor_ctpn_s"] / row["ctpn_s"]) < 0.51
        assert abs(float(ratio) - row["ctpn_s"] / row["floor_ctpn_s"]) < 0.0051
        assert abs(row["ratio_to_floor"] * row["share_of_floor"] - 1) < 1e-9
        assert abs(row["floor_bytes_per_s"] * row["floor_ctpn_s"] / 12 - 1) < 1e-9 and abs(row["nodes_per_s"] * row["ctpn_s"] - 1) < 1e-9


def doctor(_):
    text, _ = wavesim("doctor")
    found = json.loads(wavesim("doctor", "--json")[0])
    threads, isa = said(text, r"Processor .*, (\d+) threads? may be used.*, instruction set (\S+)")
    assert int(threads) == found["machine"]["threads"] and isa == found["machine"]["isa"]
    whole, free = said(text, r"Memory +(\S+ \S+), (\S+ \S+) free")
    close(whole, found["machine"]["memory_total_bytes"])
    assert abs(value_of(free) / found["machine"]["memory_free_bytes"] - 1) < 0.5, "free memory varies"
    assert value_of(free) < value_of(whole)
    assert re.findall(r"Backend +(\S+):", text) == [row["name"] for row in found["backends"][:len(re.findall(r"Backend +\S+:", text))]]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        (place / "scene.yaml").write_text(SCENE)
        for part in (sums_of_a_plan, shots, bench, doctor):
            part(place)
