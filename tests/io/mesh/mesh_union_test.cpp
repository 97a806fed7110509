// SPDX-License-Identifier: MIT
#include "io/mesh/mesh_union.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wavesim {
namespace {

using testing::ElementsAre;

/// A triangle of each material at the given height; part i is that of material i.
TriangleMesh sheets(const std::vector<std::string>& materials, const std::vector<std::string>& parts, double height) {
    TriangleMesh mesh;
    mesh.corners = {{0, 0, height}, {1, 0, height}, {0, 1, height}};
    mesh.materials = materials;
    mesh.parts = parts;
    for (std::uint32_t m = 0; m < materials.size(); ++m) mesh.triangles.push_back({{0, 1, 2}, m, m});
    return mesh;
}

TEST(MeshUnion, MaterialsAreSharedByNameAndPartsStayApart) {
    const TriangleMesh all = united({{"a/hall.obj", sheets({"wood", "plaster"}, {"floor", "wall"}, 0)},
                                     {"chairs.stl", sheets({"default", "wood"}, {"default", "floor"}, 1)},
                                     {"a/hall.obj", sheets({"plaster"}, {"wall"}, 2)}});
    EXPECT_THAT(all.materials, ElementsAre("wood", "plaster", "chairs"));
    EXPECT_THAT(all.parts, ElementsAre("floor", "wall", "chairs", "floor"));
    std::vector<std::uint32_t> materials, parts;
    std::vector<double> heights;
    for (const TriangleMesh::Triangle& triangle : all.triangles) {
        materials.push_back(triangle.material);
        parts.push_back(triangle.part);
        heights.push_back(all.corners.at(triangle.corner[2]).z);
    }
    EXPECT_THAT(materials, ElementsAre(0, 1, 2, 0, 1));
    EXPECT_THAT(parts, ElementsAre(0, 1, 2, 3, 1));
    EXPECT_THAT(heights, ElementsAre(0, 0, 1, 1, 2));
}

TEST(MeshUnion, OneFileStaysAsItIs) {
    const TriangleMesh one = united({{"chair.ply", sheets({"default"}, {"default"}, 3)}});
    EXPECT_THAT(one.materials, ElementsAre("default"));
    EXPECT_THAT(one.parts, ElementsAre("default"));
    EXPECT_EQ(one.triangles.size(), 1U);
}

TEST(MeshUnion, ASentenceNamesEachFileOnceAndNotTooMany) {
    EXPECT_EQ(names_of({"a.obj"}), "a.obj");
    EXPECT_EQ(names_of({"a.obj", "b.stl", "a.obj", "b.stl"}), "a.obj and b.stl");
    EXPECT_EQ(names_of({"a.obj", "b.stl", "c.ply"}), "a.obj, b.stl and c.ply");
    EXPECT_EQ(names_of({"a", "b", "c", "d", "e"}), "a, b, c and 2 more");
}

}  // namespace
}  // namespace wavesim
