// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/comparison.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::compare;
using test::node;
using test::plan_of;
using test::receiver;
using test::ricker;
using test::run;
using test::sound_speed;

/// Source in the middle of a box, receivers 24 cells away along an axis and both diagonals (the last two within
/// .05 cells); sound of the sides arrives after the whole wavelet.
Scene free_field_scene(int half, const std::string& stencil, double points_per_wavelength) {
    const std::int64_t n = 2 * half + 1;
    const double path = 24 + 3 * points_per_wavelength;  // cells: way to the receiver and the wavelet
    Scene scene = box_scene({n, n, n}, stencil, path * cell / sound_speed);
    scene.outputs.compare = ExactReference::free_field;
    scene.sources = {ricker(node(half, half, half), points_per_wavelength)};
    scene.receivers = {receiver("axis", node(half + 24, half, half)),
                       receiver("face diagonal", node(half + 17, half, half + 17)),
                       receiver("body diagonal", node(half + 14, half + 14, half + 14))};
    return scene;
}

void expect_error(const Comparison& c, double at_most) {
    ASSERT_EQ(c.receivers.size(), 3u);
    for (const ReceiverComparison& r : c.receivers) {
        testing::Test::RecordProperty("error, " + r.receiver, std::to_string(r.relative_error));
        EXPECT_LE(r.relative_error, at_most) << r.receiver;
        EXPECT_GT(r.relative_error, 0) << r.receiver;
        EXPECT_EQ(r.compared_steps, c.steps) << r.receiver << ": sound of a side arrived";
    }
}

TEST(FreeField, ModifiedEquationOrder6At16PointsPerWavelength) {
    Scene scene = free_field_scene(49, "compact-123-me6", 16);
    scene.grid.courant_fraction = 0.9 / 0.965;
    expect_error(compare(scene), 1e-3);
}

TEST(FreeField, ModifiedEquationOrder6At24PointsPerWavelength) {
    Scene scene = free_field_scene(61, "compact-123-me6", 24);
    scene.grid.courant_fraction = 0.9 / 0.965;
    expect_error(compare(scene), 1e-4);
}

TEST(FreeField, SevenPointsAt24PointsPerWavelength) {
    expect_error(compare(free_field_scene(61, "leggy-1", 24)), 4e-2);
}

/// The radiated level of small compact stencils gains a factor of two from the filtered source.
TEST(FreeField, TheTimeFilterIsOnForTwentySevenPoints) {
    Scene scene = free_field_scene(61, "compact-27-iwb", 24);
    expect_error(compare(scene), 1.3e-2);
    scene.sources[0].time_filter = TimeFilter::off;
    EXPECT_GE(compare(scene).worst(), 2e-2);
}

TEST(FreeField, FloatAgreesWithDouble) {
    Scene scene = free_field_scene(36, "compact-57-opt", 16);
    scene.duration_s *= 4;  // through many reflections
    const std::vector<double> in_double = run(plan_of(scene, Precision::float64));
    const std::vector<double> in_float = run(plan_of(scene, Precision::float32));
    double peak = 0;
    double difference = 0;
    for (std::size_t i = 0; i < in_double.size(); ++i) {
        peak = std::max(peak, std::abs(in_double[i]));
        difference = std::max(difference, std::abs(in_double[i] - in_float[i]));
    }
    EXPECT_LE(difference, 2e-5 * peak);
    EXPECT_GT(difference, 0);
}

/// Off the nodes only the interpolation adds to the 1e-3 above.
TEST(FreeField, OffGridPoints) {
    Scene scene = free_field_scene(51, "compact-123-me6", 16);
    scene.grid.courant_fraction = 0.9 / 0.965;
    for (SourceRequest& s : scene.sources)
        s.position = {s.position.x + 0.37 * cell, s.position.y + 0.21 * cell, s.position.z - 0.45 * cell};
    for (ReceiverRequest& r : scene.receivers)
        r.position = {r.position.x - 0.5 * cell, r.position.y + 0.13 * cell, r.position.z + 0.29 * cell};
    expect_error(compare(scene), 2e-3);
}

}  // namespace
}  // namespace wavesim
