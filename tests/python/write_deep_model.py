# SPDX-License-Identifier: MIT
"""Writes FOLDER/deep.h5: 12 slabs of 2000 x 2000 bytes in one chunk, the first and last byte of a slab unlike others."""
import sys

import h5py
import numpy

values = numpy.empty((12, 2000, 2000), dtype="u1")
for z in range(12):
    values[z] = 100 + z
    values[z, 0, 0] = 10 + z
    values[z, -1, -1] = 200 + z
with h5py.File(sys.argv[1] + "/deep.h5", "w") as file:
    file.create_dataset("values", data=values, chunks=values.shape)
