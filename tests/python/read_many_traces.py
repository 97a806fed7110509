# SPDX-License-Identifier: MIT
"""Reads a traces.sgy of 33,100 receivers with segyio: every trace is there, numbered and in its place.

usage: read_many_traces.py FOLDER   (what app/segy_test.cpp ran there)
"""
import sys

import h5py
import numpy as np
import segyio
from segyio import BinField, TraceField

folder = sys.argv[1]
with h5py.File(f"{folder}/result.h5") as result:
    positions = result["traces/receiver_position"][:]  # m, (receiver, x y z)
    pressure = result["traces/pressure"][0]  # Pa, (receiver, time)
with segyio.open(f"{folder}/traces.sgy", strict=False) as file:
    assert file.tracecount == 33100 == len(positions), file.tracecount
    assert file.bin[BinField.Traces] == 0
    numbers = file.attributes(TraceField.TraceNumber)[:]
    assert (numbers == np.arange(1, 33101)).all()
    x = file.attributes(TraceField.GroupX)[:] / 10000
    assert np.allclose(x, positions[:, 0], rtol=0, atol=1e-4)
    assert "TRACES PER SHOT: 33100" in segyio.tools.wrap(file.text[0])
    written = np.sqrt((file.trace.raw[:].astype(float) ** 2).mean(axis=1))
    recorded = np.sqrt((pressure ** 2).mean(axis=1))
    assert recorded.max() > 0 and np.corrcoef(written, recorded)[0, 1] > 0.99
