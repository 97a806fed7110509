# SPDX-License-Identifier: MIT
"""Reads traces.sgy with segyio and result.h5 with h5py and checks what survey_result_test.cpp wrote.

usage: read_survey.py FOLDER STEPS...   (steps recorded of each shot)
       read_survey.py --shot FILE       (the file of shot 1)
"""
import sys

import h5py
import numpy as np
import segyio
from segyio import BinField, TraceField

RECEIVERS, STEPS = 2, 8


def wanted(shot, receiver, steps):
    return 1000 * (shot + 1) + 100 * (receiver + 1) + np.arange(steps)


if sys.argv[1] == "--shot":
    with h5py.File(sys.argv[2]) as file:
        pressure = file["traces/pressure"]
        assert pressure.shape == (1, RECEIVERS, STEPS) and pressure.attrs["units"] == "Pa"
        assert np.array_equal(pressure[0], [wanted(0, r, STEPS) for r in range(RECEIVERS)])
        assert file["traces/shot"][0] == 1 and file["traces"].attrs["time_step_s"] == 1 / 8000
    sys.exit()

folder, recorded = sys.argv[1], [int(text) for text in sys.argv[2:]]
longest = max(recorded)
sources = [0.125, 0.1875, 0.25]                       # m, x of the shots; the scene's own is 0.15
receivers = [(0.45, 0.25, 0.2), (0.05, 0.05, 0.3)]    # m, as the scene has them

with h5py.File(f"{folder}/result.h5") as result:
    pressure = result["traces/pressure"]
    assert pressure.shape == (len(recorded), RECEIVERS, longest), pressure.shape
    assert list(result["traces/shot"]) == [1, 2, 3][:len(recorded)]
    assert list(result["traces/steps_recorded"]) == recorded
    for shot, steps in enumerate(recorded):
        for r in range(RECEIVERS):
            assert np.array_equal(pressure[shot, r, :steps], wanted(shot, r, steps)), (shot, r)
            assert np.isnan(pressure[shot, r, steps:]).all()
            assert np.allclose(result["traces/receiver_position"][shot, r] - receivers[r], [sources[shot] - 0.15, 0, 0])
        assert result["sources/position"][shot, 0, 0] == sources[shot]

whole = [shot for shot, steps in enumerate(recorded) if steps == recorded[0]]
with segyio.open(f"{folder}/traces.sgy", strict=False) as file:
    assert file.tracecount == len(whole) * RECEIVERS, file.tracecount
    assert int(file.format) == 5 and len(file.samples) == recorded[0]
    assert segyio.tools.dt(file) == 125 and np.allclose(file.samples, np.arange(recorded[0]) * 0.125)
    assert file.bin[BinField.SEGYRevision] == 0x100 and file.bin[BinField.TraceFlag] == 1
    assert file.bin[BinField.Traces] == RECEIVERS and file.bin[BinField.MeasurementSystem] == 1
    text = file.text[0].decode("ascii")
    assert text.startswith("C 1 CLIENT") and "C39 SEG Y REV1" in text and "C40 END TEXTUAL HEADER" in text, text
    assert "SCENE: small room" in text and f"SHOTS: {len(whole)}  TRACES PER SHOT: 2" in text
    for i, header in enumerate(file.header):
        shot, r = whole[i // RECEIVERS], i % RECEIVERS
        assert np.array_equal(file.trace[i], wanted(shot, r, recorded[0]).astype(np.float32)), i
        scalar = header[TraceField.SourceGroupScalar]
        assert scalar == -10000 and header[TraceField.ElevationScalar] == scalar
        place = np.array([header[f] for f in (TraceField.GroupX, TraceField.GroupY, TraceField.ReceiverGroupElevation)])
        expected = np.array(receivers[r]) + [sources[shot] - 0.15, 0, 0]
        assert np.allclose(place / -scalar, expected, atol=1e-4), (place, expected)
        assert np.allclose(header[TraceField.SourceX] / -scalar, sources[shot], atol=1e-4)
        assert header[TraceField.SourceY] / -scalar == 0.25
        assert header[TraceField.SourceSurfaceElevation] - header[TraceField.SourceDepth] == 2000
        assert header[TraceField.FieldRecord] == shot + 1 and header[TraceField.TraceNumber] == r + 1
        assert header[TraceField.TRACE_SEQUENCE_FILE] == i + 1
        assert header[TraceField.TRACE_SAMPLE_COUNT] == recorded[0] and header[TraceField.TRACE_SAMPLE_INTERVAL] == 125
        assert header[TraceField.TraceIdentificationCode] == 1 and header[TraceField.TraceValueMeasurementUnit] == 1
        assert header[TraceField.offset] == 0  # less than half a metre
