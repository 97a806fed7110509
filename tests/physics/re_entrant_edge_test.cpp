// SPDX-License-Identifier: MIT
// Sound around the edge of a rigid block, in its shadow and before it, against the exact field of the wedge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "physics/trace_error.hpp"
#include "physics/wedge_field.hpp"

namespace wavesim {
namespace {

using test::add_wedge_field;
using test::box_scene;
using test::cell;
using test::plan_of;
using test::receiver;
using test::ricker;
using test::run;
using test::sound_speed;
using test::WedgePoint;

constexpr double air = 1.5 * std::numbers::pi;
constexpr double radians(double degrees) { return degrees * std::numbers::pi / 180; }

/// Where the pulse is heard: in the shadow, which begins at 215 degrees, and where no image (from 145 on) or both are.
constexpr double angles[] = {255, 228, 180, 100};
constexpr WedgePoint source_at{31 * cell, radians(35), 4.3 * cell};
constexpr Extent cells{164, 172, 14};
constexpr std::int64_t edge_x = 80, edge_y = 80;
constexpr double way = 132;  ///< in cells: sound from the sides arrives later

Point place(const WedgePoint& at) {
    return {static_cast<double>(edge_x) * cell + at.r * std::cos(at.angle),
            static_cast<double>(edge_y) * cell + at.r * std::sin(at.angle), at.z};
}

/// Receivers stand at several distances and heights.
WedgePoint heard_at(std::size_t i) {
    return {(36 - 2 * static_cast<double>(i)) * cell, radians(angles[i]), (8.6 + static_cast<double>(i)) * cell};
}

Scene scene_with(const std::string& stencil, double points_per_wavelength) {
    Scene scene = box_scene(cells, stencil, way * cell / sound_speed);
    scene.outputs.traces.time_correction = TimeCorrection::automatic;
    SolidBox block;
    block.from = {static_cast<double>(edge_x) * cell, 0, 0};
    block.to = {scene.size_m.x, static_cast<double>(edge_y) * cell, scene.size_m.z};
    scene.solids = {block};
    scene.sources = {ricker(place(source_at), points_per_wavelength)};
    for (std::size_t i = 0; i < std::size(angles); ++i)
        scene.receivers.push_back(receiver("at " + std::to_string(angles[i]), place(heard_at(i))));
    return scene;
}

/// Floor and ceiling mirror the source in an edge that has no ends.
std::vector<double> exact(const Signal& signal, const WedgePoint& at, double time_step, std::int64_t steps) {
    std::vector<double> trace(static_cast<std::size_t>(steps), 0.0);
    const double height = static_cast<double>(cells.nz) * cell;
    for (int m = -6; m <= 6; ++m)
        for (const double z : {source_at.z, -source_at.z})
            add_wedge_field(signal, air, {source_at.r, source_at.angle, z + 2 * m * height}, at, sound_speed, time_step,
                            trace);
    return trace;
}

/// Difference of the traces over the sound at each receiver, root mean square.
std::vector<double> errors(const Scene& scene) {
    const Plan plan = plan_of(scene);
    const std::vector<double> samples = run(plan);
    const Signal signal(scene.sources[0].signal, plan.decision.time_step_s);
    const std::size_t count = scene.receivers.size();
    std::vector<double> result;
    for (std::size_t r = 0; r < count; ++r) {
        const std::vector<double> truth = exact(signal, heard_at(r), plan.decision.time_step_s, plan.decision.steps);
        result.push_back(test::relative_error(samples, count, r, truth));
    }
    return result;
}

double worst(const std::string& stencil, double points_per_wavelength) {
    return std::ranges::max(errors(scene_with(stencil, points_per_wavelength)));
}

/// A Ricker pulse has 3 % of its strongest frequency at 2.5 times that. With leggy-4 the edge acts as if it stood out
/// further by e = 0.115 h (k h)^(1/3), h the spacing (edge_shift.hpp). Sound in the shadow then goes 0.67 e further. At
/// the peak that is a change of 1.7 % with 20 points there, and of 0.5 % with 50. The bound is that asked of all
/// stencils.
constexpr double to_the_highest = 2.5;
constexpr double asked = 0.02;

TEST(ReEntrantEdge, SoundAroundItIsRightWith20PointsAtTheHighestFrequency) {
    for (const char* name : {"leggy-4", "compact-27-iwb", "compact-57-fine", "compact-123-me6"})
        EXPECT_LE(worst(name, 20 * to_the_highest), asked) << name;
}

TEST(ReEntrantEdge, LargeStencilsNeed20PointsAtThePeakOnly) {
    for (const char* name : {"compact-57-fine", "compact-123-me6"}) EXPECT_LE(worst(name, 20), asked) << name;
    EXPECT_GE(worst("leggy-1", 20), 3 * asked);  // an error of this size is seen
}

/// Beside the edge the pressure behaves as r^(2/3), which limits stencils along the axes to the order 4/3.
TEST(ReEntrantEdge, StencilsAlongTheAxesConvergeAsTheEdgeAllows) {
    const std::vector<double> coarse = errors(scene_with("leggy-4", 20)), fine = errors(scene_with("leggy-4", 30));
    for (const std::size_t hidden : {0U, 1U})
        EXPECT_NEAR(std::log(coarse[hidden] / fine[hidden]) / std::log(1.5), 4.0 / 3, 0.2) << angles[hidden];
    EXPECT_LE(std::ranges::max(coarse), 0.025);
}

/// The exact field is continuous where the direct sound and an image end, though each part of it jumps.
TEST(ReEntrantEdge, TheExactFieldIsContinuousAtItsShadow) {
    const Signal signal(ricker({}, 20).signal, 0.3 * cell / sound_speed);
    for (const double limit : {215.0, 145.0}) {
        std::vector<double> lit(400, 0.0), dark(400, 0.0);
        for (const auto& [side, trace] : {std::pair{-1, &lit}, {1, &dark}})
            add_wedge_field(signal, air, source_at, {33 * cell, radians(limit + 0.01 * side), 9 * cell}, sound_speed,
                            0.3 * cell / sound_speed, *trace);
        double peak = 0, jump = 0;
        for (std::size_t n = 0; n < lit.size(); ++n) {
            peak = std::max(peak, std::abs(lit[n]));
            jump = std::max(jump, std::abs(lit[n] - dark[n]));
        }
        // within 0.02 degrees the true field changes by sqrt(k r) 3.5e-4, some 0.2 %; each part of it by all of a wave
        EXPECT_LE(jump, 5e-3 * peak) << limit;
    }
}

}  // namespace
}  // namespace wavesim
