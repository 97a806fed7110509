# SPDX-License-Identifier: MIT
"""Reads what `study collect` wrote as the README shows and computes all of it anew.  Usage: read_study.py STUDY_FOLDER"""
import csv
import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
path = folder / "collected.h5"

# --- the five lines of the README ---
import h5py
with h5py.File(path) as study:
    peak = study["peak"][:]                            # Pa, (case, receiver)
    absorption = study["peak"].dims[0]["absorption"][:]  # a parameter, (case)
    names = study["case"].asstr()[:]                   # names of the cases
# ------------------------------------

assert peak.shape == (6, 1) and list(names) == [f"case_{i}" for i in range(1, 7)], names
assert np.array_equal(absorption, [0.1, 0.1, 0.2, 0.2, 0.4, 0.4]), absorption
with h5py.File(path) as study:
    assert study.attrs["format"] == "wavesim-collected"
    ids, states = study["id"].asstr()[:], study["state"].asstr()[:]
    assert list(states) == ["complete"] * 5 + ["missing"], states
    scales = study["traces"].dims[0]
    assert set(scales.keys()) == {"absorption", "stencil", "case"}, scales.keys()
    assert list(scales["stencil"].asstr()[:]) == ["leggy-1", "leggy-2"] * 3
    assert study["reverberation"].dims[2]["octave"][0] == 125 and study["octave"][1] == 1000
    words = study["reverberation_fault"].attrs["words"].split(", ")
    faults = study["reverberation_fault"][:]
    data = {key: study[key][:] for key in ("energy", "arrival", "reverberation", "traces", "time_step", "samples")}
    times = {key: study["times"][key][:] for key in study["times"]}

for i, identity in enumerate(ids[:5]):
    with h5py.File(folder / "cases" / identity / "result" / "result.h5") as result:
        trace = result["traces/pressure"][0, 0].astype(float)
        step = result["traces"].attrs["time_step_s"]
        assert times["step_loop_s"][i] == result["report"].attrs["step_loop_s"]
    assert data["samples"][i] == len(trace) and data["time_step"][i] == step
    assert np.array_equal(data["traces"][i, 0, : len(trace)], trace.astype("f4"))
    assert np.isnan(data["traces"][i, 0, len(trace):]).all()
    assert peak[i, 0] == np.abs(trace).max()
    assert np.isclose(data["energy"][i, 0], np.sum(trace**2) * step, rtol=1e-12)
    assert np.isclose(data["arrival"][i, 0], step * np.argmax(np.abs(trace) >= 0.1 * np.abs(trace).max()))
assert np.isnan(peak[5]).all() and np.isnan(data["traces"][5]).all() and np.isnan(times["ctpn_s"][5])

rows = list(csv.DictReader((folder / "collected.csv").open()))
assert len(rows) == 6 and float(rows[2]["peak_pa"]) == peak[2, 0] and rows[5]["peak_pa"] == ""
assert rows[1]["stencil"] == "leggy-2" and rows[1]["receiver"] == "seat", rows[1]

for i, row in enumerate(rows[:5]):
    for octave, band in enumerate(("125", "1000")):
        word = words[int(faults[i, 0, octave])]
        time = row[f"reverberation_{band}_hz_s"]
        assert row[f"reverberation_{band}_hz_valid"] == ("yes" if word == "none" else word), row
        assert (time == "") == (word != "none") == np.isnan(data["reverberation"][i, 0, octave]), row
    assert words[int(faults[i, 0, 1])] == "grid", row
assert rows[5]["reverberation_125_hz_valid"] == "" and np.isnan(faults[5]).all()
