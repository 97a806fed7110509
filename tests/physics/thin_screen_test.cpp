// SPDX-License-Identifier: MIT
// Sound around the edge of a rigid screen without thickness, against the exact field of a half plane.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "physics/trace_error.hpp"
#include "physics/wedge_field.hpp"

namespace wavesim::test {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// Where the pulse is heard: in the shadow, which begins at 215 degrees, and where no image (from 145 on) or both are.
constexpr double angles[] = {300, 255, 228, 180, 100};
constexpr WedgePoint source_at{31 * cell, 35 * degree, 4.3 * cell};
constexpr Extent cells{164, 172, 14};
constexpr std::int64_t edge_x = 80, edge_y = 80;
constexpr double way = 128;  ///< in cells: sound from the sides arrives later

Point place(const WedgePoint& at) {
    return {static_cast<double>(edge_x) * cell + at.r * std::cos(at.angle),
            static_cast<double>(edge_y) * cell + at.r * std::sin(at.angle), at.z};
}

WedgePoint heard_at(std::size_t i) {
    return {(37 - 2 * static_cast<double>(i)) * cell, angles[i] * degree, (8.6 + 0.7 * static_cast<double>(i)) * cell};
}

/// A screen that begins at the edge, as a sheet or as a box one cell thick below that plane.
Scene screened(const std::string& stencil, double points_per_wavelength, bool is_sheet) {
    Scene scene = box_scene(cells, stencil, way * cell / sound_speed);
    scene.outputs.traces.time_correction = TimeCorrection::automatic;
    SolidBox screen;
    screen.from = {static_cast<double>(edge_x) * cell, static_cast<double>(edge_y - (is_sheet ? 0 : 1)) * cell, 0};
    screen.to = {scene.size_m.x, static_cast<double>(edge_y) * cell, scene.size_m.z};
    if (is_sheet) screen.across = 1;
    scene.solids = {screen};
    scene.sources = {ricker(place(source_at), points_per_wavelength)};
    for (std::size_t i = 0; i < std::size(angles); ++i)
        scene.receivers.push_back(receiver("at " + std::to_string(angles[i]), place(heard_at(i))));
    return scene;
}

/// Floor and ceiling mirror the source in an edge that has no ends.
std::vector<double> half_plane(const Signal& signal, const WedgePoint& at, double time_step, std::int64_t steps) {
    std::vector<double> trace(static_cast<std::size_t>(steps), 0.0);
    const double height = static_cast<double>(cells.nz) * cell;
    for (int m = -6; m <= 6; ++m)
        for (const double z : {source_at.z, -source_at.z})
            add_wedge_field(signal, 2 * std::numbers::pi, {source_at.r, source_at.angle, z + 2 * m * height}, at,
                            sound_speed, time_step, trace);
    return trace;
}

/// Difference of the traces over the sound at each receiver, root mean square.
std::vector<double> screen_errors(const Scene& scene) {
    const Plan plan = plan_of(scene);
    const std::vector<double> samples = run(plan);
    const Signal signal(scene.sources[0].signal, plan.decision.time_step_s);
    const std::size_t count = scene.receivers.size();
    std::vector<double> result;
    for (std::size_t r = 0; r < count; ++r)
        result.push_back(relative_error(
            samples, count, r, half_plane(signal, heard_at(r), plan.decision.time_step_s, plan.decision.steps)));
    return result;
}

/// Beside the edge the pressure behaves as r^(1/2), which limits every stencil to the order 1.
TEST(ThinScreen, SoundAroundItConvergesAsTheEdgeAllows) {
    const std::vector<double> coarse = screen_errors(screened("leggy-4", 20, true));
    const std::vector<double> fine = screen_errors(screened("leggy-4", 50, true));
    for (const std::size_t hidden : {0U, 1U, 2U})
        EXPECT_NEAR(std::log(coarse[hidden] / fine[hidden]) / std::log(2.5), 1, 0.15) << angles[hidden];
    EXPECT_LE(coarse[0], 0.12);
    EXPECT_LE(coarse[3], 1e-3);  // before the screen it is a mirror in its plane
}

/// A box has two faces a cell apart: its reflections come from two planes, and the way around it is longer.
TEST(ThinScreen, ABoxOneCellThickIsFurtherOff) {
    for (const char* name : {"leggy-4", "compact-57-fine"}) {
        const std::vector<double> sheet = screen_errors(screened(name, 20, true));
        const std::vector<double> box = screen_errors(screened(name, 20, false));
        EXPECT_GE(box[0], 1.7 * sheet[0]) << name;
        EXPECT_GE(box[4], 2 * sheet[4]) << name;
    }
}

}  // namespace
}  // namespace wavesim::test
