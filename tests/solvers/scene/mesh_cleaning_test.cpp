// SPDX-License-Identifier: MIT
#include "solvers/scene/mesh_cleaning.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

TEST(MeshCleaning, CountsWhatItLeavesOutAndWhatFacesTheOtherWay) {
    TriangleMesh mesh;
    mesh.materials = mesh.parts = {"a"};
    // a square twice written, with its own corners each time
    mesh.corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}};
    mesh.triangles = {{{0, 1, 2}},   // the square,
                      {{3, 4, 5}},   // its other half, the same way round
                      {{4, 0, 1}},   // the first one again
                      {{0, 1, 6}},   // on one line
                      {{0, 3, 1}}};  // two corners at one place
    const TriangleMesh clean = cleaned(mesh);
    EXPECT_EQ(clean.triangles.size(), 2U);
    EXPECT_EQ(clean.duplicate, 1);
    EXPECT_EQ(clean.degenerate, 2);
    EXPECT_EQ(clean.flipped, 0);
    std::swap(mesh.triangles[1].corner[0], mesh.triangles[1].corner[1]);
    EXPECT_EQ(cleaned(mesh).flipped, 1);
}

}  // namespace
}  // namespace wavesim
