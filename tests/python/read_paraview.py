# SPDX-License-Identifier: MIT
"""Opens the snapshots that snapshot_file_test.cpp wrote in ParaView, by their series and by their XDMF index.
Usage: pvpython read_paraview.py FOLDER NX NY NZ"""
import os
import sys

from paraview import simple
from paraview.servermanager import Fetch
from vtkmodules.util.numpy_support import vtk_to_numpy

folder = os.path.abspath(sys.argv[1])
os.chdir("/")  # the indexes must find their files by themselves
NODES = [int(n) for n in sys.argv[2:5]]
NX, NY, NZ = (max(n, 2) for n in NODES)  # a plane is a slab of one cell around it

for name in ("pressure.hdf.series", "pressure.xdmf"):
    source = simple.OpenDataFile(os.path.join(folder, name))
    assert source is not None, name
    source.UpdatePipelineInformation()
    assert list(source.TimestepValues) == [0.0, 0.25], (name, source.TimestepValues)
    for index, time in enumerate(source.TimestepValues):
        source.UpdatePipeline(time)
        image = Fetch(source)
        assert image.GetDimensions() == (NX, NY, NZ), (name, image.GetDimensions())
        bounds = image.GetBounds()
        expected = []
        for at, n in zip((0.05, 0.25, 0.45), NODES):
            expected += [at - 0.1, at + 0.1] if n == 1 else [at, at + 0.2 * (n - 1)]
        assert all(abs(a - b) < 1e-6 for a, b in zip(bounds, expected)), (name, bounds)
        values = vtk_to_numpy(image.GetPointData().GetArray("pressure"))
        assert values[0] == index and values[1] == index + (NODES[0] > 1) / 8, (name, values[:3])
        last = index + (NODES[0] - 1) / 8 + (NODES[1] - 1) / 64 + (NODES[2] - 1) / 512
        assert values[-1] == last, (name, values[-1])
print("ParaView", simple.GetParaViewVersion(), "opens series and XDMF")
