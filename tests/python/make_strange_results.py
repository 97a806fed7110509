# SPDX-License-Identifier: MIT
"""Makes files that a stranger could send in place of a result.h5.  Usage: make_strange_results.py GOOD FOLDER"""
import os
import shutil
import sys

import h5py
import numpy as np

good, folder = sys.argv[1:]


def strange(name):
    path = os.path.join(folder, name + ".h5")
    shutil.copy(good, path)
    return h5py.File(path, "r+")


with strange("soft_link") as f:
    f["more"] = h5py.SoftLink("/traces/time")
with strange("external_link") as f:
    del f["plan/json"]
    f["plan/json"] = h5py.ExternalLink("/etc/passwd", "/")
with strange("external_storage") as f:
    del f["plan/json"]
    dcpl = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    dcpl.set_external(b"/etc/passwd", 0, 100)
    space = h5py.h5s.create_simple((100,))
    h5py.h5d.create(f["plan"].id, b"json", h5py.h5t.STD_U8LE, space, dcpl)
with strange("virtual") as f:
    layout = h5py.VirtualLayout(shape=(8,), dtype="f8")
    layout[:] = h5py.VirtualSource("/etc/passwd", "x", shape=(8,))
    del f["traces/time"]
    f.create_virtual_dataset("traces/time", layout)
with strange("huge") as f:
    del f["traces/pressure"]
    f.create_dataset("traces/pressure", shape=(1, 2, 2**39), dtype="f8")
with strange("filtered") as f:
    f.create_dataset("bomb", data=np.zeros(1 << 20), compression="gzip")
with strange("newer") as f:
    text = f["report/json"][()]
    del f["report/json"]
    f["report/json"] = np.bytes_(text.replace(b'"format_version": 1', b'"format_version": 99'))
with strange("variable_text") as f:
    text = f["report/json"][()]
    del f["report/json"]
    f["report/json"] = text.decode()
with strange("bad_json") as f:
    del f["plan/json"]
    f["plan/json"] = np.bytes_(b'{"grid": ["many"]}')
with strange("no_plan") as f:
    del f["plan"]
with strange("wrong_shape") as f:
    del f["traces/pressure"]
    f["traces/pressure"] = np.zeros((3, 2))
with strange("wrong_count") as f:
    del f["traces/pressure"]
    f["traces/pressure"] = np.zeros((1, 5, 2))
with strange("number_for_text") as f:
    del f["plan/json"]
    f["plan/json"] = 3
with strange("many") as f:
    group = f.create_group("many")
    for i in range(1_001):
        group[str(i)] = f["traces/time"] if i % 2 else f["traces/shot"]
with h5py.File(os.path.join(folder, "other.h5"), "w") as f:
    f["x"] = 1
with open(good, "rb") as f, open(os.path.join(folder, "cut.h5"), "wb") as out:
    out.write(f.read()[:3000])
with open(os.path.join(folder, "text.h5"), "w") as out:
    out.write("not HDF5\n")
os.mkdir(os.path.join(folder, "folder.h5"))
os.mkfifo(os.path.join(folder, "pipe.h5"))
