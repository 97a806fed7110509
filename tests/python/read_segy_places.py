# SPDX-License-Identifier: MIT
"""Reads traces.sgy with segyio: places between nodes, signed offsets, the sample interval and the samples themselves.

usage: read_segy_places.py FOLDER   (what app/segy_test.cpp ran there)
"""
import sys

import h5py
import numpy as np
import segyio
from scipy.interpolate import make_interp_spline
from segyio import TraceField

folder = sys.argv[1]
shots = np.array([[123.37, 151.72, 187.31], [203.61, 151.72, 187.31]])                       # m
groups = np.array([[60.64, 151.72, 190.13], [333.33, 151.72, 190.13], [120.18, 20.27, 5.06]])
top = 200.0                                                                                  # m, elevation of the surface

with h5py.File(f"{folder}/result.h5") as result:
    pressure = result["traces/pressure"][:]
    step = result["traces"].attrs["time_step_s"]

with segyio.open(f"{folder}/traces.sgy", strict=False) as file:
    assert file.tracecount == 6 and int(file.format) == 5
    assert segyio.tools.dt(file) == 2000 and np.allclose(np.diff(file.samples), 2)
    for i, header in enumerate(file.header):
        shot, group = shots[i // 3], groups[i % 3]
        scalar = header[TraceField.SourceGroupScalar]
        assert scalar == header[TraceField.ElevationScalar] == -10000, scalar

        def place(*fields):
            return np.array([header[field] for field in fields]) / -scalar

        assert np.allclose(place(TraceField.SourceX, TraceField.SourceY), shot[:2], rtol=0, atol=1e-4)
        assert np.allclose(place(TraceField.GroupX, TraceField.GroupY), group[:2], rtol=0, atol=1e-4)
        assert np.allclose(place(TraceField.ReceiverGroupElevation), group[2], rtol=0, atol=1e-4)
        assert np.allclose(place(TraceField.SourceSurfaceElevation, TraceField.SourceDepth), [top, top - shot[2]],
                           rtol=0, atol=1e-4)
        assert np.allclose(place(TraceField.CDP_X, TraceField.CDP_Y), (shot[:2] + group[:2]) / 2, rtol=0, atol=1e-4)
        distance = np.linalg.norm(group - shot)        # in space, not along the ground
        sign = -1 if group[0] < shot[0] else 1
        assert header[TraceField.offset] == round(sign * distance), (i, header[TraceField.offset], sign * distance)
        assert header[TraceField.TRACE_SAMPLE_INTERVAL] == 2000
        assert header[TraceField.TRACE_SAMPLE_COUNT] == len(file.samples)
        assert header[TraceField.FieldRecord] == i // 3 + 1 and header[TraceField.TraceNumber] == i % 3 + 1

        # The signal between the steps, up to the last one: the pulse is still passing then.
        times = file.samples / 1000
        recorded = pressure[i // 3, i % 3]
        steps = np.arange(len(recorded)) * step
        assert steps[-1] - 0.002 < times[-1] <= steps[-1]
        peak = np.abs(recorded).max()
        assert np.abs(recorded[-20:]).max() > 0.05 * peak, i
        miss = np.abs(file.trace[i] - make_interp_spline(steps, recorded, k=9)(times)).max() / peak
        assert miss < 1e-4, (i, miss)
assert sorted(np.sign([round(np.sign(g[0] - s[0])) for s in shots for g in groups])) == [-1, -1, -1, -1, 1, 1]
