// SPDX-License-Identifier: MIT
#include "io/result/section_view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "io/scene/reader.hpp"
#include "io/small_plan.hpp"
#include "solvers/plan/make_plan.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {
namespace {

using nlohmann::json;

/// A hall of 5 x 3 x 2 m with a table of 1 x 1 x 0.8 m on its floor; air begins at 0.5 m along each axis.
json hall() {
    return json::parse(R"({"wavesim": 1, "name": "hall", "domain": {"size": [6, 4, 3]}, "grid": {"spacing": 0.1},
 "time": {"duration": 0.02}, "geometry": {"file": "hall.obj", "materials": {"*": {"absorption": 0.1}}},
 "solids": [{"name": "table", "box": {"from": [2, 1, 0.5], "to": [3, 2, 1.3]}, "surface": {"absorption": 0.2}}],
 "sources": [{"name": "S", "position": [1, 1.5, 1], "signal": {"kind": "ricker", "peak_frequency": 200}}],
 "receivers": [{"name": "near", "position": [4, 1.53, 2]}, {"name": "far", "position": [1.02, 3, 2.2]}]})");
}

SectionView section_through(const json& scene, int axis) {
    const std::string folder = std::string(WAVESIM_SOURCE_DIR) + "/tests/corpus";
    PlanOptions options;
    options.backend = "cpu";
    Machine machine;
    machine.threads = 1;
    const Plan plan = make_plan(parse_scene(scene.dump(), folder + "/scene.yaml", {}).scene, machine, options);
    return section_view(plan, common_part(plan.problem).walls.solids, axis);
}

std::map<std::string, double> lengths(const SectionView& view) {
    std::map<std::string, double> sums;
    for (const SectionView::Wall& wall : view.walls)
        sums[view.surfaces.at(wall.surface)] += std::hypot(wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]);
    return sums;
}

TEST(SectionView, CutsTrianglesBoxesAndNodes) {
    const SectionView along = section_through(hall(), 1);
    EXPECT_EQ(along.title, "hall, y = 1.5 m");
    std::map<std::string, double> found = lengths(along);
    ASSERT_EQ(found.size(), 3U) << "the sides of the domain are behind the triangles";
    EXPECT_NEAR(found["seats"], 5, 1e-9);
    EXPECT_NEAR(found["plaster"], 5 + 2 * 2, 1e-9);
    EXPECT_NEAR(found["table"], 2 * (1 + 0.8), 1e-9);
    EXPECT_EQ(std::ranges::count(along.solid, true), 60 * 30 - 50 * 20 + 10 * 8);
    EXPECT_EQ(along.across, 60);
    EXPECT_FALSE(along.solid[6 * 60 + 19]) << "in front of the table";
    EXPECT_TRUE(along.solid[6 * 60 + 20]);
    found = lengths(section_through(hall(), 2));
    EXPECT_NEAR(found["plaster"], 2 * (5 + 3), 1e-9);
    EXPECT_NEAR(found["table"], 2 * (1 + 1), 1e-9);
    EXPECT_EQ(lengths(section_through(hall(), 0)).count("table"), 0U);
}

TEST(SectionView, MarksKnowWhetherTheyAreInThePlane) {
    const SectionView along = section_through(hall(), 1), across = section_through(hall(), 0);
    ASSERT_EQ(along.marks.size(), 3U);
    const auto in_plane = [](const SectionView& view, std::size_t mark) { return view.marks.at(mark).in_plane; };
    EXPECT_TRUE(in_plane(along, 0) && in_plane(along, 1) && !in_plane(along, 2));
    EXPECT_TRUE(in_plane(across, 0) && !in_plane(across, 1) && in_plane(across, 2));
    EXPECT_TRUE(along.marks[0].source);
    EXPECT_FALSE(along.marks[1].source);
    EXPECT_EQ(along.marks[1].at, (SectionView::Place{4, 2}));
    EXPECT_EQ(across.marks[2].at, (SectionView::Place{3, 2.2}));
}

TEST(SectionView, SidesHaveTheNamesOfTheirSurfacesAndUsersTheirCoordinates) {
    json scene = hall();
    scene.erase("geometry");
    scene["domain"] = {{"size", {6, 4, 3}}, {"origin", {100, 0, 20}}, {"vertical", "down"}};
    for (const auto& [place, z] :
         {std::pair{"/sources/0/position", 21.0}, {"/receivers/0/position", 22.0}, {"/receivers/1/position", 22.2}}) {
        json& position = scene[json::json_pointer(place)];
        position[0] = position[0].get<double>() + 100;
        position[2] = z;
    }
    scene["solids"] = json::array();
    scene["materials"]["cork"] = {{"absorption", 0.3}};
    scene["boundaries"] = {{"default", "cork"}, {"x_max", "absorbing"}, {"z_max", {{"absorption", 0.5}}}};
    const SectionView view = section_through(scene, 1);
    std::map<std::string, double> found = lengths(view);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_NEAR(found["cork"], 3 + 6, 1e-9) << "x_min, and the smaller z";
    EXPECT_NEAR(found["z_max"], 6, 1e-9);
    for (const SectionView::Wall& wall : view.walls) {
        const bool upright = wall.from[0] == wall.to[0];
        const bool deepest = view.surfaces.at(wall.surface) == "z_max";
        EXPECT_EQ(upright ? wall.from[0] : wall.from[1], upright || deepest ? 0 : 3) << "left, lower and upper edge";
    }
    EXPECT_TRUE(view.z_down);
    EXPECT_EQ(view.corner_m, (SectionView::Place{100, 23}));
    EXPECT_EQ(view.marks[0].at, (SectionView::Place{1, 2}));
}

}  // namespace
}  // namespace wavesim
