// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/triangle_mesh.hpp"

namespace wavesim {

/// The mesh with corners at one place made one, without triangles that have no area or stand where another one stands.
/// Counts them, and pairs of neighbours that face opposite ways.
TriangleMesh cleaned(TriangleMesh mesh);

}  // namespace wavesim
