// SPDX-License-Identifier: MIT
#include "solvers/scene/mesh_section.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace wavesim {
namespace {

/// A wedge: a floor of 4 x 3 m (material 0), under a roof (1) that rises from x = 0 to 2 m height at x = 4.
TriangleMesh wedge() {
    TriangleMesh mesh;
    mesh.materials = {"floor", "roof"};
    mesh.parts = {"wedge"};
    mesh.corners = {{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 0}, {4, 0, 2}, {4, 3, 2}};
    mesh.triangles = {{{0, 1, 2}, 0, 0}, {{0, 2, 3}, 0, 0}, {{0, 4, 5}, 1, 0}, {{0, 5, 3}, 1, 0}};
    return mesh;
}

double length_of(const std::vector<SectionLine>& lines, std::uint32_t material) {
    double length = 0;
    for (const SectionLine& line : lines)
        if (line.material == material)
            length +=
                std::hypot(line.end[1].x - line.end[0].x, line.end[1].y - line.end[0].y, line.end[1].z - line.end[0].z);
    return length;
}

TEST(MeshSection, IsAsLongAsTheSurfacesAre) {
    const TriangleMesh mesh = wedge();
    for (const double y : {0.4, 1.7}) {
        EXPECT_NEAR(length_of(section_of(mesh, 1, y), 0), 4, 1e-12);
        EXPECT_NEAR(length_of(section_of(mesh, 1, y), 1), std::hypot(4, 2), 1e-12);
    }
    const std::vector<SectionLine> across = section_of(mesh, 0, 1.5);
    EXPECT_NEAR(length_of(across, 0), 3, 1e-12);
    EXPECT_NEAR(length_of(across, 1), 3, 1e-12);
    for (const SectionLine& line : across)
        for (const Point& end : line.end) {
            EXPECT_NEAR(end.x, 1.5, 1e-12);
            EXPECT_NEAR(end.z, line.material == 1 ? 0.75 : 0, 1e-12);
        }
    EXPECT_EQ(section_of(mesh, 2, 2.5).size(), 0U);
}

/// Corners in the plane belong to one side, so an edge there appears once.
TEST(MeshSection, PlanesThroughCornersCutEachSurfaceOnce) {
    const TriangleMesh mesh = wedge();
    EXPECT_NEAR(length_of(section_of(mesh, 0, 4), 0), 3, 1e-12);
    EXPECT_EQ(section_of(mesh, 0, 0).size(), 0U) << "all of it is on one side";
    EXPECT_EQ(length_of(section_of(mesh, 2, 0), 0), 0) << "the floor lies in the plane";
    EXPECT_NEAR(length_of(section_of(mesh, 2, 2), 1), 3, 1e-12);
}

}  // namespace
}  // namespace wavesim
