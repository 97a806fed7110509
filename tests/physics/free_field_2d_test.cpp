// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/comparison.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::node;
using test::plan_of;
using test::receiver;
using test::ricker;
using test::run;
using test::sound_speed;

/// Line source in the middle of a square, receivers about 24 cells away.
Scene line_source_scene(int half, const std::string& stencil, double points_per_wavelength) {
    const std::int64_t n = 2 * half + 1;
    const double path = 24 + 4 * points_per_wavelength;
    Scene scene = box_scene({n, 1, n}, stencil, path * cell / sound_speed);
    scene.outputs.compare = ExactReference::free_field;
    scene.sources = {ricker({node(half, 0, 0).x, 0, node(0, 0, half).z}, points_per_wavelength)};
    for (const auto& [dx, dz] : {std::pair{24.0, 0.0}, {17.0, 17.0}, {22.0, 9.0}})
        scene.receivers.push_back(receiver("receiver", {node(half + dx, 0, 0).x, 0, node(0, 0, half + dz).z}));
    return scene;
}

double worst_error(const Scene& scene) {
    const Comparison c = test::compare(scene);
    for (const ReceiverComparison& r : c.receivers) EXPECT_EQ(r.compared_steps, c.steps);
    return c.worst();
}

TEST(LineSource, ModifiedEquationOrder6) {
    EXPECT_LE(worst_error(line_source_scene(60, "compact-123-me6", 16)), 1e-3);
    EXPECT_LE(worst_error(line_source_scene(75, "compact-123-me6", 24)), 1e-4);
}

TEST(LineSource, FivePointsAt24PointsPerWavelength) {
    EXPECT_LE(worst_error(line_source_scene(75, "leggy-1", 24)), 4e-2);
}

TEST(LineSource, ErrorFallsWithTheOrderOfTheStencil) {
    const double coarse = worst_error(line_source_scene(50, "compact-57-me4", 12));
    const double fine = worst_error(line_source_scene(75, "compact-57-me4", 24));
    EXPECT_LE(fine, coarse / 12);  // order 4: 16 minus what the shorter relative path gives back
}

TEST(LineSource, OffGridPoints) {
    Scene scene = line_source_scene(60, "compact-123-me6", 16);
    scene.sources[0].position.x += 0.31 * cell;
    scene.sources[0].position.z += 0.44 * cell;
    for (ReceiverRequest& r : scene.receivers) r.position.x += 0.5 * cell;
    EXPECT_LE(worst_error(scene), 2e-3);
}

}  // namespace
}  // namespace wavesim
