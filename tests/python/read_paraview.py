# SPDX-License-Identifier: MIT
"""Opens the snapshots that snapshot_file_test.cpp wrote in ParaView, by their series and by their XDMF index.
Usage: pvpython read_paraview.py FOLDER"""
import os
import sys

from paraview import simple
from paraview.servermanager import Fetch
from vtkmodules.util.numpy_support import vtk_to_numpy

folder = os.path.abspath(sys.argv[1])
os.chdir("/")  # the indexes must find their files by themselves
NX, NY, NZ = 5, 4, 3

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
        expected = (0.05, 0.85, 0.25, 0.85, 0.45, 0.85)
        assert all(abs(a - b) < 1e-6 for a, b in zip(bounds, expected)), (name, bounds)
        values = vtk_to_numpy(image.GetPointData().GetArray("pressure"))
        assert values[0] == index and values[1] == index + 1 / 8, (name, values[:3])
        assert values[-1] == index + 4 / 8 + 3 / 64 + 2 / 512, (name, values[-1])
print("ParaView", simple.GetParaViewVersion(), "opens series and XDMF")
