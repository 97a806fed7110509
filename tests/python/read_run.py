# SPDX-License-Identifier: MIT
"""Reads sound files, snapshots and pictures that result_content_test.cpp wrote, with SciPy, h5py and VTK.

usage: read_run.py FOLDER
"""
import json
import sys
import warnings

import h5py
import numpy as np
from scipy.io import wavfile
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

folder = sys.argv[1]
STEP = 1 / 8000                                        # s
TONES = {"seat 1": (0.5, 500), "Türe": (0.25, 1000)}   # Pa, Hz


def picture(name):
    """Pixels (row, column, colour), rows from the top."""
    reader = vtkPNGReader()
    reader.SetFileName(f"{folder}/pictures/{name}")
    reader.Update()
    image = reader.GetOutput()
    width, height, _ = image.GetDimensions()
    return vtk_to_numpy(image.GetPointData().GetScalars()).reshape(height, width, -1)[::-1].astype(int)


# Every trace in its own file: at its rate, times the gain that result.h5 tells, the loudest at -1 dB of full scale.
with h5py.File(f"{folder}/result.h5") as result:
    receivers = result["traces/receiver"].asstr()[:]
    files = result["traces/wav_file"].asstr()[:]
    gains = result["traces/wav_gain"][:]
    assert result["traces/wav_gain"].attrs["sample_rate_hz"] == 48000
assert list(receivers) == list(TONES) and len(set(gains)) == 1
assert np.isclose(gains[0], 10 ** (-1 / 20) / 0.5, rtol=1e-3), gains
for receiver, file in zip(receivers, files):
    amplitude, frequency = TONES[receiver]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wavfile.WavFileWarning)  # of the chunk "fact"
        rate, samples = wavfile.read(f"{folder}/{file}")
    assert rate == 48000 and samples.dtype == np.float32 and len(samples) == 6 * 399 + 1, (rate, samples.dtype, len(samples))
    tone = gains[0] * amplitude * np.sin(2 * np.pi * frequency * np.arange(len(samples)) / rate)
    middle = slice(400, 2000)                          # the ends know what comes before and after only by prediction
    assert np.abs(samples[middle] - tone[middle]).max() < 2e-3, (receiver, np.abs(samples - tone)[middle].max())

# Snapshot k of step 2 (k + 1): (k + 1) / 4 Pa with changing sign, of the other sign where x >= 3 nodes.
with open(f"{folder}/snapshots/pressure.hdf.series") as file:
    series = json.load(file)["files"]
assert np.allclose([entry["time"] for entry in series], 2 * STEP * np.arange(1, 5), rtol=1e-12), series
for k, entry in enumerate(series):
    with h5py.File(f"{folder}/snapshots/{entry['name']}") as file:
        image = file["VTKHDF"]
        assert np.isclose(image.attrs["time_s"], 2 * STEP * (k + 1), rtol=1e-12)
        assert np.allclose(image.attrs["first_node_m"], (0.05, 0.05, 0.25)), image.attrs["first_node_m"]
        value = (-1) ** k * (k + 1) / 4
        assert np.array_equal(image["PointData/pressure"][0], np.broadcast_to(value * np.array([1, 1, 1, -1, -1, -1]), (5, 6)))

# Its picture: red is positive, blue negative; one scale for all, so the last is the darkest.
light = []
for k in range(4):
    pixels = picture(f"pressure_{k:06}.png")
    first, last = (pixels[34 + 350, 68 + 140 * node + 70] for node in (1, 4))  # 140 pixels per node
    assert (first[0] > first[2]) == (k % 2 == 0) and (last[0] > last[2]) == (k % 2 == 1), (k, first, last)
    light.append(first.sum() + last.sum())
assert np.all(np.diff(light) < -50), light
