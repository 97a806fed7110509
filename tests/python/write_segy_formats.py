# SPDX-License-Identifier: MIT
"""Writes the same two traces of three samples in every sample format of SEG-Y and both byte orders, with segyio where it
knows the format, else byte by byte: sample j of trace i is scale (100 + 10 i + j) + 1, with the scale of the format.

usage: write_segy_formats.py FOLDER   (files FORMAT-big.sgy and FORMAT-little.sgy)
"""
import struct
import sys

import numpy as np
import segyio

folder = sys.argv[1]
SCALES = {1: 30000, 2: 30000, 3: 100, 5: 30000, 6: 30000, 7: 30000, 8: 1, 9: 30000, 10: 30000, 11: 100, 12: 30000,
          15: 30000, 16: 1}
DTYPES = {1: "f4", 2: "i4", 5: "f4"}  # what segyio of Debian 12 writes whole
BYTES = {3: 2, 6: 8, 7: 3, 8: 1, 9: 8, 10: 4, 11: 2, 12: 8, 15: 3, 16: 1}

for number, scale in SCALES.items():
    values = scale * (100 + np.arange(0, 20, 10)[:, None] + np.arange(3)) + 1
    for order in ("big", "little"):
        path = f"{folder}/{number}-{order}.sgy"
        if number in DTYPES:
            spec = segyio.spec()
            spec.format, spec.samples, spec.tracecount, spec.endian = number, np.arange(3) * 2.0, 2, order
            with segyio.create(path, spec) as file:
                file.bin.update({segyio.BinField.Interval: 2000})
                for i in range(2):
                    file.header[i] = {segyio.TraceField.TRACE_SAMPLE_COUNT: 3}
                    file.trace[i] = values[i].astype(DTYPES[number])
            continue
        sign = ">" if order == "big" else "<"
        header = bytearray(400)
        for byte, value in ((3217, 2000), (3221, 3), (3225, number)):
            header[byte - 3201:byte - 3199] = struct.pack(sign + "h", value)
        with open(path, "wb") as file:
            file.write(b"\x40" * 3200 + header)
            for trace in values.tolist():
                file.write(bytes(240))
                for value in trace:
                    file.write(struct.pack(sign + "d", value) if number == 6 else value.to_bytes(BYTES[number], order))
