// SPDX-License-Identifier: MIT
// Rooms whose volume, areas and reverberation times were worked out by hand.
#include "solvers/ways/room_summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/ways/geometry_report.hpp"

namespace wavesim {
namespace {

SurfaceLaw absorbing(double alpha) {
    SurfaceLaw law;
    law.kind = SurfaceLaw::Kind::absorption;
    law.value = alpha;
    return law;
}

/// The plan of a room as far as its summary needs it.
PlanOutline outline(const Scene& scene) {
    PlanOutline plan;
    plan.scene = scene;
    plan.decision.slowest_m_s = plan.decision.fastest_m_s = 343;
    const SurfaceTable surfaces = make_surfaces(scene);
    std::vector<double> admittance;
    for (const SurfaceLaw& law : surfaces.laws) admittance.push_back(admittance_of(law));
    const GridChoice grid{{static_cast<std::int64_t>(scene.size_m.x * 4), static_cast<std::int64_t>(scene.size_m.y * 4),
                           static_cast<std::int64_t>(scene.size_m.z * 4)},
                          0.25,
                          0};
    plan.report.geometry = report_geometry(scene, grid, WallPosition::half, surfaces, admittance);
    return plan;
}

/// 6 x 5 x 3 m: 90 m3, 126 m2. A = 30 x 0.3 (floor) + 96 x 0.05 = 13.8 m2; mean 0.10952.
TEST(RoomSummary, ABoxWithACarpet) {
    Scene scene;
    scene.size_m = {6, 5, 3};
    scene.boundaries.side.fill(absorbing(0.05));
    scene.boundaries.side[4] = absorbing(0.3);

    const auto rooms = room_summaries(outline(scene));

    ASSERT_EQ(rooms.size(), 1u);
    const RoomSummary* room = &rooms.front();
    EXPECT_DOUBLE_EQ(room->volume_m3, 90);
    EXPECT_DOUBLE_EQ(room->surface_m2, 126);
    EXPECT_NEAR(room->absorption_area_m2, 13.8, 1e-6);
    EXPECT_NEAR(room->mean_absorption(), 0.1095, 5e-5);
    EXPECT_NEAR(room->sabine_s, 0.161 * 90 / 13.8, 0.002);                // 1.050 s; 0.161 is 24 ln 10 / 343
    EXPECT_NEAR(room->eyring_s, 0.161 * 90 / (126 * 0.11600), 0.002);     // 0.991 s; -ln(1 - 0.10952) = 0.11600
    EXPECT_NEAR(room->schroeder_hz, 2093 * std::sqrt(0.9913 / 90), 0.5);  // 219.6 Hz
}

/// L-shaped: 6 x 5 x 3 m less a corner of 2 x 2 x 3 m, all 0.2. V = 90 - 12 = 78 m3. Floor and ceiling 26 m2 each; the
/// outline has 22 m, so that walls are 66 m2: 118 m2 in all, A = 23.6 m2.
TEST(RoomSummary, AnLShapedRoom) {
    Scene scene;
    scene.size_m = {6, 5, 3};
    scene.boundaries.side.fill(absorbing(0.2));
    scene.solids = {{"corner", {4, 3, 0}, {6, 5, 3}, absorbing(0.2)}};

    const auto rooms = room_summaries(outline(scene));

    ASSERT_EQ(rooms.size(), 1u);
    const RoomSummary* room = &rooms.front();
    EXPECT_DOUBLE_EQ(room->volume_m3, 78);
    EXPECT_DOUBLE_EQ(room->surface_m2, 118);
    EXPECT_NEAR(room->absorption_area_m2, 23.6, 1e-6);
    EXPECT_NEAR(room->sabine_s, 0.5325, 0.0005);  // 55.262 x 78 / (343 x 23.6)
    EXPECT_NEAR(room->eyring_s, 0.4773, 0.0005);  // 55.262 x 78 / (343 x 118 x 0.22314)
}

/// A cupboard of 2 x 1 x 2 m against the wall x = 0 hides 2 m2 of floor and 2 m2 of wall, and shows 2 (top) + 2 (front)
/// + 2 x 4 (sides) = 12 m2 of its own; 0.6 of it, as much as the rest keeps.
TEST(RoomSummary, ABoxWithFurniture) {
    Scene scene;
    scene.size_m = {6, 5, 3};
    scene.boundaries.side.fill(absorbing(0.1));
    scene.solids = {{"cupboard", {0, 1, 0}, {2, 2, 2}, absorbing(0.6)}};

    const auto rooms = room_summaries(outline(scene));

    ASSERT_EQ(rooms.size(), 1u);
    const RoomSummary* room = &rooms.front();
    EXPECT_DOUBLE_EQ(room->volume_m3, 86);
    EXPECT_DOUBLE_EQ(room->surface_m2, 126 - 4 + 12);
    EXPECT_NEAR(room->absorption_area_m2, 122 * 0.1 + 12 * 0.6, 1e-6);  // 19.4 m2
    EXPECT_NEAR(room->sabine_s, 0.7142, 0.0005);                        // 55.262 x 86 / (343 x 19.4)
}

TEST(RoomSummary, ARigidRoomKeepsItsSoundAndOtherScenesHaveNone) {
    Scene scene;
    scene.size_m = {6, 5, 3};
    EXPECT_TRUE(std::isinf(room_summaries(outline(scene)).at(0).sabine_s));
    EXPECT_TRUE(std::isinf(room_summaries(outline(scene)).at(0).eyring_s));
    scene.boundaries.kind[5] = SideKind::free_surface;
    EXPECT_TRUE(room_summaries(outline(scene)).empty());
}

/// 9 x 4 x 3 m, cut by a wall from 4 to 4.25 m: 4 x 4 x 3 = 48 m3 inside 80 m2, and 57 m3 behind it.
Scene two_rooms(double left, double right) {
    Scene scene;
    scene.size_m = {9, 4, 3};
    scene.boundaries.side.fill(absorbing(left));
    scene.boundaries.side[1] = absorbing(right);
    scene.solids = {{"wall", {4, 0, 0}, {4.25, 4, 3}, absorbing(left)}};
    scene.sources.resize(1);
    scene.sources[0].position = {1.2, 1.1, 1.2};
    return scene;
}

TEST(RoomSummary, AirThatNoSoundReachesIsNotCounted) {
    Scene scene = two_rooms(0.1, 0.9);
    auto rooms = room_summaries(outline(scene));
    ASSERT_EQ(rooms.size(), 1u);
    EXPECT_DOUBLE_EQ(rooms[0].volume_m3, 48);
    EXPECT_DOUBLE_EQ(rooms[0].surface_m2, 80);
    EXPECT_NEAR(rooms[0].sabine_s, 0.9667, 0.0005);  // 55.262 x 48 / (343 x 8)

    scene.sources.resize(2, scene.sources[0]);
    scene.sources[1].position = {7, 2, 1};
    rooms = room_summaries(outline(scene));
    ASSERT_EQ(rooms.size(), 2u);
    EXPECT_DOUBLE_EQ(rooms[0].volume_m3, 48);
    EXPECT_DOUBLE_EQ(rooms[1].volume_m3, 57);
    EXPECT_NEAR(rooms[1].absorption_area_m2, 0.1 * (12 + 66.5) + 0.9 * 12, 1e-6);
}

/// A door of 1 x 2 m in the wall. Two diffuse rooms: a = (8 + 2) / 48 and b = (16 + 2) / 57 with the coupling
/// 2 / 48 x 2 / 57 have the slower rate 0.15620, thus 1.031 s. One room would have V / A = 105.5 / 24 (0.708 s).
TEST(RoomSummary, CoupledRoomsHaveNoSabineTime) {
    const AirPart::Opening door{2, {48, 57}, {8, 16}};
    const double a = 10.0 / 48, b = 18.0 / 57, middle = (a + b) / 2;
    const double slow = middle - std::sqrt(middle * middle - (a * b - 4.0 / (48 * 57)));
    EXPECT_NEAR(door.slow_volume_per_area(), 1 / slow, 1e-9);

    Scene scene = two_rooms(0.1, 0.9);
    scene.solids = {{"left of the door", {4, 0, 0}, {4.25, 1, 3}, absorbing(0.1)},
                    {"right of it", {4, 2, 0}, {4.25, 4, 3}, absorbing(0.1)},
                    {"above", {4, 1, 2}, {4.25, 2, 3}, absorbing(0.1)}};
    const auto rooms = room_summaries(outline(scene));
    ASSERT_EQ(rooms.size(), 1u);
    EXPECT_DOUBLE_EQ(rooms[0].volume_m3, 48 + 57 + 0.5);
    EXPECT_TRUE(std::isnan(rooms[0].sabine_s));
    EXPECT_EQ(rooms[0].not_diffuse,
              "rooms of 57 and 48 m3 are coupled through an opening of 2 m2, and each decays in its own time");

    scene.solids.resize(1);  // a screen of 1 m leaves one room
    scene.boundaries.side[1] = absorbing(0.1);
    EXPECT_EQ(room_summaries(outline(scene)).at(0).not_diffuse, "");
}

/// Floor and ceiling 0.8 (60 m2), walls 0.02 (66 m2): Eyring's exponent is 0.510, that of Arau-Puchades is
/// 1.6094^(60/126) x 0.0202^(66/126) = 0.1621.
TEST(RoomSummary, APairOfSurfacesThatDominatesHasNoSabineTime) {
    Scene scene;
    scene.size_m = {6, 5, 3};
    scene.boundaries.side.fill(absorbing(0.02));
    scene.boundaries.side[4] = scene.boundaries.side[5] = absorbing(0.8);
    EXPECT_EQ(room_summaries(outline(scene)).at(0).not_diffuse,
              "the surfaces across z take 97 % of the sound, and sound along the others lasts longer");
    scene.boundaries.side.fill(absorbing(0.4));
    scene.boundaries.side[4] = scene.boundaries.side[5] = absorbing(0.8);
    EXPECT_EQ(room_summaries(outline(scene)).at(0).not_diffuse, "");
}

}  // namespace
}  // namespace wavesim
