# SPDX-License-Identifier: MIT
"""Writes a SEG-Y file with segyio as a recording crew would: three shots whose traces are sorted by receiver, spreads of
3, 2 and 3 groups, world coordinates with scalars, feet where asked for.

deep: elevations are depths above 0; zero: no coordinates at all.

usage: write_spread_segy.py FILE [feet | angles | short | deep | zero]
"""
import sys

import numpy as np
import segyio
from segyio import BinField, TraceField

path, kind = sys.argv[1], (sys.argv[2:] or [""])[0]
SHOTS = {101: 40.25, 105: 60.25, 107: 80.25}  # field record: x of the source
GROUPS = {101: [10, 20, 30], 105: [20, 30], 107: [10, 20, 30]}
traces = [(record, x) for x in (10, 20, 30) for record in SHOTS if x in GROUPS[record]]
spec = segyio.spec()
spec.format, spec.samples, spec.tracecount = 5, np.arange(4) * 2.0, len(traces)
with segyio.create(path, spec) as file:
    file.bin.update({BinField.MeasurementSystem: 2 if kind == "feet" else 1, BinField.Interval: 2000})
    for i, (record, x) in enumerate(traces):
        file.header[i] = {
            TraceField.FieldRecord: record,
            TraceField.SourceGroupScalar: -100, TraceField.ElevationScalar: -10,
            TraceField.SourceX: round(100 * SHOTS[record]), TraceField.SourceY: 1500,
            TraceField.GroupX: 100 * x, TraceField.GroupY: 1500,
            TraceField.ReceiverGroupElevation: 205 + x,      # 20.5 m and a tenth of x
            TraceField.SourceSurfaceElevation: 300, TraceField.SourceDepth: 60,
            TraceField.CoordinateUnits: 3 if kind == "angles" else 1,
            TraceField.TRACE_SAMPLE_COUNT: 3 if kind == "short" and i == 4 else 4,
        }
        if kind == "zero":
            file.header[i] = {TraceField.SourceX: 0, TraceField.SourceY: 0, TraceField.GroupX: 0, TraceField.GroupY: 0}
        file.trace[i] = np.full(4, i, np.float32)
