# SPDX-License-Identifier: MIT
"""Writes c(z, y, x) = 1000 + x + 10 y + 100 z into FOLDER, as NumPy and h5py can; the dataset deep has more slabs."""
import ctypes
import ctypes.util
import shutil
import sys

import h5py
import numpy

folder = sys.argv[1]
z, y, x = numpy.mgrid[0:2, 0:3, 0:4]
speed = (1000 + x + 10 * y + 100 * z).astype("f4")
z, y, x = numpy.mgrid[0:11, 0:3, 0:4]
deep = 1000 + x + 10 * y + 100 * z
numpy.save(folder + "/fortran.npy", numpy.asfortranarray(speed))
numpy.save(folder + "/half.npy", speed.astype("f2"))
numpy.save(folder + "/big_half.npy", speed.astype(">f2"))
numpy.savez_compressed(folder + "/one.npz", speed=speed)
numpy.savez(folder + "/two.npz", density=2 * speed, speed=numpy.asfortranarray(speed))
numpy.savez(folder + "/none.npz")
libzip = ctypes.CDLL(ctypes.util.find_library("zip"))
libzip.zip_open.restype = ctypes.c_void_p
for name, method in ("aes", 0x103), ("pkware", 1):  # ZIP_EM_AES_256, ZIP_EM_TRAD_PKWARE
    shutil.copy(folder + "/one.npz", f"{folder}/{name}.npz")
    archive = ctypes.c_void_p(libzip.zip_open(f"{folder}/{name}.npz".encode(), 0, None))
    assert libzip.zip_file_set_encryption(archive, ctypes.c_uint64(0), ctypes.c_uint16(method), b"secret") == 0
    assert libzip.zip_close(archive) == 0
with h5py.File(folder + "/packed.h5", "w") as file:
    file.create_dataset("speed", data=speed, chunks=(2, 2, 3), compression="gzip", shuffle=True, fletcher32=True)
    file.create_dataset("chunked", data=speed, chunks=(1, 2, 3))
    file.create_dataset("scaled", data=speed.astype("i4"), chunks=(2, 3, 4), scaleoffset=0)
    file.create_dataset("deep", data=deep, chunks=(4, 3, 4), compression="gzip")
    file.create_dataset("plugin", data=speed, chunks=(2, 3, 4), compression="lzf")
    file.create_dataset("bomb", shape=(100000, 100000, 1000), dtype="f4", chunks=(1, 1000, 1000), compression="gzip")
