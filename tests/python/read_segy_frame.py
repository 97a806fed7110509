# SPDX-License-Identifier: MIT
"""Reads result.h5 and traces.sgy of a marine scene with z down, world coordinates and time 0 at the peak, and the same
of a run whose shots and receivers came from that traces.sgy.

usage: read_segy_frame.py FOLDER FOLDER_OF_THE_SECOND_RUN
"""
import sys

import h5py
import numpy as np
import segyio
from segyio import TraceField

folder, second = sys.argv[1:]
SOURCE_X, SOURCE_Z, STREAMER_Z = (610_250.0, 610_300.0), 12.5, 17.5
with h5py.File(f"{folder}/result.h5") as result:
    sources = result["sources/position"][:, 0]
    receivers = result["traces/receiver_position"][:]
    time = result["traces/time"][:]
    pressure = result["traces/pressure"][:]
    assert result["scene"].attrs["vertical"] == "down" and list(result["scene"].attrs["origin_m"]) == [610_000, 0, -40]
assert np.allclose(sources, [[x, 0, SOURCE_Z] for x in SOURCE_X])
assert np.allclose(receivers[1], [[SOURCE_X[1] - 50 - 20 * k, 0, STREAMER_Z] for k in range(4)])
assert np.isclose(time[0], -0.075)  # 1.5 / 20 Hz before the peak
# A line source in 2D: p(t) is the integral of s(t - r/c cosh(u)) over u > 0, whose peak comes after r/c.
delay, u, t = np.hypot(50, STREAMER_Z - SOURCE_Z) / 1500, np.linspace(0, 6, 3001), np.arange(0.02, 0.06, 1e-4)
phase = (np.pi * 20 * (t[:, None] - delay * np.cosh(u))) ** 2
direct = t[np.abs(((1 - 2 * phase) * np.exp(-phase)).sum(axis=1)).argmax()]
assert abs(time[np.abs(pressure[1, 0]).argmax()] - direct) < 0.001, (time[np.abs(pressure[1, 0]).argmax()], direct)

with segyio.open(f"{folder}/traces.sgy", strict=False) as file:
    text = file.text[0].decode("ascii")
    assert "ELEVATION: MINUS Z, WHICH POINTS DOWN" in text and "SAMPLE 0 AT -75 MS" in text and "BINS OF 10 M" in text, text
    assert np.isclose(file.samples[0], -75)
    for i, header in enumerate(file.header):
        shot, k = divmod(i, 4)
        places, heights = -header[TraceField.SourceGroupScalar], -header[TraceField.ElevationScalar]
        assert np.isclose(header[TraceField.SourceX] / places, SOURCE_X[shot])
        assert np.isclose(header[TraceField.GroupX] / places, SOURCE_X[shot] - 50 - 20 * k)
        assert header[TraceField.ReceiverGroupElevation] / heights == -STREAMER_Z
        assert header[TraceField.SourceSurfaceElevation] / heights == 40
        assert header[TraceField.SourceDepth] / heights == SOURCE_Z + 40
        assert header[TraceField.offset] == -round(np.hypot(50 + 20 * k, STREAMER_Z - SOURCE_Z))  # behind the boat
        assert header[TraceField.DelayRecordingTime] == -75
        midpoint = SOURCE_X[shot] - 25 - 10 * k
        first = SOURCE_X[0] - 25 - 30
        assert header[TraceField.CDP] == 1 + round((midpoint - first) / 10), (i, header[TraceField.CDP])

with h5py.File(f"{second}/result.h5") as again:
    assert np.allclose(again["sources/position"][:, 0], sources, atol=1e-3)
    assert np.allclose(again["traces/receiver_position"][:], receivers, atol=1e-3)
    assert np.allclose(again["traces/pressure"][:], pressure, atol=1e-3 * np.abs(pressure).max())
