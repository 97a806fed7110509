# SPDX-License-Identifier: MIT
"""Reads a result.h5 as the README shows and checks what result_file_test.cpp wrote.  Usage: read_result.py FILE"""
import json
import sys

import numpy as np

path = sys.argv[1]

# --- the five lines of the README ---
import h5py
with h5py.File(path) as result:
    pressure = result["traces/pressure"][0]            # Pa, (receiver, time)
    time = result["traces/time"][:]                    # s
    receivers = result["traces/receiver"].asstr()[:]   # names
# ------------------------------------

assert list(receivers) == ["seat 1", "Türe"], receivers
assert np.array_equal(time, np.arange(8) / 8000), time
assert np.array_equal(pressure, [0.5 * np.arange(8), -0.25 * np.arange(8)]), pressure

with h5py.File(path) as result:
    head = dict(result.attrs)
    assert head["format"] == "wavesim-result" and head["format_version"] == 1, head
    assert head["complete"] == 1 and head["scene_hash"] == "0123456789abcdef", head
    assert head["backend"] == "cpu" and head["isa"] == "x86-64-v3", head
    traces = result["traces/pressure"]
    assert traces.shape == (1, 2, 8) and traces.dtype == "<f8" and traces.attrs["units"] == "Pa"
    assert [dim.label for dim in traces.dims] == ["shot", "receiver", "time"]
    assert np.array_equal(traces.dims[2]["time"][:], time)
    assert list(traces.dims[1][0].asstr()[:]) == list(receivers)
    assert result["traces/time"].attrs["units"] == "s"
    assert np.array_equal(result["traces/receiver_position"][:], [[0.45, 0.25, 0.2], [0.05, 0.05, 0.3]])
    assert result["sources/name"].asstr()[0] == "speaker"
    assert np.array_equal(result["sources/position"][0], [0.15, 0.25, 0.2])
    signal = result["sources/signal"]
    assert signal.shape == (1, 8) and signal.attrs["units"] == "Pa m"
    assert np.allclose(signal[0], np.sin(2 * np.pi * 1000 * time), atol=1e-12), signal[0]
    assert len(result["report/error_budget"].asstr()[:]) > 0
    assert result["traces/wav_gain"][1] == 2.0 and result["traces/wav_gain"].attrs["sample_rate_hz"] == 48000
    plan = json.loads(result["plan/json"].asstr()[()])
    assert plan["grid"] == [6, 5, 4] and plan["stencil"]["name"] == "leggy-1" and plan["time_step_s"] == 1 / 8000
    assert list(result["plan"].attrs["grid"]) == [6, 5, 4] and result["plan"].attrs["stencil"] == "leggy-1"
    assert json.loads(result["scene/canonical"].asstr()[()]) == {"name": "small room", "wavesim": 1}
    assert result["report"].attrs["peak_pa"] == 1.5 and result["report/summary"].asstr()[()] == "took 1 s\n"
    assert result["comparison"].attrs["reference"] == "shoebox"
    assert np.array_equal(result["comparison/relative_error"][:], [0.01, 0.02])
    assert result["comparison/exact"].shape == (1, 2, 8) and result["comparison/exact"][0, 1, 3] == 7
