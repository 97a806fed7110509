// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::admittance;
using test::box_scene;
using test::cell;
using test::plan_of;
using test::receiver;
using test::ricker;
using test::run;
using test::sound_speed;

Scene lossy_room(const std::string& stencil, bool solids) {
    Scene scene = box_scene({21, 17, 15}, stencil, 150 * cell / sound_speed);
    for (std::size_t s = 0; s < 6; ++s) scene.boundaries.side[s] = admittance(0.1 * static_cast<double>(s));
    if (solids)
        scene.solids = {{"block", {9 * cell, 5 * cell, 0}, {12 * cell, 9 * cell, 8 * cell}, admittance(0.3)},
                        {"shelf", {0, 14 * cell, 4 * cell}, {21 * cell, 17 * cell, 6 * cell}, {}}};
    return scene;
}

/// max |u_B(A) - u_A(B)| / max |u| for two off-grid points, one of them next to a solid or wall.
double asymmetry(Scene scene, const Point& a, const Point& b, Precision precision) {
    scene.sources = {ricker(a, 10)};
    scene.receivers = {receiver("b", b)};
    const std::vector<double> there = run(plan_of(scene, precision));
    scene.sources[0].position = b;
    scene.receivers[0].position = a;
    const std::vector<double> back = run(plan_of(scene, precision));
    double peak = 0;
    double difference = 0;
    for (std::size_t n = 0; n < there.size(); ++n) {
        peak = std::max(peak, std::abs(there[n]));
        difference = std::max(difference, std::abs(there[n] - back[n]));
    }
    EXPECT_GT(peak, 1e-3);
    return difference / peak;
}

const Point near_block{13.3 * cell, 7.2 * cell, 5.6 * cell};
const Point beside_wall{4.1 * cell, 0.4 * cell, 11.7 * cell};

TEST(Reciprocity, LossyRoomWithSolids) {
    for (const std::string stencil : {"leggy-1", "leggy-4", "compact-27-iwb"}) {
        EXPECT_LE(asymmetry(lossy_room(stencil, true), near_block, beside_wall, Precision::float64), 1e-12) << stencil;
        EXPECT_LE(asymmetry(lossy_room(stencil, true), near_block, beside_wall, Precision::float32), 1e-5) << stencil;
    }
}

/// Rocks that differ around the two points. Points of P waves (the default) and of the pressure are reciprocal; the
/// elliptical medium around one of them makes them unequal. The run ends before sound comes back from the layers, which
/// are not reciprocal.
TEST(Reciprocity, TiltedMediumThatIsLeftAsItIsAroundSources) {
    Scene scene = box_scene({100, 1, 100}, "auto", 80 * cell / sound_speed);
    for (const std::size_t side : {0, 1, 4, 5}) {
        scene.boundaries.kind[side] = SideKind::absorbing;
        scene.boundaries.layer[side].cells = 20;
    }
    scene.medium.layers = Medium::Layers{2, {50 * cell}, {256, 200}};
    scene.tti = Anisotropy{};
    scene.tti->layers = {{0.25, 0.05, 35, 0}, {0.15, 0.1, -20, 0}};
    const Point a{40.3 * cell, 0, 34.6 * cell}, b{58.2 * cell, 0, 64.4 * cell};

    EXPECT_LE(asymmetry(scene, a, b, Precision::float64), 1e-11);
    scene.tti->around_source = Anisotropy::AroundSource::as_is;
    EXPECT_LE(asymmetry(scene, a, b, Precision::float64), 1e-11);
    scene.tti->around_source = Anisotropy::AroundSource::elliptical;
    EXPECT_GT(asymmetry(scene, a, b, Precision::float64), 0.01);
}

TEST(Reciprocity, LossyBoxWithLargeStencils) {
    for (const std::string stencil : {"compact-57-opt", "compact-123-me6"})
        EXPECT_LE(asymmetry(lossy_room(stencil, false), near_block, beside_wall, Precision::float64), 1e-12) << stencil;
}

TEST(Reciprocity, WallsOnNodes) {
    Scene scene = lossy_room("compact-57-opt", false);
    scene.boundaries.walls = WallForm::whole;
    EXPECT_LE(asymmetry(scene, near_block, {0, 0.3 * cell, 15 * cell}, Precision::float64), 1e-12);
}

}  // namespace
}  // namespace wavesim
