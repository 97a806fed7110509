# SPDX-License-Identifier: MIT
"""Opens the snapshots that snapshot_file_test.cpp wrote with VTK.  Usage: read_snapshots.py FOLDER NX NY NZ"""
import json
import os
import sys
import xml.etree.ElementTree as xml

import h5py
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOHDF import vtkHDFReader

folder = sys.argv[1]
NODES = [int(n) for n in sys.argv[2:5]]
NX, NY, NZ = (max(n, 2) for n in NODES)  # a plane is a slab of one cell around it
ORIGIN = [at - (0.1 if n == 1 else 0) for at, n in zip((0.05, 0.25, 0.45), NODES)]


def expected(index):
    """Value at (x, y, z) is index + x/8 + y/64 + z/512 (exact in single precision)."""
    x, y, z = ([0, 0] if n == 1 else range(n) for n in NODES)
    z, y, x = np.meshgrid(z, y, x, indexing="ij")
    return (index + x / 8 + y / 64 + z / 512).ravel()


def check_image(image, index):
    assert image.GetDimensions() == (NX, NY, NZ), image.GetDimensions()
    assert np.allclose(image.GetOrigin(), ORIGIN, atol=1e-15), image.GetOrigin()
    assert np.allclose(image.GetSpacing(), (0.2, 0.2, 0.2), atol=1e-15), image.GetSpacing()
    values = vtk_to_numpy(image.GetPointData().GetArray("pressure"))
    assert np.array_equal(values, expected(index)), values


with open(os.path.join(folder, "pressure.hdf.series")) as file:
    series = json.load(file)
assert series["file-series-version"] == "1.0"
assert [entry["time"] for entry in series["files"]] == [0.0, 0.25]

for index, entry in enumerate(series["files"]):
    reader = vtkHDFReader()
    path = os.path.join(folder, entry["name"])
    assert reader.CanReadFile(path)
    reader.SetFileName(path)
    reader.Update()
    image = reader.GetOutput()
    check_image(image, index)
    with h5py.File(path) as file:
        assert file["VTKHDF"].attrs["time_s"] == entry["time"]

# Debian's VTK for Python has no XDMF reader (ParaView has): follow the index by its own rules
grids = xml.parse(os.path.join(folder, "pressure.xdmf")).getroot().findall("Domain/Grid/Grid")
assert [float(grid.find("Time").get("Value")) for grid in grids] == [0.0, 0.25]
for index, grid in enumerate(grids):
    assert grid.find("Topology").attrib == {"TopologyType": "3DCoRectMesh", "Dimensions": f"{NZ} {NY} {NX}"}
    origin, spacing = [[float(word) for word in item.text.split()] for item in grid.findall("Geometry/DataItem")]
    assert np.allclose(origin, ORIGIN[::-1]) and np.allclose(spacing, (0.2, 0.2, 0.2)), (origin, spacing)
    attribute = grid.find("Attribute")
    assert attribute.get("Center") == "Node" and attribute.get("Name") == "pressure"
    item = attribute.find("DataItem")
    name, dataset = item.text.split(":")
    assert not os.path.isabs(name)
    with h5py.File(os.path.join(folder, name)) as file:
        values = file[dataset]
        assert item.get("Dimensions") == " ".join(str(n) for n in values.shape) == f"{NZ} {NY} {NX}"
        assert int(item.get("Precision")) == values.dtype.itemsize
        assert np.array_equal(values[:].ravel(), expected(index))
