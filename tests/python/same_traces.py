# SPDX-License-Identifier: MIT
"""Fails where two result.h5 do not have the same traces to the bit.  Usage: same_traces.py FILE FILE"""
import sys

import h5py
import numpy as np

first, second = (h5py.File(name)["traces/pressure"][:] for name in sys.argv[1:3])
assert first.shape == second.shape and np.abs(first).max() > 0, (first.shape, second.shape)
assert np.array_equal(first, second), np.abs(first - second).max()
