// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// The mesh with coinciding corners merged, without degenerate and duplicate triangles. Counts these, and pairs of
/// neighbours with opposite orientation.
TriangleMesh cleaned(TriangleMesh mesh);

}  // namespace wavesim
